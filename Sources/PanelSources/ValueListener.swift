// Stage: sources. What decoders tell.
import PanelSignals

/// Hears the values that a decoder finds, each with the place of its address in the panel's list for the source.
public protocol ValueListener {
  mutating func receive(_ address: Int, _ reading: Reading)

  /// - Parameter text: letters in UTF-8.
  mutating func receive(_ address: Int, text: Span<UInt8>)
}
