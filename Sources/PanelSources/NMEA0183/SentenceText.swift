// Stage: sources. Input: a field with letters. Output: the letters in UTF-8.

/// Reads the letters of a field: those of ISO 8859-1, written as they are or as `^` and two hexadecimal digits.
struct SentenceText {
  private var bytes = InlineArray<512, UInt8>(repeating: 0)
  private var count = 0

  /// Whether a field's bytes are its letters already.
  static func isPlain(_ field: Span<UInt8>) -> Bool {
    for index in field.indices where field[index] &- 32 > 94 || field[index] == UInt8(ascii: "^") { return false }
    return true
  }

  /// - Parameter field: below 256 bytes, of which each becomes two at most.
  init(_ field: Span<UInt8>) {
    var place = 0
    while place < field.count && count + 2 <= bytes.count {
      var byte = field[place]
      if byte == UInt8(ascii: "^"), place + 2 < field.count {
        let (high, low) = (Sentence.digit(field[place + 1]), Sentence.digit(field[place + 2]))
        if high < 16 && low < 16 {
          byte = high << 4 | low
          place += 2
        }
      }
      place += 1
      append(byte)
    }
  }

  var span: Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(0..<count) }
  }

  /// A control sign is shown as a blank.
  private mutating func append(_ byte: UInt8) {
    if byte < 128 {
      bytes[count] = byte < 32 || byte == 127 ? 32 : byte
      count += 1
    } else {
      bytes[count] = byte < 0xA0 ? 0xC2 : 0xC0 | byte >> 6
      bytes[count + 1] = byte < 0xA0 ? 0xA0 : 0x80 | byte & 63
      count += 2
    }
  }
}
