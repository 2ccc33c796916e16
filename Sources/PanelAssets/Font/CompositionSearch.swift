// Which letters and marks are one character of the pack: docs/packs.md, "Letters with marks".
import CHarfBuzz

/// A letter and a mark, and the character that Unicode says they are.
struct FoundComposition {
  let letter, mark, composed: UInt32
}

extension FontDraft {
  /// Those that text may have as two characters, ascending. A mark that the pack has is drawn by its sequences; a letter
  /// that is itself composed must be in the pack, for the device composes step by step.
  var compositions: [FoundComposition] {
    let known = Set(characters.map(\.value))
    let found = known.compactMap { character -> FoundComposition? in
      guard let (letter, mark) = decomposition(of: character), !known.contains(mark) else { return nil }
      if !known.contains(letter) && decomposition(of: letter) != nil { return nil }
      return FoundComposition(letter: letter, mark: mark, composed: character)
    }
    return found.sorted { ($0.letter, $0.mark) < ($1.letter, $1.mark) }
  }

  /// Unicode's canonical decomposition into two characters, by one step.
  private func decomposition(of character: UInt32) -> (letter: UInt32, mark: UInt32)? {
    var (letter, mark) = (hb_codepoint_t(0), hb_codepoint_t(0))
    let isComposed = unsafe hb_unicode_decompose(hb_unicode_funcs_get_default(), character, &letter, &mark)
    return isComposed != 0 && mark != 0 ? (letter, mark) : nil
  }
}
