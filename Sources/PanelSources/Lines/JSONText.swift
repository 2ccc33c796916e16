// Stage: sources. Input: a text of JSON between its quotation marks. Output: its letters in UTF-8.

/// Reads the escapes of a text (RFC 8259, section 7).
struct JSONText {
  /// The longest text that is read, in bytes; what is longer is cut.
  static var limit: Int { 512 }

  private(set) var bytes = InlineArray<512, UInt8>(repeating: 0)
  private(set) var count = 0

  init(_ text: Span<UInt8>) {
    var place = 0
    while place < text.count && count + 4 <= Self.limit {
      if text[place] != UInt8(ascii: "\\") || place + 1 >= text.count {
        append(text[place])
        place += 1
        continue
      }
      let sign = text[place + 1]
      place += 2
      switch sign {
      case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"): append(32)
      case UInt8(ascii: "u"):
        guard var scalar = Self.hexadecimal(text, at: place) else {
          append(scalar: 0xFFFD)
          continue
        }
        place += 4
        // Two halves of a letter beyond 16 bits.
        if scalar >= 0xD800, scalar < 0xDC00, place + 1 < text.count, text[place] == UInt8(ascii: "\\"),
          text[place + 1] == UInt8(ascii: "u"), let low = Self.hexadecimal(text, at: place + 2), low >= 0xDC00,
          low < 0xE000
        {
          scalar = 0x1_0000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          place += 6
        }
        append(scalar: scalar >= 0xD800 && scalar < 0xE000 ? 0xFFFD : scalar)
      default: append(sign)
      }
    }
  }

  var span: Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(0..<count) }
  }

  private mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  private mutating func append(scalar: Int) {
    switch scalar {
    case ..<0x80: append(UInt8(scalar))
    case ..<0x800:
      append(UInt8(0xC0 | scalar >> 6))
      append(UInt8(0x80 | scalar & 63))
    case ..<0x1_0000:
      append(UInt8(0xE0 | scalar >> 12))
      append(UInt8(0x80 | scalar >> 6 & 63))
      append(UInt8(0x80 | scalar & 63))
    default:
      append(UInt8(0xF0 | scalar >> 18))
      append(UInt8(0x80 | scalar >> 12 & 63))
      append(UInt8(0x80 | scalar >> 6 & 63))
      append(UInt8(0x80 | scalar & 63))
    }
  }

  /// Four digits; `nil` where there are none.
  private static func hexadecimal(_ text: Span<UInt8>, at place: Int) -> Int? {
    if place + 4 > text.count { return nil }
    var value = 0
    for index in place..<place + 4 {
      let digit: UInt8
      switch text[index] {
      case 48...57: digit = text[index] - 48
      case 65...70: digit = text[index] - 55
      case 97...102: digit = text[index] - 87
      default: return nil
      }
      value = value << 4 | Int(digit)
    }
    return value
  }
}
