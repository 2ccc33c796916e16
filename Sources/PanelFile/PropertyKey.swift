// Stage: panel file. The properties of records. The numbers are the file's: none changes its meaning.

/// The name of a property.
///
/// A kind of instrument gives keys names of its own beside its class, as `closeHauled` for ``setpoint``. Numbers from
/// ``firstOwn`` on belong to the kind of the record: two kinds may use one number for different options.
public struct PropertyKey: RawRepresentable, ExpressibleByIntegerLiteral, Hashable, Sendable {
  /// The number in the file: 1 ..< ``limit``. 73, 130, 131 and 161 are no longer used.
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public init(integerLiteral value: UInt16) { rawValue = value }

  /// The first number that every kind of instrument uses as it likes.
  public static var firstOwn: UInt16 { 512 }
  public static var limit: UInt16 { 576 }

  /// A key of one kind of instrument alone.
  /// - Parameter number: 0...63, different from those of the kind's other keys.
  public static func own(_ number: UInt16) -> PropertyKey { PropertyKey(rawValue: firstOwn + number) }

  // Of many kinds
  public static var name: Self { 1 }
  public static var title: Self { 2 }
  /// The shown signal of an instrument.
  public static var value: Self { 3 }
  public static var lower: Self { 4 }
  public static var upper: Self { 5 }
  /// Whether it is shown.
  public static var visible: Self { 6 }

  // Places
  public static var left: Self { 10 }
  public static var top: Self { 11 }
  public static var width: Self { 12 }
  public static var height: Self { 13 }
  /// The first column of a grid that it covers, from 0, and how many.
  public static var gridColumn: Self { 14 }
  public static var gridRow: Self { 15 }
  public static var columnSpan: Self { 16 }
  public static var rowSpan: Self { 17 }
  /// Sizes of a grid's columns and rows, one after the other, in records of kind ``RecordKind/entry``.
  public static var length: Self { 18 }
  public static var isRow: Self { 19 }
  public static var gap: Self { 20 }
  public static var margin: Self { 21 }
  public static var anchor: Self { 22 }

  // The panel
  public static var designWidth: Self { 30 }
  public static var designHeight: Self { 31 }
  /// Points in a millimetre.
  public static var density: Self { 32 }
  public static var decimalSign: Self { 33 }
  public static var groupSign: Self { 34 }
  public static var font: Self { 35 }
  /// How a page takes the place of another: none, fade or push.
  public static var transition: Self { 36 }

  // Signals
  public static var source: Self { 50 }
  public static var address: Self { 51 }
  public static var expression: Self { 52 }
  public static var unit: Self { 53 }
  /// From the unit to the shown one: the numbers of both in `UnitOfMeasure.all`, as expressions convert.
  public static var shownUnit: Self { 54 }
  public static var format: Self { 55 }
  public static var stale: Self { 56 }
  public static var attack: Self { 57 }
  public static var release: Self { 58 }
  public static var wraps: Self { 59 }
  public static var historyDuration: Self { 60 }
  public static var historyColumns: Self { 61 }
  public static var resolution: Self { 62 }
  public static var demo: Self { 63 }
  public static var demoPeriod: Self { 64 }
  public static var state: Self { 65 }
  public static var initial: Self { 66 }
  /// Whether a variable is kept over a restart.
  public static var keeps: Self { 231 }
  /// Of a text signal: the most bytes of its text.
  public static var textLength: Self { 67 }

  // Sources
  public static var interval: Self { 70 }
  public static var path: Self { 71 }
  /// Reserved: no device reads it yet.
  public static var port: Self { 72 }

  // Alarms
  public static var onDelay: Self { 80 }
  public static var offDelay: Self { 81 }
  public static var until: Self { 82 }
  public static var priority: Self { 83 }
  public static var latches: Self { 84 }

  // Themes and colours
  public static var role: Self { 90 }
  public static var color: Self { 91 }
  public static var when: Self { 92 }

  // Instruments
  public static var start: Self { 100 }
  public static var sweep: Self { 101 }
  public static var factor: Self { 102 }
  public static var setpoint: Self { 103 }
  public static var second: Self { 104 }
  public static var peak: Self { 105 }
  public static var low: Self { 106 }
  public static var style: Self { 107 }
  public static var showsValue: Self { 108 }
  public static var isUpright: Self { 109 }
  public static var from: Self { 110 }
  public static var segments: Self { 111 }
  public static var last: Self { 112 }
  public static var showsZones: Self { 113 }
  public static var size: Self { 114 }
  public static var rows: Self { 115 }
  public static var image: Self { 116 }
  public static var text: Self { 117 }
  public static var arrow: Self { 118 }
  public static var showsRange: Self { 119 }
  public static var isLogarithmic: Self { 120 }
  public static var acknowledges: Self { 121 }
  public static var alignment: Self { 122 }
  public static var band: Self { 123 }
  public static var turns: Self { 124 }
  public static var target: Self { 125 }
  public static var flashes: Self { 126 }

  // Languages
  /// The text that is written in the description.
  public static var original: Self { 132 }
  /// Which language is shown.
  public static var language: Self { 133 }
  /// In which system of units signals are shown; of an entry of one, the signal.
  public static var system: Self { 139 }

  // Sources that have users
  /// Reserved: no device reads it yet.
  public static var clientName: Self { 134 }
  /// Reserved: no device reads it yet.
  public static var user: Self { 135 }
  /// The path of the receiver that counts.
  public static var device: Self { 200 }
  /// The topic and the payload that tell whether the other side is there.
  public static var alive: Self { 202 }
  /// The topic of a message that is sent again and again.
  public static var keepAlive: Self { 203 }
  /// Whether what a broker had kept counts as old.
  public static var retainedIsOld: Self { 204 }
  /// The vessel whose values count.
  public static var context: Self { 213 }
  /// What a gateway sends.
  public static var streamFormat: Self { 217 }
  /// The unit of registers whose address names none.
  public static var unitNumber: Self { 205 }
  /// How long an answer may take.
  public static var timeout: Self { 206 }
  /// Registers in between that are read too.
  public static var readGap: Self { 207 }
  /// Registers of a request, at most.
  public static var most: Self { 208 }
  /// Whether values that SunSpec does not implement are none.
  public static var isSunSpec: Self { 209 }
  /// Whether the kernel turns the direction of RS-485.
  public static var rs485: Self { 210 }
  /// The pause before each request.
  public static var delay: Self { 211 }
  /// Whether sentences need a checksum.
  public static var checksum: Self { 201 }
  /// Whether a source asks on a bus of which others use the values.
  public static var asks: Self { 223 }
  /// Whether controls send on a bus that others use too.
  public static var sendsFrames: Self { 218 }
  /// The width of the ids that are asked with: 0 for 11 bits, 1 for 29.
  public static var ids: Self { 224 }
  /// Reserved: no device reads it yet.
  public static var password: Self { 136 }

  // Displays
  /// In percent.
  public static var backlight: Self { 137 }
  /// The name of a page.
  public static var page: Self { 138 }
  /// The name of the page that a held finger shows.
  public static var heldPage: Self { 232 }

  // Controls
  /// One of send, toggle, set, run, page.
  public static var action: Self { 140 }
  /// The value that is sent or set.
  public static var payload: Self { 141 }
  /// The one when it is let go.
  public static var released: Self { 142 }
  /// The signal of the state that comes back.
  public static var shownState: Self { 143 }
  /// One of hold, dialog.
  public static var confirm: Self { 144 }
  /// How long it has to be held.
  public static var confirmDelay: Self { 145 }
  /// Digits that open a page or free a control.
  public static var pin: Self { 146 }
  public static var command: Self { 147 }
  public static var enabled: Self { 148 }
  public static var step: Self { 149 }
  /// The signal whose peaks are forgotten.
  public static var resets: Self { 150 }
  /// Reserved: no device reads it yet.
  public static var swipes: Self { 151 }

  // More of instruments
  /// A glyph of the font of icons, as text.
  public static var icon: Self { 160 }
  public static var overflow: Self { 162 }
  public static var fit: Self { 163 }
  public static var contents: Self { 164 }
  public static var charging: Self { 165 }
  public static var span: Self { 166 }
  /// Minutes east of Greenwich; local time without it.
  public static var zoneOffset: Self { 167 }
  public static var fill: Self { 168 }
  public static var thickness: Self { 169 }
  public static var corner: Self { 170 }
  public static var flow: Self { 171 }

  /// The field that an instrument lies on.
  public static var card: Self { 176 }

  /// Whether an element is shown while nobody knows: of one whose condition has no value yet.
  public static var unknown: Self { 177 }

  // Arcs
  public static var isMirrored: Self { 178 }
  /// Of a filled arc, as a length.
  public static var radius: Self { 179 }

  // Trends and their pens
  public static var lineWidth: Self { 180 }
  public static var average: Self { 181 }
  public static var axis: Self { 182 }
  /// Whether the ends of the scale follow the values.
  public static var isAutomatic: Self { 183 }
  public static var least: Self { 184 }
  public static var rightLower: Self { 185 }
  public static var rightUpper: Self { 186 }
  public static var rightIsAutomatic: Self { 187 }
  /// The number of an alarm.
  public static var alarm: Self { 188 }

  /// What a source's numbers are multiplied with, and what is added then.
  public static var scale: Self { 190 }
  public static var offset: Self { 191 }
  /// In percent.
  public static var opacity: Self { 192 }
  /// The display that areas are for: one of portrait, landscape, narrower, wider, lower, higher; the last four than a length.
  public static var shape: Self { 193 }
  /// The colour at a shape's lower edge.
  public static var fade: Self { 194 }

  /// Of a signal: the numbers that steps of scales are multiples of.
  public static var division: Self { 189 }

  // Several displays
  /// The display to open, as the program's options have it.
  public static var display: Self { 173 }
  public static var touch: Self { 174 }
  /// Quarters of a turn, clockwise.
  public static var rotation: Self { 175 }
}

/// The type of a property's value.
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

/// The unit of a length.
public enum LengthUnit: UInt8, CaseIterable, Sendable {
  /// Points of the size that the panel is designed for.
  case points = 0
  case millimetres = 1
  /// 1/100 of the container's size.
  case percent = 2
  /// A share of the space that the others leave free.
  case fraction = 3
}
