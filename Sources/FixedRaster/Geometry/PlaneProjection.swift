// Stage: geometry. Input: a transform of space. Output: how the plane z = 0 is seen through it.

/// The plane z = 0 of points as a transform of space shows it, in perspective: a projective ``Mapping`` that shows
/// something, made ready for drawing.
///
/// Only the part before the viewer (w > 0) within ±8192 pixels is drawn.
struct PlaneProjection {
  let transform: Transform3D
  /// The affine transform that does the same, where w is the same everywhere.
  @inline(never)
  var affine: AffineTransform? { transform.m14 == 0 && transform.m24 == 0 ? transform.plane : nil }

  /// - Parameter transform: from points to device pixels. `nil` where the plane is seen from its edge, or lies behind
  ///   the viewer as a whole.
  @inline(never)
  init?(_ transform: Transform3D) {
    if ProjectedPlane(transform) == nil { return nil }
    if transform.m14 == 0 && transform.m24 == 0 && transform.m44 <= 0 { return nil }
    self.transform = transform
  }

  /// `nil` where the plane is seen from its edge, or lies behind the viewer as a whole.
  init?(_ homography: Homography) { self.init(homography.transform) }

  func place(_ point: Point) -> HomogeneousPoint {
    HomogeneousPoint(x: Coefficient(point.x), y: Coefficient(point.y), transform)
  }
}

// MARK: - Bounds

extension PlaneProjection {
  /// Those of a path; see ``Mapping/bounds(of:)-(Span<PathElement>)``.
  func bounds(of path: Span<PathElement>) -> PixelRect { outline(PlaneProjection.scaled(6).bounds(of: path)).bounds }

  /// The device pixels outside which nothing of a box is seen; empty if none of it is.
  func bounds(of box: PreciseBox) -> PixelRect {
    ProjectedOutline(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY, transform).bounds
  }

  /// From points to 2^−bits of them.
  static func scaled(_ bits: Int64) -> DeviceMatrix {
    let scale = Coefficient(rawValue: 1 &<< (32 &+ bits))
    return DeviceMatrix(AffineTransform(scaleX: scale, y: scale))
  }

  /// A rectangle of the plane, in 1/64 points, within ±2^22 of them and a little beyond.
  func outline(_ box: PixelRect) -> ProjectedOutline {
    func points(_ value: Int32) -> Coefficient { Coefficient(rawValue: Int64(value) &<< 26) }
    if box.isEmpty { return ProjectedOutline() }
    return ProjectedOutline(
      minX: points(box.minX), minY: points(box.minY), maxX: points(box.maxX), maxY: points(box.maxY), transform)
  }
}
