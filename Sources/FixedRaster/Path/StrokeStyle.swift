/// Which places count as inside a path.
public enum FillRule: UInt8, Hashable, Sendable {
  /// Those that the path winds around, in sum, at least once in either direction.
  case nonZero
  /// Those that a ray crosses the path an odd number of times from.
  case evenOdd
}

/// The end of an open stroke.
public enum LineCap: UInt8, Hashable, Sendable {
  /// Cut off at the end point.
  case butt
  /// A half circle about the end point.
  case round
  /// Cut off half a width beyond the end point.
  case square
}

/// The corner of a stroke.
public enum LineJoin: UInt8, Hashable, Sendable {
  /// The outer edges go on until they meet; beyond the limit a ``bevel``.
  case miter
  /// A sector about the corner.
  case round
  /// The outer edges' ends joined by a line.
  case bevel
}

/// How a path is stroked. Lengths are in points, before the transform.
public struct StrokeStyle: Hashable, Sendable {
  /// Across the path. Zero or less makes a hairline: one device pixel whatever the transform.
  public var width: Fixed
  public var cap: LineCap
  public var join: LineJoin
  /// The largest ratio of a miter's length to the width; held to 1...1000.
  public var miterLimit: Fixed

  public var dash: DashPattern
  /// The part of the path that is drawn, 0...1 of the length of all its subpaths together. Where it begins or ends
  /// within a subpath there are caps. Dashes lie where they would without it. Nothing is drawn if `end` is not greater
  /// than `start`.
  public var start, end: Fixed

  public init(
    width: Fixed = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Fixed = 10,
    dash: DashPattern = .solid, start: Fixed = 0, end: Fixed = 1
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    (self.start, self.end) = (start, end)
  }

  /// Whether neither a part of the path nor dashes are asked for.
  var isWhole: Bool { start <= 0 && end >= 1 && dash.isSolid }
}
