// Stage: program. Input: one line of a replay. Output: a moment, or what was expected instead.
import PanelInstruments
import PanelKit

enum MomentLine {
  typealias Bytes = ArraySlice<UInt8>

  /// `nil` for a line without a moment.
  static func parse(_ line: Bytes, after last: Moment?, _ readings: Readings) throws(Expectation) -> Moment? {
    let content = line.prefix { $0 != UInt8(ascii: "#") }
    var words = content.split { $0 == 32 || $0 == 9 || $0 == 13 }[...]
    guard let first = words.popFirst() else { return nil }
    var moment = Moment()
    moment.readings = readings
    guard let time = parseNumber(first) else {
      throw Expectation("a number of milliseconds from 0 to 999999999 at the line's start", insteadOf: first)
    }
    if let last, time <= last.time {
      throw Expectation("a time after that of the moment before", insteadOf: first)
    }
    moment.time = time
    var finger = TouchParts()
    for word in words { try take(word, &moment.readings, &finger) }
    moment.touch = try finger.touch()
    return moment
  }

  private static func take(
    _ word: Bytes, _ readings: inout Readings, _ finger: inout TouchParts
  ) throws(Expectation) {
    guard let sign = word.firstIndex(of: UInt8(ascii: "=")) else { throw Expectation("key=value", insteadOf: word) }
    let (key, value) = (word[..<sign], word[(sign + 1)...])
    if StaticString("time").isEqual(to: key) {
      readings.time = try time(value, word)
    } else if StaticString("load").isEqual(to: key) {
      readings.load = try percent(value, word)
    } else if StaticString("memory").isEqual(to: key) {
      readings.memory = try percent(value, word)
    } else if StaticString("temperature").isEqual(to: key) {
      guard let tenths = tenths(value), tenths >= -990, tenths <= 9990 else {
        throw Expectation("temperature= and a number from -99 to 999", insteadOf: word)
      }
      readings.temperature = tenths
    } else if StaticString("touch").isEqual(to: key) {
      finger.phase = try phase(value, word)
    } else if StaticString("finger").isEqual(to: key) {
      finger.finger = try number(value, word, "finger= and a whole number", limit: 999_999_999)
    } else if StaticString("x").isEqual(to: key) {
      finger.x = try number(value, word, "x= and a whole number of pixels to 32767", limit: 32767)
    } else if StaticString("y").isEqual(to: key) {
      finger.y = try number(value, word, "y= and a whole number of pixels to 32767", limit: 32767)
    } else {
      throw Expectation("one of time, load, memory, temperature, touch, finger, x and y", insteadOf: key)
    }
  }

  private static func time(_ value: Bytes, _ word: Bytes) throws(Expectation) -> TimeOfDay {
    let parts = value.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.count == 2 }), let hour = parseNumber(parts[0]), hour < 24,
      let minute = parseNumber(parts[1]), minute < 60, let second = parseNumber(parts[2]), second < 60
    else { throw Expectation("time= and a time from 00:00:00 to 23:59:59", insteadOf: word) }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  private static func percent(_ value: Bytes, _ word: Bytes) throws(Expectation) -> Int {
    guard let tenths = tenths(value), tenths >= 0, tenths <= 1000 else {
      throw Expectation("a percentage from 0 to 100", insteadOf: word)
    }
    return tenths
  }

  private static func number(
    _ value: Bytes, _ word: Bytes, _ expected: StaticString, limit: Int
  ) throws(Expectation) -> Int {
    guard let number = parseNumber(value), number <= limit else { throw Expectation(expected, insteadOf: word) }
    return number
  }

  private static func phase(_ value: Bytes, _ word: Bytes) throws(Expectation) -> Touch.Phase {
    if StaticString("began").isEqual(to: value) { return .began }
    if StaticString("moved").isEqual(to: value) { return .moved }
    if StaticString("ended").isEqual(to: value) { return .ended }
    if StaticString("cancelled").isEqual(to: value) { return .cancelled }
    throw Expectation("touch= and one of began, moved, ended and cancelled", insteadOf: word)
  }

  /// A number with at most one decimal, times ten.
  static func tenths(_ value: Bytes) -> Int? {
    let isNegative = value.first == UInt8(ascii: "-")
    let digits = isNegative ? value.dropFirst() : value
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, first.count <= 6, let whole = parseNumber(first) else {
      return nil
    }
    var fraction = 0
    if parts.count == 2 {
      guard parts[1].count == 1, let digit = parseNumber(parts[1]) else { return nil }
      fraction = digit
    }
    return isNegative ? -(whole * 10 + fraction) : whole * 10 + fraction
  }
}

/// What a line says about a finger.
private struct TouchParts {
  var phase: Touch.Phase?
  var finger, x, y: Int?

  func touch() throws(Expectation) -> ReplayedTouch? {
    if phase == nil && finger == nil && x == nil && y == nil { return nil }
    guard let phase else { throw Expectation("touch= beside finger, x and y", insteadOf: EmptyCollection()) }
    guard let x, let y else { throw Expectation("x= and y= beside touch", insteadOf: EmptyCollection()) }
    return ReplayedTouch(phase: phase, finger: finger ?? 0, location: PixelPoint(x: Fixed(x), y: Fixed(y)))
  }
}
