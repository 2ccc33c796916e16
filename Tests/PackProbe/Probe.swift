import FixedRaster
import LayerRuntime

/// FNV-1a, low bytes first.
struct ProbeHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt32) {
    for shift in 0..<4 {
      value = (value ^ UInt64(word &>> UInt32(truncatingIfNeeded: shift &* 8) & 255)) &* 0x100_0000_01B3
    }
  }

  mutating func add(_ number: Fixed) { add(UInt32(bitPattern: number.rawValue)) }
  mutating func add(_ number: Int) { add(UInt32(truncatingIfNeeded: number)) }

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

/// Room for a line of text, made once.
@safe
struct Probe: ~Copyable {
  private static var width: Int { 320 }
  private static var height: Int { 40 }

  private var cache: GlyphCache
  private let pixels: UnsafeMutablePointer<UInt32>
  private let coverage: UnsafeMutableRawPointer
  private let workspace = CoverageWorkspace(width: Probe.width, rows: Probe.height)
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
  mutating func drawLine(_ font: FontPack) -> UInt64 {
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
