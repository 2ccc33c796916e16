// Stage: path. Arcs that round a corner off.

extension PathSink where Self: ~Copyable {
  /// A line from the current point towards a corner, and an arc of a circle that goes over into the line from the corner
  /// to another point: the corner, rounded off. The arc is exact, a conic. It begins behind the current point where the
  /// radius is that large.
  ///
  /// - Parameters:
  ///   - current: the current point.
  ///   - tangent1End: the corner. A line to it is all that is added where it has no angle, or the radius is zero or
  ///     less.
  ///   - tangent2End: where the line that the arc goes over into is bound for; the path ends before it.
  ///   - radius: the arc's, in points.
  public mutating func addArc(from current: Point, tangent1End: Point, tangent2End: Point, radius: Fixed) {
    guard radius > 0, let back = PolarVector(from: tangent1End, to: current),
      let on = PolarVector(from: tangent1End, to: tangent2End)
    else { return addLine(to: tangent1End) }
    let (cosine, sine) = (back.unit.dot(on.unit), Int64(bitPattern: back.unit.cross(on.unit).magnitude))
    if sine == 0 { return addLine(to: tangent1End) }
    // cot(θ/2) = (1 + cos θ) / sin θ for the angle θ in the corner.
    let cotangent =
      Coefficient(rawValue: Swift.max(0, UnitVector.one &+ cosine) &<< 2) / Coefficient(rawValue: sine &<< 2)
    let reach = Coefficient(radius) * cotangent
    addLine(to: tangent1End.moved(along: back.unit, by: reach))
    // The weight of an arc's conic is the cosine of half its turn: sin(θ/2) = √((1 − cos θ)/2), from 2.30 to 15.17.
    let weight = squareRoot(UInt64(bitPattern: Swift.max(0, UnitVector.one &- cosine) &<< 3))
    addConic(
      to: tangent1End.moved(along: on.unit, by: reach), control: tangent1End,
      weight: Fixed(rawValue: Int32(bitPattern: (weight &+ 1) &>> 1)))
  }
}

extension PolarVector {
  fileprivate init?(from: Point, to: Point) {
    self.init(
      x: Int64(to.x.rawValue) &- Int64(from.x.rawValue), y: Int64(to.y.rawValue) &- Int64(from.y.rawValue))
  }
}

extension Point {
  fileprivate func moved(along direction: UnitVector, by distance: Coefficient) -> Point {
    Point(
      x: x + Coefficient(rawValue: Int64(direction.x) &<< 2) * distance,
      y: y + Coefficient(rawValue: Int64(direction.y) &<< 2) * distance)
  }
}
