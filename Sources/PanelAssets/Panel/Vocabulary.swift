// What a description may say: every kind of thing and its keys, once. The checker reads by these tables, and they are
// what docs/panel-format.md and the schema for editors are written from.
import PanelFile

/// What stands behind a key.
enum ValueType {
  case text
  case number
  case duration
  case flag
  case length
  /// `700..3200`, as the two keys of its ends.
  case range(PropertyKey, PropertyKey)
  /// One of some words; the value is its place in the list.
  case choice([String])
  /// A number, or a signal, or an expression of signals.
  case value
  /// A signal, or an expression of signals.
  case signal
  /// Read by code of its own; the text says what is expected.
  case special(String)

  /// What a message says is expected.
  var expectation: String {
    switch self {
    case .text: "a text"
    case .number: "a number, as 12.5"
    case .duration: "a time, as 150ms, 2s, 5min or 1h"
    case .flag: "true or false"
    case .length: "a length, as 120px, 20mm, 30percent or 2fr"
    case .range: "a range, as 0..100, 90.. or ..10"
    case .choice(let words): words.joined(separator: ", ")
    case .value: "a number, a signal or an expression"
    case .signal: "a signal or an expression"
    case .special(let words): words
    }
  }
}

/// A key of a kind of thing.
struct KeySpec {
  let name: String
  /// What it is in the file; `nil` for what code of its own reads.
  let key: PropertyKey?
  let type: ValueType
  /// One sentence.
  let summary: String

  init(_ name: String, _ key: PropertyKey? = nil, _ type: ValueType, _ summary: String) {
    (self.name, self.key, self.type, self.summary) = (name, key, type, summary)
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
}

enum Vocabulary {
  static let panel: [KeySpec] = [
    KeySpec("panel", .special("1"), "The version of the format: 1."),
    KeySpec(
      "size", .special("a size, as 800x480"), "What the panel is designed for, in pixels; other displays scale it."),
    KeySpec("sources", .special("a map of names to sources"), "Where values come from."),
    KeySpec("signals", .special("a map of names to signals"), "The values, and everything that is to be said of them."),
    KeySpec("zones", .special("a map of signals to zones"), "Ranges of a signal that mean something."),
    KeySpec("templates", .special("a map of names to templates"), "Parts of pages that are used several times."),
    KeySpec("theme", .choice(["dark", "day", "night"]), "The colours to begin with."),
    KeySpec("pages", .special("a map of names to pages"), "What is shown, a page at a time."),
  ]

  static let sources: [KindSpec] = [
    KindSpec(
      name: "lines", record: .source,
      main: KeySpec("lines", .path, .text, "stdin, `unix PATH`, `udp PORT`, `udp ADDRESS:PORT` or `serial PATH BAUD`."),
      keys: [], summary: "Lines of name=value, or of JSON objects."),
    KindSpec(
      name: "files", record: .source,
      main: KeySpec("files", .interval, .special("every and a time, as every 2s"), "How often they are read."),
      keys: [], summary: "Numbers in files of /sys and /proc."),
  ]

  static let signal: [KeySpec] = [
    KeySpec("from", .special("a source and an address, as in/rpm, or a list of them"), "Where its value comes from."),
    KeySpec("is", .special("an expression"), "What it is computed from."),
    KeySpec("unit", .special("a unit"), "The unit of what the source tells."),
    KeySpec("show", .special("a unit, a format as 0.0, or both"), "The unit and the format in which it is shown."),
    KeySpec("title", .title, .text, "Its name for people."),
    KeySpec("range", .range(.lower, .upper), "The least and the greatest value, in its unit."),
    KeySpec("resolution", .resolution, .number, "The least difference that means anything."),
    KeySpec("stale", .stale, .duration, "How old a value may be; 5s unless told."),
    KeySpec("follow", .special("a time, or two as 50ms/150ms"), "How fast what is shown follows the value."),
    KeySpec("wraps", .wraps, .number, "After how much it begins again, as 360."),
    KeySpec("history", .historyDuration, .duration, "How much of its past is kept."),
    KeySpec("initial", .initial, .number, "What it is before anything was heard."),
    KeySpec("demo", .special("a number, sweep TIME, noise RANGE or steps [..]"), "What --demo shows."),
  ]

  static let page: [KeySpec] =
    place + [
      KeySpec("areas", .special("rows of words"), "The page's areas, drawn as words: one that spans is one area."),
      KeySpec("columns", .special("lengths, as 1fr 2fr 120px"), "The widths of the areas' columns; equal unless told."),
      KeySpec("rows", .special("lengths"), "The heights of the areas' rows; equal unless told."),
      KeySpec("row", .special("a list"), "Elements beside each other."),
      KeySpec("column", .special("a list"), "Elements below each other."),
      KeySpec("stack", .special("a list"), "Elements in one place, the last in front."),
      KeySpec("gap", .gap, .length, "Between elements; 8px unless told."),
      KeySpec("margin", .margin, .length, "Around the page; 8px unless told."),
    ]

  /// Of everything that has a place.
  static let place: [KeySpec] = [
    KeySpec("visible", .visible, .signal, "Whether it is shown."),
    KeySpec("left", .left, .length, "Where it begins within what holds it."),
    KeySpec("top", .top, .length, "Where it begins within what holds it."),
    KeySpec("width", .width, .length, "How wide it is."),
    KeySpec("height", .height, .length, "How high it is."),
  ]

  /// Of instruments that show a value.
  private static let shown: [KeySpec] =
    place + [
      KeySpec("title", .title, .text, "Written above it; the signal's title unless told."),
      KeySpec("unit", .special("a unit"), "The unit in which it is shown."),
      KeySpec("format", .special("a format, as 0.0"), "How the number is written."),
      KeySpec("range", .range(.lower, .upper), "The ends of the scale; the signal's range unless told."),
    ]

  static let instruments: [KindSpec] = [
    KindSpec(
      name: "gauge", record: .gauge, main: KeySpec("gauge", .value, .signal, "What it shows."),
      keys: shown + [
        KeySpec("sweep", .sweep, .value, "The angle of the scale in degrees, 60 to 360; 270 unless told."),
        KeySpec("start", .start, .value, "Where it begins, in degrees from twelve o'clock."),
        KeySpec("factor", .factor, .number, "What numerals are divided by."),
        KeySpec("value", .showsValue, .flag, "Whether the value is written in the gap."),
      ], summary: "A round scale with a needle."),
    KindSpec(
      name: "number", record: .number, main: KeySpec("number", .value, .signal, "What it shows."), keys: shown,
      summary: "A value in digits, with its unit."),
  ]

  static let containers: [String: RecordKind] = ["row": .row, "column": .column, "stack": .stack]

  static func instrument(_ name: String) -> KindSpec? { instruments.first { $0.name == name } }
}

extension KeySpec {
  init(_ name: String, _ type: ValueType, _ summary: String) { self.init(name, nil, type, summary) }
}
