// Signals: where they come from, and how they follow.
import PanelFile
import PanelSignals
import PanelSources

/// Reads signals, each behind those that its expression names.
final class SignalReader: ItemReading, SignalResolver {
  let problems: Problems
  private let values: ValueReader
  private let expressions: ExpressionCompiler
  private let signals: SignalTable
  private let draft: PanelDraft
  private let sources: SourceReader
  private let zones: ZoneReader
  private let shown: SignalValueReader
  /// Signals that are being read, each because of the one before.
  private var resolving: [Int] = []

  init(_ values: ValueReader, _ sources: SourceReader) {
    (problems, self.values, expressions, self.sources) = (values.problems, values, values.expressions, sources)
    (signals, draft) = (expressions.signals, values.draft)
    (zones, shown) = (ZoneReader(values), SignalValueReader(values))
  }

  /// Reads the sections of signals and of zones.
  func read(_ pairs: Pairs, zones zonePairs: Pairs) {
    expressions.resolver = self
    declareSignals(pairs)
    zones.gatherZones(zonePairs)
    resolveAll()
    for number in signals.entries.indices { zones.readZones(number) }
  }

  func readZones(_ number: Int) { zones.readZones(number) }

  /// All names first: expressions may name signals that come later.
  private func declareSignals(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a signal") else { continue }
      // An item that is no map is a signal of which nothing is known.
      let keys = map(value, "a signal, as {from: in/rpm, unit: rpm}")
      let record = RecordDraft(.signal)
      record[.name] = .text(name)
      let entry = signals.declare(name, at: key.place, record, keys ?? [:])
      if keys == nil { entry.state = .done }
      if ExpressionCompiler.functions.contains(name) {
        problems.warn(
          key.place,
          "a signal named '\(name)', which is a function too: '\(name)(…)' stays that — expected another name")
      } else if Units.named(name) != nil, keys?["unit"]?.value.text != name {
        problems.warn(
          key.place, "a signal named '\(name)', which is a unit too: '5 \(name)' has that — expected another name")
      }
      draft.add(record)
    }
  }

  /// Reads all signals, each behind those that it names: so that however long a chain of them is, no call lies within
  /// another for each.
  private func resolveAll() {
    var isEntered = Array(repeating: false, count: signals.entries.count)
    for start in signals.entries.indices where !isEntered[start] {
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
      for range in names.flatMap(zones.waitingRanges) { names.formUnion(Self.words(range)) }
    }
    return names.compactMap { signals.number(of: $0) }
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
    if let item = keys["type"]?.value, item.text != "text" && item.text != "number" {
      refuse(item, "type", "number or text", meant: item.text.flatMap { nearest($0, in: ["number", "text"]) })
    }
    let builtIn = sources.builtIn(keys["from"]?.value)
    if builtIn?.isText == true && keys["type"] == nil { entry.isText = true }
    let saysText = TextSignalReader.isText(entry)
    for name in ["scale", "offset", "fails"] where keys["from"] == nil {
      guard let pair = keys[name] else { continue }
      problems.report(pair.key.place, "\(name) of a signal without a source", expected: "from:, or an expression in is")
    }
    if let item = keys["scale"]?.value, item.text.flatMap({ parseNumber($0) }) == .zero {
      refuse(item, "scale", "a number, and not 0")
    }
    if let pair = keys["keep"], keys["initial"] == nil || keys["from"] != nil {
      problems.report(
        pair.key.place, "keep of a signal that is no variable", expected: "initial, and neither from nor is")
    }
    if let item = keys["unit"]?.value, !saysText { entry.unit = unit(item) }
    if let item = keys["enum"]?.value, !saysText { shown.readEnumeration(item, entry) }
    if let item = keys["is"]?.value {
      readComputed(item, entry)
    } else if let item = keys["from"]?.value {
      readOrigins(item, entry)
      if let item = keys["fails"]?.value { readFailures(item, entry) }
      // Whoever forgets it must not be shown a value that stopped long ago.
      if keys["stale"] == nil && builtIn == nil { record[.stale] = .duration(5_000_000_000) }
      // The panel's times are seconds.
      if builtIn?.isTime == true && entry.unit == nil { entry.unit = Units.named("s") }
    } else if keys["initial"] == nil && keys["demo"] == nil {
      problems.report(
        entry.place, "'\(entry.name)' does not say where its value comes from",
        expected: "from, is, or initial for a variable")
    }
    if TextSignalReader.isText(entry) {
      let isComputed = keys["is"] != nil && !entry.isText
      if isComputed, !problems.hasErrors {
        problems.report(entry.place, "'\(entry.name)' is computed as a number", expected: "no type: text")
      }
      return TextSignalReader(problems: problems, values: values).read(entry)
    }
    for name in ["length", "glyphs"] {
      guard let pair = keys[name] else { continue }
      problems.report(pair.key.place, "\(name) of a number", expected: "type: text, or no \(name)")
    }
    shown.readShown(entry)
    values.read(keys, Vocabulary.signal.filter { $0.key != .textLength }, into: record, entry.unit)
    checkNumbers(entry)
    readFollowing(keys["follow"]?.value, record)
    if let pair = keys["demo"], keys["is"] != nil {
      problems.warn(
        pair.key.place, "demo of a signal that is computed changes nothing — expected demo of the signals in it")
    }
    if let item = keys["demo"]?.value {
      let demo = DemoReader(problems: problems, values: values)
      demo.readDemo(item, entry)
      demo.checkDemo(item, entry)
    }
  }

  private func readComputed(_ item: Item, _ entry: SignalEntry) {
    for other in ["from", "initial", "stale"] {
      guard let pair = entry.keys[other] else { continue }
      problems.report(
        pair.key.place, "'\(entry.name)' has both is and \(other)",
        expected: other == "from" ? "one of the two" : "\(other) at the signals that it is computed of")
    }
    guard var compiled = expressions.compile(item, .any, "is") else { return }
    if entry.keys["unit"] == nil { compiled = compiled.settled }
    entry.record[.expression] = .expression(draft.addExpression(compiled.steps))
    if case .condition = compiled.type { entry.isCondition = true }
    if case .text = compiled.type {
      entry.isText = true
      return
    }
    entry.unit = Units.unit(entry.unit, of: compiled.type.unit)
    entry.hasNamelessUnit = compiled.hasNamelessUnit
    if compiled.isUncertain { entry.uncertainUnit = compiled.type.unit }
    // A value that was multiplied by a plain number may be in another unit by now.
    if entry.keys["unit"] == nil, compiled.type.isFirm { entry.unit = compiled.type.unit }
    guard let unit = entry.unit, entry.keys["unit"] != nil else { return }
    // A share may be of anything.
    if !compiled.type.isFirm, let own = compiled.type.unit, !own.isPlain, !unit.isPlain, unit.dimension != .ratio,
      own.dimension != .ratio,
      !own.measures(unit)
    {
      problems.warn(
        entry.keys["unit"]?.value.place ?? item.place,
        "'\(entry.name)' is computed of \(own.text), and unit says that the result is \(unit.text): it is taken as it is; numbers may have units too, as 230V"
      )
    }
    if compiled.hasNamelessUnit, !unit.isPlain {
      problems.warn(
        entry.keys["unit"]?.value.place ?? item.place,
        "'\(entry.name)' is a product or quotient of units that has none here, and unit says \(unit.text): it is taken as it is"
      )
    }
    // Declared: it is converted, unless the expression does so by hand.
    do throws(ExpressionError) {
      let value = try compiled.converted(to: unit)
      if value.steps != compiled.steps { entry.record[.expression] = .expression(draft.addExpression(value.steps)) }
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

  private func readOrigins(_ item: Item, _ entry: SignalEntry) {
    let record = entry.record
    if let list = item.list {
      if list.isEmpty { return refuse(item, "from", "a source and an address, as in/rpm, or a list of them") }
      for (index, origin) in list.enumerated()
      where list[..<index].contains(where: { $0.text != nil && $0.text == origin.text }) {
        return problems.report(
          origin.place, "'\(origin.text ?? "")' stands twice in from", expected: "each source and address once")
      }
    }
    for (rank, origin) in (item.list ?? [item]).enumerated() {
      guard let (source, address) = sources.address(origin, "from") else { continue }
      // The first is the signal's own; the others follow it as records.
      let target = rank == 0 ? record : RecordDraft(.source)
      target[.source] = .choice(source)
      target[.address] = .text(address.text)
      if address.isText && !TextSignalReader.isText(entry) && entry.keys["enum"] == nil {
        problems.report(
          origin.textPlace, "'\(origin.text ?? "")' is a text", expected: "type: text, or enum with its words")
      }
      if let name = address.unit { takeUnit(name, entry, origin) }
      if entry.keys["enum"] == nil && !address.words.isEmpty { takeWords(address.words, entry, origin) }
      if rank > 0 { record.children.append(target) }
    }
  }

  /// `-127`, `[-127, 85]`, `32000..`: the numbers that mean a failure.
  private func readFailures(_ item: Item, _ entry: SignalEntry) {
    if TextSignalReader.isText(entry) {
      return problems.report(item.place, "fails of a signal of texts", expected: "a signal of numbers")
    }
    for part in item.list ?? [item] {
      let failure = RecordDraft(.entry)
      if let number = values.readNumber(part, entry.unit) {
        // Scaled by a fraction it has an error of its own.
        let tolerance = Swift.max(1, number.magnitude) * Fixed64(1, over: 100_000)
        (failure[.lower], failure[.upper]) = (.number(number - tolerance), .number(number + tolerance))
      } else {
        guard let ends = values.range(part, entry.unit, "fails") else { continue }
        (failure[.lower], failure[.upper]) = (.number(.min), .number(.max))
        failure.set(ends.lower, .lower)
        failure.set(ends.upper, .upper)
        if case .signal? = ends.lower { refuse(part, "fails", "numbers") }
        if case .signal? = ends.upper { refuse(part, "fails", "numbers") }
      }
      entry.record.children.append(failure)
    }
  }

  /// The words that a source has for a value's numbers.
  private func takeWords(_ words: [(number: Int64, text: String)], _ entry: SignalEntry, _ origin: Item) {
    // The words are those of numbers as the source tells them.
    if TextSignalReader.isText(entry) || entry.keys["scale"] != nil || entry.keys["offset"] != nil { return }
    let pairs = words.map { word in
      ItemPair(
        key: Item(content: .text(String(word.number), isQuoted: false), place: origin.place),
        value: Item(content: .text(word.text, isQuoted: true), place: origin.place))
    }
    if entry.record.children.isEmpty { shown.readEnumeration(Item(content: .map(pairs), place: origin.place), entry) }
  }

  /// The unit that a source tells a value in is the signal's; one that says another is wrong.
  private func takeUnit(_ name: String, _ entry: SignalEntry, _ origin: Item) {
    if TextSignalReader.isText(entry) { return }
    guard let unit = Units.named(name) else {
      if entry.keys["unit"] != nil { return }
      return problems.warn(
        origin.textPlace,
        "the unit '\(name)' of '\(origin.text ?? "")' is none of a panel's — expected unit: with one of them")
    }
    guard let item = entry.keys["unit"]?.value, let own = entry.unit else {
      if let former = entry.unit, former.text != unit.text {
        problems.report(
          origin.textPlace, "'\(origin.text ?? "")' tells \(unit.text), and the source before it \(former.text)",
          expected: "sources of one unit")
      }
      return entry.unit = unit
    }
    // Whoever scales the number knows its unit.
    if own.text == unit.text || entry.keys["scale"] != nil || entry.keys["offset"] != nil { return }
    problems.report(
      item.place, "unit is '\(own.text)', and '\(origin.text ?? "")' tells \(unit.text)",
      expected: own.dimension == unit.dimension ? "unit: \(unit.text), and show: \(own.text)" : "unit: \(unit.text)")
  }

  private func readFollowing(_ item: Item?, _ record: RecordDraft) {
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

  /// Numbers of a signal that must be above 0.
  private func checkNumbers(_ entry: SignalEntry) {
    for (name, key) in [("wraps", PropertyKey.wraps), ("resolution", .resolution)] {
      guard case .number(let number) = entry.record[key], number <= 0, let item = entry.keys[name]?.value else {
        continue
      }
      refuse(item, name, "a number above 0")
    }
    if case .duration(let stale) = entry.record[.stale], stale <= 0, let item = entry.keys["stale"]?.value {
      refuse(item, "stale", "a time above 0, after which a value is old")
    }
  }
}
