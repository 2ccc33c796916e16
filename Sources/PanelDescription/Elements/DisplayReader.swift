// Several displays, each with pages of its own, and the idle state.
import PanelFile

/// Reads displays and the idle state.
struct DisplayReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let pages: PageNames
  let draft: PanelDraft

  init(_ values: ValueReader, _ pages: PageNames) {
    (problems, self.values, self.pages, draft) = (values.problems, values, pages, values.draft)
  }

  func readDisplays(_ item: Item) {
    guard let pairs = item.map, !pairs.isEmpty else {
      return refuse(item, "displays", "a map of names to displays, as {helm: {pages: [sail, engine]}}")
    }
    if pairs.count > 8 { return problems.report(pairs[8].key.place, "more than 8 displays", expected: "fewer") }
    var shown: Set<String> = []
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a display"), let keys = map(value, "a display, as {pages: [sail, engine]}")
      else {
        continue
      }
      let record = RecordDraft(.display)
      record[.name] = .text(name)
      check(keys, Vocabulary.display, "a display")
      values.read(keys, Vocabulary.display, into: record, nil)
      checkDevices(keys, of: name, key, isFirst: key.place == pairs[0].key.place)
      guard let item = keys["pages"]?.value else {
        problems.report(key.place, "the display '\(name)' without pages", expected: "pages: a list of its pages")
        continue
      }
      guard let list = item.list, !list.isEmpty else {
        refuse(item, "pages", "a list of pages, as [sail, engine]")
        continue
      }
      shown.formUnion(readPages(list, record))
      draft.add(record)
    }
    let missing = pages.names.filter { !shown.contains($0) }
    if !missing.isEmpty && !problems.hasErrors {
      problems.warn(item.place, "no display shows the page '\(missing[0])'")
    }
  }

  /// - Returns: the names of the display's pages.
  private func readPages(_ items: [Item], _ record: RecordDraft) -> Set<String> {
    var shown: Set<String> = []
    for item in items {
      if let name = item.text, record.children.contains(where: { $0[.page]?.isText(name) == true }) {
        problems.report(item.place, "the page '\(name)' a second time", expected: "each page once")
      }
      let entry = RecordDraft(.entry)
      pages.read(item, entry)
      record.children.append(entry)
      if case .text(let name) = entry[.page] { shown.insert(name) }
    }
    return shown
  }

  private func checkDevices(_ keys: Keys, of name: String, _ key: Item, isFirst: Bool) {
    if let item = keys["display"]?.value, let text = item.text, text != "auto" || !isFirst {
      let isNamed = ["fb:", "kms:"].contains { text.hasPrefix($0) && text != $0 }
      if !isNamed && text != "kms" {
        refuse(item, "display", "kms:CONNECTOR, fb:PATH or fb:DRIVER, as kms:HDMI-A-1")
      }
    } else if keys["display"] == nil && !isFirst {
      problems.report(
        key.place, "the display '\(name)' does not say what it is", expected: "display: kms:CONNECTOR or fb:PATH")
    }
    if let item = keys["touch"]?.value, let text = item.text, text != "none", !text.hasPrefix("/") {
      refuse(item, "touch", "none or a path, as /dev/input/event1")
    }
  }

  func readIdle(_ item: Item) {
    guard let keys = map(item, "idle, as {after: 60s, page: clock}") else { return }
    check(keys, Vocabulary.idle, "idle")
    let record = RecordDraft(.idle)
    if keys["after"] == nil && keys["off"] == nil {
      problems.report(item.place, "idle without a time", expected: "after: 60s")
    }
    if keys["after"] != nil && keys["dim"] == nil && keys["page"] == nil && keys["shift"] == nil {
      problems.warn(item.place, "after says when, and nothing says what then — expected dim, a page, or shift")
    }
    if let shift = keys["shift"]?.value, keys["after"] == nil {
      problems.warn(shift.place, "shift moves the picture once after is over, and there is none — expected after: 60s")
    }
    values.read(keys, Vocabulary.idle.filter { $0.name != "page" }, into: record, nil)
    if let page = keys["page"]?.value { pages.read(page, record) }
    draft.add(record)
  }
}
