// Stage: instruments. The time on a wall, from a number.
import PanelSignals

/// A time of day and its date in the Gregorian calendar.
struct WallTime: Equatable {
  var year = 1970, month = 1, day = 1
  /// 0 is Sunday.
  var weekday = 4
  var hour = 0, minute = 0, second = 0

  /// - Parameter seconds: since the beginning of 1970, as clocks of the place show it.
  init(_ seconds: Int64) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = Int(seconds - days * 86_400)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    weekday = Int((days % 7 + 11) % 7)
    let date = CalendarDate(days: days)
    (year, month, day) = (date.year, date.month, date.day)
  }
}

/// How a time is written: `HH:mm`, `EEE d MMM yyyy`.
struct TimePattern {
  private let bytes: [UInt8]
  /// The names of weekdays and then of months; empty for English.
  private let names: [String]
  /// Whether it shows seconds; minutes are enough otherwise.
  let showsSeconds: Bool
  /// Whether it has names of weekdays or months.
  let hasNames: Bool

  init(_ pattern: String, names: [String] = []) {
    self.names = names.count == 19 ? names : []
    bytes = Array(pattern.utf8)
    showsSeconds = bytes.contains(UInt8(ascii: "s"))
    hasNames = bytes.contains(UInt8(ascii: "E")) || bytes.contains(UInt8(ascii: "M"))
  }

  /// The text of a time. Takes memory for more than fifteen bytes.
  func text(of time: WallTime) -> String {
    var result = InlineArray<64, UInt8>(repeating: 0)
    var count = 0
    func append(_ byte: UInt8) {
      if count < 64 { result[count] = byte }
      count += 1
    }
    func append(_ number: Int, digits: Int) {
      var divisor = 1
      for _ in 1..<digits { divisor *= 10 }
      while number / divisor >= 10 { divisor *= 10 }
      while divisor > 0 {
        append(UInt8(48 + number / divisor % 10))
        divisor /= 10
      }
    }
    func append(_ english: StaticString, _ index: Int, at first: Int) {
      if names.isEmpty {
        for letter in 0..<3 { append(unsafe english.utf8Start[index * 3 + letter]) }
      } else {
        for byte in names[first + index].utf8 { append(byte) }
      }
    }
    var index = 0
    while index < bytes.count {
      let letter = bytes[index]
      var run = 1
      while index + run < bytes.count, bytes[index + run] == letter { run += 1 }
      index += run
      switch letter {
      case UInt8(ascii: "H"): append(time.hour, digits: run)
      case UInt8(ascii: "h"): append((time.hour + 11) % 12 + 1, digits: run)
      case UInt8(ascii: "m"): append(time.minute, digits: run)
      case UInt8(ascii: "s"): append(time.second, digits: run)
      case UInt8(ascii: "d"): append(time.day, digits: run)
      case UInt8(ascii: "y"): append(run == 2 ? time.year % 100 : time.year, digits: run)
      case UInt8(ascii: "a"):
        append(UInt8(ascii: time.hour < 12 ? "A" : "P"))
        append(UInt8(ascii: "M"))
      case UInt8(ascii: "M"):
        if run >= 3 {
          append("JanFebMarAprMayJunJulAugSepOctNovDec", time.month - 1, at: 7)
        } else {
          append(time.month, digits: run)
        }
      case UInt8(ascii: "E"): append("SunMonTueWedThuFriSat", time.weekday, at: 0)
      default: for _ in 0..<run { append(letter) }
      }
    }
    let length = Swift.min(count, 64)
    return unsafe String(unsafeUninitializedCapacity: length) { room in
      for place in 0..<length { unsafe room[place] = result[place] }
      return length
    }
  }
}
