// Stage: signals. From one unit to another: one product and one sum, as exact as 32.32 can be.

/// Converts values: `value · factor + offset`.
///
/// The factor has 64 bits in front of the point and 128 behind it. So the result is off by half a unit in the last
/// place (2⁻³³) at most, as if it had been computed exactly and then rounded; where a factor's denominator has more
/// than 62 bits, and for radians, the half is exact to 2⁻⁵⁰ of that unit. A product or result that does not fit is held
/// to the range.
public struct UnitConversion: Equatable, Sendable, BitwiseCopyable {
  private let whole, high, low: UInt64
  /// In units of 2⁻³², and behind them in those of 2⁻⁹⁶.
  private let offset: Int64
  private let offsetFraction: UInt64

  /// From a unit to itself.
  public static var none: UnitConversion { UnitConversion(1, 0, 0) }

  /// - Parameters:
  ///   - numerator, denominator: above 0, below 2¹²⁶; their quotient below 2⁶⁴.
  ///   - offset: a fraction, both below 2³¹.
  init(_ numerator: UInt128, over denominator: UInt128, offset: Int64, over offsetDenominator: Int64) {
    // Long division, bit by bit: the rest stays below 2¹²⁶.
    var (bits, rest, quotient) = (numerator, UInt128(0), UInt128(0))
    for _ in 0..<128 {
      rest = rest << 1 | bits >> 127
      bits <<= 1
      quotient <<= 1
      if rest >= denominator {
        rest -= denominator
        quotient |= 1
      }
    }
    whole = UInt64(truncatingIfNeeded: quotient)
    quotient = 0
    for _ in 0..<128 {
      rest <<= 1
      quotient <<= 1
      if rest >= denominator {
        rest -= denominator
        quotient |= 1
      }
    }
    // Upwards: an exact half stays one, and goes away from zero.
    if rest > 0 && quotient < .max { quotient += 1 }
    (high, low) = (UInt64(truncatingIfNeeded: quotient >> 64), UInt64(truncatingIfNeeded: quotient))

    // Towards minus infinity, so that the fraction counts upwards from it.
    let scaled = offset << 32
    var part = scaled / offsetDenominator
    if part * offsetDenominator > scaled { part -= 1 }
    var (offsetRest, fraction) = (UInt64(scaled - part * offsetDenominator), UInt64(0))
    for _ in 0..<64 {
      offsetRest <<= 1
      fraction <<= 1
      if offsetRest >= UInt64(offsetDenominator) {
        offsetRest -= UInt64(offsetDenominator)
        fraction |= 1
      }
    }
    (self.offset, offsetFraction) = (part, fraction)
  }

  @_optimize(speed)
  public func convert(_ value: Fixed64) -> Fixed64 {
    let magnitude = value.rawValue.magnitude
    let isNegative = value.rawValue < 0
    let product = magnitude.multipliedFullWidth(by: high)
    let (integer, overflow) = magnitude.multipliedReportingOverflow(by: whole)
    let (sum, overflow2) = integer.addingReportingOverflow(product.high)
    // The dropped part of the last product is rounded up, as the factor is.
    let (fraction, carry) = product.low.addingReportingOverflow(magnitude.multipliedFullWidth(by: low).high &+ 1)
    if overflow || overflow2 || sum >= 1 << 63 { return isNegative ? .min : .max }
    // 128 bits with 64 behind the point of 2⁻³², in two's complement. sum + 1 ≤ 2⁶³.
    var (upper, lower) = (sum &+ (carry ? 1 : 0), fraction)
    if upper == 1 << 63 { return isNegative ? .min : .max }
    if isNegative {
      lower = ~lower &+ 1
      upper = ~upper &+ (lower == 0 ? 1 : 0)
    }
    return Self.rounded(Int64(truncatingIfNeeded: upper), lower, isNegative, offset, offsetFraction)
  }

  /// The sum of two numbers of 64.64 bits, rounded to nearest, halves away from zero.
  private static func rounded(
    _ high: Int64, _ low: UInt64, _ isNegative: Bool, _ offset: Int64, _ offsetLow: UInt64
  ) -> Fixed64 {
    let (fraction, carry) = low.addingReportingOverflow(offsetLow)
    let (sum, overflow) = high.addingReportingOverflow(offset)
    if overflow { return isNegative ? .min : .max }
    let (number, overflow2) = sum.addingReportingOverflow(carry ? 1 : 0)
    if overflow2 { return .max }
    // Up from the half; a negative number only from above it.
    let isUp = fraction > 1 << 63 || fraction == 1 << 63 && number >= 0
    return isUp && number < .max ? Fixed64(rawValue: number + 1) : Fixed64(rawValue: number)
  }

  /// Converts a difference of two values: without the offset.
  public func convertDifference(_ value: Fixed64) -> Fixed64 {
    UnitConversion(whole, high, low).convert(value)
  }

  private init(_ whole: UInt64, _ high: UInt64, _ low: UInt64) {
    (self.whole, self.high, self.low, offset, offsetFraction) = (whole, high, low, 0, 0)
  }
}
