// Stage: paint. Input: the mapping an image is drawn with. Output: which place of the image each device pixel shows.
//
// A place depends on the pixel's absolute device coordinates alone, so each tile gets the same ones.

/// A place in an image's plane, in 2⁻³² pixels.
struct ImagePosition {
  var u, v: Int64

  @inline(__always)
  static func + (a: ImagePosition, b: ImagePosition) -> ImagePosition {
    ImagePosition(u: a.u &+ b.u, v: a.v &+ b.v)
  }

  @inline(__always)
  static func * (a: ImagePosition, count: Int) -> ImagePosition {
    ImagePosition(u: a.u &* Int64(count), v: a.v &* Int64(count))
  }

  /// Eight places, each a step from the one before.
  @inline(__always)
  func stepped(by step: ImagePosition) -> ImagePositions {
    let lane = SIMD8<Int64>(0, 1, 2, 3, 4, 5, 6, 7)
    return ImagePositions(
      u: SIMD8(repeating: u) &+ lane &* SIMD8(repeating: step.u),
      v: SIMD8(repeating: v) &+ lane &* SIMD8(repeating: step.v))
  }
}

/// Eight places.
struct ImagePositions {
  var u, v: SIMD8<Int64>
}

/// From device pixels to an image's plane: the inverse of a mapping.
enum ImagePlace {
  /// The image has no extent on the device.
  case none
  case affine(ImageAffineMap)
  case projective(ImageProjection)
}

// MARK: - Affine

/// (u, v) = (a·x + c·y + tx, b·x + d·y + ty) at the centre of device pixel (x, y), exactly: in steps of 2⁻³², for x and
/// y below 2^14. The inverse's members are rounded to 2⁻³², so a place is within 2⁻¹⁸ of a pixel of the true one.
struct ImageAffineMap {
  /// In 2⁻³²; a…d within ±2^47 (a step over the widest image), tx and ty within ±2^61: sums stay below 2^63.
  let a, b, c, d, tx, ty: Int64
  /// Whether the transform is a move by whole pixels.
  let isWholeTranslation: Bool

  /// `nil` where the transform has no inverse.
  init?(_ transform: AffineTransform) {
    guard let inverse = transform.inverse else { return nil }
    (a, b) = (Self.step(inverse.a), Self.step(inverse.b))
    (c, d) = (Self.step(inverse.c), Self.step(inverse.d))
    // Half a step each way to the pixel's centre.
    tx = Self.held(inverse.tx.rawValue, 1 &<< 61) &+ (a &+ c) &>> 1
    ty = Self.held(inverse.ty.rawValue, 1 &<< 61) &+ (b &+ d) &>> 1
    let isMove = transform.a == 1 && transform.b == 0 && transform.c == 0 && transform.d == 1
    isWholeTranslation = isMove && (transform.tx.rawValue | transform.ty.rawValue) & 0xFFFF_FFFF == 0
  }

  private static func step(_ value: Coefficient) -> Int64 { held(value.rawValue, 1 &<< 47) }

  private static func held(_ value: Int64, _ limit: Int64) -> Int64 { Swift.max(0 &- limit, Swift.min(limit, value)) }

  @inline(__always)
  func position(_ x: Int32, _ y: Int32) -> ImagePosition {
    let (x, y) = (Int64(x), Int64(y))
    return ImagePosition(u: a &* x &+ c &* y &+ tx, v: b &* x &+ d &* y &+ ty)
  }

  var step: ImagePosition { ImagePosition(u: a, v: b) }

  /// How much the image is shrunk, as a level: see ``imageLevel(_:_:)``.
  var level: Int { imageLevel(ImagePosition(u: a, v: b), ImagePosition(u: c, v: d)) }
}

// MARK: - Levels of detail

/// The level of detail in 1/256, rounded down, 0 where the image is not shrunk: the binary logarithm of the longer of
/// the image's steps from a device pixel to its right and lower neighbours.
func imageLevel(_ right: ImagePosition, _ down: ImagePosition) -> Int {
  let square = Swift.max(squaredLength(right), squaredLength(down))
  if square &>> 32 == 0 { return 0 }
  // log2 of the square times 128: the whole part from the leading bit, seven more by squaring a 1.31 mantissa.
  let zeros = Int(square.leadingZeroBitCount)
  var mantissa = (square &<< UInt64(zeros)) &>> 32
  var level = 31 &- zeros
  for _ in 0..<7 {
    mantissa = (mantissa &* mantissa) &>> 31
    let carry = mantissa &>> 32
    mantissa &>>= carry
    level = level &* 2 &+ Int(truncatingIfNeeded: carry)
  }
  return level
}

/// In 2⁻³² of a square pixel, held where it does not fit.
private func squaredLength(_ step: ImagePosition) -> UInt64 {
  func square(_ value: Int64) -> UInt64 {
    let length = Swift.min((value &>> 16).magnitude, 0x7FFF_FFFF)
    return length &* length
  }
  return square(step.u) &+ square(step.v)
}
