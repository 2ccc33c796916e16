// Stage: assets. Input: a font pack's sequences, if it has any. Output: where they lie; an error for the first that is
// not as docs/packs.md says.
import FixedRaster

extension FontLayout {
  /// A fault, and its place.
  private typealias Fault = (reason: PackError.Reason, offset: Int, found: Int, limit: Int)

  mutating func readSequences(_ pack: PackContainer, _ tag: UInt32) throws(PackError) {
    if pack.index(of: tag) == nil { return }
    let section = try pack.section(tag)
    let count = section.length < 4 ? 0 : pack.bytes.u16(section.offset)
    if count == 0 { throw pack.error(section.offset, .needlessSection, Int64(tag)) }
    sequences = section.offset &+ 2
    sequenceGlyphs = sequences &+ count &* SequenceField.byteCount
    var end = sequenceGlyphs
    if end <= section.end { end &+= sequenceEnd(count &- 1, pack.bytes) &* SequenceField.glyphBytes }
    _ = try pack.section(tag, length: paddedToFour(Int64(end &- section.offset)))
    sequenceCount = count
    if let fault = fault(pack.bytes, end: end) {
      throw pack.error(fault.offset, fault.reason, Int64(fault.found), Int64(fault.limit))
    }
  }

  /// Goes through the records number by number, and then through the glyphs.
  /// - Parameter end: of the glyphs.
  private func fault(_ bytes: PackBytes, end: Int) -> Fault? {
    // Of the record: how many numbers were read, of how many characters, and how much the first that is not that of the
    // record before is above it. Then where the glyphs of the record before end.
    var (place, length, order, start) = (0, 0, 1, 0)
    var at = sequences
    while at < sequenceGlyphs {
      let number = bytes.u16(at)
      if place < SequenceField.longest {
        if order == 0 { order = number &- bytes.u16(at &- SequenceField.byteCount) }
        if number >= glyphCount { return (.sequenceGlyph, at, number, glyphCount) }
        if number != 0 && place > length { return (.sequenceLength, at, length, 0) }
        if number != 0 { length &+= 1 }
        place &+= 1
      } else {
        if length < 2 { return (.sequenceLength, at, length, 0) }
        if order <= 0 { return (.sequenceOrder, at, 0, 0) }
        let end = number & (SequenceField.joinsLetters &- 1)
        if end <= start || end > start &+ length { return (.sequenceEnd, at, end, start) }
        (place, length, order, start) = (0, 0, 0, end)
      }
      at &+= 2
    }
    while at < end {
      if bytes.u16(at) >= glyphCount { return (.sequenceGlyph, at, bytes.u16(at), glyphCount) }
      at &+= SequenceField.glyphBytes
    }
    return nil
  }
}
