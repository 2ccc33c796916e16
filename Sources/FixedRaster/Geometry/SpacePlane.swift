/// A plane on its way through space, from z = 0 to where it is flattened: with 61 bits of each number at every step.
public struct SpacePlane {
  /// What the directions of x and y and the origin have become.
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
    each { SpaceRow(x: $0.x + $0.w * dx, y: $0.y + $0.w * dy, z: $0.z + $0.w * dz, w: $0.w) }
  }

  /// Turns y over.
  public mutating func flip() { each { SpaceRow(x: $0.x, y: -$0.y, z: $0.z, w: $0.w) } }

  public mutating func apply(_ transform: Transform3D) {
    let m = transform
    each { row in
      SpaceRow(
        x: row.dot(m.m11, m.m21, m.m31, m.m41), y: row.dot(m.m12, m.m22, m.m32, m.m42),
        z: row.dot(m.m13, m.m23, m.m33, m.m43), w: row.dot(m.m14, m.m24, m.m34, m.m44))
    }
  }

  /// How it is seen on the plane z = 0 by a viewer whose eye the transforms have put where w is 0.
  public var flattened: Homography { Homography(x: x.flat, y: y.flat, origin: origin.flat) }

  private mutating func each(_ change: (SpaceRow) -> SpaceRow) {
    (x, y, origin) = (change(x), change(y), change(origin))
  }
}

private struct SpaceRow {
  let x, y, z, w: ScaledNumber

  var flat: HomogeneousPoint { HomogeneousPoint(x: x, y: y, w: w) }

  func dot(_ a: Coefficient, _ b: Coefficient, _ c: Coefficient, _ d: Coefficient) -> ScaledNumber {
    x * ScaledNumber(a) + y * ScaledNumber(b) + z * ScaledNumber(c) + w * ScaledNumber(d)
  }
}
