// Sources.
import PanelFile
import PanelSignals
import PanelSources

extension PanelCompiler {
  func readSources(_ pairs: Pairs) {
    var inputs: [(input: LineInput, source: String)] = []
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
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
      if let item = keys[spec.name]?.value {
        readSourceInput(item, spec, record)
        if spec.name == "lines", let text = item.text, let input = LineInput(text) {
          if let other = inputs.first(where: { $0.input.isSame(as: input) }) {
            problems.report(
              item.place, "'\(text)' is read by the source '\(other.source)' already",
              expected: "one source for it, which signals name: from: \(other.source)/ADDRESS")
          }
          inputs.append((input, name))
        }
      }
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
      if LineInput(text) == nil {
        let isLong = text.hasPrefix("unix ") && text.utf8.count > "unix ".utf8.count + 107
        return refuse(item, "lines", isLong ? "a path of 107 bytes at most" : main.type.expectation)
      }
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
}

extension LineInput {
  /// Whether two sources would take each other's lines away, or the second could not be opened.
  fileprivate func isSame(as other: LineInput) -> Bool {
    func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
    switch (self, other) {
    case (.standardInput, .standardInput): return true
    case (.unix(let path), .unix(let second)), (.serial(let path, _), .serial(let second, _)):
      return path.hasPrefix("/") == second.hasPrefix("/") && parts(path) == parts(second)
    case (.udp(let address, let port), .udp(let second, let otherPort)):
      // 0.0.0.0 is every address.
      return port == otherPort && (address == second || address == 0 || second == 0)
    default: return false
    }
  }
}
