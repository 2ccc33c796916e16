import LayerRuntime
import Testing
import pack_fuzz

@Suite struct FontRefusalTests {
  @Test("P03 the fonts that are damaged here are accepted as they are")
  func sample() throws {
    #expect(fontRefusal(SampleFont().bytes) == nil)
    #expect(fontRefusal(FontDamage(longOutline: 512).pack.bytes) == nil)
  }

  @Test("P03 units per em of 15 or 16385 are refused")
  func unitsPerEm() {
    for units in [0, 15, 16385] {
      var damage = FontDamage()
      let at = damage.start("FONT")
      damage.set(at, units)
      damage.expect(.unitsPerEm, at: at, found: Int64(units))
    }
  }

  @Test("P03 a font without glyphs is refused")
  func glyphCount() {
    var damage = FontDamage()
    damage.set(damage.start("FONT") + 2, 0)
    damage.expect(.glyphCount, at: damage.start("FONT") + 2, found: 0)
  }

  @Test("P03 a measure above 32767 is refused, each of the six", arguments: [4, 6, 8, 10, 12, 14])
  func measures(field: Int) {
    var damage = FontDamage()
    damage.set(damage.start("FONT") + field, 32768)
    damage.expect(.metric, at: damage.start("FONT") + field, found: 32768)
  }

  @Test("P03 lines without height are refused")
  func lineHeight() {
    var damage = FontDamage()
    damage.set(damage.start("FONT") + 4, 0, bytes: 4)
    damage.expect(.lineHeight, at: damage.start("FONT") + 4, found: 0)
  }

  @Test("P03 a bounding box that ends before it begins is refused")
  func boundingBox() {
    var wide = FontDamage(), high = FontDamage()
    wide.set(wide.start("FONT") + 24, -21)
    wide.expect(.boundingBox, at: wide.start("FONT") + 24, found: -21, limit: -20)
    high.set(high.start("FONT") + 26, -181)
    high.expect(.boundingBox, at: high.start("FONT") + 26, found: -181, limit: -180)
  }

  @Test("P03 names that are not UTF-8 are refused, the family's and the style's")
  func names() {
    var family = FontDamage(), style = FontDamage()
    family.set(family.start("NAME") + 1, 0xFF, bytes: 1)
    family.expect(.name, at: family.start("NAME"), found: 7)
    style.set(style.start("NAME") + 7, 0x80, bytes: 1)
    style.expect(.name, at: style.start("NAME") + 7, found: 5)
  }

  @Test("P03 a character map that is not strictly ascending is refused")
  func characterOrder() {
    for first in [0x20, 0x1F, 0] {
      var damage = FontDamage()
      damage.set(damage.start("CMAP") + 8, first, bytes: 4)
      damage.expect(.characterOrder, at: damage.start("CMAP") + 8, found: Int64(first), limit: 0x21)
    }
  }

  @Test("P03 a segment of no characters is refused")
  func segmentLength() {
    var damage = FontDamage()
    damage.set(damage.start("CMAP") + 12, 0)
    damage.expect(.segmentLength, at: damage.start("CMAP") + 12, found: 0)
  }

  @Test("P03 characters beyond Unicode, or surrogates, are refused")
  func characterRange() {
    for (first, last) in [(0x10FFFF, 0x110000), (0xD7FF, 0xD800), (0xDFFF, 0xE000), (0xFFFF_FFFF, 0x1_0000_0000)] {
      var damage = FontDamage()
      damage.set(damage.start("CMAP") + 8, first, bytes: 4)
      damage.expect(.characterRange, at: damage.start("CMAP") + 8, found: Int64(last))
    }
  }

  @Test("P03 a character's glyph that the font has not is refused")
  func characterGlyph() {
    var damage = FontDamage()
    damage.set(damage.start("CMAP") + 14, 3)
    damage.expect(.characterGlyph, at: damage.start("CMAP") + 14, found: 4, limit: 4)
  }

  @Test("P03 outlines that begin elsewhere, go back, or lie between four bytes are refused")
  func outlineOffset() {
    var first = FontDamage(), back = FontDamage(), odd = FontDamage()
    let table = first.start("GLYF")
    first.set(table, 4, bytes: 4)
    first.expect(.outlineOffset, at: table, found: 4)
    let end = Int64(back.pack.number(table + 12, bytes: 4))
    back.set(table + 16, Int(end) - 4, bytes: 4)
    back.expect(.outlineOffset, at: table + 16, found: end - 4, limit: end)
    odd.set(table + 12, Int(end) + 2, bytes: 4)
    odd.expect(.outlineOffset, at: table + 12, found: end + 2, limit: Int64(odd.pack.number(table + 8, bytes: 4)))
  }

  @Test("P03 outlines that end behind their section or before its end are refused")
  func outlineEnd() throws {
    var behind = FontDamage(), before = FontDamage()
    let table = behind.start("GLYF")
    let length = try #require(behind.pack.section("OUTL")?.length)
    behind.set(table + 16, length + 4, bytes: 4)
    behind.expect(.outlineEnd, at: table + 16, found: Int64(length + 4), limit: Int64(length))
    // The last glyph is left without an outline.
    let start = before.pack.number(table + 12, bytes: 4)
    before.set(table + 16, start, bytes: 4)
    before.expect(.outlineEnd, at: table + 16, found: Int64(start), limit: Int64(length))
  }

  @Test("P03 an outline whose counts do not fill its place is refused")
  func outlineLength() {
    var verbs = FontDamage(), points = FontDamage()
    let at = verbs.outline(2)
    verbs.set(at, 17)
    verbs.expect(.outlineLength, at: at, found: 32, limit: 36)
    points.set(at + 2, 65535)
    points.expect(.outlineLength, at: at, found: 32, limit: 4 + 4 + 65535 * 4)
  }

  @Test("P03 an outline of no elements, or of more than 512, is refused")
  func outlineElements() {
    var none = FontDamage(), many = FontDamage(longOutline: 512)
    none.set(none.outline(2), 0)
    none.set(none.outline(2) + 2, 7)
    none.expect(.outlineElements, at: none.outline(2), found: 0, limit: 512)
    // A line becomes a move: one more subpath to close.
    let verbs = many.outline(4) + 4
    many.set(verbs, many.pack.number(verbs, bytes: 1) & ~0b1100, bytes: 1)
    many.expect(.outlineElements, at: many.outline(4), found: 513, limit: 512)
  }

  @Test("P03 an outline that begins with anything but a move is refused", arguments: [1, 2, 3])
  func outlineStart(verb: Int) {
    var damage = FontDamage()
    let verbs = damage.outline(2) + 4
    damage.set(verbs, damage.pack.number(verbs, bytes: 1) | verb, bytes: 1)
    damage.expect(.outlineStart, at: verbs, found: Int64(verb))
  }

  @Test("P03 an outline whose verbs take another number of points is refused")
  func outlinePoints() {
    var damage = FontDamage()
    let verbs = damage.outline(2) + 4
    damage.set(verbs, damage.pack.number(verbs, bytes: 1) | 0b1100, bytes: 1)
    damage.expect(.outlinePoints, at: damage.outline(2) + 2, found: 6, limit: 8)
  }

  @Test("P03 verbs beyond the last are refused, in the last byte and in the padding")
  func outlinePadding() {
    var byte = FontDamage(), padding = FontDamage()
    let verbs = byte.outline(3) + 4
    byte.set(verbs, byte.pack.number(verbs, bytes: 1) | 0b1000_0000, bytes: 1)
    byte.expect(.outlinePadding, at: verbs, found: 2)
    padding.set(verbs + 3, 3, bytes: 1)
    padding.expect(.outlinePadding, at: verbs + 3, found: 3)
  }

  @Test("P03 a point outside the bounding box is refused, on all four sides")
  func outlineBounds() {
    for (axis, value, outside) in [(0, -22, 2), (0, 701, 1), (2, -183, 3), (2, 32767, 32067)] {
      var damage = FontDamage()
      let point = damage.outline(2) + 8 + axis
      damage.set(point, value)
      damage.expect(.outlineBounds, at: point, found: Int64(outside))
    }
  }

  @Test("P03 kerning with classes on one side only is refused")
  func kerningClasses() {
    var left = FontDamage(), right = FontDamage()
    let at = left.start("FONT") + 28
    left.set(at, 0)
    left.expect(.kerningClasses, at: at, found: 0, limit: 3)
    right.set(at + 2, 0)
    right.expect(.kerningClasses, at: at, found: 2, limit: 0)
  }

  @Test("P03 a kerning class that there is not is refused, on either side")
  func kerningClass() {
    var left = FontDamage(), right = FontDamage()
    let at = left.start("KERN")
    left.set(at + 2, 2)
    left.expect(.kerningClass, at: at + 2, found: 2, limit: 2)
    right.set(at + 14, 3)
    right.expect(.kerningClass, at: at + 14, found: 3, limit: 3)
  }

  @Test(
    "P03 a font's sections must be as long as its counts say",
    arguments: ["FONT", "NAME", "CMAP", "ADVN", "GLYF", "KERN"])
  func sectionLength(tag: String) throws {
    var damage = FontDamage()
    let section = try #require(damage.pack.section(tag))
    damage.set(section.entry + 8, section.length - 4, bytes: 4)
    damage.expect(
      .sectionLength, at: section.entry + 8, found: Int64(section.length - 4), limit: Int64(section.length))
  }
}
