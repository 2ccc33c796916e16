// Stage: sources. A line that is a JSON object (RFC 8259).
import PanelSignals

extension LineReader {
  /// How deep objects and lists may lie in each other.
  private static var depthLimit: Int { 16 }

  /// An object or a list that is being read.
  private struct Level {
    /// The length of the name around its members.
    var nameCount = 0
    /// The index of the next element; −1 in an object.
    var element = -1
  }

  /// Reads an object and its members, up to the end of the line.
  /// - Parameter name: room for names.
  /// - Returns: false where it is no JSON object; members before the fault were handed over.
  @_lifetime(self: copy self)
  mutating func readObject<Listener: LineListener>(
    _ name: inout [UInt8], _ values: inout Int64, _ listener: inout Listener
  ) -> Bool {
    var levels = InlineArray<16, Level>(repeating: Level())
    var depth = 0
    var length = 0
    var expectsValue = true
    while true {
      skipBlanks()
      if expectsValue {
        expectsValue = false
        let byte = next
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          if depth == Self.depthLimit { return false }
          position &+= 1
          levels[depth] = Level(nameCount: length, element: byte == UInt8(ascii: "{") ? -1 : 0)
          depth += 1
          skipBlanks()
          if next == (byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue }
        } else {
          let isQuoted = next == UInt8(ascii: "\"")
          guard let range = isQuoted ? readText() : readLiteral() else { return false }
          let word = bytes.extracting(range)
          let value = LineValue(word: word)
          if value == .text && !isQuoted { return false }
          if listener.receive(name.span.extracting(0..<length), -1, value, word, isQuoted: isQuoted) { values &+= 1 }
          skipBlanks()
          switch next {
          case UInt8(ascii: ","): position &+= 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"): continue
          default: return false
          }
        }
      } else {
        let isList = levels[depth - 1].element >= 0
        if next != (isList ? UInt8(ascii: "]") : UInt8(ascii: "}")) { return false }
        position &+= 1
        depth -= 1
        if depth == 0 {
          skipBlanks()
          return isAtEnd
        }
        skipBlanks()
        switch next {
        case UInt8(ascii: ","): position &+= 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): continue
        default: return false
        }
      }
      // The name of the next member or element.
      length = levels[depth - 1].nameCount
      if levels[depth - 1].element >= 0 {
        if !appendIndex(levels[depth - 1].element, to: &name, &length) { return false }
        levels[depth - 1].element += 1
      } else if !readName(into: &name, &length) {
        return false
      }
      expectsValue = true
    }
  }

  /// Reads `"name":`, appended to `name` behind a dot.
  @_lifetime(self: copy self)
  private mutating func readName(into name: inout [UInt8], _ length: inout Int) -> Bool {
    skipBlanks()
    if length > 0 && !append(UInt8(ascii: "."), to: &name, &length) { return false }
    guard let text = readText() else { return false }
    for index in text where !append(bytes[index], to: &name, &length) { return false }
    skipBlanks()
    if next != UInt8(ascii: ":") { return false }
    position &+= 1
    return true
  }

  private func append(_ byte: UInt8, to name: inout [UInt8], _ length: inout Int) -> Bool {
    if length >= name.count { return false }
    name[length] = byte
    length += 1
    return true
  }

  /// Appends `[index]`.
  private func appendIndex(_ index: Int, to name: inout [UInt8], _ length: inout Int) -> Bool {
    if !append(UInt8(ascii: "["), to: &name, &length) { return false }
    var divisor = 1
    while index / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      if !append(UInt8(ascii: "0") + UInt8(index / divisor % 10), to: &name, &length) { return false }
      divisor /= 10
    }
    return append(UInt8(ascii: "]"), to: &name, &length)
  }

  /// A text's bytes between its signs, with escapes as they stand: names with escapes are not found. `nil` where there is no whole text.
  @_lifetime(self: copy self)
  mutating func readText() -> Range<Int>? {
    if next != UInt8(ascii: "\"") { return nil }
    position &+= 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] < 32 { return nil }
      position &+= bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    if position >= bytes.count { return nil }
    position &+= 1
    return start..<position - 1
  }

  /// A number, `true`, `false` or `null`; `nil` where there is no word.
  @_lifetime(self: copy self)
  private mutating func readLiteral() -> Range<Int>? {
    let start = position
    while position < bytes.count, !isBlank(next), next != UInt8(ascii: ","), next != UInt8(ascii: "}"),
      next != UInt8(ascii: "]")
    { position &+= 1 }
    return position > start ? start..<position : nil
  }
}
