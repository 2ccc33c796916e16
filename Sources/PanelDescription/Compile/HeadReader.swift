// The head of a panel: its size and density, its units, the signs in numbers, the distance of its reader.
import PanelFile
import PanelSignals

/// Reads the keys of the panel itself.
struct HeadReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let units: UnitChoices
  let draft: PanelDraft

  init(_ values: ValueReader) {
    (problems, self.values, draft) = (values.problems, values, values.draft)
    units = values.expressions.units
  }

  /// Checks that the description is one of this version.
  func checkVersion(_ keys: Keys, _ root: Item) {
    guard let version = keys["panel"]?.value else {
      return problems.report(root.place, "no version", expected: "'panel: 1' at the beginning")
    }
    if version.text != "1" {
      problems.report(version.place, "version \(version.words)", expected: "1, the version that this program knows")
    }
  }

  /// Size, units and signs.
  func read(_ keys: Keys) {
    if let item = keys["size"]?.value {
      if let size = item.text.flatMap({ parseSize($0) }) {
        draft.root[.designWidth] = .number(Fixed64(size.width))
        draft.root[.designHeight] = .number(Fixed64(size.height))
      } else {
        refuse(item, "size", "a size from 16x16 to 16384x16384, as 800x480")
      }
    }
    readDensity(keys)
    if let item = keys["numbers"]?.value, let numbers = map(item, "numbers, as {point: \",\", group: \" \"}") {
      check(numbers, Vocabulary.numbers, "numbers")
      values.read(numbers, Vocabulary.numbers, into: draft.root, nil)
      if let group = numbers["group"]?.value, let text = group.text, text == numbers["point"]?.value.text ?? "." {
        problems.report(group.place, "'\(text)' for both point and group", expected: "two signs")
      }
    }
    if let item = keys["units"]?.value { units.readChoices(item) }
  }

  /// Millimetres from the display to its reader.
  func distance(_ keys: Keys) -> Double {
    let standard = 700.0
    guard let item = keys["distance"]?.value else { return standard }
    if let distance = item.text.flatMap({ parseMillimetres($0) }) { return distance }
    refuse(item, "distance", "a distance, as 70cm")
    return standard
  }

  /// The display's points in a millimetre, from its diagonal.
  private func readDensity(_ keys: Keys) {
    guard let item = keys["diagonal"]?.value, !item.isReported else { return }
    guard let diagonal = item.text.flatMap({ parseMillimetres($0) }) else {
      return refuse(item, "diagonal", "a length as 7in or 178mm")
    }
    guard diagonal >= 20, diagonal < 5000 else { return refuse(item, "diagonal", "20mm or more, and less than 5m") }
    guard case .number(let width) = draft.root[.designWidth], case .number(let height) = draft.root[.designHeight]
    else {
      return problems.report(item.place, "diagonal without size", expected: "size: as 800x480")
    }
    let points = (Double(width.floor) * Double(width.floor) + Double(height.floor) * Double(height.floor)).squareRoot()
    draft.root[.density] = .number(Fixed64(rawValue: Int64((points / diagonal * 4_294_967_296).rounded())))
  }

  /// `70cm`, `7in`, `178mm`, `1.2m`.
  private func parseMillimetres(_ text: String) -> Double? {
    for (unit, factor) in [("mm", 1.0), ("cm", 10), ("in", 25.4), ("m", 1000)] where text.hasSuffix(unit) {
      return parseNumber(text.dropLast(unit.count)).map { Double($0.rawValue) / 4_294_967_296 * factor }
    }
    return nil
  }
}
