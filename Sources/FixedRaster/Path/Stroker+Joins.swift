// Stage: path. The corners of a stroke.

extension Stroker {
  /// Whether a turn is so small that one point on the bisector does on either side.
  func isSlight(from: UnitVector, to: UnitVector, room: Int64) -> Bool {
    let cosine = from.dot(to)
    return cosine >= pen.slightCosine && fits(sine: from.cross(to), cosine: cosine, room: room)
  }

  /// Whether the inner edges of a turn meet within half of `room` (half widths, 16.16): they do tan(turn/2) half widths
  /// before the corner. Beyond 16 half widths they count as not meeting.
  private func fits(sine: Int64, cosine: Int64, room: Int64) -> Bool {
    let above = UnitVector.one &+ cosine
    let magnitude = sine < 0 ? 0 &- sine : sine
    // 2^47 on the left, 2^62 on the right at most.
    return above >= UnitVector.one &>> 7 && magnitude &<< 17 <= room &* above
  }

  /// The corner at ``point`` between ``normal`` and `next`, on both sides. A slight one is a single point whatever the
  /// join.
  mutating func turn<Sink: PolygonSink & ~Copyable>(
    to next: UnitVector, room: Int64, join: LineJoin, into sink: inout Sink
  ) {
    let (sine, cosine) = (normal.cross(next), normal.dot(next))
    let outerIsLeft = sine >= 0  // it turns right
    let isSlight = cosine >= pen.slightCosine
    let meets = fits(sine: sine, cosine: cosine, room: room)
    let isMitered = join == .miter && UnitVector.one &+ cosine >= miterBound
    if isSlight {
      // (n + n')/2 · 1/cos(turn/2), where 1/cos(t/2) = 1 + (1 − cos t)/4 + …: as long as the normals.
      let rest = UnitVector.one &- cosine
      let (x, y) = (Int64(normal.x) &+ Int64(next.x), Int64(normal.y) &+ Int64(next.y))
      let bisector = UnitVector(
        x: saturating32(x / 2 &+ (x &* rest) &>> 33), y: saturating32(y / 2 &+ (y &* rest) &>> 33))
      append(bisector, toLeft: outerIsLeft, into: &sink)
      if meets { append(bisector, toLeft: !outerIsLeft, into: &sink) }
    } else {
      if meets { appendTip(next, cosine, toLeft: !outerIsLeft, into: &sink) }
      if isMitered {
        appendTip(next, cosine, toLeft: outerIsLeft, into: &sink)
      } else {
        append(normal, toLeft: outerIsLeft, into: &sink)
        if join == .round { arc(from: normal, to: next, toLeft: outerIsLeft, into: &sink) }
        append(next, toLeft: outerIsLeft, into: &sink)
      }
    }
    if !meets {
      append(normal, toLeft: !outerIsLeft, into: &sink)
      outline.append(point.subpixel, toLeft: !outerIsLeft, into: &sink)
      append(next, toLeft: !outerIsLeft, into: &sink)
    }
  }

  /// The points between two normals, without them, on the outer side of the turn from one to the other; those for which
  /// there is no room are left out.
  mutating func arc<Sink: PolygonSink & ~Copyable>(
    from: UnitVector, to: UnitVector, toLeft: Bool, into sink: inout Sink
  ) {
    let sine = toLeft ? pen.stepSine : 0 &- pen.stepSine
    var v = from
    // Half a turn in steps of at least 0.0026 (a radius of 2^15 pixels): 1209 steps.
    while arcRoom > 0 && v.dot(to) < pen.stepCosine {
      arcRoom &-= 1
      v = v.rotated(cosine: pen.stepCosine, sine: sine)
      append(v, toLeft: toLeft, into: &sink)
    }
  }

  /// Where the edges of both sides of a corner meet: (n + n') / (1 + n·n') from it.
  private mutating func appendTip<Sink: PolygonSink & ~Copyable>(
    _ next: UnitVector, _ cosine: Int64, toLeft: Bool, into sink: inout Sink
  ) {
    // At most 1000 half widths: 1 + cos ≥ 2/1000², 2147 in 2.30. |n + n'| = √(2(1 + cos)), so the products stay below
    // 2^61 and the tip, with 20 fraction bits, below 2^30.
    let above = UnitVector.one &+ cosine
    let scale = (1 &<< 50) / above
    let x = roundedShift((Int64(normal.x) &+ Int64(next.x)) &* scale, 30)
    let y = roundedShift((Int64(normal.y) &+ Int64(next.y)) &* scale, 30)
    let offset = pen.offset(x: toLeft ? x : 0 &- x, y: toLeft ? y : 0 &- y, fractionBits: 20)
    let tip = DevicePoint(x: point.x &+ offset.x, y: point.y &+ offset.y)
    outline.append(tip.subpixel, toLeft: toLeft, into: &sink)
  }

  /// The point of the pen's edge in the direction of `normal` at ``point``, or opposite, as part of a side.
  @inline(__always)
  mutating func append<Sink: PolygonSink & ~Copyable>(
    _ normal: UnitVector, toLeft: Bool, into sink: inout Sink
  ) {
    outline.append(place(normal, at: point, toLeft: toLeft), toLeft: toLeft, into: &sink)
  }

  /// The point of the pen's edge in the direction of `normal` at a place, or opposite.
  @inline(__always)
  func place(_ normal: UnitVector, at point: DevicePoint, toLeft: Bool) -> SubpixelPoint {
    let offset = pen.offset(x: Int64(normal.x), y: Int64(normal.y), fractionBits: 30)
    return toLeft
      ? DevicePoint(x: point.x &+ offset.x, y: point.y &+ offset.y).subpixel
      : DevicePoint(x: point.x &- offset.x, y: point.y &- offset.y).subpixel
  }
}
