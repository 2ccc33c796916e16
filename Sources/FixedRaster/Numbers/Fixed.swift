/// A length or a scalar in points: 16.16, from −32768 to 32767.99998, in steps of 1/65536.
public struct Fixed: FixedPointNumber {
  public static var fractionBits: Int { 16 }
  public static var one: Fixed { Fixed(rawValue: 1 &<< 16) }
  public let rawValue: Int32

  @inlinable @inline(__always)
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A whole number, held to −32768...32767.
  @inlinable @inline(__always)
  public init(_ value: Int) {
    rawValue = Int32(truncatingIfNeeded: Swift.max(-32768, Swift.min(32767, value)) &<< 16)
  }

  /// The nearest number to a coefficient (halves upwards), saturated.
  @inlinable @inline(__always)
  public init(_ value: Coefficient) { self = value.fixed }

  /// The fraction `numerator / denominator` of any two whole numbers, rounded to nearest (halves away from zero);
  /// saturated only where the quotient itself does not fit. Division by zero gives ``max`` or ``min`` by the sign of
  /// the numerator, and zero for 0/0.
  public init(_ numerator: Int, over denominator: Int) {
    let (dividend, divisor) = (Int64(numerator).magnitude, Int64(denominator).magnitude)
    if divisor == 0 {
      self = numerator == 0 ? .zero : (numerator < 0 ? .min : .max)
      return
    }
    let isNegative = (numerator < 0) != (denominator < 0)
    var (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    if quotient > 0x8000 {
      self = isNegative ? .min : .max
      return
    }
    // 16 more bits by long division. The rest stays below 2^63, so doubling it stays below 2^64.
    for _ in 0..<16 {
      quotient &<<= 1
      rest &<<= 1
      if rest >= divisor {
        rest &-= divisor
        quotient |= 1
      }
    }
    if rest >= divisor &- rest { quotient &+= 1 }
    let value = Int64(bitPattern: quotient)
    self.init(rawValue: saturating32(isNegative ? 0 &- value : value))
  }

  /// The part in front of the binary point, rounded towards minus infinity.
  @inlinable @inline(__always)
  public var floor: Int { Int(rawValue &>> 16) }

  /// The smallest whole number not below this one.
  @inlinable @inline(__always)
  public var ceil: Int { Int(truncatingIfNeeded: (Int64(rawValue) &+ 0xFFFF) &>> 16) }

  /// The nearest whole number, halves upwards.
  @inlinable @inline(__always)
  public var rounded: Int { Int(truncatingIfNeeded: (Int64(rawValue) &+ 0x8000) &>> 16) }

  /// The product, rounded to nearest (halves upwards), saturated.
  @inlinable @inline(__always)
  public static func * (a: Fixed, b: Fixed) -> Fixed {
    // |a·b| ≤ 2^62: no overflow in 64 bits.
    Fixed(rawValue: saturating32(roundedShift(Int64(a.rawValue) &* Int64(b.rawValue), 16)))
  }

  @inlinable @inline(__always)
  public static func *= (a: inout Fixed, b: Fixed) { a = a * b }

  /// The quotient, rounded to nearest (halves away from zero), saturated; a division by zero gives ``max`` or ``min``
  /// by the sign of the dividend, and zero for 0/0.
  @inlinable
  public static func / (a: Fixed, b: Fixed) -> Fixed {
    if b.rawValue == 0 { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let dividend = Int64(a.rawValue) &<< 16
    let divisor = Int64(b.rawValue)
    let half = divisor.magnitude &>> 1
    let quotient = Int64(bitPattern: (dividend.magnitude &+ half) / divisor.magnitude)
    return Fixed(rawValue: saturating32((dividend < 0) == (divisor < 0) ? quotient : -quotient))
  }
}

extension Fixed: ExpressibleByIntegerLiteral {
  @inlinable @inline(__always)
  public init(integerLiteral value: Int) { self.init(value) }
}

extension Fixed: ExpressibleByFloatLiteral {
  /// A decimal literal, rounded to the nearest step, saturated; NaN is zero. The optimizer folds it: no floating point
  /// remains.
  @_alwaysEmitIntoClient @inline(__always)
  public init(floatLiteral value: Double) {
    let scaled = value * 65536 + (value < 0 ? -0.5 : 0.5)  // Int32(_:) drops the fraction
    if scaled != scaled {
      self.init(rawValue: 0)
    } else {
      self.init(rawValue: scaled >= 2_147_483_647 ? .max : scaled <= -2_147_483_648 ? .min : Int32(scaled))
    }
  }
}

extension Fixed {
  /// π: 205887/65536.
  public static var pi: Fixed { Fixed(rawValue: 205887) }
}
