// Stage: instruments. The meanings of values.
import FixedRaster
import PanelSignals

/// The urgency of a value.
public enum ZoneState: Int, CaseIterable, Comparable, Sendable {
  case normal, advisory, caution, warning

  public static func < (a: ZoneState, b: ZoneState) -> Bool { a.rawValue < b.rawValue }

  var role: Role {
    switch self {
    case .normal: .normal
    case .advisory: .advisory
    case .caution: .caution
    case .warning: .warning
    }
  }
}

/// A range of values that means something.
public struct Zone: Equatable, Sendable {
  /// The range's ends; those that are open are the least and the greatest value there is.
  public var lower, upper: Fixed64
  public var state: ZoneState

  public init(_ lower: Fixed64, _ upper: Fixed64, _ state: ZoneState) {
    (self.lower, self.upper, self.state) = (lower, upper, state)
  }

  public func contains(_ value: Fixed64) -> Bool { value >= lower && value <= upper }
}

extension ZoneState {
  /// The width of its band on a round scale, in parts of the diameter.
  var bandWidth: Fixed {
    switch self {
    case .warning: 0.034
    case .caution: 0.022
    default: 0.012
    }
  }

  /// The same on a straight scale, of three.
  var bandThirds: Fixed { self == .warning ? 3 : self == .caution ? 2 : 1 }
}
