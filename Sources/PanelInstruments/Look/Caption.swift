// Stage: instruments. Words and digits on a line.
import FixedRaster
import LayerRuntime
import PanelSignals
import SystemFiles

/// A text on one line, placed by its capitals: the eye takes them for its height.
final class Caption: TextLayer {
  /// The height of a capital, in points.
  private(set) var capHeight: Fixed = 0
  /// Where ``place(x:middle:capHeight:width:room:)`` put the capitals' middle.
  private(set) var capitalsMiddle: Fixed = 0
  private(set) var text = ""
  /// How wide a number may be, in points; `nil` for as wide as it is. With it go the height of capitals where there is
  /// room, and how many bytes there is room for in any case.
  private var room: Fixed?
  private var roomyCapHeight: Fixed = 0
  private var roomyBytes = 0
  private var isLeftOut = false
  private var isWord = false
  /// Whether the shown text is smaller than its room would allow, or an ellipsis.
  var isFitted: Bool { room != nil && capHeight < roomyCapHeight }
  /// The letters that have room; `nil` where all have.
  var roomyLetters: Int? {
    let whole = textWidth
    if truncationMode == .none || whole <= bounds.width { return nil }
    return Int(Int64(Swift.max(0, bounds.width).rawValue) * Int64(text.unicodeScalars.count) / Int64(whole.rawValue))
  }
  /// Added behind each letter, in points.
  private var tracking: Fixed = 0

  init(_ font: FontPack, alignment: TextLayer.AlignmentMode = .center) {
    super.init()
    self.font = font
    alignmentMode = alignment
    drawsMinusSigns = true
  }

  /// Lies on a line, with the capitals' middle at a height. It is cut at no side.
  /// - Parameters:
  ///   - x: where the text begins, ends or has its middle, by its alignment.
  ///   - middle: of the capitals.
  ///   - width: beyond which the text is shortened; `nil` for never.
  ///   - room: how wide a number may be: a longer one is smaller, or an ellipsis. A number that is cut is another number.
  func place(x: Fixed, middle: Fixed, capHeight: Fixed, width: Fixed? = nil, room: Fixed? = nil) {
    self.room = room
    roomyCapHeight = capHeight
    capitalsMiddle = middle
    if let room {
      let digit = self.width(of: "0", capHeight: capHeight)
      roomyBytes = digit > 0 ? (room / digit).floor : 0
    }
    line(x, middle, capHeight, width)
    if room != nil { fit() }
  }

  private func line(_ x: Fixed, _ middle: Fixed, _ capHeight: Fixed, _ width: Fixed?) {
    setSize(capHeight)
    let metrics = font.metrics(size: fontSize)
    // Feet and heads of capitals lie on whole points, or digits would be blurred by both.
    let cap = metrics.capHeight
    let baseline = (middle + half(cap)).whole
    let whole = width ?? 2000
    truncationMode = width == nil ? .none : .end
    let left = alignmentMode == .center ? x - half(whole) : alignmentMode == .right ? x - whole : x
    frame = Rect(
      x: left, y: baseline - metrics.ascent, width: whole, height: metrics.ascent + metrics.descent)
  }

  /// Makes a number as small as its room wants, or an ellipsis where it could not be read.
  private func fit() {
    guard let room else { return }
    let x = alignmentMode == .center ? frame.midX : alignmentMode == .right ? frame.maxX : frame.minX
    let width = truncationMode == .none ? nil : frame.width as Fixed?
    if isLeftOut { string = text }
    isLeftOut = false
    if capHeight != roomyCapHeight { line(x, capitalsMiddle, roomyCapHeight, width) }
    if isWord || text.utf8.count <= roomyBytes { return }
    let whole = textWidth
    if whole <= room { return }
    if roomyCapHeight * room < whole * Swift.min(5, roomyCapHeight) {
      isLeftOut = true
      string = room < 6 ? "" : noRoomText
    }
    let least = Swift.max(room, 0) / Swift.max(1, textWidth)
    line(x, capitalsMiddle, Swift.min(roomyCapHeight * 0.98, roomyCapHeight * least * 0.98), width)
  }

  /// Makes the capitals' middle the point of ``Layer/position`` and the centre of transforms.
  func setAnchorToCapitals() {
    let metrics = font.metrics(size: fontSize)
    let share = (metrics.ascent - half(metrics.capHeight)) / Swift.max(1, bounds.height)
    anchorPoint = Point(x: 0.5, y: share)
  }

  /// Lies with the middle of its em at a place: signs fill their em, and have no feet.
  func placeIcon(x: Fixed, middle: Fixed, size: Fixed) {
    (capHeight, fontSize) = (size, Swift.max(0, size))
    let metrics = font.metrics(size: fontSize)
    // The sign's box: as wide as its advance, from the ascent to the descent.
    let height = metrics.ascent + metrics.descent
    bounds = Rect(x: 0, y: 0, width: size * 2, height: height)
    position = Point(x: x, y: middle)
  }

  func setSize(_ capHeight: Fixed) {
    self.capHeight = capHeight
    let unit = font.metrics(size: 100)
    let size = unit.capHeight > 0 ? capHeight / unit.capHeight * 100 : capHeight
    fontSize = Swift.max(0, size)
  }

  /// The height of capitals at which the text has room: a long one is smaller before it is cut. Leaves it at `most`.
  func fittingCap(most: Fixed, least: Fixed, width: Fixed) -> Fixed {
    setSize(most)
    let whole = Swift.max(1, textWidth)
    return whole > width ? Swift.max(Swift.min(most, least), most * width / whole * 0.98) : most
  }

  /// How wide the text is, in points.
  var textWidth: Fixed { preferredFrameSize().width }

  /// Where the letters of a text in the middle of its place lie.
  var letters: Rect {
    let width = textWidth
    return Rect(x: frame.midX - half(width), y: capitalsMiddle - half(capHeight), width: width, height: capHeight)
  }

  /// How wide another text would be at a height of capitals. For layout: leaves the shown text, and may take memory.
  func width(of text: String, capHeight: Fixed) -> Fixed {
    let unit = font.metrics(size: 100)
    let size = unit.capHeight > 0 ? capHeight / unit.capHeight * 100 : capHeight
    var width: Fixed = 0
    for character in text.unicodeScalars {
      // Of a number, whose sign is the first.
      let isSign = character == "-" && width == 0 && font.hasGlyph(for: "\u{2212}")
      width += font.advance(of: font.glyph(for: isSign ? "\u{2212}" : character), size: size)
    }
    return width
  }

  /// How wide the longest word of a text is, at the present height.
  func widestWord(_ text: String) -> Fixed {
    var (widest, width): (Fixed, Fixed) = (0, 0)
    for character in text.unicodeScalars {
      let isGap = character.value <= 32 || character.value == 45
      width = isGap ? 0 : width + font.advance(of: font.glyph(for: character), size: fontSize)
      widest = Swift.max(widest, width)
    }
    return widest
  }

  /// How wide the longer one of the numbers at the ends of a range would be.
  func width(of range: ClosedRange<Fixed64>, _ format: NumberFormat, capHeight: Fixed) -> Fixed {
    Swift.max(
      width(of: format.text(of: range.lowerBound), capHeight: capHeight),
      width(of: format.text(of: range.upperBound), capHeight: capHeight))
  }

  /// Shows a text. Takes no memory for up to fifteen bytes.
  /// - Parameter isWord: whether it is shortened where it is too long, rather than made smaller.
  func show(_ text: String, isWord: Bool = false) {
    if haveSameBytes(self.text, text) && isWord == self.isWord { return }
    (self.text, self.isWord) = (text, isWord)
    isLeftOut = false
    if tracking == 0 { string = text } else { showTracked() }
    if room != nil { fit() }
  }

  /// Letters lie that much farther apart.
  func setTracking(_ points: Fixed) {
    if points == tracking { return }
    tracking = points
    if tracking == 0 { string = text } else { showTracked() }
  }

  private func showTracked() {
    attributedString = AttributedString(text, attributes: AttributedString.Attributes(kern: tracking))
  }
}

/// The placeholder for a missing value.
var noValueText: String { "– – –" }

/// The placeholder for a number that has no room to be read.
var noRoomText: String { "..." }
