// The past that a panel keeps: histories of signals, and windows of time.
import PanelSignals

/// Gives signals the histories that instruments show, and reports too many of them.
struct Histories {
  /// Columns of a history: all have as many.
  static var columns: Int { 240 }

  /// A signal with a history.
  static var definition: SignalDefinition {
    var definition = SignalDefinition()
    definition.histories = [HistoryDefinition(duration: 1, columns: columns)]
    return definition
  }

  /// The message where histories and windows of time take more than a device gives them.
  static var expected: String {
    "\(SignalStore.pastLimit) at most: a history takes \(SignalStore.pastBytes([definition], []))"
  }

  let problems: Problems
  let draft: PanelDraft

  /// Signals keep as much of their past as trends show of it. A short trend beside a long one has a history of its own,
  /// with columns as fine as it draws, where that is at most half as long: a column of a day's history is six minutes.
  /// - Parameters:
  ///   - windowBytes: those of all windows on a device.
  ///   - start: the description's begin, for messages about windows and signals without a name.
  func finish(_ signals: SignalTable, windowBytes: Int64, _ start: Place) {
    var bytes = windowBytes
    // The signal whose history is too much.
    var place = bytes > SignalStore.pastLimit ? start : nil
    for entry in signals.entries {
      var durations = entry.histories
      if case .duration(let own) = entry.record[.historyDuration] { durations.append(own) }
      durations.sort(by: >)
      var former: Int64?
      for duration in durations where duration > 0 {
        if let former, duration > former / 2 { continue }
        let record = former == nil ? entry.record : RecordDraft(.history)
        record[former == nil ? .historyDuration : .last] = .duration(duration)
        record[.historyColumns] = .choice(Self.columns)
        if former != nil {
          record[.value] = .signal(entry.number)
          draft.add(record)
        }
        former = duration
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
