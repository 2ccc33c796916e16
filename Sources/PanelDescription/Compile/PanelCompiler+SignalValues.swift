// How values of signals are shown, their names, and their values without a source.
import PanelFile
import PanelSignals

extension PanelCompiler {
  // MARK: Units and formats

  func readShown(_ entry: SignalEntry) {
    let record = entry.record
    if let item = entry.keys["show"]?.value, !item.isReported {
      guard let text = item.text, !item.isEmpty else { return refuse(item, "show", "a unit, a format as 0.0, or both") }
      (entry.shownUnit, entry.format) = parseShown(text, at: item.textPlace)
      record[.format] = entry.format?.property
      readImplied(entry, item)
      entry.shownUnit = self.unit(entry.shownUnit, of: entry.unit)
      if let shown = entry.shownUnit { checkSame(shown, entry.unit, item) }
    }
    if entry.unit == nil, let own = entry.uncertainUnit, let shown = entry.shownUnit,
      let item = entry.keys["show"]?.value
    {
      do throws(ExpressionError) { try refuseUncertain(own, shown, 0) } catch {
        problems.report(item.place, error.found, expected: error.expected)
      }
    }
    takeShown(entry)
    if entry.unit == nil { entry.unit = entry.shownUnit }
    if entry.shownUnit == nil, let unit = entry.unit { entry.shownUnit = shownUnit(unit) }
    if let unit = entry.shownUnit {
      setUnit(
        unit, from: entry.unit, record, hasSymbol: entry.format?.unitName == nil,
        at: entry.keys["show"]?.value.place ?? entry.place)
    }
  }

  /// A unit, a format, or both.
  func parseShown(_ text: String, at place: Place) -> (unit: UnitOfMeasure?, format: NumberFormat?) {
    var result: (unit: UnitOfMeasure?, format: NumberFormat?)
    var offset = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      defer { offset += word.unicodeScalars.count + 1 }
      if word.isEmpty { continue }
      let wordPlace = place.moved(by: offset)
      if let format = parseFormat(word) {
        result.format = format
      } else if word.allSatisfy({ "0.,#+".contains($0) || $0.isNumber }) {
        problems.report(wordPlace, "no format '\(word)'", expected: NumberFormat.examples)
      } else {
        result.unit = unit(Item(content: .text(String(word), isQuoted: false), place: wordPlace))
      }
    }
    return result
  }

  /// `avg(v, 1min)`, `min` and `max` of a stretch of time are shown as `v` is, unless something else is said.
  private func takeShown(_ entry: SignalEntry) {
    guard entry.keys["show"] == nil, let text = entry.keys["is"]?.value.text,
      case .call(let name, let arguments, _) = try? ExpressionParser.parse(
        text, isSignal: { self.signalNumbers[$0] != nil }),
      name == "avg" || name == "min" || name == "max", isWindow(arguments),
      case .name(let other, _) = arguments[0], let number = signalNumbers[other]
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

  /// Writes the unit that is shown, and how values become it.
  func setUnit(
    _ shown: UnitOfMeasure, from unit: UnitOfMeasure?, _ record: RecordDraft, hasSymbol: Bool = true, at place: Place
  ) {
    if hasSymbol && shown.symbol.utf8CodeUnitCount > 0 {
      record[.unit] = .text("\(shown.symbol)")
      addText("\(shown.symbol)", at: place)
    }
    guard let unit, unit.text != shown.text, let from = Units.number(unit), let to = Units.number(shown) else { return }
    record[.shownUnit] = .number(Fixed64(Int(UnitOfMeasure.conversionCode(from: from, to: to))))
  }

  // MARK: Names of values

  func readEnumeration(_ item: Item, _ entry: SignalEntry) {
    guard let pairs = item.map, !pairs.isEmpty else {
      return refuse(item, "enum", "a map of numbers to texts, as {0: Off, 1: On}")
    }
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let number = key.text.flatMap({ parseNumber($0) }) else {
        problems.report(key.place, "the value \(key.words)", expected: "a number")
        continue
      }
      let record = RecordDraft(.entry)
      record[.value] = .number(number)
      if entry.record.children.contains(where: { if case .number(number) = $0[.value] { true } else { false } }) {
        problems.report(key.place, "the value \(key.words) a second time", expected: "each value once")
        continue
      }
      if value.map != nil, let keys = map(value, "a text") {
        check(keys, Vocabulary.enumeration, "a value of enum")
        read(keys, Vocabulary.enumeration, into: record, nil)
      } else {
        read(value, Vocabulary.enumeration[0], into: record, nil)
      }
      if case .choice = record[.color] { (record[.role], record[.color]) = (record[.color], nil) }
      if case .text(let text) = record[.text] { entry.texts.append((number, text)) }
      entry.record.children.append(record)
    }
  }

  // MARK: Demo

  /// `84`, `sweep 8s`, `noise 4..9`, `steps 2s [1, 2, 3]`.
  func readDemo(_ item: Item, _ entry: SignalEntry) {
    let record = entry.record
    let expected = "a number, sweep 8s, noise 4..9 or steps 2s [1, 2, 3]"
    if item.isReported { return }
    guard let text = item.text else { return refuse(item, "demo", expected) }
    let words = text.split(separator: " ", maxSplits: 1)
    func value(_ number: Fixed64) -> RecordDraft {
      let entry = RecordDraft(.entry)
      entry[.value] = .number(number)
      return entry
    }
    if let number = readNumber(item, entry.unit) {
      record[.demo] = .choice(0)
      record.children.append(value(number))
      return
    }
    let rest = words.count == 2 ? String(words[1]) : ""
    switch words.first {
    case "sweep":
      guard let period = parseDuration(rest), period > 0 else {
        return refuse(item, "demo", "sweep and a time, as 'sweep 8s'")
      }
      record[.demo] = .choice(1)
      record[.demoPeriod] = .duration(period)
    case "noise":
      guard let range = parseRange(rest), let lower = range.lower, let upper = range.upper else {
        return refuse(item, "demo", "noise and a range, as 'noise 4..9'")
      }
      record[.demo] = .choice(2)
      record.children += [value(lower), value(upper)]
    case "steps":
      guard let open = rest.firstIndex(of: "["), rest.hasSuffix("]") else {
        return refuse(item, "demo", "steps, a time and a list, as 'steps 2s [1, 2, 3]', in quotation marks within { }")
      }
      let time = rest[..<open].split(separator: " ").first
      let numbers = rest[rest.index(after: open)...].dropLast().split(separator: ",")
        .map { parseNumber($0.split(separator: " ").joined()) }
      guard !numbers.isEmpty, numbers.allSatisfy({ $0 != nil }),
        time == nil || time.flatMap({ parseDuration($0) }) ?? 0 > 0
      else {
        return refuse(item, "demo", "steps, a time and a list, as 'steps 2s [1, 2, 3]'")
      }
      record[.demo] = .choice(3)
      record[.demoPeriod] = .duration(time.flatMap { parseDuration($0) } ?? 2_000_000_000)
      record.children += numbers.compactMap { $0.map(value) }
    default:
      refuse(
        item, "demo", expected,
        meant: words.first.flatMap { nearest(String($0), in: ["sweep", "noise", "steps"]) }.map { "\($0) \(rest)" })
    }
  }
}
