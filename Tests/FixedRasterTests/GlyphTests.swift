import TestSupport
import Testing

@testable import FixedRaster

/// A glyph cache in memory of exactly its size, with bytes around it that must stay.
private final class TestCache {
  private let memory: GuardedMemory
  var cache: GlyphCache

  init(glyphs: Int, bytesPerGlyph: Int) {
    let workspace = GlyphCacheWorkspace(glyphs: glyphs, bytesPerGlyph: bytesPerGlyph)
    memory = GuardedMemory(byteCount: workspace.byteCount, alignment: GlyphCacheWorkspace.alignment)
    unsafe cache = GlyphCache(memory: memory.base, workspace: workspace)
  }

  var isClean: Bool { memory.isClean }
}

/// Five glyphs: a ring, a bar, a flag with a curve, a dot, and one without ink.
private func outline(_ id: UInt32, _ path: inout GlyphOutline) {
  switch id % 5 {
  case 0:
    path.addEllipse(in: Rect(x: 0.05, y: -0.7, width: 0.6, height: 0.7))
    path.move(to: Point(0.2, -0.2))
    path.addLine(to: Point(0.5, -0.2))
    path.addLine(to: Point(0.5, -0.5))
    path.addLine(to: Point(0.2, -0.5))
    path.closeSubpath()
  case 1: path.addRect(Rect(x: 0.1, y: -0.75, width: 0.11, height: 0.95))
  case 2:
    path.move(to: Point(-0.1, 0.2))
    path.addQuadCurve(to: Point(0.1, -0.8), control: Point(0.9, -0.1))
    path.closeSubpath()
  case 3: path.addEllipse(in: Rect(x: 0.02, y: -0.12, width: 0.1, height: 0.1))
  default: break
  }
}

private func glyph(_ id: UInt32, _ x: Double, _ y: Double) -> PlacedGlyph {
  PlacedGlyph(id: id, x: Subpixel(rawValue: Int32(x * 256)), y: Subpixel(rawValue: Int32(y * 256)))
}

/// A line of text over the whole picture and beyond its edges.
private func line(_ count: Int = 24) -> [PlacedGlyph] {
  (0..<count).map { glyph(UInt32($0), Double($0) * 5.3 - 8, 20 + Double($0 % 7) * 3.4) }
}

/// Each glyph filled from its outline where it is to lie: rounded to a quarter of a pixel, in an upright face to whole
/// rows.
private func fillOutlines(
  _ glyphs: [PlacedGlyph], _ face: GlyphFace, _ color: Color, on canvas: inout Canvas
) {
  for glyph in glyphs {
    var path = GlyphOutline()
    outline(glyph.id, &path)
    func rounded(_ value: Subpixel, _ step: Double) -> Double {
      (Double(value.rawValue) / 256 / step + 0.5).rounded(.down) * step
    }
    let place = AffineTransform(
      a: Coefficient(face.a), b: Coefficient(face.b), c: Coefficient(face.c), d: Coefficient(face.d),
      tx: Coefficient(nearest: rounded(glyph.x, 0.25)),
      ty: Coefficient(nearest: rounded(glyph.y, face.b == 0 && face.c == 0 ? 1 : 0.25)))
    canvas.fill(path.span, mapping: Mapping(place), color: color)
  }
}

private let upright = GlyphFace(font: 1, size: 13.5)
private let turned = GlyphFace(
  font: 1, transform: AffineTransform(rotationAngle: 0.3).concatenating(AffineTransform(scaleX: 14, y: 14)))

@Suite struct GlyphTests {
  @Test("R37 text from the cache is its outlines at quarter pixels, upright on whole rows, kept or not")
  func cachedTextIsOutlines() {
    func check() {
      for face in [upright, turned] {
        for argb in [0xFF20_C0E0, 0x90FF_8040] as [UInt32] {
          let held = TestCache(glyphs: 128, bytesPerGlyph: 512)
          let expected = TestMemory(ARGB8888.self, width: 100, height: 48, filledWith: 0xFF)
          withCanvas(expected.surface) { fillOutlines(line(), face, Color(argb: argb), on: &$0) }
          for round in 0..<3 {
            let target = TestMemory(ARGB8888.self, width: 100, height: 48, filledWith: 0xFF)
            withCanvas(target.surface) {
              $0.drawGlyphs(line().span, face: face, color: Color(argb: argb), cache: &held.cache, outline: outline)
            }
            #expect(target.bytes == expected.bytes, "round \(round)")
          }
          // The first round made them all, the others found them.
          #expect(held.cache.misses > 15 && held.cache.hits + held.cache.misses == 3 * 24)
          #expect(held.cache.misses == UInt64(held.cache.count))
          #expect(held.cache.evictions == 0 && held.cache.oversized == 0 && held.cache.cutOutlines == 0)
          #expect(held.isClean)
        }
      }
    }
    check()
  }

  @Test("R37 a glyph is kept for each quarter of a pixel, each face and each size, and for no place between")
  func keys() {
    let held = TestCache(glyphs: 64, bytesPerGlyph: 512)
    let target = TestMemory(ARGB8888.self, width: 100, height: 48)
    func misses(_ glyphs: [PlacedGlyph], _ face: GlyphFace) -> UInt64 {
      let before = held.cache.misses
      withCanvas(target.surface) {
        $0.drawGlyphs(glyphs.span, face: face, color: .white, cache: &held.cache, outline: outline)
      }
      return held.cache.misses - before
    }
    // 64 places within a pixel are four across; upright, rows are whole.
    let across = (0..<64).map { glyph(0, 10 + Double($0) / 64, 20) }
    #expect(misses(across, upright) == 4 && misses(across, upright) == 0)
    #expect(misses((0..<64).map { glyph(0, 10, 20 + Double($0) / 64) }, upright) == 0)
    #expect(misses((0..<64).map { glyph(0, 10, 20 + Double($0) / 64) }, turned) == 4)
    #expect(misses(across, GlyphFace(font: 2, size: 13.5)) == 4)
    #expect(misses(across, GlyphFace(font: 1, size: 14)) == 4)
    #expect(misses([glyph(5, 10, 20)], upright) == 1)  // looks like 0, but is another
    #expect(held.cache.count == 17)
    held.cache.removeAll()
    #expect(held.cache.count == 0 && misses(across, upright) == 4)
  }

  @Test("R37 a full cache gives up what was not used for longest, and what it draws stays right")
  func eviction() {
    let held = TestCache(glyphs: 3, bytesPerGlyph: 512)
    func draw(_ ids: [UInt32]) -> [UInt8] {
      let target = TestMemory(ARGB8888.self, width: 100, height: 48, filledWith: 0xFF)
      let glyphs = ids.enumerated().map { glyph($1, 10 + 12 * Double($0), 30) }
      withCanvas(target.surface) {
        $0.drawGlyphs(glyphs.span, face: upright, color: .black, cache: &held.cache, outline: outline)
      }
      return target.bytes
    }
    _ = draw([0, 1, 2])
    #expect(held.cache.count == 3 && held.cache.evictions == 0)
    _ = draw([0, 1])  // 2 is the oldest now
    _ = draw([3])
    #expect(held.cache.evictions == 1 && held.cache.count == 3)
    let hits = held.cache.hits
    _ = draw([0, 1, 3])
    #expect(held.cache.hits == hits + 3 && held.cache.evictions == 1)
    _ = draw([2])
    #expect(held.cache.evictions == 2)
    // Any order of any glyphs: always the outlines' pixels.
    var random = SplitMix(seed: 372)
    for _ in 0..<60 {
      let ids = (0..<6).map { _ in UInt32(random.next(in: 0...9)) }
      let expected = TestMemory(ARGB8888.self, width: 100, height: 48, filledWith: 0xFF)
      let glyphs = ids.enumerated().map { glyph($1, 10 + 12 * Double($0), 30) }
      withCanvas(expected.surface) { fillOutlines(glyphs, upright, .black, on: &$0) }
      #expect(draw(ids) == expected.bytes)
    }
    #expect(held.cache.evictions > 100 && held.isClean)
  }

  @Test(
    "R37 a glyph too large to keep is drawn from its outline; one of too many elements without the rest; both counted")
  func limits() {
    let held = TestCache(glyphs: 8, bytesPerGlyph: 64)
    let large = GlyphFace(font: 1, size: 40)
    let glyphs = [glyph(0, 10.3, 35), glyph(3, 50, 35), glyph(4, 80, 35)]
    let (target, expected) = (
      TestMemory(ARGB8888.self, width: 100, height: 48), TestMemory(ARGB8888.self, width: 100, height: 48)
    )
    withCanvas(target.surface) {
      $0.drawGlyphs(glyphs.span, face: large, color: .white, cache: &held.cache, outline: outline)
    }
    withCanvas(expected.surface) { fillOutlines(glyphs, large, .white, on: &$0) }
    #expect(target.bytes == expected.bytes)
    #expect(held.cache.oversized == 1 && held.cache.count == 2 && held.cache.cutOutlines == 0)
    withCanvas(target.surface) {
      $0.drawGlyphs([glyph(0, 5, 5)].span, face: upright, color: .white, cache: &held.cache) { _, path in
        path.move(to: Point(0, 0))
        for k in 0..<600 { path.addLine(to: Point(Double(k % 7) / 10, Double(k % 5) / 10)) }
      }
    }
    #expect(held.cache.cutOutlines == 1 && held.isClean)
    // Nothing of a clear colour, and nothing into an empty clip.
    let (before, misses) = (target.bytes, held.cache.misses)
    withCanvas(target.surface) {
      $0.drawGlyphs(line().span, face: upright, color: .clear, cache: &held.cache, outline: outline)
      $0.setClip(.empty)
      $0.drawGlyphs(line().span, face: upright, color: .white, cache: &held.cache, outline: outline)
    }
    #expect(target.bytes == before && held.cache.misses == misses)
  }

  @Test("R37 text is the same in tiles and beyond every edge, at any place of the device")
  func tiles() {
    var glyphs = line(40)
    let far: [Double] = [-4_194_304, 4_194_303, -300, 1e5]
    for (k, x) in far.enumerated() { glyphs.append(glyph(UInt32(k), x, far[(k + 1) % 4])) }
    for face in [upright, turned, GlyphFace(font: 3, size: 90), GlyphFace(font: 4, size: 0)] {
      let held = TestCache(glyphs: 32, bytesPerGlyph: 400)
      let isDrawn = survives(width: 150, height: 48, "\(face)") {
        $0.drawGlyphs(glyphs.span, face: face, color: Color(argb: 0xD0FF_E0A0), cache: &held.cache, outline: outline)
      }
      let isDrawn565 = survives(width: 150, height: 48, "\(face)") {
        $0.drawGlyphs(glyphs.span, face: face, color: Color(argb: 0xFFFF_E0A0), cache: &held.cache, outline: outline)
      }
      #expect(isDrawn == (face.a > 0) && isDrawn565 == isDrawn && held.isClean)
    }
  }
}
