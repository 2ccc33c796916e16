import Testing

@testable import SystemFiles

@Suite struct PrintableTests {
  @Test(
    "P01 what would move a terminal's cursor, end a line or turn its direction is shown escaped",
    arguments: [
      ("plain /dev/fb0 é € 漢 🙂", "plain /dev/fb0 é € 漢 🙂"), ("", ""), ("a\nb\r\tc", "a\\nb\\r\\tc"),
      ("\u{1B}[2J\u{7}\0\u{7F}", "\\x1B[2J\\x07\\x00\\x7F"), ("\u{9B}31m", "\\u{009B}31m"),
      ("a\u{202E}b\u{2066}\u{200F}\u{2028}\u{FEFF}\u{61C}", "a\\u{202E}b\\u{2066}\\u{200F}\\u{2028}\\u{FEFF}\\u{061C}"),
    ])
  func escapes(text: String, expected: String) { #expect(printable(text) == expected) }

  @Test("P01 bytes that are no UTF-8 are shown one by one")
  func notUTF8() {
    #expect(printable([65, 0xFF, 0xC3, 66]) == "A\\xFF\\xC3B")
    #expect(
      printable([0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80])
        == "\\xC0\\x80\\xED\\xA0\\x80\\xF4\\x90\\x80\\x80")
    #expect(printable([0xE2, 0x82]) == "\\xE2\\x82" && printable([0xE2, 0x82, 0xAC]) == "€")
  }

  @Test("P01 every byte alone, and any two, become printable text that says which they were")
  func everyPair() {
    for first in 0...255 as ClosedRange<UInt8> {
      for second in 0...255 as ClosedRange<UInt8> {
        let text = printable([first, second])
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 32 && !(0x7F...0x9F).contains($0.value) }
        if !isPlain || text.isEmpty { Issue.record("\(first) \(second): \(text)") }
      }
    }
  }

  @Test("P01 of what is long the start and the end are shown, cut between characters")
  func long() {
    let exact = String(repeating: "a", count: 320)
    #expect(printable(exact) == exact)
    let cut = printable("start " + String(repeating: "é", count: 1_000_000) + " end")
    #expect(cut == "start " + String(repeating: "é", count: 97) + "…" + String(repeating: "é", count: 48) + " end")
    let controls = printable([UInt8](repeating: 27, count: 321))
    #expect(controls == String(repeating: "\\x1B", count: 200) + "…" + String(repeating: "\\x1B", count: 100))
    // Continuation bytes alone have no boundary.
    #expect(printable([UInt8](repeating: 0x80, count: 400)).count == 1201)
  }
}
