// Pages, and the strips on every page.
import PanelFile
import PanelInstruments
import PanelSignals

/// Reads pages and strips.
struct PageReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let elements: ElementReader
  let glyphs: GlyphUse
  let draft: PanelDraft

  init(_ elements: ElementReader) {
    (problems, values, self.elements) = (elements.problems, elements.values, elements)
    (glyphs, draft) = (values.glyphs, values.draft)
  }

  func readPages(_ pairs: Pairs, _ root: Item) {
    if pairs.isEmpty, let item = root["pages"], item.map == nil { return }
    if pairs.isEmpty { return problems.report(root.place, "no pages", expected: "pages: with one page at least") }
    if pairs.count > 256 {
      return problems.report(pairs[256].key.place, "more than 256 pages", expected: "fewer")
    }
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      let page = RecordDraft(.page)
      page[.name] = .text(name)
      glyphs.add(name, at: key.place)
      draft.add(page)
      if value.list != nil {
        let stack = RecordDraft(.stack)
        stack.place = value.place
        stack.children = elements.readList(value, "the page '\(name)'")
        page.children.append(stack)
      } else if let keys = map(value, "a page, as {gauge: rpm}, or with areas:") {
        readPage(page, value, keys, name)
      }
    }
  }

  private func readPage(_ page: RecordDraft, _ item: Item, _ keys: Keys, _ name: String) {
    let own = ["title", "lock", "when", "margin", "portrait", "otherwise"]
    values.read(keys, Vocabulary.page.filter { own.contains($0.name) }, into: page, nil)
    if let lock = keys["lock"]?.value {
      checkPin(lock)
      draft.hasControls = true
      glyphs.add(ControlWords.english.words.joined() + "PIN0123456789*", at: lock.textPlace)
    }
    if let when = keys["when"] { check(when: when, page, isLocked: keys["lock"] != nil) }
    let content = Item(
      content: .map(
        (item.map ?? []).filter { !own.contains($0.key.text ?? "") || takesTitle(keys) && $0.key.text == "title" }),
      place: item.place)
    if keys["portrait"] == nil, keys["otherwise"] == nil, keys["areas"] == nil {
      if let element = elements.readElement(content) { page.children.append(element) }
      return
    }
    if keys["areas"] == nil {
      let name = keys["portrait"] == nil ? "otherwise" : "portrait"
      return problems.report(item.place, "\(name) without areas", expected: "areas: for the other shape too")
    }
    let grids = otherGrids(keys)
    let names = grids.map { elements.readAreaRows($0.item["areas"])?.names ?? [] }
    let first = elements.readAreaRows(keys["areas"]?.value)?.names ?? []
    for (index, grid) in grids.enumerated() {
      let rest = names.indices.filter { $0 != index }.flatMap { names[$0] } + first
      guard let element = elements.readAreas(grid.item, contents: keys, others: rest, isPage: true) else { continue }
      element[.shape] = .choice(grid.shape.kind.rawValue)
      if grid.shape.pixels > 0 { element[.length] = .number(Fixed64(grid.shape.pixels)) }
      page.children.append(element)
    }
    let others = names.flatMap { $0 }
    if let element = elements.readAreas(content, contents: keys, others: others, isPage: true) {
      page.children.insert(element, at: 0)
    }
  }

  private func check(when: ItemPair, _ page: RecordDraft, isLocked: Bool) {
    if isLocked {
      problems.report(when.key.place, "when beside lock: the page would open itself", expected: "one of them")
    }
    if case .flag = page[.when] {
      problems.report(when.value.place, "a condition that never changes", expected: "one with a signal in it")
    }
  }

  /// The areas of a page for other displays.
  private func otherGrids(_ keys: Keys) -> [(item: Item, shape: DisplayShape)] {
    var grids: [(item: Item, shape: DisplayShape)] = []
    if let item = keys["portrait"]?.value, let grid = map(item, "areas, columns and rows") {
      check(grid, Vocabulary.grid, "portrait")
      grids.append((item, DisplayShape(kind: .portrait, pixels: 0)))
    }
    guard let others = keys["otherwise"]?.value else { return grids }
    for item in others.list ?? [others] {
      guard let grid = map(item, "when, areas, columns and rows") else { continue }
      check(grid, Vocabulary.grid, "otherwise", besides: ["when"])
      let when = grid["when"]?.value
      guard let shape = when?.text.flatMap({ DisplayShape(words: $0) }) else {
        problems.report(
          when?.place ?? item.place, when.map { "when is \($0.words)" } ?? "areas that do not say when",
          expected: "portrait, landscape, or 'narrower than 400px', wider, lower, higher")
        continue
      }
      let pairs = (item.map ?? []).filter { $0.key.text != "when" }
      grids.append((Item(content: .map(pairs), place: item.place), shape))
    }
    return grids
  }

  /// Whether a page is one instrument that has a title too.
  private func takesTitle(_ keys: Keys) -> Bool {
    keys["areas"] == nil
      && keys.keys.contains { Vocabulary.instrument($0)?.keys.contains { $0.name == "title" } ?? false }
  }

  func readStrips(_ keys: Keys) {
    if let item = keys["bar"]?.value,
      let bar = map(item, "a bar, as {left: [{pages: tabs}], right: [{clock: \"HH:mm\"}]}")
    {
      check(bar, Vocabulary.bar, "the bar")
      let record = RecordDraft(.strip)
      record[.anchor] = .choice(0)
      record[.height] = .length(10, .percent)
      values.read(bar, Vocabulary.bar, into: record, nil)
      for (index, name) in ["left", "middle", "right"].enumerated() {
        guard let item = bar[name]?.value else { continue }
        let row = RecordDraft(.row)
        row[.alignment] = .choice(index)
        row.children = elements.readList(item, name)
        if row.children.contains(where: \.movesByFinger) {
          problems.report(item.place, "a scroll or a list in the bar", expected: "instruments; they scroll on pages")
        }
        record.children.append(row)
      }
      draft.add(record)
    }
    for (index, name) in ["under", "over"].enumerated() {
      guard let item = keys[name]?.value else { continue }
      let record = RecordDraft(.strip)
      record[.anchor] = .choice(2 + index)
      let stack = RecordDraft(.stack)
      stack.children = elements.readList(item, name)
      record.children.append(stack)
      draft.add(record)
    }
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
}

extension RecordDraft {
  /// Whether it, or a part of it, is moved by a finger.
  fileprivate var movesByFinger: Bool {
    kind == .scroll || kind == Vocabulary.instrument("list")?.record || children.contains(where: \.movesByFinger)
  }
}
