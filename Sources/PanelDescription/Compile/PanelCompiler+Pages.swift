// Pages: areas, strips, places.
import PanelFile
import PanelSignals

extension PanelCompiler {
  func readPages(_ pairs: Pairs, _ root: Item) {
    if pairs.isEmpty, let item = root["pages"], item.map == nil { return }
    if pairs.isEmpty { return problems.report(root.place, "no pages", expected: "pages: with one page at least") }
    pageNames = pairs.compactMap(\.key.text)
    if pairs.count > 256 {
      return problems.report(pairs[256].key.place, "more than 256 pages", expected: "fewer")
    }
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      let page = RecordDraft(.page)
      page[.name] = .text(name)
      addText(name, at: key.place)
      draft.root.children.append(page)
      if value.list != nil {
        let stack = RecordDraft(.stack)
        stack.place = value.place
        stack.children = readList(value, "the page '\(name)'")
        page.children.append(stack)
      } else if let keys = map(value, "a page, as {gauge: rpm}, or with areas:") {
        readPage(page, value, keys, name)
      }
    }
  }

  private func readPage(_ page: RecordDraft, _ item: Item, _ keys: Keys, _ name: String) {
    let own = ["title", "lock", "margin", "portrait"]
    read(keys, Vocabulary.page.filter { own.contains($0.name) && keys["gauge"] == nil }, into: page, nil)
    if let lock = keys["lock"]?.value { checkPin(lock) }
    let content = Item(
      content: .map(
        (item.map ?? []).filter { !own.contains($0.key.text ?? "") || isInstrument(keys) && $0.key.text == "title" }),
      place: item.place)
    if keys["portrait"] == nil, keys["areas"] == nil {
      if let element = readElement(content) { page.children.append(element) }
      return
    }
    if keys["areas"] == nil {
      return problems.report(item.place, "portrait without areas", expected: "areas: for the other shape too")
    }
    var others: [String] = []
    if let portrait = keys["portrait"]?.value, let grid = self.map(portrait, "areas, columns and rows") {
      check(grid, Vocabulary.grid, "portrait")
      others = readAreaRows(grid["areas"]?.value)?.names ?? []
      if let element = readAreas(
        portrait, contents: keys, others: readAreaRows(keys["areas"]?.value)?.names ?? [], isPage: true)
      {
        element[.isPortrait] = .flag(true)
        page.children.append(element)
      }
    }
    if let element = readAreas(content, contents: keys, others: others, isPage: true) {
      page.children.insert(element, at: 0)
    }
  }

  private func isInstrument(_ keys: Keys) -> Bool {
    keys["areas"] == nil && keys.keys.contains { Vocabulary.instrument($0) != nil }
  }

  // MARK: Elements

  /// The elements of a list, each perhaps several.
  func readList(_ item: Item, _ name: String) -> [RecordDraft] {
    if item.isReported { return [] }
    if let items = item.list, !items.isEmpty { return items.flatMap { readElements($0) } }
    if item.map != nil { return readElements(item) }
    refuse(item, name, "a list of instruments, as [{gauge: rpm}, {number: rpm}]")
    return []
  }

  /// An element, or those that `repeat` makes.
  func readElements(_ item: Item) -> [RecordDraft] {
    guard let pairs = item.map, let pair = pairs.first(where: { $0.key.text == "repeat" }) else {
      return readElement(item).map { [$0] } ?? []
    }
    return readRepeat(pair.value, item, pairs.filter { $0.key.text != "repeat" })
  }

  /// - Returns: `nil` where it is wrong, which was reported.
  func readElement(_ item: Item) -> RecordDraft? {
    if item.isReported { return nil }
    readCount += 1
    if readCount > 20_000 {
      if readCount == 20_001 { problems.report(item.place, "more than 20000 elements", expected: "fewer") }
      return nil
    }
    let record = readOneElement(item)
    if record?.place == nil { record?.place = item.place }
    return record
  }

  /// Reports elements that lie deeper than a device looks, once for a page: by the number of holders around them.
  func checkDepth() {
    // Those of a page or a strip lie below the panel and that; a list of an instrument may lie below them all.
    let limit = PanelFile.depthLimit - 4
    func isTooDeep(_ record: RecordDraft, _ depth: Int, _ place: Place?) -> Bool {
      guard record.kind.isElement else { return false }
      let place = record.place ?? place
      if depth > limit {
        if let place {
          problems.report(
            place, "an element in more than \(limit) others",
            expected: "rows, areas and lists in each other up to \(limit)")
        }
        return true
      }
      return record.children.contains { isTooDeep($0, depth + 1, place) }
    }
    for page in draft.root.children where page.kind == .page || page.kind == .strip {
      _ = page.children.contains { isTooDeep($0, 0, nil) }
    }
  }

  private func readOneElement(_ item: Item) -> RecordDraft? {
    if elementCount > 5000 {
      if elementCount == 5001 { problems.report(item.place, "more than 5000 instruments", expected: "fewer") }
      elementCount += 1
      return nil
    }
    if item.list != nil {
      let stack = RecordDraft(.stack)
      stack.children = readList(item, "an element")
      return stack
    }
    guard let pairs = styled(item) else {
      refuse(item, "an element", "an instrument, as {gauge: rpm}")
      return nil
    }
    let keys = keys(pairs)
    if keys.keys.contains(where: { refusedTemplates.contains($0) && Vocabulary.instrument($0) == nil }) { return nil }
    if keys["areas"] != nil {
      return readAreas(Item(content: .map(pairs), place: item.place), contents: keys, others: [], isPage: false)
    }
    // The kind is the key that stands first; others of such a name are options, as `value`.
    guard let kind = pairs.lazy.compactMap({ $0.key.text }).first(where: isKind) else {
      reportNoKind(item, pairs)
      return nil
    }
    if let template = templates[kind] { return readTemplate(kind, template, keys) }
    if let container = Vocabulary.containers.first(where: { $0.name == kind }) { return readContainer(container, keys) }
    return readInstrument(kind, keys, item)
  }

  private func isKind(_ name: String) -> Bool {
    Vocabulary.instrument(name) != nil || templates[name] != nil || Vocabulary.containers.contains { $0.name == name }
  }

  private func reportNoKind(_ item: Item, _ pairs: Pairs) {
    if problems.isFull { return problems.report(item.place, "no instrument") }
    let all =
      Vocabulary.instruments.map(\.name) + Vocabulary.containers.map(\.name) + ["areas"] + templates.keys.sorted()
    for pair in pairs {
      let key = pair.key
      guard let name = key.text else { continue }
      if let meant = nearest(name, in: all) {
        return problems.report(key.place, "no instrument '\(name)'", meant: meant)
      }
      if let former = Vocabulary.formerNames[name], all.contains(former) {
        return problems.report(key.place, "no instrument '\(name)': it is called '\(former)'")
      }
    }
    let first = pairs.first?.key.text
    problems.report(
      pairs.first?.key.place ?? item.place,
      first.map { "no instrument '\($0)'" } ?? "an element that does not say what it is",
      expected: "one of " + all.joined(separator: ", "))
  }

  private func readContainer(_ container: (name: String, record: RecordKind, summary: String), _ keys: Keys)
    -> RecordDraft?
  {
    let record = RecordDraft(container.record)
    guard let value = keys[container.name]?.value else { return nil }
    check(keys, Vocabulary.containerKeys, "a \(container.name)", besides: [container.name])
    read(keys, Vocabulary.containerKeys, into: record, nil)
    readPlace(keys, record)
    record.children = readList(value, container.name)
    return record
  }

  // MARK: Places

  /// `at` and `size`.
  func readPlace(_ keys: Keys, _ record: RecordDraft) {
    if let item = keys["at"]?.value, !item.isReported {
      let text = item.text ?? item.list?.compactMap(\.text).joined(separator: " ") ?? ""
      let name = text == "center" ? "centre" : text
      let lengths = text.split(separator: " ").map { parseLength($0) }
      if let index = Vocabulary.places.firstIndex(of: name) {
        record[.anchor] = .choice(index)
      } else if lengths.count == 2, let left = lengths[0], let top = lengths[1] {
        record[.left] = .length(left.0, left.1)
        record[.top] = .length(top.0, top.1)
      } else {
        refuse(item, "at", "a place as centre, top-left or '10px 20px'", meant: nearest(name, in: Vocabulary.places))
      }
    }
    if let item = keys["size"]?.value, !item.isReported {
      let text = item.text ?? item.list?.compactMap(\.text).joined(separator: " ") ?? ""
      let lengths = text.split(separator: " ").map { parseLength($0) }
      if let index = Vocabulary.sizes.firstIndex(of: text) {
        record[.size] = .choice(index)
        problems.warn(
          item.place, "size is '\(text)', which has no effect in this version — expected one or two lengths")
      } else if (1...2).contains(lengths.count), let width = lengths[0], let height = lengths[lengths.count - 1] {
        record[.width] = .length(width.0, width.1)
        record[.height] = .length(height.0, height.1)
      } else {
        refuse(
          item, "size", "small, medium, large, or one or two lengths as '40percent 20px'",
          meant: nearest(text, in: Vocabulary.sizes))
      }
    }
  }

  // MARK: Areas

  /// The words of areas, row by row.
  private func readAreaRows(_ item: Item?) -> (rows: [[String]], names: [String])? {
    guard let item, let text = item.text else { return nil }
    let rows = text.split(separator: "\n").map { $0.split { $0 == " " || $0 == "\t" }.map(String.init) }
      .filter { !$0.isEmpty }
    var (names, seen): ([String], Set<String>) = ([], ["."])
    for name in rows.joined() where seen.insert(name).inserted { names.append(name) }
    return (rows, names)
  }

  /// - Parameters:
  ///   - contents: the values of the areas' names.
  ///   - others: areas of the page's other shape.
  private func readAreas(_ item: Item, contents: Keys, others: [String], isPage: Bool) -> RecordDraft? {
    let keys = keys(item.map ?? [])
    guard let areas = keys["areas"]?.value else {
      problems.report(item.place, "no areas", expected: "areas: and rows of words")
      return nil
    }
    if areas.isReported { return nil }
    guard let (rows, names) = readAreaRows(areas), let width = rows.first?.count, !names.isEmpty else {
      refuse(areas, "areas", "rows of words, as areas: | and a line for each row")
      return nil
    }
    // The block's own lines: behind the line of `|`, where it is one.
    let firstLine = areas.text?.contains("\n") == true ? areas.place.line + 1 : areas.place.line
    if let bad = rows.firstIndex(where: { $0.count != width }) {
      problems.report(
        Place(file: areas.place.file, line: firstLine + bad, column: 1),
        "row \(bad + 1) of areas has \(rows[bad].count) \(rows[bad].count == 1 ? "word" : "words")",
        expected: "\(width) as the first row")
      return nil
    }
    if let bad = names.first(where: { $0.count > 60 }) {
      problems.report(areas.place, "an area named '\(bad.prefix(57))…'", expected: "words of 60 letters at most")
      return nil
    }
    if width > 64 || rows.count > 64 {
      problems.report(areas.place, "areas of \(width) columns and \(rows.count) rows", expected: "64 at most")
      return nil
    }
    let specs =
      isPage
      ? Vocabulary.page.filter { $0.name != "row" && $0.name != "column" && $0.name != "stack" }
      : Vocabulary.grid + Vocabulary.place
    for name in names where specs.contains(where: { $0.name == name }) {
      problems.report(areas.place, "an area named '\(name)', which is a key of areas", expected: "another name")
    }
    if contents["areas"]?.value.place == areas.place {
      checkAreas(contents, specs, names + others, isPage ? "a page" : "an element of areas")
    }
    let grid = RecordDraft(.grid)
    read(keys, Vocabulary.grid + Vocabulary.place, into: grid, nil)
    if !isPage { readPlace(keys, grid) }
    addTracks(keys["columns"]?.value, width, isRow: false, grid)
    addTracks(keys["rows"]?.value, rows.count, isRow: true, grid)
    for name in names { placeArea(name, rows, areas, contents, grid) }
    return grid
  }

  private func checkAreas(_ keys: Keys, _ specs: [KeySpec], _ names: [String], _ kind: String) {
    for (name, entry) in keys where !specs.contains(where: { $0.name == name }) && !names.contains(name) {
      let meant = nearest(name, in: names + specs.map(\.name))
      problems.report(
        entry.key.place, "'\(name)' is no word of areas, and no key of \(kind)",
        expected: meant == nil ? "an area: " + names.joined(separator: ", ") : nil, meant: meant)
    }
  }

  private func placeArea(_ name: String, _ rows: [[String]], _ item: Item, _ contents: Keys, _ grid: RecordDraft) {
    let cells = rows.indices.flatMap { row in rows[row].indices.compactMap { rows[row][$0] == name ? (row, $0) : nil } }
    let (top, bottom) = (cells.map(\.0).min() ?? 0, cells.map(\.0).max() ?? 0)
    let (left, right) = (cells.map(\.1).min() ?? 0, cells.map(\.1).max() ?? 0)
    let isRectangle = cells.count == (bottom - top + 1) * (right - left + 1)
    if !isRectangle {
      problems.report(
        item.place, "the area '\(name)' is no rectangle", expected: "its word in all cells of a rectangle")
    }
    guard let content = contents[name]?.value else {
      return problems.report(
        item.place, "nothing for the area '\(name)'", expected: "a key '\(name)' with what is there")
    }
    let elements = content.list != nil ? [readElement(content)].compactMap { $0 } : readElements(content)
    guard let element = elements.count == 1 ? elements[0] : stack(elements), isRectangle else { return }
    element[.gridColumn] = .choice(left)
    element[.gridRow] = .choice(top)
    element[.columnSpan] = .choice(right - left + 1)
    element[.rowSpan] = .choice(bottom - top + 1)
    grid.children.append(element)
  }

  private func stack(_ elements: [RecordDraft]) -> RecordDraft? {
    if elements.isEmpty { return nil }
    let stack = RecordDraft(.stack)
    stack.children = elements
    return stack
  }

  private func addTracks(_ item: Item?, _ count: Int, isRow: Bool, _ grid: RecordDraft) {
    var lengths = Array(repeating: (Fixed64(1), LengthUnit.fraction), count: count)
    if let item, !item.isReported {
      let words = (item.text ?? item.list?.compactMap(\.text).joined(separator: " ") ?? "").split(separator: " ")
      let found = words.compactMap { parseLength($0) }
      if found.count == words.count && found.count == count {
        lengths = found
        checkTracks(found, item, isRow)
      } else {
        let bad = words.first { parseLength($0) == nil }
        refuse(
          item, isRow ? "rows" : "columns",
          "\(count) \(count == 1 ? "length" : "lengths"), as "
            + Array(repeating: "1fr", count: min(count, 4)).joined(separator: " ")
            + (bad.map { "; '\($0)' is none" } ?? "; these are \(words.count)"))
      }
    }
    for length in lengths {
      let entry = RecordDraft(.entry)
      entry[.length] = .length(length.0, length.1)
      if isRow { entry[.isRow] = .flag(true) }
      grid.children.append(entry)
    }
  }

  private func checkTracks(_ lengths: [(Fixed64, LengthUnit)], _ item: Item, _ isRow: Bool) {
    let name = isRow ? "rows" : "columns"
    if lengths.contains(where: { $0.0 <= 0 }) {
      return refuse(item, name, "lengths above 0")
    }
    guard case .number(let size) = draft.root[isRow ? .designHeight : .designWidth] else { return }
    var sum = Fixed64.zero
    for length in lengths where length.1 == .points { sum = sum + length.0 }
    if sum > size {
      problems.report(
        item.place, "\(name) of \(sum.rounded)px on a panel of \(size.rounded)px", expected: "\(size.rounded)px at most"
      )
    }
  }

  // MARK: On every page

  func readStrips(_ keys: Keys) {
    if let item = keys["bar"]?.value,
      let bar = map(item, "a bar, as {left: [{pages: tabs}], right: [{clock: \"HH:mm\"}]}")
    {
      check(bar, Vocabulary.bar, "the bar")
      let record = RecordDraft(.strip)
      record[.anchor] = .choice(0)
      record[.height] = .length(10, .percent)
      read(bar, Vocabulary.bar, into: record, nil)
      for (index, name) in ["left", "middle", "right"].enumerated() {
        guard let item = bar[name]?.value else { continue }
        let row = RecordDraft(.row)
        row[.alignment] = .choice(index)
        row.children = readList(item, name)
        record.children.append(row)
      }
      draft.root.children.append(record)
    }
    for (index, name) in ["under", "over"].enumerated() {
      guard let item = keys[name]?.value else { continue }
      let record = RecordDraft(.strip)
      record[.anchor] = .choice(2 + index)
      let stack = RecordDraft(.stack)
      stack.children = readList(item, name)
      record.children.append(stack)
      draft.root.children.append(record)
    }
  }
}
