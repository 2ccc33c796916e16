// Reads all of a font, into one hash.
import FixedRaster
import LayerRuntime

extension ProbeHash {
  mutating func add(_ sequence: GlyphSequence?, _ font: FontPack) {
    guard let sequence else { return }
    add(sequence.length)
    for i in 0..<sequence.glyphCount {
      let placed = font.glyph(i, of: sequence)
      add(Int(placed.glyph.rawValue))
      add(placed.x)
      add(placed.y)
      add(placed.advance)
    }
  }
}

/// An outline as it is appended, into a hash.
extension ProbeHash: PathSink {
  private mutating func add(_ point: Point) {
    add(point.x)
    add(point.y)
  }

  mutating func move(to point: Point) { add(point) }
  mutating func addLine(to point: Point) { add(point) }
  mutating func addQuadCurve(to end: Point, control: Point) {
    add(control)
    add(end)
  }
  mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    add(control1)
    addQuadCurve(to: end, control: control2)
  }
  mutating func addConic(to end: Point, control: Point, weight: Fixed) { addQuadCurve(to: end, control: control) }
  mutating func closeSubpath() { add(7) }
}

/// All characters of Latin-1, all outlines, advances, measures, and of all pairs the kerning and what they become
/// together.
func readAll(_ font: FontPack) -> UInt64 {
  var hash = ProbeHash()
  for size in [Fixed(1), 13.25, 96] {
    let metrics = font.metrics(size: size)
    for number in [metrics.lineHeight, metrics.capHeight, metrics.xHeight, metrics.underlineOffset] { hash.add(number) }
    let box = font.boundingBox(size: size)
    for side in [box.minX, box.minY, box.maxX, box.maxY] { hash.add(side) }
  }
  for value in UInt32(0)..<0x180 {
    if let character = Unicode.Scalar(value) { hash.add(Int(font.glyph(for: character).rawValue)) }
  }
  for left in 0..<font.glyphCount {
    let glyph = GlyphIndex(rawValue: UInt16(truncatingIfNeeded: left))
    hash.add(font.advance(of: glyph, size: 17.5))
    font.appendOutline(of: glyph, to: &hash)
    for right in 0..<font.glyphCount {
      let other = GlyphIndex(rawValue: UInt16(truncatingIfNeeded: right))
      hash.add(font.kerning(glyph, other))
      let glyphs: InlineArray<4, GlyphIndex> = [glyph, other, other, glyph]
      for i in 0..<2 { hash.add(font.sequence(glyphs, joinsLetters: i == 0), font) }
    }
  }
  return hash.value
}
