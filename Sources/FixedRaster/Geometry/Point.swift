/// A place in points, in the coordinates of a layer or a path.
public struct Point: Hashable, Sendable {
  public var x, y: Fixed

  @inlinable @inline(__always)
  public init(x: Fixed, y: Fixed) {
    self.x = x
    self.y = y
  }

  /// The same as ``zero``.
  public init() { self = .zero }

  public static var zero: Point { Point(x: 0, y: 0) }

  @inlinable @inline(__always)
  public static func + (a: Point, b: Vector) -> Point { Point(x: a.x + b.dx, y: a.y + b.dy) }

  @inlinable @inline(__always)
  public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
}

/// A place on a display in its pixels, from the top left of the picture as it is seen; fractions are parts of a pixel.
/// Not a ``Point``: as many pixels are a point as the display's scale says.
public struct PixelPoint: Hashable, Sendable {
  /// Pixels to the right; −32768…32767.99.
  public var x: Fixed
  /// Pixels downwards; −32768…32767.99.
  public var y: Fixed

  @inlinable @inline(__always)
  public init(x: Fixed, y: Fixed) {
    self.x = x
    self.y = y
  }

  /// Returns the place in points.
  /// - Parameter scale: pixels in a point, above 0.
  public func inPoints(scale: Fixed) -> Point { Point(x: x / scale, y: y / scale) }
}

extension Point {
  /// Returns the place on the display in pixels; a coordinate beyond 32767.99 saturates.
  /// - Parameter scale: pixels in a point, above 0.
  public func inPixels(scale: Fixed) -> PixelPoint { PixelPoint(x: x * scale, y: y * scale) }
}

/// A displacement in points.
public struct Vector: Hashable, Sendable {
  public var dx, dy: Fixed

  @inlinable @inline(__always)
  public init(dx: Fixed, dy: Fixed) {
    self.dx = dx
    self.dy = dy
  }

  public static var zero: Vector { Vector(dx: 0, dy: 0) }
}

/// An extent in points.
public struct Size: Hashable, Sendable {
  public var width, height: Fixed

  @inlinable @inline(__always)
  public init(width: Fixed, height: Fixed) {
    self.width = width
    self.height = height
  }

  /// The same as ``zero``.
  public init() { self = .zero }

  public static var zero: Size { Size(width: 0, height: 0) }
}
