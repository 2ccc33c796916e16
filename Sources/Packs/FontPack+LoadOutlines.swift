// Stage: assets. Input: a font pack's outlines. Output: nothing, or an error for the first that is not as docs/packs.md
// says.
import FixedRaster

extension FontLayout {
  /// As many as a `GlyphOutline` holds: none is ever cut short.
  static var elementLimit: Int { 512 }

  func checkOutlines(_ pack: PackContainer, _ section: PackSection) throws(PackError) {
    var start: Int64 = 0
    for i in 0...glyphCount {
      let at = outlineOffsets + i * 4
      let end = pack.bytes.u32(at)
      if end & 3 != 0 || end < start || i == 0 && end != 0 { throw pack.error(at, .outlineOffset, end, start) }
      if end > Int64(section.length) { throw pack.error(at, .outlineEnd, end, Int64(section.length)) }
      if end > start {
        try checkOutline(pack, PackSection(offset: outlines + Int(start), length: Int(end - start)))
      }
      start = end
    }
    if start != Int64(section.length) {
      throw pack.error(outlineOffsets + glyphCount * 4, .outlineEnd, start, Int64(section.length))
    }
  }

  /// - Parameter place: four bytes or more.
  private func checkOutline(_ pack: PackContainer, _ place: PackSection) throws(PackError) {
    let record = OutlineRecord(pack.bytes, at: place.offset)
    if place.length != record.byteCount {
      throw pack.error(place.offset, .outlineLength, Int64(place.length), Int64(record.byteCount))
    }
    var (points, moves) = (0, 0)
    for i in 0..<record.verbCount {
      let verb = record.verb(i, pack.bytes)
      points += OutlineRecord.points(of: verb)
      if verb == OutlineRecord.move { moves += 1 }
      if i == 0 && verb != OutlineRecord.move { throw pack.error(record.verbs, .outlineStart, Int64(verb)) }
    }
    let elements = record.verbCount + moves
    if elements == 0 || elements > Self.elementLimit {
      throw pack.error(place.offset, .outlineElements, Int64(elements), Int64(Self.elementLimit))
    }
    if points != record.pointCount {
      throw pack.error(place.offset + 2, .outlinePoints, Int64(record.pointCount), Int64(points))
    }
    for i in record.verbCount..<(record.verbCount + 15) / 16 * 16 where record.verb(i, pack.bytes) != 0 {
      throw pack.error(record.verbs + i / 4, .outlinePadding, Int64(record.verb(i, pack.bytes)))
    }
    try checkPoints(pack, record)
  }

  private func checkPoints(_ pack: PackContainer, _ record: OutlineRecord) throws(PackError) {
    let bytes = pack.bytes
    let (minX, maxX) = (bytes.i16(header + FontField.minX), bytes.i16(header + FontField.maxX))
    let (minY, maxY) = (bytes.i16(header + FontField.minY), bytes.i16(header + FontField.maxY))
    for i in 0..<record.pointCount {
      let at = record.points + i * 4
      let (x, y) = (bytes.i16(at), bytes.i16(at + 2))
      let (dx, dy) = (Swift.max(minX - x, x - maxX), Swift.max(minY - y, y - maxY))
      if dx > 0 { throw pack.error(at, .outlineBounds, Int64(dx)) }
      if dy > 0 { throw pack.error(at + 2, .outlineBounds, Int64(dy)) }
    }
  }
}
