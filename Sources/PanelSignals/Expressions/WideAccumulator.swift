// Products and quotients of 128 bits, for words of 32 bits too: no division of theirs is in a board's C library.

/// A sum of values, each times its nanoseconds: exact.
struct WideAccumulator: BitwiseCopyable {
  /// As two's complement.
  private var high: Int64 = 0
  private var low: UInt64 = 0

  /// Adds a product. All terms together stay below 2¹²⁶ if the factors of time do below 2⁶².
  mutating func add(_ value: Int64, times factor: Int64) {
    let product = value.multipliedFullWidth(by: factor)
    let (sum, carry) = low.addingReportingOverflow(product.low)
    low = sum
    high = high &+ product.high &+ (carry ? 1 : 0)
  }

  mutating func add(_ other: WideAccumulator) {
    let (sum, carry) = low.addingReportingOverflow(other.low)
    low = sum
    high = high &+ other.high &+ (carry ? 1 : 0)
  }

  /// The sum divided, rounded to nearest, halves away from zero, held to the range.
  /// - Parameter divisor: above 0.
  func quotient(_ divisor: Int64) -> Fixed64 {
    let isNegative = high < 0
    var (rest, bits) = (UInt64(bitPattern: high), low)
    if isNegative {
      bits = ~bits &+ 1
      rest = ~rest &+ (bits == 0 ? 1 : 0)
    }
    let divisor = UInt64(divisor)
    if rest >= divisor { return isNegative ? .min : .max }
    // One bit of the quotient after the other: rest < divisor < 2⁶³, so the rest doubled fits.
    var quotient: UInt64 = 0
    for _ in 0..<64 {
      rest = rest << 1 | bits >> 63
      bits <<= 1
      quotient <<= 1
      if rest >= divisor {
        rest &-= divisor
        quotient |= 1
      }
    }
    if quotient < .max && rest >= divisor &- rest { quotient &+= 1 }
    return Fixed64.held(quotient, isNegative: isNegative)
  }
}
