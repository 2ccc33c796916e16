// Stage: path. Input: points in 16.16. Output: device coordinates.

/// A place on the device in 1/65536 of a pixel, each part within ±2^22 pixels (±2^38) unless said otherwise: the
/// precision of curves and strokes before they are rounded to ``SubpixelPoint``.
struct DevicePoint: Hashable, Sendable {
  var x, y: Int64

  @inline(__always)
  init(x: Int64, y: Int64) {
    self.x = x
    self.y = y
  }

  /// The largest magnitude of a part: 2^22 pixels.
  static var limit: Int64 { 1 &<< 38 }

  /// Rounded to the nearest 1/256 pixel, halves upwards, saturated at ±2^22 pixels.
  @inline(__always)
  var subpixel: SubpixelPoint { SubpixelPoint(x: DevicePoint.subpixel(x), y: DevicePoint.subpixel(y)) }

  @inline(__always)
  private static func subpixel(_ value: Int64) -> Subpixel {
    let rounded = (value &+ 128) &>> 8
    return Subpixel(rawValue: Int32(truncatingIfNeeded: Swift.max(-1 &<< 30, Swift.min(1 &<< 30, rounded))))
  }
}

/// An ``AffineTransform`` prepared for the inner loop: points to device coordinates.
///
/// The four coefficients share one binary exponent, the smallest that lets two products with 32-bit coordinates and the
/// translation add up in 64 bits. The result is within 1/256 of a pixel for coordinates to ±4096 points, coefficients
/// to 64 and translations to 2^22 pixels (1/512 for the rounding, 1/1024 for the coefficients); beyond, it is within
/// 2⁻²⁸ of the largest term of either row. It is held to ±2^22 pixels. Coefficients above 2^29 count as 2^29.
public struct DeviceMatrix: Hashable, Sendable {
  // x' = (a·x + c·y + tx) / 2^shift in 1/65536 pixel, where x and y are raw 16.16 numbers. Each row's |a| + |c| is at
  // most 2^31 + 1, so the products sum to below 2^62 + 2^32; |tx|, which holds half a step for the rounding, is below
  // 2^61 + 2^32.
  let a, b, c, d: Int32
  let tx, ty: Int64
  /// 0...32; the coefficients have `shift` fraction bits.
  let shift: Int64

  /// - Parameter transform: from points to pixels; the pixels of a point are part of it.
  public init(_ transform: AffineTransform) {
    let largestMove = Swift.max(transform.tx.rawValue.magnitude, transform.ty.rawValue.magnitude)
    if transform.a == 1 && transform.d == 1 && transform.b == 0 && transform.c == 0 && largestMove < 1 &<< 47 {
      // A move by less than 2^15 pixels, as most layers are: the result of the general case.
      self.init(moveX: transform.tx.rawValue &<< 14, y: transform.ty.rawValue &<< 14)
    } else {
      self.init(transform, largestMove: largestMove)
    }
  }

  /// - Parameters:
  ///   - moveX: with 46 fraction bits.
  ///   - y: likewise.
  private init(moveX: Int64, y: Int64) {
    (a, b, c, d, shift) = (1 &<< 30, 0, 0, 1 &<< 30, 30)
    (tx, ty) = (moveX &+ 1 &<< 29, y &+ 1 &<< 29)
  }

  /// - Parameter largestMove: the larger magnitude of the translation's raw values.
  @inline(never)
  init(_ transform: AffineTransform, largestMove: UInt64) {
    let bound: Int64 = 1 &<< 61
    let a = Swift.max(-bound, Swift.min(bound, transform.a.rawValue))
    let b = Swift.max(-bound, Swift.min(bound, transform.b.rawValue))
    let c = Swift.max(-bound, Swift.min(bound, transform.c.rawValue))
    let d = Swift.max(-bound, Swift.min(bound, transform.d.rawValue))
    let largestRow = Swift.max(a.magnitude &+ c.magnitude, b.magnitude &+ d.magnitude)  // at most 2^62
    let drop = Swift.max(
      Swift.max(0, 33 &- Int64(largestRow.leadingZeroBitCount)), 19 &- Int64(largestMove.leadingZeroBitCount))
    shift = 32 &- drop
    self.a = DeviceMatrix.mantissa(a, drop)
    self.b = DeviceMatrix.mantissa(b, drop)
    self.c = DeviceMatrix.mantissa(c, drop)
    self.d = DeviceMatrix.mantissa(d, drop)
    let half: Int64 = shift == 0 ? 0 : 1 &<< (shift &- 1)
    tx = (drop > 16 ? transform.tx.rawValue &>> (drop &- 16) : transform.tx.rawValue &<< (16 &- drop)) &+ half
    ty = (drop > 16 ? transform.ty.rawValue &>> (drop &- 16) : transform.ty.rawValue &<< (16 &- drop)) &+ half
  }

  private static func mantissa(_ value: Int64, _ drop: Int64) -> Int32 {
    saturating32(drop == 0 ? value : roundedShift(value, drop))
  }

  /// The point in 1/65536 pixel, rounded to nearest, held to ±2^22 pixels.
  @inline(__always)
  func devicePoint(_ point: Point) -> DevicePoint {
    let (x, y) = (Int64(point.x.rawValue), Int64(point.y.rawValue))
    let (limit, shift) = (DevicePoint.limit, shift)
    let u = (Int64(a) &* x &+ Int64(c) &* y &+ tx) &>> shift
    let v = (Int64(b) &* x &+ Int64(d) &* y &+ ty) &>> shift
    return DevicePoint(
      x: Swift.max(0 &- limit, Swift.min(limit, u)), y: Swift.max(0 &- limit, Swift.min(limit, v)))
  }
}

extension Point {
  /// Where the point lies on the device; rounded to nearest, held to ±2^22 pixels.
  public func applying(_ matrix: DeviceMatrix) -> SubpixelPoint { matrix.devicePoint(self).subpixel }
}
