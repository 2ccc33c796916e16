import Foundation
import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct NumberFormatTests {
  private func format(_ pattern: String) throws -> NumberFormat {
    let format = NumberFormat(pattern: Array(pattern.utf8).span)
    return try #require(format, "\(pattern)")
  }

  private func text(_ value: Fixed64, _ pattern: String) throws -> String { try format(pattern).text(of: value) }

  /// A decimal number in thousandths.
  private func milli(_ number: Int) -> Fixed64 { Fixed64(number, over: 1000) }

  @Test("P30 patterns say digits, sign, decimals, groups, digits that count, and powers of ten")
  func patterns() throws {
    #expect(try text(milli(12_345), "0") == "12" && text(milli(-12_375), "0.00") == "-12.38")
    #expect(try text(7, "000") == "007" && text(-7, "000") == "-007" && text(1234, "000") == "1234")
    #expect(
      try text(milli(4_250), "+0.0") == "+4.3" && text(milli(-4_250), "+0.0") == "-4.3" && text(0, "+0.0") == "0.0")
    #expect(
      try text(1_234_567, "0,000") == "1,234,567" && text(-123, "0,000") == "-123" && text(1234, "0,000.0") == "1,234.0"
    )
    #expect(
      try text(milli(1_234_000_499), "0.00e3") == "1234.00" && text(12_345, "0.0e3") == "12.3"
        && text(12_350, "0.0e3") == "12.4")
    #expect(
      try text(4499, "0e3") == "4" && text(4500, "0e3") == "5" && text(-4500, "0e3") == "-5" && text(-499, "0e3") == "0"
    )
    #expect(try text(2_147_483_647, "0.000e9") == "2.147")
    for wrong in [
      "", "+", ".0", "0.", "00000000", "0.0000000000", "0,00", "0 ", " 0", "0e", "0~", "0~0", "1", "h", "h:m", "H:mm",
      "latx", "lat.", "lat.000000", "h:mm.0", "HH:mm.0", "h:mm:ss.0000", "0.0~3e3x", "00,000",
    ] {
      #expect(NumberFormat(pattern: Array(wrong.utf8).span) == nil, "\(wrong)")
    }
  }

  @Test("P30 decimals by magnitude keep the digits that count, where rounding carries too")
  func magnitude() throws {
    let cases: [(Int, String)] = [
      (0, "0.00"), (50, "0.05"), (1_234, "1.23"), (9_994, "9.99"), (9_996, "10.0"), (12_345, "12.3"), (99_949, "99.9"),
      (99_951, "100"), (123_456, "123"), (1_234_567, "1235"), (-9_996, "-10.0"), (-4, "0.00"), (4, "0.00"),
      (999_500, "1000"),
    ]
    for (value, expected) in cases { #expect(try text(milli(value), "0.00~3") == expected, "\(value)") }
    #expect(
      try text(milli(1_230), "0.00~1") == "1" && text(milli(500), "0.00~1") == "0.5"
        && text(milli(50), "0.00~1") == "0.05")
    #expect(try format("0.00~3").decimals(of: milli(9_996)) == 1)
  }

  @Test("P25 P30 the decimal sign and the sign between groups are chosen, a space that does not break too")
  func signs() throws {
    var format = try format("0,000.00")
    (format.decimalSign, format.groupSign) = (44, 46)
    #expect(format.text(of: milli(1_234_567_891)) == "1.234.567,89")
    format.groupSign = 0xA0
    #expect(format.text(of: -1_234_567) == "-1\u{A0}234\u{A0}567,00")
    format.groupSign = 39
    #expect(format.text(of: 999) == "999,00" && format.text(of: 1000) == "1'000,00")
  }

  @Test("P30 durations are h:mm:ss, h:mm or m:ss, rounded as a whole, with a sign where there is anything")
  func durations() throws {
    #expect(
      try text(0, "h:mm:ss") == "0:00:00" && text(3_661, "h:mm:ss") == "1:01:01"
        && text(360_000, "h:mm:ss") == "100:00:00")
    #expect(try text(milli(59_500), "h:mm:ss") == "0:01:00" && text(milli(-59_400), "h:mm:ss") == "-0:00:59")
    #expect(try text(milli(-400), "h:mm:ss") == "0:00:00" && text(milli(3_599_960), "h:mm:ss.0") == "1:00:00.0")
    #expect(
      try text(milli(61_250), "m:ss.00") == "1:01.25" && text(6_000, "m:ss") == "100:00" && text(59, "m:ss") == "0:59")
    #expect(
      try text(3_629, "h:mm") == "1:00" && text(3_630, "h:mm") == "1:01" && text(-90, "h:mm") == "-0:02"
        && text(-29, "h:mm") == "0:00")
    #expect(try text(.max, "h:mm:ss") == "596523:14:08" && text(.min, "h:mm:ss.000") == "-596523:14:08.000")
  }

  @Test("P30 clocks cut off, whatever the day, and never show 24 or 60")
  func clocks() throws {
    #expect(
      try text(0, "HH:mm") == "00:00" && text(milli(86_399_999), "HH:mm") == "23:59" && text(86_400, "HH:mm") == "00:00"
    )
    #expect(try text(milli(86_399_999), "HH:mm:ss") == "23:59:59" && text(86_400 * 3 + 3_661, "HH:mm:ss") == "01:01:01")
    #expect(try text(-1, "HH:mm:ss") == "23:59:59" && text(-86_400, "HH:mm") == "00:00" && text(-1, "HH:mm") == "23:59")
  }

  @Test("P30 dates are days since 1970, in three orders, cut off, leap years and years before it too")
  func dates() throws {
    #expect(try text(0, "yyyy-MM-dd") == "1970-01-01" && text(milli(19_782_999), "dd.MM.yyyy") == "29.02.2024")
    #expect(try text(20_783, "MM/dd/yyyy") == "11/26/2026" && text(milli(-1), "yyyy-MM-dd") == "1969-12-31")
    // Beyond what seconds can count to.
    #expect(try text(24_855, "yyyy-MM-dd") == "2038-01-19" && text(47_540, "dd.MM.yyyy") == "28.02.2100")
    #expect(try text(47_541, "dd.MM.yyyy") == "01.03.2100" && text(-719_528, "yyyy-MM-dd") == "0000-01-01")
    #expect(try text(-719_529, "yyyy-MM-dd") == "-0001-12-31")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    for day in stride(from: 0, to: 200_000, by: 37) {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      let date = CalendarDate(days: Int64(day))
      #expect(date.year == parts.year && date.month == parts.month && date.day == parts.day)
    }
  }

  @Test("P30 latitudes and longitudes are degrees, minutes and a letter; minutes carry into degrees; 190 is 170 west")
  func positions() throws {
    #expect(
      try text(Fixed64(5425, over: 100), "lat.000") == "54°15.000'N"
        && text(Fixed64(-1, over: 2), "lat.0") == "00°30.0'S")
    #expect(try text(0, "lat") == "00°00'N" && text(Fixed64(-1, over: 1_000_000), "lat.0") == "00°00.0'N")
    #expect(try text(Fixed64(9_999_999, over: 1_000_000), "lat.00") == "10°00.00'N")
    #expect(try text(Fixed64(-95, over: 10), "lon.000") == "009°30.000'W" && text(180, "lon") == "180°00'E")
    #expect(
      try text(190, "lon.0") == "170°00.0'W" && text(-180, "lon.0") == "180°00.0'E" && text(360, "lon") == "000°00'E")
    #expect(try text(Fixed64(1_799_999, over: 10_000), "lon.0") == "180°00.0'E")
  }

  @Test("P30 a format is as many bits as files hold, and comes back the same")
  func packed() throws {
    let patterns = [
      "0", "000", "0.0", "+0.00", "0,000.0", "0.00~3", "0.0e3", "h:mm:ss.00", "h:mm", "m:ss", "HH:mm", "HH:mm:ss",
      "yyyy-MM-dd", "dd.MM.yyyy", "MM/dd/yyyy", "lat.000", "lon.00000",
      "+0000000.000000000~9e9",
    ]
    for pattern in patterns {
      let format = try format(pattern)
      #expect(NumberFormat(packed: format.packed) == format, "\(pattern)")
    }
    // As the files of version 1 have it.
    #expect(NumberFormat(packed: 2 | 3 << 4 | 128) == NumberFormat(decimals: 2, minimumDigits: 3, forcesSign: true))
    var random = SplitMix(seed: 71)
    for _ in 0..<20_000 {
      // Any bits are a format, and no format leaves its bytes.
      let format = NumberFormat(packed: UInt32(truncatingIfNeeded: random.next()), groupSign: 0xA0)
      let value = Fixed64(
        rawValue: Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0...60, using: &random))
      let (bytes, count) = format.bytes(of: value)
      #expect(count > 0 && count < NumberFormat.capacity)
      if bytes[0] == 45 { #expect((0..<count).contains { bytes[$0] > 48 && bytes[$0] <= 57 }) }
    }
    #expect(
      [NumberFormat(packed: .max), NumberFormat(packed: 0)].allSatisfy {
        $0.bytes(of: .min).count < NumberFormat.capacity
      })
  }

  @Test(
    "P33 what is shown is never more than three quarters of the last digit off for longer than its time, nor changes more often"
  )
  func paced() throws {
    var random = SplitMix(seed: 73)
    var (changes, waits) = (0, 0)
    for pattern in ["0", "0.0", "0.00~3", "0e3", "+0.000", "m:ss", "lat.00"] {
      let format = try format(pattern)
      for interval in [Int64(0), second / 10, second / 4, second] {
        var pacer = NumberPacer(interval: interval)
        var (time, value, changed): (Int64, Fixed64, [Int64]) = (0, 0, [])
        for _ in 0..<400 {
          time += Int64.random(in: 0...(second / 8), using: &random)
          let step = format.lastDigit(of: value).rawValue
          value = Fixed64(
            rawValue: value.rawValue + Int64.random(in: -step...step, using: &random)
              * Int64.random(in: 0...3, using: &random))
          let before = pacer.value
          if pacer.take(Reading(value), format, at: time) {
            changed.append(time)
            changes += 1
            #expect(pacer.value == Reading(value))
          } else {
            #expect(pacer.value == before)
          }
          if let due = pacer.nextTime {
            waits += 1
            #expect(due > time && due - time <= max(interval, NumberPacer.restTime))
            var rested = pacer
            #expect(!rested.take(Reading(value), format, at: due - 1) && rested.nextTime == due)
            #expect(rested.take(Reading(value), format, at: due) && rested.nextTime == nil)
          } else {
            // Nothing is due: what is shown is near enough.
            let limit = format.lastDigit(of: pacer.value.value).rawValue
            #expect((value - pacer.value.value).magnitude.rawValue <= limit / 4 * 5 + 2, "\(pattern)")
          }
        }
        for (earlier, next) in zip(changed, changed.dropFirst()) { #expect(next - earlier >= interval) }
      }
    }
    #expect(changes > 1500 && waits > 1500)
  }

  @Test("P33 a clock's digits change when its minute does")
  func pacedClock() throws {
    var pacer = NumberPacer()
    let format = try format("HH:mm")
    #expect(pacer.take(Reading(59), format, at: 0) && !pacer.take(Reading(milli(59_999)), format, at: second))
    #expect(pacer.take(Reading(60), format, at: 2 * second) && !pacer.take(Reading(119), format, at: 60 * second))
  }
}
