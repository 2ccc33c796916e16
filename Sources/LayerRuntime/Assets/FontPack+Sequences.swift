// Stage: assets. Input: glyphs of neighbouring characters. Output: what the font makes of them together: a ligature, a
// letter with its marks at their places. Read where it lies in the pack: docs/packs.md, `SEQU`.
import FixedRaster

/// Two to four neighbouring characters that are drawn in another way than one by one.
public struct GlyphSequence {
  /// How many characters it takes, 2...4.
  public let length: Int
  /// How many glyphs it becomes, 1...``length``.
  public let glyphCount: Int
  /// The first of them, in bytes from the pack's start.
  fileprivate let glyphs: Int
}

/// A glyph of a sequence, in font units, y upwards, each −32768...32767.
public struct SequenceGlyph {
  public let glyph: GlyphIndex
  /// From the pen to the glyph's origin.
  public let x, y: Int
  /// How far the pen moves.
  public let advance: Int
}

/// How sequences lie in the pack: records that ascend, then the glyphs that they become.
enum SequenceField {
  /// Glyphs of characters, zeros behind the last.
  static var longest: Int { 4 }
  /// Where its glyphs end, counted from the first sequence's on; the highest bit is the mark of `joinsLetters`.
  static var end: Int { 8 }
  static var joinsLetters: Int { 0x8000 }
  static var byteCount: Int { 10 }
  /// Glyph, x, y, advance.
  static var glyphBytes: Int { 8 }
}

extension FontLayout {
  /// The glyphs of a sequence's characters, the first in the highest bits.
  func sequenceKey(_ index: Int, _ bytes: PackBytes) -> UInt64 {
    let at = sequences &+ index &* SequenceField.byteCount
    var key: UInt64 = 0
    for i in 0..<SequenceField.longest { key = key << 16 | UInt64(bytes.u16(at &+ i &* 2)) }
    return key
  }

  /// Where a sequence's glyphs end, and so where the next one's begin; 0 for −1.
  func sequenceEnd(_ index: Int, _ bytes: PackBytes) -> Int {
    if index < 0 { return 0 }
    let end = bytes.u16(sequences &+ index &* SequenceField.byteCount &+ SequenceField.end)
    return end & (SequenceField.joinsLetters &- 1)
  }

  /// The last sequence whose key is not above this one; −1 if there is none.
  fileprivate func lastSequence(notAbove key: UInt64, _ bytes: PackBytes) -> Int {
    var (low, high) = (0, sequenceCount)
    while low < high {
      let middle = (low &+ high) / 2
      if sequenceKey(middle, bytes) <= key { low = middle &+ 1 } else { high = middle }
    }
    return low &- 1
  }
}

extension FontPack {
  /// How many sequences the font has.
  public var sequenceCount: Int { layout.sequenceCount }

  /// The longest sequence that these glyphs of characters begin with.
  ///
  /// - Parameters:
  ///   - glyphs: of which four at most are looked at.
  ///   - joinsLetters: whether it may be a ligature; otherwise it is one character with its marks.
  public func sequence(_ glyphs: Span<GlyphIndex>, joinsLetters: Bool = true) -> GlyphSequence? {
    if layout.sequenceCount == 0 { return nil }
    var key: UInt64 = 0
    for i in 0..<SequenceField.longest {
      key = key << 16 | (i < glyphs.count ? UInt64(UInt32(glyphs[i].rawValue)) : 0)
    }
    // What begins as the glyphs do is not above them, and has no more in common with them than the last that is not.
    while key & 0xFFFF_0000_0000 != 0 {
      let index = layout.lastSequence(notAbove: key, bytes)
      if index < 0 { return nil }
      let found = layout.sequenceKey(index, bytes)
      let length = SequenceField.longest &- found.trailingZeroBitCount / 16
      var kept = (found ^ key).leadingZeroBitCount / 16
      if kept >= length {
        if joinsLetters || !self.joinsLetters(index) { return sequence(index, length) }
        kept = length &- 1
      }
      key &= ~(UInt64.max >> UInt64(kept &* 16))
    }
    return nil
  }

  private func joinsLetters(_ index: Int) -> Bool {
    let at = layout.sequences &+ index &* SequenceField.byteCount &+ SequenceField.end
    return bytes.u16(at) & SequenceField.joinsLetters != 0
  }

  private func sequence(_ index: Int, _ length: Int) -> GlyphSequence {
    let (start, end) = (layout.sequenceEnd(index &- 1, bytes), layout.sequenceEnd(index, bytes))
    return GlyphSequence(
      length: length, glyphCount: end &- start,
      glyphs: layout.sequenceGlyphs &+ start &* SequenceField.glyphBytes)
  }

  /// - Parameter index: below the sequence's ``GlyphSequence/glyphCount``.
  public func glyph(_ index: Int, of sequence: GlyphSequence) -> SequenceGlyph {
    let at = sequence.glyphs &+ index &* SequenceField.glyphBytes
    return SequenceGlyph(
      glyph: GlyphIndex(rawValue: UInt16(truncatingIfNeeded: bytes.u16(at))), x: bytes.i16(at &+ 2),
      y: bytes.i16(at &+ 4), advance: bytes.i16(at &+ 6))
  }
}
