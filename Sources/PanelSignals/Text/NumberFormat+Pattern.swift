// Stage: signals. Formats as files have them: as a pattern that people write, and as a number that is compiled of it.

extension NumberFormat {
  /// Reads a pattern: `0`, `000`, `0.0`, `+0.00`, `0,000.0` with groups, `0.00~3` with three digits that count, `0.0e3` in
  /// thousands; `h:mm:ss`, `h:mm:ss.0`, `h:mm`, `m:ss`; `HH:mm`, `HH:mm:ss`; `yyyy-MM-dd`, `dd.MM.yyyy`,
  /// `MM/dd/yyyy`; `lat`, `lat.000`, `lon.000`.
  /// - Returns: `nil` for anything else.
  public init?(pattern: Span<UInt8>) {
    self.init()
    var reader = PatternReader(place: 0)
    for (style, word) in Self.words where reader.take(word, pattern) {
      self.style = style
      let most = style == .latitude || style == .longitude ? 5 : style.hasSeconds ? 3 : 0
      guard let decimals = reader.decimals(pattern), decimals <= most, reader.place == pattern.count else { return nil }
      self.decimals = decimals
      return
    }
    forcesSign = reader.take("+", pattern)
    minimumDigits = reader.zeros(pattern)
    if minimumDigits == 1 && reader.take(",000", pattern) { groupSign = 44 }
    guard minimumDigits >= 1 && minimumDigits <= 7, let decimals = reader.decimals(pattern), decimals <= 9 else {
      return nil
    }
    self.decimals = decimals
    if reader.take("~", pattern) {
      guard let digit = reader.digit(pattern), digit > 0 else { return nil }
      significantDigits = digit
    }
    if reader.take("e", pattern) {
      guard let digit = reader.digit(pattern) else { return nil }
      exponent = digit
    }
    if reader.place != pattern.count { return nil }
  }

  /// Longer ones before those that they begin with.
  private static let words: [(style: Style, word: StaticString)] = [
    (.daysHoursMinutes, "d h:mm"), (.hoursMinutesSeconds, "h:mm:ss"), (.hoursMinutes, "h:mm"),
    (.minutesSeconds, "m:ss"),
    (.clockSeconds, "HH:mm:ss"), (.clock, "HH:mm"), (.latitude, "lat"), (.longitude, "lon"),
    (.date, "yyyy-MM-dd"), (.dateWithPoints, "dd.MM.yyyy"), (.dateWithSlashes, "MM/dd/yyyy"),
  ]

  /// The format as a number: decimals in bits 0–3, digits in front of the point in 4–6, whether there is a plus in 7, the
  /// style in 8–11, digits that count in 12–15, the exponent in 16–19, whether there are groups in 20. The signs between
  /// digits are the panel's, not the format's.
  public var packed: UInt32 {
    UInt32(truncatingIfNeeded: decimals & 15 | (minimumDigits & 7) << 4 | (forcesSign ? 1 : 0) << 7)
      | UInt32(style.rawValue) << 8
      | UInt32(
        truncatingIfNeeded: (significantDigits & 15) << 12 | (exponent & 15) << 16 | (groupSign == 0 ? 0 : 1) << 20)
  }

  /// - Parameters:
  ///   - packed: as ``packed`` has it; bits that stand for nothing count as 0.
  ///   - decimalSign: before the decimals.
  ///   - groupSign: between groups, where the format has them.
  public init(packed: UInt32, decimalSign: UInt8 = 46, groupSign: UInt8 = 44) {
    let bits = Int(packed & 0x1F_FFFF)
    self.init(
      decimals: bits & 15, minimumDigits: bits >> 4 & 7, forcesSign: bits >> 7 & 1 != 0, decimalSign: decimalSign)
    style = Style(rawValue: UInt8(bits >> 8 & 15)) ?? .decimal
    significantDigits = bits >> 12 & 15
    exponent = Swift.min(9, bits >> 16 & 15)
    self.groupSign = bits >> 20 & 1 == 0 ? 0 : groupSign
  }
}

extension NumberFormat.Style {
  fileprivate var hasSeconds: Bool { self == .hoursMinutesSeconds || self == .minutesSeconds }
}

private struct PatternReader {
  var place: Int

  mutating func take(_ word: StaticString, _ pattern: Span<UInt8>) -> Bool {
    let length = word.utf8CodeUnitCount
    if length > pattern.count - place { return false }
    // A static string's bytes live as long as the program.
    for index in 0..<length where unsafe word.utf8Start[index] != pattern[place + index] { return false }
    place += length
    return true
  }

  /// How many zeros follow, 99 at most.
  mutating func zeros(_ pattern: Span<UInt8>) -> Int {
    var count = 0
    while count < 99, take("0", pattern) { count += 1 }
    return count
  }

  /// Zeros behind a point; 0 without a point, `nil` for a point alone.
  mutating func decimals(_ pattern: Span<UInt8>) -> Int? {
    if !take(".", pattern) { return 0 }
    let count = zeros(pattern)
    return count == 0 ? nil : count
  }

  mutating func digit(_ pattern: Span<UInt8>) -> Int? {
    if place >= pattern.count || pattern[place] < 48 || pattern[place] > 57 { return nil }
    place += 1
    return Int(pattern[place - 1]) - 48
  }
}
