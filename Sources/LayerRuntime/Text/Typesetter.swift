// Stage: text. Input: a text, its default looks, and the room. Output: a TextLayout. Three steps: characters become
// items (Typesetter+Shaping, +Joining), items become lines (Typesetter+Breaking, Typesetter+Truncation), lines become
// glyphs at their places (Typesetter+Placing).

import FixedRaster

/// The looks of a character without attributes of its own.
struct TextDefaults {
  var font: FontPack
  /// In points.
  var size: Fixed
  var color: Color
  /// Whether a hyphen before a digit, at the beginning of a word, is drawn as a minus sign where the font has one.
  var drawsMinusSigns = false
}

/// The room for a text, and its use.
struct TextFrame {
  /// In points.
  var size: Size
  var alignment: TextLayer.AlignmentMode = .natural
  var verticalAlignment: TextLayer.VerticalAlignmentMode = .top
  var isWrapped = false
  var truncation: TextLayer.TruncationMode = .none
}

/// A look that characters of the text have: its attributes, with missing ones taken from the defaults.
struct TextStyle {
  let font: FontPack
  let size: Fixed
  let color: Color
  let metrics: FontMetrics
  /// Whether glyphs of pairs are moved as the font says.
  let hasPairKerning: Bool
  /// In points, behind each glyph.
  let tracking: Fixed
  let isUnderlined: Bool

  init(_ attributes: AttributedString.Attributes, _ defaults: TextDefaults) {
    font = attributes.font ?? defaults.font
    size = Swift.max(0, attributes.fontSize ?? defaults.size)
    color = attributes.foregroundColor ?? defaults.color
    metrics = font.metrics(size: size)
    hasPairKerning = attributes.kern != .zero
    tracking = attributes.kern ?? 0
    isUnderlined = attributes.isUnderlined
  }
}

/// A glyph on its way to its place: of a character, or of several.
struct TextItem {
  var glyph: GlyphIndex
  var kind: CharacterKind
  /// Index into the styles.
  var style: Int32
  /// How far the pen moves behind it, in points; of a soft hyphen only where it is shown.
  var advance: Fixed
  /// The space in front of it unless a line begins with it.
  var kerning: Fixed
  /// From the pen to its origin, in points.
  var offset = Point.zero
}

/// The items of a line: those from `start` on, then an ellipsis if there is one, then those of the tail.
struct TextLine {
  var start: Int
  /// Behind the last item shown.
  var end: Int
  /// Where the next line begins.
  var next: Int
  /// Whether it ends because the next word finds no room.
  var isBroken: Bool
  /// The style of the ellipsis; −1 without one.
  var ellipsisStyle: Int32 = -1
  /// Shown behind the ellipsis.
  var tail = 0..<0
  /// In points, without the spaces at its end.
  var width: Fixed = 0
  var ascent: Fixed = 0
  var descent: Fixed = 0
  var lineGap: Fixed = 0
}

/// Lays out texts, one after the other. Keeps its memory: a text that is no longer than one before allocates nothing.
struct Typesetter {
  var styles: [TextStyle] = []
  /// Characters that are not among the items yet, for the next ones may be drawn together with them.
  var pending: [TextItem] = []
  var items: [TextItem] = []
  var lines: [TextLine] = []

  /// - Parameter layout: held by nobody else that reads it meanwhile.
  mutating func layOut(
    _ text: AttributedString, _ defaults: TextDefaults, in frame: TextFrame, into layout: TextLayout
  ) {
    layout.removeAll()
    shape(text, defaults)
    layout.isTruncated = breakLines(frame)
    layout.size = size
    placeLines(frame, into: layout)
  }

  /// The room that a text takes, with lines broken at a width if there is one.
  mutating func measure(_ text: AttributedString, _ defaults: TextDefaults, width: Fixed?) -> Size {
    shape(text, defaults)
    _ = breakLines(TextFrame(size: Size(width: width ?? .max, height: .max), isWrapped: width != nil))
    return size
  }

  /// Height of all lines together, without the gap below the last.
  private var size: Size {
    var (width, height, gap) = (Fixed.zero, Fixed.zero, Fixed.zero)
    for line in lines {
      width = Swift.max(width, line.width)
      height += gap + line.ascent + line.descent
      gap = line.lineGap
    }
    return Size(width: width, height: height)
  }
}
