// Stage: instruments. A trend's picture of a stretch of time.
import PanelSignals

/// The values of a stretch of time that is one column wide.
public struct TrendColumn: Equatable, Sendable, BitwiseCopyable {
  /// The line's value, and the range of the band; `low ≤ value ≤ high`.
  public var value, low, high: Fixed64
  /// A value that is not fresh is a gap.
  public var quality: Quality

  public init(_ value: Fixed64, low: Fixed64? = nil, high: Fixed64? = nil, quality: Quality = .fresh) {
    self.value = value
    self.low = low ?? value
    self.high = high ?? value
    self.quality = quality
  }

  public static var gap: TrendColumn { TrendColumn(.zero, quality: .none) }
}

/// How a line of a trend looks.
public struct TrendPen: Sendable {
  public var role: Role
  /// In points.
  public var width: Int
  /// Whether the band from the lowest to the highest value is shown behind it.
  public var showsBand: Bool

  public init(_ role: Role = .accent, width: Int = 2, showsBand: Bool = true) {
    (self.role, self.width, self.showsBand) = (role, width, showsBand)
  }
}
