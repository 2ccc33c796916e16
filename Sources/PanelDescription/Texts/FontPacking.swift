// Fonts: exactly the glyphs that can occur, from the fonts that Debian installs.
import PanelAssets
import PanelFile

/// A font as Debian installs it.
struct DebianFont {
  let path: String
  let package: String

  static let text = DebianFont(path: "/usr/share/fonts/opentype/b612/B612-Regular.otf", package: "fonts-b612")
  static let mono = DebianFont(path: "/usr/share/fonts/opentype/b612/B612Mono-Regular.otf", package: "fonts-b612")
  static let segments = DebianFont(
    path: "/usr/share/fonts/truetype/dseg/DSEG7Classic-Regular.ttf", package: "fonts-dseg")
  static let icons = DebianFont(
    path: "/usr/share/fonts/truetype/materialdesignicons-webfont/materialdesignicons-webfont.ttf",
    package: "fonts-materialdesignicons-webfont")
}

/// Packs the fonts of a panel.
struct FontPacking {
  let problems: Problems
  let draft: PanelDraft

  /// - Returns: the count of glyphs in all fonts.
  func pack(_ glyphs: GlyphUse) -> Int {
    var count = 0
    for (use, font, wanted) in glyphs.fonts { count += pack(font, use, wanted) }
    return count
  }

  private func pack(_ font: DebianFont, _ use: Int, _ wanted: [Unicode.Scalar: Place]) -> Int {
    let place = Place(file: font.path, line: 1, column: 1)
    do throws(AssetError) {
      let file = try FontFile(path: font.path)
      var list: [Unicode.Scalar] = []
      for (scalar, place) in wanted {
        if file.glyph(of: scalar) != nil {
          list.append(scalar)
        } else if !place.file.isEmpty {
          problems.report(
            place, "the font \(file.familyName) has no '\(scalar)' (\(scalar.codePoint))",
            expected: "characters that it has")
        }
      }
      let characters = try CharacterList(list.sorted().map(\.codePoint).joined(separator: ","))
      let compiled = try compileFont(path: font.path, characters: characters)
      let record = RecordDraft(.font)
      record[.style] = .choice(use)
      record[.font] = .pack(draft.addPack(compiled.bytes))
      draft.add(record)
      return list.count
    } catch {
      problems.report(
        place, "no font: \(error.message)",
        expected: "Debian's package \(font.package): sudo apt-get install \(font.package)")
      return 0
    }
  }
}
