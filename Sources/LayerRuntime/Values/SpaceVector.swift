// Stage: values. The numbers with which a transform is taken apart.

import FixedRaster

/// A direction and a length in space.
struct SpaceVector: Equatable {
  var x, y, z: Coefficient

  static func * (a: SpaceVector, factor: Coefficient) -> SpaceVector {
    SpaceVector(x: a.x * factor, y: a.y * factor, z: a.z * factor)
  }

  static func / (a: SpaceVector, divisor: Coefficient) -> SpaceVector {
    if divisor == 1 { return a }  // most often; a division is a loop
    return SpaceVector(x: a.x / divisor, y: a.y / divisor, z: a.z / divisor)
  }

  static func + (a: SpaceVector, b: SpaceVector) -> SpaceVector {
    SpaceVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func - (a: SpaceVector, b: SpaceVector) -> SpaceVector {
    SpaceVector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  func dot(_ other: SpaceVector) -> Coefficient { x * other.x + y * other.y + z * other.z }

  func cross(_ b: SpaceVector) -> SpaceVector {
    SpaceVector(x: y * b.z - z * b.y, y: z * b.x - x * b.z, z: x * b.y - y * b.x)
  }

  /// Within a few steps of 2⁻³², or of 2⁻³² of itself where it is above 1; the 16.16 number that is meant if it is as
  /// close to one as that: a transform that was made with such a scale has it again, however often it is taken apart
  /// and put together.
  var length: Coefficient {
    if y == 0 && z == 0 { return x.magnitude }
    if x == 0 && y == 0 { return z.magnitude }
    let bits = (x.rawValue.magnitude | y.rawValue.magnitude) | z.rawValue.magnitude
    // The largest part in 2^29..<2^30: the sum of the squares stays below 2^62.
    let shift = Int64(truncatingIfNeeded: bits.leadingZeroBitCount) - 34
    func scaled(_ part: Coefficient) -> Int64 { shift >= 0 ? part.rawValue &<< shift : part.rawValue &>> -shift }
    let (a, b, c) = (scaled(x), scaled(y), scaled(z))
    let root = Int64(truncatingIfNeeded: squareRoot(UInt64(bitPattern: a &* a &+ b &* b &+ c &* c)))
    let rough = Coefficient(rawValue: shift >= 0 ? root &>> shift : root &<< -shift)
    // One step of Newton's: with this length the vector is 1 + e long, so it is 1 + e/2 times as long as that.
    let unit = self / rough
    let error = unit.dot(unit) - 1
    let length = rough + rough * Coefficient(rawValue: error.rawValue / 2)
    let near = Coefficient(length.fixed)
    return (length - near).magnitude <= noise ? near : length
  }

  /// The error of arithmetic for a number of this size.
  var noise: Coefficient {
    let size = Swift.max(x.magnitude, Swift.max(y.magnitude, z.magnitude))
    return Coefficient(rawValue: 16 + size.rawValue &>> 28)
  }
}
