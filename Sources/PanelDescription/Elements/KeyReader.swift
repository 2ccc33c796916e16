// Keys of a keyboard, keys on GPIO lines and a rotary encoder: what each does.
import PanelFile
import PanelInstruments
import PanelSignals

/// Reads `keys`, once all controls are read.
struct KeyReader: ItemReading {
  let problems: Problems
  let pages: PageNames
  let draft: PanelDraft

  func read(_ item: Item) {
    guard let pairs = item.map else { return refuse(item, "keys", "a map of keys, as {f1: {page: engine}}") }
    if pairs.count > 64 { return problems.report(pairs[64].key.place, "more than 64 keys", expected: "fewer") }
    var codes: [Int: String] = [:]
    for pair in pairs {
      guard let name = pair.key.text else { continue }
      guard let code = KeyNames.code(name) else {
        problems.reportUnknown(pair.key.place, "key", name, among: KeyNames.all)
        continue
      }
      if let former = codes[code] {
        problems.report(pair.key.place, "the key of '\(former)' a second time", expected: "each key once")
      }
      codes[code] = name
      readKey(code, pair)
    }
  }

  private func readKey(_ code: Int, _ pair: ItemPair) {
    guard let keys = map(pair.value, "what it does, as {page: engine}") else { return }
    check(keys, Vocabulary.key, "a key")
    if keys.count != 1 {
      return problems.report(
        pair.key.place, keys.isEmpty ? "a key that does nothing" : "a key that does several things",
        expected: "one of " + Vocabulary.key.map(\.name).joined(separator: ", "))
    }
    let record = RecordDraft(.key)
    record[.value] = .number(Fixed64(code))
    if let item = keys["page"]?.value {
      switch item.text {
      case "next": record[.action] = .choice(1)
      case "previous": record[.action] = .choice(2)
      default:
        if code == KeyNames.encoder { return refuse(item, "page", "next or previous: an encoder turns both ways") }
        record[.action] = .choice(0)
        pages.read(item, record)
      }
      draft.add(record)
    } else if let item = keys["focus"]?.value {
      let ways = ["next", "previous", "up", "down", "left", "right"]
      guard let index = ways.firstIndex(of: item.text ?? "") else {
        return refuse(item, "focus", ways.joined(separator: ", "))
      }
      record[.action] = .choice(3 + index)
      draft.add(record)
    } else {
      readControl(record, keys, isEncoder: code == KeyNames.encoder)
    }
  }

  /// A key of a control lies in the control's record: it counts where that is shown.
  private func readControl(_ record: RecordDraft, _ keys: Keys, isEncoder: Bool) {
    for (index, name) in ["presses", "raises", "lowers", "turns"].enumerated() {
      guard let item = keys[name]?.value else { continue }
      if isEncoder != (name == "turns") {
        return problems.report(
          item.place, isEncoder ? "an encoder that \(name)" : "a key that turns",
          expected: isEncoder ? "turns: and the words of a control" : "raises or lowers")
      }
      let named = controls(name == "presses" ? .pressed : .set, in: draft.root)
      let meant = named.filter { item.text.map($0.isCalled) ?? false }
      if meant.isEmpty {
        problems.reportUnknown(
          item.place, name == "presses" ? "button or switch" : "control of a value", item.text ?? item.words,
          among: named.compactMap(\.words))
      }
      record[.action] = .choice(9 + index)
      for control in meant { control.children.append(record) }
    }
  }

  /// The controls of a record and those below it, of a use.
  private func controls(_ use: ControlUse, in record: RecordDraft) -> [RecordDraft] {
    let spec = InstrumentKind.all.first { $0.record == record.kind }?.spec
    return (spec?.control == use ? [record] : []) + record.children.flatMap { controls(use, in: $0) }
  }
}

extension RecordDraft {
  /// What is written on it.
  fileprivate var words: String? { if case .text(let text)? = self[.text] { text } else { nil } }

  fileprivate func isCalled(_ name: String) -> Bool {
    self[.text]?.isText(name) == true || self[.title]?.isText(name) == true
  }
}

/// The names of keys.
package enum KeyNames {
  /// In place of a key's number.
  package static let encoder = 0

  private static let named: [String: Int] = {
    var names = [
      "encoder": encoder, "escape": 1, "esc": 1, "minus": 12, "equal": 13, "backspace": 14, "tab": 15, "enter": 28,
      "space": 57, "home": 102, "up": 103, "pageup": 104, "left": 105, "right": 106, "end": 107, "down": 108,
      "pagedown": 109, "insert": 110, "delete": 111, "mute": 113, "volumedown": 114, "volumeup": 115, "power": 116,
      "menu": 139, "back": 158, "help": 138, "stop": 128, "comma": 51, "period": 52, "slash": 53,
    ]
    for (first, letters) in [(2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")] {
      for (index, letter) in letters.enumerated() { names[String(letter)] = first + index }
    }
    for number in 1...24 {
      names["f\(number)"] = number <= 10 ? 58 + number : number <= 12 ? 76 + number : 170 + number
    }
    for number in 1...9 { names["button\(number)"] = 256 + number }
    return names
  }()

  /// Those that are proposed.
  package static var all: [String] { named.keys.sorted() }

  /// The kernel's number of a key: of a name, with or without KEY_, or `code 123`.
  package static func code(_ name: String) -> Int? {
    var name = name.lowercased()
    if name.hasPrefix("key_") { name.removeFirst(4) }
    if name.hasPrefix("code "), let code = Int(name.dropFirst(5)), (1..<704).contains(code) { return code }
    return named[name] ?? named[name.filter { $0 != "_" && $0 != " " }]
  }
}
