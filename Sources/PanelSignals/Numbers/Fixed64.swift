/// A value of a signal: 32.32, from −2³¹ to 2³¹ − 2⁻³², in steps of 2⁻³². Numbers that do not fit are held to the ends.
public struct Fixed64: Hashable, Sendable, BitwiseCopyable {
  public let rawValue: Int64

  @inlinable @inline(__always)
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// A whole number, held to −2³¹...2³¹ − 1.
  public init(_ value: Int) {
    let held = Swift.max(-0x8000_0000, Swift.min(0x7FFF_FFFF, Int64(value)))
    rawValue = held << 32
  }

  /// The fraction `numerator / denominator`, rounded to nearest, halves away from zero. 0 where the denominator is 0.
  public init(_ numerator: Int, over denominator: Int) {
    self = Fixed64.quotient(Int64(numerator), Int64(denominator)) ?? .zero
  }

  public static var zero: Fixed64 { Fixed64(rawValue: 0) }
  public static var one: Fixed64 { Fixed64(rawValue: 1 << 32) }
  public static var max: Fixed64 { Fixed64(rawValue: .max) }
  public static var min: Fixed64 { Fixed64(rawValue: .min) }

  // MARK: Whole numbers

  /// The whole number towards minus infinity.
  public var floor: Int { Int(truncatingIfNeeded: rawValue >> 32) }

  /// The nearest whole number, halves away from zero, held to −2³¹...2³¹ − 1: `Int` has 32 bits on some boards.
  public var rounded: Int {
    let magnitude = Int64((rawValue.magnitude &+ 0x8000_0000) >> 32)
    return Int(truncatingIfNeeded: rawValue < 0 ? -magnitude : Swift.min(0x7FFF_FFFF, magnitude))
  }

  public var magnitude: Fixed64 { rawValue < 0 ? .zero - self : self }
}

extension Fixed64: Comparable {
  public static func < (a: Fixed64, b: Fixed64) -> Bool { a.rawValue < b.rawValue }
}

extension Fixed64: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

// MARK: - Arithmetic, held to the range

extension Fixed64 {
  public static func + (a: Fixed64, b: Fixed64) -> Fixed64 {
    let (sum, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
    return overflow ? (a.rawValue < 0 ? .min : .max) : Fixed64(rawValue: sum)
  }

  public static func - (a: Fixed64, b: Fixed64) -> Fixed64 {
    let (difference, overflow) = a.rawValue.subtractingReportingOverflow(b.rawValue)
    return overflow ? (a.rawValue < 0 ? .min : .max) : Fixed64(rawValue: difference)
  }

  public static prefix func - (a: Fixed64) -> Fixed64 { .zero - a }

  /// Rounded to nearest, halves away from zero.
  @_optimize(speed)
  public static func * (a: Fixed64, b: Fixed64) -> Fixed64 {
    let product = a.rawValue.magnitude.multipliedFullWidth(by: b.rawValue.magnitude)
    let (low, carry) = product.low.addingReportingOverflow(0x8000_0000)
    let high = product.high &+ (carry ? 1 : 0)
    return held(high >> 31 != 0 ? .max : high << 32 | low >> 32, isNegative: (a.rawValue < 0) != (b.rawValue < 0))
  }

  /// Rounded to nearest, halves away from zero; `nil` where `b` is 0.
  public static func / (a: Fixed64, b: Fixed64) -> Fixed64? { quotient(a.rawValue, b.rawValue) }

  /// `a / b` with 32 bits behind the point. By long division: a division of 128 bits by 64 is no instruction of the
  /// boards, and no function of their C library.
  @_optimize(speed)
  static func quotient(_ a: Int64, _ b: Int64) -> Fixed64? {
    if b == 0 { return nil }
    let (dividend, divisor) = (a.magnitude, b.magnitude)
    var (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    let isNegative = (a < 0) != (b < 0)
    if quotient > 0x8000_0000 { return isNegative ? .min : .max }
    if rest <= UInt64.max >> 32 {
      // The common case: the rest with 32 zeros behind it fits 64 bits.
      let scaled = rest << 32
      quotient = quotient << 32 | scaled / divisor
      rest = scaled % divisor
    } else if divisor >> 48 == 0 {
      // The rest is below the divisor: 16 bits of the quotient at a time.
      for _ in 0..<2 {
        let scaled = rest << 16
        quotient = quotient << 16 | scaled / divisor
        rest = scaled % divisor
      }
    } else {
      for _ in 0..<32 {
        let carry = rest >> 63
        rest <<= 1
        quotient <<= 1
        if carry != 0 || rest >= divisor {
          rest &-= divisor
          quotient |= 1
        }
      }
    }
    if rest >= divisor &- rest { quotient &+= 1 }
    return held(quotient, isNegative: isNegative)
  }

  /// The rest of a division that rounds towards minus infinity: from 0 up to `b`, without it. `nil` where `b` is not
  /// above 0.
  public func modulo(_ b: Fixed64) -> Fixed64? {
    if b.rawValue <= 0 { return nil }
    let rest = rawValue % b.rawValue
    return Fixed64(rawValue: rest < 0 ? rest + b.rawValue : rest)
  }

  /// Rounded down; `nil` for numbers below 0.
  public var squareRoot: Fixed64? {
    if rawValue < 0 { return nil }
    // √(raw · 2³²): 48 bits at most, one after the other, of a radicand of 96 bits.
    var (root, rest) = (UInt64(0), UInt64(0))
    var bits = UInt64(rawValue)
    for _ in 0..<48 {
      rest = rest << 2 | bits >> 62
      bits <<= 2
      let trial = root << 2 | 1
      root <<= 1
      if rest >= trial {
        rest -= trial
        root |= 1
      }
    }
    return Fixed64(rawValue: Int64(root))
  }

  /// A magnitude with its sign, held to the range.
  static func held(_ magnitude: UInt64, isNegative: Bool) -> Fixed64 {
    if isNegative { return magnitude >= 1 << 63 ? .min : Fixed64(rawValue: -Int64(magnitude)) }
    return magnitude >= 1 << 63 ? .max : Fixed64(rawValue: Int64(magnitude))
  }
}
