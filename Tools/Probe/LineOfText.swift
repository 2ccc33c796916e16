// Draws a line of text with a font, into one hash.
import FixedRaster
import LayerRuntime

/// Room for a line of text, made once.
@safe
struct LineOfText: ~Copyable {
  private static var width: Int { 320 }
  private static var height: Int { 40 }

  private var cache: GlyphCache
  private let pixels: UnsafeMutablePointer<UInt32>
  private let coverage: UnsafeMutableRawPointer
  private let workspace = CoverageWorkspace(width: LineOfText.width, rows: LineOfText.height)
  private var glyphs = InlineArray<32, PlacedGlyph>(repeating: PlacedGlyph(id: 0, x: .zero, y: .zero))

  init() {
    let size = GlyphCacheWorkspace(glyphs: 32, bytesPerGlyph: 1024)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size.byteCount, alignment: GlyphCacheWorkspace.alignment)
    unsafe cache = GlyphCache(memory: memory, workspace: size)
    unsafe coverage = .allocate(byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
    unsafe pixels = .allocate(capacity: Self.width * Self.height)
  }

  /// The hash of a line's pixels: kerned letters, an accent, a character that the font has not, ligatures; where the
  /// font has the mark, a letter with it.
  mutating func draw(_ font: FontPack) -> UInt64 {
    unsafe pixels.initialize(repeating: 0, count: Self.width * Self.height)
    let count = layOut("AVTé 5 °C → Wo. office q\u{301}", font)
    let surface = unsafe Surface(
      base: UnsafeMutableRawPointer(pixels), width: Self.width, height: Self.height, bytesPerRow: Self.width * 4)
    var canvas = unsafe Canvas(surface, memory: coverage, workspace: workspace)
    canvas.drawGlyphs(
      glyphs.span.extracting(first: count), face: GlyphFace(font: 1, size: 22.5), color: .white, cache: &cache
    ) { id, path in font.appendOutline(of: GlyphIndex(rawValue: UInt16(truncatingIfNeeded: id)), to: &path) }
    var hash = ProbeHash()
    for i in 0..<Self.width * Self.height { unsafe hash.add(pixels[i]) }
    return hash.value
  }

  private mutating func layOut(_ text: String, _ font: FontPack) -> Int {
    var (characters, length) = (InlineArray<32, GlyphIndex>(repeating: .missing), 0)
    for character in text.unicodeScalars {
      characters[length] = font.glyph(for: character)
      length += 1
    }
    var (pen, last, count, next) = (Fixed(4), GlyphIndex.missing, 0, 0)
    while next < length {
      pen = pen + font.kerning(last, characters[next], size: 22.5)
      var glyphs = InlineArray<4, GlyphIndex>(repeating: .missing)
      for i in 0..<min(4, length - next) { glyphs[i] = characters[next + i] }
      if let sequence = font.sequence(glyphs) {
        for i in 0..<sequence.glyphCount {
          let placed = font.glyph(i, of: sequence)
          last = placed.glyph
          put(last, at: Point(x: pen + points(placed.x, font), y: 30 - points(placed.y, font)), &count)
          pen = pen + points(placed.advance, font)
        }
        next += sequence.length
      } else {
        last = characters[next]
        put(last, at: Point(x: pen, y: 30), &count)
        pen = pen + font.advance(of: last, size: 22.5)
        next += 1
      }
    }
    return count
  }

  /// A subpixel is 1/256.
  private mutating func put(_ glyph: GlyphIndex, at place: Point, _ count: inout Int) {
    glyphs[count] = PlacedGlyph(
      id: UInt32(glyph.rawValue), x: Subpixel(rawValue: place.x.rawValue &>> 8),
      y: Subpixel(rawValue: place.y.rawValue &>> 8))
    count += 1
  }

  /// Units at the size of the line, rounded down.
  private func points(_ units: Int, _ font: FontPack) -> Fixed {
    Fixed(rawValue: Int32(truncatingIfNeeded: Int64(units) * 1_474_560 / Int64(font.unitsPerEm)))
  }
}
