// Stage: path. Input: a cubic in device coordinates. Output: points on it, close enough together that the chords
// between them stay within 13/512 pixel of it.
//
// The number of steps comes from the second differences of the control points (Wang's formula, see Goldman, "Pyramid
// Algorithms", 2003): with n equal steps in the parameter, the chords of a cubic are at most 3/4 · M / n² away, M being
// the longer second difference. A step is three additions a coordinate (forward differences); a curve that needs more
// than 128 steps is taken in 2^k pieces, each set up afresh, so that rounding cannot add up: 128³/6 half units of
// 2^-32.

/// The control points of a cubic.
struct DeviceCubic {
  var p0, p1, p2, p3: DevicePoint

  init(_ p0: DevicePoint, _ p1: DevicePoint, _ p2: DevicePoint, _ p3: DevicePoint) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// A quadratic as a cubic: its control point taken twice, at 2/3 from the ends, rounded to 1/65536 pixel.
  init(_ p0: DevicePoint, _ control: DevicePoint, _ p3: DevicePoint) {
    self.init(p0, DeviceCubic.point(toward: control, from: p0), DeviceCubic.point(toward: control, from: p3), p3)
  }

  /// The point at 2/3 of the way, to the nearest unit: a curve that is moved by whole pixels, or mirrored, is the same
  /// curve on both sides of the origin. A third is never half a unit.
  private static func point(toward control: DevicePoint, from end: DevicePoint) -> DevicePoint {
    DevicePoint(x: third(end.x &+ 2 &* control.x), y: third(end.y &+ 2 &* control.y))
  }

  /// A third, to the nearest whole number. Three coordinates are within ±2^41: with 3 · 2^44 none is below zero.
  private static func third(_ sum: Int64) -> Int64 { (sum &+ 1 &+ 3 &<< 44) / 3 &- 1 &<< 44 }

  /// The square of the number of steps that keeps the chords within 13/512 pixel: 3/4 · M · 512/13, rounded up.
  var squaredStepCount: Int64 {
    let m = Swift.max(
      DeviceCubic.lengthBound(p0.x &- 2 &* p1.x &+ p2.x, p0.y &- 2 &* p1.y &+ p2.y),
      DeviceCubic.lengthBound(p1.x &- 2 &* p2.x &+ p3.x, p1.y &- 2 &* p2.y &+ p3.y))
    // m ≤ 2^41.5; 29.54 / 65536 ≤ 1891 / 2^22.
    return (m &* 1891) &>> 22 &+ 1
  }

  /// How often the curve is halved, so that no piece needs more than 128 steps.
  var pieceBits: Int64 {
    // A half has a quarter of the second difference. 2^30 steps squared at most: 8 halvings.
    let squared = squaredStepCount
    var bits: Int64 = 0
    while squared &>> (2 &* bits) > 128 &* 128 { bits &+= 1 }
    return bits
  }

  /// The number of steps of a piece: rounding of its control points may ask for one more than 128.
  var stepCount: Int64 {
    Swift.min(Int64(squareRoot(UInt64(bitPattern: squaredStepCount &- 1))) &+ 1, 129)
  }

  /// At least the length of a vector and at most 1.083 times it: the longer part and 107/256 of the shorter.
  @inline(__always)
  static func lengthBound(_ x: Int64, _ y: Int64) -> Int64 {
    let (a, b) = (x < 0 ? 0 &- x : x, y < 0 ? 0 &- y : y)
    let shorter = Swift.min(a, b)
    return Swift.max(a, b) &+ (shorter &* 107) &>> 8 &+ 1
  }

  /// Whether all control points lie on the same outer side of the bounds. Its effect on the picture inside depends on
  /// its ends alone: nothing, or, left of it, one crossing for each y between them.
  func misses(_ bounds: DeviceBounds) -> Bool {
    let left = Swift.min(Swift.min(p0.x, p1.x), Swift.min(p2.x, p3.x))
    let right = Swift.max(Swift.max(p0.x, p1.x), Swift.max(p2.x, p3.x))
    let top = Swift.min(Swift.min(p0.y, p1.y), Swift.min(p2.y, p3.y))
    let bottom = Swift.max(Swift.max(p0.y, p1.y), Swift.max(p2.y, p3.y))
    return right <= bounds.minX || left >= bounds.maxX || bottom <= bounds.minY || top >= bounds.maxY
  }

  /// The part between the parameters `index / 2^bits` and `(index + 1) / 2^bits`.
  func piece(_ index: Int64, bits: Int64) -> DeviceCubic {
    bits == 0 ? self : part(from: index, to: index &+ 1, bits: bits)
  }

  /// The part between the parameters `r / 2^bits` and `s / 2^bits`, by polar forms (Ramshaw 1987). `bits` in 1...22.
  func part(from r: Int64, to s: Int64, bits: Int64) -> DeviceCubic {
    DeviceCubic(polar(r, r, r, bits), polar(r, r, s, bits), polar(r, s, s, bits), polar(s, s, s, bits))
  }

  /// The blossom: with three times the same parameter the curve's point there.
  func polar(_ r: Int64, _ s: Int64, _ t: Int64, _ bits: Int64) -> DevicePoint {
    let a = DeviceCubic.between(p0, p1, r, bits)
    let b = DeviceCubic.between(p1, p2, r, bits)
    let c = DeviceCubic.between(p2, p3, r, bits)
    return DeviceCubic.between(
      DeviceCubic.between(a, b, s, bits), DeviceCubic.between(b, c, s, bits), t, bits)
  }

  /// |q − p| ≤ 2^39 and t ≤ 2^22: at most 2^61.
  private static func between(_ p: DevicePoint, _ q: DevicePoint, _ t: Int64, _ bits: Int64) -> DevicePoint {
    DevicePoint(
      x: p.x &+ roundedShift((q.x &- p.x) &* t, bits), y: p.y &+ roundedShift((q.y &- p.y) &* t, bits))
  }
}

/// A pixel rectangle in 1/65536 pixel.
struct DeviceBounds {
  let minX, minY, maxX, maxY: Int64

  /// - Parameter margin: added on each side, in 1/65536 pixel.
  init(_ rect: PixelRect, margin: Int64 = 0) {
    minX = Int64(rect.minX) &<< 16 &- margin
    minY = Int64(rect.minY) &<< 16 &- margin
    maxX = Int64(rect.maxX) &<< 16 &+ margin
    maxY = Int64(rect.maxY) &<< 16 &+ margin
  }

  /// Whether both ends of a line lie on the same outer side.
  @inline(__always)
  func misses(_ p: DevicePoint, _ q: DevicePoint) -> Bool {
    Swift.max(p.x, q.x) <= minX || Swift.min(p.x, q.x) >= maxX || Swift.max(p.y, q.y) <= minY
      || Swift.min(p.y, q.y) >= maxY
  }
}

/// The points of a flattened cubic, one after the other: without its start, with its end.
///
/// At most 256 · 129 of them. A piece of the curve outside the bounds gives its end only.
struct CurveSteps {
  private let curve: DeviceCubic
  private let bounds: DeviceBounds
  private let pieceBits: Int64
  private var pieceIndex: Int64 = 0
  private var stepsLeft: Int64 = 0
  private var x: Differences
  private var y: Differences
  private var end: DevicePoint

  init(_ curve: DeviceCubic, bounds: DeviceBounds) {
    self.curve = curve
    self.bounds = bounds
    x = Differences(start: 0)
    y = x
    end = curve.p3
    pieceBits = curve.pieceBits
    startPiece()
  }

  /// The next point, or `nil` after the end.
  @inline(__always)
  mutating func next() -> DevicePoint? {
    if stepsLeft > 1 {
      stepsLeft &-= 1
      return DevicePoint(x: x.step(), y: y.step())
    }
    if stepsLeft == 0 { return nil }
    let point = end
    pieceIndex &+= 1
    if pieceIndex &>> pieceBits == 0 { startPiece() } else { stepsLeft = 0 }
    return point
  }

  private mutating func startPiece() {
    let piece = curve.piece(pieceIndex, bits: pieceBits)
    end = piece.p3
    if piece.misses(bounds) {
      stepsLeft = 1
      return
    }
    let n = piece.stepCount
    stepsLeft = n
    if n == 1 { return }
    (x, y) = piece.differences(steps: n)
  }
}

extension DeviceCubic {
  /// For walking over the curve in `n` equal steps of the parameter, 1...129.
  func differences(steps n: Int64) -> (x: Differences, y: Differences) {
    (x: Differences(p0.x, p1.x, p2.x, p3.x, steps: n), y: Differences(p0.y, p1.y, p2.y, p3.y, steps: n))
  }
}

/// Forward differences of one coordinate, in 2⁻³² pixel.
struct Differences {
  var value, first, second, third: Int64

  init(start: Int64) {
    value = start
    first = 0
    second = 0
    third = 0
  }

  /// Steps along the cubic with these Bézier coefficients (in 1/65536 pixel) at `steps` equal parts of the parameter.
  init(_ p0: Int64, _ p1: Int64, _ p2: Int64, _ p3: Int64, steps n: Int64) {
    let c = 3 &* (p1 &- p0)  // ≤ 2^40.6
    let b = 3 &* (p0 &- 2 &* p1 &+ p2)  // ≤ 3M; n ≤ 129 means M < 2^9.3 pixels
    let a = p3 &- 3 &* (p2 &- p1) &- p0  // ≤ 2M
    let (n2, n3) = (n &* n, n &* n &* n)
    value = p0 &<< 16
    let cubicPart = (a &<< 16) / n3
    let squarePart = (b &<< 16) / n2
    first = cubicPart &+ squarePart &+ (c &<< 16) / n
    third = (6 &* (a &<< 16)) / n3
    second = third &+ (2 &* (b &<< 16)) / n2
  }

  /// The next value, in 1/65536 pixel.
  @inline(__always)
  mutating func step() -> Int64 {
    value &+= first
    first &+= second
    second &+= third
    return (value &+ 0x8000) &>> 16
  }
}
