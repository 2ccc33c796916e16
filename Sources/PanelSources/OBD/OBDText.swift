// Stage: sources. A text of mode 09, in one message or in several of an old bus.

/// Letters of a text. Memory is taken when it is made.
struct OBDText {
  static var limit: Int { 128 }

  private var bytes = [UInt8](repeating: 0, count: OBDText.limit)
  var count = 0

  var letters: Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(0..<count) }
  }

  /// Takes a whole text.
  /// - Returns: false where it has something else than letters.
  mutating func take(_ text: Span<UInt8>) -> Bool {
    count = 0
    add(text, at: 0)
    return trim()
  }

  /// Takes a part of a text.
  mutating func add(_ part: Span<UInt8>, at place: Int) {
    if place < 0 || place > Self.limit { return }
    if count == 0 { for index in bytes.indices { bytes[index] = 0 } }
    for index in part.indices where place &+ index < Self.limit {
      bytes[place &+ index] = part[index]
      count = Swift.max(count, place &+ index &+ 1)
    }
  }

  /// Leaves out the zeros that fill it, and blanks at its end.
  /// - Returns: false where it has something else than letters, or none.
  mutating func trim() -> Bool {
    var end = 0
    for index in 0..<count {
      let byte = bytes[index]
      if byte == 0 { continue }
      if byte < 32 || byte > 126 {
        count = 0
        return false
      }
      bytes[end] = byte
      end &+= 1
    }
    while end > 0, bytes[end &- 1] == 32 { end &-= 1 }
    count = end
    return end > 0
  }
}
