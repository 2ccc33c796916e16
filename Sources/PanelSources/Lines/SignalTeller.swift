// Stage: sources. Input: what a line says. Output: values of signals.
import PanelSignals

/// Has signals hear what lines tell.
struct SignalTeller: LineListener {
  let source: LineSource
  let table: AddressTable
  let signals: SignalStore
  let time: Int64
  /// Whether any signal heard anything.
  var isWanted = false

  @inline(never)
  mutating func hear(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue) {
    if table.tell(name, entry, value, signals, at: time) {
      isWanted = true
    } else {
      source.tell(unknown: name)
    }
  }
}
