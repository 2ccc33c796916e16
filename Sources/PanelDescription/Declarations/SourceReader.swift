// Sources, and the addresses of values in them.
import PanelAssets
import PanelFile
import PanelInstruments
import PanelSignals
import PanelSources

/// Reads sources, and the addresses in them.
final class SourceReader: ItemReading {
  let problems: Problems
  private let values: ValueReader
  private let draft: PanelDraft
  private var sources: [String: (number: Int, kind: String)] = [:]
  /// Those whose addresses the device reads in a short form.
  private var readers: [String: any AddressReader] = [:]
  private var described: [String: (compiler: SourceCompiler, source: SourceItem, place: Place)] = [:]
  /// The addresses of signals in each of those, where they stand.
  private var found: [String: [(address: CompiledAddress, item: Item)]] = [:]
  /// Places of sources that only tell.
  private var oneWay: [String: String] = [:]

  private let sections: Sections

  init(_ values: ValueReader, _ sections: Sections) {
    (problems, self.values, draft, self.sections) = (values.problems, values, values.draft, sections)
  }

  func readSources(_ pairs: Pairs) {
    var places: [(kind: SourceKind, text: String, source: String)] = []
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      // A refused source keeps its name: those who use it are not to blame.
      let number = sources.count
      if let name = key.text { sources[name] = (number, "") }
      guard let name = checkName(key, "a source"), let keys = map(value, "a source, as {lines: stdin}") else {
        continue
      }
      guard let kind = SourceKind.all.first(where: { $0.spec.main != nil && keys[$0.spec.name] != nil }) else {
        reportNoKind(name, value)
        continue
      }
      let spec = kind.spec
      check(keys, [spec.main].compactMap { $0 } + spec.keys, "a source of \(spec.name)")
      let record = RecordDraft(.source)
      record[.name] = .text(name)
      record[.style] = .choice(kind.number)
      if let item = keys[spec.name]?.value {
        readSourceInput(item, spec, record)
        if let text = item.text {
          if let other = places.first(where: { $0.kind.number == kind.number && kind.isSamePlace($0.text, text) }) {
            problems.report(
              item.place, "'\(text)' is read by the source '\(other.source)' already",
              expected: "one source for it, which signals name: from: \(other.source)/ADDRESS")
          }
          places.append((kind, text, name))
          if kind.isOneWay(text) { oneWay[name] = "\(spec.name): \(text)" }
        }
      }
      readPlain(keys, spec.keys, record)
      sources[name] = (number, spec.name)
      if let compiler = SourceCompiler.all.first(where: { $0.kind == spec.name }) {
        let source = SourceItem(keys: keys, record: record, problems: problems) { [sections] in sections.path($0) }
        readers[name] = compiler.makeReader(source)
        described[name] = (compiler, source, key.place)
      }
      if !spec.isBuilt {
        problems.warn(key.place, "this version does not read sources of \(spec.name): their signals have no value")
      }
      draft.add(record)
    }
  }

  /// The name of the source that every panel has.
  static let panel = "panel"

  private func addPanel() {
    let record = RecordDraft(.source)
    record[.name] = .text(Self.panel)
    record[.style] = .choice(SourceKind.panel.number)
    sources[Self.panel] = (sources.count, Self.panel)
    draft.add(record)
  }

  /// The signal of the panel itself that a `from` names; `nil` for one of another source.
  func builtIn(_ item: Item?) -> BuiltIn? {
    guard let text = item?.text, text.hasPrefix("\(Self.panel)/"),
      sources[Self.panel].map({ $0.kind == Self.panel }) ?? true
    else { return nil }
    return BuiltIn.parse(String(text.dropFirst(Self.panel.count + 1))).subject
  }

  private func checkBuiltIn(_ address: String, _ item: Item) -> Bool {
    let (subject, name) = BuiltIn.parse(address)
    let known = BuiltIn.allCases.map { "\($0.name)" + ($0.namesSource ? "NAME" : "") }
    guard let subject else {
      problems.report(
        item.textPlace, "the panel has no '\(address)'",
        expected: known.joined(separator: ", "), meant: nearest(address, in: known).map { "\(Self.panel)/\($0)" })
      return false
    }
    if !subject.namesSource || sources[name] != nil { return true }
    problems.reportUnknown(item.textPlace, "source", name, among: sources.keys.sorted())
    return false
  }

  private func reportNoKind(_ name: String, _ source: Item) {
    let kinds = Vocabulary.sources.map(\.name)
    let entry = source.map?.first { $0.key.text.map { nearest($0, in: kinds) != nil } ?? false }
    let meant = entry?.key.text.flatMap { nearest($0, in: kinds) }
    problems.report(
      entry?.key.place ?? source.place, "the source '\(name)' does not say what it is",
      expected: meant == nil ? "one of the keys " + kinds.joined(separator: ", ") : nil, meant: meant)
  }

  /// Texts that nobody sees need no glyphs.
  private func readPlain(_ keys: Keys, _ specs: [KeySpec], _ record: RecordDraft) {
    for spec in specs {
      guard let item = keys[spec.name]?.value else { continue }
      if case .text = spec.type, let key = spec.key {
        if let text = item.text, !item.isEmpty { record[key] = .text(text) } else { refuse(item, spec.name, "a text") }
      } else {
        values.read(item, spec, into: record, nil)
      }
    }
  }

  private func readSourceInput(_ item: Item, _ spec: KindSpec, _ record: RecordDraft) {
    guard let text = item.text, !item.isEmpty, let main = spec.main else {
      return refuse(item, spec.name, spec.main?.type.expectation ?? "a text")
    }
    switch main.type {
    case .every(let least, let expected):
      let words = text.split(separator: " ")
      guard words.count == 2, words[0] == "every", let interval = parseDuration(words[1]), interval >= least else {
        return refuse(
          item, spec.name, "\(expected), \(least / 1_000_000)ms or more",
          meant: parseDuration(text) != nil ? "every \(text)" : nil)
      }
      record[.interval] = .duration(interval)
    case .place(let expected, let check):
      if let expected = check(text, expected) { return refuse(item, spec.name, expected) }
      record[.path] = .text(text)
    case .text: record[.path] = .text(text)
    default: values.read(item, main, into: record, nil)
    }
  }

  /// Warns of probable mistakes in all addresses together, when all signals are read.
  func checkAddresses() {
    for (name, entry) in described.sorted(by: { $0.key < $1.key }) {
      let addresses = found[name] ?? []
      for finding in entry.compiler.findings(entry.source, addresses.map(\.address)) {
        problems.warn(finding.places.last.map { addresses[$0].item.textPlace } ?? entry.place, finding.sentence)
      }
    }
  }

  /// A source and an address in it.
  /// - Parameter isOutput: whether a control sends to it.
  func address(_ item: Item, _ name: String, isOutput: Bool = false) -> (source: Int, address: CompiledAddress)? {
    if item.isReported { return nil }
    guard let text = item.text, let slash = text.firstIndex(of: "/"), slash != text.startIndex,
      text.index(after: slash) < text.endIndex
    else {
      refuse(item, name, "a source and an address, as in/rpm")
      return nil
    }
    let source = String(text[..<slash])
    if source == Self.panel && sources[source] == nil { addPanel() }
    guard let found = sources[source] else {
      problems.reportUnknown(item.textPlace, "source", source, among: sources.keys.sorted())
      return nil
    }
    let address = String(text[text.index(after: slash)...])
    if found.kind == Self.panel && !checkBuiltIn(address, item) { return nil }
    let kind = SourceKind.all.first { $0.spec.name == found.kind }
    if let wrong = isOutput ? kind?.checkOutput(address) : kind?.checkAddress(address) {
      problems.report(item.textPlace, wrong.found, expected: wrong.expected)
      return nil
    }
    if isOutput, let place = oneWay[source] {
      problems.warn(
        item.textPlace,
        "'\(source)' is {\(place)}, which takes no values: each is refused — expected lines: unix PATH or serial, files, gpio, mqtt or modbus"
      )
    }
    let reader = readers[source]
    switch isOutput ? reader?.readOutput(address) : reader?.read(address) {
    case .right(let compiled):
      if let doubt = compiled.doubt { problems.warn(item.textPlace, "\(doubt.found) — expected \(doubt.expected)") }
      if isOutput, let compiler = described[source]?.compiler,
        let other = self.found[source]?.first(where: { compiler.differs(compiled, $0.address) })
      {
        problems.warn(
          item.textPlace,
          "'\(text)' is read as '\(other.item.text ?? "")', whose numbers are others — expected the same words behind both"
        )
      }
      if !isOutput { self.found[source, default: []].append((compiled, item)) }
      return (found.number, compiled)
    case .wrong(let found, let expected):
      problems.report(item.textPlace, found, expected: expected)
      return nil
    case nil: return (found.number, CompiledAddress(text: address))
    }
  }
}
