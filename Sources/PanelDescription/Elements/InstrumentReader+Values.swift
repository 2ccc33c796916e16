// Values that instruments alone have, by the type of their key.
import PanelAssets
import PanelFile
import PanelInstruments
import PanelSignals

extension InstrumentReader {
  /// Reads the value of an instrument's key.
  func readValue(_ item: Item, _ spec: KeySpec, into record: RecordDraft, _ shown: SignalEntry?) {
    switch spec.type {
    case .unit: readUnit(item, record, shown)
    case .format: readFormat(item, record)
    case .labels: readLabels(item, record, shown)
    case .extreme(let isGreatest): readExtreme(item, spec, isGreatest: isGreatest, record, shown)
    case .origin: readOrigin(item, record, shown)
    case .iconOrSignal: readSymbol(item, record)
    case .picture: if let pack = pictures.pack(item) { record[.image] = .pack(pack) }
    case .signals(let list): readSignals(item, list, spec, record)
    case .rows: readRows(item, spec.name, record)
    case .clockPattern: readClock(item, record)
    case .zoneOffset: readZone(item, record)
    case .timer: readTimer(item, record)
    case .zones:
      if item.map == nil && item.text.flatMap({ Flag($0) }) == nil {
        refuse(item, spec.name, spec.type.expectation)
      } else if item.map == nil {
        readValue(item, KeySpec(spec.name, spec.key ?? .showsZones, .flag, summary: ""), into: record, shown)
      } else if let shown {
        ZoneReader(values).read(item, of: shown, into: record)
      } else {
        refuse(item, spec.name, "true or false")
      }
    case .alarms: readAlarms(item, record)
    case .setpoint:
      if item.map != nil { return readMovedSetpoint(item, record, shown) }
      readValue(item, KeySpec(spec.name, .setpoint, .value(.ofSignal), summary: ""), into: record, shown)
    case .points: return
    default:
      values.read(
        item, spec, into: record, spec.name == "right" ? unitAtRight(record) : shown?.unit ?? scaleUnit(record))
      completeValue(item, spec, record, shown)
    }
  }

  /// The unit of the scale at a trend's right: that of its first pen.
  private func unitAtRight(_ record: RecordDraft) -> UnitOfMeasure? {
    guard let pen = record.children.first(where: { isAtRight($0) }), case .signal(let number) = pen[.value] else {
      return scaleUnit(record)
    }
    return signals[number].unit
  }

  /// The unit of a scale that several signals share: the first one's.
  private func scaleUnit(_ record: RecordDraft) -> UnitOfMeasure? {
    if case .signal(let number) = record[.value] { signals[number].unit } else { record.numbersUnit }
  }

  /// The part of a plain value's meaning that depends on the shown signal.
  private func completeValue(_ item: Item, _ spec: KeySpec, _ record: RecordDraft, _ shown: SignalEntry?) {
    guard let key = spec.key else { return }
    switch (spec.type, record[key]) {
    case (.extremes, .flag(true)):
      markExtreme(.peak, .greatest, record, shown)
      markExtreme(.low, .least, record, shown)
    case (.arrow, .flag(let hasArrow)):
      record[key] = nil
      if hasArrow, let shown { readArrow(record, shown) }
    case (.signalOfNames, .signal(let number)) where signals[number].texts.isEmpty:
      let name = signals[number].name
      problems.report(
        item.place, "'\(name.isEmpty ? item.text ?? "" : name)' has no enum",
        expected: "a signal with enum: {0: Off, 1: On}")
    default: return
    }
  }

  /// - Parameter shown: has the unit that is converted from; `nil` where nothing is.
  func readUnit(_ item: Item, _ record: RecordDraft, _ shown: SignalEntry?) {
    guard let unit = Units.unit(unit(item), of: shown?.unit) else { return }
    if let own = shown?.unit, own.dimension != unit.dimension {
      return problems.report(
        item.place, "'\(unit.text)' and '\(own.text)', the unit of what is shown, measure different things",
        expected: "a unit as '\(own.text)' is one")
    }
    units.setUnit(unit, from: shown?.unit, record, at: item.place)
    // From a unit to itself: another than the signal's shown one, now or in a system of units.
    if record[.shownUnit] == nil, shown?.record[.shownUnit] != nil || !units.systems.isEmpty {
      record[.shownUnit] = .number(0)
    }
    if let shown { keepFormat(of: shown, in: unit, record) }
  }

  /// A unit that stays whatever the system of units has the signal's format, not the system's.
  func keepFormat(of signal: SignalEntry, in unit: UnitOfMeasure, _ record: RecordDraft) {
    if units.systems.isEmpty || record[.format] != nil || unit.text != signal.shownUnit?.text { return }
    record[.format] = signal.format?.property
  }

  private func readFormat(_ item: Item, _ record: RecordDraft) {
    if item.isReported { return }
    guard let format = item.text.flatMap({ parseFormat($0) }) else {
      return refuse(item, "format", NumberFormat.examples)
    }
    record[.format] = format.property
    if format.unitName != nil {
      problems.report(
        item.place, "format '\(item.text ?? "")' at an instrument",
        expected: "show: at the signal, which has the unit")
    }
  }

  private func readLabels(_ item: Item, _ record: RecordDraft, _ shown: SignalEntry?) {
    if item.isReported { return }
    if let pairs = item.map { return readWords(item, pairs, record, shown) }
    let words = ["none", "ends", "x1", "x10", "x100", "x1000", "x10000"]
    let factors = [0, -1, 1, 10, 100, 1000, 10000]
    guard let index = words.firstIndex(of: item.text ?? "") else {
      return refuse(
        item, "labels", ValueType.labels.expectation, meant: item.text.flatMap { nearest($0, in: words) })
    }
    record[.factor] = .number(Fixed64(factors[index]))
  }

  /// Words in the place of numerals.
  private func readWords(_ item: Item, _ pairs: Pairs, _ record: RecordDraft, _ shown: SignalEntry?) {
    var words: [(value: Fixed64, text: String, place: Place)] = []
    for pair in pairs {
      guard let value = values.readNumber(pair.key, shown?.unit), let text = pair.value.text else { continue }
      words.append((value, text, pair.value.textPlace))
    }
    words.sort { $0.value < $1.value }
    let steps = zip(words, words.dropFirst()).map { $1.value - $0.value }
    if words.count < 2 || words.count != pairs.count || steps.contains(.zero) {
      return refuse(item, "labels", "a map of two numbers or more to words, as {0: E, 50: half, 100: F}")
    }
    record[.step] = steps.min().map { .number($0) }
    for word in words {
      if isBeyond(word.value, record, shown) {
        problems.report(
          word.place, "the label '\(word.text)' lies outside the range", expected: "a value that the scale has")
      }
      let entry = RecordDraft(.entry)
      entry[.value] = .number(word.value)
      entry[.text] = .text(word.text)
      glyphs.add(word.text, at: word.place)
      record.children.append(entry)
    }
  }

  private func isBeyond(_ value: Fixed64, _ record: RecordDraft, _ shown: SignalEntry?) -> Bool {
    if case .number(let lower)? = record[.lower] ?? shown?.record[.lower], value < lower { return true }
    if case .number(let upper)? = record[.upper] ?? shown?.record[.upper], value > upper { return true }
    return false
  }

  private func readExtreme(
    _ item: Item, _ spec: KeySpec, isGreatest: Bool, _ record: RecordDraft, _ shown: SignalEntry?
  ) {
    guard !item.isReported, let key = spec.key else { return }
    if item.text == "hold" {
      markExtreme(key, isGreatest ? .greatest : .least, record, shown)
    } else if let duration = item.text.flatMap({ parseDuration($0) }), duration > 0 {
      if let shown {
        record[key] = .signal(expressions.addWindowSignal(isGreatest ? .greatest : .least, of: shown, duration))
      }
    } else {
      refuse(item, spec.name, "a time as 10s, or hold")
    }
  }

  /// The greatest or the least value since the start, or since a tap.
  private func markExtreme(
    _ key: PropertyKey, _ operation: Instruction.Operation, _ record: RecordDraft, _ shown: SignalEntry?
  ) {
    guard let shown else { return }
    record[key] = .signal(expressions.addWindowSignal(operation, of: shown, 0))
    record[.resets] = .signal(shown.number)
  }

  /// An arrow says where the value went in half a minute, unless that is less than a hundredth of its range.
  private func readArrow(_ record: RecordDraft, _ shown: SignalEntry) {
    let seconds: Int64 = 30
    let rate = CompiledExpression(
      Instruction(.rate, Int32(expressions.tables.addWindow(shown.number, seconds * 1_000_000_000))), .plain, column: 0)
    var span = Fixed64(100)
    if case .number(let lower) = shown.record[.lower], case .number(let upper) = shown.record[.upper], lower < upper,
      lower != .min, upper != .max
    {
      span = upper - lower
    }
    let least = (span / Fixed64(100 * Int(seconds))) ?? .zero
    let moves = CompiledExpression(
      Instruction(.above),
      [
        CompiledExpression(Instruction(.absolute), [rate], .plain, column: 0),
        CompiledExpression(constant: least, .plain, column: 0),
      ], .condition, column: 0)
    let shownRate = CompiledExpression(
      Instruction(.choose), [moves, rate, CompiledExpression(constant: .zero, .plain, column: 0)], .plain, column: 0)
    record[.arrow] = .signal(expressions.addAnonymous(shownRate))
  }

  /// Where a bar begins.
  private func readOrigin(_ item: Item, _ record: RecordDraft, _ shown: SignalEntry?) {
    if item.isReported { return }
    switch item.text {
    case "zero": record[.from] = .number(0)
    case "centre", "center":
      // The middle of the range: the device knows it, for ends may be signals.
      record[.beginsInMiddle] = .choice(1)
    default: record.set(expressions.compileValue(item, .number(shown?.unit), "from"), .from)
    }
  }

  /// Warns of values for which there would be nothing to see.
  private func warnOfMissingIcons(_ item: Item, _ signal: SignalEntry) {
    let missing = signal.record.children.filter { $0.kind == .entry && $0[.icon] == nil }
    guard let first = missing.first, case .text(let text) = first[.text] else { return }
    problems.warn(
      item.place,
      "a symbol of '\(signal.name)', whose value '\(text)' has no icon: nothing is drawn for it — expected "
        + "icon: beside its text, or enum: \(signal.name) to show the text")
  }

  private func readSymbol(_ item: Item, _ record: RecordDraft) {
    if let text = item.text, let number = signals.number(of: text),
      !glyphs.hasIcon(text) || !signals[number].texts.isEmpty
    {
      warnOfMissingIcons(item, signals[number])
      return values.setSignal(expressions.compileValue(item, .number(nil), "symbol"), .value, record)
    }
    if let glyph = glyphs.icon(item, "symbol") { record[.icon] = .text(glyph) }
  }
}
