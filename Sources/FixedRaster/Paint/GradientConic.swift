// Stage: paint. Input: device places. Output: a conic gradient's colours.

/// A gradient around a centre: the same colour along every ray.
///
/// The place on the ramp follows the angle to within 2⁻¹⁴ of a turn (a sixteenth of one of 1,024 entries; the sine and
/// the cosine of the start add 2⁻¹⁸), but the centre is placed to 1/8192 pixel only where it lies within 8192 pixels of
/// the device's corner, and to 2⁻²⁷ of its distance farther off.
public struct ConicGradient {
  /// The place seen from the centre, turned back by the start angle; a common unit, below 2^31, with `guardBits` more.
  let x, y: SteppedPlane
  /// The same in perspective; they are of no use then.
  let projected: GradientProjection?
  /// Ramps in a turn, in 2⁻³⁰; 1 for a whole turn.
  let rampsPerTurn: Int64
  let ramp: GradientRamp
  public let spread: GradientSpread
  /// Whether nothing shows: the end is not after the start, or the transform flattens the plane.
  public let isEmpty: Bool

  static var guardBits: Int64 { 20 }

  /// - Parameters:
  ///   - center: in points. The pixel whose middle it is gets the ramp's first colour.
  ///   - startAngle: of the ray where the ramp starts, in radians clockwise from the x axis (y grows downwards).
  ///   - endAngle: where it ends; `nil`, or a turn and more after the start: once around.
  ///   - ramp: the colours.
  ///   - spread: the colours of the rays from the end on to the start, if the ramp is not once around.
  ///   - mapping: from points to device pixels; clear beyond the horizon of a projective one.
  @export(interface)
  @_optimize(size)
  public init(
    center: Point, startAngle: Fixed = 0, endAngle: Fixed? = nil, ramp: GradientRamp, spread: GradientSpread = .pad,
    mapping: Mapping = .identity
  ) {
    self.init(center, startAngle, endAngle, ramp, spread, DrawnMapping(mapping))
  }

  @inline(never)  // large
  @_optimize(size)
  init(
    _ center: Point, _ startAngle: Fixed, _ endAngle: Fixed?, _ ramp: GradientRamp, _ spread: GradientSpread,
    _ mapping: DrawnMapping
  ) {
    self.ramp = ramp
    self.spread = spread
    let turn: Fixed = 6.28318531
    let sweep = endAngle.map { Int64($0.rawValue) &- Int64(startAngle.rawValue) } ?? Int64(turn.rawValue)
    let place = mapping.place(from: center)
    isEmpty = sweep <= 0 || place == nil
    if sweep >= Int64(turn.rawValue) || sweep <= 0 {
      rampsPerTurn = 1 &<< 30
    } else {
      // 2π · 2^16 · 2^30, rounded: below 2^49. Held to 2^45, a sweep of 1/5200: times 2^17 it stays below 2^62.
      rampsPerTurn = Swift.min(1 &<< 45, 442_139_859_501_778 / sweep)
    }
    guard let place else {
      (x, y, projected) = (.zero, .zero, nil)
      return
    }
    let start = sineCosine(startAngle)
    let (sine, cosine) = (ScaledNumber(start.sine), ScaledNumber(start.cosine))
    let (along, across) = (place.x * cosine + place.y * sine, place.y * cosine - place.x * sine)
    projected = mapping.projection(along, across)
    // Only the ratio counts: the unit is as fine as the device allows.
    let bits = 31 &- Swift.max(along.bound, across.bound)
    x = SteppedPlane(along, bits: bits &+ ConicGradient.guardBits)
    y = SteppedPlane(across, bits: bits &+ ConicGradient.guardBits)
  }
}

extension ConicGradient {
  func lookUp<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, x: Int32, y: Int32, count: Int
  ) {
    if let projected {
      return unsafe projected.lookUp(row, table, x, y, count) { projected.direction($0, $1).map { index($0.x, $0.y) } }
    }
    var (px, py) = (self.x.value(x, y), self.y.value(x, y))
    var i = 0
    while i < count {
      unsafe row[i] =
        table[
          index(
            Int32(truncatingIfNeeded: px &>> ConicGradient.guardBits),
            Int32(truncatingIfNeeded: py &>> ConicGradient.guardBits))]
      px &+= self.x.dx
      py &+= self.y.dx
      i &+= 1
    }
  }

  /// Where the colour of a direction lies in the ramp's table.
  @inline(__always)
  private func index(_ x: Int32, _ y: Int32) -> Int { spread.index((Int64(turns(x, y)) &* rampsPerTurn) &>> 16) }
}

/// The angle of a vector in 2⁻¹⁷ of a turn, 0..<2^17; within eight of them. 0 for the zero vector.
@inline(__always)
private func turns(_ x: Int32, _ y: Int32) -> Int32 {
  let (ax, ay) = (x.magnitude, y.magnitude)
  let (low, high) = ax < ay ? (ax, ay) : (ay, ax)
  if high == 0 { return 0 }
  // The larger part to 2^31...2^32; q = low/high in 2^-16, too large by up to 2 for the bits cut off.
  let shift = UInt32(truncatingIfNeeded: high.leadingZeroBitCount)
  let q = Int32(bitPattern: Swift.min(65536, (low &<< shift) / ((high &<< shift) &>> 16)))
  // arctan q, Abramowitz & Stegun 4.4.49 (within 10⁻⁵ rad), in 2^-17 turn. |factor| < 2^15 and q ≤ 2^16.
  let q2 = Int32(bitPattern: ((UInt32(bitPattern: q) &>> 1) &* UInt32(bitPattern: q)) &>> 15)
  var angle: Int32 = 435
  angle = -1776 &+ (angle &* q2) &>> 16
  angle = 3758 &+ (angle &* q2) &>> 16
  angle = -6890 &+ (angle &* q2) &>> 16
  angle = 20858 &+ (angle &* q2) &>> 16
  angle = (angle &* q) &>> 16
  if ax < ay { angle = 0x8000 &- angle }
  if x < 0 { angle = 0x1_0000 &- angle }
  if y < 0 { angle = 0x2_0000 &- angle }
  return angle & 0x1_FFFF
}
