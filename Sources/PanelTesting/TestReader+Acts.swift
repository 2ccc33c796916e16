// Stage: panel tests. What a step does.
import FixedRaster
import PanelDescription
import PanelFile
import PanelReplay
import PanelSignals
import PanelSources

extension TestReader {
  func acts(_ key: String, _ pair: ItemPair) -> [PanelTest.Act] {
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
      guard let signal = signal(pair.key), let kind = told(pair.value, signal) else { continue }
      acts.append(PanelTest.Act(place: pair.key.place, kind: kind))
    }
    return acts
  }

  private func told(_ item: Item, _ signal: SignalIndex) -> PanelTest.Act.Kind? {
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
      case "none": return .tell(ReplayedValue(signal: signal, value: .none))
      case "failed": return .tell(ReplayedValue(signal: signal, value: .failed))
      case "silent": return .silence(signal)
      default: break
      }
    }
    if panel.takesTexts(signal) {
      if !isText(signal), let number = parseNumber(text) {
        return .tell(ReplayedValue(signal: signal, value: .number(number)))
      }
      // A word that the signal does not have is a failure of its source.
      return .tell(ReplayedValue(signal: signal, value: .failed, text: Array(text.utf8)))
    }
    if let number = number(text, signal) { return .tell(ReplayedValue(signal: signal, value: .number(number))) }
    refuse(item, "a number in the signal's unit\(words(of: signal)), none, failed or silent")
    return nil
  }

  func target(_ item: Item) -> PanelTest.Target? {
    if let name = item.text, !name.isEmpty { return .named(name) }
    if let pairs = item.map, pairs.count == 2, let x = coordinate(item["x"]), let y = coordinate(item["y"]) {
      return .pixel(PixelPoint(x: x, y: y))
    }
    refuse(item, "a title, a label or a signal, or pixels as {x: 120, y: 40}")
    return nil
  }

  func coordinate(_ item: Item?) -> Fixed? {
    guard let number = item?.text.flatMap({ Int($0) }), (0...4095).contains(number) else { return nil }
    return Fixed(number)
  }

  func release(_ item: Item) -> PanelTest.Act.Kind? {
    if item.text == "true" { return .release }
    refuse(item, "release: true, which lifts the finger of press")
    return nil
  }

  func drag(_ item: Item) -> PanelTest.Act.Kind? {
    if let from = item["from"], let to = item["to"], item.map?.count == 2 {
      guard let first = target(from), let second = target(to) else { return nil }
      return .drag(from: first, to: second)
    }
    refuse(item, "where the finger comes from and goes to, as {from: {x: 20, y: 40}, to: {x: 90, y: 40}}")
    return nil
  }

  func key(_ item: Item) -> PanelTest.Act.Kind? {
    guard let name = text(item, "a key's name") else { return nil }
    if let code = KeyNames.code(name), code != KeyNames.encoder { return .key(code: code) }
    problems.reportUnknown(item.textPlace, "key", name, among: KeyNames.all)
    return nil
  }

  func turn(_ item: Item) -> PanelTest.Act.Kind? {
    if let steps = item.text.flatMap({ Int($0) }), steps != 0, abs(steps) <= 100 { return .turn(steps) }
    refuse(item, "an encoder's steps, -100 to 100 and not 0")
    return nil
  }
}
