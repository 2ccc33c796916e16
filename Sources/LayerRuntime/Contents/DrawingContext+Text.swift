// Stage: contents. Text in contents, laid out as a text layer's.

import FixedRaster

extension DrawingContext {
  /// Draws a text from the top left of a rectangle on: its lines broken at the width, and as many as find room, one at
  /// least. Each glyph is drawn from its outline: text that changes often is better shown by a ``TextLayer``, which
  /// keeps glyphs.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - rect: its height and width in points; nothing is drawn in an empty one.
  ///   - font: of characters without a font of their own; ``TextLayer``'s at first. Those without a colour have that of
  ///     fills.
  ///   - fontSize: of these characters, in points; ``TextLayer``'s at first.
  public func draw(
    _ text: AttributedString, in rect: Rect, font: FontPack = .default, fontSize: Fixed = 36
  ) {
    if rect.isEmpty { return }
    typesetter.layOut(
      text, TextDefaults(font: font, size: fontSize, color: state.fill),
      in: TextFrame(size: rect.size, isWrapped: true), into: layout)
    let shadow = state.shadow
    if shadow != nil { for i in 0..<layout.runCount { castShadow(ofRun: i, in: rect) } }
    state.shadow = nil
    defer { state.shadow = shadow }
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

  /// Draws the shadow of a run's letters as one: where shadows of single letters overlap they would be darker.
  private func castShadow(ofRun index: Int, in rect: Rect) {
    let run = layout.runs.span[index]
    textOutlines.removeAll(keepingCapacity: true)
    for place in run.firstGlyph..<run.firstGlyph + run.glyphCount {
      let glyph = layout.glyphs.span[place]
      var outline = GlyphOutline()
      unsafe run.font._withUnsafeGuaranteedRef {
        $0.appendOutline(
          of: glyph.glyph, at: Point(x: rect.minX + glyph.origin.x, y: rect.minY + glyph.origin.y), size: run.size,
          to: &outline)
      }
      for i in outline.span.indices { textOutlines.append(outline.span[i]) }
    }
    if !run.underline.isEmpty {
      var line = PathBuffer<8>()
      line.addRect(run.underline.offsetBy(dx: rect.minX, dy: rect.minY))
      for i in line.span.indices { textOutlines.append(line.span[i]) }
    }
    let (outlines, transform) = (textOutlines, state.transform)
    castShadow(outlines.span, alpha: run.color.alpha) { .fill(.affine($0.fall(transform)), .nonZero) }
  }
}
