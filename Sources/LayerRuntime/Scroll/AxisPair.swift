// Stage: scroll. Values of both axes. Lengths are in 64 bits: a list may be longer than a Fixed holds.

import FixedRaster

/// A value for each axis. Places and lengths are in 1/65536 point, below 2^48; speeds in 1/65536 point a second.
struct AxisPair<Value> {
  var x, y: Value

  init(_ x: Value, _ y: Value) { (self.x, self.y) = (x, y) }

  init(both value: Value) { (x, y) = (value, value) }

  subscript(_ axis: ScrollAxis) -> Value {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}

enum ScrollAxis: UInt8 {
  case horizontal, vertical

  var other: ScrollAxis { self == .horizontal ? .vertical : .horizontal }
}

extension AxisPair where Value == Int64 {
  init(_ point: Point) { self.init(Int64(point.x.rawValue), Int64(point.y.rawValue)) }

  static var zero: AxisPair { AxisPair(both: 0) }

  /// Held to the ends of the numbers.
  var point: Point { Point(x: Fixed(held: x), y: Fixed(held: y)) }

  func isEqual(to other: AxisPair) -> Bool { x == other.x && y == other.y }
}

/// A length or a speed times a factor, rounded to the nearest, held to 64 bits.
func scaled(_ value: Int64, by factor: Coefficient) -> Int64 {
  // The product of two numbers in 2^-32 is right for any unit of one of them.
  (Coefficient(rawValue: value) * factor).rawValue
}

/// The quotient of two lengths, or of two speeds.
func ratio(_ value: Int64, _ whole: Int64) -> Coefficient {
  Coefficient(rawValue: value) / Coefficient(rawValue: whole)
}

/// - Parameter nanoseconds: 0 or above; held below 2^31 seconds.
func seconds(_ nanoseconds: Int64) -> Coefficient {
  let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
  return Coefficient(rawValue: Swift.min(whole, 0x7FFF_FFFF) &<< 32 &+ (rest &<< 32) / 1_000_000_000)
}

/// - Parameter seconds: 0 or above.
func nanoseconds(_ seconds: Coefficient) -> Int64 {
  // Below 2^31 · 2^30, and 2^32 · 2^30.
  (seconds.rawValue &>> 32) &* 1_000_000_000 &+ ((seconds.rawValue & 0xFFFF_FFFF) &* 1_000_000_000) &>> 32
}
