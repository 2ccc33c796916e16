/// A corner of a mesh, in the space that a ``Transform3D`` moves to the device.
public struct MeshVertex: Hashable, Sendable {
  /// In points; z points towards the viewer.
  public var x, y, z: Fixed
  /// The place in the image that is drawn on the mesh, in the image's pixels.
  public var u, v: Fixed
  /// What the vertex shows where no image or paint is drawn on the mesh.
  public var color: Color

  public init(x: Fixed, y: Fixed, z: Fixed = 0, u: Fixed = 0, v: Fixed = 0, color: Color = .black) {
    (self.x, self.y, self.z) = (x, y, z)
    (self.u, self.v) = (u, v)
    self.color = color
  }
}

/// A vertex on the device.
struct ProjectedVertex {
  let place: HomogeneousPoint
  /// The transformed z, before the division by w.
  let z: ScaledNumber

  init(_ vertex: MeshVertex, _ m: Transform3D) {
    let (x, y, z) = (
      ScaledNumber(Coefficient(vertex.x)), ScaledNumber(Coefficient(vertex.y)), ScaledNumber(Coefficient(vertex.z))
    )
    func row(_ a: Coefficient, _ b: Coefficient, _ c: Coefficient, _ d: Coefficient) -> ScaledNumber {
      x * ScaledNumber(a) + y * ScaledNumber(b) + z * ScaledNumber(c) + ScaledNumber(d)
    }
    place = HomogeneousPoint(
      x: row(m.m11, m.m21, m.m31, m.m41), y: row(m.m12, m.m22, m.m32, m.m42), w: row(m.m14, m.m24, m.m34, m.m44))
    self.z = row(m.m13, m.m23, m.m33, m.m43)
  }
}
