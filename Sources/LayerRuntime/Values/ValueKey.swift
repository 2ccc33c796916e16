// Stage: values. Names of properties, compared by their bytes: characters would need tables of Unicode on a board.

/// The name of a property, or a path of names with dots between them: ``Layer/accessProperty(_:_:)`` switches over it.
@safe
public struct ValueKey {
  private let text: Substring
  /// In bytes; most names differ in it.
  private let count: Int
  /// The first bytes, eight in each word, the first of them lowest: bytes of a string are far to fetch.
  private let words: (UInt64, UInt64, UInt64)

  public init(_ name: String) { self.init(Substring(name)) }

  private init(_ text: Substring) {
    self.text = text
    count = text.utf8.count
    var (words, place) = ((UInt64(0), UInt64(0), UInt64(0)), 0)
    for byte in text.utf8 {
      let part = UInt64(byte) &<< UInt64(truncatingIfNeeded: place & 7 &* 8)
      switch place >> 3 {
      case 0: words.0 |= part
      case 1: words.1 |= part
      case 2: words.2 |= part
      default: break
      }
      place += 1
    }
    self.words = words
  }

  public var name: String { String(text) }

  /// Lets a `switch` compare a key with a literal.
  public static func ~= (name: StaticString, key: ValueKey) -> Bool {
    key.count == name.utf8CodeUnitCount && key.hasBytes(of: name)
  }

  /// For a name of as many bytes.
  @inline(never)
  private func hasBytes(of name: StaticString) -> Bool {
    let bytes = unsafe name.utf8Start
    var (word, next, last) = words
    for place in 0..<Swift.min(count, 24) {
      if unsafe UInt8(truncatingIfNeeded: word) != bytes[place] { return false }
      word &>>= 8
      if place & 7 == 7 { (word, next) = (next, last) }
    }
    if count <= 24 { return true }
    var place = 0
    for byte in text.utf8 {
      if unsafe place >= 24 && byte != bytes[place] { return false }
      place += 1
    }
    return true
  }

  func isEqual(to name: String) -> Bool { count == name.utf8.count && text.utf8.elementsEqual(name.utf8) }

  /// The part before the first dot, and the part after it.
  var split: (first: ValueKey, rest: ValueKey?) {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (self, nil) }
    return (ValueKey(text[..<dot]), ValueKey(text[text.utf8.index(after: dot)...]))
  }
}
