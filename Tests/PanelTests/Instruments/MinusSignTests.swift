import FixedRaster
import Testing

@testable import LayerRuntime
@testable import PanelInstruments

/// The sign of numbers below zero.
struct MinusSignTests {
  @Test("P45 a number below zero has a minus sign, not a hyphen; dates, words and a font without one keep theirs")
  func signs() throws {
    let fonts = try instrumentStyle().fonts
    for (font, text, minus) in [
      (fonts.text, "-5", 0), (fonts.text, "-12.5", 0), (fonts.text, "at -3", 2), (fonts.text, "2026-11-30", nil),
      (fonts.text, "Wi-5", nil), (fonts.text, "--5", nil), (fonts.text, "-x", nil), (fonts.segments, "-5", nil),
    ] as [(FontPack, String, Int?)] {
      let caption = Caption(font)
      caption.place(x: 100, middle: 20, capHeight: 20)
      caption.show(text)
      let glyphs = caption.textLayout.glyphs.span
      let found = glyphs.indices.first {
        font.glyph(for: "\u{2212}") != .missing && glyphs[$0].glyph == font.glyph(for: "\u{2212}")
      }
      #expect(found == minus, "\(text)")
    }
    // Rooms are measured with it.
    let caption = Caption(fonts.text)
    caption.place(x: 100, middle: 20, capHeight: 20)
    caption.show("-12.5")
    #expect((caption.textWidth - caption.width(of: "-12.5", capHeight: 20)).magnitude <= 1)
    #expect(caption.width(of: "-12.5", capHeight: 20) > caption.width(of: "12.5", capHeight: 20))
  }
}
