// Stage: paint. Input: an affine transform from a gradient's points to the device. Output: quantities that are affine
// in the device place, as whole numbers: their value at a place is exact whatever place one starts from, so that a
// gradient does not depend on tiles.

/// A quantity that is affine in the device place: `constant + x·dx + y·dy`, while it is being prepared.
struct ScaledPlane {
  var constant, dx, dy: ScaledNumber

  static var zero: ScaledPlane { ScaledPlane(constant: .zero, dx: .zero, dy: .zero) }

  static func + (a: ScaledPlane, b: ScaledPlane) -> ScaledPlane {
    ScaledPlane(constant: a.constant + b.constant, dx: a.dx + b.dx, dy: a.dy + b.dy)
  }

  static func - (a: ScaledPlane, b: ScaledPlane) -> ScaledPlane {
    ScaledPlane(constant: a.constant - b.constant, dx: a.dx - b.dx, dy: a.dy - b.dy)
  }

  static func + (a: ScaledPlane, b: ScaledNumber) -> ScaledPlane {
    ScaledPlane(constant: a.constant + b, dx: a.dx, dy: a.dy)
  }

  static func * (a: ScaledPlane, b: ScaledNumber) -> ScaledPlane {
    ScaledPlane(constant: a.constant * b, dx: a.dx * b, dy: a.dy * b)
  }

  /// A power of two that the quantity stays below in magnitude, for places in ±2^14: its exponent.
  var bound: Int64 {
    func exponent(_ number: ScaledNumber, _ factor: Int64) -> Int64 {
      number.isZero ? -64 : number.exponent &+ 62 &+ factor
    }
    // The sum of three is below four times the largest.
    return Swift.max(exponent(constant, 0), Swift.max(exponent(dx, 14), exponent(dy, 14))) &+ 2
  }
}

/// A place in the points of a gradient, relative to one of them: that of a pixel's middle, or one of its plane.
struct GradientPlace {
  let x, y: ScaledPlane

  /// A place in the gradient's plane.
  init(inPlaneFrom origin: Point) {
    let one = ScaledNumber(normalizing: 1, exponent: 0)
    x = ScaledPlane(constant: -ScaledNumber(fixed: origin.x), dx: one, dy: .zero)
    y = ScaledPlane(constant: -ScaledNumber(fixed: origin.y), dx: .zero, dy: one)
  }

  /// - Parameter transform: from points to device pixels; `nil` if it has no inverse.
  init?(from origin: Point, _ transform: AffineTransform) {
    let (a, b) = (ScaledNumber(transform.a), ScaledNumber(transform.b))
    let (c, d) = (ScaledNumber(transform.c), ScaledNumber(transform.d))
    let determinant = a * d - b * c
    if determinant.isZero { return nil }
    let scale = determinant.reciprocal
    // Where the middle of the device's first pixel lies relative to where the transform moves the origin to: the
    // difference before the inverse, so that a far-off layer keeps its precision.
    let (ox, oy) = (ScaledNumber(fixed: origin.x), ScaledNumber(fixed: origin.y))
    let half = ScaledNumber(normalizing: 1, exponent: -1)
    let left = half - (a * ox + c * oy + ScaledNumber(transform.tx))
    let top = half - (b * ox + d * oy + ScaledNumber(transform.ty))
    x = ScaledPlane(constant: (d * left - c * top) * scale, dx: d * scale, dy: -c * scale)
    y = ScaledPlane(constant: (a * top - b * left) * scale, dx: -b * scale, dy: a * scale)
  }
}

/// A quantity that is affine in the device place, in whole numbers of a unit that its owner chose.
struct SteppedPlane {
  /// Magnitudes at most 2^61, 2^46 and 2^46: with places in ±2^14 no sum exceeds 2^62.
  let constant, dx, dy: Int64

  /// - Parameter bits: the unit is 2^−bits. Values beyond the range are held to it.
  init(_ plane: ScaledPlane, bits: Int64) {
    constant = plane.constant.rounded(bits: bits, limit: 1 &<< 61)
    dx = plane.dx.rounded(bits: bits, limit: 1 &<< 46)
    dy = plane.dy.rounded(bits: bits, limit: 1 &<< 46)
  }

  static var zero: SteppedPlane {
    SteppedPlane(ScaledPlane.zero, bits: 0)
  }

  @inline(__always)
  func value(_ x: Int32, _ y: Int32) -> Int64 {
    constant &+ Int64(truncatingIfNeeded: x) &* dx &+ Int64(truncatingIfNeeded: y) &* dy
  }
}

extension ScaledNumber {
  init(fixed value: Fixed) { self.init(normalizing: Int64(value.rawValue), exponent: -16) }

  /// `a − b`, exact.
  init(from b: Fixed, to a: Fixed) {
    self.init(normalizing: Int64(a.rawValue) &- Int64(b.rawValue), exponent: -16)
  }

  var isNegative: Bool { mantissa < 0 }
  var magnitude: ScaledNumber { isNegative ? -self : self }

  /// The number times 2^bits, rounded to nearest, held to ±limit.
  func rounded(bits: Int64, limit: Int64) -> Int64 {
    let shift = 0 &- exponent &- bits  // right by this much; mantissas are 2^61 and more
    if isZero || shift > 62 { return 0 }
    let value = shift <= 0 ? (isNegative ? 0 &- limit : limit) : roundedShift(mantissa, shift)
    return Swift.max(0 &- limit, Swift.min(limit, value))
  }

  /// The root of the magnitude; relative error below 2⁻³⁰.
  var squareRoot: ScaledNumber {
    if isZero { return .zero }
    // An even exponent; the mantissa then lies in 2^61...2^63 and its root in 2^30.5...2^31.5.
    let isOdd = exponent & 1 == 1
    let root = FixedRaster.squareRoot(isOdd ? mantissa.magnitude &<< 1 : mantissa.magnitude)
    return ScaledNumber(normalizing: Int64(root), exponent: (isOdd ? exponent &- 1 : exponent) &>> 1)
  }
}
