import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct BreakingTests {
  @Test("L40 lines are broken behind spaces, which do not count at the end of a line, however many they are")
  func spaces() {
    #expect(wrapped("the quick brown fox", 9) == ["the quick", "brown fox"])
    #expect(wrapped("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(wrapped("the quick brown fox", 8) == ["the", "quick", "brown", "fox"])
    #expect(wrapped("the quick     brown", 9) == ["the quick", "brown"])
    #expect(wrapped("the quick", 100) == ["the quick"] && wrapped("", 9).isEmpty)
    // One part in 65536 too little.
    let narrow = LaidText("the quick", width: Fixed(rawValue: 45 * 65536 - 1), wrapped: true)
    #expect(narrow.lines == ["the", "quick"])
    // Neither in width: the line is as wide as its words.
    #expect(LaidText("ab   ").layout.size.width == 10)
    #expect(LaidText("ab   ", width: 30, alignment: .right).x() == [20, 25])
    #expect(LaidText("ab   \ncd", width: 30, alignment: .right).x() == [20, 25])
  }

  @Test("L40 spaces in front of a text are kept, those of a break are not")
  func leadingSpaces() {
    #expect(LaidText("  ab").x() == [10, 15])
    #expect(LaidText("ab  cd", width: 15, wrapped: true).x(line: 1) == [0, 5])
    #expect(LaidText("ab\n cd", width: 15, wrapped: true).x(line: 1) == [5, 10])
  }

  @Test("L40 lines are broken behind hyphens within words, not between a hyphen and a digit or at the start of a word")
  func hyphens() {
    #expect(wrapped("well-known-fact", 11) == ["well-known-", "fact"])
    #expect(wrapped("well-known-fact", 10) == ["well-", "known-fact"])
    #expect(wrapped("a b-2 c", 4) == ["a", "b-2", "c"])
    #expect(wrapped("to -40 C", 4) == ["to", "-40", "C"] && wrapped("x --all", 3) == ["x", "--a", "ll"])
    // The en dash is not in the font, the no-break hyphen is no place for a break.
    #expect(wrapped("ab\u{2013}cd", 3) == ["ab□", "cd"] && wrapped("a ab\u{2011}c", 5) == ["a", "ab□c"])
  }

  @Test("L40 a word that is longer than a line is broken between its characters, one at least in each line")
  func longWords() {
    #expect(wrapped("abcdefgh", 3) == ["abc", "def", "gh"])
    #expect(wrapped("ab cdefgh ij", 4) == ["ab", "cdef", "gh", "ij"])
    #expect(LaidText("abc", width: 1, wrapped: true).lines == ["a", "b", "c"])
    #expect(LaidText("a bc", width: 1, wrapped: true).lines == ["a", "b", "c"])
  }

  @Test("L40 newlines of every kind begin a line, wrapped or not; CR LF is one; the last one begins none")
  func newlines() {
    for newline in ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"] {
      #expect(LaidText(AttributedString("ab\(newline)cd")).lines == ["ab", "cd"])
      #expect(wrapped(AttributedString("ab\(newline)cd"), 10) == ["ab", "cd"])
    }
    let gap = LaidText("a\n\nb\n")
    #expect(gap.glyphs.map { $0.y } == [8, 30] && gap.layout.size.height == 32)
    #expect(LaidText("a\r\n\r\nb").glyphs.map { $0.y } == [8, 30])
    #expect(LaidText("a\n\rb").glyphs.map { $0.y } == [8, 30])
    #expect(LaidText("\n").layout.size == Size(width: 0, height: 10))
    // A newline that the line has no room for is no line of its own.
    #expect(wrapped("abc\ndef", 3) == ["abc", "def"])
    #expect(LaidText("abc\ndef", width: 15, wrapped: true).layout.size.height == 21)
  }

  @Test("L40 a soft hyphen shows only where a line ends with it, and only if it finds room")
  func softHyphens() {
    #expect(wrapped("ab\u{AD}cd", 10) == ["abcd"] && wrapped("ab\u{AD}cd", 3) == ["ab-", "cd"])
    #expect(wrapped("ab\u{AD}cd\u{AD}ef", 5) == ["abcd-", "ef"])
    #expect(wrapped("ab\u{AD}cd\u{AD}ef", 4) == ["ab-", "cdef"])
    #expect(wrapped("x ab\u{AD}cd", 4) == ["x", "abcd"])
    // Words that are longer than a line.
    #expect(
      wrapped("abcd\u{AD}efgh", 4) == ["abcd", "efgh"] && wrapped("abcdefg\u{AD}hi", 4) == ["abcd", "efg-", "hi"])
    #expect(wrapped("abcd\u{AD}", 4) == ["abcd"] && LaidText("A\u{AD}V").x() == [0, 4])
    #expect(LaidText("ab\u{AD}cd", width: 20, wrapped: true, alignment: .right).x() == [0, 5, 10, 15])
    #expect(LaidText("ab\u{AD}cd", width: 16, wrapped: true, alignment: .right).x() == [1, 6, 11])
  }

  @Test("L40 a no-break space is no place for a break, a zero-width space is one and shows nothing")
  func specialSpaces() {
    #expect(wrapped("a b\u{A0}c", 4) == ["a", "b□c"])
    #expect(wrapped("ab\u{200B}cd", 3) == ["ab", "cd"] && LaidText("ab\u{200B}cd").x() == [0, 5, 10, 15])
  }

  @Test("L40 a tab is four spaces; controls, joiners, marks of direction and variation selectors show nothing")
  func controls() {
    #expect(LaidText("a\tb").x() == [0, 25] && wrapped("ab\tcd", 4) == ["ab", "cd"])
    for nothing in [
      "\u{1}", "\u{7F}", "\u{9F}", "\u{200D}", "\u{200F}", "\u{202E}", "\u{2060}", "\u{FE0F}", "\u{FEFF}",
    ] { #expect(LaidText(AttributedString("a\(nothing)b")).x() == [0, 5]) }
  }

  @Test("L40 as many lines show as find room, one at least; the gap below the last needs none")
  func height() {
    let text: AttributedString = "aa bb cc dd"
    #expect(wrapped(text, 2, height: 32) == ["aa", "bb", "cc"])
    #expect(wrapped(text, 2, height: Fixed(rawValue: 32 * 65536 - 1)) == ["aa", "bb"])
    #expect(wrapped(text, 2, height: 1) == ["aa"] && wrapped(text, 2, height: 43).count == 4)
    #expect(LaidText("a\nb\nc", height: 21).lines == ["a", "b"])
    let cut = LaidText(text, width: 10, height: 32, wrapped: true)
    #expect(cut.layout.isTruncated && cut.layout.size == Size(width: 10, height: 32))
    #expect(!LaidText(text, width: 10, height: 43, wrapped: true).layout.isTruncated)
  }

  /// A breaker that knows words of letters and single spaces only, and does it the slow way.
  private func reference(_ words: [String], _ characters: Int) -> [String] {
    var lines = [""]
    for word in words {
      let joined = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
      if joined.count <= characters {
        lines[lines.count - 1] = joined
        continue
      }
      var rest = word[...]
      if lines[lines.count - 1].isEmpty { lines.removeLast() }
      while rest.count > characters {
        lines.append(String(rest.prefix(characters)))
        rest = rest.dropFirst(characters)
      }
      lines.append(String(rest))
    }
    return lines
  }

  @Test("L40 a thousand random texts are broken as a slow and simple breaker does")
  func random() {
    var state: UInt64 = 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var (broken, split) = (0, 0)
    for _ in 0..<1000 {
      let words = (0...next(12)).map { _ in String(repeating: "x", count: 1 + next(9)) }
      let characters = 1 + next(14)
      let expected = reference(words, characters)
      #expect(wrapped(AttributedString(words.joined(separator: " ")), characters) == expected)
      if expected.count > 1 { broken += 1 }
      if words.contains(where: { $0.count > characters }) { split += 1 }
    }
    #expect(broken > 500 && split > 200)
  }
}
