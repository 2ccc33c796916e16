// Stage: panel file. What a record says of what it describes. The numbers are the file's: none changes its meaning.

/// The name of a property. Its ``type`` is the same in every record.
public enum PropertyKey: UInt16, CaseIterable, Sendable {
  // Of many kinds
  case name = 1
  case title = 2
  /// What an instrument shows.
  case value = 3
  case lower = 4
  case upper = 5
  /// Whether it is shown.
  case visible = 6

  // Places
  case left = 10
  case top = 11
  case width = 12
  case height = 13
  /// The first column of a grid that it covers, from 0, and how many.
  case gridColumn = 14
  case gridRow = 15
  case columnSpan = 16
  case rowSpan = 17
  /// Sizes of a grid's columns and rows, one after the other, in records of kind ``RecordKind/entry``.
  case length = 18
  case isRow = 19
  case gap = 20
  case margin = 21
  case anchor = 22

  // The panel
  case designWidth = 30
  case designHeight = 31
  /// Points in a millimetre.
  case density = 32
  case decimalSign = 33
  case groupSign = 34
  case font = 35

  // Signals
  case source = 50
  case address = 51
  case expression = 52
  case unit = 53
  case shownUnit = 54
  case format = 55
  case stale = 56
  case attack = 57
  case release = 58
  case wraps = 59
  case historyDuration = 60
  case historyColumns = 61
  case resolution = 62
  case demo = 63
  case demoPeriod = 64
  case state = 65
  case initial = 66
  /// From the unit to the shown one: `value · factor + offset`.
  case shownFactor = 67
  case shownOffset = 68

  // Sources
  case interval = 70
  case path = 71
  case port = 72
  case listens = 73

  // Alarms
  case onDelay = 80
  case offDelay = 81
  case until = 82
  case priority = 83
  case latches = 84

  // Themes and colours
  case role = 90
  case color = 91
  case when = 92

  // Instruments
  case start = 100
  case sweep = 101
  case factor = 102
  case setpoint = 103
  case second = 104
  case peak = 105
  case low = 106
  case style = 107
  case showsValue = 108
  case isUpright = 109
  case from = 110
  case segments = 111
  case last = 112
  case showsZones = 113
  case size = 114
  case rows = 115
  case image = 116
  case text = 117
  case arrow = 118
  case showsRange = 119
  case isLogarithmic = 120
  case acknowledges = 121
  case alignment = 122
  case band = 123
  case turns = 124
  case target = 125
  case flashes = 126
}

/// What a property's value is.
public enum PropertyType: UInt8, CaseIterable, Sendable {
  /// 32.32.
  case number = 1
  /// Nanoseconds.
  case duration = 2
  /// The index of a text.
  case text = 3
  /// The index of a signal, in the place of a number, a flag, a colour or a text.
  case signal = 4
  /// The index of an expression.
  case expression = 5
  /// 0xAARRGGBB, not multiplied by alpha.
  case color = 6
  /// One of a key's choices.
  case choice = 7
  case flag = 8
  /// 32.32, with a ``LengthUnit``.
  case length = 9
  /// The index of a font or an image.
  case pack = 10
}

/// What a length is counted in.
public enum LengthUnit: UInt8, CaseIterable, Sendable {
  /// Points of the size that the panel is designed for.
  case points = 0
  case millimetres = 1
  /// 1/100 of what holds it.
  case percent = 2
  /// A share of what the others leave free.
  case fraction = 3
}
