// Values that become records: lists of signals, rows, points.
import PanelFile
import PanelInstruments
import PanelSignals

extension InstrumentReader {
  /// Signals of a list, as entries.
  func readSignals(_ item: Item, _ list: ValueType.SignalList, _ spec: KeySpec, _ record: RecordDraft) {
    let name = spec.name
    if item.isReported { return }
    let counts = list.counts
    let items = item.list ?? [item]
    if !counts.contains(items.count) {
      let expected =
        counts.lowerBound == counts.upperBound
        ? "\(counts.lowerBound) of them, as [a, b]" : "\(counts.lowerBound) to \(counts.upperBound)"
      return problems.report(
        item.place, "\(name) of \(items.count) \(items.count == 1 ? "signal" : "signals")", expected: expected)
    }
    // Of the scale at the left, and of that at the right.
    var (first, firstAtRight): (SignalEntry?, SignalEntry?)
    for member in items {
      var (item, keys): (Item, Keys) = (member, [:])
      if let pairs = member.map, !spec.members.isEmpty {
        keys = self.keys(pairs)
        check(keys, spec.members, "a member of \(name)", besides: ["signal"])
        guard let signal = keys["signal"]?.value else {
          problems.report(member.place, "a member of \(name) without a signal", expected: "signal: and its name")
          continue
        }
        item = signal
      }
      guard
        let value = list.areAngles
          ? expressions.compileValue(item, .angle, name) : expressions.compileValue(item, .number(nil), name)
      else { continue }
      let entry = RecordDraft(.entry)
      values.setSignal(value, .value, entry)
      record.children.append(entry)
      guard case .signal(let number) = entry[.value] else { continue }
      values.read(keys, spec.members, into: entry, signals[number].unit)
      if isAtRight(entry) {
        if let firstAtRight { shareScale(of: firstAtRight, signals[number], entry, item) }
        firstAtRight = firstAtRight ?? signals[number]
      } else {
        if let first, list.sharesScale { shareScale(of: first, signals[number], entry, item) }
        first = first ?? signals[number]
      }
    }
    let pens = record.children.filter { $0.kind == .entry }
    if name == "trend" {
      colorPens(pens)
      // The legend names them all.
      if pens.count > 1 && record[.title] == nil { record[.title] = .text("") }
    }
    // The scale is that of the first.
    if let first = record.children.first(where: { $0.kind == .entry })?[.value] { record[.value] = first }
  }

  /// Has a member of a list shown in the unit of the first one, whose scale it shares.
  private func shareScale(of first: SignalEntry, _ member: SignalEntry, _ entry: RecordDraft, _ item: Item) {
    guard let unit = first.shownUnit, let own = member.shownUnit, unit.text != own.text
    else {
      return
    }
    if unit.dimension == own.dimension && units.systems.isEmpty {
      units.setOwnUnit(unit, from: member.unit, entry, at: item.place)
    } else {
      problems.warn(
        item.place,
        "'\(item.text ?? member.name)' is in \(own.text), and lies on a scale of \(unit.text): the first one's")
    }
  }

  /// The scale of pens is that of the first, and does not show all of another one's range.
  func warnOfScale(_ trend: RecordDraft, _ item: Item) {
    let left = trend.children.filter { $0.kind == .entry && !isAtRight($0) }.compactMap { pen -> SignalEntry? in
      if case .signal(let number) = pen[.value] { signals[number] } else { nil }
    }
    guard let first = left.first, let scale = first.constantRange else { return }
    for other in left.dropFirst() where !other.name.isEmpty && other.unit?.text == first.unit?.text {
      guard let range = other.constantRange, range.lowerBound < scale.lowerBound || range.upperBound > scale.upperBound
      else { continue }
      problems.warn(
        item.place,
        "the scale of the trend is the range of '\(first.name)', and '\(other.name)' goes beyond it — expected range, or axis: "
          + "right for one of them")
    }
  }

  /// From the third pen on they have colours of their own where the description gives none: roles left are those of states.
  private func colorPens(_ pens: [RecordDraft]) {
    let names = ["violet-55", "brown-50", "cyan-55", "pink-60"]
    for (index, pen) in pens.dropFirst(2).enumerated() where pen[.color] == nil {
      if case .rgb(let color)? = NamedColor(names[index % names.count]) { pen[.color] = .color(0xFF00_0000 | color) }
    }
  }

  /// Whether a pen has the scale at the right.
  func isAtRight(_ entry: RecordDraft) -> Bool {
    if case .choice(let axis)? = entry[.axis] { axis > 0 } else { false }
  }

  /// Alarms, as entries with their numbers.
  func readAlarms(_ item: Item, _ record: RecordDraft) {
    if item.isReported { return }
    let names = values.draft.alarmNames
    for item in item.list ?? [item] {
      guard let name = item.text else {
        refuse(item, "markers", "a list of alarms, or all")
        continue
      }
      if name != "all" && !names.contains(name) {
        problems.reportUnknown(item.place, "alarm", name, among: names)
        continue
      }
      for (number, other) in names.enumerated() where name == "all" || other == name {
        let entry = RecordDraft(.entry)
        entry[.alarm] = .choice(number)
        record.children.append(entry)
      }
    }
  }

  /// Rows: a signal, or a text and its signal, or its signals.
  func readRows(_ item: Item, _ kind: String, _ record: RecordDraft) {
    guard let items = item.list, !items.isEmpty else {
      return refuse(item, kind, "a list of signals, as [rpm, Oil pressure: oil]")
    }
    var count: Int?
    for item in items {
      var (value, text): (Item, Item?) = (item, nil)
      if let pairs = item.map, let pair = pairs.first {
        if let words = pair.key.text, pairs.count == 1 {
          if words.hasPrefix("=") || words.contains(where: { $0 == "{" || $0 == "}" }) {
            problems.report(pair.key.place, "values in the name of a row: it stands as it is", expected: "plain words")
          }
          glyphs.add(words, at: pair.key.textPlace)
          text = pair.key
        } else {
          problems.report(
            item.place, "a row of \(pairs.count) keys", expected: "a text and its signal, as 'Oil pressure: oil'")
        }
        value = pair.value
      }
      let cells = text == nil ? [value] : value.list ?? [value]
      let wanted = count ?? cells.count
      if cells.count != wanted || !(1...TableInstrument.mostColumns).contains(cells.count) {
        problems.report(
          value.place, "a row of \(cells.count) \(cells.count == 1 ? "value" : "values")",
          expected: count == nil
            ? "1 to \(TableInstrument.mostColumns) of them" : "\(wanted), as many as the first row has")
        continue
      }
      count = wanted
      for (number, cell) in cells.enumerated() { readCell(cell, number == 0 ? text?.text : "", record) }
    }
    if let count, count > 1 { record[.columnCount] = .choice(count) }
  }

  /// A value of a row.
  /// - Parameter text: beside it; `nil` for its signal's title.
  private func readCell(_ value: Item, _ text: String?, _ record: RecordDraft) {
    let entry = RecordDraft(.entry)
    if let text { entry[.text] = .text(text) }
    let source = value.text ?? ""
    if source.hasPrefix("=") || signals.number(of: source).map({ signals[$0].isText }) == true {
      let place = value.textPlace.moved(by: source.hasPrefix("=") ? 1 : 0)
      if let words = expressions.compile(String(source.drop { $0 == "=" }), at: place, .text) {
        entry[.value] = .signal(words.signal ?? expressions.addAnonymous(words))
        entry[.textLength] = .choice(64)
      }
    } else {
      values.setSignal(expressions.compileValue(value, .number(nil), "a row"), .value, entry)
    }
    // A row without a text has its signal's title, or its name.
    if case .signal(let number) = entry[.value], text == nil, signals[number].record[.title] == nil {
      glyphs.add(signals[number].name, at: value.textPlace)
    }
    record.children.append(entry)
  }

  /// What stands above the values of rows.
  func readHeadings(_ item: Item, _ record: RecordDraft) {
    if item.isReported { return }
    var count = 1
    if case .choice(let columns) = record[.columnCount] { count = columns }
    guard let items = item.list, items.count == count, items.allSatisfy({ $0.text != nil }) else {
      return refuse(
        item, "columns", "\(count) \(count == 1 ? "text" : "texts") in a list, one above each value of a row")
    }
    for item in items {
      guard let text = item.text else { continue }
      glyphs.add(text, at: item.textPlace)
      let entry = RecordDraft(.entry)
      entry[.text] = .text(text)
      record.children.append(entry)
    }
  }

  func readPoints(_ keys: Keys, _ record: RecordDraft, _ shape: Item) {
    let needs = ["line": 2, "pipe": 2, "polygon": 3][shape.text ?? ""]
    guard let item = keys["points"]?.value else {
      if let needs {
        problems.report(
          shape.place, "a \(shape.text ?? "") without points", expected: "points: and \(needs) places or more")
      }
      return
    }
    guard let needs else {
      return problems.report(
        keys["points"]?.key.place ?? item.place, "points of a \(shape.text ?? "shape")", expected: "at and size")
    }
    guard let points = item.list, points.count >= needs, points.count <= 64 else {
      return refuse(item, "points", "\(needs) to 64 places, as [[0, 0], [100percent, 50percent]]")
    }
    for point in points {
      let parts = point.list?.map { $0.text.flatMap { parseLength($0) } } ?? []
      guard parts.count == 2, let left = parts[0], let top = parts[1] else {
        refuse(point, "a point", "two lengths, as [0, 50percent]")
        continue
      }
      let entry = RecordDraft(.entry)
      entry[.left] = .length(left.0, left.1)
      entry[.top] = .length(top.0, top.1)
      record.children.append(entry)
    }
  }
}
