// Pages: areas, strips, instruments, templates.
import Foundation
import PanelFile
import PanelSignals

extension PanelCompiler {
  // MARK: Pages

  func readPages(_ item: Item) {
    guard case .map(let pairs) = item.content, !pairs.isEmpty else {
      return problems.report(item.place, "pages is \(item.words)", expected: "a map of names to pages")
    }
    for (key, value) in pairs {
      guard let name = key.text else { continue }
      let page = RecordDraft(.page)
      page[.name] = .text(name)
      draft.root.children.append(page)
      if case .map(let pairs) = value.content {
        for (key, value) in pairs where key.text == "margin" {
          if let length = value.text.flatMap({ parseLength($0) }) { page[.margin] = .length(length.0, length.1) }
        }
      }
      if let content = readElement(value) { page.children.append(content) }
    }
  }

  // MARK: Elements

  /// - Returns: `nil` where it is wrong, which was reported.
  func readElement(_ item: Item) -> RecordDraft? {
    if case .list(let items) = item.content {
      let stack = RecordDraft(.stack)
      stack.children = items.compactMap { readElement($0) }
      return stack
    }
    guard let keys = map(item, "an element, as {gauge: rpm}") else { return nil }
    let kinds =
      keys.keys.filter { Vocabulary.instrument($0) != nil || Vocabulary.containers[$0] != nil }
      + (keys["areas"] != nil ? ["areas"] : []) + keys.keys.filter { templates[$0] != nil }
    // `value:` and the like are options that are named as instruments are.
    guard let kind = kinds.count == 1 ? kinds[0] : firstKind(item, kinds) else {
      let all =
        Vocabulary.instruments.map(\.name) + Vocabulary.containers.keys.sorted() + ["areas"] + templates.keys.sorted()
      problems.report(
        item.place, "an element that says not what it is", expected: "one of the keys " + all.joined(separator: ", "),
        meant: keys.keys.lazy.compactMap { nearest($0, in: all) }.first)
      return nil
    }
    if templates[kind] != nil { return readTemplate(kind, keys) }
    if kind == "areas" { return readAreas(keys) }
    if let container = Vocabulary.containers[kind], let value = keys[kind]?.value {
      return readContainer(kind, container, value, keys)
    }
    return readInstrument(kind, keys)
  }

  /// Of several kinds in a map the one that stands first.
  private func firstKind(_ item: Item, _ kinds: [String]) -> String? {
    guard case .map(let pairs) = item.content else { return nil }
    return pairs.lazy.compactMap { $0.key.text }.first { kinds.contains($0) }
  }

  private func readInstrument(_ name: String, _ keys: Keys) -> RecordDraft? {
    guard let spec = Vocabulary.instrument(name), let main = spec.main else { return nil }
    check(keys, [main] + spec.keys, "a \(name)")
    let record = RecordDraft(spec.record)
    elementCount += 1
    read(keys, [main] + spec.keys, into: record)
    if let item = keys["format"]?.value {
      if let format = item.text.flatMap({ FormatPattern($0) }) {
        record[.format] = .choice(format.code)
      } else {
        problems.report(item.place, "format is \(item.words)", expected: "a format, as 0.0, 000 or +0")
      }
    }
    return record
  }

  private func readContainer(_ kind: String, _ container: RecordKind, _ value: Item, _ keys: Keys) -> RecordDraft? {
    let record = RecordDraft(container)
    check(keys, Vocabulary.page, "a \(kind)")
    read(keys, Vocabulary.page.filter { $0.key != nil && $0.name != "margin" }, into: record)
    if case .list(let items) = value.content {
      record.children = items.flatMap { readElements($0) }
    } else {
      record.children = readElements(value)
    }
    return record
  }

  /// An element, or those that `repeat` makes.
  private func readElements(_ item: Item) -> [RecordDraft] {
    guard case .map(let pairs) = item.content, let pair = pairs.first(where: { $0.key.text == "repeat" }) else {
      return readElement(item).map { [$0] } ?? []
    }
    guard pairs.count == 1, case .map(let inner) = pair.value.content, inner.count == 1, let name = inner[0].key.text,
      case .list(let rows) = inner[0].value.content
    else {
      problems.report(
        item.place, "repeat is \(pair.value.words)",
        expected: "a template and a list, as {tank: [[fuel, Diesel], [water, Water]]}")
      return []
    }
    if templates[name] == nil {
      problems.report(
        inner[0].key.place, "no template '\(name)'", expected: "one of the templates",
        meant: nearest(name, in: templates.keys))
      return []
    }
    return rows.compactMap { row in readTemplate(name, [name: (inner[0].key, row)]) }
  }

  // MARK: Areas

  private func readAreas(_ keys: Keys) -> RecordDraft? {
    guard let item = keys["areas"]?.value else { return nil }
    guard let text = item.text, !item.isEmpty else {
      problems.report(item.place, "areas is \(item.words)", expected: "rows of words")
      return nil
    }
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
    guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }), width <= 64, rows.count <= 64 else {
      problems.report(
        item.place, "areas whose rows have different numbers of words", expected: "as many words in every row")
      return nil
    }
    let grid = RecordDraft(.grid)
    var names: [String] = []
    for name in rows.joined() where !names.contains(name) && name != "." { names.append(name) }
    for (name, entry) in keys where !names.contains(name) && !Vocabulary.page.contains(where: { $0.name == name }) {
      problems.report(
        entry.key.place, "'\(name)' is neither an area nor a key of a page",
        expected: "a word of areas: \(names.joined(separator: ", "))",
        meant: nearest(name, in: names + Vocabulary.page.map(\.name)))
    }
    read(keys, Vocabulary.page.filter { $0.key != nil && $0.name != "margin" }, into: grid)
    addTracks(keys["columns"]?.value, width, isRow: false, grid)
    addTracks(keys["rows"]?.value, rows.count, isRow: true, grid)
    for name in names {
      let cells = rows.indices.flatMap { row in rows[row].indices.compactMap { rows[row][$0] == name ? (row, $0) : nil }
      }
      let (top, bottom) = (cells.map(\.0).min() ?? 0, cells.map(\.0).max() ?? 0)
      let (left, right) = (cells.map(\.1).min() ?? 0, cells.map(\.1).max() ?? 0)
      if cells.count != (bottom - top + 1) * (right - left + 1) {
        problems.report(
          item.place, "the area '\(name)' is no rectangle", expected: "its word in all cells of a rectangle")
        continue
      }
      guard let content = keys[name]?.value else {
        problems.report(item.place, "nothing for the area '\(name)'", expected: "a key '\(name)' with what is there")
        continue
      }
      guard let element = readElement(content) else { continue }
      element[.gridColumn] = .choice(left)
      element[.gridRow] = .choice(top)
      element[.columnSpan] = .choice(right - left + 1)
      element[.rowSpan] = .choice(bottom - top + 1)
      grid.children.append(element)
    }
    return grid
  }

  private func addTracks(_ item: Item?, _ count: Int, isRow: Bool, _ grid: RecordDraft) {
    var lengths = Array(repeating: (Fixed64(1), LengthUnit.fraction), count: count)
    if let item {
      let words = (item.text ?? "").split(separator: " ")
      let found = words.compactMap { parseLength($0) }
      if found.count == words.count && found.count == count {
        lengths = found
      } else {
        problems.report(
          item.place, "\(isRow ? "rows" : "columns") is \(item.words)",
          expected: "\(count) lengths, as " + Array(repeating: "1fr", count: min(count, 4)).joined(separator: " "))
      }
    }
    for length in lengths {
      let entry = RecordDraft(.entry)
      entry[.length] = .length(length.0, length.1)
      if isRow { entry[.isRow] = .flag(true) }
      grid.children.append(entry)
    }
  }

  // MARK: Templates

  func readTemplates(_ item: Item) {
    guard case .map(let pairs) = item.content else {
      return problems.report(item.place, "templates is \(item.words)", expected: "a map of names to templates")
    }
    for (key, value) in pairs {
      guard let name = key.text else { continue }
      if Vocabulary.instrument(name) != nil || Vocabulary.containers[name] != nil || name == "areas" || name == "repeat"
      {
        problems.report(key.place, "a template named '\(name)', which is there already", expected: "another name")
      } else {
        templates[name] = value
      }
    }
  }

  /// A template's element, with what it takes put in.
  private func readTemplate(_ name: String, _ keys: Keys) -> RecordDraft? {
    guard let template = templates[name], let use = keys[name] else { return nil }
    templateDepth += 1
    defer { templateDepth -= 1 }
    if templateDepth > 8 {
      problems.report(use.key.place, "the template '\(name)' is in itself", expected: "templates that end")
      return nil
    }
    guard case .map(let pairs) = template.content else {
      problems.report(template.place, template.words, expected: "a template, as {takes: [level], tank: $level}")
      return nil
    }
    var names: [String] = []
    if let takes = pairs.first(where: { $0.key.text == "takes" }), case .list(let items) = takes.value.content {
      names = items.compactMap(\.text)
    }
    var values: [String: Item] = [:]
    switch use.value.content {
    case .list(let items):
      if items.count != names.count {
        problems.report(
          use.value.place, "\(items.count) values for the template '\(name)'", expected: names.joined(separator: ", "))
        return nil
      }
      for (name, item) in zip(names, items) { values[name] = item }
    case .map(let pairs):
      for (key, value) in pairs {
        if let text = key.text, names.contains(text) {
          values[text] = value
        } else {
          problems.report(
            key.place, "the template '\(name)' takes no \(key.words)", expected: names.joined(separator: ", "),
            meant: key.text.flatMap { nearest($0, in: names) })
        }
      }
    case .text: if let first = names.first { values[first] = use.value }
    }
    for missing in names where values[missing] == nil {
      problems.report(
        use.value.place, "nothing for '\(missing)' of the template '\(name)'", expected: names.joined(separator: ", "))
      return nil
    }
    let body = Item(content: .map(pairs.filter { $0.key.text != "takes" }), place: template.place)
    return readElement(replacing(body, values))
  }

  /// Puts values where `$name` stands.
  private func replacing(_ item: Item, _ values: [String: Item]) -> Item {
    switch item.content {
    case .text(let text, let isQuoted):
      if text.hasPrefix("$"), let value = values[String(text.dropFirst())] {
        return Item(content: value.content, place: value.place)
      }
      if !text.contains("$") { return item }
      var result = text
      for (name, value) in values.sorted(by: { $0.key.count > $1.key.count }) {
        if let word = value.text { result = result.replacingOccurrences(of: "$" + name, with: word) }
      }
      if let dollar = result.firstIndex(of: "$") {
        let name = result[dollar...].prefix { $0 == "$" || $0.isLetter || $0.isNumber || $0 == "_" }
        problems.report(
          item.place, "'\(name)', which the template does not take",
          expected: "one of " + values.keys.sorted().joined(separator: ", "),
          meant: nearest(String(name.dropFirst()), in: values.keys).map { "$" + $0 })
        result = result.replacingOccurrences(of: "$", with: "")
      }
      return Item(content: .text(result, isQuoted: isQuoted), place: item.place)
    case .list(let items): return Item(content: .list(items.map { replacing($0, values) }), place: item.place)
    case .map(let pairs):
      return Item(content: .map(pairs.map { ($0.key, replacing($0.value, values)) }), place: item.place)
    }
  }

  // MARK: Fonts

  /// The fonts that instruments write with, as Debian installs them.
  private static let fonts: [(path: String, package: String)] = [
    ("/usr/share/fonts/opentype/b612/B612-Regular.otf", "fonts-b612"),
    ("/usr/share/fonts/opentype/b612/B612Mono-Regular.otf", "fonts-b612"),
  ]

  func packFonts() {
    for (use, font) in Self.fonts.enumerated() {
      do throws(AssetError) {
        let file = try FontFile(path: font.path)
        for case (let character, let place?) in characters where file.glyph(of: character) == nil {
          problems.report(
            place, "the character '\(character)' (\(character.codePoint)), which the font \(file.familyName) has not",
            expected: "characters of Latin, Greek or Cyrillic letters")
        }
        if problems.hasErrors { return }
        let list = try CharacterList(characters.keys.sorted().map(\.codePoint).joined(separator: ","))
        let compiled = try compileFont(path: font.path, characters: list)
        let record = RecordDraft(.font)
        record[.style] = .choice(use)
        record[.font] = .pack(draft.packs.count)
        draft.packs.append(compiled.bytes)
        draft.root.children.append(record)
      } catch {
        problems.report(
          Place(file: font.path, line: 1, column: 1), "it cannot be read",
          expected: "the font of Debian's package \(font.package)")
        return
      }
    }
  }
}
