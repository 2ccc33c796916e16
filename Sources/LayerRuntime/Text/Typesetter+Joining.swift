// Stage: text. Input: items of characters that look alike, a glyph for each. Output: the same, with what the font makes of
// some of them together in their place: ligatures, letters with marks; and with kerning.

import FixedRaster

extension Typesetter {
  /// Goes through the items from `start` on and moves it behind the last. There are as many of them afterwards, or fewer.
  ///
  /// Pairs are kerned by the glyphs that stand next to each other, so by a sequence's first and its last.
  /// - Parameter previous: the glyph before them, and then the last of them, where the next one is kerned with it.
  mutating func joinItems(from start: inout Int, _ style: TextStyle, after previous: inout GlyphIndex?) {
    var (next, end) = (start, start)
    while next < items.count {
      let first = end
      if let sequence = sequence(at: next, style) {
        next += sequence.length
        put(sequence, kind: items[next - sequence.length].kind, at: &end, style)
      } else {
        items[end] = items[next]
        joinMark(end, style)
        (next, end) = (next + 1, end + 1)
      }
      let item = items[first]
      if item.kind == .newline {
        previous = nil
        continue
      }
      if let previous, style.hasPairKerning {
        items[first].kerning = style.font.kerning(previous, item.glyph, size: style.size)
      }
      if item.kind != .softHyphen { previous = items[end - 1].glyph }
    }
    items.removeLast(items.count - end)
    start = end
  }

  private func sequence(at start: Int, _ style: TextStyle) -> GlyphSequence? {
    var glyphs = InlineArray<4, GlyphIndex>(repeating: .missing)
    for i in 0..<Swift.min(4, items.count - start) {
      if !items[start + i].kind.isJoinable { break }
      glyphs[i] = items[start + i].glyph
    }
    // Letters that stand apart do not join.
    return style.font.sequence(glyphs.span, joinsLetters: style.tracking == 0)
  }

  /// - Parameter end: of the items that are done; moved behind the sequence's.
  private mutating func put(_ sequence: GlyphSequence, kind: CharacterKind, at end: inout Int, _ style: TextStyle) {
    for i in 0..<sequence.glyphCount {
      let (placed, font) = (style.font.glyph(i, of: sequence), style.font)
      var item = TextItem(
        glyph: placed.glyph, kind: i == 0 ? kind : .joined, style: Int32(truncatingIfNeeded: styles.count - 1),
        advance: font.scaled(placed.advance, to: style.size) + style.tracking, kerning: 0)
      item.offset = Point(x: font.scaled(placed.x, to: style.size), y: font.scaled(-placed.y, to: style.size))
      if i > 0 && placed.advance == 0 { item.takeBack(style.tracking) }
      items[end] = item
      end += 1
    }
  }

  /// A glyph without an advance, as marks are, stays with the one before it, wherever the font has it.
  private mutating func joinMark(_ index: Int, _ style: TextStyle) {
    if index == 0 || items[index].kind != .other || !items[index - 1].kind.isJoinable { return }
    if style.font.advance(of: items[index].glyph) != 0 { return }
    items[index].kind = .joined
    items[index].takeBack(style.tracking)
  }
}

extension TextItem {
  /// Moves a mark to where it would be if nothing had been added behind its letter.
  fileprivate mutating func takeBack(_ tracking: Fixed) {
    advance -= tracking
    offset.x -= tracking
  }
}
