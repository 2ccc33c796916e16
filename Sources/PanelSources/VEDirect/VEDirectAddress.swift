// Stage: sources. Input: addresses in the short form that the host writes. Output: their parts.
//
//   3:V      a number with three decimals: millivolts become volts
//   t:TTG    minutes, of which −1 is no value
//   b6:AR    one bit of a number
import SystemFiles

/// An address of VE.Direct: the label of a field, and the meaning of its number.
public struct VEDirectAddress: Equatable, Sendable {
  public enum Form: Equatable, Sendable {
    /// The number of digits behind the point, 0...9.
    case number(decimals: Int)
    /// A time to go. −1 says that the battery is not discharged.
    case timeToGo
    /// 0...31.
    case bit(Int)
  }

  public let form: Form
  /// In capital letters, 1...``labelLimit`` bytes. Empty for an address that nothing is told to.
  public let label: [UInt8]

  /// In bytes; the protocol has 8.
  public static var labelLimit: Int { 32 }

  public init(_ form: Form, label: [UInt8]) { (self.form, self.label) = (form, label) }

  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    var place = 1
    guard let letter = bytes.first, bytes.count > 2 else { return nil }
    switch letter {
    case 48...57:
      form = .number(decimals: Int(letter - 48))
      if bytes[1] != 58 { return nil }
      place = 2
    case UInt8(ascii: "t"):
      form = .timeToGo
      if bytes[1] != 58 { return nil }
      place = 2
    case UInt8(ascii: "b"):
      guard let bit = readCount(bytes, at: &place), bit < 32 else { return nil }
      form = .bit(bit)
    default: return nil
    }
    label = Array(bytes[place...])
    if label.isEmpty || label.count > Self.labelLimit { return nil }
  }

  #if !hasFeature(Embedded)
  /// The short form.
  public var text: String {
    let head =
      switch form {
      case .number(let decimals): String(decimals)
      case .timeToGo: "t"
      case .bit(let number): "b" + String(number)
      }
    return head + ":" + String(decoding: label, as: UTF8.self)
  }
  #endif
}
