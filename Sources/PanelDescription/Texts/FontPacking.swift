// Fonts: exactly the glyphs that can occur, from the fonts of the description and those that Debian installs.
import PanelAssets
import PanelFile

/// A font as Debian installs it.
struct DebianFont {
  let path: String
  /// The package that installs it; `nil` for a file of the user's.
  let package: String?

  static let text = DebianFont(path: "/usr/share/fonts/opentype/b612/B612-Regular.otf", package: "fonts-b612")
  static let mono = DebianFont(path: "/usr/share/fonts/opentype/b612/B612Mono-Regular.otf", package: "fonts-b612")
  static let segments = DebianFont(
    path: "/usr/share/fonts/truetype/dseg/DSEG7Classic-Regular.ttf", package: "fonts-dseg")
  /// For letters that the others do not have.
  static let fallback = DebianFont(
    path: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", package: "fonts-dejavu-core")
  static let monoFallback = DebianFont(
    path: "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", package: "fonts-dejavu-core")
  static let icons = DebianFont(
    path: IconNames.folder + "/icons.ttf", package: nil)
}

/// The files of the panel's fonts, each in order of preference.
struct FontChoices {
  private var files: [Int: [DebianFont]] = [
    0: [.text, .fallback], 1: [.mono, .monoFallback], 2: [.segments], 3: [.icons],
  ]

  subscript(_ use: Int) -> [DebianFont] { files[use] ?? [] }

  /// Puts files before those that are there anyway.
  mutating func prefer(_ paths: [String], for use: Int) {
    files[use] = paths.map { DebianFont(path: $0, package: nil) } + self[use]
  }
}

/// Reads the key `fonts`.
struct FontReader: ItemReading {
  let problems: Problems
  let sections: Sections

  static let keys: [KeySpec] = [
    KeySpec(
      "text", .special("a font file, or a list of them"), "B612",
      summary: "Words, and numbers that are written with them."),
    KeySpec("digits", .special("a font file, or a list of them"), "B612 Mono", summary: "The digits of drums."),
  ]

  func read(_ item: Item) -> FontChoices {
    var choices = FontChoices()
    guard let keys = map(item, "fonts, as {text: fonts/Inter.ttf}") else { return choices }
    check(keys, Self.keys, "fonts")
    for (use, name) in ["text", "digits"].enumerated() {
      guard let value = keys[name]?.value else { continue }
      let items = value.list ?? [value]
      let paths = items.compactMap { $0.isEmpty ? nil : $0.text }
      if paths.count != items.count || paths.isEmpty {
        refuse(value, name, "a font file as fonts/Inter.ttf, or a list of them")
        continue
      }
      for (path, item) in zip(paths, items) {
        do throws(AssetError) { _ = try FontFile(path: sections.path(path)) } catch {
          problems.report(item.place, "no font: " + error.message.replacing("; expected", with: " — expected"))
        }
      }
      if !problems.hasErrors { choices.prefer(paths.map { sections.path($0) }, for: use) }
    }
    return choices
  }
}

/// Packs the fonts of a panel.
struct FontPacking {
  let problems: Problems
  let draft: PanelDraft
  let choices: FontChoices

  /// - Returns: the count of glyphs in all fonts.
  func pack(_ glyphs: GlyphUse) -> Int {
    var count = 0
    for (use, wanted) in glyphs.fonts { count += pack(choices[use], use, wanted) }
    return count
  }

  private func pack(_ fonts: [DebianFont], _ use: Int, _ wanted: [Unicode.Scalar: Place]) -> Int {
    guard let font = fonts.first else { return 0 }
    let place = Place(file: font.path, line: 1, column: 1)
    var reading = font
    do throws(AssetError) {
      let file = try FontFile(path: font.path)
      var list: [Unicode.Scalar] = []
      var missing: [Unicode.Scalar: Place] = [:]
      for (scalar, place) in wanted {
        if file.glyph(of: scalar) != nil { list.append(scalar) } else { missing[scalar] = place }
      }
      // Another font is opened only for what is missing.
      var fallbacks: [FontFile] = []
      for other in fonts.dropFirst() where !missing.isEmpty {
        reading = other
        let fallback = try FontFile(path: other.path)
        let found = missing.keys.filter { fallback.glyph(of: $0) != nil }
        if found.isEmpty { continue }
        fallbacks.append(fallback)
        list += found
        for scalar in found { missing[scalar] = nil }
      }
      for (scalar, place) in missing where !place.file.isEmpty {
        let others = fonts.count > 1 ? ", nor has any behind it" : ""
        problems.report(
          place, "the font \(file.familyName) has no '\(scalar)' (\(scalar.codePoint))\(others)",
          expected: "characters that it has, or a font for them in fonts:")
      }
      let characters = try CharacterList(list.sorted().map(\.codePoint).joined(separator: ","))
      let compiled = try compileFont(path: font.path, characters: characters, fallbacks: fallbacks)
      let record = RecordDraft(.font)
      record[.style] = .choice(use)
      record[.font] = .pack(draft.addPack(compiled.bytes))
      draft.add(record)
      return list.count
    } catch {
      problems.report(
        place, "no font: \(error.message)",
        expected: reading.package.map { "Debian's package \($0): sudo apt-get install \($0)" })
      return 0
    }
  }
}
