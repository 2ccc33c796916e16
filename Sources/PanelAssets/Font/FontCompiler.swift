// A font file becomes a font pack: docs/packs.md, "A font".
import Packs
import SystemFiles

/// A font pack and the notes about it.
public struct CompiledFont {
  public let bytes: [UInt8]
  /// One line.
  public let summary: String
  /// The parts of the font that the pack does not hold, a line each.
  public let notes: [String]
}

/// Makes a pack of some characters of a font.
/// - Parameter fallbacks: fonts of the characters that it does not have, in order of preference.
public func compileFont(path: String, characters list: CharacterList, fallbacks: [FontFile] = []) throws(AssetError)
  -> CompiledFont
{
  let file = try FontFile(path: path)
  let shaper = try FontShaper(path: path)
  var draft = try FontDraft(file, list, shaper, fallbacks: fallbacks)
  let search = SequenceSearch(draft, shaper, pairs: draft.kern(shaper))
  try draft.add(search.found)
  // The glyphs that came with sequences.
  _ = draft.kern(shaper)
  let kerning = KerningClasses(draft.pairKerning)
  let bytes = try draft.pack(kerning)
  // The device does the same. A font that gets here and is refused is beyond the limits of a pack.
  do throws(PackError) { _ = try FontPack(bytes: bytes, name: path) } catch {
    throw AssetError(
      path, "the device would refuse its pack (\(error.message))", expected: "a font that a pack can hold")
  }
  var notes: [String] = []
  let missing = list.characters.count - draft.characters.count
  if missing > 0 { notes.append("\(missing) characters of the sets and ranges are not in the font: left out") }
  if search.unusual > 0 {
    notes.append("\(search.unusual) sequences of characters become what a pack cannot hold: left as they are")
  }
  if search.isFull {
    notes.append("more than \(SequenceSearch.limit) sequences of characters: the others are left as they are")
  }
  let summary =
    printable("\(file.familyName) \(file.styleName)")
    + ": \(draft.characters.count) characters, \(draft.glyphs.count) glyphs, "
    + "kerning \(kerning.leftCount) × \(kerning.rightCount) classes, \(draft.sequences.count) sequences, "
    + "\(bytes.count) bytes"
  return CompiledFont(bytes: bytes, summary: summary, notes: notes)
}
