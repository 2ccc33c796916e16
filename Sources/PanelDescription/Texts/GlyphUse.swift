// The glyphs that a panel can show.
import PanelFile

/// The characters that a panel can show, by the font that shows them, each with the first place that asks for it.
final class GlyphUse: ItemReading {
  private struct Contents {
    var text: [Unicode.Scalar: Place] = [:]
    var icons: [Unicode.Scalar: Place] = [:]
    var usesSegments = false
    /// Drums have digits of one width.
    var usesDrums = false
  }

  /// The letters of numbers, scales, directions, ages, missing values and a developer's overlays.
  private static let always = "0123456789+-–−.,:/%'° ’×NESW=_abcdefghijklmnopqrstuvwxyz"
  /// The letters of values; of degrees and minutes of places too.
  private static let digits = "0123456789+-–−.,:'° ’′″NSEWsminhd"
  private static let segments = "0123456789-.: !"

  let problems: Problems
  /// Whether fonts are packed. Without them nobody misses the names of icons.
  private let hasFonts: Bool
  private var contents = Contents()
  private lazy var iconNames = IconNames()

  init(_ problems: Problems, hasFonts: Bool) { (self.problems, self.hasFonts) = (problems, hasFonts) }

  /// Notes a text that can be shown.
  func add(_ text: String, at place: Place) {
    if text.hasPrefix("$"), let name = templateParameters(in: text).first?.name, name.count + 1 == text.count,
      name.first?.isLetter == true
    {
      problems.report(
        place, "'\(text)', which is no parameter of a template here", expected: "a text, or a template around it")
    }
    for (column, scalar) in text.unicodeScalars.enumerated() where scalar != "\n" && contents.text[scalar] == nil {
      contents.text[scalar] = place.moved(by: column)
    }
  }

  /// The names of sets of letters.
  static let letterSets = ["latin", "digits", "cyrillic", "greek"]

  /// Notes all letters of a set that the font has.
  func addLetters(of set: String) {
    let ranges: [ClosedRange<UInt32>] =
      switch set {
      case "digits": [0x20...0x20, 0x2B...0x3A]
      case "cyrillic": [0x20...0x7E, 0x400...0x45F]
      case "greek": [0x20...0x7E, 0x386...0x3CE]
      default: [0x20...0x7E, 0xA1...0xFF, 0x100...0x17F]
      }
    let start = Place(file: "", line: 1, column: 1)
    for scalar in ranges.joined().compactMap({ Unicode.Scalar($0) }) where contents.text[scalar] == nil {
      contents.text[scalar] = start
    }
  }

  /// Notes the fonts that an instrument draws with besides that of texts.
  func add(_ fonts: [FontPart]) {
    if fonts.contains(.segments) { contents.usesSegments = true }
    if fonts.contains(.drums) { contents.usesDrums = true }
  }

  /// The glyph of an icon's name, as text.
  /// - Returns: `nil` where there is none, which was reported.
  func icon(_ item: Item, _ key: String) -> String? {
    if item.isReported { return nil }
    guard let name = item.text, !item.isEmpty else {
      refuse(item, key, ValueType.icon.expectation)
      return nil
    }
    if let failure = iconNames.failure {
      if hasFonts { problems.report(item.place, failure.found, expected: failure.expected) }
      return nil
    }
    guard let scalar = iconNames[name] else {
      let meant = iconNames.meant(name)
      problems.report(
        item.place, "no icon '\(name)'", expected: meant == nil ? ValueType.icon.expectation : nil, meant: meant)
      return nil
    }
    contents.icons[scalar] = item.textPlace
    return String(scalar)
  }

  func hasIcon(_ name: String) -> Bool { iconNames[name] != nil }

  /// The used fonts, by their number in the file, and their characters.
  var fonts: [(use: Int, characters: [Unicode.Scalar: Place])] {
    let start = Place(file: "", line: 1, column: 1)
    func scalars(_ text: String) -> [Unicode.Scalar: Place] {
      Dictionary(text.unicodeScalars.map { ($0, start) }) { first, _ in first }
    }
    var fonts = [(0, contents.text.merging(scalars(Self.always)) { first, _ in first })]
    if contents.usesDrums { fonts.append((1, scalars(Self.digits))) }
    if contents.usesSegments { fonts.append((2, scalars(Self.segments))) }
    if !contents.icons.isEmpty { fonts.append((3, contents.icons)) }
    return fonts
  }

  /// Forgets the glyphs that a trial adds.
  func discardingChanges(_ trial: () -> Void) {
    let contents = contents
    trial()
    self.contents = contents
  }
}
