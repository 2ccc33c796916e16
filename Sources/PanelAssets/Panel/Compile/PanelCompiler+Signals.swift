// Sources, signals and zones.
import PanelFile
import PanelSignals
import PanelSources

extension PanelCompiler {
  // MARK: Sources

  func readSources(_ pairs: Pairs) {
    for (key, value) in pairs {
      // What is refused keeps its name: those who use it are not to blame.
      let number = sources.count
      if let name = key.text { sources[name] = (number, "") }
      guard let name = checkName(key, "a source"), let keys = map(value, "a source, as {lines: stdin}") else {
        continue
      }
      let kinds = Vocabulary.sources.map(\.name)
      guard let index = Vocabulary.sources.firstIndex(where: { keys[$0.name] != nil }) else {
        let entry = value.map?.first { $0.key.text.map { nearest($0, in: kinds) != nil } ?? false }
        let meant = entry?.key.text.flatMap { nearest($0, in: kinds) }
        problems.report(
          entry?.key.place ?? value.place, "the source '\(name)' does not say what it is",
          expected: meant == nil ? "one of the keys " + kinds.joined(separator: ", ") : nil, meant: meant)
        continue
      }
      let spec = Vocabulary.sources[index]
      check(keys, [spec.main].compactMap { $0 } + spec.keys, "a source of \(spec.name)")
      let record = RecordDraft(.source)
      record[.name] = .text(name)
      record[.style] = .choice(index)
      if let item = keys[spec.name]?.value { readSourceInput(item, spec, record) }
      readPlain(keys, spec.keys, record)
      sources[name] = (number, spec.name)
      if SourceKind(rawValue: index)?.isBuilt == false {
        problems.warn(key.place, "this version does not read sources of \(spec.name): their signals have no value")
      }
      draft.root.children.append(record)
    }
  }

  /// Texts that nobody sees need no glyphs.
  private func readPlain(_ keys: Keys, _ specs: [KeySpec], _ record: RecordDraft) {
    for spec in specs {
      guard let item = keys[spec.name]?.value else { continue }
      if case .text = spec.type, let key = spec.key {
        if let text = item.text, !item.isEmpty { record[key] = .text(text) } else { refuse(item, spec.name, "a text") }
      } else {
        read(item, spec, into: record, nil)
      }
    }
  }

  private func readSourceInput(_ item: Item, _ spec: KindSpec, _ record: RecordDraft) {
    guard let text = item.text, !item.isEmpty, let main = spec.main else {
      return refuse(item, spec.name, spec.main?.type.expectation ?? "a text")
    }
    switch spec.name {
    case "files":
      let words = text.split(separator: " ")
      guard words.count == 2, words[0] == "every", let interval = parseDuration(words[1]), interval >= 10_000_000 else {
        return refuse(
          item, "files", "every and a time of 10ms or more, as 'every 2s'",
          meant: parseDuration(text) != nil ? "every \(text)" : nil)
      }
      record[.interval] = .duration(interval)
    case "lines":
      if LineInput(text) == nil { return refuse(item, "lines", main.type.expectation) }
      record[.path] = .text(text)
    case "nmea0183":
      let words = text.split(separator: " ")
      guard words.count >= 2, ["tcp", "udp", "serial"].contains(words[0]) else {
        return refuse(item, "nmea0183", main.type.expectation)
      }
      record[.path] = .text(text)
    default: record[.path] = .text(text)
    }
  }

  // MARK: Signals

  /// All names first: expressions may name signals that come later.
  func declareSignals(_ pairs: Pairs) {
    for (key, value) in pairs {
      guard let name = checkName(key, "a signal") else { continue }
      // What is no map is a signal of which nothing is known.
      let keys = map(value, "a signal, as {from: in/rpm, unit: rpm}")
      let record = RecordDraft(.signal)
      record[.name] = .text(name)
      signalNumbers[name] = signals.count
      signals.append(
        SignalEntry(name: name, place: key.place, number: signals.count, record: record, keys: keys ?? [:]))
      if keys == nil { signals[signals.count - 1].state = .done }
      if Self.functions.contains(name) {
        problems.warn(key.place, "a signal named '\(name)', which is a function too — expected another name")
      } else if Units.named(name) != nil, keys?["unit"]?.value.text != name {
        problems.warn(
          key.place, "a signal named '\(name)', which is a unit too: '5 \(name)' has that — expected another name")
      }
      draft.root.children.append(record)
    }
  }

  /// Reads all signals, each behind those that it names: so that however long a chain of them is, no call lies within
  /// another for each.
  func resolveAll() {
    var isEntered = Array(repeating: false, count: signals.count)
    for start in signals.indices where !isEntered[start] {
      var path = [start]
      while let number = path.last {
        if isEntered[number] {
          path.removeLast()
          resolve(number)
        } else {
          isEntered[number] = true
          path += namedSignals(number).filter { !isEntered[$0] }
        }
      }
    }
  }

  /// The signals whose names stand in what a signal is computed of, and in the zones of those.
  private func namedSignals(_ number: Int) -> [Int] {
    var names: Set<String> = []
    for key in ["is", "range"] { signals[number].keys[key]?.value.text.map { names.formUnion(Self.words($0)) } }
    if names.contains("state") {
      for name in names {
        for zone in zoneItems[name] ?? [] {
          for item in zone.value.list ?? [zone.value] {
            (item["range"] ?? item).text.map { names.formUnion(Self.words($0)) }
          }
        }
      }
    }
    return names.compactMap { signalNumbers[$0] }
  }

  private static func words(_ text: String) -> [String] {
    text.utf8.split { !($0 | 32 >= 97 && $0 | 32 <= 122 || $0 >= 48 && $0 <= 57 || $0 == 95) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a signal, and those that it needs before.
  func resolve(_ number: Int) {
    let entry = signals[number]
    switch entry.state {
    case .done: return
    case .reading:
      // From the one that stands first.
      let circle = Array(resolving.drop { $0 != number })
      let first = circle.firstIndex(of: circle.min() ?? number) ?? 0
      let names = (circle[first...] + circle[...first]).map { signals[$0].name }
      problems.report(
        signals[circle[first]].place, "a circle: " + names.joined(separator: " needs "),
        expected: "a signal that does not need itself")
      // Those in the circle are not reported again.
      return
    case .waiting: break
    }
    // All others were read before: these need each other.
    if resolving.count >= 32 {
      entry.state = .done
      problems.report(
        entry.place, "a circle of more than 32 signals, of which '\(entry.name)' is one",
        expected: "signals that do not need themselves")
      return
    }
    entry.state = .reading
    resolving.append(number)
    readSignal(entry)
    resolving.removeLast()
    entry.state = .done
  }

  private func readSignal(_ entry: SignalEntry) {
    let (keys, record) = (entry.keys, entry.record)
    check(keys, Vocabulary.signal, "a signal")
    if let item = keys["unit"]?.value { entry.unit = unit(item) }
    if let item = keys["enum"]?.value { readEnumeration(item, entry) }
    if let item = keys["is"]?.value {
      readComputed(item, entry)
    } else if let item = keys["from"]?.value {
      readOrigins(item, record)
      // Whoever forgets it must not be shown what stopped long ago.
      if keys["stale"] == nil { record[.stale] = .duration(5_000_000_000) }
    } else if keys["initial"] == nil && keys["demo"] == nil {
      problems.report(
        entry.place, "'\(entry.name)' does not say where its value comes from",
        expected: "from, is, or initial for a variable")
    }
    readShown(entry)
    read(keys, Vocabulary.signal, into: record, entry.unit)
    checkNumbers(entry)
    readFollowing(keys["follow"]?.value, record)
    if let item = keys["demo"]?.value {
      readDemo(item, entry)
      checkDemo(item, entry)
    }
  }

  /// A value for demonstration that no scale of the signal shows.
  private func checkDemo(_ item: Item, _ entry: SignalEntry) {
    guard case .choice = entry.record[.demo], entry.keys["range"] != nil else { return }
    var (lower, upper) = (Fixed64.min, Fixed64.max)
    if case .number(let end) = entry.record[.lower] { lower = end }
    if case .number(let end) = entry.record[.upper] { upper = end }
    for child in entry.record.children where child.kind == .entry && child[.text] == nil {
      guard case .number(let value) = child[.value], value < lower || value > upper else { continue }
      return problems.warn(
        item.place,
        "demo of '\(entry.name)' goes beyond its range — expected values of \(entry.keys["range"]?.value.text ?? "")")
    }
  }

  private func readComputed(_ item: Item, _ entry: SignalEntry) {
    for other in ["from", "initial", "stale"] {
      guard let pair = entry.keys[other] else { continue }
      problems.report(
        pair.key.place, "'\(entry.name)' has both is and \(other)",
        expected: other == "from" ? "one of the two" : "\(other) at the signals that it is computed of")
    }
    guard let compiled = compile(item, .any, "is") else { return }
    entry.record[.expression] = .expression(emit(compiled))
    if case .condition = compiled.type { entry.isCondition = true }
    entry.unit = self.unit(entry.unit, of: compiled.type.unit)
    if compiled.isUncertain { entry.uncertainUnit = compiled.type.unit }
    // What was multiplied by a plain number may be in another unit by now.
    if entry.keys["unit"] == nil, compiled.type.isFirm { entry.unit = compiled.type.unit }
    guard let unit = entry.unit, entry.keys["unit"] != nil else { return }
    // A share may be of anything.
    if !compiled.type.isFirm, let own = compiled.type.unit, !own.isPlain, !unit.isPlain, unit.dimension != .ratio,
      own.dimension != unit.dimension
    {
      problems.warn(
        entry.keys["unit"]?.value.place ?? item.place,
        "'\(entry.name)' is computed of \(own.text), and unit says that the result is \(unit.text): it is taken as it is"
      )
    }
    // Declared: what is certain is converted.
    do throws(ExpressionError) {
      let value = try converted(compiled, to: unit)
      if value.steps != compiled.steps { entry.record[.expression] = .expression(emit(value)) }
    } catch {
      if compiled.isUncertain {
        return problems.report(item.textPlace.moved(by: error.column), error.found, expected: error.expected)
      }
      problems.report(
        entry.keys["unit"]?.value.place ?? item.place,
        "unit is '\(unit.text)', but '\(entry.name)' is computed in \(compiled.type.unit?.text ?? "no unit")",
        expected: "a unit that measures the same")
    }
  }

  private func readOrigins(_ item: Item, _ record: RecordDraft) {
    if let list = item.list {
      if list.isEmpty { return refuse(item, "from", "a source and an address, as in/rpm, or a list of them") }
      for (index, origin) in list.enumerated()
      where list[..<index].contains(where: { $0.text != nil && $0.text == origin.text }) {
        return problems.report(
          origin.place, "'\(origin.text ?? "")' stands twice in from", expected: "each source and address once")
      }
    }
    for (rank, origin) in (item.list ?? [item]).enumerated() {
      guard let (source, address) = address(origin, "from") else { continue }
      // The first is the signal's own; the others follow it as records.
      let target = rank == 0 ? record : RecordDraft(.source)
      target[.source] = .choice(source)
      target[.address] = .text(address)
      if rank > 0 { record.children.append(target) }
    }
  }

  /// A source and what is named in it.
  func address(_ item: Item, _ name: String) -> (source: Int, address: String)? {
    if item.isReported { return nil }
    guard let text = item.text, let slash = text.firstIndex(of: "/"), slash != text.startIndex,
      text.index(after: slash) < text.endIndex
    else {
      refuse(item, name, "a source and an address, as in/rpm")
      return nil
    }
    let source = String(text[..<slash])
    guard let found = sources[source] else {
      problems.reportUnknown(item.textPlace, "source", source, among: sources.keys.sorted())
      return nil
    }
    let address = String(text[text.index(after: slash)...])
    if found.kind == "files", let blank = address.firstIndex(of: " "),
      !FieldPattern(String(address[address.index(after: blank)...])).isValid
    {
      problems.report(
        item.textPlace, "the pattern '\(address[address.index(after: blank)...])'",
        expected: "words with one * where the number is, as 'MemAvailable: *'")
      return nil
    }
    return (found.number, address)
  }

  func readFollowing(_ item: Item?, _ record: RecordDraft) {
    guard let item, !item.isReported else { return }
    let parts = (item.text ?? "").split(separator: "/", omittingEmptySubsequences: false)
    let times = parts.compactMap { parseDuration($0) }
    guard times.count == parts.count, let first = times.first, let last = times.last, times.count <= 2 else {
      return refuse(item, "follow", "a time, or two as 50ms/150ms")
    }
    record[.attack] = .duration(first)
    record[.release] = .duration(last)
  }

  // MARK: Units and formats

  private func readShown(_ entry: SignalEntry) {
    let record = entry.record
    if let item = entry.keys["show"]?.value, !item.isReported {
      guard let text = item.text, !item.isEmpty else { return refuse(item, "show", "a unit, a format as 0.0, or both") }
      var offset = 0
      for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        defer { offset += word.unicodeScalars.count + 1 }
        if word.isEmpty { continue }
        if let format = parseFormat(word) {
          record[.format] = format.property
          entry.format = format
        } else if word.allSatisfy({ "0.,#+".contains($0) || $0.isNumber }) {
          problems.report(
            item.textPlace.moved(by: offset), "no format '\(word)'", expected: NumberFormat.examples)
        } else {
          entry.shownUnit = unit(
            Item(content: .text(String(word), isQuoted: false), place: item.textPlace.moved(by: offset)))
        }
      }
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
    if entry.unit == nil { entry.unit = entry.shownUnit }
    if entry.shownUnit == nil, let unit = entry.unit { entry.shownUnit = shownUnit(unit) }
    if let unit = entry.shownUnit {
      setUnit(
        unit, from: entry.unit, record, hasSymbol: entry.format?.unitName == nil,
        at: entry.keys["show"]?.value.place ?? entry.place)
    }
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

  // MARK: What values are called

  private func readEnumeration(_ item: Item, _ entry: SignalEntry) {
    guard let pairs = item.map, !pairs.isEmpty else {
      return refuse(item, "enum", "a map of numbers to texts, as {0: Off, 1: On}")
    }
    for (key, value) in pairs {
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
  private func readDemo(_ item: Item, _ entry: SignalEntry) {
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

  // MARK: Zones

  func gatherZones(_ pairs: Pairs) {
    for (key, value) in pairs {
      guard let name = key.text else { continue }
      if signalNumbers[name] == nil {
        problems.reportUnknown(key.place, "signal", name, among: signalNumbers.keys.sorted())
      } else if let zones = value.map {
        zoneItems[name] = zones
      } else {
        refuse(value, "the zones of '\(name)'", "zones, as {normal: 700..3200, warning: 3600..}")
      }
    }
  }

  /// Reads the zones of a signal, once.
  func readZones(_ number: Int) {
    let entry = signals[number]
    guard let pairs = zoneItems.removeValue(forKey: entry.name) else { return }
    for (key, value) in pairs {
      guard let name = key.text else { continue }
      guard let state = Vocabulary.states.firstIndex(of: name) else {
        problems.reportUnknown(key.place, "zone", name, among: Vocabulary.states)
        continue
      }
      for item in value.list ?? [value] {
        let record = RecordDraft(.zone)
        record[.state] = .choice(state)
        var rangeItem = item
        if item.map != nil, let keys = map(item, "a zone") {
          check(keys, Vocabulary.zone, "a zone")
          guard let range = keys["range"]?.value else {
            problems.report(item.place, "a zone without a range", expected: "range: 90..100")
            continue
          }
          rangeItem = range
          read(keys, Vocabulary.zone.filter { $0.name != "range" }, into: record, nil)
        }
        guard let ends = range(rangeItem, entry.unit, "the zone '\(name)'") else { continue }
        set(ends.lower, .lower, record)
        set(ends.upper, .upper, record)
        let zone = SignalEntry.Zone(state: state, lower: ends.lower, upper: ends.upper)
        checkZone(zone, entry, rangeItem)
        entry.zones.append(zone)
        entry.record.children.append(record)
      }
    }
    checkOverlap(entry, pairs)
  }

  /// Two meanings of one value are a mistake, but ends may touch.
  private func checkOverlap(_ entry: SignalEntry, _ pairs: Pairs) {
    func bounds(_ zone: SignalEntry.Zone) -> (Fixed64, Fixed64)? {
      var (lower, upper) = (Fixed64.min, Fixed64.max)
      if case .signal = zone.lower { return nil }
      if case .signal = zone.upper { return nil }
      if case .constant(let value) = zone.lower { lower = value }
      if case .constant(let value) = zone.upper { upper = value }
      return (lower, upper)
    }
    for (index, zone) in entry.zones.enumerated() {
      for other in entry.zones[..<index] where other.state != zone.state {
        guard let a = bounds(zone), let b = bounds(other), max(a.0, b.0) < min(a.1, b.1) else { continue }
        let place = pairs.first { $0.key.text == Vocabulary.states[zone.state] }?.key.place ?? entry.place
        problems.warn(
          place,
          "the zones \(Vocabulary.states[other.state]) and \(Vocabulary.states[zone.state]) of '\(entry.name)' overlap: the more urgent counts"
        )
      }
    }
  }

  /// Trends look back as far as they show: the signals keep that much.
  func finishHistories() {
    for entry in signals {
      var history = entry.history
      if case .duration(let own) = entry.record[.historyDuration] { history = max(history, own) }
      if history > 0 {
        entry.record[.historyDuration] = .duration(history)
        if entry.record[.historyColumns] == nil { entry.record[.historyColumns] = .choice(240) }
      }
    }
  }
}
