import FixedRaster
import Foundation
import LayerRuntime
import PanelAssets
import Testing

/// DejaVu's, which have quadratics.
private let dejaVuFiles = ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSerif"].map {
  dejaVuFolder + "\($0).ttf"
}

/// Others to try, with colons between: LAMINA_TEST_FONTS, for example OpenType files with cubics.
private let otherFiles = (ProcessInfo.processInfo.environment["LAMINA_TEST_FONTS"] ?? "").split(separator: ":")
  .map(String.init)

@Suite struct FontRoundTripTests {
  @Test("L40 every outline and advance of a pack is FreeType's", arguments: dejaVuFiles + otherFiles)
  func outlines(path: String) throws {
    let freeType = try #require(FreeTypeOutlines(path: path))
    let font = try compiledFont("latin-extended", path: path)
    var count = 0
    for value in UInt32(0)...0x2FFF {
      guard let character = Unicode.Scalar(value), font.hasGlyph(for: character) else { continue }
      let (glyph, number) = (font.glyph(for: character), freeType.number(of: character))
      #expect(elements(font, glyph) == freeType.elements(number), "U+\(String(value, radix: 16))")
      #expect(font.advance(of: glyph) == freeType.advance(number))
      count += 1
    }
    #expect(count >= 340)
    #expect(elements(font, .missing) == freeType.elements(0))
    #expect(!elements(font, .missing).isEmpty)
    #expect(font.advance(of: .missing) == freeType.advance(0))
  }

  @Test("L40 a pack has the font's measures and names", arguments: dejaVuFiles)
  func measures(path: String) throws {
    let freeType = try #require(FreeTypeOutlines(path: path))
    let font = try compiledFont("ascii", path: path)
    #expect(font.unitsPerEm == freeType.unitsPerEm)
    #expect(font.ascent == freeType.ascender && font.descent == -freeType.descender)
    #expect(font.lineGap == freeType.height - freeType.ascender + freeType.descender)
    let em = font.metrics(size: Fixed(freeType.unitsPerEm))
    #expect(em.ascent == Fixed(freeType.ascender) && em.descent == Fixed(-freeType.descender))
    #expect(em.underlineOffset == Fixed(-freeType.underline.position))
    #expect(em.underlineThickness == Fixed(freeType.underline.thickness))
    func top(of character: Unicode.Scalar) -> Fixed {
      let elements = freeType.elements(freeType.number(of: character))
      let lines = elements.map { element in if case .line(let end) = element { -end.y } else { Fixed.zero } }
      return lines.max() ?? .zero
    }
    #expect(font.metrics(size: .one).capHeight == top(of: "H") && font.metrics(size: .one).xHeight == top(of: "x"))
    #expect(em.capHeight > em.xHeight && em.xHeight > 1000)
    #expect(font.familyName.hasPrefix("DejaVu S"))
    #expect(font.styleName == (path.contains("Bold") ? "Bold" : "Book"))
  }

  @Test("L40 the bounding box holds every point of every outline, and touches it on four sides")
  func boundingBox() throws {
    let font = try compiledFont("latin1")
    let box = font.boundingBox(size: .one)
    var (minX, minY, maxX, maxY) = (Fixed.max, Fixed.max, Fixed.min, Fixed.min)
    for number in 0..<font.glyphCount {
      for element in elements(font, GlyphIndex(rawValue: UInt16(number))) {
        let points: [Point]
        switch element {
        case .move(let end), .line(let end): points = [end]
        case .quadratic(let control, let end): points = [control, end]
        default: points = []
        }
        for point in points {
          (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
          (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
        }
      }
    }
    #expect(box == Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY))
  }

  @Test("L40 characters that share a glyph in the font share it in the pack, and neighbours need one segment")
  func sharedGlyphs() throws {
    let freeType = try #require(FreeTypeOutlines(path: dejaVuSans))
    let font = try compiledFont("U+0020-0200,U+0370-0400")
    var numbers: [UInt32: GlyphIndex] = [:]
    for value in Array(UInt32(0x20)...0x200) + Array(0x370...0x400) {
      guard let character = Unicode.Scalar(value) else { continue }
      let number = freeType.number(of: character)
      let glyph = font.glyph(for: character)
      #expect((number == 0) == (glyph == .missing))
      if number != 0 { #expect(numbers.updateValue(glyph, forKey: number) ?? glyph == glyph) }
    }
    #expect(Set(numbers.values).count == numbers.count && numbers.count > 550)
    // The box and the ligatures besides.
    #expect(font.glyphCount == numbers.count + 6)
  }

  @Test("L40 the default font is a pack below 40 kB, loads in the time of a frame and has Latin-1")
  func defaultPack() throws {
    let bytes = try compileFont(path: dejaVuSans, characters: CharacterList("latin1")).bytes
    #expect(bytes.count < 40_000)
    let font = try FontPack(bytes: bytes)
    for value in Array(UInt32(0x20)...0x7E) + Array(0xA0...0xFF) {
      #expect(try font.hasGlyph(for: #require(Unicode.Scalar(value))))
    }
    for character in ["\u{7F}", "\u{9F}", "\u{100}", "€", "\u{0}", "\u{10FFFF}"] as [Unicode.Scalar] {
      #expect(font.glyph(for: character) == .missing && !font.hasGlyph(for: character))
    }
  }
}
