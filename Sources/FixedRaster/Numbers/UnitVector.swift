/// A direction: both parts in 2.30, the length within 2⁻²⁷ of one unless a comment says otherwise.
struct UnitVector: Hashable, Sendable {
  var x, y: Int32

  @inline(__always)
  init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// One, in the format of the parts.
  static var one: Int64 { 1 &<< 30 }

  @inline(__always)
  static prefix func - (v: UnitVector) -> UnitVector { UnitVector(x: 0 &- v.x, y: 0 &- v.y) }

  /// A quarter turn clockwise on the display.
  @inline(__always)
  var turnedRight: UnitVector { UnitVector(x: 0 &- y, y: x) }

  /// A quarter turn anticlockwise on the display.
  @inline(__always)
  var turnedLeft: UnitVector { UnitVector(x: y, y: 0 &- x) }

  /// The cosine of the angle between, in 2.30, rounded down.
  @inline(__always)
  func dot(_ v: UnitVector) -> Int64 { (Int64(x) &* Int64(v.x) &+ Int64(y) &* Int64(v.y)) &>> 30 }

  /// The sine of the angle from here to `v`, clockwise on the display, in 2.30, rounded down.
  @inline(__always)
  func cross(_ v: UnitVector) -> Int64 { (Int64(x) &* Int64(v.y) &- Int64(y) &* Int64(v.x)) &>> 30 }

  /// Turned clockwise on the display by the angle with this cosine and sine (2.30); each turn adds at most 2⁻³⁰ of
  /// error.
  @inline(__always)
  func rotated(cosine: Int64, sine: Int64) -> UnitVector {
    UnitVector(
      x: saturating32(roundedShift(Int64(x) &* cosine &- Int64(y) &* sine, 30)),
      y: saturating32(roundedShift(Int64(x) &* sine &+ Int64(y) &* cosine, 30)))
  }
}

/// A vector as direction and length: `length · 2^exponent · unit`.
struct PolarVector {
  var unit: UnitVector
  /// 2^29...2^30.5; within 2⁻²⁶ of the true length, relatively.
  var length: Int64
  var exponent: Int64

  /// `nil` for the zero vector. Parts below 2^62.
  init?(x: Int64, y: Int64) {
    let bits = 64 &- Int64((x.magnitude | y.magnitude).leadingZeroBitCount)
    if bits == 0 { return nil }
    exponent = bits &- 30
    let u = exponent > 0 ? x &>> exponent : x &<< (0 &- exponent)
    let v = exponent > 0 ? y &>> exponent : y &<< (0 &- exponent)
    // The larger of |u|, |v| lies in 2^29...2^30, the square sum in 2^58...2^61. An even shift brings that to
    // 2^62...2^64, where it is z · 2^64 with z in 1/4...1.
    let sum = UInt64(bitPattern: u &* u &+ v &* v)
    let shift = UInt64(sum.leadingZeroBitCount & ~1)
    let root = Int64(bitPattern: reciprocalSquareRoot(UInt32(truncatingIfNeeded: (sum &<< shift) &>> 32)))
    // 1 / √sum = root · 2^-30 · 2^-(32 - shift/2)
    let drop = 32 &- Int64(bitPattern: shift &>> 1)
    unit = UnitVector(
      x: Int32(truncatingIfNeeded: roundedShift(u &* root, drop)),
      y: Int32(truncatingIfNeeded: roundedShift(v &* root, drop)))
    length = roundedShift(u &* Int64(unit.x) &+ v &* Int64(unit.y), 30)
  }
}

/// `1/√z` in 2.30 for z = `value / 2^32` in 1/4...1; within 2⁻²⁸.
///
/// Newton's iteration y ← y(3 − z·y²)/2 from a straight line 8.6 % off; each step makes a relative error e into 3/2 ·
/// e².
func reciprocalSquareRoot(_ value: UInt32) -> UInt64 {
  let z = UInt64(value)
  // 2.1325 − 1.2186 z
  var y = 2_289_754_439 &- (1_308_461_870 &* z) &>> 32
  for _ in 0..<4 {
    // y ≤ 2^31.1, so y² < 2^62.2; 3 − z·y² < 3: the product stays below 2^63.
    let square = (y &* y) &>> 30
    y = ((3_221_225_472 &- (z &* square) &>> 32) &* y) &>> 31
  }
  return y
}
