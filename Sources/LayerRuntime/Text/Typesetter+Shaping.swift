// Stage: text. Input: characters. Output: items: glyphs, their advances, their kerning with the ones before.

import FixedRaster

extension Typesetter {
  /// How many spaces wide a tab is.
  private static var tabSpaces: Int { 4 }

  mutating func shape(_ text: AttributedString, _ defaults: TextDefaults) {
    items.empty()
    styles.removeAll(keepingCapacity: true)
    var (offset, run, runEnd) = (0, 0, 0)
    var style = TextStyle(AttributedString.Attributes(), defaults)
    var previous: (character: Unicode.Scalar, glyph: GlyphIndex?) = ("\0", nil)
    // The character of the last item that is pending.
    var letter: Unicode.Scalar?
    var (beginsWord, isSign) = (true, false)
    for character in text.string.unicodeScalars {
      // No run is empty.
      if offset >= runEnd {
        join(style, after: &previous.glyph)
        letter = nil
        let former = styles.isEmpty ? nil : style
        if text.runs.isEmpty { runEnd = .max } else { (style, runEnd) = self.style(text.runs[run], defaults) }
        run += 1
        styles.append(style)
        if let former, former.font !== style.font || former.size != style.size { previous.glyph = nil }
      }
      offset += Unicode.UTF8.width(character)
      let kind = CharacterKind(character)
      if kind == .digit, letter == "-", isSign, defaults.drawsMinusSigns, style.font.hasGlyph(for: "\u{2212}") {
        pending[pending.count - 1] = makeItem("\u{2212}", .other, style)
      }
      isSign = character == "-" && beginsWord
      beginsWord = kind.isSpace || kind == .newline
      // A carriage return and a line feed are one newline.
      let isSecondHalf = character == "\n" && previous.character == "\r"
      previous.character = character
      if isSecondHalf { continue }
      if kind == .nothing {
        // A character in between keeps others from joining.
        join(style, after: &previous.glyph)
        letter = nil
      } else if let composed = composition(letter, character, style.font) {
        pending[pending.count - 1] = makeItem(composed, CharacterKind(composed), style)
        letter = composed
      } else {
        pending.add(makeItem(character, kind, style))
        letter = character
      }
    }
    join(style, after: &previous.glyph)
  }

  /// The sequence for which a font has one character.
  private func composition(
    _ letter: Unicode.Scalar?, _ mark: Unicode.Scalar, _ font: FontPack
  ) -> Unicode.Scalar? {
    // The first of all marks that Unicode composes.
    guard mark.value >= 0x300, let letter else { return nil }
    return font.composition(of: letter, mark)
  }

  private func style(_ run: AttributedString.Run, _ defaults: TextDefaults) -> (TextStyle, end: Int) {
    (TextStyle(run.attributes, defaults), run.end)
  }

  private func makeItem(_ character: Unicode.Scalar, _ kind: CharacterKind, _ style: TextStyle) -> TextItem {
    let (font, size) = (style.font, style.size)
    var item = TextItem(
      glyph: .missing, kind: kind, style: Int32(truncatingIfNeeded: styles.count - 1), advance: 0, kerning: 0)
    switch kind {
    case .newline: return item
    case .tab: item.glyph = font.glyph(for: " ")
    case .softHyphen: item.glyph = font.glyph(for: "-")
    default: item.glyph = font.glyph(for: character)
    }
    // The zero-width space needs no glyph to be one.
    if character == "\u{200B}" { return item }
    let advance = font.advance(of: item.glyph, size: size)
    item.advance = kind == .tab ? advance * Fixed(Self.tabSpaces) : advance + style.tracking
    return item
  }
}
