// Stage: time. Values between two transforms: scale, shear, rotation, translation and perspective each on its own way.

import FixedRaster

extension Transform3D {
  /// The value between this transform and another: that one at 1. Rotations go the shorter way about one axis.
  @inline(never)
  func mixed(with end: Transform3D, _ place: Coefficient) -> Transform3D {
    var result = self
    let perspectives = (perspective, end.perspective)
    if rows != end.rows { result.rows = TransformParts(self).mixed(with: TransformParts(end), place).rows }
    result.m41 = m41.mixed(with: end.m41, place)
    result.m42 = m42.mixed(with: end.m42, place)
    result.m43 = m43.mixed(with: end.m43, place)
    if perspectives.0 != nil || perspectives.1 != nil {
      let (a, b) = (perspectives.0 ?? (0, 0, 0, 1), perspectives.1 ?? (0, 0, 0, 1))
      result.setPerspective(
        (
          a.0.mixed(with: b.0, place), a.1.mixed(with: b.1, place), a.2.mixed(with: b.2, place),
          a.3.mixed(with: b.3, place)
        ))
    }
    return result
  }

  /// The transform done so many times; below 0 its inverse; `nil` where that has none.
  func repeated(_ times: Int) -> Transform3D? {
    guard var power = times < 0 ? inverse : self else { return nil }
    var (result, rest) = (Transform3D.identity, times.magnitude)
    while rest > 0 {
      if rest & 1 == 1 { result = result.concatenating(power) }
      rest >>= 1
      if rest > 0 { power = power.concatenating(power) }
    }
    return result
  }
}

extension SpaceVector {
  fileprivate func mixed(with end: SpaceVector, _ place: Coefficient) -> SpaceVector { self + (end - self) * place }
}

extension TransformParts {
  fileprivate func mixed(with end: TransformParts, _ place: Coefficient) -> TransformParts {
    var result = self
    result.scale = scale.mixed(with: end.scale, place)
    result.shearXY = shearXY.mixed(with: end.shearXY, place)
    result.shearXZ = shearXZ.mixed(with: end.shearXZ, place)
    result.shearYZ = shearYZ.mixed(with: end.shearYZ, place)
    result.axes = TransformParts.turn(axes, end.axes, place)
    return result
  }

  /// From one rotation to another, about the axis of the turn between them.
  private static func turn(
    _ from: (SpaceVector, SpaceVector, SpaceVector), _ to: (SpaceVector, SpaceVector, SpaceVector), _ place: Coefficient
  ) -> (SpaceVector, SpaceVector, SpaceVector) {
    if from == to { return from }
    // The step from the first to the second: for row vectors the inverse of the first comes before.
    let columns = (
      SpaceVector(x: from.0.x, y: from.1.x, z: from.2.x), SpaceVector(x: from.0.y, y: from.1.y, z: from.2.y),
      SpaceVector(x: from.0.z, y: from.1.z, z: from.2.z)
    )
    let (a, b, c) = (apply(to, columns.0), apply(to, columns.1), apply(to, columns.2))
    // Twice the sine of the angle along the axis, and twice its cosine, and one.
    let axis = SpaceVector(x: b.z - c.y, y: c.x - a.z, z: a.y - b.x)
    let (sine, cosine) = (axis.length, a.x + b.y + c.z - 1)
    // Both in 4.28: the length does not matter.
    func part(_ value: Coefficient) -> Fixed { Fixed(rawValue: Int32(truncatingIfNeeded: value.rawValue &>> 4)) }
    let angle = arctangent(y: part(sine), x: part(cosine))
    // Less than any pixel apart, or opposite: then the axis is the direction that stays.
    var direction = axis
    if sine.rawValue < 1 << 14 {
      if cosine > 0 { return place * 2 < 1 ? from : to }
      let halves = (
        a + SpaceVector(x: 1, y: 0, z: 0), b + SpaceVector(x: 0, y: 1, z: 0), c + SpaceVector(x: 0, y: 0, z: 1)
      )
      direction = halves.0
      if halves.1.y > direction.length { direction = halves.1 }
      if halves.2.z > direction.length { direction = halves.2 }
    }
    let unit = direction / direction.length
    let step = Transform3D(
      rotationAngle: (Coefficient(angle) * place).fixed, x: unit.x.fixed, y: unit.y.fixed, z: unit.z.fixed)
    // The step comes after the first rotation.
    let rows = step.rows
    return (apply(rows, from.0), apply(rows, from.1), apply(rows, from.2))
  }

  private static func apply(_ rows: (SpaceVector, SpaceVector, SpaceVector), _ vector: SpaceVector) -> SpaceVector {
    rows.0 * vector.x + rows.1 * vector.y + rows.2 * vector.z
  }
}
