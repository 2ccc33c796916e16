// Stage: sources. A line that is a JSON object (RFC 8259).
import PanelSignals

extension LineReader {
  /// Reads an object and its members, up to the end of the line.
  /// - Parameter name: room for names.
  /// - Returns: false where it is no JSON object; members before the fault were handed over.
  @_lifetime(self: copy self)
  mutating func readObject<Listener: LineListener>(
    _ name: inout [UInt8], _ values: inout Int64, _ listener: inout Listener
  ) -> Bool {
    var reader = JSONReader(self)
    while let found = reader.next(&name) {
      let word = bytes.extracting(found.word)
      let value = LineValue(word: word)
      if value == .text && !found.isQuoted { return false }
      let memberName = name.span.extracting(0..<found.nameCount)
      if listener.receive(memberName, -1, value, word, isQuoted: found.isQuoted) { values &+= 1 }
    }
    return reader.isWhole
  }

  /// A text's bytes between its signs, with escapes as they stand: names with escapes are not found. `nil` where there is no whole text.
  @_lifetime(self: copy self)
  mutating func readText() -> Range<Int>? {
    if next != UInt8(ascii: "\"") { return nil }
    let (start, end) = (position &+ 1, bytes.count)
    var place = start
    while place < end {
      let byte = unsafe bytes[unchecked: place]
      if byte == UInt8(ascii: "\"") {
        position = place &+ 1
        return start..<place
      }
      if byte < 32 { return nil }
      place &+= byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
