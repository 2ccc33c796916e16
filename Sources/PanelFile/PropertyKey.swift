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
  /// How a page takes the place of another: none, fade or push.
  case transition = 36

  // Signals
  case source = 50
  case address = 51
  case expression = 52
  case unit = 53
  /// From the unit to the shown one: the numbers of both in `UnitOfMeasure.all`, as expressions convert.
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

  // What signals show without a source
  case demoLower = 130
  case demoUpper = 131

  // Languages
  /// The text that is written in the description.
  case original = 132
  /// Which language is shown.
  case language = 133
  /// In which system of units signals are shown; of an entry of one, the signal.
  case system = 139

  // Sources that have users
  case clientName = 134
  case user = 135
  case password = 136

  // Displays
  /// In percent.
  case backlight = 137
  /// The name of a page.
  case page = 138

  // Controls
  /// One of send, toggle, set, run, page.
  case action = 140
  /// What is sent or set, and what when it is let go.
  case payload = 141
  case released = 142
  case shownState = 143
  /// One of hold, dialog.
  case confirm = 144
  case confirmDelay = 145
  case pin = 146
  case command = 147
  case enabled = 148
  case step = 149
  /// The signal whose peaks are forgotten.
  case resets = 150
  case swipes = 151

  // More of instruments
  /// A glyph of the font of icons, as text.
  case icon = 160
  case showsAll = 161
  case overflow = 162
  case fit = 163
  case contents = 164
  case charging = 165
  case span = 166
  /// Minutes east of Greenwich; local time without it.
  case zoneOffset = 167
  case fill = 168
  case thickness = 169
  case corner = 170
  case flow = 171
  /// Whether an element is a page's content on a display that is higher than wide.
  case isPortrait = 172

  // Several displays
  /// What is opened, as the program's options have it.
  case display = 173
  case touch = 174
  /// Quarters of a turn, clockwise.
  case rotation = 175
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
