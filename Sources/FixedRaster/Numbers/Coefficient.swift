/// A matrix element: 32.32. −1/1000 keeps a relative error under 10⁻⁶ (16.16 would turn it into −66/65536).
public struct Coefficient: FixedPointNumber {
  public static var fractionBits: Int { 32 }
  public static var one: Coefficient { Coefficient(rawValue: 1 &<< 32) }
  public let rawValue: Int64

  @inlinable @inline(__always)
  public init(rawValue: Int64) { self.rawValue = rawValue }

  @inlinable @inline(__always)
  public init(_ value: Fixed) { rawValue = Int64(value.rawValue) &<< 16 }

  @inlinable @inline(__always)
  public init(_ value: Int) {
    rawValue = Swift.max(-0x8000_0000, Swift.min(0x7FFF_FFFF, Int64(value))) &<< 32
  }

  /// The product, rounded to nearest (halves away from zero), saturated.
  ///
  /// Processors of 64 bits have the 128-bit product in two instructions. On others it is put together from 32-bit halves, without
  /// the library calls that 32-bit ARM makes of a wide multiplication. Both are exact.
  public static func * (a: Coefficient, b: Coefficient) -> Coefficient {
    let negative = (a.rawValue < 0) != (b.rawValue < 0)
    let x = a.rawValue.magnitude
    let y = b.rawValue.magnitude
    #if arch(arm64) || arch(x86_64)
    // The result wanted is bits 32...95 of the whole.
    let (high, low) = x.multipliedFullWidth(by: y)
    let (rounded, carry) = low.addingReportingOverflow(1 &<< 31)
    let top = high &+ (carry ? 1 : 0)
    if top &>> 31 != 0 { return negative ? .min : .max }
    let value = Int64(bitPattern: top &<< 32 | rounded &>> 32)
    #else
    let (xh, xl) = (x &>> 32, x & 0xFFFF_FFFF)
    let (yh, yl) = (y &>> 32, y & 0xFFFF_FFFF)
    // Each partial product is below 2^64. The result wanted is bits 32...95 of the whole.
    let low = xl &* yl
    let (middle, carry1) = (xh &* yl).addingReportingOverflow(xl &* yh)
    let (sum, carry2) = middle.addingReportingOverflow(low &>> 32)
    let (rounded, carry3) = sum.addingReportingOverflow((low &>> 31) & 1)
    let high = xh &* yh  // weight 2^32 relative to `rounded`
    let carries: UInt64 = (carry1 ? 1 : 0) &+ (carry2 ? 1 : 0) &+ (carry3 ? 1 : 0)
    // rounded + (high + carries·2^32)·2^32 must stay below 2^63.
    if carries != 0 || high &>> 31 != 0 { return negative ? .min : .max }
    let (total, overflow) = rounded.addingReportingOverflow(high &<< 32)
    if overflow || total > UInt64(bitPattern: .max) { return negative ? .min : .max }
    let value = Int64(bitPattern: total)
    #endif
    return Coefficient(rawValue: negative ? 0 &- value : value)
  }

  /// The quotient, rounded to nearest (halves away from zero), saturated; a division by zero gives ``max`` or ``min``
  /// by the sign of the dividend, and zero for 0/0.
  public static func / (a: Coefficient, b: Coefficient) -> Coefficient {
    if b.rawValue == 0 { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let negative = (a.rawValue < 0) != (b.rawValue < 0)
    let divisor = b.rawValue.magnitude
    var quotient = a.rawValue.magnitude / divisor
    var remainder = a.rawValue.magnitude % divisor
    if quotient &>> 31 != 0 { return negative ? .min : .max }
    if divisor &>> 48 == 0 {
      // 32 more bits in two steps: the remainder stays below the divisor, with 16 zeros behind it below 2^64.
      for _ in 0..<2 {
        let scaled = remainder &<< 16
        quotient = quotient &<< 16 | scaled / divisor
        remainder = scaled % divisor
      }
    } else {
      // Bit by bit: the remainder stays below 2^63, so doubling it stays below 2^64.
      for _ in 0..<32 {
        quotient &<<= 1
        remainder &<<= 1
        if remainder >= divisor {
          remainder &-= divisor
          quotient |= 1
        }
      }
    }
    if remainder >= divisor &- remainder { quotient &+= 1 }
    if quotient > UInt64(bitPattern: .max) { return negative ? .min : .max }
    let value = Int64(bitPattern: quotient)
    return Coefficient(rawValue: negative ? 0 &- value : value)
  }

  /// The nearest 16.16 number, saturated.
  @inlinable @inline(__always)
  public var fixed: Fixed {
    // rawValue + 2^15 cannot overflow once values that saturate anyway are held back.
    Fixed(rawValue: saturating32(roundedShift(Swift.min(rawValue, Int64.max &- 0x8000), 16)))
  }
}

extension Coefficient: ExpressibleByIntegerLiteral {
  @inlinable @inline(__always)
  public init(integerLiteral value: Int) { self.init(value) }
}

extension Coefficient: ExpressibleByFloatLiteral {
  /// A decimal literal, rounded to the nearest step, saturated; NaN is zero. The optimizer folds it: no floating point
  /// remains.
  @_alwaysEmitIntoClient @inline(__always)
  public init(floatLiteral value: Double) {
    let scaled = value * 4_294_967_296 + (value < 0 ? -0.5 : 0.5)  // Int64(_:) drops the fraction
    let end = 9_223_372_036_854_775_808.0
    if scaled != scaled {
      self.init(rawValue: 0)
    } else {
      self.init(rawValue: scaled >= end ? .max : scaled <= -end ? .min : Int64(scaled))
    }
  }
}

/// `1 / value`, rounded to nearest (halves away from zero); exact at powers of two. Zero gives ``Coefficient/max``.
public func reciprocal(_ value: Fixed) -> Coefficient {
  if value.rawValue == 0 { return .max }
  // 2^48 / raw: 1 / 2^-16 is 2^16, 2^48 in 32.32.
  let divisor = Int64(value.rawValue).magnitude
  let quotient = Int64(bitPattern: ((1 &<< 48) &+ divisor &>> 1) / divisor)
  return Coefficient(rawValue: value.rawValue < 0 ? 0 &- quotient : quotient)
}
