// Systems of units that a panel chooses among while it runs.
import PanelFile
import PanelSignals

/// Writes systems of units, when the signals are read.
struct UnitSystemReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let units: UnitChoices
  let signals: SignalTable
  let draft: PanelDraft

  init(_ values: ValueReader) {
    (problems, self.values, draft) = (values.problems, values, values.draft)
    (units, signals) = (values.expressions.units, values.expressions.signals)
  }

  /// The unit of a dimension or a signal in a system.
  private typealias Choice = (unit: UnitOfMeasure, format: NumberFormat?, place: Place)

  /// Writes the shown unit of each signal, for each system.
  func readSystems(chosenBy chosen: Item?) {
    if let chosen, units.systems.isEmpty {
      problems.report(chosen.place, "system without systems of units", expected: "units: {us: {speed: mph}}")
    } else if chosen == nil, let first = units.systems.first {
      problems.warn(first.place, "nothing chooses the system of units '\(first.name)': system: names a signal")
    }
    for (name, _, pairs) in units.systems {
      let record = RecordDraft(.system)
      record[.name] = .text(name)
      let (dimensions, named) = readSystem(pairs)
      var numbers: [Int: (UnitOfMeasure, NumberFormat?)] = [:]
      for (name, choice) in named {
        if let number = signals.number(of: name) { numbers[number] = (choice.unit, choice.format) }
      }
      units.readSystems.append(
        UnitChoices.System(
          record: record, dimensions: dimensions.mapValues { ($0.unit, $0.format) }, signals: numbers))
      for signal in signals.entries {
        // A time of day, a date, a position is no matter of units.
        guard let own = signal.unit, signal.format?.unitName == nil,
          let choice = named[signal.name] ?? dimensions[own.dimension]
        else { continue }
        record.children.append(entry(of: signal, in: own, choice))
      }
      draft.add(record)
    }
  }

  private func readSystem(_ pairs: Pairs) -> ([UnitOfMeasure.Dimension: Choice], [String: Choice]) {
    var (dimensions, named): ([UnitOfMeasure.Dimension: Choice], [String: Choice]) = ([:], [:])
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      let dimension = Units.dimension(named: name)
      let signal = signals.number(of: name).map { signals[$0] }
      guard dimension != nil || signal != nil else {
        problems.reportUnknown(
          key.place, "dimension or signal", name, among: Units.dimensions.map(\.name) + signals.names.sorted())
        continue
      }
      guard let choice = readChoice(value, of: signal?.unit) else { continue }
      if let wanted = dimension ?? signal?.unit?.dimension, choice.unit.dimension != wanted {
        problems.report(
          value.place, "'\(choice.unit.text)' is no unit of \(name)", expected: Units.list(wanted))
      } else if let dimension {
        dimensions[dimension] = choice
        if dimension == .temperature, dimensions[.temperatureDifference] == nil {
          dimensions[.temperatureDifference] = (Units.ofDifferences(choice.unit), choice.format, choice.place)
        }
      } else {
        named[name] = choice
      }
    }
    return (dimensions, named)
  }

  private func readChoice(_ item: Item, of own: UnitOfMeasure?) -> Choice? {
    let expected = "a unit, and a format if wanted, as 'psi 0'"
    guard let text = item.text, !item.isEmpty else {
      refuse(item, "the unit", expected)
      return nil
    }
    let count = problems.errorCount
    let (shown, format) = values.parseShown(text, at: item.textPlace)
    guard let unit = Units.unit(shown, of: own), format?.unitName == nil else {
      if problems.errorCount == count { refuse(item, "the unit", expected) }
      return nil
    }
    return (unit, format, item.place)
  }

  private func entry(of signal: SignalEntry, in own: UnitOfMeasure, _ choice: Choice) -> RecordDraft {
    let entry = RecordDraft(.entry)
    entry[.system] = .signal(signal.number)
    entry[.unit] = .text("")
    entry[.shownUnit] = .number(0)
    entry[.format] = choice.format?.property
    units.setUnit(choice.unit, from: own, entry, at: choice.place)
    return entry
  }
}
