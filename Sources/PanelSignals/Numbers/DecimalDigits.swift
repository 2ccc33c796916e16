// A decimal number of any length becomes the nearest number of 32.32. Few need it: those with more than eighteen digits.

/// A decimal number: `0.d₁d₂d₃… · 10^exponent`.
///
/// A number half way between two of 32.32 has ten digits before the point and 33 behind it at most. Of longer ones only
/// whether anything but zeros follows counts, so the place of the last digit says just that.
struct DecimalDigits {
  private static var capacity: Int { 48 }

  private var digits = InlineArray<48, UInt8>(repeating: 0)
  private var count = 0
  /// The first eighteen digits as a number.
  private var head: UInt64 = 0
  private var headCount = 0
  var exponent = 0

  init() {}

  init(_ number: UInt64, exponent: Int) {
    var divisor = powerOfTen(18)
    self.exponent = exponent
    while divisor > 0 {
      append(UInt8(number / divisor % 10), isFraction: false)
      divisor /= 10
    }
  }

  /// Adds a digit behind the others.
  mutating func append(_ digit: UInt8, isFraction: Bool) {
    if digit == 0 && count == 0 {
      if isFraction { exponent &-= 1 }
      return
    }
    if !isFraction { exponent &+= 1 }
    if headCount < 18 {
      head = head &* 10 &+ UInt64(digit)
      headCount &+= 1
    }
    if count < Self.capacity {
      digits[count] = digit
      count &+= 1
    } else if digit != 0 {
      digits[Self.capacity &- 1] = Swift.max(1, digits[Self.capacity &- 1])
    }
  }

  /// The nearest number, halves away from zero, held to the range.
  func number(isNegative: Bool) -> Fixed64 {
    // Both may be as long as the text: far outside of the range.
    let place = Swift.max(-1000, Swift.min(1000, exponent))
    let number = Fixed64(digits: head, exponent: place - headCount, isNegative: isNegative)
    if count <= 18 { return number }
    // The rest behind the eighteenth digit matters only where the next number of eighteen is another one of 32.32.
    if Fixed64(digits: head + 1, exponent: place - headCount, isNegative: isNegative) == number { return number }
    return .held(longMagnitude, isNegative: isNegative)
  }

  /// The nearest number without its sign, 2⁶³ where it does not fit: by doubling the fraction 33 times, digit by digit.
  var longMagnitude: UInt64 {
    if exponent > 10 { return 1 << 63 }
    if exponent < -11 { return 0 }
    var whole: UInt64 = 0
    for index in 0..<Swift.max(0, exponent) { whole = whole * 10 + UInt64(index < count ? digits[index] : 0) }
    // 59 places: 11 zeros and 48 digits.
    var fraction = InlineArray<60, UInt8>(repeating: 0)
    for index in Swift.max(0, exponent)..<Swift.max(count, exponent, 0) { fraction[index - exponent] = digits[index] }
    var bits: UInt64 = 0
    for _ in 0..<33 {
      var carry: UInt8 = 0
      for place in fraction.indices.reversed() {
        let double = fraction[place] &* 2 &+ carry
        carry = double >= 10 ? 1 : 0
        fraction[place] = double &- carry &* 10
      }
      bits = bits << 1 | UInt64(carry)
    }
    // whole < 10¹⁰ < 2³⁴: held before it is shifted.
    return whole > 0x7FFF_FFFF ? 1 << 63 : whole << 32 + (bits + 1) >> 1
  }
}
