// Stage: path. Arcs of a circle by angles.

extension PathSink where Self: ~Copyable {
  /// An arc of a circle, not closed.
  ///
  /// Angles are in radians, from the x axis, growing clockwise on the display. A clockwise arc goes through growing
  /// angles: `endAngle` is taken some whole turns later if it is less than `startAngle`; the other way round if
  /// anticlockwise. If it already lies a whole turn (or 1/32768 less) or more in that direction, the arc is the whole
  /// circle. An arc without turn or with a radius of zero or less is a point.
  ///
  /// - Parameters:
  ///   - center: the circle's, in points.
  ///   - radius: in points.
  ///   - startAngle: where the arc begins.
  ///   - endAngle: where it ends.
  ///   - clockwise: as one sees it where y grows downwards.
  ///   - isConnected: whether a line goes from the current point to the arc's start; otherwise a subpath begins there.
  public mutating func addArc(
    center: Point, radius: Fixed, startAngle: Fixed, endAngle: Fixed, clockwise: Bool = true, isConnected: Bool = false
  ) {
    let radius = Swift.max(radius, .zero)
    let sweep = arcSweep(from: startAngle, to: endAngle, clockwise: clockwise)
    if sweep == 0 || radius == 0 {
      let place = ArcPoint(center: center, radius: radius, angle: startAngle, control: .zero).point
      return isConnected ? addLine(to: place) : move(to: place)
    }
    // A quarter turn is 102943.7 steps of Fixed, an eighth 51471.9.
    let longest: Int64 = radius <= 32 ? 102_944 : 51_472
    let isWholeCircle = sweep == fullTurn || sweep == 0 &- fullTurn
    let count = ((sweep < 0 ? 0 &- sweep : sweep) &+ longest &- 1) / longest
    let half = sineCosine(Fixed(rawValue: Int32(truncatingIfNeeded: sweep / (2 &* count))))
    // 4/3 · tan(turn/4) = 4/3 · sin(turn/2) / (1 + cos(turn/2)); negative where the turn is.
    let k = (half.sine * 4) / ((half.cosine + 1) * 3)
    let control = k * Coefficient(radius)
    var last = ArcPoint(center: center, radius: radius, angle: startAngle, control: control)
    if isConnected { addLine(to: last.point) } else { move(to: last.point) }
    for i in 1...count {
      let angle = Int64(startAngle.rawValue) &+ (isWholeCircle && i == count ? 0 : sweep &* i / count)
      let next = ArcPoint(
        center: center, radius: radius, angle: Fixed(rawValue: wrapped(angle)), control: control)
      addCurve(to: next.point, control1: last.after, control2: next.before)
      last = next
    }
  }
}

/// 2π in steps of ``Fixed``: 411774.8.
private var fullTurn: Int64 { 411_775 }

/// Returns the angle reduced to 32 bits.
private func wrapped(_ angle: Int64) -> Int32 {
  Int32(truncatingIfNeeded: angle > 0x7FFF_FFFF ? angle &- fullTurn : angle < -0x8000_0000 ? angle &+ fullTurn : angle)
}

/// How far an arc turns, in steps of ``Fixed``: to ±``fullTurn``, positive if clockwise.
private func arcSweep(from start: Fixed, to end: Fixed, clockwise: Bool) -> Int64 {
  let ahead = Int64(end.rawValue) &- Int64(start.rawValue)
  let turn = clockwise ? ahead : 0 &- ahead
  let sweep = turn >= fullTurn &- 2 ? fullTurn : turn >= 0 ? turn : (turn % fullTurn &+ fullTurn) % fullTurn
  return clockwise ? sweep : 0 &- sweep
}

/// A point of an arc with the controls on its tangent.
private struct ArcPoint {
  let before, point, after: Point

  /// - Parameter control: from the point to the control after it, in points.
  init(center: Point, radius: Fixed, angle: Fixed, control: Coefficient) {
    let turn = sineCosine(angle)
    let length = Coefficient(radius)
    let (x, y) = (turn.cosine * length + Coefficient(center.x), turn.sine * length + Coefficient(center.y))
    let (dx, dy) = (turn.sine * control, turn.cosine * control)
    before = Point(x: (x + dx).fixed, y: (y - dy).fixed)
    point = Point(x: x.fixed, y: y.fixed)
    after = Point(x: (x - dx).fixed, y: (y + dy).fixed)
  }
}
