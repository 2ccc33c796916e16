// Sources, signals and zones.
import Foundation
import PanelFile
import PanelSignals
import PanelSources

extension PanelCompiler {
  // MARK: Sources

  func readSources(_ item: Item) {
    guard case .map(let pairs) = item.content else {
      return problems.report(item.place, "sources is \(item.words)", expected: "a map of names to sources")
    }
    for (key, value) in pairs {
      guard let name = key.text, let keys = map(value, "a source, as {lines: stdin}") else { continue }
      guard let spec = Vocabulary.sources.first(where: { keys[$0.name] != nil }), let main = spec.main,
        let item = keys[spec.name]?.value
      else {
        let kinds = Vocabulary.sources.map(\.name)
        problems.report(
          value.place, "source '\(name)' says not what it is",
          expected: "one of the keys " + kinds.joined(separator: ", "),
          meant: keys.keys.lazy.compactMap { nearest($0, in: kinds) }.first)
        continue
      }
      check(keys, [main] + spec.keys, "a source of \(spec.name)")
      let record = RecordDraft(.source)
      record[.name] = .text(name)
      record[.style] = .choice(Vocabulary.sources.firstIndex { $0.name == spec.name } ?? 0)
      if spec.name == "files" {
        let words = (item.text ?? "").split(separator: " ")
        if words.count == 2, words[0] == "every", let interval = parseDuration(words[1]), interval >= 10_000_000 {
          record[.interval] = .duration(interval)
        } else {
          problems.report(
            item.place, "files is \(item.words)", expected: "every and a time of 10ms or more, as every 2s")
        }
      } else {
        read(keys, [main], into: record)
        if let text = item.text, LineInput(text) == nil {
          problems.report(
            item.place, "lines is \(item.words)",
            expected: "stdin, unix PATH, udp PORT, udp ADDRESS:PORT or serial PATH BAUD")
        }
      }
      sources[name] = (sources.count, spec.name)
      draft.root.children.append(record)
    }
  }

  // MARK: Signals

  func readSignals(_ item: Item) {
    guard case .map(let pairs) = item.content else {
      return problems.report(item.place, "signals is \(item.words)", expected: "a map of names to signals")
    }
    // All names first: expressions may name signals that come later.
    var entries: [(name: String, key: Item, keys: Keys)] = []
    for (key, value) in pairs {
      guard let name = key.text, let keys = map(value, "a signal, as {from: in/rpm, unit: rpm}") else { continue }
      if !isName(name) {
        problems.report(
          key.place, "a signal named '\(name)'", expected: "letters, digits and _, beginning with a letter")
        continue
      }
      let record = RecordDraft(.signal)
      record[.name] = .text(name)
      signals[name] = SignalEntry(index: signals.count, record: record)
      draft.root.children.append(record)
      entries.append((name, key, keys))
    }
    for entry in entries { readSignal(entry.name, entry.key, entry.keys) }
    reportCycles(entries.map { ($0.name, $0.key.place) })
  }

  private func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 32 >= 97, first | 32 <= 122 else { return false }
    return text.utf8.allSatisfy { $0 | 32 >= 97 && $0 | 32 <= 122 || $0 >= 48 && $0 <= 57 || $0 == 95 }
  }

  private func readSignal(_ name: String, _ key: Item, _ keys: Keys) {
    guard let record = signals[name]?.record else { return }
    check(keys, Vocabulary.signal, "a signal")
    read(keys, Vocabulary.signal, into: record)
    readUnits(name, keys, record)
    if let item = keys["is"]?.value {
      if let index = compileExpression(item) { record[.expression] = .expression(index) }
      if let from = keys["from"] {
        problems.report(from.key.place, "'\(name)' has both from and is", expected: "one of the two")
      }
    } else if let item = keys["from"]?.value {
      readOrigin(item, record)
      // Whoever forgets it must not be shown what stopped long ago.
      if record[.stale] == nil { record[.stale] = .duration(5_000_000_000) }
    } else if keys["initial"] == nil && keys["demo"] == nil {
      problems.report(key.place, "'\(name)' says not where its value comes from", expected: "from or is")
    }
    if let item = keys["follow"]?.value { readFollowing(item, record) }
    if let item = keys["demo"]?.value { readDemo(item, record) }
  }

  private func readOrigin(_ item: Item, _ record: RecordDraft) {
    let origins: [Item] = if case .list(let items) = item.content { items } else { [item] }
    for (rank, origin) in origins.enumerated() {
      let text = origin.text ?? ""
      guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else {
        problems.report(origin.place, "from is \(origin.words)", expected: "a source and an address, as in/rpm")
        continue
      }
      let source = String(text[..<slash])
      guard let found = sources[source] else {
        problems.report(
          origin.place, "no source '\(source)'",
          expected: sources.isEmpty ? "a source that sources: names" : sources.keys.sorted().joined(separator: ", "),
          meant: nearest(source, in: sources.keys))
        continue
      }
      // The first is the signal's own; the others follow it as records.
      let target = rank == 0 ? record : RecordDraft(.source)
      target[.source] = .choice(found.index)
      target[.address] = .text(String(text[text.index(after: slash)...]))
      if rank > 0 { record.children.append(target) }
    }
  }

  private func readFollowing(_ item: Item, _ record: RecordDraft) {
    let parts = (item.text ?? "").split(separator: "/", omittingEmptySubsequences: false)
    let times = parts.compactMap { parseDuration($0) }
    guard times.count == parts.count, let first = times.first, let last = times.last, times.count <= 2 else {
      return problems.report(item.place, "follow is \(item.words)", expected: "a time, or two as 50ms/150ms")
    }
    record[.attack] = .duration(first)
    record[.release] = .duration(last)
  }

  private func readUnits(_ name: String, _ keys: Keys, _ record: RecordDraft) {
    if let item = keys["unit"]?.value { signals[name]?.unit = unit(item) }
    guard let item = keys["show"]?.value else {
      if let unit = signals[name]?.unit { setUnit(unit, record) }
      return
    }
    var shown: UnitOfMeasure?
    for word in (item.text ?? "").split(separator: " ") {
      if let format = FormatPattern(word) {
        record[.format] = .choice(format.code)
      } else if word.contains(where: { $0.isNumber || $0 == "#" }) && word.first?.isLetter != true {
        problems.report(item.place, "a format '\(word)'", expected: "zeros, as 0.0, 000 or +0")
      } else {
        shown = unit(Item(content: .text(String(word), isQuoted: false), place: item.place))
      }
    }
    guard let unit = signals[name]?.unit else {
      if let shown { setUnit(shown, record) }
      return
    }
    guard let shown else { return setUnit(unit, record) }
    setUnit(shown, record)
    guard let conversion = unit.conversion(to: shown) else {
      return problems.report(
        item.place, "'\(shown.name)' and '\(unit.name)' measure different things",
        expected: "a unit as '\(unit.name)' is one")
    }
    if "\(unit.name)" != "\(shown.name)" {
      record[.shownFactor] = .number(conversion.factor)
      record[.shownOffset] = .number(conversion.offset)
    }
  }

  private func setUnit(_ unit: UnitOfMeasure, _ record: RecordDraft) {
    if unit.symbol.utf8CodeUnitCount > 0 {
      record[.unit] = .text("\(unit.symbol)")
      use("\(unit.symbol)", at: nil)
    }
  }

  func unit(_ item: Item) -> UnitOfMeasure? {
    let text = item.text ?? ""
    if let unit = UnitOfMeasure.all.first(where: { "\($0.name)" == text }) { return unit }
    let names = UnitOfMeasure.all.map { "\($0.name)" }
    let bySymbol = UnitOfMeasure.all.first { "\($0.symbol)" == text }.map { "\($0.name)" }
    problems.report(
      item.place, "a unit \(item.words)", expected: "a unit that docs/panel-format.md lists",
      meant: text.isEmpty ? nil : bySymbol ?? nearest(text, in: names))
    return nil
  }

  /// Signals that depend on themselves, each circle once.
  private func reportCycles(_ names: [(name: String, place: Place)]) {
    var done: Set<String> = []
    for (name, place) in names where !done.contains(name) {
      var path: [String] = []
      if let circle = circle(from: name, &path, &done) {
        problems.report(
          place, "a circle: " + circle.joined(separator: " needs "), expected: "a signal that does not need itself")
      }
    }
  }

  private func circle(from name: String, _ path: inout [String], _ done: inout Set<String>) -> [String]? {
    if let start = path.firstIndex(of: name) {
      done.formUnion(path)
      return Array(path[start...]) + [name]
    }
    if done.contains(name) { return nil }
    path.append(name)
    defer { path.removeLast() }
    for next in needs(name) { if let circle = circle(from: next, &path, &done) { return circle } }
    done.insert(name)
    return nil
  }

  private func needs(_ name: String) -> [String] {
    guard case .expression(let index) = signals[name]?.record[.expression] else { return [] }
    let range = draft.expressions[index]
    let numbers = draft.instructions[range.first..<range.first + range.count]
      .filter { $0.operation.namesSignal }.map { Int($0.operand) }
    return signals.filter { numbers.contains($0.value.index) }.map(\.key).sorted()
  }

  // MARK: Demo

  /// `84`, `sweep 8s`, `noise 4..9`, `steps [1, 2, 3]`.
  private func readDemo(_ item: Item, _ record: RecordDraft) {
    let words = (item.text ?? "").split(separator: " ", maxSplits: 1)
    if words.count == 1, let number = parseNumber(words[0]) {
      record[.demo] = .choice(0)
      record[.initial] = record[.initial] ?? .number(number)
      record.children.append(entry(number))
      return
    }
    if words.count == 2, words[0] == "sweep", let period = parseDuration(words[1]), period > 0 {
      record[.demo] = .choice(1)
      record[.demoPeriod] = .duration(period)
      return
    }
    if words.count == 2, words[0] == "noise", let range = parseRange(words[1]), let lower = range.lower,
      let upper = range.upper
    {
      record[.demo] = .choice(2)
      record.children += [entry(lower), entry(upper)]
      return
    }
    if words.count == 2, words[0] == "steps" {
      let list = words[1].trimmingCharacters(in: ["[", "]", " "]).split(separator: ",")
      let numbers = list.compactMap { parseNumber($0.trimmingCharacters(in: [" "])) }
      if !numbers.isEmpty, numbers.count == list.count {
        record[.demo] = .choice(3)
        record.children += numbers.map(entry)
        return
      }
    }
    problems.report(
      item.place, "demo is \(item.words)", expected: "a number, sweep 8s, noise 4..9 or steps [1, 2, 3]")
  }

  private func entry(_ number: Fixed64) -> RecordDraft {
    let entry = RecordDraft(.entry)
    entry[.value] = .number(number)
    return entry
  }

  // MARK: Zones

  func readZones(_ item: Item) {
    guard case .map(let pairs) = item.content else {
      return problems.report(item.place, "zones is \(item.words)", expected: "a map of signals to zones")
    }
    let states = ["normal", "advisory", "caution", "warning"]
    for (key, value) in pairs {
      guard let name = key.text else { continue }
      guard let signal = signals[name] else {
        problems.report(
          key.place, "no signal '\(name)'", expected: "one of the signals", meant: nearest(name, in: signals.keys))
        continue
      }
      guard case .map(let zones) = value.content else {
        problems.report(value.place, value.words, expected: "zones, as {normal: 700..3200, warning: 3600..}")
        continue
      }
      for (key, value) in zones {
        guard let state = key.text.flatMap({ states.firstIndex(of: $0) }) else {
          problems.report(
            key.place, "no zone \(key.words)", expected: states.joined(separator: ", "),
            meant: key.text.flatMap { nearest($0, in: states) })
          continue
        }
        let ranges: [Item] = if case .list(let items) = value.content { items } else { [value] }
        for item in ranges {
          guard let range = item.text.flatMap({ parseRange($0) }) else {
            problems.report(item.place, item.words, expected: ValueType.range(.lower, .upper).expectation)
            continue
          }
          let zone = RecordDraft(.zone)
          zone[.state] = .choice(state)
          if let lower = range.lower { zone[.lower] = .number(lower) }
          if let upper = range.upper { zone[.upper] = .number(upper) }
          signal.record.children.append(zone)
        }
      }
    }
  }
}
