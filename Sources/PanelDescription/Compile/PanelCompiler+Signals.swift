// Signals: where they come from, and how they follow.
import PanelFile
import PanelSignals
import PanelSources

extension PanelCompiler {
  /// All names first: expressions may name signals that come later.
  func declareSignals(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a signal") else { continue }
      // An item that is no map is a signal of which nothing is known.
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

  /// The signals whose names stand in a signal's expression, and in the zones of those.
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

  static func words(_ text: String) -> [String] {
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
      // Whoever forgets it must not be shown a value that stopped long ago.
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
    entry.hasNamelessUnit = compiled.hasNamelessUnit
    if compiled.isUncertain { entry.uncertainUnit = compiled.type.unit }
    // A value that was multiplied by a plain number may be in another unit by now.
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
    // Declared: certain units are converted.
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

  /// A source and an address in it.
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
      let isLong = parts.contains { isTooLong(String($0)) }
      return refuse(
        item, "follow", isLong ? "times up to 35000d" : "a time, or two as 50ms/150ms",
        meant: isLong ? nil : item.text.flatMap { meantDuration($0) })
    }
    record[.attack] = .duration(first)
    record[.release] = .duration(last)
  }

  /// The message where histories and windows of time take more than a device gives them.
  static var pastExpected: String {
    "\(SignalStore.pastLimit) at most: a history takes \(SignalStore.pastBytes([pastDefinition], []))"
  }

  /// A signal with a history, as all of a panel's are.
  static var pastDefinition: SignalDefinition {
    var definition = SignalDefinition()
    (definition.historyDuration, definition.historyColumns) = (1, 240)
    return definition
  }

  /// Trends look back as far as they show: the signals keep that much.
  func finishHistories(_ start: Place) {
    var bytes = tables.windowBytes
    // The signal whose history is too much.
    var place = bytes > SignalStore.pastLimit ? start : nil
    for entry in signals {
      var history = entry.history
      if case .duration(let own) = entry.record[.historyDuration] { history = max(history, own) }
      if history > 0 {
        entry.record[.historyDuration] = .duration(history)
        entry.record[.historyColumns] = .choice(Self.pastDefinition.historyColumns)
        bytes += SignalStore.pastBytes([Self.pastDefinition], [])
        if place == nil && bytes > SignalStore.pastLimit { place = entry.name.isEmpty ? start : entry.place }
      }
    }
    if let place, !problems.hasErrors {
      problems.report(
        place, "histories and windows of time that take \(bytes) bytes in all",
        expected: Self.pastExpected)
    }
  }
}
