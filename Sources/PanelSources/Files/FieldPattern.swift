// Stage: sources. Which number of a file is meant.
import PanelSignals

/// Finds a number in the text of a file.
///
/// A pattern is words with blanks between: `MemAvailable: *` is the number behind that word, `cpu ? ? ? *` the fourth
/// number behind `cpu`. `?` stands for any word. The first place that fits counts; an empty pattern is `*`. A number is a
/// whole word, with a percent sign and a comma, a semicolon or a colon behind it or without: `0x1F`, `12kB` and `12,5`
/// are none, for their beginnings would be wrong.
public struct FieldPattern {
  private let pattern: [UInt8]

  public init(_ text: String) {
    let bytes = Array(text.utf8)
    pattern = bytes.isEmpty ? [UInt8(ascii: "*")] : bytes
  }

  /// Whether there is one `*`, which is a word by itself.
  public var isValid: Bool {
    var count = 0
    var words = WordReader(pattern.span)
    while let word = words.next() { if FieldPattern.isSign(word, "*") { count += 1 } }
    return count == 1
  }

  /// The number; `nil` where nothing fits, or where no number stands there.
  public func find(in text: Span<UInt8>) -> Fixed64? {
    var start = 0
    while start < text.count {
      if start == 0 || WordReader.isBlank(text[start - 1]), !WordReader.isBlank(text[start]) {
        if let number = match(text.extracting(start..<text.count)) { return number == .max ? nil : number }
      }
      start += 1
    }
    return nil
  }

  /// The word in the pattern's place; for a pattern that is one star, all of the first line. `nil` where nothing fits.
  public func findWord(in text: Span<UInt8>) -> Range<Int>? {
    if pattern.count == 1 { return Self.firstLine(text) }
    var start = 0
    while start < text.count {
      if start == 0 || WordReader.isBlank(text[start - 1]), !WordReader.isBlank(text[start]) {
        if let word = matchWord(text.extracting(start..<text.count)) {
          return start + word.lowerBound..<start + word.upperBound
        }
      }
      start += 1
    }
    return nil
  }

  /// Without blanks at its ends.
  private static func firstLine(_ text: Span<UInt8>) -> Range<Int>? {
    var (start, end) = (0, 0)
    while start < text.count, WordReader.isBlank(text[start]) { start += 1 }
    end = start
    while end < text.count, text[end] != 10 { end += 1 }
    while end > start, WordReader.isBlank(text[end - 1]) { end -= 1 }
    return start == end ? nil : start..<end
  }

  private func matchWord(_ text: Span<UInt8>) -> Range<Int>? {
    var wanted = WordReader(pattern.span)
    var found = WordReader(text)
    var place: Range<Int>?
    while let word = wanted.next() {
      guard let other = found.next() else { return nil }
      if Self.isSign(word, "*") {
        place = found.position - other.count..<found.position
      } else if !Self.isSign(word, "?") && !Self.isEqual(word, other) {
        return nil
      }
    }
    return place
  }

  /// The number where the pattern fits at the beginning of the text; `max` for one beyond the range, which could not be shown.
  private func match(_ text: Span<UInt8>) -> Fixed64? {
    var wanted = WordReader(pattern.span)
    var found = WordReader(text)
    var number: Fixed64?
    while let word = wanted.next() {
      guard let other = found.next() else { return nil }
      if Self.isSign(word, "*") {
        guard let value = Fixed64(decimal: Self.number(other)) else { return nil }
        number = value > .min ? value : .max
      } else if !Self.isSign(word, "?") && !Self.isEqual(word, other) {
        return nil
      }
    }
    return number
  }

  /// A word without the sign that may stand behind a number.
  @_lifetime(copy word)
  private static func number(_ word: Span<UInt8>) -> Span<UInt8> {
    var count = word.count
    if count > 1, isSeparator(word[count - 1]) { count -= 1 }
    if count > 1, word[count - 1] == UInt8(ascii: "%") { count -= 1 }
    return word.extracting(0..<count)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":")
  }

  private static func isSign(_ word: Span<UInt8>, _ sign: Unicode.Scalar) -> Bool {
    word.count == 1 && word[0] == UInt8(ascii: sign)
  }

  private static func isEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    if a.count != b.count { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }
}

/// Goes from word to word: parts without a blank.
struct WordReader: ~Escapable {
  private let bytes: Span<UInt8>
  private(set) var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

  @_lifetime(self: copy self)
  @_lifetime(copy self)
  mutating func next() -> Span<UInt8>? {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    let start = position
    while position < bytes.count, !Self.isBlank(bytes[position]) { position += 1 }
    return start == position ? nil : bytes.extracting(start..<position)
  }
}
