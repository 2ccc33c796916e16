// A font file becomes a font pack: docs/packs.md, "A font".
import LayerRuntime

/// A font pack and what there is to say about it.
public struct CompiledFont {
  public let bytes: [UInt8]
  /// One line.
  public let summary: String
  /// What the pack does not hold of the font, a line each.
  public let notes: [String]
}

/// Makes a pack of some characters of a font.
public func compileFont(path: String, characters list: CharacterList) throws(AssetError) -> CompiledFont {
  let file = try FontFile(path: path)
  let draft = try FontDraft(file, list)
  let (pairs, unusual) = try draft.kerning(PairKerning(path: path))
  let kerning = KerningClasses(pairs)
  let bytes = try draft.pack(kerning)
  // What the device will do. A font that gets here and is refused is beyond what a pack can hold.
  do throws(PackError) { _ = try FontPack(bytes: bytes, name: path) } catch {
    throw AssetError(
      path, "the device would refuse its pack (\(error.message))", expected: "a font that a pack can hold")
  }
  var notes: [String] = []
  let missing = list.characters.count - draft.characters.count
  if missing > 0 { notes.append("\(missing) characters of the sets and ranges are not in the font: left out") }
  if unusual > 0 {
    notes.append("\(unusual) pairs of characters are joined or moved by more than kerning: left as they are")
  }
  let summary =
    "\(file.familyName) \(file.styleName): \(draft.characters.count) characters, \(draft.glyphs.count) glyphs, "
    + "kerning \(kerning.leftCount) × \(kerning.rightCount) classes, \(bytes.count) bytes"
  return CompiledFont(bytes: bytes, summary: summary, notes: notes)
}

/// What goes into a pack, before it is laid out.
struct FontDraft {
  /// A glyph of the pack: the font's number, the character it is shaped by (none for the box), what it looks like.
  struct Glyph {
    let number: UInt32
    let character: Unicode.Scalar?
    let advance: Int
    let outline: [OutlineStep]
  }

  let file: FontFile
  /// Ascending.
  private(set) var characters: [Unicode.Scalar] = []
  /// The first is the missing-glyph box; the others in the order of their first character.
  private(set) var glyphs: [Glyph] = []
  /// For each character the number of its glyph in the pack.
  private(set) var glyphOfCharacter: [Int] = []

  init(_ file: FontFile, _ list: CharacterList) throws(AssetError) {
    self.file = file
    glyphs = [try Self.missingGlyph(file)]
    var places: [UInt32: Int] = [:]
    for character in list.characters.sorted(by: { $0.value < $1.value }) {
      guard let number = file.glyph(of: character) else {
        if list.required.contains(character) {
          throw AssetError(file.path, "no glyph for \(character.codePoint)", expected: "a font that has the character")
        }
        continue
      }
      characters.append(character)
      if places[number] == nil {
        places[number] = glyphs.count
        try glyphs.append(Self.glyph(file, number, character))
      }
      glyphOfCharacter.append(places[number] ?? 0)
    }
    if characters.isEmpty {
      throw AssetError(file.path, "none of the characters is in the font", expected: "at least one")
    }
  }

  private static func glyph(
    _ file: FontFile, _ number: UInt32, _ character: Unicode.Scalar?
  ) throws(AssetError) -> Glyph {
    let outline = try file.outline(of: number)
    // As the device counts them: each subpath is closed.
    let elements = outline.count + outline.count { if case .move = $0 { true } else { false } }
    if elements > 512 {
      throw AssetError(
        "\(file.path), \(character?.codePoint ?? "the missing-glyph box")", "an outline of \(elements) elements",
        expected: "512 at most")
    }
    return Glyph(number: number, character: character, advance: try file.advance(of: number), outline: outline)
  }

  /// The font's own; a box of lines where the font shows nothing.
  private static func missingGlyph(_ file: FontFile) throws(AssetError) -> Glyph {
    let own = try glyph(file, 0, nil)
    if !own.outline.isEmpty { return own }
    let em = file.unitsPerEm
    let (left, right, top, line) = (em / 10, em / 2, em * 7 / 10, max(1, em / 20))
    func box(_ inset: Int) -> [OutlinePoint] {
      [(left + inset, inset), (right - inset, inset), (right - inset, top - inset), (left + inset, top - inset)]
        .map { OutlinePoint(x: $0.0, y: $0.1) }
    }
    let (outer, inner) = (box(0), box(line).reversed() as [OutlinePoint])
    let outline = [outer, inner].flatMap { [.move($0[0])] + $0.dropFirst().map { OutlineStep.line($0) } }
    return Glyph(number: 0, character: nil, advance: em * 6 / 10, outline: outline)
  }

  /// What each pair of glyphs is moved by, row by row, and how many pairs a pack cannot show as the font means them.
  func kerning(_ shaper: PairKerning) -> (pairs: [[Int]], unusual: Int) {
    var unusual = 0
    let pairs = glyphs.map { left in
      glyphs.map { right in
        guard let first = left.character, let second = right.character else { return 0 }
        let pair = shaper.shape(
          first, second, glyphs: (left.number, right.number), advances: (left.advance, right.advance))
        if case .kerned(let value) = pair { return value }
        unusual += 1
        return 0
      }
    }
    return (pairs, unusual)
  }
}
