// Stage: panel tests. Input: a file of tests, and the panel. Output: the tests, or everything that is wrong with them.
import FixedRaster
import Foundation
import PanelDescription
import PanelFile
import PanelSignals

/// Reads a file of tests.
struct TestReader {
  private let problems: Problems
  private let panel: PanelFile
  /// Of the file, with a slash behind it; pictures and recordings are beside it.
  private let folder: String
  private let signals: [String: Int]

  /// How long a test may take, in nanoseconds.
  private static let longest: Int64 = 24 * 3_600_000_000_000
  /// From what is done to the look, where nothing else is said: followers, digits and zones have come to rest by then.
  private static let usualWait: Int64 = 1_000_000_000
  private static let options = ["size", "page", "theme", "language", "units", "clock", "demo", "replay"]
  private static let acts = [
    "values", "clock", "page", "theme", "language", "units", "tap", "hold", "press", "release", "drag", "key", "turn",
  ]
  private static let times = ["at", "after", "wait", "expect"]
  private static let checks = ["page", "texts", "states", "alarms", "values", "sent", "runs", "picture"]
  private static let states = ["normal", "advisory", "caution", "warning", "old", "failed", "none"]
  private static let alarmStates: [String] =
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
    case "replay": options.replay = text(item, "a recording's name").map { (folder + $0, item.textPlace) }
    default: return false
    }
    return true
  }

  private func page(_ item: Item) -> String? { known(item, "page", panel.root.children(.page)) }

  private func language(_ item: Item) -> String? {
    item.text == "own" ? "own" : known(item, "language", panel.root.children(.language))
  }

  private func system(_ item: Item) -> String? { known(item, "system of units", panel.root.children(.system)) }

  private func theme(_ item: Item) -> String? {
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

  private func clock(_ item: Item) -> Int64? {
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
    step.wait = wait ?? (step.acts.isEmpty || step.checks.isEmpty ? 0 : Self.usualWait)
    return step
  }

  private func time(_ item: Item) -> Int64? {
    if let text = item.text, let time = parseDuration(text), time <= Self.longest { return time }
    refuse(item, "a time up to 24h, as 150ms, 2s or 5min")
    return nil
  }

  // MARK: What is done

  private func acts(_ key: String, _ pair: ItemPair) -> [PanelTest.Act] {
    let item = pair.value
    if key == "values" { return told(item) }
    let kind: PanelTest.Act.Kind?
    switch key {
    case "clock": kind = clock(item).map { .clock($0) }
    case "page": kind = page(item).map { .page($0) }
    case "theme": kind = theme(item).map { .theme($0) }
    case "language": kind = language(item).map { .language($0) }
    case "units": kind = system(item).map { .system($0) }
    case "tap": kind = target(item).map { .finger(.tap, $0) }
    case "hold": kind = target(item).map { .finger(.hold, $0) }
    case "press": kind = target(item).map { .finger(.press, $0) }
    case "release": kind = release(item)
    case "drag": kind = drag(item)
    case "key": kind = self.key(item)
    default: kind = turn(item)
    }
    return kind.map { [PanelTest.Act(place: pair.key.place, kind: $0)] } ?? []
  }

  private func told(_ item: Item) -> [PanelTest.Act] {
    guard let pairs = map(item, "signals with their values") else { return [] }
    var acts: [PanelTest.Act] = []
    for pair in pairs {
      guard let signal = signal(pair.key), let told = told(pair.value, signal) else { continue }
      acts.append(PanelTest.Act(place: pair.key.place, kind: .tell(signal, told)))
    }
    return acts
  }

  private func told(_ item: Item, _ signal: SignalIndex) -> PanelTest.Told? {
    let definition = panel.definitions[Int(signal.rawValue)]
    if definition.sourceCount == 0 && definition.expression != .none {
      problems.report(item.place, "a value for a computed signal", expected: "values of the signals that it is made of")
      return nil
    }
    guard let text = item.text else {
      refuse(item, "a number, a text, none, failed or silent")
      return nil
    }
    if !item.isQuoted {
      switch text {
      case "none": return PanelTest.Told.none
      case "failed": return .failed
      case "silent": return .silence
      default: break
      }
    }
    if panel.takesTexts(signal) {
      if !isText(signal), let number = parseNumber(text) { return .number(number) }
      return .text(Array(text.utf8))
    }
    if let number = number(text, signal) { return .number(number) }
    refuse(item, "a number in the signal's unit\(words(of: signal)), none, failed or silent")
    return nil
  }

  private func target(_ item: Item) -> PanelTest.Target? {
    if let name = item.text, !name.isEmpty { return .named(name) }
    if let pairs = item.map, pairs.count == 2, let x = coordinate(item["x"]), let y = coordinate(item["y"]) {
      return .pixel(PixelPoint(x: x, y: y))
    }
    refuse(item, "a title, a label or a signal, or pixels as {x: 120, y: 40}")
    return nil
  }

  private func coordinate(_ item: Item?) -> Fixed? {
    guard let number = item?.text.flatMap({ Int($0) }), (0...4095).contains(number) else { return nil }
    return Fixed(number)
  }

  private func release(_ item: Item) -> PanelTest.Act.Kind? {
    if item.text == "true" { return .release }
    refuse(item, "release: true, which lifts the finger of press")
    return nil
  }

  private func drag(_ item: Item) -> PanelTest.Act.Kind? {
    if let from = item["from"], let to = item["to"], item.map?.count == 2 {
      guard let first = target(from), let second = target(to) else { return nil }
      return .drag(from: first, to: second)
    }
    refuse(item, "where the finger comes from and goes to, as {from: {x: 20, y: 40}, to: {x: 90, y: 40}}")
    return nil
  }

  private func key(_ item: Item) -> PanelTest.Act.Kind? {
    guard let name = text(item, "a key's name") else { return nil }
    if let code = KeyNames.code(name), code != KeyNames.encoder { return .key(code: code) }
    problems.reportUnknown(item.textPlace, "key", name, among: KeyNames.all)
    return nil
  }

  private func turn(_ item: Item) -> PanelTest.Act.Kind? {
    if let steps = item.text.flatMap({ Int($0) }), steps != 0, abs(steps) <= 100 { return .turn(steps) }
    refuse(item, "an encoder's steps, -100 to 100 and not 0")
    return nil
  }

  private func signal(_ item: Item) -> SignalIndex? {
    let name = item.text ?? ""
    if let number = signals[name] { return SignalIndex(number) }
    problems.reportUnknown(item.textPlace, "signal", name, among: signals.keys)
    return nil
  }

  // MARK: What is expected

  private func checks(_ item: Item) -> [PanelTest.Check] {
    guard let pairs = map(item, "what is shown: \(Self.checks.joined(separator: ", "))") else { return [] }
    if pairs.isEmpty {
      problems.report(item.place, "nothing that is expected", expected: Self.checks.joined(separator: ", "))
    }
    return pairs.flatMap { pair -> [PanelTest.Check] in
      let (place, value) = (pair.key.place, pair.value)
      switch pair.key.text ?? "" {
      case "page": return page(value).map { [PanelTest.Check(place: place, kind: .page($0))] } ?? []
      case "texts": return texts(value)
      case "states": return states(value)
      case "alarms": return alarms(value).map { [PanelTest.Check(place: place, kind: .alarms($0))] } ?? []
      case "values": return values(value)
      case "sent": return sent(value).map { [PanelTest.Check(place: place, kind: .sent($0))] } ?? []
      case "runs": return runs(value).map { [PanelTest.Check(place: place, kind: .runs($0))] } ?? []
      case "picture":
        guard let name = text(value, "a picture's name, as helm.png") else { return [] }
        // A file of tests may come from anywhere, and writes pictures.
        let isBeside = !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
        if name.hasSuffix(".png") && isBeside {
          return [PanelTest.Check(place: value.textPlace, kind: .picture(folder + name))]
        }
        refuse(value, "a picture's name that ends with .png, beside the tests or in a folder there")
        return []
      case let key:
        problems.reportUnknown(place, "key", key, among: Self.checks)
        return []
      }
    }
  }

  private func texts(_ item: Item) -> [PanelTest.Check] {
    if let list = item.list {
      return list.compactMap { item in
        text(item, "a text").map { PanelTest.Check(place: item.place, kind: .anyText($0)) }
      }
    }
    guard let pairs = map(item, "titles, labels or signals with what they show, or a list of texts") else { return [] }
    return pairs.compactMap { pair in
      text(pair.value, "a text").map {
        PanelTest.Check(place: pair.key.place, kind: .text(name: pair.key.text ?? "", $0))
      }
    }
  }

  private func states(_ item: Item) -> [PanelTest.Check] {
    guard let pairs = map(item, "titles, labels or signals with their states") else { return [] }
    return pairs.compactMap { pair in
      guard let state = text(pair.value, "a state") else { return nil }
      guard Self.states.contains(state) else {
        problems.reportUnknown(pair.value.textPlace, "state", state, among: Self.states)
        return nil
      }
      return PanelTest.Check(place: pair.key.place, kind: .state(name: pair.key.text ?? "", state))
    }
  }

  private func alarms(_ item: Item) -> [(name: String, state: String?)]? {
    let names = panel.root.children(.alarm).compactMap { $0.text(.name) }
    func isKnown(_ item: Item) -> Bool {
      if let name = item.text, names.contains(name) { return true }
      problems.reportUnknown(item.textPlace, "alarm", item.text ?? item.words, among: names)
      return false
    }
    if let list = item.list { return list.filter(isKnown).map { ($0.text ?? "", nil) } }
    guard let pairs = map(item, "a list of alarms, or alarms with their states; [] for none") else { return nil }
    return pairs.compactMap { pair in
      guard isKnown(pair.key), let state = text(pair.value, "a state") else { return nil }
      if Self.alarmStates.contains(state) { return (pair.key.text ?? "", state) }
      problems.reportUnknown(pair.value.textPlace, "state", state, among: Self.alarmStates)
      return nil
    }
  }

  private func values(_ item: Item) -> [PanelTest.Check] {
    guard let pairs = map(item, "signals with their values") else { return [] }
    return pairs.compactMap { pair in
      guard let signal = signal(pair.key), let value = expectedValue(pair.value, signal) else { return nil }
      return PanelTest.Check(place: pair.key.place, kind: .value(signal, name: pair.key.text ?? "", value))
    }
  }

  private func expectedValue(_ item: Item, _ signal: SignalIndex) -> PanelTest.ExpectedValue? {
    guard let text = item.text else {
      refuse(item, "a number, a text, none, failed or old")
      return nil
    }
    if !item.isQuoted {
      switch text {
      case "none": return PanelTest.ExpectedValue.none
      case "failed": return .failed
      case "old": return .old
      default: break
      }
    }
    if isText(signal) { return .text(text) }
    if let number = number(text, signal) {
      let point = text.firstIndex(of: ".")
      return .number(number, decimals: point.map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0)
    }
    refuse(item, "a number in the signal's unit\(words(of: signal)), none, failed or old")
    return nil
  }

  private func sent(_ item: Item) -> [(control: String, value: Fixed64)]? {
    func one(_ pair: ItemPair) -> (control: String, value: Fixed64)? {
      if let number = pair.value.text.flatMap({ parseNumber($0) }) { return (pair.key.text ?? "", number) }
      refuse(pair.value, "a number")
      return nil
    }
    if let list = item.list { return list.flatMap { $0.map ?? [] }.compactMap(one) }
    return map(item, "labels of controls with values, or a list of such maps; {} for nothing")?.compactMap(one)
  }

  private func runs(_ item: Item) -> [String]? {
    let names = panel.programs.map(\.name)
    guard let list = item.list else {
      refuse(item, "a list of commands; [] for none")
      return nil
    }
    return list.compactMap { item in
      if let name = item.text, names.contains(name) { return name }
      problems.reportUnknown(item.textPlace, "command", item.text ?? item.words, among: names)
      return nil
    }
  }

  /// A number, or that of a word of the signal's `enum`.
  private func number(_ text: String, _ signal: SignalIndex) -> Fixed64? {
    parseNumber(text) ?? states(of: signal).first { $0.text(.text) == text }?.number(.value)
  }

  private func states(of signal: SignalIndex) -> [PanelRecord] {
    panel.root.children(.signal)[Int(signal.rawValue)].children(.entry)
  }

  /// Behind "a number", in what is expected.
  private func words(of signal: SignalIndex) -> String {
    let words = states(of: signal).compactMap { $0.text(.text) }
    return words.isEmpty ? "" : " or a word of \(words.joined(separator: ", "))"
  }

  private func isText(_ signal: SignalIndex) -> Bool { panel.definitions[Int(signal.rawValue)].textLength > 0 }

  // MARK: Items

  private func map(_ item: Item, _ expected: String) -> [ItemPair]? {
    if let pairs = item.map { return pairs }
    refuse(item, expected)
    return nil
  }

  private func text(_ item: Item, _ expected: String) -> String? {
    if let text = item.text, !text.isEmpty { return text }
    refuse(item, expected)
    return nil
  }

  private func refuse(_ item: Item, _ expected: String) {
    if !item.isReported { problems.report(item.place, item.words, expected: expected) }
  }
}
