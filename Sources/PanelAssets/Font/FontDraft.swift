// The content of a font pack, before it is laid out: glyphs, and their combinations.

/// The content of a pack, before it is laid out.
struct FontDraft {
  /// A glyph of the pack: the font's number, its outline, and characters whose glyphs begin and end with it, by which
  /// it is shaped; none if there are none.
  struct Glyph {
    let number: UInt32
    var advance: Int
    let outline: [OutlineStep]
    var beginning: [Unicode.Scalar] = []
    var ending: [Unicode.Scalar] = []
  }

  /// Characters, as the glyphs they have one by one, and the glyphs of their combination.
  struct Sequence {
    let key: [Int]
    let glyphs: [(glyph: Int, place: ShapedGlyph)]
    /// Whether there is more than one character with its marks.
    let joinsLetters: Bool
  }

  /// How many characters a pack takes.
  static let characterLimit = 4096

  let file: FontFile
  /// Ascending.
  private(set) var characters: [Unicode.Scalar] = []
  /// The first is the missing-glyph box; then those of characters in their order, then those of sequences.
  private(set) var glyphs: [Glyph] = []
  /// For each character the number of its glyph in the pack.
  private(set) var glyphOfCharacter: [Int] = []
  /// Where the glyph of a number is.
  private var places: [UInt32: Int] = [:]
  /// Ascending by their keys.
  private(set) var sequences: [Sequence] = []
  /// The kerning of each pair of glyphs, row by row, as far as ``kern(_:)`` has got.
  private(set) var pairKerning: [[Int]] = []

  /// - Parameter fallbacks: fonts of the characters that the file does not have, in order of preference.
  init(_ file: FontFile, _ list: CharacterList, _ shaper: FontShaper, fallbacks: [FontFile] = []) throws(AssetError) {
    self.file = file
    // Pairs are tried, so that the time grows with the square.
    if list.characters.count(where: { file.glyph(of: $0) != nil }) > Self.characterLimit {
      throw AssetError(
        file.path, "more than \(Self.characterLimit) characters",
        expected: "at most \(Self.characterLimit): name fewer sets or ranges")
    }
    glyphs = [try Self.missingGlyph(file)]
    for character in list.characters.sorted(by: { $0.value < $1.value }) {
      guard let number = file.glyph(of: character) else {
        if let glyph = try fallbackGlyph(character, fallbacks) {
          characters.append(character)
          glyphOfCharacter.append(glyphs.count)
          glyphs.append(glyph)
          continue
        }
        if list.required.contains(character) {
          throw AssetError(file.path, "no glyph for \(character.codePoint)", expected: "a font that has the character")
        }
        continue
      }
      characters.append(character)
      let place = try add(number, beginning: [character], ending: [character])
      glyphOfCharacter.append(place)
      // HarfBuzz takes it away, also where the file has one.
      if isMark(place), let alone = shaper.shape([character]).first { glyphs[place].advance = max(0, alone.advance) }
    }
    if characters.isEmpty {
      throw AssetError(file.path, "none of the characters is in the font", expected: "at least one")
    }
  }

  /// A character of another font, with capitals as high as the file's. It is not shaped with its neighbours.
  private func fallbackGlyph(_ character: Unicode.Scalar, _ fallbacks: [FontFile]) throws(AssetError) -> Glyph? {
    for other in fallbacks {
      guard let number = other.glyph(of: character) else { continue }
      let glyph = try Self.glyph(other, number, character.codePoint)
      let (own, theirs) = (try capitalHeight(file), try capitalHeight(other))
      func scaled(_ value: Int) -> Int { (value * own + (value < 0 ? -theirs / 2 : theirs / 2)) / theirs }
      func scaled(_ point: OutlinePoint) -> OutlinePoint { OutlinePoint(x: scaled(point.x), y: scaled(point.y)) }
      let outline = glyph.outline.map { step -> OutlineStep in
        switch step {
        case .move(let end): .move(scaled(end))
        case .line(let end): .line(scaled(end))
        case .quadratic(let control, let end): .quadratic(scaled(control), scaled(end))
        case .cubic(let control1, let control2, let end): .cubic(scaled(control1), scaled(control2), scaled(end))
        }
      }
      return Glyph(number: number, advance: scaled(glyph.advance), outline: outline)
    }
    return nil
  }

  /// Of an H, or of the em where there is none; above 0.
  private func capitalHeight(_ file: FontFile) throws(AssetError) -> Int {
    guard let number = file.glyph(of: "H") else { return max(1, file.unitsPerEm) }
    return max(1, try file.outline(of: number).flatMap { $0.points.map(\.y) }.max() ?? file.unitsPerEm)
  }

  /// The place of a glyph of the font, which is added where it is not there yet.
  private mutating func add(
    _ number: UInt32, beginning: [Unicode.Scalar], ending: [Unicode.Scalar]
  ) throws(AssetError) -> Int {
    let place = places[number] ?? glyphs.count
    if place == glyphs.count {
      let name = (beginning + ending).first?.codePoint ?? "glyph \(number)"
      glyphs.append(try Self.glyph(file, number, name))
      places[number] = place
    }
    if glyphs[place].beginning.isEmpty { glyphs[place].beginning = beginning }
    if glyphs[place].ending.isEmpty { glyphs[place].ending = ending }
    return place
  }

  private static func glyph(_ file: FontFile, _ number: UInt32, _ name: String) throws(AssetError) -> Glyph {
    let outline = try file.outline(of: number)
    // As the device counts them: each subpath is closed.
    let elements = outline.count + outline.count { if case .move = $0 { true } else { false } }
    if elements > 512 {
      throw AssetError("\(file.path), \(name)", "an outline of \(elements) elements", expected: "512 at most")
    }
    return Glyph(number: number, advance: try file.advance(of: number), outline: outline)
  }

  /// The font's own; a box of lines where the font shows nothing.
  private static func missingGlyph(_ file: FontFile) throws(AssetError) -> Glyph {
    let own = try glyph(file, 0, "the missing-glyph box")
    if !own.outline.isEmpty { return own }
    let em = file.unitsPerEm
    let (left, right, top, line) = (em / 10, em / 2, em * 7 / 10, max(1, em / 20))
    func box(_ inset: Int) -> [OutlinePoint] {
      [(left + inset, inset), (right - inset, inset), (right - inset, top - inset), (left + inset, top - inset)]
        .map { OutlinePoint(x: $0.0, y: $0.1) }
    }
    let (outer, inner) = (box(0), box(line).reversed() as [OutlinePoint])
    let outline = [outer, inner].flatMap { [.move($0[0])] + $0.dropFirst().map { OutlineStep.line($0) } }
    return Glyph(number: 0, advance: em * 6 / 10, outline: outline)
  }
}

// MARK: - Together

extension FontDraft {
  /// A glyph as it is without neighbours.
  func alone(_ glyph: Int) -> [ShapedGlyph] {
    [ShapedGlyph(number: glyphs[glyph].number, advance: glyphs[glyph].advance)]
  }

  /// Whether a character's glyph is a mark by Unicode: of the general category M.
  func isMark(_ glyph: Int) -> Bool {
    switch glyphs[glyph].beginning.first?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a glyph is there or can be added.
  func canHold(_ number: UInt32) -> Bool { places[number] != nil || (try? Self.glyph(file, number, "")) != nil }

  /// - Parameter found: of glyphs that it can hold.
  mutating func add(_ found: [FoundSequence]) throws(AssetError) {
    for sequence in found.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let text = sequence.key.flatMap { glyphs[$0].beginning }
      var placed: [(glyph: Int, place: ShapedGlyph)] = []
      for (i, glyph) in sequence.glyphs.enumerated() {
        let isLast = i == sequence.glyphs.count - 1
        let place = try add(glyph.number, beginning: i == 0 ? text : [], ending: isLast ? text : [])
        placed.append((place, glyph))
      }
      let letters = sequence.key.count { !isMark($0) }
      sequences.append(Sequence(key: sequence.key, glyphs: placed, joinsLetters: letters > 1))
    }
  }

  /// Finds the kerning of pairs without one yet, and returns those that the font changes in another way.
  mutating func kern(_ shaper: FontShaper) -> [[Int]] {
    func shaped(_ glyph: Int, _ text: [Unicode.Scalar]) -> [ShapedGlyph] {
      text.count == 1 ? alone(glyph) : shaper.shape(text)
    }
    let beginnings = glyphs.indices.map { shaped($0, glyphs[$0].beginning) }
    let endings = glyphs.indices.map { shaped($0, glyphs[$0].ending) }
    let known = pairKerning
    var others: [[Int]] = []
    pairKerning = glyphs.indices.map { left in
      glyphs.indices.map { right in
        if left < known.count && right < known.count { return known[left][right] }
        if endings[left].isEmpty || beginnings[right].isEmpty { return 0 }
        let together = shaper.shape(glyphs[left].ending + glyphs[right].beginning)
        if let value = kerning(of: together, madeOf: [endings[left], beginnings[right]]) { return value }
        others.append([left, right])
        return 0
      }
    }
    return others
  }
}
