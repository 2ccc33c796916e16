// Instruments: their keys by the table, and those that need code of their own.
import PanelAssets
import PanelFile
import PanelSignals

extension PanelCompiler {
  func readInstrument(_ name: String, _ keys: Keys, _ item: Item) -> RecordDraft? {
    guard let spec = Vocabulary.instrument(name), let main = spec.main, let value = keys[name]?.value else {
      return nil
    }
    let record = RecordDraft(spec.record)
    elementCount += 1
    check(keys, [main] + spec.keys, name.first.map { "aeiou".contains($0) } == true ? "an \(name)" : "a \(name)")
    var shown: SignalEntry?
    read(value, main, into: record, nil)
    if let key = main.key, case .signal(let number) = record[key] { shown = signals[number] }
    read(keys, spec.keys, into: record, shown?.unit)
    readPlace(keys, record)
    readShown(keys, record, shown)
    showDegrees(name, value, record, shown)
    readScale(keys, record, shown)
    checkScale(keys, record, shown)
    readOwn(name, value, keys, record, shown)
    takeEnds(spec, keys, record)
    if Vocabulary.controls.contains(name) { readControl(name, keys, record, value) }
    let unit = (shown?.shownUnit ?? shown?.unit).map { String(describing: $0.symbol) }
    var title: String?
    if case .text(let text) = record[.title] ?? shown?.record[.title] { title = text }
    placesOfElements.append(PlacedElement(record: record, place: item.place, kind: name, unit: unit, title: title))
    warnOfRange(name, keys, shown, value)
    if !spec.record.isBuilt {
      problems.warn(item.place, "this version does not draw a \(name): its title stands in its place")
    }
    return record
  }

  // MARK: What several have

  /// Ends of the signal's range that are signals themselves are the instrument's.
  private func takeEnds(_ spec: KindSpec, _ keys: Keys, _ record: RecordDraft) {
    guard case .signal(let number) = record[.value], keys["range"] == nil, spec.spec("range") != nil else { return }
    let (lower, upper) = (signals[number].record[.lower], signals[number].record[.upper])
    for end in [lower, upper] {
      guard case .signal = end else { continue }
      (record[.lower], record[.upper]) = (lower ?? .number(0), upper ?? .number(100))
    }
  }

  /// Dials of directions are drawn in degrees, whatever the signal is shown in elsewhere.
  private func showDegrees(_ name: String, _ value: Item, _ record: RecordDraft, _ shown: SignalEntry?) {
    guard ["compass", "heading", "wind"].contains(name), let unit = shown?.unit, unit.dimension == .angle,
      shown?.shownUnit?.text != "deg" || !systems.isEmpty, let degrees = Units.named("deg")
    else { return }
    setUnit(degrees, from: unit, record, at: value.place)
    if record[.shownUnit] == nil { record[.shownUnit] = .number(0) }
  }

  private func readShown(_ keys: Keys, _ record: RecordDraft, _ shown: SignalEntry?) {
    if let item = keys["unit"]?.value, let unit = self.unit(unit(item), of: shown?.unit) {
      if let own = shown?.unit, own.dimension != unit.dimension {
        problems.report(
          item.place, "'\(unit.text)' and '\(own.text)', the unit of what is shown, measure different things",
          expected: "a unit as '\(own.text)' is one")
      } else {
        setUnit(unit, from: shown?.unit, record, at: item.place)
        // From a unit to itself: another than the signal's shown one, now or in a system of units.
        if record[.shownUnit] == nil, shown?.record[.shownUnit] != nil || !systems.isEmpty {
          record[.shownUnit] = .number(0)
        }
      }
    }
    if let item = keys["format"]?.value, !item.isReported {
      if let format = item.text.flatMap({ parseFormat($0) }) {
        record[.format] = format.property
        if format.unitName != nil {
          problems.report(
            item.place, "format '\(item.text ?? "")' at an instrument",
            expected: "show: at the signal, which has the unit")
        }
      } else {
        refuse(item, "format", NumberFormat.examples)
      }
    }
  }

  private func readScale(_ keys: Keys, _ record: RecordDraft, _ shown: SignalEntry?) {
    if let item = keys["labels"]?.value, !item.isReported {
      let words = ["none", "x1", "x10", "x100", "x1000", "x10000"]
      let factors = [0, 1, 10, 100, 1000, 10000]
      if let index = words.firstIndex(of: item.text ?? "") {
        record[.factor] = .number(Fixed64(factors[index]))
      } else {
        refuse(item, "labels", "x10, x100, x1000 or none", meant: item.text.flatMap { nearest($0, in: words) })
      }
    }
    for (name, key) in [("peak", PropertyKey.peak), ("low", .low)] {
      guard let item = keys[name]?.value, !item.isReported else { continue }
      let operation: Instruction.Operation = key == .peak ? .greatest : .least
      if item.text == "hold" {
        markExtreme(key, operation, record, shown)
      } else if let duration = item.text.flatMap({ parseDuration($0) }), duration > 0 {
        if let shown { record[key] = .signal(addStretch(operation, of: shown, duration)) }
      } else {
        refuse(item, name, "a time as 10s, or hold")
      }
    }
  }

  /// The greatest or the least value since the start, or since a tap.
  private func markExtreme(
    _ key: PropertyKey, _ operation: Instruction.Operation, _ record: RecordDraft, _ shown: SignalEntry?
  ) {
    guard let shown else { return }
    record[key] = .signal(addStretch(operation, of: shown, 0))
    record[.resets] = .signal(shown.number)
  }

  /// An arrow says where the value went in half a minute, unless that is less than a hundredth of its range.
  private func readArrow(_ record: RecordDraft, _ shown: SignalEntry) {
    let stretch: Int64 = 30
    let rate = CompiledExpression(
      Instruction(.rate, Int32(tables.addWindow(shown.number, stretch * 1_000_000_000, &draft))), .plain, column: 0)
    var span = Fixed64(100)
    if case .number(let lower) = shown.record[.lower], case .number(let upper) = shown.record[.upper], lower < upper,
      lower != .min, upper != .max
    {
      span = upper - lower
    }
    let least = (span / Fixed64(100 * Int(stretch))) ?? .zero
    let moves = CompiledExpression(
      Instruction(.above),
      [
        CompiledExpression(Instruction(.absolute), [rate], .plain, column: 0),
        CompiledExpression(constant: least, .plain, column: 0),
      ], .condition, column: 0)
    let shownRate = CompiledExpression(
      Instruction(.choose), [moves, rate, CompiledExpression(constant: .zero, .plain, column: 0)], .plain, column: 0)
    record[.arrow] = .signal(addAnonymous(shownRate))
  }

  // MARK: Each its own

  private func readOwn(_ name: String, _ value: Item, _ keys: Keys, _ record: RecordDraft, _ shown: SignalEntry?) {
    switch name {
    case "number":
      if case .choice(1) = record[.style] { glyphs.usesSegments = true }
      if case .duration(let last) = record[.last] { shown.map { $0.history = max($0.history, last) } }
      if case .flag(true) = record[.showsRange] {
        markExtreme(.peak, .greatest, record, shown)
        markExtreme(.low, .least, record, shown)
      }
      if case .flag(let hasArrow) = record[.arrow] {
        record[.arrow] = nil
        if hasArrow, let shown { readArrow(record, shown) }
      }
    case "heading": addText("NESW", at: value.textPlace)
    case "hours": glyphs.usesDrums = true
    case "bar": readFrom(keys["from"]?.value, record, shown)
    case "enum":
      if let shown, shown.texts.isEmpty {
        problems.report(
          value.place, "'\(shown.name.isEmpty ? value.text ?? "" : shown.name)' has no enum",
          expected: "a signal with enum: {0: Off, 1: On}")
      }
    case "symbol": readSymbol(value, record)
    case "image": readImage(value, record)
    case "trend":
      let last: Int64
      if case .duration(let told) = record[.last] { last = told } else { last = 300_000_000_000 }
      record[.last] = .duration(last)
      readPens(value, record, "trend", 1...8) { $0.history = max($0.history, last) }
    case "bars": readPens(value, record, "bars", 1...64) { _ in }
    case "xy": readPens(value, record, "xy", 2...2) { _ in }
    case "horizon": readPens(value, record, "horizon", 2...2) { _ in }
    case "table": readTable(value, record)
    case "clock": readClock(value, keys, record)
    case "timer":
      if let duration = value.text.flatMap({ parseDuration($0) }), duration > 0 {
        record[.interval] = .duration(duration)
      } else if value.text != "up" {
        refuse(value, "timer", "a time as 5min, or up")
      }
    case "shape": readPoints(keys, record, value)
    case "pages":
      if case .choice(let style) = record[.style], style > 0 {
        problems.warn(value.place, "pages is \(value.words), which has no effect: this version shows tabs")
      }
    default: break
    }
  }

  /// Where a bar begins.
  private func readFrom(_ item: Item?, _ record: RecordDraft, _ shown: SignalEntry?) {
    guard let item, !item.isReported else { return }
    switch item.text {
    case "zero": record[.from] = .number(0)
    case "centre", "center":
      // The middle of the range: the device knows it, for ends may be signals.
      record[.alignment] = .choice(1)
    default: set(compileValue(item, .number(shown?.unit), "from"), .from, record)
    }
  }

  private func readSymbol(_ item: Item, _ record: RecordDraft) {
    if let text = item.text, let number = signalNumbers[text], icons[text] == nil || !signals[number].texts.isEmpty {
      return setSignal(compileValue(item, .number(nil), "symbol"), .value, record)
    }
    if let glyph = icon(item, "symbol") { record[.icon] = .text(glyph) }
  }

  /// The glyph of an icon's name, as text.
  func icon(_ item: Item, _ what: String) -> String? {
    if item.isReported { return nil }
    guard let name = item.text, !item.isEmpty else {
      refuse(item, what, ValueType.icon.expectation)
      return nil
    }
    if let failure = icons.failure {
      if hasFonts { problems.report(item.place, failure.found, expected: failure.expected) }
      return nil
    }
    guard let scalar = icons[name] else {
      let meant = icons.meant(name)
      problems.report(
        item.place, "no icon '\(name)'", expected: meant == nil ? ValueType.icon.expectation : nil, meant: meant)
      return nil
    }
    glyphs.icons[scalar] = item.textPlace
    return String(scalar)
  }

  private func readImage(_ item: Item, _ record: RecordDraft) {
    guard let name = item.text, !item.isEmpty else { return refuse(item, "image", "a PNG file") }
    if let pack = imagePacks[name] {
      record[.image] = .pack(pack)
      return
    }
    let path = path(name)
    do throws(AssetError) {
      let image = try compileImage(try decodePNG(try readFile(path), name: path), ImageOptions(), name: path)
      let size = draft.packs.reduce(image.bytes.count) { $0 + $1.count }
      if size > PanelFile.byteLimit {
        return problems.report(
          item.place, "pictures of \(size) bytes up to this one, of \(image.bytes.count) itself",
          expected: "a panel file of \(PanelFile.byteLimit) bytes at most: smaller pictures")
      }
      record[.image] = .pack(draft.packs.count)
      imagePacks[name] = draft.packs.count
      draft.packs.append(image.bytes)
    } catch {
      problems.report(item.place, "no picture: " + error.message.replacing("; expected", with: " — expected"))
    }
  }

  /// Signals of a list, as entries.
  private func readPens(
    _ item: Item, _ record: RecordDraft, _ name: String, _ counts: ClosedRange<Int>, _ use: (SignalEntry) -> Void
  ) {
    if item.isReported { return }
    let items = item.list ?? [item]
    if !counts.contains(items.count) {
      let expected =
        counts.lowerBound == counts.upperBound
        ? "\(counts.lowerBound) of them, as [a, b]" : "\(counts.lowerBound) to \(counts.upperBound)"
      return problems.report(
        item.place, "\(name) of \(items.count) \(items.count == 1 ? "signal" : "signals")", expected: expected)
    }
    var first: SignalEntry?
    for item in items {
      guard let value = name == "horizon" ? compileValue(item, .angle, name) : compileValue(item, .number(nil), name)
      else { continue }
      let entry = RecordDraft(.entry)
      setSignal(value, .value, entry)
      record.children.append(entry)
      guard case .signal(let number) = entry[.value] else { continue }
      use(signals[number])
      if let own = signals[number].unit, let other = first?.unit, name == "trend" || name == "bars",
        own.dimension != other.dimension
      {
        problems.warn(
          item.place, "'\(item.text ?? name)' is in \(own.text), and lies on a scale of \(other.text): the first one's")
      }
      first = first ?? signals[number]
    }
    // The first is what the scale is for.
    if let first = record.children.first(where: { $0.kind == .entry })?[.value] { record[.value] = first }
  }

  /// Rows: a signal, or a text and its signal.
  private func readTable(_ item: Item, _ record: RecordDraft) {
    guard let items = item.list, !items.isEmpty else {
      return refuse(item, "table", "a list of signals, as [rpm, Oil pressure: oil]")
    }
    for item in items {
      let entry = RecordDraft(.entry)
      var value = item
      if let pairs = item.map, let pair = pairs.first {
        if let text = pair.key.text, pairs.count == 1 {
          entry[.text] = .text(text)
          addText(text, at: pair.key.textPlace)
        } else {
          problems.report(
            item.place, "a row of \(pairs.count) keys", expected: "a text and its signal, as 'Oil pressure: oil'")
        }
        value = pair.value
      }
      setSignal(compileValue(value, .number(nil), "a row"), .value, entry)
      // A row without a text has its signal's title, or its name.
      if case .signal(let number) = entry[.value], entry[.text] == nil, signals[number].record[.title] == nil {
        addText(signals[number].name, at: value.textPlace)
      }
      record.children.append(entry)
    }
  }

  private func readClock(_ item: Item, _ keys: Keys, _ record: RecordDraft) {
    if item.isReported { return }
    guard let text = item.text, !item.isEmpty else {
      return refuse(item, "clock", "a pattern in quotation marks as \"HH:mm\"")
    }
    var letters: [Character: Int] = [:]
    for letter in text where letter.isLetter { letters[letter, default: 0] += 1 }
    let known: [Character: ClosedRange<Int>] = [
      "H": 1...2, "h": 1...2, "m": 1...2, "s": 1...2, "d": 1...2, "M": 1...3, "y": 2...4, "E": 3...3, "a": 1...1,
    ]
    for (letter, count) in letters.sorted(by: { $0.key < $1.key }) where !(known[letter]?.contains(count) ?? false) {
      return refuse(item, "clock", "a pattern of HH mm ss dd MM yyyy EEE MMM; \(letter) is none of its letters")
    }
    if letters.isEmpty { return refuse(item, "clock", "a pattern of HH mm ss dd MM yyyy") }
    warnOfClock(item, letters)
    record[.text] = .text(text)
    for word in Self.calendarWords(letters) { addText(word, at: item.textPlace) }
    addText(text, at: item.textPlace)
    if let zone = keys["zone"]?.value, zone.text != "local" {
      let parts = (zone.text ?? "").dropFirst().split(separator: ":").map { Int($0) }
      guard let sign = zone.text?.first, "+-".contains(sign), parts.count == 2, let hours = parts[0],
        let minutes = parts[1],
        hours <= 14, minutes < 60
      else { return refuse(zone, "zone", "an offset as +02:00, or local") }
      record[.zoneOffset] = .number(Fixed64((hours * 60 + minutes) * (sign == "-" ? -1 : 1)))
    }
  }

  private static func calendarWords(_ letters: [Character: Int]) -> [String] {
    var words: [String] = []
    if letters["E"] != nil { words += ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] }
    if letters["M"] == 3 {
      words += ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    }
    if letters["a"] != nil { words += ["AM", "PM"] }
    return words
  }

  /// Patterns that show another time than is meant.
  private func warnOfClock(_ item: Item, _ letters: [Character: Int]) {
    let hasHours = letters["H"] != nil || letters["h"] != nil
    if hasHours, let months = letters["M"], months < 3, !["d", "y", "E"].contains(where: { letters[$0] != nil }) {
      problems.warn(item.place, "clock is \(item.words), in which M is the month — expected mm for the minutes")
    }
    if letters["h"] != nil, letters["a"] == nil {
      problems.warn(
        item.place, "clock is \(item.words), whose hours h go from 1 to 12 — expected HH, or a for AM and PM too")
    }
  }

  private func readPoints(_ keys: Keys, _ record: RecordDraft, _ shape: Item) {
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

  // MARK: Controls

  private func readControl(_ name: String, _ keys: Keys, _ record: RecordDraft, _ value: Item) {
    let actions = ["sends", "toggles", "sets", "runs", "page", "resets"].filter { keys[$0] != nil }
    if actions.count != 1 {
      let expected = name == "button" ? "sends, toggles, sets, runs, page or resets" : "sends or sets"
      problems.report(
        value.place,
        actions.isEmpty ? "a \(name) that does nothing" : "a \(name) that both \(actions.joined(separator: " and "))",
        expected: actions.isEmpty ? expected : "one of them")
    }
    for (name, action) in [("sends", 0), ("toggles", 1), ("sets", 2)] {
      guard let item = keys[name]?.value, !item.isReported else { continue }
      record[.action] = .choice(action)
      if name == "sets" || name == "toggles" && item.text?.contains("/") == false {
        readVariable(item, name, record)
      } else if let (source, address) = address(item, name) {
        record[.source] = .choice(source)
        record[.address] = .text(address)
      }
    }
    if let item = keys["runs"]?.value {
      record[.action] = .choice(3)
      if item.text?.contains(" ") == true {
        problems.report(item.place, "a command line", expected: "the name of a command that the device's list has")
      }
    }
    if let item = keys["page"]?.value {
      record[.action] = .choice(4)
      readPageName(item, record)
    }
    if keys["resets"] != nil { record[.action] = .choice(5) }
    readConfirmation(keys["confirm"]?.value, record)
    if let item = keys["lock"]?.value { checkPin(item) }
    if name == "selector" { readChoices(keys, record, value) }
  }

  private func readVariable(_ item: Item, _ name: String, _ record: RecordDraft) {
    guard let text = item.text, let number = signalNumbers[text] else {
      let variables = signals.filter(\.isVariable).map(\.name)
      problems.reportUnknown(item.place, "variable", item.text ?? item.words, among: variables)
      return
    }
    if !signals[number].isVariable {
      return problems.report(
        item.place, "'\(text)' cannot be set: it has \(signals[number].keys["is"] != nil ? "is" : "from")",
        expected: "a variable: a signal with nothing but initial")
    }
    record[.target] = .signal(number)
  }

  private func readConfirmation(_ item: Item?, _ record: RecordDraft) {
    guard let item, !item.isReported else { return }
    let words = (item.text ?? "").split(separator: " ")
    if item.text == "dialog" {
      record[.confirm] = .choice(1)
    } else if words.count == 2, words[0] == "hold", let time = parseDuration(words[1]), time > 0, time <= 10_000_000_000
    {
      record[.confirm] = .choice(0)
      record[.confirmDelay] = .duration(time)
    } else {
      refuse(item, "confirm", "'hold 1s', up to 10s, or dialog")
    }
  }

  func checkPin(_ item: Item) {
    guard let text = item.text, (4...8).contains(text.count), text.allSatisfy({ "0123456789".contains($0) }) else {
      return refuse(item, "lock", "a PIN of 4 to 8 digits, in quotation marks")
    }
  }

  private func readChoices(_ keys: Keys, _ record: RecordDraft, _ value: Item) {
    var texts: [(text: String, place: Place)] = []
    if let item = keys["of"]?.value {
      guard let items = item.list, items.count >= 2, items.allSatisfy({ $0.text != nil }) else {
        return refuse(item, "of", "a list of two texts or more")
      }
      texts = items.map { ($0.text ?? "", $0.textPlace) }
    } else if keys["state"]?.value.isReported == true {
      return
    } else if case .signal(let number) = record[.shownState], !signals[number].texts.isEmpty {
      texts = signals[number].texts.map { ($0.text, value.place) }
    } else {
      return problems.report(value.place, "a selector of nothing", expected: "of: and a list, or a state with an enum")
    }
    for (index, text) in texts.enumerated() {
      let entry = RecordDraft(.entry)
      entry[.value] = .number(Fixed64(index))
      entry[.text] = .text(text.text)
      addText(text.text, at: text.place)
      record.children.append(entry)
    }
  }
}

extension Vocabulary {
  static let controls: Set<String> = ["button", "switch", "slider", "knob", "selector", "keypad"]
}
