// Areas: a grid that words draw.
import PanelFile
import PanelSignals

extension ElementReader {
  /// The words of areas, row by row.
  func readAreaRows(_ item: Item?) -> (rows: [[String]], names: [String])? {
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
  func readAreas(_ item: Item, contents: Keys, others: [String], isPage: Bool) -> RecordDraft? {
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
    guard areGood(areas, rows, names, width) else { return nil }
    let specs =
      isPage
      ? Vocabulary.page.filter { key in !Vocabulary.strips.contains { $0.name == key.name } }
      : Vocabulary.grid + Vocabulary.place
    for name in names where specs.contains(where: { $0.name == name }) {
      problems.report(areas.place, "an area named '\(name)', which is a key of areas", expected: "another name")
    }
    if contents["areas"]?.value.place == areas.place {
      checkAreas(contents, specs, names + others, isPage ? "a page" : "an element of areas")
    }
    let grid = RecordDraft(.grid)
    values.read(keys, Vocabulary.grid + Vocabulary.place, into: grid, nil)
    if !isPage { values.readPlace(keys, grid) }
    addTracks(keys["columns"]?.value, width, isRow: false, grid)
    addTracks(keys["rows"]?.value, rows.count, isRow: true, grid)
    for name in names { placeArea(name, rows, areas, contents, grid) }
    return grid
  }

  /// Reports rows that differ in their length, long words, and too many cells.
  private func areGood(_ areas: Item, _ rows: [[String]], _ names: [String], _ width: Int) -> Bool {
    // The block's own lines: behind the line of `|`, where it is one.
    let firstLine = areas.text?.contains("\n") == true ? areas.place.line + 1 : areas.place.line
    if let bad = rows.firstIndex(where: { $0.count != width }) {
      problems.report(
        Place(file: areas.place.file, line: firstLine + bad, column: 1),
        "row \(bad + 1) of areas has \(rows[bad].count) \(rows[bad].count == 1 ? "word" : "words")",
        expected: "\(width) as the first row")
      return false
    }
    if let bad = names.first(where: { $0.count > 60 }) {
      problems.report(areas.place, "an area named '\(bad.prefix(57))…'", expected: "words of 60 letters at most")
      return false
    }
    if width > 64 || rows.count > 64 {
      problems.report(areas.place, "areas of \(width) columns and \(rows.count) rows", expected: "64 at most")
      return false
    }
    return true
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
    warnOfIdleKeys(content, in: "areas")
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
}
