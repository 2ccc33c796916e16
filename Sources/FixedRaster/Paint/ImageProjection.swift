// Stage: paint. Input: a transform of space. Output: which place of an image in its plane z = 0 each device pixel shows, seen
// in perspective, and the polygon that the image's rectangle becomes.

/// The inverse of the plane's projection: (u, v) = (U/W, V/W), where U, V and W are linear in x and y.
///
/// The three are evaluated exactly at each pixel, from coefficients of 61 bits, and divided pixel by pixel. The quotient's
/// relative error is below 2⁻²⁹: 1/65536 of a pixel in an image of 8192.
struct ImageProjection {
  private let u, v, w: Row
  /// Binary exponents of U/W and V/W.
  private let uExponent, vExponent: Int64

  /// `nil` where the plane is seen from its edge, or not at all.
  init?(_ transform: Transform3D) {
    let (a, b, c) = (ScaledNumber(transform.m11), ScaledNumber(transform.m12), ScaledNumber(transform.m14))
    let (d, e, f) = (ScaledNumber(transform.m21), ScaledNumber(transform.m22), ScaledNumber(transform.m24))
    let (g, h, i) = (ScaledNumber(transform.m41), ScaledNumber(transform.m42), ScaledNumber(transform.m44))
    // (x, y, 1) · adj(M) is (u, v, 1) times what is lost in the division, whose sign is the determinant's where the
    // viewer looks.
    let (u1, u2, u3) = (e * i - f * h, f * g - d * i, d * h - e * g)
    let determinant = a * u1 + b * u2 + c * u3
    if determinant.isZero { return nil }
    let isNegative = determinant.mantissa < 0
    u = Row(u1, u2, u3, isNegative)
    v = Row(c * h - b * i, a * i - c * g, b * g - a * h, isNegative)
    w = Row(b * f - c * e, c * d - a * f, a * e - b * d, isNegative)
    (uExponent, vExponent) = (u.exponent &- w.exponent, v.exponent &- w.exponent)
  }

  /// What the centre of device pixel (`x`, `y`) shows, held to ±2^29 pixels; `nil` beyond the horizon.
  @inline(__always)
  func position(_ x: Int32, _ y: Int32) -> ImagePosition? {
    let divisor = w.value(x, y)
    if divisor <= 0 { return nil }
    // Both below 2^32: the divisor's leading 32 bits, and 2^63 divided by them.
    let shift = Int64(truncatingIfNeeded: divisor.leadingZeroBitCount)
    let reciprocal = (1 &<< 63 &- 1) / (UInt64(bitPattern: divisor &<< shift) &>> 32)
    return ImagePosition(
      u: Self.quotient(u.value(x, y), reciprocal, uExponent &+ shift),
      v: Self.quotient(v.value(x, y), reciprocal, vExponent &+ shift))
  }

  /// `value · reciprocal · 2^(exponent − 95)` in 2⁻³², rounded towards zero, held to ±2^61.
  @inline(__always)
  private static func quotient(_ value: Int64, _ reciprocal: UInt64, _ exponent: Int64) -> Int64 {
    let magnitude = value.magnitude
    let zeros = Int64(truncatingIfNeeded: magnitude.leadingZeroBitCount)
    if zeros == 64 { return 0 }
    let product = ((magnitude &<< UInt64(bitPattern: zeros)) &>> 32) &* reciprocal  // 2^62..<2^64
    let shift = 31 &+ zeros &- exponent
    if shift > 63 { return 0 }
    let quotient = Int64(bitPattern: shift < 3 ? 1 &<< 61 : product &>> UInt64(bitPattern: shift))
    return value < 0 ? 0 &- quotient : quotient
  }

  /// How much the image is shrunk about a pixel, as a level; the highest at the horizon.
  func level(_ x: Int32, _ y: Int32) -> Int {
    guard let here = position(x, y), let right = position(x &+ 1, y), let below = position(x, y &+ 1) else {
      return .max
    }
    return imageLevel(
      ImagePosition(u: right.u &- here.u, v: right.v &- here.v),
      ImagePosition(u: below.u &- here.u, v: below.v &- here.v))
  }
}

extension ImageProjection {
  /// A function linear in x and y at pixel centres: (p·x + q·y + r) · 2^exponent, for x and y in 0..<2^14.
  private struct Row {
    /// The three products and their sum are below 2^63.
    let p, q, r: Int64
    let exponent: Int64

    init(_ p: ScaledNumber, _ q: ScaledNumber, _ r: ScaledNumber, _ isNegative: Bool) {
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

    @inline(__always)
    func value(_ x: Int32, _ y: Int32) -> Int64 { p &* Int64(x) &+ q &* Int64(y) &+ r }
  }
}

// MARK: - The image's outline

/// The corners of a rectangle in the plane z = 0, projected and cut to what lies before the viewer within ±8192 pixels.
struct ProjectedOutline {
  private var points = InlineArray<8, HomogeneousPoint>(repeating: HomogeneousPoint(x: .zero, y: .zero, w: .zero))
  /// 0 where nothing is seen, else 3...8.
  private var count = 4

  /// The rectangle from the origin to (`width`, `height`) in pixels.
  init(width: Int, height: Int, transform: Transform3D) {
    let (right, bottom) = (Coefficient(width), Coefficient(height))
    points[0] = HomogeneousPoint(x: 0, y: 0, transform)
    points[1] = HomogeneousPoint(x: right, y: 0, transform)
    points[2] = HomogeneousPoint(x: right, y: bottom, transform)
    points[3] = HomogeneousPoint(x: 0, y: bottom, transform)
    // Where all four distances are positive, w is: what lies behind the viewer is cut away too.
    cut { $0.reach - $0.x }
    cut { $0.reach + $0.x }
    cut { $0.reach - $0.y }
    cut { $0.reach + $0.y }
  }

  /// Sutherland and Hodgman's cut of a convex polygon by the half plane where `distance` is not negative.
  private mutating func cut(_ distance: (HomogeneousPoint) -> ScaledNumber) {
    var kept = InlineArray<8, HomogeneousPoint>(repeating: points[0])
    var keptCount = 0
    // Each cut of a convex polygon adds one corner at the most: eight after four.
    func keep(_ point: HomogeneousPoint) {
      if keptCount == 8 { return }
      kept[keptCount] = point
      keptCount &+= 1
    }
    for k in 0..<count {
      let (from, to) = (points[k], points[k &+ 1 == count ? 0 : k &+ 1])
      let (a, b) = (distance(from), distance(to))
      if a.mantissa >= 0 { keep(from) }
      if (a.mantissa < 0) != (b.mantissa < 0) { keep(from.towards(to, a * (a - b).reciprocal)) }
    }
    (points, count) = (kept, keptCount < 3 ? 0 : keptCount)
  }

  /// The pixels the outline spans.
  var bounds: PixelRect {
    var box = PixelRect.empty
    for k in 0..<count {
      let (x, y) = (corner(k).x.rawValue &>> 8, corner(k).y.rawValue &>> 8)
      box = box.union(PixelRect(minX: x, minY: y, maxX: x &+ 1, maxY: y &+ 1))
    }
    return box
  }

  func add(to polygon: inout some PolygonConsumer & ~Copyable) {
    if count == 0 { return }
    polygon.move(to: corner(0))
    for k in 1..<count { polygon.line(to: corner(k)) }
    polygon.line(to: corner(0))
  }

  /// Rounded to 1/256 pixel.
  private func corner(_ index: Int) -> SubpixelPoint {
    let point = points[index]
    let reciprocal = point.w.reciprocal
    func subpixel(_ value: ScaledNumber) -> Subpixel {
      let raw = (value * reciprocal).coefficient.rawValue
      return Subpixel(rawValue: saturating32(roundedShift(Swift.max(-1 &<< 60, Swift.min(1 &<< 60, raw)), 24)))
    }
    return SubpixelPoint(x: subpixel(point.x), y: subpixel(point.y))
  }
}

/// (x/w, y/w) on the device, in pixels.
private struct HomogeneousPoint {
  let x, y, w: ScaledNumber

  init(x: ScaledNumber, y: ScaledNumber, w: ScaledNumber) { (self.x, self.y, self.w) = (x, y, w) }

  init(x: Coefficient, y: Coefficient, _ m: Transform3D) {
    let (x, y) = (ScaledNumber(x), ScaledNumber(y))
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
