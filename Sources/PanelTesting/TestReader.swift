// Stage: panel tests. Input: a file of tests, and the panel. Output: the tests, or everything that is wrong with them.
import FixedRaster
import Foundation
import PanelDescription
import PanelFile
import PanelSignals

/// Reads a file of tests.
struct TestReader {
  let problems: Problems
  let panel: PanelFile
  /// Of the file, with a slash behind it; pictures and recordings are beside it.
  let folder: String
  private let signals: [String: Int]

  /// How long a test may take, in nanoseconds.
  private static let longest: Int64 = 24 * 3_600_000_000_000
  /// From what is done to the look, where nothing else is said: followers, digits and zones have come to rest by then.
  private static let usualWait: Int64 = 1_000_000_000
  private static let options = ["size", "page", "theme", "language", "units", "clock", "demo", "replay"]
  static let acts = [
    "values", "clock", "page", "theme", "language", "units", "tap", "hold", "press", "release", "drag", "key", "turn",
  ]
  private static let times = ["at", "after", "wait", "expect"]
  static let checks = ["page", "texts", "states", "alarms", "values", "sent", "runs", "picture"]
  static let states = ["normal", "advisory", "caution", "warning", "old", "failed", "none"]
  static let alarmStates: [String] =
    (1...5).compactMap { AlarmState(rawValue: $0) }.map { "\($0)" }

  init(_ panel: PanelFile, path: String, _ problems: Problems) {
    (self.panel, self.problems) = (panel, problems)
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var signals: [String: Int] = [:]
    for (number, record) in panel.root.children(.signal).enumerated() {
      if let name = record.text(.name), !name.isEmpty { signals[name] = number }
    }
    self.signals = signals
  }

  /// The tests of a file; those without a mistake where there are some.
  func tests(_ root: Item) -> [PanelTest] {
    guard let keys = map(root, "the keys of tests: tests, and how the panel is shown") else { return [] }
    var common = PanelTest.Options()
    var tests: [PanelTest] = []
    for pair in keys where pair.key.text != "tests" {
      if !take(pair, into: &common) {
        problems.reportUnknown(pair.key.place, "key", pair.key.text ?? "", among: Self.options + ["tests"])
      }
    }
    guard let list = root["tests"] else {
      problems.report(root.place, "no 'tests'", expected: "tests: and below it each test's name with a list of steps")
      return []
    }
    guard let named = map(list, "each test's name with a list of steps") else { return [] }
    if named.isEmpty {
      problems.report(list.place, "no test at all", expected: "each test's name with a list of steps")
    }
    for pair in named { if let test = test(pair, common) { tests.append(test) } }
    return tests
  }

  private func test(_ pair: ItemPair, _ common: PanelTest.Options) -> PanelTest? {
    var (options, steps) = (common, pair.value)
    if let keys = pair.value.map {
      for key in keys where key.key.text != "steps" {
        if !take(key, into: &options) {
          problems.reportUnknown(key.key.place, "key", key.key.text ?? "", among: Self.options + ["steps"])
        }
      }
      guard let list = pair.value["steps"] else {
        problems.report(pair.value.place, "no 'steps'", expected: "steps: and a list of them")
        return nil
      }
      steps = list
    }
    guard let list = steps.list, !list.isEmpty else {
      if !steps.isReported {
        problems.report(steps.place, steps.words, expected: "a list of steps, each behind a hyphen")
      }
      return nil
    }
    return PanelTest(
      name: pair.key.text ?? "", place: pair.key.place, options: options, steps: list.compactMap { step($0) })
  }

  // MARK: Options

  /// - Returns: whether there is such an option.
  private func take(_ pair: ItemPair, into options: inout PanelTest.Options) -> Bool {
    let item = pair.value
    switch pair.key.text {
    case "size":
      let numbers = (item.text ?? "").split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      if numbers.count == 2, numbers.allSatisfy({ (16...4096).contains($0) }) {
        (options.width, options.height) = (numbers[0], numbers[1])
      } else {
        refuse(item, "a size of 16 to 4096 pixels each way, as 800x480")
      }
    case "page": options.page = page(item)
    case "theme": options.theme = theme(item)
    case "language": options.language = language(item)
    case "units": options.system = system(item)
    case "clock": options.clock = clock(item) ?? options.clock
    case "demo":
      switch item.text {
      case "true": options.showsDemo = true
      case "false": options.showsDemo = false
      default: refuse(item, "true or false")
      }
    case "replay":
      options.replay = text(item, "a recording's name").map { ($0.hasPrefix("/") ? $0 : folder + $0, item.textPlace) }
    default: return false
    }
    return true
  }

  func page(_ item: Item) -> String? { known(item, "page", panel.root.children(.page)) }

  func language(_ item: Item) -> String? {
    item.text == "own" ? "own" : known(item, "language", panel.root.children(.language))
  }

  func system(_ item: Item) -> String? { known(item, "system of units", panel.root.children(.system)) }

  func theme(_ item: Item) -> String? {
    guard let name = text(item, "a theme's name") else { return nil }
    let own = panel.root.children(.theme).compactMap { $0.text(.name) }
    let names = own + ["day", "dark", "night"].filter { !own.contains($0) }
    if names.contains(name) { return name }
    problems.reportUnknown(item.textPlace, "theme", name, among: names)
    return nil
  }

  private func known(_ item: Item, _ kind: String, _ records: [PanelRecord]) -> String? {
    guard let name = text(item, "a \(kind)'s name") else { return nil }
    let names = records.compactMap { $0.text(.name) }
    if names.contains(name) { return name }
    problems.reportUnknown(item.textPlace, kind, name, among: names)
    return nil
  }

  func clock(_ item: Item) -> Int64? {
    let parts = (item.text ?? "").split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.map { $0.count == 2 ? Int64($0) ?? -1 : -1 }
    if (2...3).contains(numbers.count), (0..<24).contains(numbers[0]),
      numbers[1...].allSatisfy({ (0..<60).contains($0) })
    {
      return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }
    refuse(item, "a time of day as 14:30 or 14:30:15")
    return nil
  }

  // MARK: Steps

  private func step(_ item: Item) -> PanelTest.Step? {
    guard let keys = map(item, "a step: what is done, and expect") else { return nil }
    var step = PanelTest.Step(place: item.place)
    var wait: Int64?
    for pair in keys {
      let value = pair.value
      switch pair.key.text ?? "" {
      case "at": step.at = time(value)
      case "after": step.after = time(value) ?? 0
      case "wait": wait = time(value)
      case "expect": step.checks += checks(value)
      case let key where Self.acts.contains(key): step.acts += acts(key, pair)
      case let key: problems.reportUnknown(pair.key.place, "key", key, among: Self.times + Self.acts)
      }
    }
    if item["at"] != nil, let after = keys.first(where: { $0.key.text == "after" }) {
      problems.report(after.key.place, "'after' beside 'at'", expected: "one of the two")
    }
    // Acts come to rest before the look; at a time that is said, and where nothing was done, the look is at once.
    let hasTime = item["at"] != nil || item["after"] != nil
    step.wait = wait ?? (step.checks.isEmpty || step.acts.isEmpty && hasTime ? 0 : Self.usualWait)
    return step
  }

  func time(_ item: Item) -> Int64? {
    if let text = item.text, let time = parseDuration(text), time <= Self.longest { return time }
    refuse(item, "a time up to 24h, as 150ms, 2s or 5min")
    return nil
  }

  // MARK: Signals

  func signal(_ item: Item) -> SignalIndex? {
    let name = item.text ?? ""
    if let number = signals[name] { return SignalIndex(number) }
    problems.reportUnknown(item.textPlace, "signal", name, among: signals.keys)
    return nil
  }

  /// A number, or that of a text of the signal's `enum`, or of a word that its source says.
  func number(_ text: String, _ signal: SignalIndex) -> Fixed64? {
    parseNumber(text)
      ?? states(of: signal).first { $0.text(.text) == text || $0.text(.original) == text }?.number(.value)
  }

  func states(of signal: SignalIndex) -> [PanelRecord] {
    panel.root.children(.signal)[Int(signal.rawValue)].children(.entry)
  }

  /// Behind "a number", in what is expected.
  func words(of signal: SignalIndex) -> String {
    let words = states(of: signal).compactMap { $0.text(.text) }
    return words.isEmpty ? "" : " or a word of \(words.joined(separator: ", "))"
  }

  func isText(_ signal: SignalIndex) -> Bool { panel.definitions[Int(signal.rawValue)].textLength > 0 }

  // MARK: Items

  func map(_ item: Item, _ expected: String) -> [ItemPair]? {
    if let pairs = item.map { return pairs }
    refuse(item, expected)
    return nil
  }

  func text(_ item: Item, _ expected: String) -> String? {
    if let text = item.text, !text.isEmpty { return text }
    refuse(item, expected)
    return nil
  }

  func refuse(_ item: Item, _ expected: String) {
    if !item.isReported { problems.report(item.place, item.words, expected: expected) }
  }
}
