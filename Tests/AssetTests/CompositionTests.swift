import FixedRaster
import PanelAssets
import Testing
import pack_fuzz

@testable import LayerRuntime
@testable import Packs

@Suite struct CompositionTests {
  private func glyphs(_ text: AttributedString, _ font: FontPack, width: Fixed = .max) -> [TextGlyph] {
    let layout = TextLayout()
    var typesetter = Typesetter()
    typesetter.layOut(
      text, TextDefaults(font: font, size: 20, color: .white),
      in: TextFrame(size: Size(width: width, height: .max), isWrapped: width != .max), into: layout)
    return (0..<layout.glyphCount).map { layout.glyphs.span[$0] }
  }

  private func expectSame(
    _ text: String, as composed: String, _ font: FontPack, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (found, expected) = (glyphs(AttributedString(text), font), glyphs(AttributedString(composed), font))
    #expect(found.map(\.glyph) == expected.map(\.glyph), "\(composed)", sourceLocation: sourceLocation)
    #expect(found.map(\.origin) == expected.map(\.origin), "\(composed)", sourceLocation: sourceLocation)
  }

  @Test("L40 P02 every letter with a mark of a pack is the same glyph at the same place where text has it as two")
  func decomposedText() throws {
    let font = try compiledFont("latin1")
    #expect(!font.hasGlyph(for: "\u{301}"))
    var tried = 0
    for value in UInt32(0xC0)...0xFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar)), parts = decomposed(text)
      if parts.unicodeScalars.count == 1 { continue }
      tried += 1
      expectSame(parts, as: text, font)
      expectSame("AV\(parts)\(parts)To", as: "AV\(text)\(text)To", font)
    }
    #expect(tried == 53 && font.compositionCount == 53)
    expectSame("fe\u{301}e", as: "fée", font)
  }

  @Test("L40 two marks are composed step by step, and what is not in the pack stays as it is")
  func steps() throws {
    let font = try compiledFont("ascii,ü,ǖ,ṩ,ṣ")
    expectSame("u\u{308}\u{304}", as: "ǖ", font)
    expectSame("ü\u{304}x", as: "ǖx", font)
    expectSame("s\u{323}\u{307}", as: "ṩ", font)
    // Boxes for marks, as of every character that the font lacks.
    #expect(glyphs("x\u{308}", font).map(\.glyph) == [font.glyph(for: "x"), .missing])
    #expect(glyphs("u\u{301}", font).map(\.glyph) == [font.glyph(for: "u"), .missing])
    #expect(glyphs("\u{308}", font).map(\.glyph) == [.missing])
    // A letter that is itself composed of what the pack lacks.
    #expect(font.composition(of: "u", "\u{308}") == "ü" && font.composition(of: "ü", "\u{304}") == "ǖ")
    #expect(try compiledFont("ascii,ǖ").compositionCount == 0)
  }

  @Test("L40 what looks different, or has something between, is not composed; a mark of the pack is placed by its font")
  func apart() throws {
    let font = try compiledFont("latin1")
    var black = AttributedString.Attributes()
    black.foregroundColor = .black
    let text = AttributedString("e") + AttributedString("\u{301}", attributes: black)
    #expect(glyphs(text, font).map(\.glyph) == [font.glyph(for: "e"), .missing])
    #expect(glyphs("e\u{200C}\u{301}", font).map(\.glyph) == [font.glyph(for: "e"), .missing])
    #expect(glyphs("e\n\u{301}", font).map(\.glyph) == [font.glyph(for: "e"), .missing])
    let marks = try compiledFont("latin1,U+0301")
    #expect(marks.composition(of: "e", "\u{301}") == nil && marks.composition(of: "e", "\u{300}") == "è")
    expectSame("e\u{301}", as: "é", marks)
  }

  @Test("L40 a letter with a mark is one thing where a line ends")
  func broken() throws {
    let font = try compiledFont("latin1")
    let width = font.advance(of: font.glyph(for: "é"), size: 20) * 2
    let found = glyphs("e\u{301}e\u{301}e\u{301}", font, width: width)
    #expect(found.count == 3 && found[0].origin.y == found[1].origin.y && found[2].origin.y > found[1].origin.y)
  }

  @Test("P03 compositions that do not ascend, or of characters that the font lacks, are refused, and a section of none")
  func refused() throws {
    var same = FontDamage(), below = FontDamage(), unknown = FontDamage(), none = FontDamage(), long = FontDamage()
    let (start, tag) = (same.start("COMP"), Int64(0x504D_4F43))
    #expect(same.pack.section("COMP")?.length == 36)
    same.set(start + 12, 0x41, bytes: 4)
    same.set(start + 16, 0x301, bytes: 4)
    same.expect(.compositionOrder, at: start + 12, found: 0)
    below.set(start + 28, 0x2FF, bytes: 4)
    below.expect(.compositionOrder, at: start + 24, found: 0)
    unknown.set(start + 20, 0x43, bytes: 4)
    unknown.expect(.compositionCharacter, at: start + 20, found: 0x43)
    let entry = try #require(none.pack.section("COMP")?.entry)
    none.set(entry + 8, 8, bytes: 4)
    none.expect(.needlessSection, at: start, found: tag)
    long.set(entry + 8, 32, bytes: 4)
    long.expect(.sectionLength, at: entry + 8, found: 32, limit: 24)
  }
}
