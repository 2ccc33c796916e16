// Stage: a panel. The values that raised alarms.
import PanelFile
import PanelSignals

/// The values of the signals that alarms watch, as they were when the alarms were raised. Takes no memory after it was made.
struct RaisedValues {
  /// Of each alarm: the signal that its condition compares; none where that is another expression.
  let signals: [SignalIndex]
  private var times: [Int64?]
  private var values: [Fixed64?]
  private var changeCount = -1

  init(_ file: PanelFile) {
    signals = file.root.children(.alarm).map { $0.signal(.value) ?? .none }
    times = signals.map { _ in nil }
    values = times.map { _ in nil }
  }

  /// The value of an alarm's signal when it was raised last.
  subscript(_ alarm: Int) -> Fixed64? { values.indices.contains(alarm) ? values[alarm] : nil }

  /// Notes alarms that were raised since the last call.
  mutating func note(_ alarms: AlarmStore, _ store: SignalStore) {
    if changeCount == alarms.changeCount { return }
    changeCount = alarms.changeCount
    for alarm in times.indices where alarms.raisedAt(alarm) != times[alarm] {
      times[alarm] = alarms.raisedAt(alarm)
      let reading = store.reading(signals[alarm])
      values[alarm] = signals[alarm] != .none && reading.hasValue ? reading.value : nil
    }
  }
}
