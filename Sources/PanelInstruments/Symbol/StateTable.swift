// Stage: instruments. The meanings of codes in words, signs and colours.
import PanelSignals

/// The meaning of a code.
public struct StateEntry: Sendable {
  /// The codes that mean it, in whole numbers.
  public var codes: ClosedRange<Int>
  public var text: String
  public var icon: Unicode.Scalar?
  public var role: Role
  /// A colour of its own in place of the role's, 0xRRGGBB.
  public var color: Int?

  public init(_ codes: ClosedRange<Int>, _ text: String, icon: Unicode.Scalar? = nil, role: Role = .ink) {
    (self.codes, self.text, self.icon, self.role) = (codes, text, icon, role)
  }

  public init(_ code: Int, _ text: String, icon: Unicode.Scalar? = nil, role: Role = .ink) {
    self.init(code...code, text, icon: icon, role: role)
  }
}

extension [StateEntry] {
  /// Where the meaning of a value stands; `nil` where none of them has its code.
  func index(of reading: Reading) -> Int? {
    if !reading.hasValue { return nil }
    let code = reading.value.rounded
    for index in indices where self[index].codes.contains(code) { return index }
    return nil
  }
}

extension ZoneState {
  init(_ role: Role) {
    switch role {
    case .warning: self = .warning
    case .caution: self = .caution
    case .advisory: self = .advisory
    default: self = .normal
    }
  }
}
