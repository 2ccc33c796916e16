// Stage: description of sources. Input: the bytes of a DBC file. Output: its words, numbers, texts and signs.

/// A word of a DBC file.
struct DBCToken {
  enum Kind: Equatable {
    case word(String)
    /// A decimal number as it was written.
    case number(String)
    /// Letters between quotation marks.
    case text(String)
    case sign(Unicode.Scalar)
    case end
  }

  let kind: Kind
  /// From 1.
  let line: Int
  /// Whether it is the first of its line.
  let isFirst: Bool

  /// The token as a message quotes it.
  var quoted: String {
    switch kind {
    case .word(let word), .number(let word): word.count > 40 ? word.prefix(40) + "…" : word
    case .text(let text): "\"" + (text.count > 40 ? text.prefix(40) + "…" : text) + "\""
    case .sign(let sign): String(Character(sign))
    case .end: "the file's end"
    }
  }
}

/// Cuts bytes into tokens. Lines end with a line feed, with a carriage return before it or without.
struct DBCLexer {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var isFirst = true
  /// The line of a text without its second quotation mark.
  private(set) var openText: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The mark that some programs put before a text in UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  mutating func next() -> DBCToken {
    skipBlanks()
    let (line, isFirst) = (line, isFirst)
    self.isFirst = false
    return DBCToken(kind: readKind(), line: line, isFirst: isFirst)
  }

  private func byte(_ offset: Int = 0) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }

  private mutating func skipBlanks() {
    while place < bytes.count {
      switch byte() {
      case 10:
        line += 1
        isFirst = true
        place += 1
      case 9, 11, 12, 13, 32: place += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while place < bytes.count, byte() != 10 { place += 1 }
      default: return
      }
    }
  }

  private mutating func readKind() -> DBCToken.Kind {
    if place >= bytes.count { return .end }
    let (first, start) = (byte(), place)
    if isLetter(first) {
      while isLetter(byte()) || isDigit(byte()) { place += 1 }
      return .word(ascii(start))
    }
    if first == UInt8(ascii: "\"") { return readText() }
    let hasSign = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let head = byte(hasSign ? 1 : 0)
    if isDigit(head) || head == UInt8(ascii: ".") && isDigit(byte(hasSign ? 2 : 1)) {
      place += hasSign ? 1 : 0
      while isDigit(byte()) { place += 1 }
      if byte() == UInt8(ascii: ".") { place += 1 }
      while isDigit(byte()) { place += 1 }
      skipExponent()
      return .number(ascii(start))
    }
    place += 1
    return .sign(Unicode.Scalar(first))
  }

  private mutating func skipExponent() {
    if byte() | 32 != UInt8(ascii: "e") { return }
    let hasSign = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+")
    if !isDigit(byte(hasSign ? 2 : 1)) { return }
    place += hasSign ? 2 : 1
    while isDigit(byte()) { place += 1 }
  }

  /// Reads a text; `\"` is a quotation mark within.
  private mutating func readText() -> DBCToken.Kind {
    let start = line
    var text: [UInt8] = []
    place += 1
    while place < bytes.count, byte() != UInt8(ascii: "\"") {
      if byte() == UInt8(ascii: "\\"), byte(1) == UInt8(ascii: "\"") { place += 1 }
      if byte() == 10 { line += 1 }
      text.append(byte())
      place += 1
    }
    if place >= bytes.count {
      openText = start
      return .end
    }
    place += 1
    return .text(Self.letters(text))
  }

  /// Bytes that are no UTF-8 are letters of Latin-1, as Vector's programs write them.
  private static func letters(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  private func ascii(_ start: Int) -> String { String(decoding: bytes[start..<place], as: UTF8.self) }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte | 32 >= 97 && byte | 32 <= 122
  }
}
