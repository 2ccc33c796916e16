// Stage: signals. A value becomes digits, without the heap.

extension NumberFormat {
  /// Writes a number.
  /// - Returns: the bytes, and how many of them.
  public func bytes(of value: Fixed64) -> (bytes: InlineArray<32, UInt8>, count: Int) {
    var writer = BackwardsWriter()
    let digits = lastDigits(of: value)
    switch style {
    case .decimal: writer.write(digits.magnitude, self, decimals: decimals(of: value))
    case .latitude, .longitude: return position(value, &writer)
    case .clock, .clockSeconds: return clock(digits, &writer)
    case .date, .dateWithPoints, .dateWithSlashes: return date(CalendarDate(days: digits), &writer)
    case .daysHoursMinutes:
      // Minutes, of which days have 1440.
      let minutes = digits.magnitude
      writer.write(minutes % 60, minimum: 2)
      writer.write(58)
      writer.write(minutes / 60 % 24, minimum: minutes >= 1440 ? 2 : 1)
      if minutes >= 1440 {
        writer.write(32)
        writer.write(100)
        writer.write(32)
        writer.write(minutes / 1440, minimum: 1)
      }
    case .hoursMinutesSeconds, .hoursMinutes, .minutesSeconds: writeDuration(digits.magnitude, value, &writer)
    }
    // A number that is rounded to nothing has no sign.
    if digits < 0 {
      writer.write(45)
    } else if forcesSign && digits > 0 {
      writer.write(43)
    }
    return writer.result
  }

  /// The number as text. Takes no memory for up to ten bytes, fifteen on 64-bit processors.
  public func text(of value: Fixed64) -> String {
    let (bytes, count) = bytes(of: value)
    return unsafe String(unsafeUninitializedCapacity: count) { room in
      for index in 0..<count { unsafe room[index] = bytes[index] }
      return count
    }
  }

  /// - Parameter digits: minutes, or seconds in units of the last decimal.
  private func writeDuration(_ digits: UInt64, _ value: Fixed64, _ writer: inout BackwardsWriter) {
    var rest = digits
    if style != .hoursMinutes {
      let decimals = decimals(of: value)
      let perMinute = 60 * powerOfTen(decimals)
      writer.write(rest % perMinute, decimals: decimals, minimum: 2, decimalSign)
      writer.write(58)
      rest /= perMinute
    }
    if style != .minutesSeconds {
      writer.write(rest % 60, minimum: 2)
      writer.write(58)
      rest /= 60
    }
    writer.write(rest, minimum: minimumDigits)
  }

  /// The time of day, whatever the day: before its beginning too.
  private func clock(_ digits: Int64, _ writer: inout BackwardsWriter) -> (InlineArray<32, UInt8>, Int) {
    let day: Int64 = style == .clock ? 1440 : 86_400
    let rest = digits % day
    var time = UInt64(rest < 0 ? rest + day : rest)
    if style == .clockSeconds {
      writer.write(time % 60, minimum: 2)
      writer.write(58)
      time /= 60
    }
    writer.write(time % 60, minimum: 2)
    writer.write(58)
    writer.write(time / 60, minimum: 2)
    return writer.result
  }

  private func date(_ date: CalendarDate, _ writer: inout BackwardsWriter) -> (InlineArray<32, UInt8>, Int) {
    func write(_ part: Int, digits: Int = 2) { writer.write(UInt64(part.magnitude), minimum: digits) }
    if style == .date {
      write(date.day)
      writer.write(45)
      write(date.month)
      writer.write(45)
    }
    write(date.year, digits: 4)
    if date.year < 0 { writer.write(45) }
    if style == .date { return writer.result }
    let sign: UInt8 = style == .dateWithPoints ? 46 : 47
    writer.write(sign)
    write(style == .dateWithPoints ? date.month : date.day)
    writer.write(sign)
    write(style == .dateWithPoints ? date.day : date.month)
    return writer.result
  }

  private func position(_ value: Fixed64, _ writer: inout BackwardsWriter) -> (InlineArray<32, UInt8>, Int) {
    let decimals = decimals(of: value)
    var digits = lastDigits(of: value)
    let perDegree = 60 * Int64(powerOfTen(decimals))
    if style == .longitude {
      // From 180 west up to 180 east, as for a longitude that was counted up to 360.
      let (turn, half) = (360 * perDegree, 180 * perDegree)
      digits = (digits % turn + turn) % turn
      if digits > half { digits -= turn }
    }
    let isNegative = digits < 0
    writer.write(style == .latitude ? (isNegative ? 83 : 78) : (isNegative ? 87 : 69))
    writer.write(39)
    writer.write(digits.magnitude % UInt64(perDegree), decimals: decimals, minimum: 2, decimalSign)
    // The degree sign's two bytes, backwards.
    writer.write(0xB0)
    writer.write(0xC2)
    writer.write(digits.magnitude / UInt64(perDegree), minimum: style == .latitude ? 2 : 3)
    return writer.result
  }
}

/// Digits come from the last to the first.
private struct BackwardsWriter {
  private var reversed = InlineArray<32, UInt8>(repeating: 0)
  private var count = 0

  /// Writes a byte in front of the others; nothing where there is no room, which no format needs.
  mutating func write(_ byte: UInt8) {
    if count == reversed.count { return }
    reversed[count] = byte
    count += 1
  }

  mutating func write(_ digits: UInt64, _ format: NumberFormat, decimals: Int) {
    write(digits, decimals: decimals, minimum: format.minimumDigits, format.decimalSign, groupSign: format.groupSign)
  }

  /// - Parameters:
  ///   - digits: with `decimals` of them behind the point.
  ///   - minimum: digits in front of it.
  mutating func write(
    _ digits: UInt64, decimals: Int = 0, minimum: Int, _ decimalSign: UInt8 = 46, groupSign: UInt8 = 0
  ) {
    var (rest, written) = (digits, 0)
    let least = decimals + Swift.max(1, Swift.min(10, minimum))
    while rest > 0 || written < least {
      let whole = written - decimals
      if whole == 0 && decimals > 0 { write(decimalSign) }
      if groupSign != 0 && whole > 0 && whole % 3 == 0 {
        write(groupSign)
        // A space that does not break has two bytes.
        if groupSign == 0xA0 { write(0xC2) }
      }
      write(UInt8(48 + rest % 10))
      written += 1
      rest /= 10
    }
  }

  var result: (InlineArray<32, UInt8>, Int) {
    var bytes = InlineArray<32, UInt8>(repeating: 0)
    for index in 0..<count { bytes[index] = reversed[count - 1 - index] }
    return (bytes, count)
  }
}
