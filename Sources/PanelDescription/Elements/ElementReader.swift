// Elements: rows, columns, stacks, areas, the uses of templates, instruments.
import PanelFile
import PanelSignals

/// Reads the elements of pages into records.
final class ElementReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let draft: PanelDraft
  private let styles: Styles
  private let templates: Templates
  private let instruments: InstrumentReader
  /// How many instruments were read.
  private(set) var elementCount = 0
  /// How many elements were read, those that are wrong and those of templates too.
  private var readCount = 0
  /// The places of instruments, for warnings of their looks.
  private(set) var places: [ObjectIdentifier: UsedPlace] = [:]

  init(_ values: ValueReader, _ styles: Styles, _ templates: Templates, _ instruments: InstrumentReader) {
    (problems, self.values, draft) = (values.problems, values, values.draft)
    (self.styles, self.templates, self.instruments) = (styles, templates, instruments)
  }

  /// The elements of a list, each perhaps several.
  func readList(_ item: Item, _ name: String) -> [RecordDraft] {
    if item.isReported { return [] }
    if let items = item.list, !items.isEmpty {
      for element in items { warnOfIdleKeys(element, in: name) }
      return items.flatMap { readElements($0) }
    }
    if item.map != nil { return readElements(item) }
    refuse(item, name, "a list of instruments, as [{gauge: rpm}, {number: rpm}]")
    return []
  }

  /// Warns of places and sizes that change nothing where the element stands.
  /// - Parameter name: the kind of what it stands in.
  func warnOfIdleKeys(_ element: Item, in name: String) {
    let idle: [String: (keys: [String], meant: String)] = [
      "row": (["height", "at"], "width, or size: 2fr"), "column": (["width", "at"], "height, or size: 2fr"),
      "scroll": (["width", "at"], "height"), "areas": (["width", "height", "size", "at"], "columns and rows of areas"),
    ]
    guard let (keys, meant) = idle[name] else { return }
    for pair in element.map ?? [] where keys.contains(pair.key.text ?? "") {
      problems.warn(
        pair.key.place, "'\(pair.key.text ?? "")' changes nothing of an element of \(name) — expected \(meant)")
    }
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
    guard let pairs = styles.styled(item) else {
      refuse(item, "an element", "an instrument, as {gauge: rpm}")
      return nil
    }
    let keys = keys(pairs)
    if keys.keys.contains(where: { templates.isRefused($0) && Vocabulary.instrument($0) == nil }) { return nil }
    if keys["areas"] != nil {
      return readAreas(Item(content: .map(pairs), place: item.place), contents: keys, others: [], isPage: false)
    }
    // The kind is the key that stands first; others of such a name are options, as `value`.
    guard let kind = pairs.lazy.compactMap({ $0.key.text }).first(where: isKind) else {
      reportNoKind(item, pairs)
      return nil
    }
    if templates.contains(kind) { return readTemplate(kind, keys) }
    if let container = Vocabulary.containers.first(where: { $0.name == kind }) { return readContainer(container, keys) }
    guard let record = instruments.readInstrument(kind, keys, item) else { return nil }
    elementCount += 1
    places[ObjectIdentifier(record)] = problems.used(item.place)
    return record
  }

  private func isKind(_ name: String) -> Bool {
    Vocabulary.instrument(name) != nil || templates.contains(name) || Vocabulary.containers.contains { $0.name == name }
  }

  private func reportNoKind(_ item: Item, _ pairs: Pairs) {
    if problems.isFull { return problems.report(item.place, "no instrument") }
    let all =
      Vocabulary.instruments.map(\.name) + Vocabulary.containers.map(\.name) + ["areas"] + templates.names
    for pair in pairs {
      let key = pair.key
      guard let name = key.text else { continue }
      if let usage = Vocabulary.usages[name] {
        return problems.report(key.place, "no instrument '\(name)'", expected: usage)
      }
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
    guard let title = keys["title"]?.value else {
      values.read(keys, Vocabulary.containerKeys, into: record, nil)
      values.readPlace(keys, record)
      record.children = readList(withEach(keys, value), container.name)
      return record
    }
    // A text above the elements; both have the group's place.
    let whole = RecordDraft(.column)
    values.read(keys, Vocabulary.place, into: whole, nil)
    values.readPlace(keys, whole)
    whole[.gap] = .length(2, .points)
    values.read(keys.filter { $0.key == "gap" }, Vocabulary.containerKeys, into: record, nil)
    record.children = readList(withEach(keys, value), container.name)
    var words = [ItemPair(key: Self.word("text", title), value: title)]
    for (name, value) in [("color", "dim"), ("height", "24px"), ("letters", "50percent")] {
      words.append(ItemPair(key: Self.word(name, title), value: Self.word(value, title)))
    }
    whole.children = readElements(Item(content: .map(words), place: title.place)) + [record]
    return whole
  }

  private static func word(_ text: String, _ item: Item) -> Item {
    Item(content: .text(text, isQuoted: false), place: item.place)
  }

  /// The elements of a group with the keys of its `each` that they do not have themselves.
  private func withEach(_ keys: Keys, _ value: Item) -> Item {
    guard let each = keys["each"]?.value, !each.isReported else { return value }
    guard let common = each.map else {
      refuse(each, "each", "keys of all elements, as {card: outline}")
      return value
    }
    guard let items = value.list else { return value }
    let elements = items.map { item in
      guard let pairs = item.map else { return item }
      let names = Set(pairs.compactMap(\.key.text))
      return Item(content: .map(pairs + common.filter { !names.contains($0.key.text ?? "") }), place: item.place)
    }
    return Item(content: .list(elements), place: value.place)
  }

  // MARK: Templates

  private func readTemplate(_ name: String, _ keys: Keys) -> RecordDraft? {
    templates.fillIn(name, keys) { body in
      let record = readElement(body)
      if let record, keys.count > 1 {
        values.read(keys, Vocabulary.place, into: record, nil)
        values.readPlace(keys, record)
      }
      return record
    }
  }

  /// Reads unused templates, without their parameters: a mistake is one before somebody uses it.
  func checkUnusedTemplates() {
    templates.forEachUnused { body in
      let (places, count) = (places, elementCount)
      values.expressions.discardingChanges {
        instruments.pictures.discardingChanges { _ = readElement(body) }
      }
      (self.places, elementCount) = (places, count)
    }
  }

  /// `repeat: {cell: [[fuel, Diesel], [water, Water]]}`, of a template or an instrument.
  private func readRepeat(_ item: Item, _ whole: Item, _ others: Pairs) -> [RecordDraft] {
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
    if templates.isRefused(name) { return [] }
    if !templates.contains(name) && Vocabulary.instrument(name) == nil {
      problems.reportUnknown(
        pair.key.place, "template or instrument", name,
        among: templates.names + Vocabulary.instruments.map(\.name))
      return []
    }
    return rows.compactMap { row in
      readElement(Item(content: .map([ItemPair(key: pair.key, value: row)] + inner.dropFirst()), place: row.place))
    }
  }
}
