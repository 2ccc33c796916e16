// Decimal text becomes a number. Text from outside is read here: bounded, and refused where it is no number.

extension Fixed64 {
  /// Reads a whole text as a decimal number, as `-12.5`, `+3`, `.5` or `1.2e3`.
  ///
  /// Rounded to nearest, halves away from zero, however many digits there are; numbers that do not fit are held to the
  /// ends of the range.
  /// - Returns: `nil` where the text is anything else.
  public init?(decimal text: Span<UInt8>) {
    var position = 0
    if let number = Fixed64.plain(text, at: &position), position == text.count {
      self = number
      return
    }
    var reader = DecimalReader()
    guard let number = reader.read(text), reader.position == text.count else { return nil }
    self = number
  }

  /// Reads most numbers, fast: up to nine digits, with a sign, a point and no exponent.
  /// - Parameters:
  ///   - text: with the number in it.
  ///   - position: where it begins; behind it afterwards.
  /// - Returns: `nil` where something else stands there, which may be a number all the same.
  @inline(__always)
  public static func plain(_ text: Span<UInt8>, at position: inout Int) -> Fixed64? {
    let end = text.count
    var place = position
    let isNegative = unsafe place < end && text[unchecked: place] == 45
    if isNegative { place &+= 1 }
    let first = place
    // Digits beyond the ninth are no use: the number is read in another way then.
    var digits: UInt32 = 0
    var byte: UInt8 = 0
    while place < end {
      byte = unsafe text[unchecked: place]
      if byte &- 48 > 9 { break }
      digits = digits &* 10 &+ UInt32(byte &- 48)
      place &+= 1
    }
    var (length, decimals) = (place &- first, 0)
    if byte == 46 {
      place &+= 1
      let behindPoint = place
      while place < end {
        byte = unsafe text[unchecked: place]
        if byte &- 48 > 9 { break }
        digits = digits &* 10 &+ UInt32(byte &- 48)
        place &+= 1
      }
      decimals = place &- behindPoint
      length &+= decimals
    }
    // An e makes it another number.
    if length &- 1 >= 9 || length == 0 || byte | 32 == 101 { return nil }
    position = place
    // Below 2⁶²: nine digits have 30 bits.
    let (scaled, divisor) = (UInt64(digits) << 32, powersOfTen[decimals])
    var quotient = scaled / divisor
    let rest = scaled &- quotient &* divisor
    if rest >= divisor &- rest { quotient &+= 1 }
    let number = Int64(truncatingIfNeeded: quotient)
    return Fixed64(rawValue: isNegative ? 0 &- number : number)
  }
}

private struct DecimalReader {
  /// Behind the number.
  var position = 0
  /// The digits that count, from the first that is not 0.
  private var digits = DecimalDigits()
  private var hasDigit = false

  @_optimize(speed)
  mutating func read(_ text: Span<UInt8>) -> Fixed64? {
    var isNegative = false
    if position < text.count, text[position] == 45 || text[position] == 43 {
      isNegative = text[position] == 45
      position &+= 1
    }
    readDigits(text)
    if !hasDigit { return nil }
    digits.exponent += readExponent(text)
    return digits.number(isNegative: isNegative)
  }

  @_optimize(speed)
  private mutating func readDigits(_ text: Span<UInt8>) {
    var hasPoint = false
    while position < text.count {
      let byte = text[position]
      if byte >= 48 && byte <= 57 {
        hasDigit = true
        digits.append(byte &- 48, isFraction: hasPoint)
      } else if byte == 46 && !hasPoint {
        hasPoint = true
      } else {
        break
      }
      position &+= 1
    }
  }

  /// Reads `e` and a whole number, if they follow.
  private mutating func readExponent(_ text: Span<UInt8>) -> Int {
    var place = position
    if place >= text.count || text[place] | 32 != 101 { return 0 }
    place &+= 1
    var isNegative = false
    if place < text.count, text[place] == 45 || text[place] == 43 {
      isNegative = text[place] == 45
      place &+= 1
    }
    var value = 0
    let first = place
    while place < text.count, text[place] >= 48, text[place] <= 57 {
      // Held: beyond it every number is 0, or does not fit.
      value = Swift.min(10_000, value * 10 + Int(text[place] &- 48))
      place &+= 1
    }
    if place == first { return 0 }
    position = place
    return isNegative ? -value : value
  }
}

extension Fixed64 {
  /// `digits · 10^exponent`, rounded to nearest, halves away from zero.
  /// - Parameters:
  ///   - digits: 10¹⁸ at most.
  ///   - exponent: of ten.
  ///   - isNegative: whether the number is below 0.
  @_optimize(speed)
  public init(digits: UInt64, exponent: Int, isNegative: Bool = false) {
    if digits == 0 || exponent < -40 {
      self = .zero
      return
    }
    if exponent >= 10 {
      self = isNegative ? .min : .max
      return
    }
    if exponent >= 0 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: powerOfTen(exponent))
      let isTooLarge = overflow || product >= 0x8000_0000
      self = isTooLarge ? (isNegative ? .min : .max) : .held(product << 32, isNegative: isNegative)
      return
    }
    let power = -exponent
    if power > 18 {
      self = .held(DecimalDigits(digits, exponent: exponent).longMagnitude, isNegative: isNegative)
      return
    }
    let divisor = powerOfTen(power)
    let whole = digits / divisor
    if whole > 0x7FFF_FFFF {
      self = isNegative ? .min : .max
      return
    }
    var (rest, fraction) = (digits % divisor, UInt64(0))
    if rest < 1 << 31 {
      fraction = rest << 32 / divisor
      rest = rest << 32 % divisor
    } else {
      // divisor ≤ 10¹⁸ < 2⁶⁰: the rest doubled fits.
      for _ in 0..<32 {
        rest <<= 1
        fraction <<= 1
        if rest >= divisor {
          rest -= divisor
          fraction |= 1
        }
      }
    }
    if rest >= divisor - rest { fraction += 1 }
    self = .held(whole << 32 + fraction, isNegative: isNegative)
  }
}

/// - Parameter exponent: 0...18.
func powerOfTen(_ exponent: Int) -> UInt64 { powersOfTen[exponent] }

/// 10⁰ to 10¹⁸.
private let powersOfTen: InlineArray<19, UInt64> = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000, 100_000_000_000,
  1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
  100_000_000_000_000_000, 1_000_000_000_000_000_000,
]
