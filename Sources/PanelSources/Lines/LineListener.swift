/// Hears what lines tell.
public protocol LineListener {
  /// A value was told.
  /// - Parameters:
  ///   - name: under which it was told.
  ///   - entry: the name's first entry among the names that are waited for, where it was guessed; else −1.
  mutating func hear(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue)
}
