// Stage: assets. Input: glyphs of neighbouring characters. Output: the font's glyphs for them together: a ligature, a
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
  /// Where a sequence's glyphs end, and so where the next one's begin; 0 for −1.
  func sequenceEnd(_ index: Int, _ bytes: PackBytes) -> Int {
    if index < 0 { return 0 }
    let end = bytes.u16(sequences &+ index &* SequenceField.byteCount &+ SequenceField.end)
    return end & (SequenceField.joinsLetters &- 1)
  }
}

extension FontPack {
  /// How many sequences the font has.
  public var sequenceCount: Int { layout.sequenceCount }

  /// The longest sequence that these glyphs of characters begin with.
  ///
  /// - Parameters:
  ///   - glyphs: with ``GlyphIndex/missing`` behind the last.
  ///   - joinsLetters: whether it may be a ligature; otherwise it is one character with its marks.
  public func sequence(_ glyphs: InlineArray<4, GlyphIndex>, joinsLetters: Bool = true) -> GlyphSequence? {
    var length = SequenceField.longest
    while length > 1 {
      if glyphs[length &- 1] != .missing, let index = sequenceIndex(glyphs, length) {
        let at = layout.sequences &+ index &* SequenceField.byteCount &+ SequenceField.end
        if joinsLetters || bytes.u16(at) < SequenceField.joinsLetters {
          let start = layout.sequenceEnd(index &- 1, bytes)
          return GlyphSequence(
            length: length, glyphCount: layout.sequenceEnd(index, bytes) &- start,
            glyphs: layout.sequenceGlyphs &+ start &* SequenceField.glyphBytes)
        }
      }
      length &-= 1
    }
    return nil
  }

  /// The sequence of just these characters.
  private func sequenceIndex(_ glyphs: InlineArray<4, GlyphIndex>, _ length: Int) -> Int? {
    var (low, high) = (0, layout.sequenceCount)
    while low < high {
      let middle = (low &+ high) / 2
      var (at, i, order) = (layout.sequences &+ middle &* SequenceField.byteCount, 0, 0)
      while order == 0 && i < SequenceField.longest {
        order = bytes.u16(at) &- (i < length ? Int(glyphs[i].rawValue) : 0)
        (at, i) = (at &+ 2, i &+ 1)
      }
      if order == 0 { return middle }
      if order < 0 { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }

  /// - Parameters:
  ///   - index: below the sequence's ``GlyphSequence/glyphCount``.
  ///   - sequence: one of this font.
  public func glyph(_ index: Int, of sequence: GlyphSequence) -> SequenceGlyph {
    let at = sequence.glyphs &+ index &* SequenceField.glyphBytes
    return SequenceGlyph(
      glyph: GlyphIndex(rawValue: UInt16(truncatingIfNeeded: bytes.u16(at))), x: bytes.i16(at &+ 2),
      y: bytes.i16(at &+ 4), advance: bytes.i16(at &+ 6))
  }
}
