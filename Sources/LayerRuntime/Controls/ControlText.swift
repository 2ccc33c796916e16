// Stage: controls. Words and digits on a line.

import FixedRaster
import Packs
import SystemFiles

/// A text on one line, placed by its capitals: the eye takes them for its height.
final class ControlText: TextLayer {
  init(_ alignment: TextLayer.AlignmentMode = .center) {
    super.init()
    alignmentMode = alignment
    showsChangesAtOnce = true
  }

  /// Shows a text. Takes no memory for up to fifteen bytes.
  func show(_ text: String) {
    if let string, haveSameBytes(string, text) { return }
    string = text
  }

  /// Lies on a line; a text that is wider than its room gets smaller, down to seven tenths, and is cut then.
  ///
  /// - Parameters:
  ///   - x: where the text begins, ends, or has its middle, by its alignment.
  ///   - middle: of the capitals.
  ///   - cap: the height of a capital.
  ///   - width: the room of the text.
  ///   - style: with the font.
  func place(x: Fixed, middle: Fixed, cap: Fixed, width: Fixed, _ style: ControlStyle) {
    font = style.font
    var cap = cap
    if let string, width > 0 {
      let whole = ControlText.width(of: string, cap: cap, style)
      if whole > width { cap = Swift.max(cap * width / whole * 0.98, cap * 0.7) }
    }
    fontSize = ControlText.fontSize(cap: cap, style.font)
    let metrics = font.metrics(size: fontSize)
    // Feet of capitals lie on whole points.
    let baseline = (middle + metrics.capHeight.halved).snapped
    truncationMode = .end
    let width = Swift.max(0, width)
    let left = alignmentMode == .center ? x - width.halved : alignmentMode == .right ? x - width : x
    frame = Rect(x: left, y: baseline - metrics.ascent, width: width, height: metrics.ascent + metrics.descent)
  }

  static func fontSize(cap: Fixed, _ font: FontPack) -> Fixed {
    let unit = font.metrics(size: 100).capHeight
    return unit > 0 ? cap / unit * 100 : cap
  }

  /// How wide a text is at a height of capitals, without kerning.
  static func width(of text: String, cap: Fixed, _ style: ControlStyle) -> Fixed {
    let size = fontSize(cap: cap, style.font)
    var width: Fixed = 0
    for character in text.unicodeScalars {
      width += style.font.advance(of: style.font.glyph(for: character), size: size)
    }
    return width
  }
}
