// Stage: text. Input: characters that look alike, an item for each. Output: items, with the font's glyphs for several
// of them in their place: ligatures, letters with marks; and with kerning.

import FixedRaster

extension Typesetter {
  /// Makes items of the characters that are pending.
  ///
  /// Pairs are kerned by the glyphs that stand next to each other, so by a sequence's first and its last.
  /// - Parameter previous: the glyph before them, and then the last of them, where the next one is kerned with it.
  @inline(never)
  mutating func join(_ style: TextStyle, after previous: inout GlyphIndex?) {
    let font = style.font
    var (next, last) = (0, items.last?.kind ?? .newline)
    while next < pending.count {
      var item = pending[next]
      // Letters that stand apart do not join.
      let sequence = font.sequence(glyphs(from: next), joinsLetters: style.tracking == 0)
      next &+= sequence?.length ?? 1
      // A glyph without an advance, as marks are, stays with the one before it, wherever the font has it.
      var isJoined =
        sequence == nil && item.kind == .other && last.isJoinable && font.advance(of: item.glyph) == 0
      var i = 0
      repeat {
        if isJoined { item.kind = .joined }
        var isMark = isJoined
        if let sequence {
          let placed = font.glyph(i, of: sequence)
          item.become(placed, style)
          isMark = placed.advance == 0
        }
        if isMark {
          // Where it would be if nothing had been added behind its letter.
          item.advance = .zero
          item.offset.x -= style.tracking
        }
        item.kerning = 0
        if i == 0, let previous, style.hasPairKerning, item.kind != .newline {
          item.kerning = font.kerning(previous, item.glyph, size: style.size)
        }
        items.add(item)
        isJoined = true
        i &+= 1
      } while i < sequence?.glyphCount ?? 1
      last = item.kind
      if last != .softHyphen { previous = last == .newline ? nil : item.glyph }
    }
    pending.empty()
  }

  /// Those that a font may draw together.
  private func glyphs(from start: Int) -> InlineArray<4, GlyphIndex> {
    var glyphs = InlineArray<4, GlyphIndex>(repeating: .missing)
    for i in 0..<Swift.min(4, pending.count &- start) {
      if !pending[start &+ i].kind.isJoinable { break }
      glyphs[i] = pending[start &+ i].glyph
    }
    return glyphs
  }
}

extension TextItem {
  fileprivate mutating func become(_ placed: SequenceGlyph, _ style: TextStyle) {
    let (font, size) = (style.font, style.size)
    glyph = placed.glyph
    advance = font.scaled(placed.advance, to: size) + style.tracking
    offset = Point(x: font.scaled(placed.x, to: size), y: font.scaled(-placed.y, to: size))
  }
}

extension [TextItem] {
  // Each is in the program once.

  @inline(never)
  mutating func add(_ item: TextItem) { append(item) }

  @inline(never)
  mutating func empty() { removeAll(keepingCapacity: true) }
}
