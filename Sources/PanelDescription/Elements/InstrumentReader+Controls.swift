// Controls: the action of a touch.
import PanelFile
import PanelInstruments
import PanelSignals

extension InstrumentReader {
  func readControl(_ name: String, _ keys: Keys, _ record: RecordDraft, _ value: Item) {
    let actions = ["sends", "toggles", "sets", "runs", "page", "resets"].filter { keys[$0] != nil }
    if actions.count != 1 {
      let expected = name == "button" ? "sends, toggles, sets, runs, page or resets" : "sends, sets or runs"
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
      } else if let (source, address) = sources.address(item, name, isOutput: true) {
        record[.source] = .choice(source)
        record[.address] = .text(address.text)
      }
    }
    readUnit(keys, record, value)
    if let item = keys["runs"]?.value { readCommand(item, name, keys, record, value) }
    checkQueue(keys)
    if let item = keys["page"]?.value {
      record[.action] = .choice(4)
      pages.read(item, record)
    }
    if keys["resets"] != nil { record[.action] = .choice(5) }
    if !["button", "keypad", "setpoint"].contains(name), keys["sends"] != nil, keys["state"] == nil {
      problems.warn(
        value.place, "a \(name) without a state never shows what is set: give state the signal that comes back")
    }
    if keys["unit"] == nil, let item = keys["range"]?.value, case .signal(let number) = record[.shownState],
      case .number(let lower) = record[.lower], case .number(let upper) = record[.upper],
      let range = signals[number].constantRange, signals[number].shownUnit?.text == signals[number].unit?.text,
      lower < range.lowerBound || upper > range.upperBound
    {
      problems.warn(item.place, "the \(name)'s range goes beyond that of its state '\(signals[number].name)'")
    }
    readConfirmation(keys["confirm"]?.value, record)
    checkConfirmation(name, keys, record)
    if let item = keys["lock"]?.value { checkPin(item) }
    values.draft.hasControls = true
    glyphs.add(
      (ControlWords.english.words + ControlWords.englishOfValues).joined() + "PIN 0123456789 .+-/*?",
      at: value.textPlace)
    for (name, key) in [("because", PropertyKey.reason), ("runs", .command)] {
      if let item = keys[name]?.value, case .signal = record[key] { refuse(item, name, "a text without expressions") }
    }
    if Vocabulary.instrument(name)?.spec("of") != nil { readChoices(name, keys, record, value) }
  }

  /// A setpoint that is moved: a control on the instrument's scale, whose mark shows what came back.
  func readMovedSetpoint(_ item: Item, _ record: RecordDraft, _ shown: SignalEntry?) {
    let (kind, keys) = (Vocabulary.setpoint, keys(item.map ?? []))
    let part = RecordDraft(kind.record)
    check(keys, kind.keys, "a setpoint")
    part.numbersUnit = shown?.shownUnit
    for spec in kind.keys { if let item = keys[spec.name]?.value { readValue(item, spec, into: part, nil) } }
    readControl(kind.name, keys, part, item)
    if let state = part[.shownState] { record[.setpoint] = state }
    if case .signal(let number) = part[.target] ?? part[.shownState], let own = signals[number].unit,
      let unit = shown?.unit,
      own.text != unit.text || signals[number].shownUnit?.text != shown?.shownUnit?.text
    {
      problems.report(
        item.place,
        "a setpoint in \(units(of: signals[number], own)), on a scale in \(shown.map { units(of: $0, unit) } ?? unit.text)",
        expected: "both in one unit")
    }
    if part[.target] == nil, part[.shownState] == nil, let unit = shown?.unit, !unit.isPlain, !units.systems.isEmpty {
      problems.report(
        item.place, "a setpoint without a state, on a scale whose unit a system changes",
        expected: "state: and the signal that comes back, which has the unit of what is sent")
    }
    record.children.append(part)
  }

  private func units(of signal: SignalEntry, _ own: UnitOfMeasure) -> String {
    guard let shown = signal.shownUnit, shown.text != own.text else { return own.text }
    return "\(own.text), shown in \(shown.text)"
  }

  /// The unit of a control's numbers: its own, or the one in which its variable or its state is shown.
  func unitOfControl(_ keys: Keys) -> UnitOfMeasure? {
    if let name = keys["unit"]?.value.text { return Units.named(name) }
    for key in ["sets", "toggles", "state"] {
      if let name = keys[key]?.value.text, let number = signals.number(of: name) {
        return signals[number].shownUnit
      }
    }
    return nil
  }

  /// The unit that is shown and set. It is one for the variable, the state and the numbers of the description, whatever the system
  /// of units.
  private func readUnit(_ keys: Keys, _ record: RecordDraft, _ value: Item) {
    guard case .signal(let number) = record[.target] ?? record[.shownState] else { return }
    let entry = signals[number]
    if case .signal(let state) = record[.shownState], let own = signals[state].unit, let unit = entry.unit,
      own.text != unit.text
    {
      problems.report(
        keys["state"]?.value.place ?? value.place, "a state in \(own.text) of what is set in \(unit.text)",
        expected: "both in one unit")
    }
    if let item = keys["unit"]?.value { return readUnit(item, record, entry) }
    guard !units.systems.isEmpty, let own = entry.unit, let unit = entry.shownUnit, !own.isPlain else { return }
    units.setOwnUnit(unit, from: own, record, at: value.place)
    keepFormat(of: entry, in: unit, record)
  }

  private func readCommand(_ item: Item, _ name: String, _ keys: Keys, _ record: RecordDraft, _ value: Item) {
    record[.action] = .choice(3)
    if item.text?.contains(" ") == true {
      problems.report(item.place, "a command line", expected: "the name of a command that the device's list has")
    }
    // A value that comes while the command runs is refused: it must not be the one that ends something.
    for other in ["back", "repeats", "live"] where keys[other] != nil {
      problems.report(
        item.place, "runs and '\(other)', which sends again before a command has ended", expected: "one of them")
    }
    values.draft.runsCommands = true
    glyphs.add(ControlWords.englishOfCommands.joined(), at: value.textPlace)
  }

  /// A variable, a page and a command have no connection to wait for.
  private func checkQueue(_ keys: Keys) {
    guard let item = keys["queue"]?.value, !item.isReported else { return }
    let isSent = keys["sends"] != nil || keys["toggles"]?.value.text?.contains("/") == true
    if !isSent { problems.report(item.place, "queue without a source to send to", expected: "sends, or no queue") }
  }

  private func readVariable(_ item: Item, _ name: String, _ record: RecordDraft) {
    guard let text = item.text, let number = signals.number(of: text) else {
      let variables = signals.entries.filter(\.isVariable).map(\.name)
      problems.reportUnknown(item.place, "variable", item.text ?? item.words, among: variables)
      return
    }
    if !signals[number].isVariable {
      return problems.report(
        item.place, "'\(text)' cannot be set: it has \(signals[number].keys["is"] != nil ? "is" : "from")",
        expected: "a variable: a signal with nothing but initial")
    }
    record[.target] = .signal(number)
    // What is set comes back as it is.
    if record[.shownState] == nil { record[.shownState] = .signal(number) }
  }

  /// Refuses a confirmation that could not be asked for: who reads it would think that it is.
  private func checkConfirmation(_ name: String, _ keys: Keys, _ record: RecordDraft) {
    guard let item = keys["confirm"]?.value, case .choice(let kind) = record[.confirm] else { return }
    if kind == 0 && name != "button" && name != "switch" {
      return problems.report(item.place, "a \(name) that is held", expected: "confirm: dialog")
    }
    for other in ["back", "repeats", "live"] where kind == 1 && keys[other] != nil {
      return problems.report(item.place, "a dialog and '\(other)', which sends at once", expected: "one of them")
    }
    if keys["repeats"] != nil { problems.report(item.place, "hold and 'repeats'", expected: "one of them") }
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

  private func digits(_ value: Fixed64) -> String {
    let number = Double(value.rawValue) / 4_294_967_296
    return number == number.rounded() ? String(Int(number)) : String(number)
  }

  /// Choices that cannot be told from each other, or that mean other codes than the state's enum.
  private func checkChoices(
    _ texts: [(value: Fixed64, text: String, place: Place)], _ record: RecordDraft
  ) {
    for (index, choice) in texts.enumerated() {
      if let other = texts[..<index].first(where: { $0.text == choice.text || $0.value == choice.value }) {
        let (what, words) = other.value == choice.value ? ("value", digits(choice.value)) : ("text", "'\(choice.text)'")
        problems.report(choice.place, "the \(what) \(words) a second time", expected: "each choice once")
      }
      guard case .signal(let number) = record[.shownState],
        let coded = signals[number].texts.first(where: { $0.text == choice.text }), coded.value != choice.value
      else { continue }
      problems.warn(
        choice.place,
        "'\(choice.text)' sends \(digits(choice.value)), and the state's enum means \(digits(coded.value)) by it — expected no of: the enum's "
          + "codes are sent then")
    }
  }

  private func readChoices(_ name: String, _ keys: Keys, _ record: RecordDraft, _ value: Item) {
    var texts: [(value: Fixed64, text: String, place: Place)] = []
    if let item = keys["of"]?.value {
      if let items = item.list {
        for item in items { if let text = item.text { texts.append((Fixed64(texts.count), text, item.textPlace)) } }
      } else {
        for pair in item.map ?? [] {
          guard let value = pair.key.text.flatMap({ parseNumber($0) }), let text = pair.value.text else { continue }
          texts.append((value, text, pair.value.textPlace))
        }
      }
      if texts.count < 2 || texts.count != (item.list?.count ?? item.map?.count) {
        return refuse(item, "of", "a list of two texts or more, or a map as {0: Off, 5: Auto}")
      }
    } else if keys["state"]?.value.isReported == true {
      return
    } else if case .signal(let number) = record[.shownState], !signals[number].texts.isEmpty {
      texts = signals[number].texts.map { ($0.value, $0.text, value.place) }
    } else {
      return problems.report(value.place, "a \(name) of nothing", expected: "of: and a list, or a state with an enum")
    }
    if keys["of"] != nil { checkChoices(texts, record) }
    if name == "selector", texts.count > 8 {
      problems.warn(
        value.place, "a selector of \(texts.count): its words have little room — expected a menu or a picker")
    }
    if name == "menu", texts.count > 14 {
      return problems.report(value.place, "a menu of \(texts.count)", expected: "14 at most, or a picker")
    }
    for text in texts {
      let entry = RecordDraft(.entry)
      entry[.value] = .number(text.value)
      entry[.text] = .text(text.text)
      glyphs.add(text.text, at: text.place)
      record.children.append(entry)
    }
  }
}
