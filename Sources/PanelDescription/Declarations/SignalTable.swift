// The signals of a panel: those of the description, and those that expressions make.
import PanelSignals

/// The signals by their numbers. Those with names come first, in the order of the description.
final class SignalTable {
  private(set) var entries: [SignalEntry] = []
  private var numbers: [String: Int] = [:]

  /// Adds a signal of the description, whose keys are read later.
  func declare(_ name: String, at place: Place, _ record: RecordDraft, _ keys: Keys) -> SignalEntry {
    numbers[name] = entries.count
    let entry = SignalEntry(name: name, place: place, number: entries.count, record: record, keys: keys)
    entries.append(entry)
    return entry
  }

  /// Adds a signal that an expression makes.
  func addUnnamed(_ record: RecordDraft) -> SignalEntry {
    let place = Place(file: "", line: 1, column: 1)
    let entry = SignalEntry(name: "", place: place, number: entries.count, record: record, keys: [:])
    entry.state = .done
    entries.append(entry)
    return entry
  }

  subscript(number: Int) -> SignalEntry { entries[number] }

  /// - Returns: `nil` where no signal has the name.
  func number(of name: String) -> Int? { numbers[name] }

  /// The names of signals, in any order.
  var names: Dictionary<String, Int>.Keys { numbers.keys }

  /// Forgets the signals that a trial adds.
  func discardingChanges(_ trial: () -> Void) {
    let entries = entries
    trial()
    self.entries = entries
  }
}
