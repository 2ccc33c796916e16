/// A rectangle in points, half open: it holds `minX ≤ x < maxX` and `minY ≤ y < maxY`.
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  @inlinable @inline(__always)
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  @inlinable @inline(__always)
  public init(x: Fixed, y: Fixed, width: Fixed, height: Fixed) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  public var width: Fixed { size.width.magnitude }
  public var height: Fixed { size.height.magnitude }
  public var minX: Fixed { size.width < 0 ? origin.x + size.width : origin.x }
  public var minY: Fixed { size.height < 0 ? origin.y + size.height : origin.y }
  public var maxX: Fixed { size.width < 0 ? origin.x : origin.x + size.width }
  public var maxY: Fixed { size.height < 0 ? origin.y : origin.y + size.height }
  public var midX: Fixed { minX + Fixed(rawValue: width.rawValue / 2) }
  public var midY: Fixed { minY + Fixed(rawValue: height.rawValue / 2) }
  public var isEmpty: Bool { size.width == 0 || size.height == 0 }

  /// The same rectangle with a width and a height that are not negative.
  public var standardized: Rect { Rect(x: minX, y: minY, width: width, height: height) }

  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The smallest rectangle that holds both; the other one where one is empty.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
    return Rect(
      x: left, y: top, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - top)
  }

  public func offsetBy(dx: Fixed, dy: Fixed) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The rectangle with each side moved inwards by `dx` or `dy` (outwards if negative); ``zero``-sized about its middle
  /// where there is not that much of it.
  public func insetBy(dx: Fixed, dy: Fixed) -> Rect {
    let (w, h) = (width - dx - dx, height - dy - dy)
    return Rect(
      x: w < 0 ? midX : minX + dx, y: h < 0 ? midY : minY + dy,
      width: Swift.max(w, .zero), height: Swift.max(h, .zero))
  }
}
