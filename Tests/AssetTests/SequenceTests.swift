import FixedRaster
import PanelAssets
import Testing
import pack_fuzz

@testable import LayerRuntime
@testable import Packs

private let acute = "\u{301}", circumflex = "\u{302}", dot = "\u{307}", cedilla = "\u{327}"

/// A text on one line as the typesetter places it, and as HarfBuzz does, at as many points as the em has units: ink
/// alone.
private struct Comparison {
  let path: String
  let font: FontPack
  let shaper: Shaper
  let outlines: FreeTypeOutlines

  init(_ characters: String, file: String = "DejaVuSans") throws {
    path = dejaVuFolder + file + ".ttf"
    font = try compiledFont(characters, path: path)
    shaper = Shaper(path: path)
    outlines = try #require(FreeTypeOutlines(path: path))
  }

  struct Placed: Equatable {
    let outline: [PathElement]
    let x, y: Fixed
  }

  func layout(_ text: String, width: Fixed? = nil, _ truncation: TextLayer.TruncationMode = .none) -> TextLayout {
    let layout = TextLayout()
    var typesetter = Typesetter()
    typesetter.layOut(
      AttributedString(text), TextDefaults(font: font, size: Fixed(font.unitsPerEm), color: .white),
      in: TextFrame(
        size: Size(width: width ?? .max, height: .max), isWrapped: width != nil && truncation == .none,
        truncation: truncation), into: layout)
    return layout
  }

  func found(_ layout: TextLayout) -> [Placed] {
    let top = Fixed(font.ascent)
    return (0..<layout.glyphCount).map { i in
      let glyph = layout.glyphs.span[i]
      return Placed(outline: elements(font, glyph.glyph), x: glyph.origin.x, y: glyph.origin.y - top)
    }
  }

  func expected(_ text: String, line: Int = 0) -> [Placed] {
    var (x, placed) = (0, [Placed]())
    let height = (font.ascent + font.descent + font.lineGap) * line
    for glyph in shaper.glyphs(text) {
      let outline = outlines.elements(glyph.number)
      if !outline.isEmpty {
        placed.append(Placed(outline: outline, x: Fixed(x + glyph.x), y: Fixed(height - glyph.y)))
      }
      x += glyph.advance
    }
    return placed
  }

  /// As wide as HarfBuzz makes it.
  func width(_ text: String) -> Fixed { Fixed(shaper.glyphs(text).reduce(0) { $0 + $1.advance }) }

  func expectSame(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let layout = layout(text)
    #expect(found(layout) == expected(text), "\(text)", sourceLocation: sourceLocation)
    #expect(layout.size.width == width(text), "\(text)", sourceLocation: sourceLocation)
  }
}

@Suite struct SequenceTests {
  @Test(
    "L40 ligatures are the font's, and kerned with their neighbours, as HarfBuzz has them",
    arguments: [
      "DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif",
    ])
  func ligatures(file: String) throws {
    let comparison = try Comparison("latin1", file: file)
    #expect(comparison.font.sequenceCount >= 4)
    for text in [
      "fi", "fl", "ff", "ffi", "ffl", "fffi", "fffl", "ffffl", "office affairs", "flat.", "Vfi", "Vffa", "fi.", "off-",
      "ffA",
      "Offset: 12 ft", "f i", "Tfl", "fflfi",
    ] {
      comparison.expectSame(text)
    }
    #expect(comparison.layout("ffi").glyphCount < 3)
  }

  @Test("L40 every ligature before and behind every character of Latin-1 is placed as HarfBuzz places it")
  func allNeighbours() throws {
    let comparison = try Comparison("latin1")
    let characters = (Array(UInt32(0x21)...0x7E) + Array(0xA1...0xAC) + Array(0xAE...0xFF)).compactMap {
      Unicode.Scalar($0)
    }
    var wrong: [String] = []
    for ligature in ["ff", "fi", "fl", "ffi", "ffl"] {
      for character in characters {
        for text in ["\(character)\(ligature)", "\(ligature)\(character)"]
        where comparison.found(comparison.layout(text)) != comparison.expected(text) {
          wrong.append(text)
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test(
    "L40 one mark and two are where the font's anchors have them",
    arguments: [
      "DejaVuSans", "DejaVuSerif", "DejaVuSansMono",
    ])
  func marks(file: String) throws {
    let comparison = try Comparison("ascii,é,U+0301,U+0302,U+0307,U+0327", file: file)
    for text in [
      "q\(acute)", "e\(acute)", "E\(acute)", "i\(dot)", "j\(acute)", "f\(acute)i", "q\(acute)\(circumflex)",
      "x\(cedilla)\(acute)", "x\(acute)\(cedilla)", "é\(circumflex)", "Av\(acute)A", "v\(acute).", "T\(acute)o",
      "Ti\(dot)",
      "q\(acute)q\(circumflex)q", "fi\(acute)", "ffi\(acute)", "Te\(acute)xt",
    ] {
      comparison.expectSame(text)
    }
    #expect(comparison.layout("q\(acute)").glyphCount == 2 && comparison.layout("e\(acute)").glyphCount == 1)
  }

  @Test("L40 every mark on every letter of ASCII is placed as HarfBuzz places it")
  func allLetters() throws {
    let comparison = try Comparison("ascii,U+0301,U+0323,U+0328")
    var (wrong, moved) = ([String](), 0)
    for letter in (UInt8(0x21)...0x7E).map({ Unicode.Scalar($0) }) {
      for marks in ["\u{301}", "\u{323}", "\u{328}", "\u{323}\u{301}", "\u{301}\u{328}", "\u{301}\u{323}"] {
        let text = "\(letter)\(marks)"
        let found = comparison.found(comparison.layout(text))
        let expected = comparison.expected(text)
        // Marks that are where they would be anyway are drawn in the text's order.
        if found.count != expected.count || !expected.allSatisfy(found.contains) { wrong.append(text) }
        if found.count > 1, found[1].x != found[0].x { moved += 1 }
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(moved > 200)
  }

  @Test("L40 at any size a ligature's and a mark's places are their units' shares, each rounded as advances are")
  func rounding() throws {
    let comparison = try Comparison("ascii,U+0301")
    let (font, size) = (comparison.font, Fixed(13.7))
    let layout = TextLayout()
    var typesetter = Typesetter()
    typesetter.layOut(
      AttributedString("Vfiq\(acute)l"), TextDefaults(font: font, size: size, color: .white),
      in: TextFrame(size: Size(width: 1000, height: 100)), into: layout)
    func share(_ units: Int) -> Fixed {
      Fixed(rawValue: Int32((Double(units) * Double(size.rawValue) / Double(font.unitsPerEm) + 0.5).rounded(.down)))
    }
    let shaped = comparison.shaper.glyphs("Vfiq\(acute)l")
    var (x, expected) = (Fixed.zero, [Fixed]())
    for glyph in shaped {
      expected.append(x + share(glyph.x))
      x += share(glyph.advance)
    }
    #expect((0..<layout.glyphCount).map { layout.glyphs.span[$0].origin.x } == expected && expected.count == 5)
  }

  @Test("L40 a ligature or a letter with a mark at a line's end stands whole on that line or on the next")
  func lineEnds() throws {
    let comparison = try Comparison("ascii,U+0301")
    let (font, word) = (comparison.font, "officeq\(acute)s")
    let parts = ["o", "ffi", "c", "e", "q\(acute)", "s"]
    for units in stride(from: 1000, to: 9000, by: 137) {
      var lines = [""]
      for part in parts {
        let longer = lines[lines.count - 1] + part
        if comparison.width(longer) <= Fixed(units) || lines == [""] || lines.last == "" {
          lines[lines.count - 1] = longer
        } else {
          lines.append(part)
        }
      }
      let expected = lines.enumerated().flatMap { comparison.expected($1, line: $0) }
      #expect(comparison.found(comparison.layout(word, width: Fixed(units))) == expected, "\(units): \(lines)")
    }
    #expect(font.sequenceCount > 50)
  }

  @Test("L40 a truncated line keeps a ligature or a letter with a mark whole, or leaves it out")
  func truncation() throws {
    let comparison = try Comparison("ascii,U+0301,U+2026")
    let parts = ["o", "ffi", "c", "e", "q\(acute)", "s"]
    let dots = comparison.width("…")
    var results: Set<Int> = []
    for units in stride(from: 2200, to: 9000, by: 137) {
      var count = parts.count
      func head(_ count: Int) -> String { parts.prefix(count).joined() }
      if comparison.width(head(count)) > Fixed(units) {
        while count > 0 && comparison.width(head(count)) + dots > Fixed(units) { count -= 1 }
      }
      results.insert(count)
      let found = comparison.found(comparison.layout(parts.joined(), width: Fixed(units), .end))
      let shown = comparison.expected(head(count))
      #expect(Array(found.prefix(shown.count)) == shown, "\(units)")
      #expect(found.count == shown.count + (count < parts.count ? 1 : 0), "\(units)")
    }
    #expect(results.count > 4)
  }

  @Test("L40 a font without any table of the kind has no sequences, nor has one without characters that join")
  func none() throws {
    for (path, characters) in [(dejaVuFolder + "DejaVuSansMono.ttf", "latin1"), (dejaVuSans, "U+0041-005A")] {
      let bytes = try compileFont(path: path, characters: CharacterList(characters)).bytes
      #expect(PackEditor(bytes).section("SEQU") == nil && bytes[4] == 1)
      let font = try FontPack(bytes: bytes)
      #expect(font.sequenceCount == 0)
      let glyphs = [font.glyph(for: "f"), font.glyph(for: "i")]
      #expect(font.sequence(glyphs) == nil)
    }
    #expect(FontPack.missing.sequenceCount == 0)
  }

  @Test("L40 the longest sequence that is there is found, or the longest that joins no letters")
  func longest() throws {
    let font = try FontPack(bytes: SampleFont().bytes)
    func found(_ numbers: [UInt16], joinsLetters: Bool = true) -> [Int]? {
      let glyphs = numbers.map { GlyphIndex(rawValue: $0) }
      guard let sequence = font.sequence(glyphs, joinsLetters: joinsLetters) else { return nil }
      var list = [sequence.length]
      for i in 0..<sequence.glyphCount {
        let glyph = font.glyph(i, of: sequence)
        list += [Int(glyph.glyph.rawValue), glyph.x, glyph.y, glyph.advance]
      }
      return list
    }
    #expect(font.sequenceCount == 3)
    #expect(found([2, 3]) == [2, 3, 0, 0, 900] && found([2, 3, 3, 3]) == [2, 3, 0, 0, 900])
    #expect(found([2, 3, 2]) == [3, 3, 10, -20, 700, 2, 0, 0, 520])
    #expect(found([2, 3, 2, 3, 9]) == found([2, 3, 2]) && found([2, 3, 65535, 65535]) == found([2, 3]))
    #expect(found([3, 3, 1]) == [2, 3, 0, 0, 530, 2, -300, 150, 0] && found([3, 3], joinsLetters: false) != nil)
    for numbers in [[], [2], [3], [2, 2], [3, 2], [0, 2, 3], [2, 0, 3], [1, 2, 3], [65535, 3]] as [[UInt16]] {
      #expect(found(numbers) == nil)
    }
    #expect(found([2, 3], joinsLetters: false) == nil && found([2, 3, 2], joinsLetters: false) == nil)
  }

  @Test("L40 a pack takes 4096 sequences: of more the rarer are left out, and the tool says so")
  func limit() throws {
    let some = try compileFont(path: dejaVuSans, characters: CharacterList("ascii,U+0300-030C"))
    #expect(some.notes == ["more than 4096 sequences of characters: the others are left as they are"])
    let font = try FontPack(bytes: some.bytes)
    #expect(font.sequenceCount > 300 && font.sequenceCount < 4096)
    for (text, length) in [("ffi", 3), ("q\u{300}\u{301}", 2)] {
      let glyphs = text.unicodeScalars.map { font.glyph(for: $0) }
      #expect(font.sequence(glyphs)?.length == length)
    }
    #expect(some.summary.contains(" classes, \(font.sequenceCount) sequences, "))
  }
}
