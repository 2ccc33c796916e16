// Stage: instruments. Words and digits on a line.
import FixedRaster
import LayerRuntime

/// A text on one line, placed by its capitals: they are what the eye takes for its height.
final class Caption: TextLayer {
  /// The height of a capital, in points.
  private(set) var capHeight: Fixed = 0
  private var text = ""
  /// Added behind each letter, in points.
  private var tracking: Fixed = 0

  init(_ font: FontPack, alignment: TextLayer.AlignmentMode = .center) {
    super.init()
    self.font = font
    alignmentMode = alignment
  }

  /// Lies on a line, with the capitals' middle at a height. It is cut at no side.
  /// - Parameters:
  ///   - x: where the text begins, ends or has its middle, by its alignment.
  ///   - middle: of the capitals.
  ///   - width: beyond which the text is shortened; `nil` for never.
  func place(x: Fixed, middle: Fixed, capHeight: Fixed, width: Fixed? = nil) {
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

  /// Makes the capitals' middle what ``Layer/position`` speaks of and transforms turn about.
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

  /// How wide the text is, in points.
  var textWidth: Fixed { preferredFrameSize().width }

  /// How wide another text would be at a height of capitals. For layout: leaves what is shown, and may take memory.
  func width(of text: String, capHeight: Fixed) -> Fixed {
    let unit = font.metrics(size: 100)
    let size = unit.capHeight > 0 ? capHeight / unit.capHeight * 100 : capHeight
    var width: Fixed = 0
    for character in text.unicodeScalars { width += font.advance(of: font.glyph(for: character), size: size) }
    return width
  }

  /// Shows a text. Takes no memory for up to fifteen bytes.
  func show(_ text: String) {
    if haveSameBytes(self.text, text) { return }
    self.text = text
    if tracking == 0 { string = text } else { showTracked() }
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

/// What stands in the place of a value that there is none of.
var noValueText: String { "– – –" }
