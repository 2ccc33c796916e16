import DefaultFont
import FixedRaster
import LayerRuntime

/// Words in the default font. The bounds hold the capitals and digits; what hangs below the line sticks out.
final class Label: Layer {
  private let text = TextLayer()

  /// - Parameters:
  ///   - capHeight: in points.
  ///   - widest: what the label is as wide as, if texts will be shown that are wider than the first; they keep to the
  ///     right.
  @inline(never)
  init(_ string: String, capHeight: Fixed, color: Color, widest: String? = nil) {
    super.init()
    let font = FontPack.dejaVuSans
    let size = capHeight / font.metrics(size: 100).capHeight * 100
    (text.font, text.fontSize, text.foregroundColor, text.alignmentMode) = (font, size, color, .right)
    text.string = widest ?? string
    let room = text.preferredFrameSize()
    text.string = string
    bounds = Rect(x: 0, y: 0, width: room.width, height: capHeight)
    text.frame = Rect(
      x: 0, y: capHeight - font.metrics(size: size).ascent, width: room.width, height: room.height)
    addSublayer(text)
  }

  /// No wider than what the label was made for. Does not allocate for up to ten bytes.
  var string: String {
    get { text.string ?? "" }
    set { text.string = newValue }
  }
}
