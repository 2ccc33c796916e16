// Which characters a font draws in another way together than one by one: letters that it joins, marks that it places on
// letters. All pairs were tried; of longer ones those are that may come to something: docs/packs.md, "Sequences".

/// Two to four characters, as the glyphs of the draft that they have one by one, and the glyphs of their combination.
struct FoundSequence {
  let key: [Int]
  let glyphs: [ShapedGlyph]
}

struct SequenceSearch {
  /// How many a pack takes: enough for seven marks, one or two at a time, on the letters of ASCII.
  static let limit = 4096

  private let draft: FontDraft
  private let shaper: FontShaper
  /// The draft's glyphs without the box.
  private let letters, marks: [Int]
  private var known: [[Int]: [ShapedGlyph]] = [:]
  private(set) var found: [FoundSequence] = []
  /// Those that a pack cannot hold.
  private(set) var unusual = 0
  /// Whether there were more than the limit.
  private(set) var isFull = false

  /// - Parameter pairs: those that the font does more to than to kern them.
  init(_ draft: FontDraft, _ shaper: FontShaper, pairs: [[Int]]) {
    self.draft = draft
    self.shaper = shaper
    let glyphs = draft.glyphs.indices.dropFirst()
    // Those of other fonts are not shaped.
    letters = glyphs.filter { !draft.isMark($0) && !draft.glyphs[$0].beginning.isEmpty }
    marks = glyphs.filter(draft.isMark)
    // Ligatures first, then mark by mark: should there be too many, the unusual ones are left out.
    let onLetters = pairs.filter { !draft.isMark($0[0]) }.sorted { ($0[1], $0[0]) < ($1[1], $1[0]) }
    onLetters.filter { !draft.isMark($0[1]) }.forEach { shape($0) }
    for length in 3...4 { shapeCandidates(length) }
    onLetters.filter { draft.isMark($0[1]) }.forEach { shape($0) }
    for length in 3...4 {
      let former = (known, found)
      shapeCandidates(length)
      // All letters have two marks or none has.
      if isFull { (known, found) = former }
    }
  }

  /// Shapes sequences with one more character: joined letters with any behind or before them; letters with a second mark, also
  /// where the first one is at the place that it has anyway. A third mark is not tried: they would be too many.
  private mutating func shapeCandidates(_ length: Int) {
    let former = found
    for key in former.map(\.key) where key.count == length - 1 && !isFull {
      let count = key.count(where: draft.isMark)
      if count == 0 {
        for letter in letters { shape(key + [letter]) }
        for letter in letters { shape([letter] + key) }
      }
      if count < 2 { for mark in marks where !key.contains(mark) { shape(key + [mark]) } }
    }
    if length > 3 { return }
    for letter in Set(former.filter { draft.isMark($0.key[1]) }.map { $0.key[0] }).sorted() where !isFull {
      for first in marks { for second in marks where second != first { shape([letter, first, second]) } }
    }
  }

  private mutating func shape(_ key: [Int]) {
    if isFull || known[key] != nil { return }
    let shaped = shaper.shape(key.flatMap { draft.glyphs[$0].beginning })
    if kerning(of: shaped, madeOf: parts(key)) != nil { return }
    if !fits(shaped, key.count) {
      unusual += 1
    } else if found.count == Self.limit {
      isFull = true
    } else {
      known[key] = shaped
      found.append(FoundSequence(key: key, glyphs: shaped))
    }
  }

  /// The device's glyphs for the characters: the longest sequence first.
  private func parts(_ key: [Int]) -> [[ShapedGlyph]] {
    var (parts, rest) = ([[ShapedGlyph]](), key[...])
    while let glyph = rest.first {
      let length = (2...4).reversed().first { known[Array(rest.prefix($0))] != nil } ?? 1
      parts.append(known[Array(rest.prefix(length))] ?? draft.alone(glyph))
      rest = rest.dropFirst(length)
    }
    return parts
  }

  private func fits(_ glyphs: [ShapedGlyph], _ length: Int) -> Bool {
    let numbers = glyphs.flatMap { [$0.x, $0.y, $0.advance] }
    return (1...length).contains(glyphs.count) && numbers.allSatisfy { Int16(exactly: $0) != nil }
      && glyphs.allSatisfy { $0.number != 0 && draft.canHold($0.number) }
  }
}
