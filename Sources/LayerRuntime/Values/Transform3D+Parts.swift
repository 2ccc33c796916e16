// Stage: values. A transform's translation, scale and rotation by name, as in `transform.rotation.z`.

import FixedRaster

extension Transform3D {
  /// The part that a path names; see ``Layer/value(forKeyPath:)``.
  func part(_ path: ValueKey) -> Value? {
    switch path {
    case "translation": .size(Size(width: m41.fixed, height: m42.fixed))
    case "translation.x": .fixed(m41.fixed)
    case "translation.y": .fixed(m42.fixed)
    case "translation.z": .fixed(m43.fixed)
    default: TransformParts(self).part(path)
    }
  }

  /// The transform with another value for that part; `nil` if there is no such part or the value is of another kind.
  func replacing(_ path: ValueKey, with value: Value) -> Transform3D? {
    let perspective = perspective
    var changed = self
    if "translation" ~= path {
      guard let size = value.size else { return nil }
      (changed.m41, changed.m42) = (Coefficient(size.width), Coefficient(size.height))
    } else {
      guard let number = value.fixed else { return nil }
      switch path {
      case "translation.x": changed.m41 = Coefficient(number)
      case "translation.y": changed.m42 = Coefficient(number)
      case "translation.z": changed.m43 = Coefficient(number)
      default:
        var parts = TransformParts(self)
        if !parts.set(path, number) { return nil }
        changed.rows = parts.rows
      }
    }
    if let perspective { changed.setPerspective(perspective) }
    return changed
  }

  /// Scale, shear and rotation: without the translation and the perspective.
  @inline(never)
  var rows: (SpaceVector, SpaceVector, SpaceVector) {
    get {
      (SpaceVector(x: m11, y: m12, z: m13), SpaceVector(x: m21, y: m22, z: m23), SpaceVector(x: m31, y: m32, z: m33))
    }
    set {
      (m11, m12, m13) = (newValue.0.x, newValue.0.y, newValue.0.z)
      (m21, m22, m23) = (newValue.1.x, newValue.1.y, newValue.1.z)
      (m31, m32, m33) = (newValue.2.x, newValue.2.y, newValue.2.z)
    }
  }

  /// The last column p of P where the transform is A · P, A has no perspective and P nothing else; `nil` if there is
  /// none, or A flattens space and it cannot be told.
  var perspective: (Coefficient, Coefficient, Coefficient, Coefficient)? {
    if m14 == 0 && m24 == 0 && m34 == 0 && m44 == 1 { return nil }
    var affine = self
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    guard let p = affine.inverse?.concatenating(self) else { return nil }
    return (p.m14, p.m24, p.m34, p.m44)
  }

  /// Makes the last column that of A · P.
  mutating func setPerspective(_ p: (Coefficient, Coefficient, Coefficient, Coefficient)) {
    m14 = m11 * p.0 + m12 * p.1 + m13 * p.2
    m24 = m21 * p.0 + m22 * p.1 + m23 * p.2
    m34 = m31 * p.0 + m32 * p.1 + m33 * p.2
    m44 = m41 * p.0 + m42 * p.1 + m43 * p.2 + p.3
  }
}
