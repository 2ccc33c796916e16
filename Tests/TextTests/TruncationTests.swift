import FixedRaster
import Testing

@testable import LayerRuntime
@testable import Packs

private func cut(
  _ text: AttributedString, _ characters: Int, _ mode: TextLayer.TruncationMode, font: FontPack = RulerFont.font
) -> [String] {
  LaidText(text, width: Fixed(characters * 5), truncation: mode, font: font).lines
}

@Suite struct TruncationTests {
  @Test("L40 a line that is too wide is cut at its start, middle or end, where an ellipsis stands; or not at all")
  func modes() {
    #expect(cut("abcdefghij", 5, .end) == ["abcd…"] && cut("abcdefghij", 5, .start) == ["…ghij"])
    #expect(cut("abcdefghij", 5, .middle) == ["ab…ij"] && cut("abcdefghij", 6, .middle) == ["abc…ij"])
    #expect(cut("abcdefghij", 5, .none) == ["abcdefghij"])
    for mode in [TextLayer.TruncationMode.start, .middle, .end] {
      #expect(cut("abcdefghij", 10, mode) == ["abcdefghij"])
      let text = LaidText("abcdefghij", width: 27, truncation: mode)
      #expect(text.layout.isTruncated && text.layout.size.width == 25)
      #expect(!LaidText("abcdefghij", width: 50, truncation: mode).layout.isTruncated)
    }
  }

  @Test("L40 spaces next to the ellipsis are left out")
  func spaces() {
    #expect(cut("abc defgh", 5, .end) == ["abc…"] && cut("abcdef gh", 4, .start) == ["…gh"])
    #expect(cut("ab cdef gh", 7, .middle) == ["ab…gh"])
  }

  @Test("L40 a font without an ellipsis shows three full stops, one without those nothing")
  func ellipses() {
    let stops = RulerFont(ellipsis: 0).make()
    #expect(cut("abcdefghij", 5, .end, font: stops) == ["ab..."])
    #expect(cut("abcdefghij", 5, .start, font: stops) == ["...ij"])
    let bare = RulerFont(ellipsis: 0, hasPunctuation: false).make()
    #expect(cut("abcdefghij", 5, .end, font: bare) == ["abcde"])
    #expect(cut("abcdefghij", 5, .start, font: bare) == ["fghij"])
    #expect(cut("abcdefghij", 5, .middle, font: bare) == ["abcij"])
    // A wider one leaves less for the text.
    #expect(cut("abcdefghij", 5, .end, font: RulerFont(ellipsis: 600).make()) == ["abc…"])
  }

  @Test("L40 where not even the ellipsis fits it stands alone")
  func narrow() {
    for mode in [TextLayer.TruncationMode.start, .middle, .end] {
      #expect(LaidText("abc", width: 4, truncation: mode).lines == ["…"])
    }
  }

  @Test("L40 each line that is too wide is cut by itself where lines are not broken")
  func severalLines() {
    #expect(cut("abcdef\nab\nghijkl", 4, .end) == ["abc…", "ab", "ghi…"])
    #expect(cut("abcdef\nab\nghijkl", 4, .start) == ["…def", "ab", "…jkl"])
  }

  @Test("L40 of broken text the last line that finds room is cut, none other and not without need")
  func wrappedLines() {
    let text: AttributedString = "aaa bbb ccc ddd eee"
    #expect(wrapped(text, 7, height: 21, .end) == ["aaa bbb", "ccc dd…"])
    #expect(wrapped(text, 7, height: 21, .start) == ["aaa bbb", "…dd eee"])
    #expect(wrapped(text, 7, height: 21, .middle) == ["aaa bbb", "ccc…eee"])
    #expect(wrapped(text, 7, height: 21) == ["aaa bbb", "ccc ddd"])
    #expect(wrapped(text, 7, height: 32, .end) == ["aaa bbb", "ccc ddd", "eee"])
    #expect(wrapped(text, 3, height: 10, .end) == ["aa…"])
  }

  @Test(
    "L40 paragraphs that find no room are cut too: the last one shown ends with the ellipsis, or ends with the text")
  func paragraphs() {
    #expect(wrapped("abc\ndef\nghi", 9, height: 21, .end) == ["abc", "def…"])
    #expect(wrapped("abc\ndef\nghi", 3, height: 21, .end) == ["abc", "de…"])
    #expect(wrapped("abc\ndef\nghi\n", 9, height: 21, .start) == ["abc", "…ghi"])
    #expect(wrapped("abc\ndef\nghi", 9, height: 21, .middle) == ["abc", "def…ghi"])
    #expect(wrapped("abc\n\ndef", 9, height: 21, .end) == ["abc", "…"])
    #expect(wrapped("abc\ndefghijk\nx", 6, height: 21, .middle) == ["abc", "defg…x"])
    // Nothing but blank lines.
    for mode in [TextLayer.TruncationMode.start, .middle, .end] {
      #expect(wrapped("abc\n \n\n", 9, height: 10, mode) == ["abc"])
      #expect(!LaidText("abc\n \n\n", height: 10, truncation: mode).layout.isTruncated)
    }
  }

  @Test("L40 the ellipsis looks like the characters it follows, and is put where the line is")
  func looks() {
    let red = Color(red: 255, green: 0, blue: 0)
    let text = AttributedString("ab") + AttributedString("cdefgh", attributes: .init(foregroundColor: red))
    let end = LaidText(text, width: 20, truncation: .end)
    #expect(end.lines == ["abc…"] && end.glyphs[3].color == red && end.glyphs[1].color == .white)
    let plain = LaidText(text, width: 15, truncation: .end)
    #expect(plain.lines == ["ab…"] && plain.glyphs.allSatisfy { $0.color == .white })
    #expect(LaidText(text, width: 15, truncation: .start).glyphs.allSatisfy { $0.color == red })
    #expect(LaidText("abcdefgh", width: 17, alignment: .right, truncation: .end).x() == [2, 7, 12])
    #expect(LaidText("AVAVAV", width: 16, truncation: .start).x() == [0, 5, 9])
    // A tall tail makes its line tall.
    let tall = AttributedString("abcdef ") + AttributedString("x", attributes: .init(fontSize: 20))
    #expect(LaidText(tall, width: 30, truncation: .middle).glyphs.allSatisfy { $0.y == 16 })
  }
}
