/// A rectangle of whole device pixels, half open: it holds `minX ≤ x < maxX` and `minY ≤ y < maxY`.
public struct PixelRect: Hashable, Sendable {
  public var minX, minY, maxX, maxY: Int32

  @inlinable @inline(__always)
  public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  @inlinable @inline(__always)
  public init(width: Int, height: Int) {
    self.init(minX: 0, minY: 0, maxX: Int32(clamping: width), maxY: Int32(clamping: height))
  }

  public static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  @inlinable @inline(__always)
  public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// The number of columns; 0 if empty.
  @inlinable @inline(__always)
  public var width: Int { Swift.max(0, Int(maxX) - Int(minX)) }

  /// The number of rows; 0 if empty.
  @inlinable @inline(__always)
  public var height: Int { Swift.max(0, Int(maxY) - Int(minY)) }

  /// The number of pixels; 0 if empty.
  @inlinable @inline(__always)
  public var area: Int64 { Int64(truncatingIfNeeded: width) &* Int64(truncatingIfNeeded: height) }

  /// The pixels in both; possibly empty.
  @inlinable @inline(__always)
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY), maxX: Swift.min(maxX, other.maxX),
      maxY: Swift.min(maxY, other.maxY))
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable @inline(__always)
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY), maxX: Swift.max(maxX, other.maxX),
      maxY: Swift.max(maxY, other.maxY))
  }

  /// Moved by pixels; edges saturate.
  public func moved(_ x: Int32, _ y: Int32) -> PixelRect {
    func sum(_ a: Int32, _ b: Int32) -> Int32 { saturating32(Int64(a) &+ Int64(b)) }
    return PixelRect(minX: sum(minX, x), minY: sum(minY, y), maxX: sum(maxX, x), maxY: sum(maxY, y))
  }

  @inlinable @inline(__always)
  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  @inlinable @inline(__always)
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }
}
