// Stage: model. Which corners a radius is for, and how they are curved.

/// Corners of a layer, named by its own coordinates: `minY` is the top unless geometry is flipped.
public struct CornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static var layerMinXMinYCorner: CornerMask { CornerMask(rawValue: 1) }
  public static var layerMaxXMinYCorner: CornerMask { CornerMask(rawValue: 2) }
  public static var layerMinXMaxYCorner: CornerMask { CornerMask(rawValue: 4) }
  public static var layerMaxXMaxYCorner: CornerMask { CornerMask(rawValue: 8) }
  /// What a layer starts with.
  public static var all: CornerMask { CornerMask(rawValue: 15) }
}

/// The shape of a rounded corner.
public enum CornerCurve: UInt8, Hashable, Sendable {
  /// A quarter of a circle.
  case circular
  /// One whose curvature grows from the straight sides on.
  case continuous
}
