// Stage: geometry. Input and output: Coefficient. The number type of a matrix's inverse: the determinant of a scale by
// 1/1000 is a millionth, which 32.32 holds to four digits only.

/// A number with its own binary scale: mantissa · 2^exponent, in integers; relative error of each operation below 2⁻⁵⁹.
///
/// Its operations are calls: in place each is hundreds of bytes on a 32-bit processor, and a matrix takes dozens of
/// them.
struct ScaledNumber {
  /// 0, or 2^61 ≤ |mantissa| < 2^62.
  let mantissa: Int64
  let exponent: Int64

  static var zero: ScaledNumber { ScaledNumber(normalizing: 0, exponent: 0) }

  init(_ value: Coefficient) { self.init(normalizing: value.rawValue, exponent: -32) }

  /// `value · 2^exponent`; a value of 2^62 or more loses its last two bits.
  @inline(never)
  init(normalizing value: Int64, exponent: Int64) {
    if value == 0 {
      self.mantissa = 0
      self.exponent = 0
      return
    }
    let shift = Int64(truncatingIfNeeded: value.magnitude.leadingZeroBitCount) &- 2
    self.mantissa = shift >= 0 ? value &<< shift : value &>> (0 &- shift)
    self.exponent = exponent &- shift
  }

  var isZero: Bool { mantissa == 0 }

  static prefix func - (a: ScaledNumber) -> ScaledNumber {
    ScaledNumber(normalizing: 0 &- a.mantissa, exponent: a.exponent)
  }

  @inline(never)
  static func * (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber {
    if a.isZero || b.isZero { return .zero }
    // The product lies in 2^122..<2^124; its bits from 61 on lie in 2^61..<2^63.
    let (high, low) = fullProduct(a.mantissa.magnitude, b.mantissa.magnitude)
    let value = Int64(bitPattern: high &<< 3 | low &>> 61)
    return ScaledNumber(
      normalizing: (a.mantissa < 0) == (b.mantissa < 0) ? value : 0 &- value, exponent: a.exponent &+ b.exponent &+ 61)
  }

  @inline(never)
  static func + (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber {
    if a.isZero { return b }
    if b.isZero { return a }
    let (large, small) = a.exponent >= b.exponent ? (a, b) : (b, a)
    let distance = large.exponent &- small.exponent
    if distance > 62 { return large }
    // Both below 2^62: the sum fits.
    return ScaledNumber(
      normalizing: large.mantissa &+ (small.mantissa &>> distance), exponent: large.exponent)
  }

  @inline(never)
  static func - (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber { a + -b }

  /// 1/x. Zero must not come here; it gives zero.
  @inline(never)
  var reciprocal: ScaledNumber {
    if isZero { return .zero }
    // 2^123 / mantissa lies in 2^61...2^62.
    let value = Int64(bitPattern: reciprocal125(mantissa.magnitude &<< 2))
    return ScaledNumber(normalizing: mantissa < 0 ? 0 &- value : value, exponent: -123 &- exponent)
  }

  /// The nearest 32.32 number (halves upwards), saturated.
  @inline(never)
  var coefficient: Coefficient {
    let shift = -32 &- exponent  // right by this much
    if isZero || shift > 62 { return .zero }
    if shift > 0 { return Coefficient(rawValue: (mantissa &+ (1 &<< (shift &- 1))) &>> shift) }
    if shift == 0 { return Coefficient(rawValue: mantissa) }
    if shift == -1 { return Coefficient(rawValue: mantissa &<< 1) }
    return mantissa < 0 ? .min : .max
  }
}

/// The 128-bit product from 32-bit halves: the same code on every processor, without the library calls that 32-bit ARM
/// makes of a wide multiplication.
private func fullProduct(_ x: UInt64, _ y: UInt64) -> (high: UInt64, low: UInt64) {
  let (xh, xl) = (x &>> 32, x & 0xFFFF_FFFF)
  let (yh, yl) = (y &>> 32, y & 0xFFFF_FFFF)
  let low = xl &* yl
  let cross = xh &* yl &+ (low &>> 32)  // at most (2^32 − 1)^2 + 2^32 − 1 < 2^64
  let middle = xl &* yh &+ (cross & 0xFFFF_FFFF)
  return (xh &* yh &+ (cross &>> 32) &+ (middle &>> 32), middle &<< 32 | low & 0xFFFF_FFFF)
}

/// 2^125 / divisor, rounded down; the divisor is at least 2^63. Two digits of 32 bits, each guessed from the divisor's
/// upper half and at most 2 too large (Knuth, "The Art of Computer Programming", 4.3.1 D).
private func reciprocal125(_ divisor: UInt64) -> UInt64 {
  let (high, low) = (divisor &>> 32, divisor & 0xFFFF_FFFF)
  func digit(_ dividend: UInt64) -> UInt64 {
    var (digit, rest) = (dividend / high, dividend % high)
    // The digit below 2^33, so the product below 2^64 once it is below 2^32.
    while digit &>> 32 != 0 || digit &* low > rest &<< 32 {
      digit &-= 1
      rest &+= high
      if rest &>> 32 != 0 { break }
    }
    return digit
  }
  let upper = digit(1 &<< 61)
  // 2^93 less the product: below the divisor, whatever wraps.
  return upper &<< 32 &+ digit(0 &- upper &* divisor)
}
