// Stage: sources. The values of a sentence's fields.
import PanelSignals

extension Sentence {
  /// The value of a field, with those beside it where the form asks for them. An empty field is *none*, anything that is
  /// no value of the form is *failed*.
  @_optimize(speed)
  func reading(_ number: Int, _ form: SentenceAddress.Form) -> Reading {
    let field = field(number)
    if field.isEmpty { return .none }
    switch form {
    case .number: return Self.reading(field)
    case .signed: return Self.signed(Self.reading(field), letter(number + 1))
    case .position: return Self.position(field, letter(number + 1))
    case .time: return Self.time(field)
    case .date, .day, .month, .year: return Self.date(field, form)
    case .splitDate: return splitDate(number)
    case .speed: return Self.converted(Self.reading(field), Self.metresPerSecond(letter(number + 1)))
    case .crossTrack:
      return Self.converted(
        Self.signed(Self.reading(field), letter(number + 1)), Self.nauticalMiles(letter(number + 2)))
    case .flag:
      let letter = Self.capital(field[0])
      if field.count > 1 { return .failed }
      return letter == UInt8(ascii: "A") ? Reading(.one) : letter == UInt8(ascii: "V") ? Reading(.zero) : .failed
    case .text, .transducer: return .failed
    }
  }

  /// The number of a transducer: groups of type, number, unit and name.
  /// - Returns: `nil` where this sentence has no such transducer.
  func transducer(_ name: Span<UInt8>, type: UInt8) -> Reading? {
    var number = 1
    while number + 3 < count {
      if type == UInt8(ascii: "*") || letter(number) == type, Self.areEqual(field(number + 3), name) {
        return reading(number + 1, .number)
      }
      number &+= 4
    }
    return nil
  }

  private static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    if a.count != b.count { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }

  // MARK: Numbers

  /// A number that does not fit is not shown as a value.
  private static func reading(_ field: Span<UInt8>) -> Reading {
    guard let number = Fixed64(decimal: field), number > .min, number < .max else { return .failed }
    return Reading(number)
  }

  /// A number whose sign is a letter. Without one it is not known, but that of 0.
  private static func signed(_ reading: Reading, _ letter: UInt8) -> Reading {
    if !reading.hasValue { return reading }
    switch letter {
    case UInt8(ascii: "E"), UInt8(ascii: "N"), UInt8(ascii: "R"): return reading
    case UInt8(ascii: "W"), UInt8(ascii: "S"), UInt8(ascii: "L"): return Reading(-reading.value)
    case 0: return reading.value == .zero ? reading : .failed
    default: return .failed
    }
  }

  /// The fraction that makes another unit of one; `nil` for an unknown letter.
  private typealias Factor = (numerator: Int, denominator: Int)

  private static func metresPerSecond(_ letter: UInt8) -> Factor? {
    switch letter {
    case UInt8(ascii: "M"): (1, 1)
    case UInt8(ascii: "N"): (1852, 3600)
    case UInt8(ascii: "K"): (5, 18)
    // Statute miles an hour.
    case UInt8(ascii: "S"): (1397, 3125)
    default: nil
    }
  }

  /// The standard has nautical miles here, so that an empty field means them.
  private static func nauticalMiles(_ letter: UInt8) -> Factor? {
    switch letter {
    case UInt8(ascii: "N"), 0: (1, 1)
    case UInt8(ascii: "K"): (250, 463)
    default: nil
    }
  }

  private static func converted(_ reading: Reading, _ factor: Factor?) -> Reading {
    if !reading.hasValue { return reading }
    guard let factor else { return .failed }
    if factor.numerator == factor.denominator { return reading }
    // A product that does not fit is held to the ends of the range.
    let product = reading.value * Fixed64(factor.numerator)
    guard product > .min, product < .max, let value = product / Fixed64(factor.denominator) else { return .failed }
    return Reading(value)
  }

  // MARK: Positions

  /// `dddmm.mmm` as degrees: the two digits before the point, and those behind it, are minutes.
  @_optimize(speed)
  private static func position(_ field: Span<UInt8>, _ letter: UInt8) -> Reading {
    var whole = 0
    while whole < field.count, field[whole] &- 48 <= 9 { whole &+= 1 }
    let first = Swift.max(0, whole &- 2)
    let minutes = field.extracting(first..<field.count)
    if whole == 0 || first > 3 || !isPlain(minutes) { return .failed }
    guard let number = Fixed64(decimal: minutes), number < 60 else { return .failed }
    // Below 1000 degrees.
    let degrees = first == 0 ? 0 : wholeNumber(field.extracting(0..<first))
    let value = Fixed64(rawValue: Int64(degrees) << 32 + (number.rawValue + 30) / 60)
    let limit: Fixed64 = letter == UInt8(ascii: "N") || letter == UInt8(ascii: "S") ? 90 : 180
    return value > limit ? .failed : signed(Reading(value), letter)
  }

  /// Whether there are digits and points alone: no sign, no exponent.
  private static func isPlain(_ field: Span<UInt8>) -> Bool {
    for index in field.indices where field[index] &- 48 > 9 && field[index] != 46 { return false }
    return true
  }

  // MARK: Time

  /// Two digits; −1 for anything else.
  private static func pair(_ field: Span<UInt8>, at place: Int) -> Int {
    place + 2 > field.count ? -1 : wholeNumber(field.extracting(place..<place + 2))
  }

  /// `hhmmss.ss` as seconds of the day. A leap second has the number 60.
  private static func time(_ field: Span<UInt8>) -> Reading {
    let (hours, minutes) = (pair(field, at: 0), pair(field, at: 2))
    if field.count < 6 || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || pair(field, at: 4) < 0 {
      return .failed
    }
    let rest = field.extracting(4..<field.count)
    guard isPlain(rest), let seconds = Fixed64(decimal: rest), seconds < 61 else { return .failed }
    return Reading(Fixed64(hours * 3600 + minutes * 60) + seconds)
  }

  /// `ddmmyy`. The years 80 to 99 are of the twentieth century: GPS begins in 1980.
  private static func date(_ field: Span<UInt8>, _ form: SentenceAddress.Form) -> Reading {
    let (day, month, short) = (pair(field, at: 0), pair(field, at: 2), pair(field, at: 4))
    if field.count != 6 || short < 0 { return .failed }
    let year = short + (short >= 80 ? 1900 : 2000)
    let days = days(year, month, day)
    if !days.hasValue { return .failed }
    switch form {
    case .day: return Reading(Fixed64(day))
    case .month: return Reading(Fixed64(month))
    case .year: return Reading(Fixed64(year))
    default: return days
    }
  }

  private func splitDate(_ number: Int) -> Reading {
    let (month, year) = (field(number + 1), field(number + 2))
    if month.isEmpty || year.isEmpty { return .none }
    return Self.days(Self.wholeNumber(year), Self.wholeNumber(month), Self.wholeNumber(field(number)))
  }

  /// The days from 1970-01-01 to a date; *failed* for no date of the years 1970 to 9999.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Reading {
    let lengths: InlineArray<12, Int> = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if year < 1970 || year > 9999 || month < 1 || month > 12 { return .failed }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    if day < 1 || day > lengths[month - 1] + (isLeap && month == 2 ? 1 : 0) { return .failed }
    let before = year - 1
    // 719,162 days lie before 1970.
    var days = before * 365 + before / 4 - before / 100 + before / 400 - 719_162 + day - 1
    for index in 0..<month - 1 { days += lengths[index] }
    return Reading(Fixed64(days + (isLeap && month > 2 ? 1 : 0)))
  }
}

extension Reading {
  /// The source says that its value is wrong.
  fileprivate static var failed: Reading { Reading(.zero, .failed) }
}
