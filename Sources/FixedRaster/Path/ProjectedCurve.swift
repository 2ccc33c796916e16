// Stage: path. Input: a curve of a path in a plane seen in perspective. Output: points on it, close enough together
// that on the device the chords between them stay within 1/32 pixel of it.
//
// A projection makes of a curve a rational one: its control points times w are those of the plane, projected but not
// divided. A conic is a rational quadratic from the start, and a rational quadratic is a rational cubic:
//
//     3·P0, P0 + 2ω·P1, 2ω·P1 + P2, 3·P2      (as in all homogeneous coordinates, a common factor counts nothing)
//
// Halving (de Casteljau) is that of polynomials, in whole numbers: sums and shifts. A piece all of whose control points
// lie before the viewer lies within their hull on the device, so that it is straight once the hull is. One whose
// control points all lie beyond one side of the view, or of the clip, is its chord, as for affine mappings.

/// A place times its w: (x/w, y/w) on the device. A curve's places share a unit that does not matter.
struct CurvePlace {
  /// 8192·w, so that a place lies beyond the right side where x > reach; all three below 2^60.
  var x, y, reach: Int64

  /// Halfway in the curve's parameter, rounded down.
  func middle(_ other: CurvePlace) -> CurvePlace {
    CurvePlace(x: (x &+ other.x) &>> 1, y: (y &+ other.y) &>> 1, reach: (reach &+ other.reach) &>> 1)
  }

  var homogeneous: HomogeneousPoint {
    HomogeneousPoint(
      x: ScaledNumber(normalizing: x, exponent: 0), y: ScaledNumber(normalizing: y, exponent: 0),
      w: ScaledNumber(normalizing: reach, exponent: -13))
  }
}

/// The control points of a rational cubic.
struct ProjectedCurve {
  private var p0, p1, p2, p3: CurvePlace
  /// How often it was halved.
  private var level = 0

  private static var deepest: Int { 15 }

  /// The curve of a path's element from `start`, `nil` for other elements.
  init?(_ element: PathElement, from start: HomogeneousPoint, _ projection: PlaneProjection) {
    switch element {
    case .quadratic(let control, let end):
      self.init(start, projection.place(control), projection.place(end), weight: 1)
    case .conic(let control, let end, let weight):
      self.init(start, projection.place(control), projection.place(end), weight: Swift.max(0, weight))
    case .cubic(let control1, let control2, let end):
      self.init(start, projection.place(control1), projection.place(control2), projection.place(end))
    case .move, .line, .close: return nil
    }
  }

  private init(_ p0: HomogeneousPoint, _ p1: HomogeneousPoint, _ p2: HomogeneousPoint, weight: Fixed) {
    let three = ScaledNumber(normalizing: 3, exponent: 0)
    let control = p1.times(ScaledNumber(normalizing: Int64(weight.rawValue), exponent: -15))
    self.init(p0.times(three), p0.plus(control), p2.plus(control), p2.times(three))
  }

  @inline(never)
  private init(_ p0: HomogeneousPoint, _ p1: HomogeneousPoint, _ p2: HomogeneousPoint, _ p3: HomogeneousPoint) {
    // The largest of them is below 2^60 in this unit.
    let unit = Swift.max(Swift.max(p0.exponent, p1.exponent), Swift.max(p2.exponent, p3.exponent)) &+ 2
    (self.p0, self.p1) = (p0.curvePlace(unit), p1.curvePlace(unit))
    (self.p2, self.p3) = (p2.curvePlace(unit), p3.curvePlace(unit))
  }

  private init(_ p0: CurvePlace, _ p1: CurvePlace, _ p2: CurvePlace, _ p3: CurvePlace, level: Int) {
    (self.p0, self.p1, self.p2, self.p3, self.level) = (p0, p1, p2, p3, level)
  }

  var end: HomogeneousPoint { p3.homogeneous }

  var halves: (left: ProjectedCurve, right: ProjectedCurve) {
    let (a, b, c) = (p0.middle(p1), p1.middle(p2), p2.middle(p3))
    let (d, e) = (a.middle(b), b.middle(c))
    let f = d.middle(e)
    return (
      left: ProjectedCurve(p0, a, d, f, level: level &+ 1), right: ProjectedCurve(f, e, c, p3, level: level &+ 1)
    )
  }

  /// Whether its chord stands for it.
  func isDone(_ bounds: DeviceBounds) -> Bool {
    if level == ProjectedCurve.deepest || isUnseen { return true }
    if Swift.min(Swift.min(p0.reach, p1.reach), Swift.min(p2.reach, p3.reach)) <= 0 { return false }
    let hull = DeviceCubic(
      p0.homogeneous.devicePoint, p1.homogeneous.devicePoint, p2.homogeneous.devicePoint, p3.homogeneous.devicePoint)
    return hull.misses(bounds) || hull.isStraight
  }

  /// Whether all of it lies beyond one side of the view, or behind the viewer.
  private var isUnseen: Bool {
    func all(_ isBeyond: (CurvePlace) -> Bool) -> Bool { isBeyond(p0) && isBeyond(p1) && isBeyond(p2) && isBeyond(p3) }
    return all { $0.x > $0.reach } || all { 0 &- $0.x > $0.reach } || all { $0.y > $0.reach }
      || all { 0 &- $0.y > $0.reach } || all { $0.reach <= 0 }
  }
}

extension DeviceCubic {
  /// Whether the inner control points lie within 1/32 pixel of the chord, and all of them within 16384 pixels.
  fileprivate var isStraight: Bool {
    // In 1/4096 pixel: differences below 2^27, products below 2^54.
    let limit: Int64 = 1 &<< 26
    func shifted(_ p: DevicePoint) -> DevicePoint? {
      let (x, y) = (p.x &>> 4, p.y &>> 4)
      return Swift.max(x.magnitude, y.magnitude) < UInt64(bitPattern: limit) ? DevicePoint(x: x, y: y) : nil
    }
    guard let a = shifted(p0), let b = shifted(p1), let c = shifted(p2), let d = shifted(p3) else { return false }
    return DeviceCubic.isNear(b, a, d) && DeviceCubic.isNear(c, a, d)
  }

  /// Whether a point lies within 128 units of the line from `a` to `b`; those beyond its ends, of the ends.
  private static func isNear(_ p: DevicePoint, _ a: DevicePoint, _ b: DevicePoint) -> Bool {
    let (dx, dy, x, y) = (b.x &- a.x, b.y &- a.y, p.x &- a.x, p.y &- a.y)
    let along = dx &* x &+ dy &* y
    if along <= 0 { return lengthBound(x, y) <= 128 }
    if along >= dx &* dx &+ dy &* dy { return lengthBound(p.x &- b.x, p.y &- b.y) <= 128 }
    // The distance is |d × p| / |d|, and |d| at least its longer part.
    let across = (dx &* y &- dy &* x).magnitude
    return across <= 128 &* Swift.max(dx.magnitude, dy.magnitude)
  }
}

extension HomogeneousPoint {
  fileprivate func times(_ factor: ScaledNumber) -> HomogeneousPoint {
    HomogeneousPoint(x: x * factor, y: y * factor, w: w * factor)
  }

  fileprivate func plus(_ other: HomogeneousPoint) -> HomogeneousPoint {
    HomogeneousPoint(x: x + other.x, y: y + other.y, w: w + other.w)
  }

  /// The largest exponent of the three; zero has none.
  @inline(never)
  fileprivate var exponent: Int64 {
    func exponent(_ number: ScaledNumber) -> Int64 { number.isZero ? -0x1000 : number.exponent }
    return Swift.max(exponent(reach), Swift.max(exponent(x), exponent(y)))
  }

  /// In units of 2^`unit`.
  @inline(never)
  fileprivate func curvePlace(_ unit: Int64) -> CurvePlace {
    func shifted(_ number: ScaledNumber) -> Int64 { number.mantissa &>> Swift.min(63, unit &- number.exponent) }
    return CurvePlace(x: shifted(x), y: shifted(y), reach: shifted(reach))
  }
}

/// The points of a curve between its ends, one after the other. Fewer than 2^15 of them.
struct ProjectedCurveSteps {
  /// The pieces still to come, the next one last, each half as long as the one before it.
  private var pieces: InlineArray<16, ProjectedCurve>
  private var count = 1
  private let bounds: DeviceBounds

  /// - Parameter bounds: where the curve will be looked at.
  init(_ curve: ProjectedCurve, bounds: DeviceBounds) {
    pieces = InlineArray(repeating: curve)
    self.bounds = bounds
  }

  mutating func next() -> HomogeneousPoint? {
    if count == 0 { return nil }
    var piece = pieces[count &- 1]
    while !piece.isDone(bounds) {
      // A piece of level n has at most n before it: 16 with the last.
      let halves = piece.halves
      pieces[count &- 1] = halves.right
      count &+= 1
      piece = halves.left
    }
    count &-= 1
    return count == 0 ? nil : piece.end
  }
}
