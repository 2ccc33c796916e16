// Stage: description of sources. Decimal numbers as they were written, and the exact scale that two of them make.
import PanelSources

/// A decimal number: `digits · 10^exponent`.
struct ExactDecimal: Equatable {
  /// Without zeros at its end.
  let digits: UInt128
  let exponent: Int
  let isNegative: Bool

  static var zero: ExactDecimal { ExactDecimal(digits: 0, exponent: 0, isNegative: false) }
  static var one: ExactDecimal { ExactDecimal(digits: 1, exponent: 0, isNegative: false) }

  private init(digits: UInt128, exponent: Int, isNegative: Bool) {
    (self.digits, self.exponent, self.isNegative) = (digits, exponent, isNegative)
  }

  /// Reads all of a text as a number.
  /// - Returns: `nil` where it is none, or has more than 38 digits that count.
  init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    var (digits, exponent, count, hasPoint, zeros) = (UInt128(0), 0, 0, false, 0)
    while let byte = bytes.first, byte == UInt8(ascii: ".") && !hasPoint || byte >= 48 && byte <= 57 {
      bytes.removeFirst()
      if byte == UInt8(ascii: ".") {
        hasPoint = true
        continue
      }
      count += 1
      if hasPoint { exponent -= 1 }
      // Zeros count only where another digit follows them.
      zeros += 1
      if byte == 48 { continue }
      let power = digits == 0 ? 1 : Self.power(of: 10, zeros)
      guard let power, case let (product, overflow) = digits.multipliedReportingOverflow(by: power), !overflow,
        case let (sum, isFull) = product.addingReportingOverflow(UInt128(byte - 48)), !isFull
      else { return nil }
      (digits, zeros) = (sum, 0)
    }
    if count == 0 { return nil }
    exponent += zeros
    if let byte = bytes.first, byte | 32 == UInt8(ascii: "e") {
      guard let number = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), abs(number) < 10_000 else {
        return nil
      }
      exponent += number
    } else if !bytes.isEmpty {
      return nil
    }
    self.init(digits: digits, exponent: digits == 0 ? 0 : exponent, isNegative: isNegative && digits != 0)
  }

  /// The magnitude of a whole number below 2⁶⁴.
  var whole: UInt64? {
    guard exponent >= 0, let scaled = scaled(by: 0) else { return nil }
    return UInt64(exactly: scaled)
  }

  /// The magnitude times 10^places, where that is a whole number below 2¹²⁸.
  func scaled(by places: Int) -> UInt128? {
    if digits == 0 { return 0 }
    guard let power = Self.power(of: 10, exponent + places) else { return nil }
    let (product, overflow) = digits.multipliedReportingOverflow(by: power)
    return overflow ? nil : product
  }

  /// - Returns: `nil` for an exponent below 0, and for 2¹²⁸ and more.
  static func power(of base: UInt128, _ exponent: Int) -> UInt128? {
    if exponent < 0 || exponent > 128 { return nil }
    var power: UInt128 = 1
    for _ in 0..<exponent {
      let (product, overflow) = power.multipliedReportingOverflow(by: base)
      if overflow { return nil }
      power = product
    }
    return power
  }
}

extension CANScale {
  /// The limits of ``init(factor:offset:)`` in words.
  static var expected: String { "a factor and an offset of 19 digits and 26 decimals at most" }

  /// The exact scale of a factor and an offset, with one denominator: 2^shift · 5^fives.
  /// - Returns: `nil` where the factor is 0, or a number has too many digits.
  init?(factor: ExactDecimal, offset: ExactDecimal) {
    guard let first = factor.fraction, let second = offset.fraction else { return nil }
    let (shift, fives) = (max(first.shift, second.shift), max(first.fives, second.fives))
    guard let denominator = ExactDecimal.power(of: 5, fives), let numerator = first.numerator(shift, fives),
      let sum = second.numerator(shift, fives), let numerator = UInt64(exactly: numerator),
      let denominator = UInt64(exactly: denominator)
    else { return nil }
    self.init(
      numerator: numerator, isNegative: factor.isNegative,
      offset: (UInt64(truncatingIfNeeded: sum >> 64), UInt64(truncatingIfNeeded: sum)),
      isOffsetNegative: offset.isNegative, denominator: denominator, shift: shift)
  }
}

extension ExactDecimal {
  /// A fraction of the denominator 2^shift · 5^fives.
  struct Fraction {
    var digits: UInt128
    var shift, fives: Int

    /// The numerator with a larger denominator; `nil` for 2¹²⁸ and more.
    func numerator(_ shift: Int, _ fives: Int) -> UInt128? {
      guard let twos = ExactDecimal.power(of: 2, shift - self.shift),
        let power = ExactDecimal.power(of: 5, fives - self.fives)
      else { return nil }
      let (product, overflow) = digits.multipliedReportingOverflow(by: twos)
      let (result, isFull) = product.multipliedReportingOverflow(by: power)
      return overflow || isFull ? nil : result
    }
  }

  /// The magnitude as a fraction without common factors; `nil` where it is a whole number of 2¹²⁸ and more.
  fileprivate var fraction: Fraction? {
    if exponent >= 0 { return scaled(by: 0).map { Fraction(digits: $0, shift: 0, fives: 0) } }
    var fraction = Fraction(digits: digits, shift: -exponent, fives: -exponent)
    while fraction.shift > 0, fraction.digits % 2 == 0 {
      fraction.digits /= 2
      fraction.shift -= 1
    }
    while fraction.fives > 0, fraction.digits % 5 == 0 {
      fraction.digits /= 5
      fraction.fives -= 1
    }
    return fraction
  }
}
