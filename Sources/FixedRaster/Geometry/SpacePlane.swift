/// A plane on its way through space, from z = 0 to where it is flattened: with 61 bits of each number at every step.
public struct SpacePlane {
  /// The images of the directions of x and y and of the origin.
  private var x, y, origin: SpaceRow

  /// The plane z = 0.
  public init() {
    let (zero, one) = (ScaledNumber.zero, ScaledNumber(Coefficient.one))
    x = SpaceRow(x: one, y: zero, z: zero, w: zero)
    y = SpaceRow(x: zero, y: one, z: zero, w: zero)
    origin = SpaceRow(x: zero, y: zero, z: zero, w: one)
  }

  /// Moves it, in points.
  public mutating func move(x dx: Coefficient, y dy: Coefficient, z dz: Coefficient) {
    let (dx, dy, dz) = (ScaledNumber(dx), ScaledNumber(dy), ScaledNumber(dz))
    (x, y, origin) = (x.moved(dx, dy, dz), y.moved(dx, dy, dz), origin.moved(dx, dy, dz))
  }

  /// Turns y over.
  public mutating func flip() { (x, y, origin) = (x.flipped, y.flipped, origin.flipped) }

  public mutating func apply(_ transform: Transform3D) {
    (x, y, origin) = (x.applying(transform), y.applying(transform), origin.applying(transform))
  }

  /// How it is seen on the plane z = 0 by a viewer whose eye the transforms have put where w is 0.
  public var flattened: Homography { Homography(x: x.onPlane, y: y.onPlane, origin: origin.onPlane) }

  /// Three of its points as they are seen, and how far each lies before the plane z = 0, times w.
  var seen: (plane: ProjectedPlane, z: (x: ScaledNumber, y: ScaledNumber, origin: ScaledNumber))? {
    ProjectedPlane(x.onPlane, y.onPlane, origin.onPlane).map { ($0, (x.z, y.z, origin.z)) }
  }
}

private struct SpaceRow {
  let x, y, z, w: ScaledNumber

  var onPlane: HomogeneousPoint { HomogeneousPoint(x: x, y: y, w: w) }

  var flipped: SpaceRow { SpaceRow(x: x, y: -y, z: z, w: w) }

  @inline(never)
  func moved(_ dx: ScaledNumber, _ dy: ScaledNumber, _ dz: ScaledNumber) -> SpaceRow {
    SpaceRow(x: x + w * dx, y: y + w * dy, z: z + w * dz, w: w)
  }

  @inline(never)
  func applying(_ m: Transform3D) -> SpaceRow {
    SpaceRow(
      x: dot(m.m11, m.m21, m.m31, m.m41), y: dot(m.m12, m.m22, m.m32, m.m42), z: dot(m.m13, m.m23, m.m33, m.m43),
      w: dot(m.m14, m.m24, m.m34, m.m44))
  }

  @inline(never)
  private func dot(_ a: Coefficient, _ b: Coefficient, _ c: Coefficient, _ d: Coefficient) -> ScaledNumber {
    x * ScaledNumber(a) + y * ScaledNumber(b) + z * ScaledNumber(c) + w * ScaledNumber(d)
  }
}
