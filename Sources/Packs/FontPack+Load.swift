// Stage: assets. Input: a container that should hold a font. Output: where its parts lie; an error for the first thing
// that is not as docs/packs.md says. Everything that is read later without a look is looked at here.
import FixedRaster

extension FontLayout {
  init(_ pack: PackContainer) throws(PackError) {
    let tags: InlineArray<9, UInt32> = [
      PackTag.make("FONT"), PackTag.make("NAME"), PackTag.make("CMAP"), PackTag.make("ADVN"), PackTag.make("GLYF"),
      PackTag.make("OUTL"), PackTag.make("KERN"), PackTag.make("SEQU"),
      PackTag.make("COMP"),
    ]
    try pack.requireTags(among: tags.span)
    let header = try pack.section(tags[0], length: Int64(FontField.byteCount))
    self.header = header.offset
    try readMeasures(pack)
    try readNames(pack, tags[1])
    let segmentCount = pack.bytes.u16(self.header + FontField.segmentCount)
    let map = try pack.section(tags[2], length: Int64(segmentCount * FontField.segmentBytes))
    (segments, self.segmentCount) = (map.offset, segmentCount)
    try checkSegments(pack)
    advances = try pack.section(tags[3], length: paddedToFour(Int64(glyphCount) * 2)).offset
    outlineOffsets = try pack.section(tags[4], length: Int64(glyphCount + 1) * 4).offset
    let outlineSection = try pack.section(tags[5])
    outlines = outlineSection.offset
    try checkOutlines(pack, outlineSection)
    try readKerning(pack, tags[6])
    try readSequences(pack, tags[7])
    try readCompositions(pack, tags[8])
  }

  private mutating func readMeasures(_ pack: PackContainer) throws(PackError) {
    let bytes = pack.bytes
    unitsPerEm = bytes.u16(header + FontField.unitsPerEm)
    if unitsPerEm < 16 || unitsPerEm > 16384 {
      throw pack.error(header + FontField.unitsPerEm, .unitsPerEm, Int64(unitsPerEm))
    }
    glyphCount = bytes.u16(header + FontField.glyphCount)
    if glyphCount == 0 { throw pack.error(header + FontField.glyphCount, .glyphCount) }
    var field = FontField.ascent
    while field <= FontField.underlineThickness {
      let value = bytes.u16(header + field)
      if value > 32767 { throw pack.error(header + field, .metric, Int64(value)) }
      field += 2
    }
    if bytes.u16(header + FontField.ascent) + bytes.u16(header + FontField.descent) == 0 {
      throw pack.error(header + FontField.ascent, .lineHeight)
    }
    for (low, high) in [(FontField.minX, FontField.maxX), (FontField.minY, FontField.maxY)] {
      let (first, last) = (bytes.i16(header + low), bytes.i16(header + high))
      if first > last { throw pack.error(header + high, .boundingBox, Int64(last), Int64(first)) }
    }
  }

  private mutating func readNames(_ pack: PackContainer, _ tag: UInt32) throws(PackError) {
    familyLength = pack.bytes.u16(header + FontField.familyLength)
    styleLength = pack.bytes.u16(header + FontField.styleLength)
    names = try pack.section(tag, length: paddedToFour(Int64(familyLength + styleLength))).offset
    for (offset, count) in [(names, familyLength), (names + familyLength, styleLength)]
    where pack.bytes.text(offset, count: count) == nil { throw pack.error(offset, .name, Int64(count)) }
  }

  private func checkSegments(_ pack: PackContainer) throws(PackError) {
    var next: Int64 = 0
    for i in 0..<segmentCount {
      let at = segments + i * FontField.segmentBytes
      let first = pack.bytes.u32(at)
      let (count, glyph) = (Int64(pack.bytes.u16(at + 4)), Int64(pack.bytes.u16(at + 6)))
      if first < next { throw pack.error(at, .characterOrder, first, next) }
      if count == 0 { throw pack.error(at + 4, .segmentLength) }
      let last = first + count - 1
      if last > 0x10FFFF || (first <= 0xDFFF && last >= 0xD800) { throw pack.error(at, .characterRange, last) }
      if glyph + count > Int64(glyphCount) {
        throw pack.error(at + 6, .characterGlyph, glyph + count - 1, Int64(glyphCount))
      }
      next = last + 1
    }
  }

  private mutating func readKerning(_ pack: PackContainer, _ tag: UInt32) throws(PackError) {
    let left = pack.bytes.u16(header + FontField.leftClasses)
    let right = pack.bytes.u16(header + FontField.rightClasses)
    if (left == 0) != (right == 0) {
      throw pack.error(header + FontField.leftClasses, .kerningClasses, Int64(left), Int64(right))
    }
    let length = paddedToFour((Int64(glyphCount) * 2 + Int64(left) * Int64(right)) * 2)
    guard let section = try pack.section(tag, length: length, isNeeded: left > 0) else { return }
    rightClassCount = right
    leftClasses = section.offset
    rightClasses = leftClasses + glyphCount * 2
    kerning = rightClasses + glyphCount * 2
    for i in 0..<glyphCount * 2 {
      let limit = i < glyphCount ? left : right
      let found = pack.bytes.u16(leftClasses + i * 2)
      if found >= limit { throw pack.error(leftClasses + i * 2, .kerningClass, Int64(found), Int64(limit)) }
    }
  }
}
