// Stage: path. Input: a stroke's width and its transform. Output: the ellipse that is drawn along the path.

/// The shape that a stroke sweeps along the path: the unit circle of *pen space* moved by a matrix.
///
/// Pen space is the path's own space turned and scaled so that half the width is one, mirrored where the transform
/// mirrors: a stroke's geometry is reckoned there, where caps and joins are circular, and turns keep their direction.
struct Pen {
  /// Pen space to device, in 1/65536 pixel; below 2^30 (half a width is held to 16,384 pixels). The determinant is
  /// above 0.
  private let m00, m01, m10, m11: Int64
  /// Matrix shifted up to 29 or 30 bits, with which directions are mapped back.
  private let n00, n01, n10, n11: Int64
  /// `length · reciprocal / 2^31 · 2^(exponent + inverseExponent)` is a length in half widths, 16.16; see ``chord``.
  private let reciprocal, inverseExponent: Int64
  /// The longer half axis of the ellipse on the device, in 1/65536 pixel, rounded up.
  let radius: Int64
  /// Whether it is so small and so round that rounding turns no chord of a curve by as much as a step of an arc.
  let isWieldy: Bool
  /// The cosine (2.30) of the turn up to which one point stands for a join: it is at most 1/128 pixel off.
  let slightCosine: Int64
  /// The turn between two points of a round cap or join, whose chords stay within 7/256 pixel: cosine and sine in 2.30.
  let stepCosine, stepSine: Int64

  /// `nil` where the pen is so flat that it covers nothing.
  init?(width: Fixed, matrix: DeviceMatrix) {
    var (p, q, r, s): (Int64, Int64, Int64, Int64) = (32768, 0, 0, 32768)
    if width > .zero {
      p = Pen.entry(matrix.a, width, matrix)
      q = Pen.entry(matrix.c, width, matrix)
      r = Pen.entry(matrix.b, width, matrix)
      s = Pen.entry(matrix.d, width, matrix)
    }
    if p &* s < q &* r { (q, s) = (0 &- q, 0 &- s) }
    (m00, m01, m10, m11) = (p, q, r, s)
    let all = p.magnitude | q.magnitude | r.magnitude | s.magnitude
    let up = Int64(all.leadingZeroBitCount) &- 34
    if all == 0 || p &* s == q &* r { return nil }
    (n00, n01, n10, n11) = (p &<< up, q &<< up, r &<< up, s &<< up)
    let determinant = n00 &* n11 &- n01 &* n10  // 1...2^61
    let down = 33 &- Int64(determinant.leadingZeroBitCount)
    let mantissa = down > 0 ? determinant &>> down : determinant &<< (0 &- down)  // 2^30..<2^31
    reciprocal = (1 &<< 61) / mantissa
    inverseExponent = up &- down &- 14

    // The half axes' sum and difference: the roots of the squares' sum plus and minus twice the determinant.
    let squares = UInt64(bitPattern: p &* p &+ q &* q &+ r &* r &+ s &* s)  // ≤ 2^62
    let twice = UInt64(bitPattern: 2 &* (p &* s &- q &* r))  // ≤ squares
    radius = (Int64(squareRoot(squares &+ twice)) &+ Int64(squareRoot(squares &- twice))) / 2 &+ 1
    // Of at most 1024 pixels, the axes' ratio at most 16: their product is p·s − q·r.
    isWieldy = radius <= 1 &<< 26 && (radius &* radius) &>> 4 <= Int64(bitPattern: twice &>> 1)
    // A turn by t moves a point on the bisector R·t²/8 away from the arc: 1 − cos t = t²/2 ≤ 1/32R, and below 0.2.
    slightCosine = UnitVector.one &- Swift.min((1 &<< 41) / radius, 214_748_365)
    // The chord of a step t is R(1 − cos t/2) away from the arc: 1 − cos t/2 = 7/256R, and below 0.15.
    let half = UnitVector.one &- Swift.min((1792 &<< 30) / radius, 161_061_274)
    let halfSine = Int64(squareRoot(UInt64(bitPattern: (1 &<< 60) &- half &* half)))
    stepCosine = (half &* half) &>> 29 &- UnitVector.one
    stepSine = (half &* halfSine) &>> 29
  }

  /// A coefficient times half the width, in 1/65536 pixel, held below 2^30.
  private static func entry(_ coefficient: Int32, _ width: Fixed, _ matrix: DeviceMatrix) -> Int64 {
    // Coefficients have `shift` fraction bits, the width 16, the half one more; ≤ 2^62 before.
    let value = roundedShift(Int64(coefficient) &* Int64(width.rawValue), matrix.shift &+ 1)
    return Swift.max(-0x3FFF_FFFF, Swift.min(0x3FFF_FFFF, value))
  }

  /// Where a vector of pen space points on the device, in 1/65536 pixel. `fractionBits` is its format, at most 30; each
  /// part is at most 2^31.
  @inline(__always)
  func offset(x: Int64, y: Int64, fractionBits: Int64) -> (x: Int64, y: Int64) {
    (
      x: roundedShift(m00 &* x &+ m01 &* y, fractionBits),
      y: roundedShift(m10 &* x &+ m11 &* y, fractionBits)
    )
  }

  /// A straight piece of the path, in pen space.
  struct Chord {
    /// To the left, seen along the chord on the display.
    var normal: UnitVector
    /// In half widths, 16.16, saturated.
    var length: Int64
  }

  /// The chord between two places, `nil` where both its extents are below 1/64 pixel: too short to have a direction.
  func chord(from p: DevicePoint, to q: DevicePoint) -> Chord? {
    let (dx, dy) = (q.x &- p.x, q.y &- p.y)  // ≤ 2^39
    let all = dx.magnitude | dy.magnitude
    if Pen.isTooShort(all) { return nil }
    let down = 34 &- Int64(all.leadingZeroBitCount)
    let x = down > 0 ? dx &>> down : dx &<< (0 &- down)
    let y = down > 0 ? dy &>> down : dy &<< (0 &- down)
    guard let v = PolarVector(x: n11 &* x &- n01 &* y, y: n00 &* y &- n10 &* x) else { return nil }
    // With M = N / 2^(16+up) the length is |adj N · d| · 2^up / det N; v.length · 2^(v.exponent + down) is the first
    // factor.
    let mantissa = (v.length &* reciprocal) &>> 31  // < 2^31
    let exponent = v.exponent &+ down &+ inverseExponent
    return Chord(normal: v.unit.turnedLeft, length: Pen.scaled(mantissa, exponent))
  }

  /// Whether a chord has no direction.
  ///
  /// - Parameter extents: both of them, by bits.
  @inline(__always)
  private static func isTooShort(_ extents: UInt64) -> Bool { extents < 1024 }

  /// Whether ``chord(from:to:)`` finds one: wherever there is a pen, a direction of the device is one of pen space too.
  @inline(__always)
  func hasChord(from p: DevicePoint, to q: DevicePoint) -> Bool {
    !Pen.isTooShort((q.x &- p.x).magnitude | (q.y &- p.y).magnitude)
  }

  /// `value · 2^exponent`, held to 31 bits; `value` below 2^31.
  private static func scaled(_ value: Int64, _ exponent: Int64) -> Int64 {
    if exponent <= 0 { return exponent < -31 ? 0 : value &>> (0 &- exponent) }
    return exponent > 31 ? 0x7FFF_FFFF : Swift.min(0x7FFF_FFFF, value &<< exponent)
  }
}
