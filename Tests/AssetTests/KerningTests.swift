import LayerRuntime
import PanelAssets
import Testing

/// How wide each glyph of a text is with what follows it, from a pack.
private func advances(_ text: String, _ font: FontPack) -> [Int] {
  let glyphs = text.unicodeScalars.map { font.glyph(for: $0) }
  return glyphs.indices.map { i in
    font.advance(of: glyphs[i]) + (i + 1 < glyphs.count ? font.kerning(glyphs[i], glyphs[i + 1]) : 0)
  }
}

@Suite struct KerningTests {
  @Test(
    "L40 kerning of pairs that need it is HarfBuzz's",
    arguments: ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif"])
  func pairs(file: String) throws {
    let path = dejaVuFolder + file + ".ttf"
    let (shaper, font) = (Shaper(path: path), try compiledFont("latin1", path: path))
    var kerned = 0
    for pair in [
      "AV", "VA", "To", "Te", "Ty", "LT", "L'", "P.", "Wa", "r,", "Yo", "F.", "AT", "Av", "Ó.", "Tö", "11", "nn",
    ] {
      #expect(advances(pair, font) == shaper.advances(pair), "\(pair)")
      let glyphs = pair.unicodeScalars.map { font.glyph(for: $0) }
      if font.kerning(glyphs[0], glyphs[1]) != 0 { kerned += 1 }
    }
    #expect(kerned >= 10)
  }

  @Test("L40 kerning of every pair of Latin-1 is HarfBuzz's")
  func allPairs() throws {
    let (shaper, font) = (Shaper(path: dejaVuSans), try compiledFont("latin1"))
    let characters = (Array(UInt32(0x20)...0x7E) + Array(0xA0...0xFF)).compactMap { Unicode.Scalar($0) }
    var (kerned, wrong) = (0, 0)
    for left in characters {
      for right in characters {
        var text = String.UnicodeScalarView()
        text.append(left)
        text.append(right)
        let expected = shaper.advances(String(text))
        if advances(String(text), font) != expected { wrong += 1 }
        if expected != [left, right].map({ font.advance(of: font.glyph(for: $0)) }) { kerned += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(kerned > 1000)
  }

  @Test("L40 a line of text is as wide as HarfBuzz shapes it")
  func lines() throws {
    let (shaper, font) = (Shaper(path: dejaVuSans), try compiledFont("latin1"))
    for line in ["AVATAR Toyota, WAVE.", "Pressure 12.7 bar", "Öl: 98 °C – »Vorsicht!«", "Tytuł"] {
      let known = String(String.UnicodeScalarView(line.unicodeScalars.filter { font.hasGlyph(for: $0) }))
      #expect(advances(known, font) == shaper.advances(known), "\(known)")
    }
  }

  @Test("L40 a font without kerning moves nothing, and the missing-glyph box is never kerned")
  func none() throws {
    let mono = try compiledFont("ascii", path: dejaVuFolder + "DejaVuSansMono.ttf")
    let sans = try compiledFont("ascii")
    for number in 0..<UInt16(sans.glyphCount) {
      let glyph = GlyphIndex(rawValue: number)
      #expect(sans.kerning(.missing, glyph) == 0 && sans.kerning(glyph, .missing) == 0)
      #expect(mono.kerning(glyph, glyph) == 0)
    }
    #expect(mono.kerning(mono.glyph(for: "A"), mono.glyph(for: "V")) == 0)
    #expect(sans.kerning(sans.glyph(for: "A"), sans.glyph(for: "V")) < 0)
  }
}
