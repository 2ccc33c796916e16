/// A place in points, in the coordinates of a layer or a path.
public struct Point: Hashable, Sendable {
  public var x, y: Fixed

  @inlinable @inline(__always)
  public init(x: Fixed, y: Fixed) {
    self.x = x
    self.y = y
  }

  public static var zero: Point { Point(x: 0, y: 0) }

  @inlinable @inline(__always)
  public static func + (a: Point, b: Vector) -> Point { Point(x: a.x + b.dx, y: a.y + b.dy) }

  @inlinable @inline(__always)
  public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
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

  public static var zero: Size { Size(width: 0, height: 0) }
}
