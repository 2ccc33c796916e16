// Themes, alarms, languages, and the idle state.
import Foundation
import PanelFile
import PanelSignals

extension PanelCompiler {
  // MARK: Themes

  /// The roles' colours to begin with, in the order of ``Vocabulary/roles``: as PanelInstruments' `Theme` has them.
  static let baseThemes: [(name: String, colors: [UInt32])] = [
    (
      "dark",
      [
        0x0B0F14, 0x151B23, 0xEEF2F6, 0x9AA7B4, 0xC6D0DA, 0xFF5A36, 0x5DB7FF, 0x3ECF8E, 0x7C9CFF, 0xFFB224, 0xFF5252,
        0x7F8A96,
      ]
    ),
    (
      "day",
      [
        0xEEF1F4, 0xFFFFFF, 0x11161C, 0x4D5863, 0x2A333D, 0x11161C, 0x0B63A5, 0x187544, 0x0B63A5, 0xB87000, 0xC01818,
        0x5F6A74,
      ]
    ),
    (
      "night",
      [
        0x000000, 0x0A0606, 0xD98A7A, 0xA96A5D, 0xB3705F, 0xFFB4A3, 0xB3705F, 0x7A9A6A, 0x667CC0, 0xE0A838, 0xFF2A2A,
        0x996F63,
      ]
    ),
  ]

  func readThemes(_ pairs: Pairs) {
    var earlier: [(name: String, limit: ThemeLimit)] = []
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a theme") else { continue }
      let record = RecordDraft(.theme)
      record[.name] = .text(name)
      draft.root.children.append(record)
      // `night: {}` is the theme of that name as it is.
      guard let keys = map(value, "a theme, as {like: night, needle: white}") else { continue }
      check(keys, Vocabulary.theme, "a theme", besides: Vocabulary.roles)
      read(keys, Vocabulary.theme, into: record, nil)
      if let item = keys["during"]?.value { readHours(item, record) }
      if let item = keys["backlight"]?.value {
        problems.warn(item.place, "this version leaves the display's brightness as it is")
      }
      var base = Self.baseThemes.first { $0.name == name } ?? Self.baseThemes[0]
      if let item = keys["like"]?.value {
        if let found = Self.baseThemes.first(where: { $0.name == item.text }) {
          base = found
        } else {
          problems.reportUnknown(item.place, "theme", item.text ?? item.words, among: Self.baseThemes.map(\.name))
        }
      }
      var colors = base.colors
      for (role, name) in Vocabulary.roles.enumerated() {
        guard let item = keys[name]?.value, let color = themeColor(item, name) else { continue }
        colors[role] = color
      }
      for (role, color) in colors.enumerated() {
        let entry = RecordDraft(.entry)
        entry[.role] = .choice(role)
        entry[.color] = .color(0xFF00_0000 | color)
        record.children.append(entry)
      }
      warnOfColors(name, colors, keys, key.place)
      guard keys["during"] == nil, let limit = keys["when"]?.value.text.flatMap({ ThemeLimit($0) }) else { continue }
      if let other = earlier.first(where: { $0.limit.holds(whenever: limit) }) {
        problems.warn(
          key.place,
          "the theme '\(name)' is never shown by its condition: that of '\(other.name)', which stands before it, holds whenever its own does"
        )
      }
      earlier.append((name, limit))
    }
  }

  /// `21:30..6:00`: minutes of the day.
  private func readHours(_ item: Item, _ record: RecordDraft) {
    func minute(_ text: Substring) -> Int? {
      guard let match = text.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})/), let hour = Int(match.1),
        let minute = Int(match.2),
        minute < 60, hour < 24
      else { return nil }
      return hour * 60 + minute
    }
    let ends = (item.text ?? "").replacing(" ", with: "").split(separator: "..").map(minute)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else {
      return refuse(item, "during", "two different times of day, as '21:30..6:00'")
    }
    (record[.lower], record[.upper]) = (.number(Fixed64(start)), .number(Fixed64(end)))
  }

  /// A colour that is no role: themes define roles.
  private func themeColor(_ item: Item, _ name: String) -> UInt32? {
    let expected = "a colour as red-60, black or \"#ff8800\""
    guard let text = item.text, !item.isEmpty else {
      refuse(item, name, expected)
      return nil
    }
    switch NamedColor(text) {
    case .rgb(let rgb): return rgb
    case .role:
      problems.report(item.place, "\(name) is the role '\(text)'", expected: expected)
    case nil:
      let isHex = text.count == 6 && text.allSatisfy(\.isHexDigit)
      refuse(
        item, name, expected,
        meant: isHex ? "\"#\(text)\"" : nearest(text, in: NamedColor.names.filter { !Vocabulary.roles.contains($0) }))
    }
    return nil
  }

  // MARK: Alarms

  func readAlarms(_ pairs: Pairs) {
    var counts = [0, 0, 0, 0]
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "an alarm"),
        let keys = map(value, "an alarm, as {when: coolant above 105, priority: warning, text: Engine hot}")
      else { continue }
      let record = RecordDraft(.alarm)
      record[.name] = .text(name)
      draft.root.children.append(record)
      check(keys, Vocabulary.alarm, "an alarm")
      if keys["when"] == nil {
        problems.report(key.place, "the alarm '\(name)' does not say when", expected: "when: and a condition")
      }
      read(keys, Vocabulary.alarm, into: record, nil)
      if case .flag = record[.when] {
        problems.report(
          keys["when"]?.value.place ?? key.place, "a condition that never changes", expected: "one with a signal in it")
      }
      if let command = keys["runs"]?.value { _ = checkName(command, "a command") }
      if record[.priority] == nil { record[.priority] = .choice(2) }
      if case .choice(let priority) = record[.priority] { counts[priority] += 1 }
      if keys["text"] == nil {
        record[.text] = .text(name)
        addText(name, at: key.place)
      }
      if let item = keys["until"]?.value { readUntil(item, keys, record) }
      warnOfFlapping(name, key, keys)
    }
    warnOfLoad(counts, pairs)
  }

  /// `101`, `coolant below 90`, `101 for 5s`, `for 5s`.
  private func readUntil(_ item: Item, _ keys: Keys, _ record: RecordDraft) {
    guard var text = item.text, !item.isEmpty else { return refuse(item, "until", "a number, or a condition") }
    if let words = text.range(of: "for ", options: .backwards),
      words.lowerBound == text.startIndex || text[..<words.lowerBound].hasSuffix(" ")
    {
      guard let delay = parseDuration(text[words.upperBound...].split(separator: " ").joined()) else {
        return refuse(item, "until", "a time behind 'for', as '101 for 5s'")
      }
      record[.offDelay] = .duration(delay)
      text = String(text[..<words.lowerBound])
      while text.hasSuffix(" ") { text.removeLast() }
      if text.isEmpty { return }
    }
    let rest = Item(content: .text(text, isQuoted: item.isQuoted), place: item.place)
    guard text.first?.isNumber == true || text.first == "-" || parseNumber(text) != nil else {
      return set(compileValue(rest, .condition, "until"), .until, record)
    }
    // A number stands for that value of the signal that `when` compares.
    guard let when = keys["when"]?.value, let condition = when.text,
      let tree = try? ExpressionParser.parse(condition, isSignal: { self.signalNumbers[$0] != nil }),
      case .operation(let operation, let parts, _) = tree, [.above, .below, .atLeast, .atMost].contains(operation)
    else {
      return refuse(item, "until", "a condition, because 'when' is no comparison with 'above' or 'below'")
    }
    guard case .name(let name, _) = parts[0] else {
      return refuse(item, "until", "a condition, because 'when' compares no signal itself")
    }
    let isAbove = operation == .above || operation == .atLeast
    guard let limit = compile(text, at: item.textPlace, .number(unitOf(name))),
      let value = compile("\(name) \(isAbove ? "below" : "above") \(text)", at: item.textPlace, .condition)
    else { return }
    if case .number(let bound, nil, _) = parts[1], let limit = limit.constant, isAbove ? limit > bound : limit < bound {
      problems.report(
        item.place, "until is '\(text)', which is on the alarm's side of its limit",
        expected: isAbove ? "a number below the limit" : "a number above the limit")
    }
    record[.until] = .signal(addAnonymous(value))
  }

  private func unitOf(_ name: String) -> UnitOfMeasure? { signalNumbers[name].flatMap { signals[$0].unit } }

  // MARK: Languages

  func readLanguages(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a language"), let texts = value.map else {
        refuse(value, "the language \(key.words)", "a map of texts to their translations, as {Engine: Motor}")
        continue
      }
      let record = RecordDraft(.language)
      record[.name] = .text(name)
      for pair in texts {
        let (original, text) = (pair.key, pair.value)
        guard let from = original.text, let to = text.text, !text.isEmpty else {
          refuse(text, "the translation of \(original.words)", "a text")
          continue
        }
        addText(to, at: text.textPlace)
        let entry = RecordDraft(.entry)
        entry[.original] = .text(from)
        entry[.text] = .text(to)
        record.children.append(entry)
        translated.append((from, original.place))
      }
      draft.root.children.append(record)
    }
  }

  // MARK: Idle

  func readIdle(_ item: Item) {
    guard let keys = map(item, "idle, as {after: 60s, page: clock}") else { return }
    check(keys, Vocabulary.idle, "idle")
    let record = RecordDraft(.idle)
    problems.warn(item.place, "this version does nothing when nobody touches the panel")
    if keys["after"] == nil { problems.report(item.place, "idle without a time", expected: "after: 60s") }
    read(keys, Vocabulary.idle.filter { $0.name != "page" }, into: record, nil)
    if let page = keys["page"]?.value { readPageName(page, record) }
    draft.root.children.append(record)
  }

  func readPageName(_ item: Item, _ record: RecordDraft) {
    guard let name = item.text, pageNames.contains(name) else {
      if !item.isReported { problems.reportUnknown(item.place, "page", item.text ?? item.words, among: pageNames) }
      return
    }
    record[.page] = .text(name)
  }
}
