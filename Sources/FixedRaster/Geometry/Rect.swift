/// A rectangle in points, half open: it holds `minX ≤ x < maxX` and `minY ≤ y < maxY`.
///
/// Its functions are CGRect's, with the same answers as far as numbers reach: sides lie within −32768…32767.99998, and a
/// width or height above 32767.99998 is held to that. A negative width or height is as good as a positive one: answers
/// are standardized.
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

  /// The same as ``zero``.
  public init() { self = .zero }

  public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// No rectangle at all, which is less than an empty one: the ``intersection(_:)`` of rectangles that are apart. Adds
  /// nothing to a ``union(_:)``, where an empty rectangle adds its place. It is the empty rectangle at the end of the
  /// numbers; ask ``isNull``.
  public static var null: Rect { Rect(x: .max, y: .max, width: 0, height: 0) }

  public var width: Fixed { size.width.magnitude }
  public var height: Fixed { size.height.magnitude }
  public var minX: Fixed { size.width < 0 ? origin.x + size.width : origin.x }
  public var minY: Fixed { size.height < 0 ? origin.y + size.height : origin.y }
  public var maxX: Fixed { size.width < 0 ? origin.x : origin.x + size.width }
  public var maxY: Fixed { size.height < 0 ? origin.y : origin.y + size.height }
  public var midX: Fixed { minX + Fixed(rawValue: width.rawValue / 2) }
  public var midY: Fixed { minY + Fixed(rawValue: height.rawValue / 2) }
  /// Whether it has no width or no height; so has ``null``.
  public var isEmpty: Bool { size.width == 0 || size.height == 0 }
  public var isNull: Bool { self == .null }

  /// The rectangle with a width and a height that are not negative.
  public var standardized: Rect { Rect(x: minX, y: minY, width: width, height: height) }
}

// MARK: - Two rectangles

extension Rect {
  /// Whether the point lies within: on the left and upper side it does, on the right and lower one not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether all of the other rectangle lies within; an empty one does where its place lies within or on a side,
  /// ``null`` does always.
  public func contains(_ other: Rect) -> Bool {
    if other.isNull || isNull { return other.isNull }
    return across.contains(other.across) && down.contains(other.down)
  }

  /// Whether the rectangles have a place in common. Two that only touch have one: their ``intersection(_:)`` is empty,
  /// but not ``null``.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isNull }

  /// The common area of both; ``null`` where there is none.
  public func intersection(_ other: Rect) -> Rect {
    if isNull || other.isNull { return .null }
    return Rect(across.intersection(other.across), down.intersection(other.down))
  }

  /// The smallest rectangle that holds both, empty ones too; ``null`` adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isNull { return other }
    if other.isNull { return self }
    return Rect(across.union(other.across), down.union(other.down))
  }
}

// MARK: - Other sides

extension Rect {
  /// The rectangle moved; its origin is held to the ends of the numbers.
  public func offsetBy(dx: Fixed, dy: Fixed) -> Rect {
    isNull ? self : Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The rectangle with each side moved inwards by `dx` or `dy` (outwards if negative); ``null`` where there is not
  /// that much of it.
  public func insetBy(dx: Fixed, dy: Fixed) -> Rect {
    isNull ? self : Rect(across.inset(Int64(dx.rawValue)), down.inset(Int64(dy.rawValue)))
  }

  /// The smallest rectangle of whole points that holds this one, a width or height of more than 32767 held to that.
  public var integral: Rect { isNull ? self : Rect(across.integral, down.integral) }

  private var across: Sides { Sides(origin.x, size.width) }
  private var down: Sides { Sides(origin.y, size.height) }

  /// ``null`` where either is turned over.
  private init(_ across: Sides, _ down: Sides) {
    self = .null
    if across.low > across.high || down.low > down.high { return }
    let (x, y) = (across.held, down.held)
    self.init(x: x.origin, y: y.origin, width: x.length, height: y.length)
  }
}

/// Two sides of a rectangle in 1/65536 point, in 64 bits: with a side beyond the numbers' end the others stay right.
private struct Sides {
  let low, high: Int64

  init(low: Int64, high: Int64) { (self.low, self.high) = (low, high) }

  init(_ origin: Fixed, _ length: Fixed) {
    let (from, to) = (Int64(origin.rawValue), Int64(origin.rawValue) &+ Int64(length.rawValue))
    self.init(low: Swift.min(from, to), high: Swift.max(from, to))
  }

  func contains(_ other: Sides) -> Bool { low <= other.low && high >= other.high }

  func intersection(_ other: Sides) -> Sides {
    Sides(low: Swift.max(low, other.low), high: Swift.min(high, other.high))
  }

  func union(_ other: Sides) -> Sides { Sides(low: Swift.min(low, other.low), high: Swift.max(high, other.high)) }

  func inset(_ distance: Int64) -> Sides { Sides(low: low &+ distance, high: high &- distance) }

  var integral: Sides {
    let low = Int64(saturating32(low)) & ~0xFFFF
    return Sides(low: low, high: Swift.min((high &+ 0xFFFF) & ~0xFFFF, low &+ 0x7FFF_0000))
  }

  var held: (origin: Fixed, length: Fixed) {
    let origin = saturating32(low)
    let length = saturating32(Swift.max(0, high &- Int64(origin)))
    return (Fixed(rawValue: origin), Fixed(rawValue: length))
  }
}
