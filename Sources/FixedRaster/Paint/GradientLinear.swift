// Stage: paint. Input: device places. Output: a linear gradient's colours.

/// A gradient along a line: the same colour on every line at right angles to it.
///
/// The place on the ramp is t = t₀ + x·dt/dx + y·dt/dy in whole numbers of 2⁻³¹. Each factor is rounded once: within
/// 8192 pixels of the device's corner t is off by at most 2⁻¹⁸ of the ramp, 1/256 of an entry. Factors are held to 2^15
/// a pixel: shorter gradients count as 2⁻¹⁵ pixel long.
public struct LinearGradient {
  let place: SteppedPlane
  /// In perspective; `place` is of no use then.
  let projected: GradientProjection?
  let ramp: GradientRamp
  public let spread: GradientSpread
  /// Whether nothing shows: start and end are one point, or the transform flattens the plane.
  public let isEmpty: Bool

  /// - Parameters:
  ///   - start: where the ramp starts, in points.
  ///   - end: where it ends. At the start itself: nothing is painted, as HTML's canvas has it.
  ///   - ramp: the colours.
  ///   - spread: the colours before the start and beyond the end.
  ///   - mapping: from points to device pixels; clear beyond the horizon of a projective one. Lines at right angles to the gradient move with the plane.
  @export(interface)
  public init(
    from start: Point, to end: Point, ramp: GradientRamp, spread: GradientSpread = .pad,
    mapping: Mapping = .identity
  ) {
    self.init(start, end, ramp, spread, DrawnMapping(mapping))
  }

  @inline(never)  // large
  init(
    _ start: Point, _ end: Point, _ ramp: GradientRamp, _ spread: GradientSpread,
    _ mapping: DrawnMapping
  ) {
    self.ramp = ramp
    self.spread = spread
    let (vx, vy) = (ScaledNumber(from: start.x, to: end.x), ScaledNumber(from: start.y, to: end.y))
    let square = vx * vx + vy * vy
    let middle = mapping.place(from: start)
    isEmpty = square.isZero || middle == nil
    if let middle, !square.isZero {
      let along = (middle.x * vx + middle.y * vy) * square.reciprocal
      place = SteppedPlane(along, bits: 31)
      projected = mapping.projection(along)
    } else {
      place = .zero
      projected = nil
    }
  }
}

extension LinearGradient {
  /// A vertical gradient: one colour a row, drawn as a solid colour is.
  var hasUniformRows: Bool { place.dx == 0 && projected == nil }

  /// The rows of a vertical gradient that hides all under it, otherwise `nil`.
  var opaqueRows: RowColors? { hasUniformRows && ramp.isOpaque && !isEmpty ? rows : nil }

  /// The colours of a vertical gradient.
  var rows: RowColors { RowColors(place: place, spread: spread, ramp: ramp) }

  func lookUp<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, x: Int32, y: Int32, count: Int
  ) {
    if let projected {
      return unsafe projected.lookUp(row, table, x, y, count) { projected.ramp($0, $1).map { spread.index($0) } }
    }
    let t = place.value(x, y)
    let inside = unsafe table + 1
    // 32 bits are enough to step in: carries out of them are whole ramps.
    switch spread {
    case .pad:
      let last = t &+ place.dx &* Int64(truncatingIfNeeded: count &- 1)
      if UInt64(bitPattern: t | last) &>> 31 == 0 {
        unsafe lookUpRun(row, inside, count, t)
      } else {
        unsafe lookUpPadded(row, table, count, t)
      }
    case .repeat: unsafe lookUpRun(row, inside, count, t)
    case .reflect: unsafe lookUpReflected(row, inside, count, t)
    }
  }

  /// Looks up every pixel: on x86-64 and arm64 a shift, a load, a store and an addition each, eight of them a turn.
  @inline(__always)
  private func lookUpRun<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ inside: UnsafePointer<Entry>, _ count: Int, _ t: Int64
  ) {
    var phase = UInt32(truncatingIfNeeded: t &<< 1)
    let step = UInt32(truncatingIfNeeded: place.dx &<< 1)
    var i = 0
    while i &+ 8 <= count {
      for k in 0..<8 {
        unsafe row[i &+ k] = inside[Int(truncatingIfNeeded: phase &>> 22)]
        phase &+= step
      }
      i &+= 8
    }
    while i < count {
      unsafe row[i] = inside[Int(truncatingIfNeeded: phase &>> 22)]
      phase &+= step
      i &+= 1
    }
  }

  @inline(__always)
  private func lookUpReflected<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ inside: UnsafePointer<Entry>, _ count: Int, _ t: Int64
  ) {
    var phase = UInt32(truncatingIfNeeded: t)
    let step = UInt32(truncatingIfNeeded: place.dx)
    var i = 0
    while i < count {
      unsafe row[i] = inside[Int(truncatingIfNeeded: GradientSpread.folded(phase) &>> 21)]
      phase &+= step
      i &+= 1
    }
  }

  /// A row that leaves the ramp: one colour, the part on the ramp, one colour.
  @inline(never)
  private func lookUpPadded<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, _ count: Int, _ t: Int64
  ) {
    // Seen from the side that t rises to: u is on the ramp where t is.
    let rises = place.dx >= 0
    let u = rises ? t : GradientSpread.one &- 1 &- t
    let step = rises ? place.dx : 0 &- place.dx
    let first = LinearGradient.pixels(from: u, to: 0, step, count)
    let end = LinearGradient.pixels(from: u, to: GradientSpread.one, step, count)
    let (head, tail) = rises ? (GradientRamp.before, GradientRamp.after) : (GradientRamp.after, GradientRamp.before)
    unsafe fillSpan(row, first, table[head])
    if first < end {
      unsafe lookUpRun(row + first, table + 1, end &- first, t &+ place.dx &* Int64(truncatingIfNeeded: first))
    }
    unsafe fillSpan(row + end, count &- end, table[tail])
  }

  /// How many of `count` pixels lie before `place`, from `u` on.
  @inline(__always)
  private static func pixels(from u: Int64, to place: Int64, _ step: Int64, _ count: Int) -> Int {
    if u >= place { return 0 }
    if step == 0 { return count }
    // Below 2^62 + 2^31 + 2^46.
    let steps = (place &- u &+ step &- 1) / step
    return Int(truncatingIfNeeded: Swift.min(Int64(truncatingIfNeeded: count), steps))
  }
}

/// The colours of a vertical gradient: one for each row of the device.
struct RowColors {
  let place: SteppedPlane
  let spread: GradientSpread
  let ramp: GradientRamp

  /// Of device row `y`, premultiplied 0xAARRGGBB.
  @inline(__always)
  func pixel(_ y: Int32) -> UInt32 { unsafe ramp.pixels[spread.index(place.value(0, y))] }
}
