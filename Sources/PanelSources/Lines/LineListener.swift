/// Receives the pairs of lines.
public protocol LineListener {
  /// A name and its value.
  /// - Parameters:
  ///   - entry: the name's first entry among the names that are waited for, where it was guessed; else −1.
  mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue)
}
