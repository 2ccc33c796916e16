// Fonts: exactly the glyphs that can occur, from the fonts that Debian installs.
import PanelAssets
import PanelFile

/// The characters that a panel can show, by the font that shows them, each with the first place that asks for it.
struct GlyphUse {
  var text: [Unicode.Scalar: Place] = [:]
  var icons: [Unicode.Scalar: Place] = [:]
  var usesSegments = false
  /// Drums have digits of one width.
  var usesDrums = false

  /// The letters of numbers, scales, directions, ages, missing values and a developer's overlays.
  static let always = "0123456789+-–−.,:/%'° ’×NESW=_abcdefghijklmnopqrstuvwxyz"
  /// The letters of values; of degrees and minutes of places too.
  static let digits = "0123456789+-–−.,:'° ’′″NSEWsminhd"
  static let segments = "0123456789-.: !"
}

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

/// Material Design Icons by name.
struct IconNames {
  private static let path = "/usr/share/fonts-materialdesignicons-webfont/scss/_variables.scss"
  private var scalars: [String: Unicode.Scalar] = [:]
  /// Why there are none.
  private(set) var failure: (found: String, expected: String)?

  init() {
    guard let bytes = try? readFile(Self.path) else {
      failure = (
        "the names of icons are not on this machine",
        "Debian's package fonts-materialdesignicons-webfont: sudo apt-get install it"
      )
      return
    }
    // Lines as `    "engine": F1FA,`.
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\"")
      guard parts.count == 3, parts[2].hasPrefix(": ") else { continue }
      let digits = parts[2].dropFirst(2).prefix { $0.isHexDigit }
      if let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) { scalars[String(parts[1])] = scalar }
    }
  }

  subscript(name: String) -> Unicode.Scalar? { scalars[name] }

  /// The names that have a word in them, `water-pump` for `pump`, the shortest of them; else the nearest.
  func meant(_ word: String) -> String? {
    let names = scalars.keys.filter { $0.split(separator: "-").contains(Substring(word)) }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(4)
    return names.isEmpty ? nearest(word, in: scalars.keys.sorted()) : names.joined(separator: "', '")
  }
}

extension PanelCompiler {
  /// Notes a text that can be shown.
  func addText(_ text: String, at place: Place) {
    if text.hasPrefix("$"), let name = Self.parameters(in: text).first?.name, name.count + 1 == text.count,
      name.first?.isLetter == true
    {
      problems.report(
        place, "'\(text)', which is no parameter of a template here", expected: "a text, or a template around it")
    }
    for (column, scalar) in text.unicodeScalars.enumerated() where scalar != "\n" && glyphs.text[scalar] == nil {
      glyphs.text[scalar] = place.moved(by: column)
    }
  }

  func packFonts() {
    let start = Place(file: "", line: 1, column: 1)
    func scalars(_ text: String) -> [Unicode.Scalar: Place] {
      Dictionary(text.unicodeScalars.map { ($0, start) }) { first, _ in first }
    }
    let text = glyphs.text.merging(scalars(GlyphUse.always)) { first, _ in first }
    var fonts = [(0, DebianFont.text, text)]
    if glyphs.usesDrums { fonts.append((1, .mono, scalars(GlyphUse.digits))) }
    if glyphs.usesSegments { fonts.append((2, .segments, scalars(GlyphUse.segments))) }
    if !glyphs.icons.isEmpty { fonts.append((3, .icons, glyphs.icons)) }
    for (use, font, wanted) in fonts { pack(font, use, wanted) }
  }

  private func pack(_ font: DebianFont, _ use: Int, _ wanted: [Unicode.Scalar: Place]) {
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
      record[.font] = .pack(draft.packs.count)
      draft.packs.append(compiled.bytes)
      draft.root.children.append(record)
      glyphCount += list.count
    } catch {
      problems.report(
        place, "no font: \(error.message)",
        expected: "Debian's package \(font.package): sudo apt-get install \(font.package)")
    }
  }
}
