// Stage: sources. The first field of a sentence: talker and name.

/// The name of a sentence and its talker, as numbers that are compared at once.
public struct SentenceTag: Hashable, Sendable {
  /// Three letters, or all letters of a proprietary sentence, four to eight. The first letter is the highest byte in use.
  public let name: UInt64
  /// Two letters; 0 for any talker, and for a proprietary sentence.
  public let talker: UInt16

  /// The tag of a sentence: `GPRMC`, or `PGRMZ`, whose P means that a manufacturer made it up.
  /// - Returns: `nil` where it is none.
  init?(sentence letters: Span<UInt8>) {
    if letters.isEmpty || letters.count > 8 { return nil }
    guard let number = Self.number(letters) else { return nil }
    if Self.isProprietary(letters) {
      if letters.count < 4 { return nil }
      (name, talker) = (number, 0)
      return
    }
    if letters.count != 5 { return nil }
    (name, talker) = (number & 0xFF_FFFF, UInt16(truncatingIfNeeded: number >> 24))
  }

  /// The tag of an address: that of a sentence, or three letters for any talker.
  public init?(address letters: Span<UInt8>) {
    if letters.count == 3, let number = Self.number(letters) {
      self.init(name: number)
    } else {
      self.init(sentence: letters)
    }
  }

  private init(name: UInt64) { (self.name, talker) = (name, 0) }

  static func isProprietary(_ letters: Span<UInt8>) -> Bool { !letters.isEmpty && letters[0] == UInt8(ascii: "P") }

  /// - Parameter letters: eight at most.
  private static func number(_ letters: Span<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for index in letters.indices {
      let letter = unsafe letters[unchecked: index]
      if letter &- 65 > 25 && letter &- 48 > 9 { return nil }
      number = number << 8 | UInt64(letter)
    }
    return number
  }

  #if !hasFeature(Embedded)
  package var text: String { Self.letters(UInt64(talker)) + Self.letters(name) }

  private static func letters(_ number: UInt64) -> String {
    var (text, rest) = ("", number)
    while rest > 0 {
      text = String(Unicode.Scalar(UInt8(rest & 0xFF))) + text
      rest >>= 8
    }
    return text
  }
  #endif
}
