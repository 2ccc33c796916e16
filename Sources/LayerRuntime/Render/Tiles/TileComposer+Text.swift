import FixedRaster

// Stage: render. Input: a text's runs. Output: its glyphs in the tile, from the cache.

/// A text layer's drawing, kept by its layout.
struct RenderText {
  /// How many pixels a glyph may lie beyond its place: it is rounded to a quarter of a pixel, and to a whole row.
  static var reach: Int32 { 1 }

  let runs: UnownedSpan<TextRun>
  let glyphs: UnownedSpan<TextGlyph>

  init(_ layout: TextLayout) { (runs, glyphs) = (layout.runs, layout.glyphs) }
}

extension TileComposer {
  /// - Parameters:
  ///   - bounds: the layer's.
  ///   - mapping: from the layer's coordinates, upright, to device pixels.
  mutating func drawText(_ text: RenderText, in bounds: Rect, _ mapping: Mapping, _ alpha: UInt8) {
    let (left, top) = (bounds.minX, bounds.minY)
    for i in 0..<text.runs.count {
      let run = text.runs.span[i]
      let color = run.color.withAlpha(scaled(run.color.alpha, by: alpha))
      let place = run.bounds.offsetBy(dx: left, dy: top)
      let box = mapping.bounds(of: place)
      if color.alpha == 0 || !box.grown(by: RenderText.reach).intersects(canvas.clip) { continue }
      if !run.underline.isEmpty {
        var outline = PathBuffer<8>()
        outline.addRect(run.underline.offsetBy(dx: left, dy: top))
        canvas.fill(outline.span, mapping: mapping, color: color)
      }
      unsafe run.font._withUnsafeGuaranteedRef { font in
        if let transform = mapping.affine {
          drawGlyphs(of: run, text.glyphs.span, font, bounds.origin, transform, color)
        } else {
          drawGlyphs(of: run, text.glyphs.span, font, bounds.origin, mapping, color)
        }
      }
    }
  }

  /// Draws those that may lie in the clip, some at a time.
  private mutating func drawGlyphs(
    of run: TextRun, _ glyphs: Span<TextGlyph>, _ font: FontPack, _ corner: Point,
    _ transform: AffineTransform, _ color: Color
  ) {
    let (linear, matrix) = (transform.withoutTranslation, DeviceMatrix(transform))
    let size = Coefficient(run.size)
    let face = GlyphFace(font: font.number, transform: AffineTransform(scaleX: size, y: size).concatenating(linear))
    // Where the origin must lie for the glyph to touch the clip.
    let ink = PreciseBox(font.boundingBox(size: run.size)).applying(linear).enclosingPixels.grown(by: RenderText.reach)
    let clip = canvas.clip
    let (columns, rows) = (clip.minX &- ink.maxX...clip.maxX &- ink.minX, clip.minY &- ink.maxY...clip.maxY &- ink.minY)
    var batch = InlineArray<16, PlacedGlyph>(repeating: PlacedGlyph(id: 0, x: .zero, y: .zero))
    var count = 0
    for i in run.firstGlyph..<run.firstGlyph + run.glyphCount {
      let glyph = glyphs[i]
      let place = Point(x: glyph.origin.x + corner.x, y: glyph.origin.y + corner.y).applying(matrix)
      if !columns.contains(place.x.rawValue &>> 8) || !rows.contains(place.y.rawValue &>> 8) { continue }
      batch[count] = PlacedGlyph(id: UInt32(glyph.glyph.rawValue), x: place.x, y: place.y)
      count += 1
      if count < batch.count { continue }
      draw(batch.span, font, face, color)
      count = 0
    }
    draw(batch.span.extracting(first: count), font, face, color)
  }

  /// Draws those that may lie in the clip from their outlines: each looks different in perspective, and at every place.
  private mutating func drawGlyphs(
    of run: TextRun, _ glyphs: Span<TextGlyph>, _ font: FontPack, _ corner: Point, _ mapping: Mapping,
    _ color: Color
  ) {
    let (size, ink) = (Coefficient(run.size), font.boundingBox(size: run.size))
    for i in run.firstGlyph..<run.firstGlyph + run.glyphCount {
      let origin = Point(x: glyphs[i].origin.x + corner.x, y: glyphs[i].origin.y + corner.y)
      let box = mapping.bounds(of: ink.offsetBy(dx: origin.x, dy: origin.y))
      if !box.intersects(canvas.clip) { continue }
      let place = AffineTransform(
        a: size, b: 0, c: 0, d: size, tx: Coefficient(origin.x), ty: Coefficient(origin.y))
      var outline = GlyphOutline()
      font.appendOutline(of: glyphs[i].glyph, to: &outline)
      canvas.fill(outline.span, mapping: mapping.preceded(by: place), color: color, bounds: box)
    }
  }

  private mutating func draw(_ glyphs: Span<PlacedGlyph>, _ font: FontPack, _ face: GlyphFace, _ color: Color) {
    canvas.drawGlyphs(glyphs, face: face, color: color, cache: &glyphCache) { id, outline in
      font.appendOutline(of: GlyphIndex(rawValue: UInt16(truncatingIfNeeded: id)), to: &outline)
    }
  }
}

extension AffineTransform {
  fileprivate var withoutTranslation: AffineTransform { AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }
}
