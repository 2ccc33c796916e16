// The past that a panel keeps: histories of signals, and windows of time.
import PanelSignals

/// Gives signals the histories that instruments show, and reports too many of them.
struct Histories {
  /// A signal with a history, as all of a panel's are.
  static var definition: SignalDefinition {
    var definition = SignalDefinition()
    (definition.historyDuration, definition.historyColumns) = (1, 240)
    return definition
  }

  /// The message where histories and windows of time take more than a device gives them.
  static var expected: String {
    "\(SignalStore.pastLimit) at most: a history takes \(SignalStore.pastBytes([definition], []))"
  }

  let problems: Problems

  /// Trends look back as far as they show: the signals keep that much.
  /// - Parameters:
  ///   - windowBytes: those of all windows on a device.
  ///   - start: the description's begin, for messages about windows and signals without a name.
  func finish(_ signals: SignalTable, windowBytes: Int64, _ start: Place) {
    var bytes = windowBytes
    // The signal whose history is too much.
    var place = bytes > SignalStore.pastLimit ? start : nil
    for entry in signals.entries {
      var history = entry.history
      if case .duration(let own) = entry.record[.historyDuration] { history = max(history, own) }
      if history > 0 {
        entry.record[.historyDuration] = .duration(history)
        entry.record[.historyColumns] = .choice(Self.definition.historyColumns)
        bytes += SignalStore.pastBytes([Self.definition], [])
        if place == nil && bytes > SignalStore.pastLimit { place = entry.name.isEmpty ? start : entry.place }
      }
    }
    if let place, !problems.hasErrors {
      problems.report(
        place, "histories and windows of time that take \(bytes) bytes in all", expected: Self.expected)
    }
  }
}
