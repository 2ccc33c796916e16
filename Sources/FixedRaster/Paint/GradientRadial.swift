// Stage: paint. Input: device places. Output: a radial gradient's colours.
//
// A gradient between two circles paints, as HTML's canvas defines it, each circle c(t) = c₀ + t·(c₁ − c₀) of radius
// r(t) = r₀ + t·(r₁ − r₀) ≥ 0, larger t over smaller: at a place the largest t whose circle goes through it. With d the
// distance of the centres, e = r₁ − r₀, a = d² − e², and the place seen from c₀ as p along the line of centres and q
// across it, the two roots of that condition are
//
//     t = W ± √(U² ∓ V²)      W = (p·d + r₀·e)/a    U = (p·e + r₀·d)/a    V = q/√|a|
//
// (minus V² if a > 0, plus if a < 0), all three affine in the place. The circles form a cone:
//
//   a < 0  one circle holds the other: every place is painted; the root with + if e > 0, with − if e < 0
//   a > 0  neither does: places between the common tangents, where U ≥ |V|; the root with +
//   a = 0  they touch: one half plane, e·P > 0 for P = p + r₀·e/d; t = (P² + q²)/(2·d·P) − r₀/e

/// A gradient between two circles.
///
/// A place on the ramp is off by no more than if the pixel lay 2⁻¹² of the gradient's size (its largest of |r₁ − r₀|
/// and the centres' distance) elsewhere, for gradients of at least a pixel. Circles that touch to within 2⁻¹⁵,
/// relatively, count as touching.
public struct RadialGradient {
  enum Cone { case around, between, touching }

  let cone: Cone
  /// U and V in 2^−bits, with `guardBits` more below.
  let u, v: SteppedPlane
  /// W, or the addend where the circles touch, in 2⁻³¹.
  let w: SteppedPlane
  /// The three in perspective; those above are of no use then.
  let projected: GradientProjection?
  /// 2...24: how many binary places the roots have.
  let bits: Int64
  /// Refinements of each root: one more where large ones cancel.
  let refinements: Int
  /// Whether r₁ < r₀.
  let shrinks: Bool
  let ramp: GradientRamp
  public let spread: GradientSpread
  /// Whether nothing shows: the circles are one, both are points, or the transform flattens the plane; or the gradient
  /// is so small that a far corner of the device (16384 pixels) is more than 2^28 gradients away.
  public let isEmpty: Bool

  /// Places fit 32 bits; their steps have so many more.
  static var guardBits: Int64 { 20 }

  /// - Parameters:
  ///   - startCenter: of the circle where the ramp starts, in points.
  ///   - startRadius: of that circle; a negative one counts as 0.
  ///   - endCenter: of the circle where the ramp ends.
  ///   - endRadius: of that circle; a negative one counts as 0.
  ///   - ramp: the colours.
  ///   - spread: the colours before the start and beyond the end.
  ///   - mapping: from points to device pixels; clear beyond the horizon of a projective one.
  @export(interface)
  @_optimize(size)
  public init(
    startCenter: Point, startRadius: Fixed, endCenter: Point, endRadius: Fixed, ramp: GradientRamp,
    spread: GradientSpread = .pad, mapping: Mapping = .identity
  ) {
    self.init(startCenter, startRadius, endCenter, endRadius, ramp, spread, DrawnMapping(mapping))
  }

  @inline(never)  // large
  @_optimize(size)
  init(
    _ startCenter: Point, _ startRadius: Fixed, _ endCenter: Point, _ endRadius: Fixed, _ ramp: GradientRamp,
    _ spread: GradientSpread, _ mapping: DrawnMapping
  ) {
    self.ramp = ramp
    self.spread = spread
    let (r0, r1) = (Swift.max(startRadius, .zero), Swift.max(endRadius, .zero))
    shrinks = r1 < r0
    let circles = CirclePair(startCenter, r0, endCenter, r1)
    let place = mapping.place(from: startCenter)
    cone = circles.cone
    refinements = circles.isNearlyTouching ? 3 : 2
    if let place, let planes = circles.planes(place) {
      projected = mapping.projection(planes.u, planes.v, planes.w)
      bits = projected == nil ? Swift.min(24, 31 &- Swift.max(planes.u.bound, planes.v.bound)) : 24
      isEmpty = bits < 2
      u = SteppedPlane(planes.u, bits: bits &+ RadialGradient.guardBits)
      v = SteppedPlane(planes.v, bits: bits &+ RadialGradient.guardBits)
      w = SteppedPlane(planes.w, bits: 31)
    } else {
      bits = 2
      isEmpty = true
      projected = nil
      (u, v, w) = (.zero, .zero, .zero)
    }
  }

  /// Around one centre, from there (or from `startRadius`) to `radius`.
  @export(interface)
  @_optimize(size)
  public init(
    center: Point, startRadius: Fixed = 0, radius: Fixed, ramp: GradientRamp, spread: GradientSpread = .pad,
    mapping: Mapping = .identity
  ) {
    self.init(
      startCenter: center, startRadius: startRadius, endCenter: center, endRadius: radius, ramp: ramp, spread: spread,
      mapping: mapping)
  }

}

/// The place on the ramp between two circles.
private struct CirclePair {
  /// From the first centre to the second; e; d; e² and d².
  let cx, cy, e, d, e2, d2: ScaledNumber
  let r0: ScaledNumber
  /// d² − e².
  let a: ScaledNumber
  let cone: RadialGradient.Cone

  @_optimize(size)
  init(_ c0: Point, _ r0: Fixed, _ c1: Point, _ r1: Fixed) {
    (cx, cy) = (ScaledNumber(from: c0.x, to: c1.x), ScaledNumber(from: c0.y, to: c1.y))
    e = ScaledNumber(from: r0, to: r1)
    (d2, e2) = (cx * cx + cy * cy, e * e)
    d = d2.squareRoot
    self.r0 = ScaledNumber(fixed: r0)
    a = d2 - e2
    let limit = ScaledNumber(normalizing: e2.mantissa, exponent: e2.exponent &- 15)
    if !e2.isZero && (a.magnitude - limit).isNegative {
      cone = .touching
    } else {
      cone = a.isNegative ? .around : .between
    }
  }

  /// Whether one circle is within 1/64 of touching the other: W and the root are then many times their difference.
  var isNearlyTouching: Bool {
    let sum = d2 + e2
    return (a.magnitude - ScaledNumber(normalizing: sum.mantissa, exponent: sum.exponent &- 6)).isNegative
  }

  /// U, V and W as the header has them; where the circles touch, P/2d, q/2d and −r₀/e. `nil` if nothing shows.
  @_optimize(size)
  func planes(_ place: GradientPlace) -> (u: ScaledPlane, v: ScaledPlane, w: ScaledPlane)? {
    if d2.isZero && e2.isZero { return nil }
    if d2.isZero {
      let scale = e.reciprocal
      return (place.x * scale, place.y * scale, .zero + -(r0 * scale))
    }
    let alongD = place.x * cx + place.y * cy  // p·d
    let acrossD = place.y * cx - place.x * cy  // q·d
    if cone == .touching {
      let scale = (d2 + d2).reciprocal
      return ((alongD + r0 * e) * scale, acrossD * scale, .zero + -(r0 * e.reciprocal))
    }
    let scale = a.reciprocal
    let unit = d.reciprocal
    return (
      (alongD * (e * unit) + r0 * d) * scale, acrossD * (unit * a.squareRoot.reciprocal),
      (alongD + r0 * e) * scale
    )
  }
}

// MARK: - Colours

extension RadialGradient {
  var isOpaque: Bool { cone == .around && ramp.isOpaque && projected == nil }

  func lookUp<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, x: Int32, y: Int32, count: Int
  ) {
    if let projected {
      return unsafe projected.lookUp(row, table, x, y, count) { projected.values($0, $1).map { index(farOut: $0) } }
    }
    var (u, v, w) = (u.value(x, y), v.value(x, y), w.value(x, y))
    var i = 0
    while i < count {
      unsafe row[i] = table[index(u &>> RadialGradient.guardBits, v &>> RadialGradient.guardBits, w, bits)]
      u &+= self.u.dx
      v &+= self.v.dx
      w &+= self.w.dx
      i &+= 1
    }
  }

  /// Where the colour of a place in a plane in perspective lies in the table; any place.
  @inline(__always)
  private func index(farOut values: (first: Int64, second: Int64, third: Int64)) -> Int {
    let limit: Int64 = 0x7FFF_FFFF
    func held(_ value: Int64) -> Int64 { Swift.max(0 &- limit, Swift.min(limit, value)) }
    // Farther out the unit is as coarse as it takes to fit 32 bits: beyond 2^29 gradients, places are held there.
    let excess = 33 &- Int64((values.first.magnitude | values.second.magnitude).leadingZeroBitCount)
    let drop = Swift.max(0, Swift.min(22, excess))
    return index(held(values.first &>> drop), held(values.second &>> drop), values.third, bits &- drop)
  }

  /// Where the colour lies in the ramp's table; |u|, |v| < 2^31, in 2^−bits.
  @inline(__always)
  private func index(_ u: Int64, _ v: Int64, _ w: Int64, _ bits: Int64) -> Int {
    // Roots are below 2^31.5 in 2^-bits, so that with bits ≥ 2 they stay below 2^61 in 2^-31.
    let scale = 31 &- bits
    switch cone {
    case .around:
      let root = Int64(roundedRoot(UInt64(bitPattern: u &* u &+ v &* v), refinements)) &<< scale
      return spread.index(shrinks ? w &- root : w &+ root)
    case .between:
      let square = u &* u &- v &* v
      if u <= 0 || square < 0 { return GradientRamp.clear }
      return spread.index(w &+ Int64(roundedRoot(UInt64(bitPattern: square), refinements)) &<< scale)
    case .touching:
      if u == 0 || (u < 0) != shrinks { return GradientRamp.clear }
      // t = u + v²/u, held to 2^32: beyond that a ramp is many thousand times repeated within a pixel.
      let sum = u.magnitude &+ (v &* v).magnitude / u.magnitude
      let root = Int64(bitPattern: Swift.min(sum, 0xFFFF_FFFF)) &<< scale
      return spread.index(shrinks ? w &- root : w &+ root)
    }
  }
}

/// The square root of a number below 2^63; relative error below 2⁻¹⁹ after two refinements and 2⁻²⁶ after three, or 1.
@inline(__always)
private func roundedRoot(_ value: UInt64, _ refinements: Int) -> UInt32 {
  if value == 0 { return 0 }
  // An even shift brings the number to 2^62...2^64: z · 2^64 with z in 1/4...1; √z = z · 1/√z.
  let shift = UInt64(value.leadingZeroBitCount & ~1)
  let z = (value &<< shift) &>> 32
  // 1/√z in 2.30: 2.6708 − 3.2854 z + 1.6386 z² is within 2.5 %, and each step of Newton's iteration
  // y ← y(3 − z·y²)/2 makes a relative error e into 3/2 · e². y < 2^31.1: products stay below 2^63.
  var y = 2_867_787_662 &- (z &* (3_527_624_778 &- (z &* 1_759_398_817) &>> 32)) &>> 32
  for _ in 0..<refinements {
    y = ((3_221_225_472 &- (z &* ((y &* y) &>> 30)) &>> 32) &* y) &>> 31
  }
  let root = (z &* y) &>> 30  // in 2^31...2^32
  return UInt32(truncatingIfNeeded: Swift.min(root, 0xFFFF_FFFF) &>> (shift &>> 1))
}
