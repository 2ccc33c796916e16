// Stage: panel file. What a record of a panel can be. The numbers are the file's: none changes its meaning.

/// What a record describes: a signal, a source, a page, an instrument … docs/panel-file.md lists them all.
public enum RecordKind: UInt16, CaseIterable, Sendable {
  // What a panel is made of
  case panel = 1
  case source = 2
  case signal = 3
  /// A range of a signal's values that has a meaning.
  case zone = 4
  case alarm = 5
  case theme = 6
  case page = 7
  /// A strip that every page shows.
  case strip = 8
  /// A row of a table from a number to a text, an icon and a colour.
  case entry = 9
  case font = 10
  /// Texts in another language: entries of originals and texts.
  case language = 11
  /// What happens when nobody touches the panel.
  case idle = 12
  /// The last stretch of a signal's time, a signal's captured value, and a table from numbers to numbers: what
  /// expressions name by their number among the records of their kind.
  case window = 13
  case capture = 14
  case lookup = 15
  /// Units that signals are shown in instead of their own: entries of signals, with what a signal says of its unit.
  case system = 16
  /// A display of several, and the pages that it shows: entries of their names.
  case display = 17

  // What holds instruments
  /// Cells in columns and rows: the areas of a page.
  case grid = 20
  case row = 21
  case column = 22
  /// Places of one's own, or several things in one place, the last one in front.
  case stack = 23

  // Instruments
  case gauge = 40
  case bar = 41
  case number = 42
  case text = 43
  case lamp = 44
  case trend = 45
  case tank = 46
  case compass = 47
  case clock = 48
  case image = 49
  case symbol = 50
  case alarms = 51
  case battery = 52
  case horizon = 53
  case tape = 54
  case wind = 55
  case table = 56
  case shape = 57
  case pages = 58
  case enumeration = 59
  case hours = 60
  case timer = 61
  case altimeter = 62
  case heading = 63
  case bars = 64
  case plot = 65
  case wait = 66

  // Controls
  case button = 70
  case `switch` = 71
  case slider = 72
  case knob = 73
  case selector = 74
  case keypad = 75
}

extension RecordKind {
  /// Whether this version shows instruments of the kind. The format has more: what is not there yet keeps its place and
  /// shows its title, and panel-assets warns of it.
  public var isBuilt: Bool {
    // All but controls.
    (RecordKind.gauge.rawValue..<RecordKind.button.rawValue).contains(rawValue)
  }
}

/// What a source of a panel is, by the number that the file has for it.
public enum SourceKind: Int, CaseIterable, Sendable {
  case lines = 0
  case files = 1
  case can = 2
  case mqtt = 3
  case nmea0183 = 4
  case gpsd = 5
  case modbus = 6

  /// Whether this version reads sources of the kind.
  public var isBuilt: Bool { self == .lines || self == .files }
}
