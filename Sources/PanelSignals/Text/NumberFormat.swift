// Stage: signals. How a number is written, and which digits that takes.

/// How a number is written.
public struct NumberFormat: Equatable, Sendable, BitwiseCopyable {
  /// The kind of number.
  public enum Style: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case decimal = 0
    /// Seconds as `h:mm:ss`, `h:mm` or `m:ss`; decimals are those of a second, and only behind seconds.
    case hoursMinutesSeconds = 1
    case hoursMinutes = 2
    case minutesSeconds = 3
    /// Degrees as `54°12.345'N` and `009°30.000'W`: decimals, 5 at most, are those of a minute.
    case latitude = 4
    case longitude = 5
    /// Seconds of a day as `HH:mm` and `HH:mm:ss`, cut off and not rounded: a clock shows the minute that it is.
    case clock = 6
    case clockSeconds = 7
    /// Days since 1 January 1970 as `yyyy-MM-dd`, `dd.MM.yyyy` and `MM/dd/yyyy`, cut off.
    case date = 8
    case dateWithPoints = 9
    case dateWithSlashes = 10
    /// Seconds as `d h:mm`; without the days where there are none.
    case daysHoursMinutes = 11
  }

  public var style = Style.decimal
  /// Digits behind the point, 0...9; the most of them where `significantDigits` says how many.
  public var decimals: Int
  /// Digits in front of it at least, with zeros where there are fewer, 1...10; of a duration, those of its first part.
  public var minimumDigits: Int
  /// Whether a number above 0 has a plus.
  public var forcesSign: Bool
  /// The sign before the decimals.
  public var decimalSign: UInt8
  /// How many digits count, 1...15: greater numbers have fewer decimals; 0 for the same decimals always.
  public var significantDigits = 0
  /// The sign between groups of three digits in front of the point; 0 for none, 0xA0 for a space that does not break.
  public var groupSign: UInt8 = 0
  /// Numbers are written as so many times this power of ten, 0...9: 3 for labels in thousands.
  public var exponent = 0
  /// The least of the values that go round, as headings do, and after how much they begin again; 0 for never. Digits that are
  /// rounded up to the end are those of the beginning: 359.6 is 0. Where the least is below zero the end is written and the
  /// beginning is not: 180, and not -180.
  public private(set) var turnStart = Fixed64.zero, turn = Fixed64.zero

  public init(decimals: Int = 0, minimumDigits: Int = 1, forcesSign: Bool = false, decimalSign: UInt8 = 46) {
    self.decimals = Swift.max(0, Swift.min(9, decimals))
    self.minimumDigits = Swift.max(1, Swift.min(10, minimumDigits))
    self.forcesSign = forcesSign
    self.decimalSign = decimalSign
  }

  /// A plain number with as many decimals as a value needs.
  /// - Parameters:
  ///   - value: the number.
  ///   - most: decimals, 0...9: a third has so many.
  public static func shortest(_ value: Fixed64, most: Int) -> NumberFormat {
    for decimals in 0..<Swift.max(0, most) {
      let format = NumberFormat(decimals: decimals)
      if (format.shownValue(of: value) - value).magnitude <= Fixed64(digits: 1, exponent: -most - 1) { return format }
    }
    return NumberFormat(decimals: most)
  }

  /// A plain number of so many decimals, with the signs of this.
  public func plain(decimals: Int, minimumDigits: Int = 1) -> NumberFormat {
    var format = NumberFormat(decimals: decimals, minimumDigits: minimumDigits, decimalSign: decimalSign)
    format.groupSign = groupSign
    (format.turnStart, format.turn) = (turnStart, turn)
    return format
  }

  /// How numerals of a scale are written that are `step` apart: as plain numbers, but as times beside a value that is one, where
  /// they are whole minutes or seconds.
  public func ofNumerals(decimals: Int, step: Fixed64) -> NumberFormat {
    var format = self
    (format.decimals, format.forcesSign) = (0, false)
    let digit = format.lastDigit(of: step)
    return isDuration && step >= digit && step.modulo(digit) == .zero ? format : plain(decimals: decimals)
  }

  /// Whether it writes seconds as minutes, hours or days.
  public var isDuration: Bool {
    switch style {
    case .hoursMinutesSeconds, .hoursMinutes, .minutesSeconds, .daysHoursMinutes: true
    default: false
    }
  }

  /// Values that go round.
  /// - Parameters:
  ///   - turn: after how much they begin again, 0 for never.
  ///   - range: of the values, which tells where they begin; zero unless it is as long as a turn.
  public mutating func goRound(_ turn: Fixed64, _ range: ClosedRange<Fixed64>) {
    self.turn = Swift.max(.zero, turn)
    turnStart = range.upperBound - range.lowerBound == turn ? range.lowerBound : .zero
  }

  /// The most bytes that a number takes.
  public static var capacity: Int { 32 }

  // MARK: Digits

  /// How many decimals a value is written with.
  public func decimals(of value: Fixed64) -> Int {
    let most = Swift.max(0, Swift.min(9, decimals))
    if style == .latitude || style == .longitude { return Swift.min(5, most) }
    if significantDigits <= 0 || style != .decimal { return most }
    // Rounding may carry into one more digit in front of the point: 9.996 is 10.0.
    var count = most
    while count > 0 {
      let digits = scaled(value, count).magnitude
      if digits < powerOfTen(Swift.min(18, significantDigits)) { break }
      count -= 1
    }
    return count
  }

  /// The value in units of the last digit, rounded to nearest, halves away from zero. Of a style other than decimal, the
  /// last digit is that of its smallest part.
  public func lastDigits(of value: Fixed64) -> Int64 {
    switch style {
    case .decimal: decimalDigits(of: value).digits
    case .latitude, .longitude: scaled(value, decimals(of: value), times: 60)
    case .hoursMinutesSeconds, .minutesSeconds: scaled(value, decimals(of: value))
    case .hoursMinutes, .daysHoursMinutes: Fixed64.rounded(value, over: 60)
    case .clock: (Int64(value.floor) - (value.floor < 0 ? 59 : 0)) / 60
    case .clockSeconds, .date, .dateWithPoints, .dateWithSlashes: Int64(value.floor)
    }
  }

  /// The value in units of the last digit, and how many decimals it has.
  private func decimalDigits(of value: Fixed64) -> (digits: Int64, decimals: Int) {
    let decimals = decimals(of: value)
    return (turned(scaled(value, decimals), decimals), decimals)
  }

  /// The size of the last digit, for a value of this size, in 32.32.
  public func lastDigit(of value: Fixed64) -> Fixed64 {
    switch style {
    case .decimal: Fixed64(digits: 1, exponent: Swift.max(0, Swift.min(9, exponent)) - decimals(of: value))
    case .latitude, .longitude:
      Fixed64.quotient(Fixed64(digits: 1, exponent: -decimals(of: value)).rawValue, 60 << 32) ?? .zero
    case .hoursMinutesSeconds, .minutesSeconds: Fixed64(digits: 1, exponent: -decimals(of: value))
    case .hoursMinutes, .daysHoursMinutes, .clock: 60
    case .clockSeconds, .date, .dateWithPoints, .dateWithSlashes: 1
    }
  }

  /// Whether digits change at the end of their unit, and are not rounded.
  public var isCutOff: Bool {
    switch style {
    case .clock, .clockSeconds, .date, .dateWithPoints, .dateWithSlashes: true
    default: false
    }
  }

  /// The value that the digits of another stand for, as close as 32.32 comes.
  public func shownValue(of value: Fixed64) -> Fixed64 {
    if style == .decimal {
      let (digits, decimals) = decimalDigits(of: value)
      return Fixed64(
        digits: digits.magnitude, exponent: Swift.max(0, Swift.min(9, exponent)) - decimals, isNegative: digits < 0)
    }
    let digits = lastDigits(of: value)
    let digit = lastDigit(of: value).rawValue
    let (product, overflow) = digits.multipliedReportingOverflow(by: digit)
    return overflow ? value : Fixed64(rawValue: product)
  }

  /// Digits of a value that goes round.
  private func turned(_ digits: Int64, _ decimals: Int) -> Int64 {
    if turn == .zero { return digits }
    let (turn, start) = (scaled(turn, decimals), scaled(turnStart, decimals))
    if turn <= 0 { return digits }
    let rest = (digits - start) % turn
    let part = rest < 0 ? rest + turn : rest
    return start < 0 && part == 0 ? start + turn : start + part
  }

  /// `value · factor · 10^(decimals − exponent)`, rounded to nearest, halves away from zero. Up to three decimals a value
  /// as close to a half as 32.32 tells apart is one: 3.45 lies below itself there.
  private func scaled(_ value: Fixed64, _ decimals: Int, times factor: UInt64 = 1) -> Int64 {
    let power = decimals - (style == .decimal ? Swift.max(0, Swift.min(9, exponent)) : 0)
    if power < 0 {
      let digits = Int64(truncatingIfNeeded: powerOfTen(-power))
      return Fixed64.rounded(value, over: digits)
    }
    // |value| ≤ 2³¹, and factor · 10^power ≤ 10⁹ < 2³⁰: below 2⁶¹.
    let product = value.rawValue.magnitude.multipliedFullWidth(by: powerOfTen(power) &* factor)
    let half = 0x8000_0000 + (power <= 3 ? powerOfTen(power) : 0)
    let (low, carry) = product.low.addingReportingOverflow(half)
    let magnitude = Int64(truncatingIfNeeded: (product.high &+ (carry ? 1 : 0)) << 32 | low >> 32)
    return value.rawValue < 0 ? -magnitude : magnitude
  }
}

extension Fixed64 {
  /// A number over an even whole one, rounded to nearest, halves away from zero.
  /// - Parameter divisor: above 0, below 2³¹.
  fileprivate static func rounded(_ value: Fixed64, over divisor: Int64) -> Int64 {
    // The fraction cannot reach the half, which is a whole number.
    let whole = Int64(value.rawValue.magnitude >> 32)
    let quotient = whole / divisor + (whole % divisor >= divisor / 2 ? 1 : 0)
    return value.rawValue < 0 ? -quotient : quotient
  }
}
