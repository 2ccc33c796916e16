// Stage: sources. What decoders tell.
import PanelSignals

/// Hears the values that a decoder finds, each with the place of its address in the panel's list for the source.
public protocol ValueListener {
  mutating func receive(_ address: Int, _ reading: Reading)

  /// - Parameter text: letters in UTF-8.
  mutating func receive(_ address: Int, text: Span<UInt8>)

  /// Whether messages are counted, and names told that no address has.
  var counts: Bool { get }

  /// A frame, a message, a sentence or a report has come.
  mutating func countMessage()

  /// Something has come that no address has. Called where ``counts`` says so.
  mutating func skip(_ name: Span<UInt8>)
}

extension ValueListener {
  @inline(__always)
  public var counts: Bool { false }
  @inline(__always)
  public mutating func countMessage() {}
  public mutating func skip(_ name: Span<UInt8>) {}
}
