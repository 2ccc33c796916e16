// Stage: sources. Input: the values that a decoder finds. Output: values of signals.
import PanelFile
import PanelSignals

/// Writes values to the signals of a source's addresses.
struct SignalWriter: ValueListener {
  let addresses: [SourceAddress]
  let signals: SignalStore
  let time: Int64
  var census: SourceCensus?
  /// Of texts: numbers bring their own.
  var textQuality = Quality.fresh
  /// Whether any signal has received a value.
  var hasValues = false

  // Decoders would have a copy of it for each form of a value.
  @inline(never)
  mutating func receive(_ address: Int, _ reading: Reading) {
    let (signal, rank) = (addresses[address].signal, addresses[address].rank)
    if signals.receive(signal, source: rank, number: reading, at: time) { hasValues = true }
  }

  var counts: Bool { census != nil }

  mutating func countMessage() { census?.countMessage() }

  mutating func skip(_ name: Span<UInt8>) { census?.note(name) }

  mutating func receive(_ address: Int, text: Span<UInt8>) { _ = write(address, text: text) }

  /// - Returns: false for a signal that the text means nothing to.
  mutating func write(_ address: Int, text: Span<UInt8>) -> Bool {
    let (signal, rank) = (addresses[address].signal, addresses[address].rank)
    if !signals.receive(signal, source: rank, text: text, textQuality, at: time) { return false }
    hasValues = true
    return true
  }
}
