// Stage: display. Text in contents, laid out as a text layer's.

import FixedRaster

extension DrawingContext {
  /// Draws a text from the top left of a rectangle on: its lines broken at the width, and as many as find room, one at
  /// least. Each glyph is drawn from its outline: text that changes often is better shown by a ``TextLayer``, which
  /// keeps glyphs.
  ///
  /// - Parameters:
  ///   - rect: its height and width in points; nothing is drawn in an empty one.
  ///   - font: of characters without a font of their own, as is `fontSize`, both as ``TextLayer``'s at first. Those without
  ///     a colour have that of fills.
  public func draw(
    _ text: AttributedString, in rect: Rect, font: FontPack = .missing, fontSize: Fixed = 36
  ) {
    if rect.isEmpty { return }
    typesetter.layOut(
      text, TextDefaults(font: font, size: fontSize, color: state.fill),
      in: TextFrame(size: rect.size, isWrapped: true), into: layout)
    for i in 0..<layout.runCount {
      let run = layout.runs.span[i]
      if !run.underline.isEmpty { fill(run.underline.offsetBy(dx: rect.minX, dy: rect.minY), run.color) }
      for place in run.firstGlyph..<run.firstGlyph + run.glyphCount {
        let glyph = layout.glyphs.span[place]
        let origin = Point(x: rect.minX + glyph.origin.x, y: rect.minY + glyph.origin.y)
        var outline = GlyphOutline()
        unsafe run.font._withUnsafeGuaranteedRef {
          $0.appendOutline(of: glyph.glyph, at: origin, size: run.size, to: &outline)
        }
        fill(outline.span, .nonZero, run.color)
      }
    }
  }
}
