// Stage: input. Input: text from outside. Output: its words and numbers, one by one. One small reader for calibrations,
// filters and recordings: slices of arrays would take several times its room in a board's file.

import SystemFiles

/// Reads words that blanks, commas or ends of lines divide.
struct WordReader {
  private let bytes: [UInt8]
  /// The rest of the present word.
  private var start = 0
  private var end: Int
  /// Where the text ends.
  private var limit: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    (end, limit) = (0, bytes.count)
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// Goes to the bytes of a line.
  mutating func restrict(to line: Range<Int>) {
    (start, end, limit) = (line.lowerBound, line.lowerBound, line.upperBound)
  }

  /// Goes to the next word.
  /// - Returns: false if there is none.
  mutating func next() -> Bool {
    start = end
    while start < limit, Self.divides(bytes[start]) { start += 1 }
    end = start
    while end < limit, !Self.divides(bytes[end]) { end += 1 }
    return start < end
  }

  private static func divides(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) || byte == 44 }

  /// What is left of the word.
  var word: [UInt8] { Array(bytes[start..<end]) }

  var isAtEnd: Bool { start == end }

  /// Takes a text off the word's start.
  /// - Returns: whether it was there.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    if end - start < count { return false }
    for index in 0..<count where bytes[start + index] != text.byte(index) { return false }
    start += count
    return true
  }

  /// Takes a byte off the word's start.
  mutating func take(_ byte: UInt8) -> Bool {
    if start == end || bytes[start] != byte { return false }
    start += 1
    return true
  }

  /// Whether the word is a text, which is taken then.
  mutating func takeAll(_ text: StaticString) -> Bool { end - start == text.utf8CodeUnitCount && take(text) }

  /// Takes digits off the word's start: at least one, at most `most`, which is 18 or less.
  /// - Returns: −1 if there are fewer or more.
  mutating func digits(most: Int) -> Int64 {
    var (number, count) = (Int64(0), 0)
    while start < end, (48...57).contains(bytes[start]) {
      if count == most { return -1 }
      number = number * 10 + Int64(bytes[start] - 48)
      start += 1
      count += 1
    }
    return count == 0 ? -1 : number
  }

  /// Takes a whole number with or without a minus off the word's start.
  mutating func whole() -> Int32? {
    let isNegative = take(UInt8(ascii: "-"))
    let number = digits(most: 12)
    return number < 0 ? nil : Int32(exactly: isNegative ? -number : number)
  }

  /// Takes the word as a hexadecimal number of 1 to `most` digits, at most seven.
  /// - Returns: −1 if it is none.
  mutating func hexadecimal(most: Int) -> Int32 {
    if start == end || end - start > most { return -1 }
    var number: Int32 = 0
    while start < end {
      let byte = bytes[start]
      let isLetter = (65...70).contains(byte) || (97...102).contains(byte)
      if !isLetter && !(48...57).contains(byte) { return -1 }
      number = number << 4 | Int32(isLetter ? byte & 7 + 9 : byte & 15)
      start += 1
    }
    return number
  }

  /// Takes the word as a number with or without a sign and a point, in 16777216ths, to the nearest; decimals beyond the ninth
  /// do not count.
  /// - Returns: `nil` if it is none, or beyond ±``CalibrationMatrix/greatest``.
  mutating func decimal() -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    let hasWhole = start < end && bytes[start] != UInt8(ascii: ".")
    let whole = hasWhole ? digits(most: 9) : 0
    var (part, unit) = (Int64(0), Int64(1))
    if take(UInt8(ascii: ".")) {
      if start == end && !hasWhole { return nil }
      while start < end, (48...57).contains(bytes[start]) {
        if unit < 1_000_000_000 { (part, unit) = (part * 10 + Int64(bytes[start] - 48), unit * 10) }
        start += 1
      }
    } else if !hasWhole {
      return nil
    }
    // The whole is below 2^30; the part too: its product is below 2^54.
    let number = whole << 24 + (part << 24 + unit / 2) / unit
    if whole < 0 || start < end || number > CalibrationMatrix.greatest { return nil }
    return isNegative ? -number : number
  }
}
