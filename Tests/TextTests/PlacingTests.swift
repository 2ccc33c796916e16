import FixedRaster
import Testing

@testable import LayerRuntime

private let red = Color(red: 255, green: 0, blue: 0)

@Suite struct PlacingTests {
  @Test("L40 glyphs follow each other by their advances on a baseline an ascent below the top")
  func origins() {
    let text = LaidText("ab c\nd")
    #expect(text.glyphs.map { $0.x } == [0, 5, 15, 0] && text.glyphs.map { $0.y } == [8, 8, 8, 19])
    #expect(text.layout.size == Size(width: 20, height: 21))
    #expect(text.glyphs.allSatisfy { $0.size == 10 && $0.color == .white && $0.font === RulerFont.font })
    #expect(text.runs.count == 2 && text.runs[0].glyphCount == 3 && text.runs[1].firstGlyph == 3)
  }

  @Test("L40 UTF-8 of one to four bytes is one glyph a character; one that the font lacks is its box")
  func unicode() {
    #expect(LaidText("aé€😀b").lines == ["a□□□b"] && LaidText("aé€😀b").x() == [0, 5, 10, 15, 20])
    #expect(LaidText("ab…").lines == ["ab…"])
    #expect(LaidText("ab", font: .missing).glyphs.map { $0.x } == [0, 6])
  }

  @Test("L40 pairs are kerned within a line, not across its end, a newline, or another font or size")
  func kerning() {
    #expect(LaidText("AVA").x() == [0, 4, 9] && LaidText("AVA").layout.size.width == 14)
    #expect(LaidText("AV", width: 5, wrapped: true).x(line: 1) == [0])
    #expect(LaidText("A\nV").x(line: 1) == [0])
    let a = AttributedString("A")
    #expect(LaidText(a + AttributedString("V", attributes: .init(foregroundColor: red))).x() == [0, 4])
    #expect(LaidText(a + AttributedString("V", attributes: .init(fontSize: 20))).x() == [0, 5])
    #expect(LaidText(a + AttributedString("V", attributes: .init(font: RulerFont().make()))).x() == [0, 5])
  }

  @Test("L40 kern 0 leaves pairs as they are, another number adds to each glyph's advance")
  func kern() {
    #expect(LaidText(AttributedString("AVA", attributes: .init(kern: 0))).x() == [0, 5, 10])
    let wide = LaidText(AttributedString("AVA", attributes: .init(kern: 2)))
    #expect(wide.x() == [0, 6, 13] && wide.layout.size.width == 20)
    #expect(LaidText(AttributedString("AVA", attributes: .init(kern: -2))).x() == [0, 2, 5])
    #expect(LaidText(AttributedString("ab", attributes: .init(kern: 2)) + "cd").x() == [0, 7, 14, 19])
  }

  @Test("L40 lines keep to the left, the right or the middle; natural is left")
  func alignment() {
    let text: AttributedString = "abc\nd"
    #expect(LaidText(text, width: 30, alignment: .natural).x() == [0, 5, 10])
    #expect(LaidText(text, width: 30, alignment: .left).x(line: 1) == [0])
    #expect(LaidText(text, width: 30, alignment: .right).x() == [15, 20, 25])
    #expect(LaidText(text, width: 30, alignment: .right).x(line: 1) == [25])
    #expect(LaidText(text, width: 30, alignment: .center).x() == [7.5, 12.5, 17.5])
    #expect(LaidText(text, width: 30, alignment: .center).x(line: 1) == [12.5])
    // What is too wide goes beyond the side, or both sides.
    #expect(LaidText("abcd", width: 10, alignment: .right).x() == [-10, -5, 0, 5])
    #expect(LaidText("abcd", width: 10, alignment: .center).x() == [-5, 0, 5, 10])
  }

  @Test("L40 justified lines end where the room does, their spaces widened alike, except the last of a paragraph")
  func justified() {
    let text = LaidText("a b c dd\ne f", width: 29, wrapped: true, alignment: .justified)
    #expect(text.lines.count == 3 && text.x() == [0, 12, 24])
    #expect(text.x(line: 1) == [0, 5] && text.x(line: 2) == [0, 10])
    // Seven parts to be shared by two spaces: the last glyph ends exactly at the side.
    let uneven = LaidText(
      "a b c dd", width: Fixed(rawValue: 25 * 65536 + 7), wrapped: true, alignment: .justified)
    #expect(uneven.x() == [0, Fixed(rawValue: 10 * 65536 + 3), Fixed(rawValue: 20 * 65536 + 7)])
    // Neither a line of one word, nor spaces that begin a paragraph, nor lines that are not broken.
    #expect(LaidText("aa bbbb", width: 24, wrapped: true, alignment: .justified).x() == [0, 5])
    #expect(LaidText("  a b cccc", width: 29, wrapped: true, alignment: .justified).x() == [10, 24])
    #expect(LaidText("a b", width: 30, alignment: .justified).x() == [0, 10])
  }

  @Test("L40 parts of a line have their own font, size and colour on one baseline; the tallest makes the line's height")
  func parts() {
    let other = RulerFont().make()
    let text =
      AttributedString("a") + AttributedString("b", attributes: .init(fontSize: 20))
      + AttributedString("c", attributes: .init(font: other, foregroundColor: red)) + "\nd"
    let laid = LaidText(text)
    #expect(laid.glyphs.map { $0.x } == [0, 5, 15, 0] && laid.glyphs.map { $0.y } == [16, 16, 16, 30])
    #expect(
      laid.glyphs.map { $0.size } == [10, 20, 10, 10] && laid.glyphs.map { $0.color } == [.white, .white, red, .white])
    #expect(laid.glyphs.map { $0.font === other } == [false, false, true, false])
    #expect(laid.runs.count == 4 && laid.layout.size == Size(width: 20, height: 32))
  }

  @Test("L40 an underline lies where the font has it, under the spaces of its part too, one for each line")
  func underline() {
    let text = LaidText(AttributedString("x") + AttributedString("a b cc", attributes: .init(isUnderlined: true)))
    #expect(text.runs.map { $0.underline.isEmpty } == [true, false])
    // 100 units below the baseline, 50 thick.
    #expect(text.runs[1].underline == Rect(x: 5, y: 8.75, width: 30, height: 0.5))
    let broken = LaidText(
      AttributedString("aa bb", attributes: .init(isUnderlined: true)), width: 20, wrapped: true, alignment: .right)
    #expect(
      broken.runs.map { $0.underline } == [
        Rect(x: 10, y: 8.75, width: 10, height: 0.5), Rect(x: 10, y: 19.75, width: 10, height: 0.5),
      ])
    let bare = RulerFont(underlineThickness: 0).make()
    let made = LaidText(AttributedString("a", attributes: .init(fontSize: 18, isUnderlined: true)), font: bare)
    #expect(made.runs[0].underline == Rect(x: 0, y: 14.4 + 2 - 0.5, width: 9, height: 1))
    #expect(LaidText(AttributedString("  a", attributes: .init(isUnderlined: true))).runs[0].underline.minX == 0)
  }

  @Test("L40 a run's bounds and the layout's hold the ink of every glyph and every underline")
  func bounds() {
    let laid = LaidText("ab\nc")
    // Each box from 50 to 450 units, 700 high.
    #expect(laid.runs[0].bounds == Rect(x: 0.5, y: 1, width: 9, height: 7))
    #expect(laid.runs[1].bounds == Rect(x: 0.5, y: 12, width: 4, height: 7))
    let all = laid.layout.inkBounds
    #expect(all == Rect(x: 0.5, y: 1, width: 9, height: 18) && LaidText(" ").layout.inkBounds == .zero)
    let back = LaidText(AttributedString("abc", attributes: .init(kern: -7)))
    #expect(back.x() == [0, -2, -4] && back.runs[0].bounds == Rect(x: -3.5, y: 1, width: 8, height: 7))
    let under = LaidText(AttributedString(" a", attributes: .init(isUnderlined: true)))
    #expect(under.runs[0].bounds == Rect(x: 0, y: 1, width: 10, height: 8.25))
  }

  @Test("L40 a text's size is known without a layer: that of its lines, and a room of that size holds it")
  func measuring() {
    let text = AttributedString("aaa bbb ccc")
    let font = RulerFont.font
    #expect(text.size(font: font, fontSize: 10) == Size(width: 55, height: 10))
    #expect(text.size(font: font, fontSize: 10, maxWidth: 36) == Size(width: 35, height: 21))
    #expect(text.size(font: font).height == 36)
    #expect(AttributedString("ab\nc").size(font: font, fontSize: 10) == Size(width: 10, height: 21))
    #expect(AttributedString("").size() == .zero)
    let odd = AttributedString("AVbcd efg", attributes: .init(font: font, fontSize: 13.7, kern: 0.3))
    let size = odd.size()
    let laid = LaidText(odd, width: size.width, height: size.height, wrapped: true, truncation: .end)
    #expect(!laid.layout.isTruncated && laid.layout.size == size && laid.layout.runCount == 1)
  }
}
