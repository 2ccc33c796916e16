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

  @_optimize(speed)
  @inline(never)
  mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool)
    -> Bool
  {
    switch table.write(name, entry, value, word, isQuoted: isQuoted, to: signals, at: time) {
    case .written:
      hasValues = true
      return true
    case .failed:
      hasValues = true
      return false
    case .refused: return false
    case .unknown:
      source.skip(name)
      return true
    }
  }
}
