import FixedRaster
import PanelAssets

@testable import LayerRuntime
@testable import Packs

/// A font that is made up so that lines can be counted by hand: of 1000 units an em, every character of ASCII is 500
/// wide, 800 of a line are above the baseline and 200 below, 100 between lines; A and V are 100 closer together.
/// Everything but the space is a box. Glyph 1 is the space, glyph 2 the exclamation mark, and so on.
struct RulerFont {
  /// What the ellipsis is as wide as; 0 if the font has none.
  var ellipsis = 500
  /// Whether there are characters other than letters.
  var hasPunctuation = true
  var underlineThickness = 50
  /// A character without an advance.
  var mark: Character?
  /// What characters become together: each glyph with its place, and its advance.
  var sequences: [(text: String, joinsLetters: Bool, glyphs: [(Character, x: Int, y: Int, advance: Int)])] = []

  static let font = RulerFont().make()

  func make() -> FontPack {
    do throws(PackError) { return try FontPack(bytes: bytes) } catch { fatalError(error.message) }
  }

  /// What a glyph of the font is for; "□" for the missing-glyph box.
  static func character(_ glyph: GlyphIndex) -> Character {
    switch glyph.rawValue {
    case 0: "□"
    case 1...95: Character(Unicode.Scalar(UInt8(glyph.rawValue) + 31))
    default: "…"
    }
  }

  /// The glyph of a character of ASCII.
  static func glyph(_ character: Character) -> Int { Int(character.asciiValue ?? 31) - 31 }

  private var bytes: [UInt8] {
    let glyphs = 97
    var writer = PackWriter(kind: 1)
    var header = SectionBytes()
    for number in [1000, glyphs, 800, 200, 100, 700, 500, underlineThickness] { header.append(u16: number) }
    header.append(i16: -100)
    let segments = (hasPunctuation ? [(0x20, 95, 1)] : [(0x41, 58, 34)]) + (ellipsis > 0 ? [(0x2026, 1, 96)] : [])
    header.append(u16: segments.count)
    for side in [50, 0, 450, 700] { header.append(i16: side) }
    for number in [2, 2, 5, 5] { header.append(u16: number) }
    writer.add("FONT", header)
    var (names, map, advances, offsets, outlines, kerning) = (
      SectionBytes(), SectionBytes(), SectionBytes(), SectionBytes(), SectionBytes(), SectionBytes()
    )
    names.append(Array("RulerPlain".utf8))
    for (first, count, glyph) in segments {
      map.append(u32: first)
      map.append(u16: count)
      map.append(u16: glyph)
    }
    for glyph in 0..<glyphs { advances.append(u16: glyph == 96 ? ellipsis : glyph == mark.map(Self.glyph) ? 0 : 500) }
    for glyph in 0..<glyphs {
      offsets.append(u32: outlines.bytes.count)
      if glyph != 1 { appendBox(&outlines) }
    }
    offsets.append(u32: outlines.bytes.count)
    let (a, v) = (34, 55)
    for glyph in 0..<glyphs { kerning.append(u16: glyph == a ? 1 : 0) }
    for glyph in 0..<glyphs { kerning.append(u16: glyph == v ? 1 : 0) }
    for value in [0, 0, 0, -100] { kerning.append(i16: value) }
    for (tag, section) in [
      ("NAME", names), ("CMAP", map), ("ADVN", advances), ("GLYF", offsets), ("OUTL", outlines), ("KERN", kerning),
    ] {
      writer.add(tag, section)
    }
    if !sequences.isEmpty { writer.add("SEQU", sequenceSection) }
    return writer.finish()
  }

  private var sequenceSection: SectionBytes {
    var (section, glyphs) = (SectionBytes(), SectionBytes())
    section.append(u16: sequences.count)
    var end = 0
    for sequence in sequences.sorted(by: { $0.text < $1.text }) {
      let key = sequence.text.map(Self.glyph)
      for i in 0..<4 { section.append(u16: i < key.count ? key[i] : 0) }
      end += sequence.glyphs.count
      section.append(u16: end | (sequence.joinsLetters ? 0x8000 : 0))
      for (character, x, y, advance) in sequence.glyphs {
        glyphs.append(u16: Self.glyph(character))
        for number in [x, y, advance] { glyphs.append(i16: number) }
      }
    }
    section.append(glyphs.bytes)
    return section
  }

  private func appendBox(_ outlines: inout SectionBytes) {
    outlines.append(u16: 4)
    outlines.append(u16: 4)
    outlines.append([0b0101_0100])
    outlines.padToFour()
    for (x, y) in [(50, 0), (450, 0), (450, 700), (50, 700)] {
      outlines.append(i16: x)
      outlines.append(i16: y)
    }
  }
}
