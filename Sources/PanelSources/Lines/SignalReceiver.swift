// Stage: sources. Input: the pairs of a line. Output: values of signals.
import PanelSignals

/// Writes the values of lines to signals.
struct SignalReceiver: LineListener {
  let source: LineSource
  let table: AddressTable
  let signals: SignalStore
  let time: Int64
  /// Whether any signal has received a value.
  var hasValues = false

  @inline(never)
  mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue) {
    if table.write(name, entry, value, to: signals, at: time) {
      hasValues = true
    } else {
      source.skip(name)
    }
  }
}
