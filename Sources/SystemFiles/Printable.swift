// Stage: the edges. Input: text from outside: arguments, names of files, their contents. Output: the same text in a
// form that a terminal or a log shows as one line and does not obey.

/// Text from outside as part of a message: characters that would move the cursor, end the line, colour it or turn its
/// direction are shown escaped, and the middle of long texts is left out.
///
/// - `\n`, `\r`, `\t`; `\x1B` for other bytes that are control characters or no UTF-8; `\u{202E}` for other scalars
///   that are not shown themselves: U+0080–009F, marks and overrides of direction, ends of line and paragraph.
/// - Of more than 320 bytes the first 200 and the last 100 are shown, with an ellipsis between.
public func printable(_ text: String) -> String { printable(Array(text.utf8)) }

/// Text from outside whose bytes need not be UTF-8.
public func printable(_ bytes: [UInt8]) -> String {
  var text = PrintableText()
  if bytes.count <= 320 {
    text.append(bytes[...])
  } else {
    // The start has the kind, at the end names of files differ.
    text.append(bytes[..<PrintableText.boundary(in: bytes, at: 200)])
    text.bytes.append(contentsOf: "…".utf8)
    text.append(bytes[PrintableText.boundary(in: bytes, at: bytes.count - 100)...])
  }
  return String(decoding: text.bytes, as: UTF8.self)
}

/// A text under construction.
private struct PrintableText {
  var bytes: [UInt8] = []

  /// The next place that is not within a scalar; at most three bytes on.
  static func boundary(in bytes: [UInt8], at place: Int) -> Int {
    for next in place..<place + 4 where bytes[next] & 0xC0 != 0x80 { return next }
    return place
  }

  mutating func append(_ text: ArraySlice<UInt8>) {
    var rest = text
    while let first = rest.first {
      let (scalar, count) = Self.scalar(rest)
      switch scalar ?? 0 {
      case 10: bytes.append(contentsOf: "\\n".utf8)
      case 13: bytes.append(contentsOf: "\\r".utf8)
      case 9: bytes.append(contentsOf: "\\t".utf8)
      case 0..<32, 127: appendEscape("\\x", UInt32(first), digits: 2)
      case let scalar where Self.isUnseen(scalar):
        appendEscape("\\u{", scalar, digits: 4)
        bytes.append(UInt8(ascii: "}"))
      default: bytes.append(contentsOf: rest.prefix(count))
      }
      rest = rest.dropFirst(count)
    }
  }

  private mutating func appendEscape(_ start: StaticString, _ value: UInt32, digits: UInt32) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount))
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> (4 * place) & 15)
      bytes.append(digit < 10 ? 48 + digit : 55 + digit)
    }
  }

  /// Controls of the second set, and characters that act on the direction or the lines of the text around them; all
  /// below 2^16.
  private static func isUnseen(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// The first scalar of UTF-8 and its bytes; `nil` and 1 where the bytes are not UTF-8.
  private static func scalar(_ text: ArraySlice<UInt8>) -> (UInt32?, Int) {
    guard let first = text.first else { return (nil, 0) }
    if first < 0x80 { return (UInt32(first), 1) }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    if first < 0xC2 || first > 0xF4 || text.count < count { return (nil, 1) }
    var scalar = UInt32(first) & (0x7F >> UInt32(count))
    for byte in text.prefix(count).dropFirst() {
      if byte & 0xC0 != 0x80 { return (nil, 1) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = count == 4 ? 0x10000 : count == 3 ? 0x800 : 0x80
    let isValid = scalar >= least && scalar <= 0x10FFFF && !(0xD800...0xDFFF).contains(scalar)
    return isValid ? (scalar, count) : (nil, 1)
  }
}
