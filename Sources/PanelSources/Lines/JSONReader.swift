// Stage: sources. Input: a JSON text (RFC 8259). Output: its values one by one, each with its name. Takes no memory.

/// Goes from value to value of a JSON text.
///
/// The members of objects within objects are named `outer.inner`, the elements of lists `list[0]`. A text that is a single
/// value has an empty name.
struct JSONReader: ~Escapable {
  /// How deep objects and lists may lie in each other.
  private static var depthLimit: Int { 16 }

  /// An object or a list that is being read.
  private struct Level {
    /// The length of the name around its members.
    var nameCount = 0
    /// The index of the next element; −1 in an object.
    var element = -1
  }

  /// A number, a text, `true`, `false`, `null`, or a word that JSON does not have, which its reader refuses.
  struct Value {
    /// The length of its name.
    let nameCount: Int
    /// Its bytes; those of a text without its signs, with escapes as they stand.
    let word: Range<Int>
    let isQuoted: Bool
  }

  private enum Step { case value, member, end }

  private var text: LineReader
  private var levels = InlineArray<16, Level>(repeating: Level())
  private var depth = 0
  private var nameCount = 0
  private var step = Step.value
  /// Whether the text ended where its outermost value does. Without it, ``next(_:)`` found a fault.
  private(set) var isWhole = false

  @_lifetime(copy text)
  init(_ text: LineReader) { self.text = text }

  /// The next value; `nil` at the end, or at a fault.
  /// - Parameter name: room for names, always the same. A longer name is a fault.
  @inline(never)
  @_lifetime(self: copy self)
  mutating func next(_ name: inout [UInt8]) -> Value? {
    var room = name.mutableSpan
    var reader = text
    while true {
      if reader.next <= 32 { reader.skipBlanks() }
      let byte = reader.next
      switch step {
      case .value:
        if byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[") {
          let isQuoted = byte == UInt8(ascii: "\"")
          guard let word = isQuoted ? reader.readText() : reader.readLiteral() else { return nil }
          // Half a number is another number.
          if depth > 0 && !isQuoted && reader.isAtEnd { return nil }
          (step, text) = (.end, reader)
          return Value(nameCount: nameCount, word: word, isQuoted: isQuoted)
        }
        if depth == Self.depthLimit { return nil }
        let isList = byte == UInt8(ascii: "[")
        levels[depth] = Level(nameCount: nameCount, element: isList ? 0 : -1)
        depth &+= 1
        reader.position &+= 1
        reader.skipBlanks()
        step = reader.next == (isList ? UInt8(ascii: "]") : UInt8(ascii: "}")) ? .end : .member
      case .member:
        nameCount = levels[depth &- 1].nameCount
        let element = levels[depth &- 1].element
        if element >= 0 { levels[depth &- 1].element = element &+ 1 }
        if !(element < 0 ? readName(&reader, into: &room) : appendIndex(element, to: &room)) { return nil }
        step = .value
      case .end:
        if depth == 0 {
          isWhole = reader.isAtEnd
          return nil
        }
        if byte == UInt8(ascii: ",") {
          step = .member
        } else {
          let isList = levels[depth &- 1].element >= 0
          if byte != (isList ? UInt8(ascii: "]") : UInt8(ascii: "}")) { return nil }
          depth &-= 1
        }
        reader.position &+= 1
      }
    }
  }

  /// Reads `"name":`, appended to `name` behind a dot.
  @inline(__always)
  @_lifetime(self: copy self)
  @_lifetime(reader: copy reader)
  @_lifetime(name: copy name)
  private mutating func readName(_ reader: inout LineReader, into name: inout MutableSpan<UInt8>) -> Bool {
    let start = nameCount > 0 ? nameCount &+ 1 : 0
    guard let range = reader.readText(), range.count <= name.count &- start else { return false }
    if start > 0 { name[start &- 1] = UInt8(ascii: ".") }
    var (place, end) = (range.lowerBound, start)
    // Both lie within their memory: the range in the text, and its length in the room for names.
    while place < range.upperBound {
      unsafe name[unchecked: end] = reader.bytes[unchecked: place]
      place &+= 1
      end &+= 1
    }
    nameCount = end
    if reader.next <= 32 { reader.skipBlanks() }
    if reader.next != UInt8(ascii: ":") { return false }
    reader.position &+= 1
    return true
  }

  /// Appends `[index]`.
  @_lifetime(self: copy self)
  @_lifetime(name: copy name)
  private mutating func appendIndex(_ index: Int, to name: inout MutableSpan<UInt8>) -> Bool {
    var (divisor, length) = (1, 3)
    while index / divisor >= 10 { (divisor, length) = (divisor &* 10, length &+ 1) }
    if length > name.count &- nameCount { return false }
    name[nameCount] = UInt8(ascii: "[")
    nameCount &+= 1
    while divisor > 0 {
      name[nameCount] = UInt8(ascii: "0") + UInt8(index / divisor % 10)
      nameCount &+= 1
      divisor /= 10
    }
    name[nameCount] = UInt8(ascii: "]")
    nameCount &+= 1
    return true
  }
}

extension LineReader {
  /// A number, `true`, `false` or `null`; `nil` where there is no word.
  @_lifetime(self: copy self)
  fileprivate mutating func readLiteral() -> Range<Int>? {
    let (start, end) = (position, bytes.count)
    var place = start
    while place < end {
      let byte = unsafe bytes[unchecked: place]
      if isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { break }
      place &+= 1
    }
    position = place
    return place > start ? start..<place : nil
  }
}
