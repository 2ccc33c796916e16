// Stage: gestures. Distances in 64 bits, which neither saturate nor lose the fractions of a point.

import FixedRaster

/// A displacement in 1/65536 point; |x| and |y| below 2^34.
struct GestureVector: Equatable {
  var x, y: Int64

  static var zero: GestureVector { GestureVector(x: 0, y: 0) }

  init(x: Int64, y: Int64) { (self.x, self.y) = (x, y) }

  init(from start: Point, to end: Point) {
    x = Int64(end.x.rawValue) - Int64(start.x.rawValue)
    y = Int64(end.y.rawValue) - Int64(start.y.rawValue)
  }

  /// Within 1/256 point.
  var length: Int64 {
    // Below 2^26 each: the sum of squares stays below 2^53.
    let (x, y) = (x >> 8, y >> 8)
    return Int64(squareRoot(UInt64(x * x + y * y))) << 8
  }

  /// Saturated.
  var vector: Vector { Vector(dx: Fixed(held: x), dy: Fixed(held: y)) }

  static func + (a: GestureVector, b: GestureVector) -> GestureVector { GestureVector(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: GestureVector, b: GestureVector) -> GestureVector { GestureVector(x: a.x - b.x, y: a.y - b.y) }

  /// The place between this one and `end` at a part of the way.
  ///
  /// - Parameter part: 0...65536.
  func mixed(with end: GestureVector, _ part: Int64) -> GestureVector {
    // A difference is below 2^35: the product below 2^52.
    GestureVector(x: x + ((end.x - x) * part) >> 16, y: y + ((end.y - y) * part) >> 16)
  }

  /// The part of the way to `end`, 0...65536, at which a straight movement comes to be farther than `distance` from
  /// zero; `nil` if `end` is not.
  func crossing(to end: GestureVector, distance: Int64) -> Int64? {
    if end.length <= distance { return nil }
    if length > distance { return 0 }
    var (near, far): (Int64, Int64) = (0, 65536)
    while far - near > 1 {
      let middle = (near + far) / 2
      if mixed(with: end, middle).length > distance { far = middle } else { near = middle }
    }
    return far
  }
}

extension Fixed {
  /// A raw value held to the ends of the numbers.
  init(held raw: Int64) {
    self.init(rawValue: Int32(truncatingIfNeeded: Swift.max(Int64(Int32.min), Swift.min(Int64(Int32.max), raw))))
  }
}
