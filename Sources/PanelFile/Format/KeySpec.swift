// Stage: panel file. One key of a description: its name, the syntax of its value, its place in the file, its default and its
// documentation. The checker, the documents and the schema for editors read these tables; boards leave them out.
import PanelSignals

/// A key of a kind.
package struct KeySpec: Sendable {
  package let name: String
  /// The property in the file; `nil` where the value becomes several properties, or records.
  package let key: PropertyKey?
  package let type: ValueType
  /// The default as documents write it; `nil` where there is none.
  package let standard: String?
  /// The default where that is a text which is shown.
  package let standardWord: String?
  /// One sentence.
  package let summary: String
  /// The part of the panel's fonts that choices but the first need.
  package let font: FontPart?
  /// Of a list of signals: the keys of a map with `signal` that may stand in the place of one.
  package let members: [KeySpec]
  /// The key without which it means nothing, and the values of that; none for any value.
  package let need: (key: String, values: [String])?

  package init(
    _ name: String, _ key: PropertyKey, _ type: ValueType, _ standard: KeyDefault? = nil, font: FontPart? = nil,
    needs need: (key: String, values: [String])? = nil, summary: String
  ) {
    (self.name, self.key, self.type, self.standard, self.summary) = (name, key, type, standard?.text, summary)
    (self.font, self.need, standardWord) = (font, need, standard?.isWord == true ? standard?.text : nil)
    members = []
  }

  package init(
    _ name: String, _ type: ValueType, _ standard: KeyDefault? = nil, members: [KeySpec] = [], summary: String
  ) {
    (self.name, self.key, self.type, self.standard, self.summary) = (name, nil, type, standard?.text, summary)
    (font, need, standardWord, self.members) = (nil, nil, nil, members)
  }
}

/// A default of a key: words as "the signal's", or a value that the instrument's own property has too.
package struct KeyDefault: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  Sendable
{
  package let text: String
  /// Whether the text itself is shown.
  package private(set) var isWord = false

  package init(stringLiteral value: String) { text = value }
  package init(word: String) { (text, isWord) = (word, true) }
  package init(booleanLiteral value: Bool) { text = value ? "true" : "false" }
  package init(integerLiteral value: Int) { text = String(value) }
  package init(_ value: Bool) { self.init(booleanLiteral: value) }
  package init(_ value: Int) { text = String(value) }

  /// - Parameter duration: nanoseconds.
  package init(duration: Int64) {
    let units: [(nanoseconds: Int64, name: String)] = [
      (86_400_000_000_000, "d"), (3_600_000_000_000, "h"), (60_000_000_000, "min"), (1_000_000_000, "s"),
    ]
    let unit = units.first { duration > 0 && duration % $0.nanoseconds == 0 } ?? (1_000_000, "ms")
    text = String(duration / unit.nanoseconds) + unit.name
  }
}

/// How a control is used.
package enum ControlUse: Sendable {
  /// It is pressed, or switched.
  case pressed
  /// A value, or one of several, is chosen.
  case set
}

/// A kind of source, container, instrument or control.
package struct KindSpec: Sendable {
  package let name: String
  package var record: RecordKind
  /// Whether this version shows or reads it.
  package var isBuilt = true
  /// How a control is used; `nil` for all else.
  package var control: ControlUse?
  /// Whether a touch of it sets something.
  package var isControl: Bool { control != nil }
  /// The key of the kind's own name, as the signal of `gauge: rpm`.
  package let main: KeySpec?
  package var keys: [KeySpec]
  package let summary: String
  /// A whole line: the documents show it, and the tests compile it.
  package let example: String
  /// Paragraphs of the documents; empty for none.
  package let notes: String
  /// Letters that it draws besides its texts and numbers.
  package let letters: String
  /// The part of the panel's fonts that it needs besides texts.
  package let font: FontPart?
  /// Whether its scale means nothing without a range.
  package let wantsRange: Bool
  /// The unit that it is drawn in, whatever the signal is shown in elsewhere; `nil` for the signal's.
  package let unit: String?

  package init(
    name: String, record: RecordKind = .source, main: KeySpec?, keys: [KeySpec], summary: String, example: String,
    notes: String = "", letters: String = "", font: FontPart? = nil, wantsRange: Bool = false,
    unit: String? = nil
  ) {
    (self.name, self.record, self.main, self.keys) = (name, record, main, keys)
    (self.summary, self.example, self.notes) = (summary, example, notes)
    (self.letters, self.font, self.wantsRange, self.unit) = (letters, font, wantsRange, unit)
  }

  package func spec(_ name: String) -> KeySpec? { main?.name == name ? main : keys.first { $0.name == name } }
}

/// Glyphs that only some instruments need.
package enum FontPart: Sendable {
  /// Digits of seven segments.
  case segments
  /// Digits of one width.
  case drums
}
