// Stage: assets. Input: a font pack's sequences, if it has any. Output: where they lie; an error for the first that is not
// as docs/packs.md says.
import FixedRaster

extension FontLayout {
  mutating func readSequences(_ pack: PackContainer, _ tag: UInt32) throws(PackError) {
    if pack.index(of: tag) == nil { return }
    let section = try pack.section(tag)
    let count = section.length < 4 ? 0 : pack.bytes.u16(section.offset)
    if count == 0 { throw pack.error(section.offset, .needlessSection, Int64(tag)) }
    let records = Int64(2 + count * SequenceField.byteCount)
    sequences = section.offset + 2
    let glyphCount = records > Int64(section.length) ? 0 : sequenceEnd(count - 1, pack.bytes)
    _ = try pack.section(tag, length: paddedToFour(records + Int64(glyphCount * SequenceField.glyphBytes)))
    sequenceGlyphs = section.offset + Int(records)
    for i in 0..<count { try checkSequence(pack, i) }
    for i in 0..<glyphCount { try checkGlyph(pack, sequenceGlyphs + i * SequenceField.glyphBytes) }
    sequenceCount = count
  }

  private func checkSequence(_ pack: PackContainer, _ index: Int) throws(PackError) {
    let at = sequences + index * SequenceField.byteCount
    var length = 0
    for i in 0..<SequenceField.longest where pack.bytes.u16(at + i * 2) != 0 {
      // One behind a zero is refused as the length that it would make with what is before it.
      if i > length { throw pack.error(at, .sequenceLength, Int64(length)) }
      try checkGlyph(pack, at + i * 2)
      length += 1
    }
    if length < 2 { throw pack.error(at, .sequenceLength, Int64(length)) }
    if index > 0 && sequenceKey(index, pack.bytes) <= sequenceKey(index - 1, pack.bytes) {
      throw pack.error(at, .sequenceOrder, Int64(index))
    }
    let (start, end) = (sequenceEnd(index - 1, pack.bytes), sequenceEnd(index, pack.bytes))
    if end <= start || end > start + length {
      throw pack.error(at + SequenceField.end, .sequenceEnd, Int64(end), Int64(start))
    }
  }

  private func checkGlyph(_ pack: PackContainer, _ at: Int) throws(PackError) {
    let glyph = pack.bytes.u16(at)
    if glyph >= glyphCount { throw pack.error(at, .sequenceGlyph, Int64(glyph), Int64(glyphCount)) }
  }
}
