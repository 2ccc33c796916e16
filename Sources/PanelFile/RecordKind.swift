// Stage: panel file. The kinds of a panel's records. The numbers are the file's: none changes its meaning.

/// The kind of a record: a signal, a source, a page, an instrument … docs/panel-file.md lists them all.
///
/// Numbers of instruments and controls, 40 ..< 128, stand beside their classes.
public struct RecordKind: RawRepresentable, ExpressibleByIntegerLiteral, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public init(integerLiteral value: UInt16) { rawValue = value }

  // The parts of a panel
  public static var panel: Self { 1 }
  public static var source: Self { 2 }
  public static var signal: Self { 3 }
  /// A range of a signal's values that has a meaning.
  public static var zone: Self { 4 }
  public static var alarm: Self { 5 }
  public static var theme: Self { 6 }
  public static var page: Self { 7 }
  /// A strip that every page shows.
  public static var strip: Self { 8 }
  /// A row of a table from a number to a text, an icon and a colour.
  public static var entry: Self { 9 }
  public static var font: Self { 10 }
  /// Texts in another language: entries of originals and texts.
  public static var language: Self { 11 }
  /// The state when nobody touches the panel.
  public static var idle: Self { 12 }
  /// The words that controls have of themselves: entries of texts.
  public static var words: Self { 26 }
  /// The last stretch of a signal's time, a signal's captured value, and a table from numbers to numbers: expressions
  /// name them by their number among the records of their kind.
  public static var window: Self { 13 }
  public static var capture: Self { 14 }
  public static var lookup: Self { 15 }
  /// Units that signals are shown in instead of their own: entries of signals, with a signal's keys of its unit.
  public static var system: Self { 16 }
  /// A display of several, and the pages that it shows: entries of their names.
  public static var display: Self { 17 }
  /// A function of texts, which expressions name by its number.
  public static var textFunction: Self { 18 }
  /// A shorter past of a signal beside the one that its record has.
  public static var history: Self { 19 }
  /// A key, or an encoder, and what it does: of the panel, or of a control.
  public static var key: Self { 24 }

  // Containers of instruments
  /// Cells in columns and rows: the areas of a page.
  public static var grid: Self { 20 }
  public static var row: Self { 21 }
  public static var column: Self { 22 }
  /// Places of one's own, or several things in one place, the last one in front.
  public static var stack: Self { 23 }
  /// Things below each other, of which a part is seen.
  public static var scroll: Self { 25 }
}

extension RecordKind {
  /// Whether it is an instrument or a control, of any kind.
  public var isInstrument: Bool { (40..<128).contains(rawValue) }

  /// Whether it holds instruments.
  public var isContainer: Bool {
    self == .grid || self == .row || self == .column || self == .stack || self == .scroll
  }

  /// Whether it shows something, or holds elements that do.
  public var isElement: Bool { isContainer || isInstrument }

  /// Whether the format has it: a structure, or a number of instruments.
  var isKnown: Bool {
    (RecordKind.panel.rawValue...RecordKind.history.rawValue).contains(rawValue) || self == .key || self == .words
      || isElement
  }

  /// Whether a record of this kind may be a child of one of `parent`.
  func mayBe(in parent: RecordKind) -> Bool {
    switch self {
    case .panel: false
    case .source: parent == .panel || parent == .signal
    case .signal, .alarm, .theme, .page, .strip, .font, .language, .system, .display, .idle, .window, .capture, .lookup,
      .textFunction, .history, .words:
      parent == .panel
    case .key: parent == .panel || parent.isInstrument
    case .zone: parent == .signal || parent.isInstrument
    // Of a table from numbers to texts, of a theme's colours, of a grid's columns, of an instrument's list.
    case .entry:
      parent == .signal || parent == .theme || parent == .language || parent == .system || parent == .display
        || parent == .lookup || parent == .words || parent.isElement
    // Of an instrument: its parts that are touched, as a setpoint.
    default: parent == .page || parent == .strip || parent.isElement
    }
  }
}
