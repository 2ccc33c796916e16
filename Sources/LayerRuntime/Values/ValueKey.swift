// Stage: values. Names of properties, compared by their bytes: characters would need tables of Unicode on a board.

/// The name of a property, or a path of names with dots between them: what ``Layer/accessProperty(_:_:)`` switches over.
@safe
public struct ValueKey {
  private let text: Substring

  public init(_ name: String) { text = Substring(name) }

  private init(_ text: Substring) { self.text = text }

  public var name: String { String(text) }

  /// Lets a `switch` compare a key with a literal.
  public static func ~= (name: StaticString, key: ValueKey) -> Bool { key.hasBytes(of: name) }

  @inline(never)
  private func hasBytes(of name: StaticString) -> Bool {
    let bytes = text.utf8
    if bytes.count != name.utf8CodeUnitCount { return false }
    var place = unsafe name.utf8Start
    for byte in bytes {
      if unsafe byte != place.pointee { return false }
      unsafe place += 1
    }
    return true
  }

  func isEqual(to name: String) -> Bool { text.utf8.elementsEqual(name.utf8) }

  /// What stands before the first dot, and what after it.
  var split: (first: ValueKey, rest: ValueKey?) {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (self, nil) }
    return (ValueKey(text[..<dot]), ValueKey(text[text.utf8.index(after: dot)...]))
  }
}
