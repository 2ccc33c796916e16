// Stage: sources. What a session with a broker tells.
import PanelSignals

/// Hears the values of messages.
public protocol MessageListener: ValueListener {
  /// The values that follow are those of one message.
  /// - Parameter isRetained: whether the broker had kept the message: it may be of any age.
  mutating func beginMessage(isRetained: Bool)

  /// Called in place of ``ValueListener/receive(_:text:)`` for an address whose signal may be told texts.
  /// - Parameters:
  ///   - text: letters in UTF-8, 512 bytes at most.
  ///   - reading: the text as a number, for a signal that does not have it among its words; failed where it is none.
  mutating func receive(_ address: Int, text: Span<UInt8>, otherwise reading: Reading)

  /// The broker does not let the client have this topic or filter. Its signals have failed.
  /// - Parameter address: the first one of the topic. Behind all of them lies that of ``MQTTOptions/alive``.
  mutating func refuseTopic(of address: Int)
}
