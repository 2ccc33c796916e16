// The compiler's data of a signal.
import PanelSignals

/// A signal of the description, or one that an expression made.
final class SignalEntry {
  /// How far it was read: the names of an expression are read before the expression.
  enum State { case waiting, reading, done }

  /// A range that means something; the ends are in the signal's unit.
  struct Zone {
    let state: Int
    /// `nil` for an end that is open.
    var lower, upper: CompiledValue?
    let record: RecordDraft
  }

  let name: String
  let place: Place
  let number: Int
  let record: RecordDraft
  let keys: Keys
  var state = State.waiting
  var unit: UnitOfMeasure?
  var shownUnit: UnitOfMeasure?
  /// The unit of a sum that may be a temperature or a difference.
  var uncertainUnit: UnitOfMeasure?
  /// Whether it is a product or a quotient of units that has no unit of the catalogue.
  var hasNamelessUnit = false
  var format: NumberFormat?
  var isCondition = false
  /// Whether its value is a text.
  var isText = false
  /// The names of its values.
  var texts: [(value: Fixed64, text: String)] = []
  /// Words of its source that are numbers.
  var words: [(value: Fixed64, word: String)] = []
  var zones: [Zone] = []
  /// The signal's range, in its unit; `nil` without one, or where a signal says an end.
  var constantRange: ClosedRange<Fixed64>? {
    guard case .number(let lower) = record[.lower], case .number(let upper) = record[.upper], lower <= upper else {
      return nil
    }
    return lower...upper
  }
  /// How far each trend looks back, in nanoseconds.
  var histories: [Int64] = []
  /// Whether anything shows it or computes with it.
  var isUsed = false

  init(name: String, place: Place, number: Int, record: RecordDraft, keys: Keys) {
    (self.name, self.place, self.number, self.record, self.keys) = (name, place, number, record, keys)
  }

  /// Whether controls set it: nothing else tells its value.
  var isVariable: Bool { keys["from"] == nil && keys["is"] == nil && keys["initial"] != nil }
}
