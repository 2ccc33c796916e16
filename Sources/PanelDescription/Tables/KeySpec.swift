// What a table says of a key: its name, what stands behind it, what it becomes in the file, and one sentence.
import PanelFile
import PanelSignals

/// What stands behind a key.
enum ValueType {
  case text
  case number
  case count(ClosedRange<Int>)
  case duration
  case flag
  case length
  /// `700..3200`, as the two keys of its ends; an end may be an expression.
  case range(PropertyKey, PropertyKey)
  /// One of some words; the value is its place in the list. Empty words are places that nothing is at.
  case choice([String])
  /// A number, a signal, or an expression of signals.
  case value(Measure)
  /// A signal, or an expression of signals.
  case signal
  /// Likewise, of what the instrument is for; angles become degrees.
  case signalOf(UnitOfMeasure.Dimension)
  /// An expression that is true or false.
  case condition
  /// A role, a named colour, `"#rrggbb"`, or an expression of these.
  case color
  /// Of an icon.
  case icon
  /// Read by code of its own; the text says what is expected.
  case special(String)

  /// What a number is counted in where it has no unit of its own.
  enum Measure { case plain, angle, ofSignal }

  /// What a message says is expected.
  var expectation: String {
    switch self {
    case .text: "a text"
    case .number: "a number, as 12.5"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration: "a time, as 150ms, 2s, 5min or 1h"
    case .flag: "true or false"
    case .length: "a length, as 120px, 20mm, 30percent or 2fr"
    case .range: "a range, as 0..100, 90.. or ..10"
    case .choice(let words):
      words.filter { !$0.isEmpty }.count == 1 ? words.first { !$0.isEmpty } ?? "" : joined(words)
    case .value: "a number, a signal or an expression"
    case .signal: "a signal or an expression"
    case .signalOf(let dimension): "a signal or an expression, in \(Units.list(dimension))"
    case .condition: "a condition, as 'rpm above 100'"
    case .color: "a role as caution, a colour as red-60 or \"#ff8800\", or an expression"
    case .icon: "the name of an icon of Material Design Icons"
    case .special(let words): words
    }
  }

  private func joined(_ words: [String]) -> String {
    let words = words.filter { !$0.isEmpty }
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

/// A key of a kind of thing.
struct KeySpec {
  let name: String
  /// What it is in the file; `nil` for what code of its own reads.
  let key: PropertyKey?
  let type: ValueType
  /// What holds where nothing is said; `nil` where nothing does, or where it must be said.
  let standard: String?
  /// One sentence.
  let summary: String

  init(_ name: String, _ key: PropertyKey, _ type: ValueType, _ standard: String? = nil, summary: String) {
    (self.name, self.key, self.type, self.standard, self.summary) = (name, key, type, standard, summary)
  }

  /// A key whose value becomes several properties, or records.
  init(_ name: String, _ type: ValueType, _ standard: String? = nil, summary: String) {
    (self.name, self.key, self.type, self.standard, self.summary) = (name, nil, type, standard, summary)
  }
}

/// A kind of thing.
struct KindSpec {
  let name: String
  let record: RecordKind
  /// What stands behind the kind's own name, as the signal of `gauge: rpm`.
  let main: KeySpec?
  let keys: [KeySpec]
  let summary: String
  /// A line that is whole: the documents show it, and the tests compile it.
  let example: String

  func spec(_ name: String) -> KeySpec? { main?.name == name ? main : keys.first { $0.name == name } }
}
