import LayerRuntime
import Testing
import pack_fuzz

@Suite struct SequenceRefusalTests {
  /// A record of the sample's, AB, ABA, BB, in bytes from the pack's start.
  private func record(_ index: Int, _ damage: FontDamage) -> Int { damage.start("SEQU") + 2 + index * 10 }

  @Test("P03 a sequence of none or of one character is refused, and one with a gap, wherever that is")
  func length() {
    for (numbers, place, found) in [
      ([0, 0, 0, 0], 4, 0), ([3, 0, 0, 0], 4, 1), ([0, 3, 3, 3], 1, 0), ([3, 0, 3, 0], 2, 1), ([3, 3, 0, 3], 3, 2),
    ] {
      var damage = FontDamage()
      let at = record(2, damage)
      for (i, number) in numbers.enumerated() { damage.set(at + i * 2, number) }
      damage.expect(.sequenceLength, at: at + place * 2, found: Int64(found))
    }
  }

  @Test("P03 sequences that do not ascend are refused, the same twice too")
  func order() {
    var same = FontDamage(), below = FontDamage()
    same.set(record(1, same) + 4, 0)
    same.expect(.sequenceOrder, at: record(1, same) + 8, found: 0)
    below.set(record(2, below), 2)
    below.set(record(2, below) + 2, 2)
    below.expect(.sequenceOrder, at: record(2, below) + 8, found: 0)
  }

  @Test("P03 a sequence of a glyph that there is not is refused, among its characters and among what they become")
  func glyph() {
    var character = FontDamage(), placed = FontDamage()
    let at = record(1, character) + 4
    character.set(at, 4)
    character.expect(.sequenceGlyph, at: at, found: 4, limit: 4)
    let last = record(3, placed) + 4 * 8
    placed.set(last, 65535)
    placed.expect(.sequenceGlyph, at: last, found: 65535, limit: 4)
  }

  @Test("P03 a sequence that becomes nothing, or more glyphs than it has characters, is refused")
  func end() {
    var nothing = FontDamage(), many = FontDamage()
    let at = record(0, nothing) + 8
    nothing.set(at, 0x8000)
    nothing.expect(.sequenceEnd, at: at, found: 0, limit: 0)
    many.set(at, 3)
    many.expect(.sequenceEnd, at: at, found: 3, limit: 0)
    nothing.set(at, 1)
    nothing.set(at + 10, 1)
    nothing.expect(.sequenceEnd, at: at + 10, found: 1, limit: 1)
  }

  @Test("P03 a section without sequences is refused, and one that is not as long as its sequences say")
  func section() throws {
    var none = FontDamage(), short = FontDamage(), long = FontDamage(), many = FontDamage()
    let (start, tag) = (none.start("SEQU"), Int64(0x5551_4553))
    none.set(start, 0)
    none.expect(.needlessSection, at: start, found: tag)
    let entry = try #require(short.pack.section("SEQU")?.entry)
    short.set(entry + 8, 2, bytes: 4)
    short.expect(.needlessSection, at: start, found: tag)
    long.set(record(2, long) + 8, 4)
    long.expect(.sectionLength, at: entry + 8, found: 72, limit: 64)
    many.set(start, 8)
    many.expect(.sectionLength, at: entry + 8, found: 72, limit: 84)
  }

  @Test("P03 every byte of a font's sequences may be anything: it is refused, or read without leaving the pack")
  func anything() {
    let damage = FontDamage()
    let start = damage.start("SEQU")
    var accepted = 0
    for offset in stride(from: 0, to: 72, by: 2) {
      for value in [0, 1, 2, 3, 4, 255, 0x7FFF, 0x8001, 0xFFFF] {
        var changed = damage
        changed.set(start + offset, value)
        changed.pack.seal()
        guard let font = try? FontPack(bytes: changed.pack.bytes) else { continue }
        accepted += 1
        let glyphs = [2, 3, 2, 3].map { GlyphIndex(rawValue: $0) }
        guard let sequence = font.sequence(glyphs) else { continue }
        for i in 0..<sequence.glyphCount { #expect(font.glyph(i, of: sequence).glyph.rawValue < 4) }
      }
    }
    #expect(accepted > 20)
  }
}
