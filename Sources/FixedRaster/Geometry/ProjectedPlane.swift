// Stage: geometry. Input: a plane of space that is seen in perspective. Output: linear functions on it, as functions of
// the device's pixels.
//
// With three of the plane's points as the rows (x, y, w) of a matrix M, a point that is λ of them lies at (X, Y) where
// (X, Y, 1) = λ/w · M. So λ/w is linear in X and Y, and so is every attribute a over w: a · M⁻¹ (Olano and Greer,
// "Triangle Scan Conversion using 2D Homogeneous Coordinates", 1997). Nothing is divided before, so the points may lie
// behind the viewer.

/// A plane of space on the device, from three of its points; see above.
struct ProjectedPlane {
  /// λ/w of each point, times the determinant: as factors of X, Y and 1.
  private let first, second, third: Column
  private let determinant: ScaledNumber

  /// A linear function of a place: factors of its coordinates, and of 1.
  struct Column {
    let x, y, one: ScaledNumber
  }

  /// `nil` where the plane is seen from its edge.
  @_optimize(size)
  init?(_ p: HomogeneousPoint, _ q: HomogeneousPoint, _ r: HomogeneousPoint) {
    let (a, b, c, d, e, f, g, h, i) = (p.x, p.y, p.w, q.x, q.y, q.w, r.x, r.y, r.w)
    first = Column(x: e * i - f * h, y: f * g - d * i, one: d * h - e * g)
    second = Column(x: c * h - b * i, y: a * i - c * g, one: b * g - a * h)
    third = Column(x: b * f - c * e, y: c * d - a * f, one: a * e - b * d)
    determinant = a * first.x + b * first.y + c * first.one
    if determinant.isZero { return nil }
  }

  /// The plane z = 0: its first two points are the directions of x and y, the third is the origin.
  @_optimize(size)
  init?(_ transform: Transform3D) {
    self.init(
      HomogeneousPoint(
        x: ScaledNumber(transform.m11), y: ScaledNumber(transform.m12), w: ScaledNumber(transform.m14)),
      HomogeneousPoint(
        x: ScaledNumber(transform.m21), y: ScaledNumber(transform.m22), w: ScaledNumber(transform.m24)),
      HomogeneousPoint(
        x: ScaledNumber(transform.m41), y: ScaledNumber(transform.m42), w: ScaledNumber(transform.m44)))
  }

  /// Whether the part before the viewer is seen from behind.
  var isMirrored: Bool { determinant.mantissa < 0 }

  /// λ/w of the three points at a place of the device, times a positive factor.
  func weights(x: ScaledNumber, y: ScaledNumber) -> (first: ScaledNumber, second: ScaledNumber, third: ScaledNumber) {
    func weight(_ column: Column) -> ScaledNumber {
      let sum = column.x * x + column.y * y + column.one
      return isMirrored ? -sum : sum
    }
    return (weight(first), weight(second), weight(third))
  }

  /// An attribute over w, times a positive factor that is the same for all attributes, before the viewer; given at the
  /// three points.
  func row(_ a: Coefficient, _ b: Coefficient, _ c: Coefficient) -> ProjectionRow {
    row(ScaledNumber(a), ScaledNumber(b), ScaledNumber(c))
  }

  func row(_ a: ScaledNumber, _ b: ScaledNumber, _ c: ScaledNumber) -> ProjectionRow {
    let sum = combined(a, b, c)
    return ProjectionRow(sum.x, sum.y, sum.one, isNegative: determinant.mantissa < 0)
  }

  /// An attribute over w itself.
  @inline(never)
  func quotient(_ a: ScaledNumber, _ b: ScaledNumber, _ c: ScaledNumber) -> Column {
    let (sum, factor) = (combined(a, b, c), determinant.reciprocal)
    return Column(x: sum.x * factor, y: sum.y * factor, one: sum.one * factor)
  }

  /// From the device to the plane, of which the three points are the directions of x and y and the origin.
  var inverse: Homography {
    func row(_ a: ScaledNumber, _ b: ScaledNumber, _ c: ScaledNumber) -> HomogeneousPoint {
      isMirrored ? HomogeneousPoint(x: -a, y: -b, w: -c) : HomogeneousPoint(x: a, y: b, w: c)
    }
    return Homography(
      x: row(first.x, second.x, third.x), y: row(first.y, second.y, third.y),
      origin: row(first.one, second.one, third.one))
  }

  private func combined(_ a: ScaledNumber, _ b: ScaledNumber, _ c: ScaledNumber) -> Column {
    Column(
      x: a * first.x + b * second.x + c * third.x, y: a * first.y + b * second.y + c * third.y,
      one: a * first.one + b * second.one + c * third.one)
  }
}

/// A function linear in x and y at pixel centres: (p·x + q·y + r) · 2^exponent, for x and y in 0..<2^14.
struct ProjectionRow {
  /// The three products and their sum are below 2^63.
  private let p, q, r: Int64
  let exponent: Int64

  /// The function p·x + q·y + r at any place, or its negative.
  @_optimize(size)
  init(_ p: ScaledNumber, _ q: ScaledNumber, _ r: ScaledNumber, isNegative: Bool) {
    // Half a step each way to the pixel's centre.
    let half = p + q
    let middle = r + ScaledNumber(normalizing: half.mantissa, exponent: half.exponent &- 1)
    // A number's magnitude is below 2^(exponent + 62).
    let slope = Swift.max(p.isZero ? -0x1000 : p.exponent, q.isZero ? -0x1000 : q.exponent) &+ 14
    let exponent = Swift.max(slope, middle.isZero ? -0x1000 : middle.exponent) &+ 1
    func shifted(_ number: ScaledNumber) -> Int64 {
      let value = number.mantissa &>> Swift.min(63, exponent &- number.exponent)
      return isNegative ? 0 &- value : value
    }
    (self.p, self.q, self.r) = (shifted(p), shifted(q), shifted(middle))
    self.exponent = exponent
  }

  /// How much the value grows from a pixel to the next one on its right, and to the next one below.
  var stepX: Int64 { p }
  var stepY: Int64 { q }

  @inline(__always)
  func value(_ x: Int32, _ y: Int32) -> Int64 { p &* Int64(x) &+ q &* Int64(y) &+ r }
}

/// The divisor of values at a pixel: made once a pixel, whatever the number of values.
struct ProjectionDivisor {
  /// 2^63 divided by the divisor's leading 32 bits, and by how much those were shifted.
  private let reciprocal: UInt64
  private let shift: Int64

  /// `nil` where it is not above zero: beyond the horizon.
  @inline(__always)
  @_optimize(size)
  init?(_ divisor: Int64) {
    if divisor <= 0 { return nil }
    shift = Int64(truncatingIfNeeded: divisor.leadingZeroBitCount)
    reciprocal = (1 &<< 63 &- 1) / (UInt64(bitPattern: divisor &<< shift) &>> 32)
  }

  /// `value · 2^exponent` divided, in 2⁻³², rounded towards zero, held to ±2^61; relative error below 2⁻²⁹.
  @inline(__always)
  func quotient(_ value: Int64, _ exponent: Int64) -> Int64 {
    let magnitude = value.magnitude
    let zeros = Int64(truncatingIfNeeded: magnitude.leadingZeroBitCount)
    if zeros == 64 { return 0 }
    // Both factors below 2^32: the product lies in 2^62..<2^64.
    let product = ((magnitude &<< UInt64(bitPattern: zeros)) &>> 32) &* reciprocal
    let drop = 31 &+ zeros &- exponent &- shift
    if drop > 63 { return 0 }
    let quotient = Int64(bitPattern: drop < 3 ? 1 &<< 61 : product &>> UInt64(bitPattern: drop))
    return value < 0 ? 0 &- quotient : quotient
  }
}

/// (x/w, y/w) on the device, in pixels.
struct HomogeneousPoint {
  let x, y, w: ScaledNumber

  @_optimize(size)
  init(x: ScaledNumber, y: ScaledNumber, w: ScaledNumber) { (self.x, self.y, self.w) = (x, y, w) }

  /// A place in the plane z = 0.
  @_optimize(size)
  init(x: Coefficient, y: Coefficient, _ m: Transform3D) {
    self.init(x: ScaledNumber(x), y: ScaledNumber(y), m)
  }

  @inline(never)
  @_optimize(size)
  init(x: ScaledNumber, y: ScaledNumber, _ m: Transform3D) {
    self.x = x * ScaledNumber(m.m11) + y * ScaledNumber(m.m21) + ScaledNumber(m.m41)
    self.y = x * ScaledNumber(m.m12) + y * ScaledNumber(m.m22) + ScaledNumber(m.m42)
    w = x * ScaledNumber(m.m14) + y * ScaledNumber(m.m24) + ScaledNumber(m.m44)
  }

  /// 8192 pixels times w.
  var reach: ScaledNumber { ScaledNumber(normalizing: w.mantissa, exponent: w.exponent &+ 13) }

  func towards(_ end: HomogeneousPoint, _ part: ScaledNumber) -> HomogeneousPoint {
    HomogeneousPoint(x: x + (end.x - x) * part, y: y + (end.y - y) * part, w: w + (end.w - w) * part)
  }
}
