import FixedRaster
import Testing

@testable import LayerRuntime

private let red = Color(red: 255, green: 0, blue: 0)

/// fi becomes "1", 7 wide at 10 points; ffi becomes "2", 9 wide; e' is an e with a mark 3 to the left and 1 up, e'` one
/// with another 2 up; xA becomes A, Vx becomes V; gh changes its letters' places. "~" has no advance.
private let joining = RulerFont(
  mark: "~",
  sequences: [
    ("fi", true, [("1", 0, 0, 700)]), ("ffi", true, [("2", 0, 0, 900)]),
    ("e'", false, [("e", 0, 0, 500), ("'", -300, 100, 0)]),
    ("e'`", false, [("e", 0, 0, 500), ("'", -300, 100, 0), ("`", -300, 200, 0)]),
    ("gh", true, [("h", 0, 0, 500), ("g", 0, 0, 500)]), ("xA", true, [("A", 0, 0, 500)]),
    ("Vx", true, [("V", 0, 0, 500)]),
  ]
).make()

private func laid(
  _ text: AttributedString, width: Fixed = 1000, wrapped: Bool = false, alignment: TextLayer.AlignmentMode = .natural,
  _ truncation: TextLayer.TruncationMode = .none
) -> LaidText {
  LaidText(text, width: width, wrapped: wrapped, alignment: alignment, truncation: truncation, font: joining)
}

/// What a text shows, without regard for places.
private func shown(_ text: AttributedString) -> String { String(laid(text).glyphs.map { $0.character }) }

@Suite struct JoiningTests {
  @Test("L40 characters that the font joins become its glyphs, as many as can be")
  func ligatures() {
    #expect(shown("fi") == "1" && shown("ffi") == "2" && shown("fffi") == "f2" && shown("ffffifi") == "ff21")
    #expect(shown("f") == "f" && shown("ff") == "ff" && shown("if") == "if" && shown("f fi i") == "f1i")
    let text = laid("afib")
    #expect(text.x() == [0, 5, 12] && text.layout.size.width == 17)
  }

  @Test("L40 marks are where the font has them, one and two, and their ink is within the bounds")
  func marks() {
    let one = laid("ae'b")
    #expect(one.glyphs.map { $0.x } == [0, 5, 7, 10] && one.glyphs.map { $0.y } == [8, 8, 7, 8])
    #expect(one.runs[0].bounds == Rect(x: 0.5, y: 0, width: 14, height: 8) && one.layout.size.width == 15)
    let two = laid("e'`b")
    #expect(two.glyphs.map { $0.x } == [0, 2, 2, 5] && two.glyphs.map { $0.y } == [8, 7, 6, 8])
    #expect(two.runs[0].bounds == Rect(x: 0.5, y: -1, width: 9, height: 9))
    let back = laid("e'")
    #expect(back.runs[0].bounds == Rect(x: 0.5, y: 0, width: 6, height: 8))
  }

  @Test("L40 another font, size, colour or underline within a sequence breaks it, as what stands between does")
  func breaks() {
    let f: AttributedString = "f"
    for attributes in [
      AttributedString.Attributes(font: RulerFont().make()), .init(fontSize: 11), .init(foregroundColor: red),
      .init(isUnderlined: true),
    ] {
      #expect(shown(f + AttributedString("i", attributes: attributes)) == "fi")
      #expect(shown(f + AttributedString("fi", attributes: attributes)).first == "f")
    }
    // The same look in two parts is one part.
    #expect(shown(f + "i") == "1")
    #expect(shown("f\u{200C}i") == "fi" && shown("f\u{AD}i") == "fi" && shown("f\ni") == "fi" && shown("f\ti") == "fi")
    #expect(shown("fé") == "f□" && shown("e\u{200B}'") == "e'" && laid("e\u{200B}'").x() == [0, 5])
  }

  @Test(
    "L40 letters that stand apart do not join; a mark stays where it is on its letter, and what is added is behind both"
  )
  func tracking() {
    let text = laid(AttributedString("fie'`b", attributes: .init(kern: 2)))
    #expect(text.glyphs.map { $0.character } == ["f", "i", "e", "'", "`", "b"])
    #expect(text.glyphs.map { $0.x } == [0, 7, 14, 16, 16, 21] && text.layout.size.width == 28)
    #expect(laid(AttributedString("fi", attributes: .init(kern: 0))).glyphs.count == 1)
    #expect(laid(AttributedString("a~b", attributes: .init(kern: 2))).glyphs.map { $0.x } == [0, 5, 7])
  }

  @Test("L40 a sequence is kerned by its first glyph with what is before it and by its last with what follows")
  func kerning() {
    #expect(laid("AVxa").x() == [0, 4, 9] && laid("xAV").x() == [0, 4] && laid("xAVx").x() == [0, 4])
    #expect(laid("Ae'V").x() == [0, 5, 10] && laid("xA\nV").glyphs.map { $0.x } == [0, 0])
    #expect(laid(AttributedString("xAV", attributes: .init(kern: 0))).x() == [0, 5])
  }

  @Test("L40 a line ends before or behind a sequence, never in it, however narrow")
  func lineEnds() {
    func lines(_ text: AttributedString, _ width: Fixed) -> [String] {
      let glyphs = laid(text, width: width, wrapped: true).glyphs
      var lines: [String] = []
      // A line is 11 from the next, a mark 2 at most from its line.
      for glyph in glyphs {
        let line = (glyph.y.floor - 6) / 11
        while lines.count <= line { lines.append("") }
        lines[line].append(glyph.character)
      }
      return lines
    }
    #expect(lines("e'`e'a", 7) == ["e'`", "e'", "a"] && lines("ae'`b", 10) == ["ae'`", "b"])
    #expect(lines("ae'`b", 9) == ["a", "e'`", "b"] && lines("e'`e'", 1) == ["e'`", "e'"])
    #expect(lines("affib", 14) == ["a2", "b"] && lines("affib", 13) == ["a", "2", "b"] && lines("ffi", 1) == ["2"])
    #expect(lines("ab e'`", 16) == ["ab", "e'`"] && lines("be'-e'b", 17) == ["be'-", "e'b"])
    #expect(lines("aghb", 10) == ["a", "hg", "b"] && lines("gh", 9) == ["hg"] && lines("a gh", 16) == ["a", "hg"])
    // Nor between a glyph without an advance and the one before it.
    #expect(lines("ab~c", 10) == ["ab~", "c"] && lines("a~~", 1) == ["a~~"])
  }

  @Test("L40 a truncated line has a sequence whole or not at all, at its start, in its middle and at its end")
  func truncation() {
    func cut(_ text: AttributedString, _ width: Fixed, _ mode: TextLayer.TruncationMode) -> String {
      String(laid(text, width: width, mode).glyphs.map { $0.character })
    }
    #expect(cut("ae'`bcd", 15, .end) == "ae'`…" && cut("ae'`bcd", 14, .end) == "a…")
    #expect(cut("dcbae'`", 10, .start) == "…e'`" && cut("dcbae'`", 9, .start) == "…")
    #expect(cut("abe'`cd", 20, .middle) == "ab…d" && cut("e'`bcde'`", 15, .middle) == "e'`…e'`")
    #expect(cut("affibcd", 19, .end) == "a2…" && cut("affibcd", 18, .end) == "a…")
    #expect(cut("aghb", 15, .end) == "a…" && cut("aghbc", 20, .end) == "ahg…")
    #expect(cut("bgha", 15, .start) == "…a" && cut("cbgha", 20, .start) == "…hga")
    #expect(cut("bcdffi", 14, .start) == "…2" && cut("bcdffi", 13, .start) == "…" && cut("ffie'`", 14, .end) == "2e'`")
  }

  @Test("L40 underlines, alignment and a text's size go by the sequence's width")
  func widths() {
    let under = laid(AttributedString("fie'", attributes: .init(isUnderlined: true)))
    #expect(under.runs[0].underline == Rect(x: 0, y: 8.75, width: 12, height: 0.5))
    #expect(
      laid("fi", width: 20, alignment: .right).x() == [13] && laid("fi", width: 20, alignment: .center).x() == [6.5])
    let justified = laid("fi e' b cc", width: 29, wrapped: true, alignment: .justified)
    // 7, 5 and 5 wide, 12 for two spaces.
    #expect(justified.glyphs.prefix(4).map { $0.x } == [0, 13, 15, 24])
    #expect(AttributedString("fie'").size(font: joining, fontSize: 10) == Size(width: 12, height: 10))
  }

  @Test("L40 a glyph without an advance stays with the one before it, but not with a space or at a line's start")
  func bareMarks() {
    #expect(laid("a~b").x() == [0, 5, 5] && laid("~a").x() == [0, 0] && laid("a\n~").layout.size.height == 21)
    #expect(laid("a ~b", width: 6, wrapped: true).layout.size.height == 21)
    #expect(laid("~ab", width: 4, wrapped: true).layout.size.height == 32)
    #expect(laid("a\n~bc", width: 6, wrapped: true).layout.size.height == 32)
  }

  @Test("L40 L31 text in contents has its marks and ligatures where a text layer has them")
  func drawn() {
    let (layer, drawing) = (
      makeText("\ne'`fi", Rect(x: 4, y: 4, width: 60, height: 44), font: joining, size: 20), Joined()
    )
    drawing.frame = layer.frame
    drawing.setNeedsDisplay()
    let (screen, other) = (TestScreen(width: 70, height: 50), TestScreen(width: 70, height: 50))
    for (screen, shown) in [(screen, layer as Layer), (other, drawing)] {
      let root = makeRoot(70, 50)
      root.addSublayer(shown)
      screen.draw(root)
    }
    #expect(screen.pixels == other.pixels)
    // The letters reach up to 28, the upper mark to 24.
    #expect(screen.pixel(10, 24) == 0xFFFFFF && screen.pixel(10, 23) == 0)
    #expect(screen.pixel(20, 28) == 0xFFFFFF && screen.pixel(20, 27) == 0)
  }
}

private final class Joined: Layer {
  override func draw(in context: DrawingContext) {
    context.setFillColor(.white)
    context.draw("\ne'`fi", in: bounds, font: joining, fontSize: 20)
  }
}
