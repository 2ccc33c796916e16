// The units that values are shown in: one for each dimension, and systems to choose among.
import PanelFile
import PanelInstruments
import PanelSignals

/// The units of the key `units`.
final class UnitChoices: ItemReading {
  let problems: Problems
  private let glyphs: GlyphUse
  private var chosen: [UnitOfMeasure.Dimension: UnitOfMeasure] = [:]
  private var formats: [UnitOfMeasure.Dimension: NumberFormat] = [:]
  /// Units to choose among, by the name of the system.
  private(set) var systems: [(name: String, place: Place, units: Pairs)] = []

  /// A system of units as it was read.
  struct System {
    let record: RecordDraft
    let dimensions: [UnitOfMeasure.Dimension: (unit: UnitOfMeasure, format: NumberFormat?)]
    /// By the numbers of signals that it names.
    let signals: [Int: (unit: UnitOfMeasure, format: NumberFormat?)]
  }
  var readSystems: [System] = []

  init(_ problems: Problems, _ glyphs: GlyphUse) { (self.problems, self.glyphs) = (problems, glyphs) }

  /// Reads the key `units`.
  func readChoices(_ item: Item) {
    guard let pairs = item.map else { return refuse(item, "units", "a map of dimensions to units, as {pressure: bar}") }
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      if let dimension = Units.dimension(named: name) {
        readChoice(value, dimension, name)
      } else if let units = value.map {
        if checkName(key, "a system of units") != nil { systems.append((name, key.place, units)) }
      } else {
        problems.reportUnknown(key.place, "dimension", name, among: Units.dimensions.map(\.name))
      }
    }
  }

  private func readChoice(_ item: Item, _ dimension: UnitOfMeasure.Dimension, _ name: String) {
    // A format may stand behind the unit, as in a system of units.
    var unitItem = item
    let words = (item.text ?? "").split(separator: " ")
    if words.count == 2 {
      guard let format = parseFormat(words[1]) else {
        return problems.report(item.place, "no format '\(words[1])'", expected: NumberFormat.examples)
      }
      formats[dimension] = format
      unitItem = Item(content: .text(String(words[0]), isQuoted: false), place: item.place)
    }
    guard let unit = unit(unitItem) else { return }
    if unit.dimension == dimension {
      chosen[dimension] = unit
    } else {
      problems.report(
        item.place, "'\(unit.text)' is no unit of \(name)",
        expected: Units.all.filter { $0.dimension == dimension }.map(\.text).joined(separator: ", "))
    }
  }

  /// The unit in which values are shown unless something else is said.
  func shown(_ unit: UnitOfMeasure) -> UnitOfMeasure {
    if let chosen = chosen[unit.dimension] { return chosen }
    guard unit.dimension == .temperatureDifference, let chosen = chosen[.temperature] else { return unit }
    return Units.ofDifferences(chosen)
  }

  /// How values in a unit are written unless something else is said.
  func format(_ unit: UnitOfMeasure?) -> NumberFormat? { unit.flatMap { formats[$0.dimension] } }

  /// The steps of scales in units that are not divided by ten.
  private let divisions: [String: ScaleDivision] = [
    "deg": .degrees, "s": .sixtieths, "min": .sixtieths, "h": .hours, "degC": .temperature, "degF": .temperature,
    "K": .temperature, "mdegC": .temperature,
  ]

  /// Writes a unit that is shown whatever the signal is shown in elsewhere, and whatever the system of units.
  func setOwnUnit(_ shown: UnitOfMeasure, from unit: UnitOfMeasure?, _ record: RecordDraft, at place: Place) {
    setUnit(shown, from: unit, record, at: place)
    // From a unit to itself.
    if record[.shownUnit] == nil { record[.shownUnit] = .number(0) }
  }

  /// Writes the unit that is shown, and how values become it.
  func setUnit(
    _ shown: UnitOfMeasure, from unit: UnitOfMeasure?, _ record: RecordDraft, hasSymbol: Bool = true, at place: Place
  ) {
    if hasSymbol && shown.symbol.utf8CodeUnitCount > 0 {
      record[.unit] = .text("\(shown.symbol)")
      glyphs.add("\(shown.symbol)", at: place)
    }
    if let division = divisions[shown.text] {
      record[.division] = .choice(division.rawValue)
    } else if record.kind != .signal {
      record[.division] = .choice(ScaleDivision.decimal.rawValue)
    }
    guard let unit, unit.text != shown.text, let from = Units.number(unit), let to = Units.number(shown) else { return }
    record[.shownUnit] = .number(Fixed64(Int(UnitOfMeasure.conversionCode(from: from, to: to))))
  }
}
