import DefaultFont
import FixedRaster
import Foundation
import LayerRuntime
import PanelAssets
import TestSupport
import Testing
import pack_fuzz

/// A glyph drawn through a cache, as text will be: how much ink there is, 255 a pixel.
private func ink(_ font: FontPack, _ glyph: GlyphIndex, size: Fixed) -> Int {
  let (side, workspace) = (40, CoverageWorkspace(width: 40, rows: 40))
  let cacheSize = GlyphCacheWorkspace(glyphs: 4, bytesPerGlyph: 2048)
  let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
  let cacheMemory = UnsafeMutableRawPointer.allocate(
    byteCount: cacheSize.byteCount, alignment: GlyphCacheWorkspace.alignment)
  var words = [UInt32](repeating: 0, count: side * side)
  unsafe words.withUnsafeMutableBytes { bytes in
    let surface = unsafe Surface(base: bytes.baseAddress!, width: side, height: side, bytesPerRow: side * 4)
    var canvas = unsafe Canvas(surface, memory: memory, workspace: workspace)
    var cache = unsafe GlyphCache(memory: cacheMemory, workspace: cacheSize)
    let glyphs = [PlacedGlyph(id: UInt32(glyph.rawValue), x: Subpixel(pixels: 6), y: Subpixel(pixels: 30))]
    canvas.drawGlyphs(glyphs.span, face: GlyphFace(font: 1, size: size), color: .white, cache: &cache) { id, path in
      font.appendOutline(of: GlyphIndex(rawValue: UInt16(id)), to: &path)
    }
  }
  unsafe memory.deallocate()
  unsafe cacheMemory.deallocate()
  return words.reduce(0) { $0 + Int($1 >> 24) }
}

@Suite struct FontUseTests {
  @Test("L40 the made-up font reads back as it was made: characters, advances, kerning, outlines")
  func sample() throws {
    let font = try FontPack(bytes: SampleFont().bytes)
    #expect(font.glyphCount == 4 && font.familyName == "Sämple" && font.styleName == "Plain")
    #expect(font.glyph(for: " ").rawValue == 1 && font.glyph(for: "A").rawValue == 2)
    #expect(font.glyph(for: "B").rawValue == 3 && font.glyph(for: "C") == .missing && font.glyph(for: "@") == .missing)
    #expect((0..<4).map { font.advance(of: GlyphIndex(rawValue: $0)) } == [500, 510, 520, 530])
    let (a, b) = (font.glyph(for: "A"), font.glyph(for: "B"))
    #expect(font.kerning(a, a) == -30 && font.kerning(a, b) == 0 && font.kerning(b, a) == 0)
    #expect(!font.hasOutline(font.glyph(for: " ")) && elements(font, font.glyph(for: " ")).isEmpty)
    func em(_ x: Int, _ y: Int) -> Point {
      func part(_ units: Int) -> Fixed {
        Fixed(rawValue: Int32((units * 65536 + 500).quotientAndRemainder(dividingBy: 1000).0))
      }
      return Point(x: part(x), y: .zero - part(y))
    }
    #expect(elements(font, b).count == 4)
    #expect(elements(font, b)[1] == .cubic(control1: em(700, 0), control2: em(700, 700), end: em(0, 700)))
    #expect(elements(font, b)[0] == .move(em(0, 0)) && elements(font, b)[3] == .close)
  }

  @Test("L40 a glyph of another font is the missing-glyph box, wherever it is asked for")
  func foreignGlyph() throws {
    let font = try FontPack(bytes: SampleFont().bytes)
    for number in [UInt16(4), 5, 65535] {
      let glyph = GlyphIndex(rawValue: number)
      #expect(font.advance(of: glyph) == 500 && elements(font, glyph) == elements(font, .missing))
      #expect(font.kerning(glyph, glyph) == 0 && font.hasOutline(glyph))
    }
  }

  @Test("L40 numbers at a size are the units' share of it, rounded to nearest, halves upwards, saturated")
  func sizes() throws {
    let font = try FontPack(bytes: SampleFont().bytes)
    let (a, size) = (font.glyph(for: "A"), Fixed(rawValue: 13 << 16 | 12345))
    func share(_ units: Int, _ size: Fixed) -> Fixed {
      Fixed(rawValue: Int32((Double(units) * Double(size.rawValue) / 1000 + 0.5).rounded(.down)))
    }
    #expect(font.advance(of: a, size: size) == share(520, size))
    #expect(font.kerning(a, a, size: size) == share(-30, size))
    let metrics = font.metrics(size: size)
    #expect(metrics.ascent == share(800, size) && metrics.descent == share(200, size))
    #expect(
      metrics.lineGap == share(90, size) && metrics.lineHeight == metrics.ascent + metrics.descent + metrics.lineGap)
    #expect(metrics.capHeight == share(700, size) && metrics.xHeight == share(500, size))
    #expect(metrics.underlineOffset == share(100, size) && metrics.underlineThickness == share(50, size))
    #expect(font.boundingBox(size: 1000) == Rect(x: -20, y: -700, width: 720, height: 880))
    // Half a unit of the last place, both ways.
    #expect(font.advance(of: .missing, size: Fixed(rawValue: 1)) == Fixed(rawValue: 1))
    #expect(font.kerning(a, a, size: Fixed(rawValue: 50)) == Fixed(rawValue: -1))
    #expect(font.boundingBox(size: .max).width == Fixed(rawValue: Int32((720.0 * 2147483647 / 1000).rounded())))
    #expect(font.metrics(size: .min).ascent == share(800, .min))
  }

  @Test("L40 an outline at a size and a place is the one in ems, larger and moved")
  func placedOutline() throws {
    let font = try FontPack(bytes: SampleFont().bytes)
    var path = Path()
    font.appendOutline(of: font.glyph(for: "A"), at: Point(x: 10, y: 20.5), size: 100, to: &path)
    let found = path.withElements { span in span.indices.map { span[$0] } }
    #expect(
      found == [
        .move(Point(x: 10, y: 20.5)), .line(Point(x: 70, y: 20.5)),
        .quadratic(control: Point(x: 70, y: -14.5), end: Point(x: 40, y: -49.5)),
        .quadratic(control: Point(x: 10, y: -49.5), end: Point(x: 10, y: -14.5)), .close,
      ])
  }

  @Test("L40 an outline of 512 elements is whole in what the glyph cache takes")
  func longOutline() throws {
    var sample = SampleFont()
    sample.longOutline = 512
    let font = try FontPack(bytes: sample.bytes)
    var path = GlyphOutline()
    font.appendOutline(of: font.glyph(for: "\u{1F600}"), to: &path)
    #expect(path.count == 512 && path.overflow == 0)
  }

  @Test("L40 glyphs are drawn through the glyph cache, a space without ink, a missing one as a box")
  func drawn() throws {
    let font = try compiledFont("latin1")
    let (letter, box) = (ink(font, font.glyph(for: "M"), size: 24), ink(font, font.glyph(for: "€"), size: 24))
    #expect(letter > 60 * 255 && box > 30 * 255 && box != letter)
    #expect(ink(font, font.glyph(for: " "), size: 24) == 0)
  }

  @Test("L40 where a pack is refused the program goes on with boxes and is told why")
  func missingFont() {
    var refusals: [PackError] = []
    let font = FontPack.load(path: "/nowhere/a.pack") { refusals.append($0) }
    #expect(font === FontPack.missing && refusals.count == 1)
    #expect(refusals.first?.reason == .unreadable && refusals.first?.file == "/nowhere/a.pack")
    #expect(
      refusals.first?.message
        == "/nowhere/a.pack: cannot be read: No such file or directory; expected a file that this user may read")
    #expect(font.glyphCount == 1 && font.glyph(for: "A") == .missing && font.familyName == "Missing")
    #expect(font.advance(of: font.glyph(for: "A"), size: 10) == 6)
    #expect(font.metrics(size: 10).lineHeight == 12 && font.kerning(.missing, .missing) == 0)
    // The ring of the box: 400 × 700 less 300 × 600 units, at 20 pixels.
    let area = Double(ink(font, font.glyph(for: "A"), size: 20)) / 255
    #expect(abs(area - 400 * 0.1) < 1)
  }

  @Test("P03 a font is mapped from its file, stays when the file is replaced, and is refused when the file is damaged")
  func mapped() throws {
    let folder = TemporaryFolder()
    let path = folder.write(SampleFont().bytes, "font.pack")
    let font = try FontPack(path: path)
    try writeFile(path, Array("something else".utf8))
    #expect(font.glyph(for: "B").rawValue == 3 && font.familyName == "Sämple")
    var reasons: [PackError.Reason] = []
    #expect(FontPack.load(path: path) { reasons.append($0.reason) } === FontPack.missing)
    // Nobody writes to the pipe: that must not be waited for.
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [folder.path, folder.write([], "empty"), folder.write(sampleImages()[0], "image"), pipe] {
      #expect(FontPack.load(path: path) { reasons.append($0.reason) } === FontPack.missing)
    }
    #expect(reasons == [.tooShort, .unreadable, .tooShort, .kind, .tooShort])
  }

  @Test("L40 the default font is DejaVu Sans with Latin-1, dashes, quotes, the ellipsis and primes")
  func defaultFont() {
    let font = FontPack.dejaVuSans
    #expect(font.familyName == "DejaVu Sans")
    let latin = (0x20...0x7E).map(UInt8.init) + (0xA0...0xFF).map(UInt8.init)
    let others = "\u{2013}\u{2014}\u{2018}\u{2019}\u{201A}\u{201C}\u{201D}\u{201E}\u{2026}\u{2032}\u{2033}"
    let characters = latin.map { Unicode.Scalar($0) } + Array(others.unicodeScalars)
    #expect(characters.filter { !font.hasGlyph(for: $0) }.isEmpty)
    #expect(!font.hasGlyph(for: "\u{2015}") && !font.hasGlyph(for: "ā"))
  }
}
