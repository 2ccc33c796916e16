// Stage: replay. Input: one line of a replay. Output: a moment, or the expectation.
import PanelKit
import PanelSignals
import PanelSources
import SystemFiles

enum MomentLine {
  typealias Bytes = ArraySlice<UInt8>

  /// - Parameters:
  ///   - last: the time of the moment before.
  ///   - values: takes the values of signals.
  /// - Returns: `nil` for a line without a moment.
  static func parse(
    _ line: Bytes, after last: Int?, _ signals: AddressTable, _ values: inout [ReplayedValue]
  ) throws(Expectation) -> Moment? {
    var words = split(line)[...]
    guard let first = words.popFirst() else { return nil }
    guard let time = parseDigits(first) else {
      // can0 123 [2] DE AD
      if words.count > 1, words[words.startIndex + 1].first == UInt8(ascii: "[") {
        throw Expectation("a log with times, as candump -L writes it", insteadOf: line)
      }
      throw Expectation("a number of milliseconds from 0 to 999999999 at the line's start", insteadOf: first)
    }
    if let last, time <= last {
      throw Expectation("a time after that of the moment before", insteadOf: first)
    }
    var moment = Moment(time: time)
    let firstValue = values.count
    // Beside a touch, x, y and finger are its own; elsewhere they may be signals.
    var finger = TouchParts(isTouch: words.contains { $0.starts(with: Array("touch=".utf8)) })
    for word in words {
      guard let sign = word.firstIndex(of: UInt8(ascii: "=")) else { throw Expectation("key=value", insteadOf: word) }
      let (key, value) = (word[..<sign], word[(sign + 1)...])
      if StaticString("time").isEqual(to: key) {
        moment.timeOfDay = try timeOfDay(value, word)
      } else if try !finger.take(key, value, word) {
        values.append(try replayedValue(key, value, word, signals))
      }
    }
    moment.values = firstValue..<values.count
    moment.touch = try finger.touch()
    return moment
  }

  private static func replayedValue(
    _ key: Bytes, _ value: Bytes, _ word: Bytes, _ signals: AddressTable
  ) throws(Expectation) -> ReplayedValue {
    let entry = signals.find(Array(key).span)
    if entry < 0 { throw Expectation("time, touch or the name of a signal that has a source", insteadOf: key) }
    let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
    let text = isQuoted ? value.dropFirst().dropLast() : value
    let lineValue = LineValue(word: Array(text).span)
    let takesTexts = signals.takesTexts(entry)
    if lineValue == .text && !takesTexts {
      throw Expectation("a number, null or error behind the sign", insteadOf: word)
    }
    let isNothing = lineValue == .none && !isQuoted
    return ReplayedValue(
      signal: signals.signal(entry), value: lineValue, text: takesTexts && !isNothing ? Array(text) : nil)
  }

  private static var quote: UInt8 { UInt8(ascii: "\"") }

  /// The words of a line, up to a `#`; within quotation marks it and blanks are part of a word.
  private static func split(_ line: Bytes) -> [Bytes] {
    var words: [Bytes] = []
    var (start, isQuoted) = (line.startIndex, false)
    for index in line.indices {
      if line[index] == quote { isQuoted.toggle() }
      if !isQuoted && line[index] == UInt8(ascii: "#") {
        if start < index { words.append(line[start..<index]) }
        return words
      }
      if isQuoted || line[index] != 32 && line[index] != 9 && line[index] != 13 { continue }
      if start < index { words.append(line[start..<index]) }
      start = index + 1
    }
    if start < line.endIndex { words.append(line[start...]) }
    return words
  }

  /// Seconds since midnight.
  private static func timeOfDay(_ value: Bytes, _ word: Bytes) throws(Expectation) -> Int64 {
    let parts = value.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.count == 2 }), let hour = parseDigits(parts[0]), hour < 24,
      let minute = parseDigits(parts[1]), minute < 60, let second = parseDigits(parts[2]), second < 60
    else { throw Expectation("time= with hours, minutes and seconds, from 00:00:00 to 23:59:59", insteadOf: word) }
    return Int64(hour * 3600 + minute * 60 + second)
  }
}

/// The keys of a finger in a line.
private struct TouchParts {
  typealias Bytes = MomentLine.Bytes

  let isTouch: Bool
  var phase: Touch.Phase?
  var finger, x, y: Int?

  init(isTouch: Bool) { self.isTouch = isTouch }

  /// - Returns: whether the word is about the finger.
  mutating func take(_ key: Bytes, _ value: Bytes, _ word: Bytes) throws(Expectation) -> Bool {
    if !isTouch { return false }
    if StaticString("touch").isEqual(to: key) {
      phase = try Self.phase(value, word)
    } else if StaticString("finger").isEqual(to: key) {
      finger = try Self.number(value, word, "finger= and a whole number", limit: 999_999_999)
    } else if StaticString("x").isEqual(to: key) {
      x = try Self.number(value, word, "x= and a whole number of pixels to 32767", limit: 32767)
    } else if StaticString("y").isEqual(to: key) {
      y = try Self.number(value, word, "y= and a whole number of pixels to 32767", limit: 32767)
    } else {
      return false
    }
    return true
  }

  private static func number(
    _ value: Bytes, _ word: Bytes, _ expected: StaticString, limit: Int
  ) throws(Expectation) -> Int {
    guard let number = parseDigits(value), number <= limit else { throw Expectation(expected, insteadOf: word) }
    return number
  }

  private static func phase(_ value: Bytes, _ word: Bytes) throws(Expectation) -> Touch.Phase {
    if StaticString("began").isEqual(to: value) { return .began }
    if StaticString("moved").isEqual(to: value) { return .moved }
    if StaticString("ended").isEqual(to: value) { return .ended }
    if StaticString("cancelled").isEqual(to: value) { return .cancelled }
    throw Expectation("touch= and one of began, moved, ended and cancelled", insteadOf: word)
  }

  func touch() throws(Expectation) -> ReplayedTouch? {
    guard let phase else { return nil }
    guard let x, let y else { throw Expectation("x= and y= beside touch", insteadOf: EmptyCollection()) }
    return ReplayedTouch(phase: phase, finger: finger ?? 0, location: PixelPoint(x: Fixed(x), y: Fixed(y)))
  }
}
