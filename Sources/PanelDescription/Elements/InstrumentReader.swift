// Instruments: their keys by the table of kinds.
import PanelFile
import PanelInstruments
import PanelSignals

/// Reads an instrument or a control.
struct InstrumentReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let expressions: ExpressionCompiler
  let signals: SignalTable
  let units: UnitChoices
  let glyphs: GlyphUse
  let sources: SourceReader
  let pictures: Pictures
  let pages: PageNames

  init(_ values: ValueReader, _ sources: SourceReader, _ pictures: Pictures, _ pages: PageNames) {
    (problems, self.values, expressions, glyphs) = (values.problems, values, values.expressions, values.glyphs)
    (signals, units) = (expressions.signals, expressions.units)
    (self.sources, self.pictures, self.pages) = (sources, pictures, pages)
  }

  func readInstrument(_ name: String, _ keys: Keys, _ item: Item) -> RecordDraft? {
    guard let kind = Vocabulary.instrument(name), let main = kind.main, let value = keys[name]?.value else {
      return nil
    }
    let record = RecordDraft(kind.record)
    check(keys, [main] + kind.keys, name.first.map { "aeiou".contains($0) } == true ? "an \(name)" : "a \(name)")
    readValue(value, main, into: record, nil)
    var shown: SignalEntry?
    if main.key == .value, case .signal(let number) = record[.value] { shown = signals[number] }
    if kind.isControl { record.numbersUnit = unitOfControl(keys) }
    for spec in kind.keys { if let item = keys[spec.name]?.value { readValue(item, spec, into: record, shown) } }
    // A word that a kind brings along is a text of the panel: languages translate it.
    for spec in kind.keys {
      if let key = spec.key, let word = spec.standardWord, keys[spec.name] == nil { record[key] = .text(word) }
    }
    values.readPlace(keys, record)
    for (name, key) in [("tap", PropertyKey.page), ("hold", .heldPage)] {
      if let item = keys[name]?.value, kind.spec(name) != nil { pages.read(item, record, key) }
    }
    if keys["unit"] == nil { showOwnUnit(kind, value, record, shown) }
    warnOfNeeds([main] + kind.keys, keys)
    checkScale(kind, keys, record, shown)
    if kind.keys.contains(where: { if case .points = $0.type { true } else { false } }) {
      readPoints(keys, record, value)
    }
    if name == "table" || name == "list", let item = keys["columns"]?.value { readHeadings(item, record) }
    keepHistory(kind, record)
    takeEnds(kind, keys, record)
    if let unit = keys["unit"], record.children.contains(where: { $0.kind == Vocabulary.setpoint.record }) {
      problems.report(
        unit.key.place, "a setpoint that is moved, on a scale with a unit of its own", expected: "the signal's unit")
    }
    if name == "trend" && keys["range"] == nil { warnOfScale(record, value) }
    if name == "text", case .text(let text) = record[.text], signals.number(of: text) != nil {
      problems.warn(value.place, "'\(text)' is a signal, and its name is shown — expected \"{\(text)}\" for its value")
    }
    if kind.isControl { readControl(name, keys, record, value) }
    countGlyphs(kind, record, value)
    if kind.wantsRange { Warnings(problems: problems).warnOfRange(name, keys, shown, value) }
    if !kind.isBuilt {
      problems.warn(item.place, "this version does not draw a \(name): its title stands in its place")
    }
    return record
  }

  /// The fonts and letters that the kind draws besides its texts.
  private func countGlyphs(_ kind: KindSpec, _ record: RecordDraft, _ value: Item) {
    if !kind.letters.isEmpty { glyphs.add(kind.letters, at: value.textPlace) }
    var parts = [kind.font]
    for spec in kind.keys {
      guard let key = spec.key, case .choice(let choice) = record[key], choice > 0 else { continue }
      parts.append(spec.font)
    }
    glyphs.add(parts.compactMap { $0 })
  }

  /// The signals of the instrument keep as much of their past as it shows.
  private func keepHistory(_ kind: KindSpec, _ record: RecordDraft) {
    for spec in kind.keys {
      guard case .past(let standard) = spec.type, let key = spec.key else { continue }
      if record[key] == nil, let standard { record[key] = .duration(standard) }
      guard case .duration(let last) = record[key] else { continue }
      for holder in [record] + record.children where holder === record || holder.kind == .entry {
        guard case .signal(let number) = holder[.value] else { continue }
        signals[number].histories.append(last)
      }
    }
  }

  /// Warns of keys that mean nothing beside the others.
  private func warnOfNeeds(_ specs: [KeySpec], _ keys: Keys) {
    for spec in specs {
      guard let need = spec.need, let pair = keys[spec.name] else { continue }
      let other = keys[need.key]?.value
      // A map, or an expression, may become any of them.
      if let other, need.values.isEmpty || other.text == nil { continue }
      let value = other?.text ?? specs.first { $0.name == need.key }?.standard
      if let value, need.values.contains(value) || signals.number(of: value) != nil { continue }
      let words = need.values.first.map { "\(need.key): \($0)" } ?? need.key
      problems.warn(pair.key.place, "\(spec.name) means nothing without '\(words)'")
    }
  }

  /// Ends of the signal's range that are signals themselves are the instrument's.
  private func takeEnds(_ kind: KindSpec, _ keys: Keys, _ record: RecordDraft) {
    guard case .signal(let number) = record[.value], keys["range"] == nil, kind.spec("range") != nil else { return }
    let (lower, upper) = (signals[number].record[.lower], signals[number].record[.upper])
    for end in [lower, upper] {
      guard case .signal = end else { continue }
      (record[.lower], record[.upper]) = (lower ?? .number(0), upper ?? .number(100))
    }
  }

  /// Dials of directions are drawn in degrees and batteries in percent, whatever the signal is shown in elsewhere.
  private func showOwnUnit(_ kind: KindSpec, _ value: Item, _ record: RecordDraft, _ shown: SignalEntry?) {
    guard let own = kind.unit.flatMap({ Units.named($0) }), let unit = shown?.unit, unit.dimension == own.dimension,
      shown?.shownUnit?.text != own.text || !units.systems.isEmpty
    else { return }
    units.setOwnUnit(own, from: unit, record, at: value.place)
  }

  /// Numbers of a scale that draw nothing.
  private func checkScale(_ kind: KindSpec, _ keys: Keys, _ record: RecordDraft, _ shown: SignalEntry?) {
    let (lower, upper) = (record[.lower] ?? shown?.record[.lower], record[.upper] ?? shown?.record[.upper])
    guard case .number(let least) = lower ?? .number(0), case .number(let greatest) = upper ?? .number(100) else {
      return
    }
    if kind.wantsRange, (lower == nil) != (upper == nil), let item = keys["range"]?.value ?? keys[kind.name]?.value {
      let end = lower == nil ? "lower end: it begins at 0" : "upper end: it ends at 100"
      if least < greatest {
        problems.warn(item.place, "the \(kind.name)'s scale has no \(end) — expected both in its range")
      } else {
        problems.report(item.place, "the \(kind.name)'s scale has one end", expected: "both in its range, as 0..100")
      }
    }
    if let item = keys["log"]?.value, case .flag(true) = record[.isLogarithmic], least <= 0 {
      problems.report(
        item.place, "a logarithmic scale that begins at 0 or below", expected: "a range above 0, as range: 1..1000")
    }
    if let item = keys["span"]?.value, case .number(let span) = record[.span], span > greatest - least, kind.wantsRange
    {
      problems.warn(item.place, "the \(kind.name)'s span is more than its range: all of it would be seen, and more")
    }
    if let item = keys["radius"]?.value, case .length(let radius, .percent) = record[.radius], radius > 100 {
      problems.warn(item.place, "a radius of more than 100percent, which reaches beyond the place: 100 are taken")
    }
    if let item = keys["setpoint"]?.value, case .number(let setpoint) = record[.setpoint],
      setpoint < least || setpoint > greatest
    {
      problems.warn(item.place, "the setpoint lies outside the scale: it is not seen")
    }
  }
}
