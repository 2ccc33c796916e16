// Parts that are written once and used several times: styles, templates, repetition.
import Foundation
import PanelFile

extension PanelCompiler {
  // MARK: Styles

  func readStyles(_ pairs: Pairs) {
    let names = Set(Vocabulary.instruments.flatMap { $0.keys.map(\.name) })
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a style") else { continue }
      guard let keys = value.map else {
        refuse(value, "the style '\(name)'", "a map of keys, as {size: small, color: dim}")
        continue
      }
      for pair in keys {
        let key = pair.key
        guard let word = key.text, !names.contains(word) || word == "style" else { continue }
        if word == "style" {
          problems.report(
            key.place, "a style in a style", expected: "its keys, or several at the instrument: style: [\(name), …]")
          continue
        }
        problems.report(
          key.place, "no instrument has a key '\(word)'",
          expected: nearest(word, in: names) == nil ? "a key of instruments" : nil, meant: nearest(word, in: names))
      }
      styles[name] = keys
    }
  }

  /// The keys of an element, with those that its styles add; its own keys count.
  func styled(_ item: Item) -> Pairs? {
    guard var pairs = item.map else { return nil }
    guard let style = pairs.first(where: { $0.key.text == "style" })?.value, !style.isReported else { return pairs }
    let kind = pairs.lazy.compactMap { $0.key.text.flatMap { Vocabulary.instrument($0) } }.first
    for name in style.list ?? [style] {
      guard let text = name.text, let keys = styles[text] else {
        problems.reportUnknown(name.place, "style", name.text ?? name.words, among: styles.keys.sorted())
        continue
      }
      // A style is for several kinds: each takes its own keys.
      let taken = keys.filter { pair in
        pair.key.text.map { kind?.spec($0) != nil || kind == nil && $0 == "size" } ?? false
      }
      usedStyleKeys[text, default: []].formUnion(taken.compactMap(\.key.text))
      for pair in taken where !pairs.contains(where: { $0.key.text == pair.key.text }) { pairs.append(pair) }
    }
    return pairs
  }

  /// Keys of styles that change nothing, and styles that nothing takes.
  func warnOfStyles() {
    for pair in section("styles") {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text, styles[name] != nil else { continue }
      guard let used = usedStyleKeys[name] else {
        problems.warn(key.place, "the style '\(name)' is used nowhere — expected style: \(name) at an instrument")
        continue
      }
      for pair in value.map ?? [] {
        let key = pair.key
        guard let word = key.text, !used.contains(word) else { continue }
        problems.warn(
          key.place,
          "'\(word)' of the style '\(name)' changes nothing — expected an instrument with that key to take it")
      }
    }
  }

  // MARK: Templates

  func readTemplates(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      if Vocabulary.instrument(name) != nil || Vocabulary.containers.contains(where: { $0.name == name })
        || name == "areas"
        || name == "repeat"
      {
        problems.report(
          key.place, "a template named '\(name)', which is an instrument's name", expected: "another name")
        refusedTemplates.insert(name)
      } else if value.map == nil {
        refuse(value, "the template '\(name)'", "a map, as {takes: [level], tank: $level}")
      } else {
        let count = problems.errorCount
        checkParameters(name, value)
        if problems.errorCount == count { templates[name] = (key, value) } else { refusedTemplates.insert(name) }
      }
    }
  }

  private func parameters(_ template: Item) -> [String] {
    guard let takes = template["takes"] else { return [] }
    return (takes.list ?? [takes]).compactMap(\.text)
  }

  /// The parameters that a template takes are those that it uses.
  private func checkParameters(_ name: String, _ template: Item) {
    let names = parameters(template)
    if let takes = template["takes"] {
      var seen: Set<String> = []
      for item in takes.list ?? [] {
        guard let text = item.text, !seen.insert(text).inserted else { continue }
        problems.report(item.place, "'\(text)' a second time in takes", expected: "each name once")
      }
      for item in takes.list ?? [takes]
      where item.text.map({ $0.isEmpty || $0.contains { !($0.isLetter || $0.isNumber || $0 == "_") } }) ?? true {
        refuse(item, "a name of takes", "letters, digits and _, without $")
      }
    }
    var used: Set<String> = []
    findParameters(template, names, name, &used)
    for item in template["takes"]?.list ?? [] where item.text.map({ !used.contains($0) }) ?? false {
      problems.warn(item.place, "the template '\(name)' takes \(item.words) and uses it nowhere")
    }
  }

  private func findParameters(_ item: Item, _ names: [String], _ template: String, _ used: inout Set<String>) {
    switch item.content {
    case .text(let text, _):
      for (name, column) in Self.parameters(in: text) {
        if let match = names.filter({ name.hasPrefix($0) }).max(by: { $0.count < $1.count }), match == name {
          used.insert(match)
        } else {
          problems.report(
            item.textPlace.moved(by: column), "the template '\(template)' takes no '\(name)'",
            expected: names.isEmpty ? "takes: [\(name)]" : names.joined(separator: ", "),
            meant: nearest(name, in: names))
        }
      }
    case .list(let items): for item in items { findParameters(item, names, template, &used) }
    case .map(let pairs):
      for pair in pairs where pair.key.text != "takes" { findParameters(pair.value, names, template, &used) }
    case .reported: return
    }
  }

  /// The names behind `$` in a text, and the column of each.
  static func parameters(in text: String) -> [(name: String, column: Int)] {
    var result: [(String, Int)] = []
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      defer { index += 1 }
      guard scalars[index] == "$" else { continue }
      var name = ""
      var end = index + 1
      while end < scalars.count,
        scalars[end].properties.isAlphabetic || ("0"..."9").contains(scalars[end]) || scalars[end] == "_"
      {
        name.unicodeScalars.append(scalars[end])
        end += 1
      }
      if !name.isEmpty { result.append((name, index)) }
    }
    return result
  }

  /// Reads unused templates, without their parameters: a mistake is one before somebody uses it.
  func checkUnusedTemplates() {
    for (name, template) in templates.sorted(by: { $0.value.key.place < $1.value.key.place })
    where !usedTemplates.contains(name) {
      let (draft, children, signals, anonymous) = (draft, draft.root.children, signals, anonymous)
      let (constants, tables, glyphs, places) = (constantNumbers, tables, glyphs, self.places)
      let (elements, packs) = (elementCount, imagePacks)
      var body = template.value
      if case .map(let pairs) = body.content { body.content = .map(pairs.filter { $0.key.text != "takes" }) }
      _ = readElement(Self.withoutParameters(body))
      self.draft = draft
      self.draft.root.children = children
      (self.signals, self.anonymous, constantNumbers, self.tables) = (signals, anonymous, constants, tables)
      (self.glyphs, self.places, elementCount, imagePacks) = (glyphs, places, elements, packs)
    }
  }

  /// Texts with parameters are not read.
  private static func withoutParameters(_ item: Item) -> Item {
    var result = item
    switch item.content {
    case .text(let text, _): if !parameters(in: text).isEmpty { result.content = .reported }
    case .list(let items): result.content = .list(items.map(withoutParameters))
    case .map(let pairs): result.content = .map(pairs.map { ItemPair(key: $0.key, value: withoutParameters($0.value)) })
    case .reported: break
    }
    return result
  }

  /// A template's element, with its arguments put in.
  func readTemplate(_ name: String, _ template: (key: Item, value: Item), _ keys: Keys) -> RecordDraft? {
    guard let use = keys[name] else { return nil }
    usedTemplates.insert(name)
    if problems.uses.count >= 32 {
      problems.report(use.key.place, "templates more than 32 deep in each other", expected: "fewer")
      return nil
    }
    if problems.uses.contains(where: { $0.template == name }) {
      let circle = (problems.uses.map(\.template).drop { $0 != name } + [name]).joined(separator: " uses ")
      problems.report(use.key.place, "a circle: \(circle)", expected: "templates that end")
      return nil
    }
    check(keys, Vocabulary.place, "a template", besides: [name])
    guard let values = arguments(name, template.value, use.value) else { return nil }
    problems.uses.append((name, use.key.place))
    defer { problems.uses.removeLast() }
    let body = Item(
      content: .map((template.value.map ?? []).filter { $0.key.text != "takes" }), place: template.value.place)
    let record = readElement(replacing(body, values))
    if let record, keys.count > 1 {
      read(keys, Vocabulary.place, into: record, nil)
      readPlace(keys, record)
    }
    return record
  }

  private func arguments(_ name: String, _ template: Item, _ use: Item) -> [String: Item]? {
    let names = parameters(template)
    var values: [String: Item] = [:]
    let expected = names.isEmpty ? "nothing: it takes none" : names.joined(separator: ", ")
    switch use.content {
    case .list(let items):
      if items.count != names.count {
        problems.report(
          use.place, "\(items.count) \(items.count == 1 ? "value" : "values") for the template '\(name)'",
          expected: expected)
        return nil
      }
      for (name, item) in zip(names, items) { values[name] = item }
    case .map(let pairs):
      for pair in pairs {
        let (key, value) = (pair.key, pair.value)
        if let text = key.text, names.contains(text) {
          values[text] = value
        } else {
          problems.report(
            key.place, "the template '\(name)' takes no \(key.words)", expected: expected,
            meant: key.text.flatMap { nearest($0, in: names) })
        }
      }
    case .text: if let first = names.first, !use.isEmpty { values[first] = use }
    case .reported: return nil
    }
    let missing = names.filter { values[$0] == nil }
    if !missing.isEmpty {
      problems.report(
        use.place, "nothing for \(missing.map { "'\($0)'" }.joined(separator: ", ")) of the template '\(name)'",
        expected: expected)
      return nil
    }
    return values
  }

  /// Puts values where `$name` stands.
  private func replacing(_ item: Item, _ values: [String: Item]) -> Item {
    switch item.content {
    case .text(let text, let isQuoted):
      // A value alone stays as it is, with its place: a mistake in it is its writer's.
      if text.hasPrefix("$"), let value = values[String(text.dropFirst())] { return value }
      if !text.contains("$") { return item }
      guard let result = replacing(text, values) else {
        problems.report(
          item.place, "more than \(Self.wordLimit) bytes for the parameters of one text", expected: "fewer")
        return Item(content: .reported, place: item.place)
      }
      return Item(content: .text(result, isQuoted: isQuoted), place: item.place)
    case .list(let items): return Item(content: .list(items.map { replacing($0, values) }), place: item.place)
    case .map(let pairs):
      let replaced = pairs.map { ItemPair(key: $0.key, value: replacing($0.value, values)) }
      return Item(content: .map(replaced), place: item.place)
    case .reported: return item
    }
  }

  /// Templates in each other could double a text 32 times.
  private static let wordLimit = 10_000

  /// - Returns: `nil` where the result is too long.
  private func replacing(_ text: String, _ values: [String: Item]) -> String? {
    let scalars = Array(text.unicodeScalars)
    var (result, next, left) = (String.UnicodeScalarView(), 0, Self.wordLimit)
    for (name, column) in Self.parameters(in: text) {
      guard let word = values[name]?.text else { continue }
      left -= word.utf8.count
      if left < 0 { return nil }
      result.append(contentsOf: scalars[next..<column])
      result.append(contentsOf: word.unicodeScalars)
      next = column + 1 + name.unicodeScalars.count
    }
    result.append(contentsOf: scalars[next...])
    return String(result)
  }

  /// `repeat: {cell: [[fuel, Diesel], [water, Water]]}`, of a template or an instrument.
  func readRepeat(_ item: Item, _ whole: Item, _ others: Pairs) -> [RecordDraft] {
    if item.isReported { return [] }
    guard others.isEmpty, let inner = item.map, let pair = inner.first, let name = pair.key.text,
      let rows = pair.value.list
    else {
      let place = others.first?.key.place ?? item.place
      problems.report(
        place, others.isEmpty ? "repeat is \(item.words)" : "'\(others[0].key.text ?? "")' beside repeat",
        expected: "repeat alone, with a template or an instrument and a list: {cell: [[fuel, Diesel], [water, Water]]}")
      return []
    }
    if refusedTemplates.contains(name) { return [] }
    if templates[name] == nil && Vocabulary.instrument(name) == nil {
      problems.reportUnknown(
        pair.key.place, "template or instrument", name,
        among: templates.keys.sorted() + Vocabulary.instruments.map(\.name))
      return []
    }
    return rows.compactMap { row in
      readElement(Item(content: .map([ItemPair(key: pair.key, value: row)] + inner.dropFirst()), place: row.place))
    }
  }
}
