// How values of signals are shown, their names, and their values without a source.
import PanelFile
import PanelSignals

/// Reads the keys of a signal that say how its values are shown.
struct SignalValueReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let units: UnitChoices
  let signals: SignalTable
  let expressions: ExpressionCompiler

  init(_ values: ValueReader) {
    (problems, self.values, expressions) = (values.problems, values, values.expressions)
    (units, signals) = (expressions.units, expressions.signals)
  }

  // MARK: Units and formats

  func readShown(_ entry: SignalEntry) {
    let record = entry.record
    if let item = entry.keys["show"]?.value, !item.isReported {
      guard let text = item.text, !item.isEmpty else { return refuse(item, "show", "a unit, a format as 0.0, or both") }
      (entry.shownUnit, entry.format) = values.parseShown(text, at: item.textPlace)
      record[.format] = entry.format?.property
      readImplied(entry, item)
      entry.shownUnit = Units.unit(entry.shownUnit, of: entry.unit)
      if let shown = entry.shownUnit { checkSame(shown, entry.unit, item) }
    }
    if entry.unit == nil, let own = entry.uncertainUnit, let shown = entry.shownUnit,
      let item = entry.keys["show"]?.value
    {
      do throws(ExpressionError) { try CompiledExpression.refuseUncertain(own, shown, 0) } catch {
        problems.report(item.place, error.found, expected: error.expected)
      }
    }
    takeShown(entry)
    if entry.unit == nil { entry.unit = entry.shownUnit }
    if entry.shownUnit == nil, let unit = entry.unit {
      entry.shownUnit = units.shown(unit)
      if entry.format == nil, let format = units.format(unit) {
        entry.format = format
        record[.format] = format.property
      }
    }
    if let unit = entry.shownUnit {
      units.setUnit(
        unit, from: entry.unit, record, hasSymbol: entry.format?.unitName == nil,
        at: entry.keys["show"]?.value.place ?? entry.place)
    }
  }

  /// `avg(v, 1min)`, `min` and `max` of a stretch of time are shown as `v` is, unless something else is said.
  private func takeShown(_ entry: SignalEntry) {
    guard entry.keys["show"] == nil, let text = entry.keys["is"]?.value.text,
      case .call(let name, let arguments, _) = try? ExpressionParser.parse(
        text, isSignal: { self.signals.number(of: $0) != nil }),
      name == "avg" || name == "min" || name == "max", expressions.isWindow(arguments),
      case .name(let other, _) = arguments[0], let number = signals.number(of: other)
    else { return }
    let origin = signals[number]
    guard origin.unit?.text == entry.unit?.text else { return }
    (entry.format, entry.shownUnit) = (origin.format, origin.shownUnit)
    entry.record[.format] = origin.record[.format]
  }

  /// Times are shown of seconds, positions of degrees.
  private func readImplied(_ entry: SignalEntry, _ item: Item) {
    guard let name = entry.format?.unitName, let implied = Units.all.first(where: { $0.text == name }) else { return }
    if let shown = entry.shownUnit, shown.text != name {
      problems.report(
        item.place, "a format of \(implied.text) with the unit '\(shown.text)'", expected: "one of the two")
    }
    entry.shownUnit = implied
  }

  private func checkSame(_ shown: UnitOfMeasure, _ unit: UnitOfMeasure?, _ item: Item) {
    guard let unit, unit.dimension != shown.dimension else { return }
    problems.report(
      item.place, "'\(shown.text)' and '\(unit.text)' measure different things",
      expected: "a unit as '\(unit.text)' is one")
  }

  // MARK: Names of values

  func readEnumeration(_ item: Item, _ entry: SignalEntry) {
    guard let pairs = item.map, !pairs.isEmpty else {
      return refuse(item, "enum", "a map of numbers or words to texts, as {0: Off, 1: On}")
    }
    // No scale has marks between its numbers.
    entry.record[.resolution] = .number(1)
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let word = key.text, !word.isEmpty else {
        problems.report(key.place, "the value \(key.words)", expected: "a number, or a word of the source")
        continue
      }
      let record = RecordDraft(.entry)
      let number = parseNumber(word) ?? Fixed64(entry.words.count)
      if parseNumber(word) == nil {
        record[.original] = .text(word)
        entry.words.append((number, word))
      }
      if number != Fixed64(number.floor) { problems.report(key.place, "the value \(word)", expected: "a whole number") }
      record[.value] = .number(number)
      if entry.record.children.contains(where: { if case .number(number) = $0[.value] { true } else { false } }) {
        problems.report(key.place, "the value \(key.words) a second time", expected: "each value once")
        continue
      }
      if value.map != nil, let keys = map(value, "a text") {
        check(keys, Vocabulary.enumeration, "a value of enum")
        values.read(keys, Vocabulary.enumeration, into: record, nil)
      } else {
        values.read(value, Vocabulary.enumeration[0], into: record, nil)
      }
      if case .choice = record[.color] { (record[.role], record[.color]) = (record[.color], nil) }
      if case .text(let text) = record[.text] { entry.texts.append((number, text)) }
      entry.record.children.append(record)
    }
  }
}
