// Stage: assets. Letters with marks that text has as two characters, and the font as one: e and U+0301 are é. Read where
// they lie in the pack: docs/packs.md, `COMP`.
import FixedRaster

/// How compositions lie in the pack: a letter, a mark, and their composition, four bytes each. Records ascend by the
/// letter, and then by the mark.
enum CompositionField {
  static var mark: Int { 4 }
  static var composed: Int { 8 }
  static var byteCount: Int { 12 }
}

extension FontLayout {
  mutating func readCompositions(_ pack: PackContainer, _ tag: UInt32) throws(PackError) {
    if pack.index(of: tag) == nil { return }
    let section = try pack.section(tag)
    let count = section.length / CompositionField.byteCount
    if count == 0 { throw pack.error(section.offset, .needlessSection, Int64(tag)) }
    _ = try pack.section(tag, length: Int64(count * CompositionField.byteCount))
    var former: UInt64?
    var at = section.offset
    while at < section.end {
      let (key, composed) = (compositionKey(at, pack.bytes), pack.bytes.word(at + CompositionField.composed))
      if let former, key <= former { throw pack.error(at, .compositionOrder) }
      if glyph(for: composed, pack.bytes) == nil {
        throw pack.error(at + CompositionField.composed, .compositionCharacter, Int64(composed))
      }
      former = key
      at += CompositionField.byteCount
    }
    (compositions, compositionCount) = (section.offset, count)
  }

  /// The letter and the mark as one number, by which records are in order.
  @inline(__always)
  func compositionKey(_ at: Int, _ bytes: PackBytes) -> UInt64 {
    UInt64(bytes.word(at)) &<< 32 | UInt64(bytes.word(at &+ CompositionField.mark))
  }
}

extension FontPack {
  /// How many compositions the font has.
  public var compositionCount: Int { layout.compositionCount }

  /// The character that a letter and the mark behind it are by Unicode's canonical composition; `nil` where the font
  /// has it not, or where it has the mark itself: then ``sequence(_:joinsLetters:)`` says how the two are drawn.
  public func composition(of letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    let key = UInt64(letter.value) &<< 32 | UInt64(mark.value)
    var (low, high) = (0, layout.compositionCount)
    while low < high {
      let middle = (low &+ high) / 2
      let at = layout.compositions &+ middle &* CompositionField.byteCount
      let found = layout.compositionKey(at, bytes)
      if found == key { return Unicode.Scalar(bytes.word(at &+ CompositionField.composed)) }
      if found < key { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }
}
