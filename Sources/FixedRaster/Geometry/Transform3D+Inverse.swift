extension Transform3D {
  /// The transform that undoes this one, each member rounded to nearest; this one itself where none does, as with
  /// CATransform3DInvert. ``inverse`` tells the two apart.
  public func inverted() -> Transform3D { inverse ?? self }

  /// The transform that undoes this one, each member rounded to nearest; `nil` where the determinant is zero.
  ///
  /// Laplace's expansion by the 2×2 minors of the upper and of the lower two rows.
  public var inverse: Transform3D? {
    let (r1, r2) = (ScaledRow(m11, m12, m13, m14), ScaledRow(m21, m22, m23, m24))
    let (r3, r4) = (ScaledRow(m31, m32, m33, m34), ScaledRow(m41, m42, m43, m44))
    let (upper, lower) = (Minors(r1, r2), Minors(r3, r4))
    let determinant =
      upper.m12 * lower.m34 - upper.m13 * lower.m24 + upper.m14 * lower.m23 + upper.m23 * lower.m14
      - upper.m24 * lower.m13 + upper.m34 * lower.m12
    if determinant.isZero { return nil }
    let reciprocal = determinant.reciprocal
    // Column i of the adjugate comes from the row that the other three rows leave out, with alternating signs.
    let (c1, c2) = (lower.cofactors(r2), lower.cofactors(r1))
    let (c3, c4) = (upper.cofactors(r4), upper.cofactors(r3))
    var inverse = Transform3D()
    (inverse.m11, inverse.m21, inverse.m31, inverse.m41) = c1.coefficients(times: reciprocal)
    (inverse.m12, inverse.m22, inverse.m32, inverse.m42) = c2.coefficients(times: -reciprocal)
    (inverse.m13, inverse.m23, inverse.m33, inverse.m43) = c3.coefficients(times: reciprocal)
    (inverse.m14, inverse.m24, inverse.m34, inverse.m44) = c4.coefficients(times: -reciprocal)
    return inverse
  }
}

private struct ScaledRow {
  let x, y, z, w: ScaledNumber

  init(_ x: Coefficient, _ y: Coefficient, _ z: Coefficient, _ w: Coefficient) {
    self.init(x: ScaledNumber(x), y: ScaledNumber(y), z: ScaledNumber(z), w: ScaledNumber(w))
  }

  init(x: ScaledNumber, y: ScaledNumber, z: ScaledNumber, w: ScaledNumber) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  func coefficients(times factor: ScaledNumber) -> (Coefficient, Coefficient, Coefficient, Coefficient) {
    ((x * factor).coefficient, (y * factor).coefficient, (z * factor).coefficient, (w * factor).coefficient)
  }
}

/// The six 2×2 minors of two rows, named by their columns.
private struct Minors {
  let m12, m13, m14, m23, m24, m34: ScaledNumber

  init(_ a: ScaledRow, _ b: ScaledRow) {
    m12 = a.x * b.y - a.y * b.x
    m13 = a.x * b.z - a.z * b.x
    m14 = a.x * b.w - a.w * b.x
    m23 = a.y * b.z - a.z * b.y
    m24 = a.y * b.w - a.w * b.y
    m34 = a.z * b.w - a.w * b.z
  }

  /// The signed 3×3 minors of `row` above the two rows these minors are of, leaving out one column after the other.
  func cofactors(_ row: ScaledRow) -> ScaledRow {
    ScaledRow(
      x: row.y * m34 - row.z * m24 + row.w * m23, y: -(row.x * m34 - row.z * m14 + row.w * m13),
      z: row.x * m24 - row.y * m14 + row.w * m12, w: -(row.x * m23 - row.y * m13 + row.z * m12))
  }
}
