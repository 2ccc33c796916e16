import FixedRaster

/// A gradient layer's colours and where they lie; a table keeps the ramp's memory alive.
struct RenderGradient {
  let type: GradientLayer.Kind
  let ramp: GradientRamp
  /// In units of the bounds.
  let start, end: Point

  /// - Parameter mapping: from the layer's coordinates to device pixels.
  func paint(in bounds: Rect, _ mapping: Mapping) -> Paint {
    let (from, to) = (place(start, bounds), place(end, bounds))
    switch type {
    case .axial: return .linear(LinearGradient(from: from, to: to, ramp: ramp, mapping: mapping))
    case .radial: return radial(from, to, mapping)
    case .conic:
      // The ray from the centre through the end, in the bounds' own proportions.
      let angle = arctangent(y: to.y - from.y, x: to.x - from.x)
      return .conic(ConicGradient(center: from, startAngle: angle, ramp: ramp, mapping: mapping))
    }
  }

  /// An ellipse whose half axes are the distances from the centre to the end, along x and along y.
  private func radial(_ from: Point, _ to: Point, _ mapping: Mapping) -> Paint {
    let (rx, ry) = (to.x - from.x, to.y - from.y)
    if rx == 0 || ry == 0 { return .color(.clear) }
    let stretch = AffineTransform(
      a: Coefficient(rx.magnitude), b: 0, c: 0, d: Coefficient(ry.magnitude), tx: Coefficient(from.x),
      ty: Coefficient(from.y))
    return .radial(RadialGradient(center: .zero, radius: 1, ramp: ramp, mapping: mapping.preceded(by: stretch)))
  }

  private func place(_ unit: Point, _ bounds: Rect) -> Point {
    Point(x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
  }
}
