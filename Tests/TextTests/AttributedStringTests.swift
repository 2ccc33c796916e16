import FixedRaster
import Testing

@testable import LayerRuntime

private let red = Color(red: 255, green: 0, blue: 0)

/// Where the runs end, in bytes, with their sizes; −1 for none.
private func sizes(_ text: AttributedString) -> [[Int]] {
  text.runs.map { [$0.end, $0.attributes.fontSize?.floor ?? -1] }
}

@Suite struct AttributedStringTests {
  private func sized(_ string: String, _ size: Fixed) -> AttributedString {
    AttributedString(string, attributes: .init(fontSize: size))
  }

  @Test("L40 appending joins parts, neighbours that look the same into one; a plain string has no parts")
  func appending() {
    #expect(AttributedString("abc").runs.isEmpty && (AttributedString("a") + "b").runs.isEmpty)
    #expect(sizes(sized("ab", 9)) == [[2, 9]] && sized("", 9).runs.isEmpty)
    var text = sized("ab", 9)
    text += sized("é", 9)
    #expect(sizes(text) == [[4, 9]] && text.string == "abé")
    text += "x"
    text += sized("y", 12)
    #expect(sizes(text) == [[4, 9], [5, -1], [6, 12]])
    #expect(sizes("ab" + sized("c", 9)) == [[2, -1], [3, 9]] && sizes("" + sized("c", 9)) == [[1, 9]])
    #expect(sizes(sized("c", 9) + "") == [[1, 9]] && AttributedString("").isEmpty && !text.isEmpty)
  }

  @Test("L40 attributes of a range are set or added, and read back character by character")
  func ranges() {
    var text = AttributedString("abcdef")
    func range(_ low: Int, _ high: Int) -> Range<String.Index> {
      let utf8 = text.string.utf8
      return utf8.index(utf8.startIndex, offsetBy: low)..<utf8.index(utf8.startIndex, offsetBy: high)
    }
    text.addAttributes(.init(fontSize: 9), range: range(1, 4))
    #expect(sizes(text) == [[1, -1], [4, 9], [6, -1]])
    text.addAttributes(.init(foregroundColor: red), range: range(3, 6))
    #expect(sizes(text) == [[1, -1], [3, 9], [4, 9], [6, -1]])
    #expect(text.attributes(at: range(3, 4).lowerBound) == .init(fontSize: 9, foregroundColor: red))
    #expect(text.attributes(at: range(5, 6).lowerBound) == .init(foregroundColor: red))
    #expect(
      text.attributes(at: range(0, 1).lowerBound) == .init() && text.attributes(at: range(2, 3).lowerBound).kern == nil)
    text.setAttributes(.init(kern: 1), range: range(0, 6))
    #expect(text.runs == [.init(end: 6, attributes: .init(kern: 1))])
    text.setAttributes(.init(), range: range(2, 2))
    #expect(text.runs.count == 1)
    text.setAttributes(.init(), range: range(0, 6))
    #expect(text.runs.isEmpty && text.string == "abcdef")
    #expect(text.attributes(at: range(0, 1).lowerBound) == .init())
  }

  @Test("L40 of two attributes for the same thing the added one stays, of different things both")
  func merging() {
    let font = RulerFont.font
    var text = AttributedString(
      "ab", attributes: .init(font: font, fontSize: 9, foregroundColor: red, kern: 1, isUnderlined: true))
    text.addAttributes(.init(fontSize: 10), range: text.string.startIndex..<text.string.endIndex)
    #expect(
      text.runs[0].attributes == .init(font: font, fontSize: 10, foregroundColor: red, kern: 1, isUnderlined: true))
    text.addAttributes(
      .init(font: .missing, foregroundColor: .black, kern: 0), range: text.string.startIndex..<text.string.endIndex)
    #expect(
      text.runs[0].attributes
        == .init(font: .missing, fontSize: 10, foregroundColor: .black, kern: 0, isUnderlined: true))
  }

  @Test("L40 texts are equal by their characters and looks; letters that are only equivalent have other glyphs")
  func equality() {
    #expect(AttributedString("ab") == "ab" && AttributedString("ab") != "abc" && sized("ab", 9) != "ab")
    #expect(sized("ab", 9) == sized("a", 9) + sized("b", 9) && sized("ab", 9) != sized("ab", 10))
    #expect("\u{E9}" == "e\u{301}" && AttributedString("\u{E9}") != AttributedString("e\u{301}"))
    let looks: [AttributedString.Attributes] = [
      .init(), .init(font: .missing), .init(font: RulerFont.font), .init(fontSize: 1), .init(foregroundColor: red),
      .init(kern: 0), .init(kern: 1), .init(isUnderlined: true),
    ]
    for i in looks.indices { for j in looks.indices { #expect((looks[i] == looks[j]) == (i == j)) } }
  }
}
