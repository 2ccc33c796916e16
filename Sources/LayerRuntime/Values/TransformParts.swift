// Stage: values. A transform taken apart into scale, shear and rotation, and put together again.

import FixedRaster

/// The upper left 3 × 3 members of a transform as scale · shear · rotation, for row vectors (Thomas, "Decomposing a
/// matrix into simple transformations", Graphics Gems II, 1991, with the sign of a reflection given to x alone).
struct TransformParts {
  var scale = SpaceVector(x: 0, y: 0, z: 0)
  /// Of the second row along the first axis, and of the third along the first and the second; in units of the scale.
  var shearXY: Coefficient = 0, shearXZ: Coefficient = 0, shearYZ: Coefficient = 0
  /// Where the rotation takes the three axes.
  var axes: (SpaceVector, SpaceVector, SpaceVector)

  init(_ transform: Transform3D) {
    axes = transform.rows
    scale.x = axes.0.length
    if scale.x != 0 { axes.0 = axes.0 / scale.x }
    let noise = (axes.1.noise, axes.2.noise)
    let xy = TransformParts.straighten(&axes.1, axes.0, noise.0)
    scale.y = axes.1.length
    if scale.y != 0 { (axes.1, shearXY) = (axes.1 / scale.y, xy / scale.y) }
    let xz = TransformParts.straighten(&axes.2, axes.0, noise.1)
    let yz = TransformParts.straighten(&axes.2, axes.1, noise.1)
    scale.z = axes.2.length
    if scale.z != 0 { (axes.2, shearXZ, shearYZ) = (axes.2 / scale.z, xz / scale.z, yz / scale.z) }
    completeAxes()
    if axes.0.cross(axes.1).dot(axes.2) < 0 {
      (scale.x, axes.0, shearXY, shearXZ) = (-scale.x, axes.0 * -1, -shearXY, -shearXZ)
    }
  }

  /// Takes away the part of the row along an axis, and returns its length; noise of arithmetic is none.
  private static func straighten(_ row: inout SpaceVector, _ axis: SpaceVector, _ noise: Coefficient) -> Coefficient {
    let along = row.dot(axis)
    if along.magnitude <= noise { return 0 }
    row = row - axis * along
    return along
  }

  /// Gives an axis whose scale is zero the direction that the other two leave; without any two, nothing is turned.
  private mutating func completeAxes() {
    switch (scale.x == 0, scale.y == 0, scale.z == 0) {
    case (false, false, false): break
    case (true, false, false): axes.0 = axes.1.cross(axes.2)
    case (false, true, false): axes.1 = axes.2.cross(axes.0)
    case (false, false, true): axes.2 = axes.0.cross(axes.1)
    default: axes = Transform3D.identity.rows
    }
  }

  /// Put together again.
  var rows: (SpaceVector, SpaceVector, SpaceVector) {
    (
      axes.0 * scale.x, (axes.1 + axes.0 * shearXY) * scale.y,
      (axes.2 + axes.0 * shearXZ + axes.1 * shearYZ) * scale.z
    )
  }

  func part(_ path: ValueKey) -> Value? {
    switch path {
    case "scale": .fixed(((scale.x + scale.y + scale.z) / 3).fixed)
    case "scale.x": .fixed(scale.x.fixed)
    case "scale.y": .fixed(scale.y.fixed)
    case "scale.z": .fixed(scale.z.fixed)
    case "rotation", "rotation.z": .fixed(turns.z.angle)
    case "rotation.x": .fixed(turns.x.angle)
    case "rotation.y": .fixed(turns.y.angle)
    default: nil
    }
  }

  /// Answers whether there is such a part.
  mutating func set(_ path: ValueKey, _ number: Fixed) -> Bool {
    let factor = Coefficient(number)
    switch path {
    case "scale": scale = SpaceVector(x: factor, y: factor, z: factor)
    case "scale.x": scale.x = factor
    case "scale.y": scale.y = factor
    case "scale.z": scale.z = factor
    case "rotation", "rotation.z": turns.z = sineCosine(number)
    case "rotation.x": turns.x = sineCosine(number)
    case "rotation.y": turns.y = sineCosine(number)
    default: return false
    }
    return true
  }

  /// The rotations about x, y and z, in this order, as sines and cosines: those that are not set go through no angle,
  /// and so do not drift from one setting to the next.
  private var turns: (x: SineCosine, y: SineCosine, z: SineCosine) {
    get {
      var flat = axes.0
      flat.z = 0
      let cosine = flat.length
      let sine = -axes.0.z
      if cosine <= axes.0.noise {
        // x and z turn about the same line: all of it counts for x.
        return (
          SineCosine(sine: -axes.2.y, cosine: axes.1.y), SineCosine(sine: sine, cosine: 0),
          SineCosine(sine: 0, cosine: 1)
        )
      }
      flat = flat / cosine
      let deep = SpaceVector(x: 0, y: axes.1.z, z: axes.2.z) / cosine
      let (x, z) = (SineCosine(sine: deep.y, cosine: deep.z), SineCosine(sine: flat.y, cosine: flat.x))
      if x.cosine + cosine + z.cosine >= 0 { return (x, SineCosine(sine: sine, cosine: cosine), z) }
      // The other three angles give the same rotation: half a turn more about x and z, and y from there.
      return (x.opposite, SineCosine(sine: sine, cosine: -cosine), z.opposite)
    }
    set {
      let (x, y, z) = newValue
      let (xSin, xCos) = (x.sine * y.sine, x.cosine * y.sine)
      axes.0 = SpaceVector(x: y.cosine * z.cosine, y: y.cosine * z.sine, z: -y.sine)
      axes.1 = SpaceVector(
        x: xSin * z.cosine - x.cosine * z.sine, y: xSin * z.sine + x.cosine * z.cosine, z: x.sine * y.cosine)
      axes.2 = SpaceVector(
        x: xCos * z.cosine + x.sine * z.sine, y: xCos * z.sine - x.sine * z.cosine, z: x.cosine * y.cosine)
    }
  }
}

extension SineCosine {
  fileprivate var opposite: SineCosine { SineCosine(sine: -sine, cosine: -cosine) }

  /// In radians; exact to the nearest step for the results of `sineCosine(_:)` for −π...π.
  fileprivate var angle: Fixed {
    // Both in 2.30: the length does not matter, and they fit 32 bits with all their precision.
    func part(_ value: Coefficient) -> Fixed { Fixed(rawValue: Int32(truncatingIfNeeded: value.rawValue &>> 2)) }
    return arctangent(y: part(sine), x: part(cosine))
  }
}
