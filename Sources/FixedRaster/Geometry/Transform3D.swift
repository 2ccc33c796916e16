/// A transform of space, for row vectors: (x', y', z', w') = (x, y, z, 1) · M, then divided by w'.
///
/// x points right, y down, z out of the display towards the viewer.
public struct Transform3D: Hashable, Sendable {
  public var m11, m12, m13, m14: Coefficient
  public var m21, m22, m23, m24: Coefficient
  public var m31, m32, m33, m34: Coefficient
  /// The translation, in points, and the scale of the whole.
  public var m41, m42, m43, m44: Coefficient

  /// The identity, as ``identity``.
  @inlinable
  public init() {
    (m11, m12, m13, m14) = (1, 0, 0, 0)
    (m21, m22, m23, m24) = (0, 1, 0, 0)
    (m31, m32, m33, m34) = (0, 0, 1, 0)
    (m41, m42, m43, m44) = (0, 0, 0, 1)
  }

  @inlinable
  public static var identity: Transform3D { Transform3D() }

  public init(scaleX x: Coefficient, y: Coefficient, z: Coefficient) {
    self.init()
    (m11, m22, m33) = (x, y, z)
  }

  @_disfavoredOverload
  public init(scaleX x: Fixed, y: Fixed, z: Fixed) {
    self.init(scaleX: Coefficient(x), y: Coefficient(y), z: Coefficient(z))
  }

  public init(translationX x: Fixed, y: Fixed, z: Fixed) {
    self.init()
    (m41, m42, m43) = (Coefficient(x), Coefficient(y), Coefficient(z))
  }

  /// A rotation in radians about the vector (x, y, z), whose length does not matter; positive turns clockwise as seen
  /// from the vector's side. The zero vector gives the identity.
  public init(rotationAngle radians: Fixed, x: Fixed, y: Fixed, z: Fixed) {
    self.init()
    guard let axis = UnitAxis(x: x, y: y, z: z) else { return }
    let turn = sineCosine(radians)
    let (c, rest) = (turn.cosine, Coefficient(1) - turn.cosine)
    let (sx, sy, sz) = (turn.sine * axis.x, turn.sine * axis.y, turn.sine * axis.z)
    // Rodrigues' rotation formula, transposed for row vectors.
    let (xy, xz, yz) = (rest * (axis.x * axis.y), rest * (axis.x * axis.z), rest * (axis.y * axis.z))
    (m11, m12, m13) = (c + rest * (axis.x * axis.x), xy + sz, xz - sy)
    (m21, m22, m23) = (xy - sz, c + rest * (axis.y * axis.y), yz + sx)
    (m31, m32, m33) = (xz + sy, yz - sx, c + rest * (axis.z * axis.z))
  }

  /// The transform of the plane, leaving z alone.
  public init(_ affine: AffineTransform) {
    self.init()
    (m11, m12, m21, m22) = (affine.a, affine.b, affine.c, affine.d)
    (m41, m42) = (affine.tx, affine.ty)
  }

  public var isIdentity: Bool { self == .identity }

  // Not derived: that is a call of memcmp, which a board's C library does byte by byte, some 900 instructions.
  public static func == (a: Transform3D, b: Transform3D) -> Bool {
    func bits(_ a: Coefficient, _ b: Coefficient) -> Int64 { a.rawValue ^ b.rawValue }
    let first = bits(a.m11, b.m11) | bits(a.m12, b.m12) | bits(a.m13, b.m13) | bits(a.m14, b.m14)
    let second = bits(a.m21, b.m21) | bits(a.m22, b.m22) | bits(a.m23, b.m23) | bits(a.m24, b.m24)
    let third = bits(a.m31, b.m31) | bits(a.m32, b.m32) | bits(a.m33, b.m33) | bits(a.m34, b.m34)
    let fourth = bits(a.m41, b.m41) | bits(a.m42, b.m42) | bits(a.m43, b.m43) | bits(a.m44, b.m44)
    return first | second | third | fourth == 0
  }

  /// The transform as one of the plane; `nil` if it touches z or has perspective.
  public var affine: AffineTransform? {
    let flat = m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m43 == 0
    return flat && m33 == 1 && m44 == 1 ? AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) : nil
  }

  /// The effect of the transform on the plane z = 0, seen straight from the front: exact unless ``m14`` or ``m24`` make
  /// it a perspective view of the plane, whose foreshortening an affine transform cannot hold.
  public var plane: AffineTransform {
    let flat = AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
    if m44 == 1 || m44 == 0 { return flat }
    return AffineTransform(
      a: flat.a / m44, b: flat.b / m44, c: flat.c / m44, d: flat.d / m44, tx: flat.tx / m44, ty: flat.ty / m44)
  }

  /// The transform that does this one first, then `next`.
  public func concatenating(_ next: Transform3D) -> Transform3D {
    var product = Transform3D()
    (product.m11, product.m12, product.m13, product.m14) = next.row(m11, m12, m13, m14)
    (product.m21, product.m22, product.m23, product.m24) = next.row(m21, m22, m23, m24)
    (product.m31, product.m32, product.m33, product.m34) = next.row(m31, m32, m33, m34)
    (product.m41, product.m42, product.m43, product.m44) = next.row(m41, m42, m43, m44)
    return product
  }

  /// The row vector (x, y, z, w) times this matrix.
  private func row(_ x: Coefficient, _ y: Coefficient, _ z: Coefficient, _ w: Coefficient) -> (
    Coefficient, Coefficient, Coefficient, Coefficient
  ) {
    (
      x * m11 + y * m21 + z * m31 + w * m41, x * m12 + y * m22 + z * m32 + w * m42,
      x * m13 + y * m23 + z * m33 + w * m43, x * m14 + y * m24 + z * m34 + w * m44
    )
  }
}

// MARK: - One more step

// As CATransform3DTranslate and its like have it: the new step is the one that a point goes through first.
extension Transform3D {
  /// This transform after a move, which a point goes through first.
  public func translatedBy(x: Fixed, y: Fixed, z: Fixed) -> Transform3D {
    Transform3D(translationX: x, y: y, z: z).concatenating(self)
  }

  /// This transform after a scale, which a point goes through first.
  public func scaledBy(x: Coefficient, y: Coefficient, z: Coefficient) -> Transform3D {
    Transform3D(scaleX: x, y: y, z: z).concatenating(self)
  }

  @_disfavoredOverload
  public func scaledBy(x: Fixed, y: Fixed, z: Fixed) -> Transform3D {
    scaledBy(x: Coefficient(x), y: Coefficient(y), z: Coefficient(z))
  }

  /// This transform after a turn, in radians, about the vector (x, y, z), which a point goes through first.
  public func rotated(by radians: Fixed, x: Fixed, y: Fixed, z: Fixed) -> Transform3D {
    Transform3D(rotationAngle: radians, x: x, y: y, z: z).concatenating(self)
  }
}

/// A direction of length 1; each part within 2⁻²⁹.
private struct UnitAxis {
  let x, y, z: Coefficient

  init?(x: Fixed, y: Fixed, z: Fixed) {
    var (a, b, c) = (Int64(x.rawValue), Int64(y.rawValue), Int64(z.rawValue))
    let largest = a.magnitude | b.magnitude | c.magnitude
    if largest == 0 { return nil }
    // All parts below 2^31, the largest at least 2^30: the sum of the squares is below 3 · 2^62, its root at least
    // 2^30.
    let shift = Int64(truncatingIfNeeded: largest.leadingZeroBitCount) &- 33
    if shift >= 0 {
      (a, b, c) = (a &<< shift, b &<< shift, c &<< shift)
    } else {
      (a, b, c) = (a &>> 1, b &>> 1, c &>> 1)  // only Fixed.min is that large
    }
    let sum = UInt64(bitPattern: a &* a) &+ UInt64(bitPattern: b &* b) &+ UInt64(bitPattern: c &* c)
    let length = Coefficient(rawValue: Int64(squareRoot(sum)))
    self.x = Coefficient(rawValue: a) / length
    self.y = Coefficient(rawValue: b) / length
    self.z = Coefficient(rawValue: c) / length
  }
}
