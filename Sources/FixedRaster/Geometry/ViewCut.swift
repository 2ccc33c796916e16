// Stage: geometry. Input: polygons in homogeneous coordinates, any part of which may lie behind the viewer. Output:
// their parts before the viewer within ±8192 pixels.
//
// Sutherland and Hodgman's cut by four half planes ("Reentrant Polygon Clipping", 1974), each a stage that keeps the
// first point and the last one: a polygon of any length flows through. Where all four distances are positive, w is:
// parts behind the viewer are cut away too. Outside the polygon, and where it winds to and fro, the cut adds edges that
// lie on the sides only.

/// Cuts one polygon after the other.
struct ViewCut {
  private static var origin: HomogeneousPoint { HomogeneousPoint(x: .zero, y: .zero, w: .zero) }
  private var first = InlineArray<4, HomogeneousPoint>(repeating: ViewCut.origin)
  private var last = InlineArray<4, HomogeneousPoint>(repeating: ViewCut.origin)
  private var hasPoint = InlineArray<4, Bool>(repeating: false)

  /// The polygon's next point; `keep` takes those of the polygon that is left.
  mutating func add(_ point: HomogeneousPoint, _ keep: (HomogeneousPoint) -> Void) { add(point, 0, keep) }

  /// The polygon's end. The next point begins another.
  @inline(never)
  mutating func close(_ keep: (HomogeneousPoint) -> Void) {
    for side in 0..<4 where hasPoint[side] {
      cross(from: last[side], to: first[side], side, keep)
      hasPoint[side] = false
    }
  }

  @inline(never)
  private mutating func add(_ point: HomogeneousPoint, _ side: Int, _ keep: (HomogeneousPoint) -> Void) {
    if side == 4 { return keep(point) }
    if hasPoint[side] {
      cross(from: last[side], to: point, side, keep)
    } else {
      first[side] = point
      hasPoint[side] = true
    }
    last[side] = point
    if point.distance(side).mantissa >= 0 { add(point, side &+ 1, keep) }
  }

  /// Where an edge crosses a side. From the inside out: two shapes that share the edge get the same point.
  @inline(never)
  private mutating func cross(
    from: HomogeneousPoint, to: HomogeneousPoint, _ side: Int, _ keep: (HomogeneousPoint) -> Void
  ) {
    let (a, b) = (from.distance(side), to.distance(side))
    if a.mantissa >= 0 && b.mantissa < 0 { add(from.towards(to, a * (a - b).reciprocal), side &+ 1, keep) }
    if a.mantissa < 0 && b.mantissa >= 0 { add(to.towards(from, b * (b - a).reciprocal), side &+ 1, keep) }
  }
}

extension HomogeneousPoint {
  /// The distance to the right, left, lower or upper side of the view, times w: below zero beyond it.
  fileprivate func distance(_ side: Int) -> ScaledNumber {
    switch side {
    case 0: reach - x
    case 1: reach + x
    case 2: reach - y
    default: reach + y
    }
  }

  /// Where it lies on the device, rounded down to 1/65536 pixel, held to ±2^22 pixels; w must not be zero.
  var devicePoint: DevicePoint {
    let (reciprocal, limit) = (w.reciprocal, DevicePoint.limit)
    func held(_ value: ScaledNumber) -> Int64 {
      Swift.max(0 &- limit, Swift.min(limit, (value * reciprocal).coefficient.rawValue &>> 16))
    }
    return DevicePoint(x: held(x), y: held(y))
  }
}
