import FixedRaster

/// A gradient layer's colours and where they lie; a table keeps the ramp's memory alive.
struct RenderGradient {
  let type: GradientLayer.Kind
  let ramp: GradientRamp
  /// In units of the bounds.
  let start, end: Point

  /// - Parameters:
  ///   - transform: from the layer's coordinates to device pixels.
  ///   - projection: the same of a layer that is tilted.
  func paint(in bounds: Rect, transform: AffineTransform, _ projection: PlaneProjection?) -> Paint {
    let (from, to) = (place(start, bounds), place(end, bounds))
    switch type {
    case .axial:
      if let projection { return .linear(LinearGradient(from: from, to: to, ramp: ramp, projection: projection)) }
      return .linear(LinearGradient(from: from, to: to, ramp: ramp, transform: transform))
    case .radial: return radial(from, to, transform, projection)
    case .conic:
      // The ray from the centre through the end, in the bounds' own proportions.
      let angle = arctangent(y: to.y - from.y, x: to.x - from.x)
      if let projection {
        return .conic(ConicGradient(center: from, startAngle: angle, ramp: ramp, projection: projection))
      }
      return .conic(ConicGradient(center: from, startAngle: angle, ramp: ramp, transform: transform))
    }
  }

  /// An ellipse whose half axes are the distances from the centre to the end, along x and along y.
  private func radial(
    _ from: Point, _ to: Point, _ transform: AffineTransform, _ projection: PlaneProjection?
  ) -> Paint {
    let (rx, ry) = (to.x - from.x, to.y - from.y)
    if rx == 0 || ry == 0 { return .color(.clear) }
    let stretch = AffineTransform(
      a: Coefficient(rx.magnitude), b: 0, c: 0, d: Coefficient(ry.magnitude), tx: Coefficient(from.x),
      ty: Coefficient(from.y))
    if let projection {
      guard let view = projection.preceded(by: stretch) else { return .color(.clear) }
      return .radial(RadialGradient(center: .zero, radius: 1, ramp: ramp, projection: view))
    }
    return .radial(RadialGradient(center: .zero, radius: 1, ramp: ramp, transform: stretch.concatenating(transform)))
  }

  private func place(_ unit: Point, _ bounds: Rect) -> Point {
    Point(x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
  }
}
