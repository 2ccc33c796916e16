// Stage: values. Names of properties, compared by their bytes: characters would need tables of Unicode on a board.

/// The name of a property, or a path of names with dots between them: what ``Layer/accessProperty(_:_:)`` switches
/// over.
@safe
public struct ValueKey {
  private let text: Substring
  /// Bytes: what most names differ in.
  private let count: Int

  public init(_ name: String) { self.init(Substring(name)) }

  private init(_ text: Substring) {
    self.text = text
    count = text.utf8.count
  }

  public var name: String { String(text) }

  /// Lets a `switch` compare a key with a literal.
  public static func ~= (name: StaticString, key: ValueKey) -> Bool {
    key.count == name.utf8CodeUnitCount && key.hasBytes(of: name)
  }

  /// For a name of as many bytes.
  @inline(never)
  private func hasBytes(of name: StaticString) -> Bool {
    var place = unsafe name.utf8Start
    for byte in text.utf8 {
      if unsafe byte != place.pointee { return false }
      unsafe place += 1
    }
    return true
  }

  func isEqual(to name: String) -> Bool { count == name.utf8.count && text.utf8.elementsEqual(name.utf8) }

  /// What stands before the first dot, and what after it.
  var split: (first: ValueKey, rest: ValueKey?) {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (self, nil) }
    return (ValueKey(text[..<dot]), ValueKey(text[text.utf8.index(after: dot)...]))
  }
}
