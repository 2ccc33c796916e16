// Tables that instructions name by number besides constants: windows of time, captured values, tables. Records of the
// file.
import PanelFile
import PanelSignals

/// The windows, captured values and tables of a panel, each once.
struct ExpressionTables {
  private struct Window: Hashable {
    let signal: Int
    let duration: Int64
  }
  private struct Capture: Hashable {
    let signal, trigger: Int
    let initial: Fixed64?
  }
  private struct Lookup: Hashable {
    let keys, values: [Fixed64]
    let otherwise: Fixed64?
  }

  private var windows: [Window: Int] = [:]
  /// The bytes of all windows on a device.
  private(set) var windowBytes: Int64 = 0
  private var captures: [Capture: Int] = [:]
  private var lookups: [Lookup: Int] = [:]

  /// - Parameter duration: in nanoseconds; 0 for all the time since the start.
  /// - Returns: the window's number.
  mutating func addWindow(_ signal: Int, _ duration: Int64, _ draft: inout PanelDraft) -> Int {
    let window = Window(signal: signal, duration: duration)
    if let number = windows[window] { return number }
    let record = RecordDraft(.window)
    record[.value] = .signal(signal)
    record[.last] = .duration(duration)
    if duration == 0 { record[.historyColumns] = .choice(1) }
    draft.root.children.append(record)
    windowBytes += SignalStore.pastBytes(
      [], [WindowDefinition(SignalIndex(signal), duration: duration, columns: duration == 0 ? 1 : 32)])
    windows[window] = windows.count
    return windows.count - 1
  }

  mutating func addCapture(_ signal: Int, _ trigger: Int, _ initial: Fixed64?, _ draft: inout PanelDraft) -> Int {
    let capture = Capture(signal: signal, trigger: trigger, initial: initial)
    if let number = captures[capture] { return number }
    let record = RecordDraft(.capture)
    record[.value] = .signal(signal)
    record[.when] = .signal(trigger)
    if let initial { record[.initial] = .number(initial) }
    draft.root.children.append(record)
    captures[capture] = captures.count
    return captures.count - 1
  }

  /// - Parameter entries: whose keys rise.
  mutating func addLookup(_ entries: [(Fixed64, Fixed64)], otherwise: Fixed64?, _ draft: inout PanelDraft) -> Int {
    let lookup = Lookup(keys: entries.map(\.0), values: entries.map(\.1), otherwise: otherwise)
    if let number = lookups[lookup] { return number }
    let record = RecordDraft(.lookup)
    if let otherwise { record[.initial] = .number(otherwise) }
    for (key, value) in entries {
      let entry = RecordDraft(.entry)
      entry[.lower] = .number(key)
      entry[.value] = .number(value)
      record.children.append(entry)
    }
    draft.root.children.append(record)
    lookups[lookup] = lookups.count
    return lookups.count - 1
  }
}
