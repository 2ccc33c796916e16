/// Receives the pairs of lines.
public protocol LineListener {
  /// A name and its value.
  /// - Parameters:
  ///   - entry: the name's first entry among the names that are waited for, where it was guessed; else −1.
  ///   - word: the value's bytes.
  ///   - isQuoted: whether they stood in quotation marks, within which JSON's escapes count.
  /// - Returns: false for a word that means nothing to whoever has this name.
  mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool)
    -> Bool

  /// Reads a line that begins with `{` as a whole, where its members one by one are not enough.
  /// - Parameter name: room for the names of a ``JSONReader``.
  /// - Returns: whether it was understood; `nil` where the members are wanted.
  mutating func receive(object line: Span<UInt8>, _ name: inout [UInt8]) -> Bool?
}

extension LineListener {
  public mutating func receive(object line: Span<UInt8>, _ name: inout [UInt8]) -> Bool? { nil }
}
