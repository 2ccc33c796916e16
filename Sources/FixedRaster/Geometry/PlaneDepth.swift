// Stage: geometry. Input: a plane of space that is seen in another plane. Output: how near its places lie, as a linear
// function of the device's pixels.

/// How near each place of a plane lies that is seen in space: z / w, in points before the plane that it is seen on, greater
/// is nearer.
///
/// The depths of several planes can be compared where all of them are seen on one plane through one mapping.
public struct PlaneDepth {
  /// Depth as a function of a place.
  let column: ProjectedPlane.Column

  private init(_ column: ProjectedPlane.Column) { self.column = column }

  /// The depth by places of the plane that a plane of space is seen on; `nil` where it is seen from its edge.
  public init?(_ plane: SpacePlane) {
    guard let seen = plane.seen else { return nil }
    column = seen.plane.quotient(seen.z.x, seen.z.y, seen.z.origin)
  }

  /// The depth by places of where that plane is seen in turn; `nil` where it is seen from its edge. In perspective it is
  /// multiplied at each place by a factor above zero that is the same for all planes, and about one.
  ///
  /// - Parameter mapping: from the plane whose places this takes.
  public func applying(_ mapping: Mapping) -> PlaneDepth? {
    let transform = mapping.affine.map { Transform3D($0) } ?? mapping.homography.transform
    guard let plane = ProjectedPlane(transform) else { return nil }
    // A homography's members have a common factor: w is about one at the origin, or 256 points away from it.
    let (w, slope) = (transform.m44.magnitude, Swift.max(transform.m14.magnitude, transform.m24.magnitude))
    let isSteep = slope.rawValue > w.rawValue &>> 8
    let unit = ScaledNumber(normalizing: (isSteep ? slope : w).rawValue, exponent: isSteep ? 8 - 32 : -32)
    return PlaneDepth(plane.quotient(column.x * unit, column.y * unit, column.one * unit))
  }

  /// The depth at a place, saturated.
  public func value(at place: PrecisePoint) -> Coefficient {
    (column.x * ScaledNumber(place.x) + column.y * ScaledNumber(place.y) + column.one).coefficient
  }
}
