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

/// How a line of a trend looks, and where its scale is.
public struct TrendPen: Sendable {
  /// The side of the plot on which a pen's scale stands.
  public enum Axis: Int, CaseIterable, Sendable { case left, right }

  public var role: Role
  /// Its colour where that is not its role's, as ``Instrument/tint``.
  public var tint: Int?
  /// In points.
  public var width: Int
  /// Whether the band from the lowest to the highest value is shown behind it.
  public var showsBand: Bool
  /// Whether the field between the line and zero, or the scale's end that is nearest to that, is filled.
  public var isFilled = false
  public var axis = Axis.left
  /// The time over which the line is the mean of the values, in seconds; 0 for none.
  public var average = Fixed64.zero

  public init(_ role: Role = .accent, width: Int = 2, showsBand: Bool = true) {
    (self.role, self.width, self.showsBand) = (role, width, showsBand)
  }
}
