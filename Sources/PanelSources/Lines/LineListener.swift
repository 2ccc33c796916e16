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
}
