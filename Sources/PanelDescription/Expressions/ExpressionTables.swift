// Tables that instructions name by number besides constants: windows of time, captured values, tables. Records of the
// file.
import PanelFile
import PanelSignals

/// The windows, captured values and tables of a panel, each once.
final class ExpressionTables {
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

  private struct TextUse: Hashable {
    let kind, count, separator: Int
    let format: UInt32
    /// The steps of its texts: another use has a room of its own.
    let steps: [CompiledStep]
  }

  /// Each with its number.
  private struct Contents {
    var windows: [Window: Int] = [:]
    var windowBytes: Int64 = 0
    var captures: [Capture: Int] = [:]
    var lookups: [Lookup: Int] = [:]
    var textFunctions: [TextUse: Int] = [:]
  }

  private let draft: PanelDraft
  private var contents = Contents()

  init(_ draft: PanelDraft) { self.draft = draft }

  /// The bytes of all windows on a device.
  var windowBytes: Int64 { contents.windowBytes }

  /// Forgets the tables that a trial adds; the draft drops their records.
  func discardingChanges(_ trial: () -> Void) {
    let contents = contents
    trial()
    self.contents = contents
  }

  /// - Parameter duration: in nanoseconds; 0 for all the time since the start.
  /// - Returns: the window's number.
  func addWindow(_ signal: Int, _ duration: Int64) -> Int {
    let window = Window(signal: signal, duration: duration)
    if let number = contents.windows[window] { return number }
    let record = RecordDraft(.window)
    record[.value] = .signal(signal)
    record[.last] = .duration(duration)
    if duration == 0 { record[.historyColumns] = .choice(1) }
    draft.add(record)
    contents.windowBytes += SignalStore.pastBytes(
      [], [WindowDefinition(SignalIndex(signal), duration: duration, columns: duration == 0 ? 1 : 32)])
    contents.windows[window] = contents.windows.count
    return contents.windows.count - 1
  }

  func addCapture(_ signal: Int, _ trigger: Int, _ initial: Fixed64?) -> Int {
    let capture = Capture(signal: signal, trigger: trigger, initial: initial)
    if let number = contents.captures[capture] { return number }
    let record = RecordDraft(.capture)
    record[.value] = .signal(signal)
    record[.when] = .signal(trigger)
    if let initial { record[.initial] = .number(initial) }
    draft.add(record)
    contents.captures[capture] = contents.captures.count
    return contents.captures.count - 1
  }

  /// - Returns: the function's number.
  func addTextFunction(_ function: TextFunction, _ steps: [CompiledStep]) -> Int {
    let use = TextUse(
      kind: function.kind.rawValue, count: function.count, separator: function.separator,
      format: function.kind == .digits ? function.format.packed : 0, steps: steps)
    if let number = contents.textFunctions[use] { return number }
    let record = RecordDraft(.textFunction)
    record[.style] = .choice(use.kind)
    if function.count > 0 { record[.size] = .choice(function.count) }
    if function.separator >= 0 { record[.text] = .text(draft.text(function.separator)) }
    if function.kind == .digits {
      record[.format] = function.format.property
      for key in [PropertyKey.decimalSign, .groupSign] { if let sign = draft.root[key] { record[key] = sign } }
    }
    draft.add(record)
    contents.textFunctions[use] = contents.textFunctions.count
    return contents.textFunctions.count - 1
  }

  /// - Parameter entries: whose keys rise.
  func addLookup(_ entries: [(Fixed64, Fixed64)], otherwise: Fixed64?) -> Int {
    let lookup = Lookup(keys: entries.map(\.0), values: entries.map(\.1), otherwise: otherwise)
    if let number = contents.lookups[lookup] { return number }
    let record = RecordDraft(.lookup)
    if let otherwise { record[.initial] = .number(otherwise) }
    for (key, value) in entries {
      let entry = RecordDraft(.entry)
      entry[.lower] = .number(key)
      entry[.value] = .number(value)
      record.children.append(entry)
    }
    draft.add(record)
    contents.lookups[lookup] = contents.lookups.count
    return contents.lookups.count - 1
  }
}
