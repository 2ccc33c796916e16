// Stage: panel tests. What a step expects.
import FixedRaster
import PanelDescription
import PanelFile
import PanelSignals

extension TestReader {
  func checks(_ item: Item) -> [PanelTest.Check] {
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

  func texts(_ item: Item) -> [PanelTest.Check] {
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

  func states(_ item: Item) -> [PanelTest.Check] {
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

  func alarms(_ item: Item) -> [(name: String, state: String?)]? {
    let names = panel.root.children(.alarm).compactMap { $0.text(.name) }
    func isKnown(_ item: Item) -> Bool {
      if let name = item.text, names.contains(name) { return true }
      problems.reportUnknown(item.textPlace, "alarm", item.text ?? item.words, among: names)
      return false
    }
    if let list = item.list {
      var listed: Set<String> = []
      for item in list where isKnown(item) && !listed.insert(item.text ?? "").inserted {
        problems.report(item.place, "'\(item.text ?? "")' twice", expected: "each alarm once")
      }
      return listed.sorted().map { ($0, nil) }
    }
    guard let pairs = map(item, "a list of alarms, or alarms with their states; [] for none") else { return nil }
    return pairs.compactMap { pair in
      guard isKnown(pair.key), let state = text(pair.value, "a state") else { return nil }
      if Self.alarmStates.contains(state) { return (pair.key.text ?? "", state) }
      problems.reportUnknown(pair.value.textPlace, "state", state, among: Self.alarmStates)
      return nil
    }
  }

  func values(_ item: Item) -> [PanelTest.Check] {
    guard let pairs = map(item, "signals with their values") else { return [] }
    return pairs.compactMap { pair in
      guard let signal = signal(pair.key), let value = expectedValue(pair.value, signal) else { return nil }
      return PanelTest.Check(place: pair.key.place, kind: .value(signal, name: pair.key.text ?? "", value))
    }
  }

  func expectedValue(_ item: Item, _ signal: SignalIndex) -> PanelTest.ExpectedValue? {
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
      return decimals(text, item).map { .number(number, decimals: $0) }
    }
    refuse(item, "a number in the signal's unit\(words(of: signal)), none, failed or old")
    return nil
  }

  /// The decimals of a number that was written down.
  private func decimals(_ text: String, _ item: Item) -> Int? {
    let count = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    if count <= 9 { return count }
    refuse(item, "at most nine decimals")
    return nil
  }

  func sent(_ item: Item) -> [[PanelTest.ExpectedSending]]? {
    func one(_ pair: ItemPair) -> PanelTest.ExpectedSending? {
      guard let text = pair.value.text, let number = parseNumber(text) else {
        refuse(pair.value, "a number")
        return nil
      }
      return decimals(text, pair.value).map {
        PanelTest.ExpectedSending(control: pair.key.text ?? "", value: number, decimals: $0)
      }
    }
    if let list = item.list {
      return list.map { item in map(item, "a map of a control's label and a value, as {Horn: 1}")?.compactMap(one) ?? []
      }
    }
    let words = "labels of controls with values, or a list of such maps; {} for nothing"
    return map(item, words).map { [$0.compactMap(one)] }
  }

  func runs(_ item: Item) -> [String]? {
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
}
