// Stage: instruments. Words and digits on a line.
import FixedRaster
import LayerRuntime

/// A text on one line, placed by its capitals: they are what the eye takes for its height.
final class Caption: TextLayer {
  /// The height of a capital, in points.
  private(set) var capHeight: Fixed = 0

  init(_ font: FontPack, alignment: TextLayer.AlignmentMode = .center) {
    super.init()
    self.font = font
    alignmentMode = alignment
  }

  /// Lies on a line, with the capitals' middle at a height.
  /// - Parameters:
  ///   - x: where the text begins, ends or has its middle, by its alignment; it is cut at no side.
  ///   - middle: of the capitals.
  func place(x: Fixed, middle: Fixed, capHeight: Fixed) {
    self.capHeight = capHeight
    let unit = font.metrics(size: 100)
    fontSize = unit.capHeight > 0 ? capHeight / unit.capHeight * 100 : capHeight
    let metrics = font.metrics(size: fontSize)
    // The baseline lies on a whole point, or digits would be blurred by their feet.
    let baseline = Fixed((middle + half(metrics.capHeight)).rounded)
    let width: Fixed = 2000
    let left = alignmentMode == .center ? x - half(width) : alignmentMode == .right ? x - width : x
    frame = Rect(
      x: left, y: baseline - metrics.ascent, width: width, height: metrics.ascent + metrics.descent)
  }

  /// How wide the text is, in points.
  var textWidth: Fixed { preferredFrameSize().width }

  /// Shows a text. Takes no memory for up to fifteen bytes.
  func show(_ text: String) { if !haveSameBytes(string ?? "", text) { string = text } }
}

/// Whether two texts are the same bytes: comparing them as text brings Unicode's tables along.
func haveSameBytes(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
