// Stage: panel tests. What is not as a step expects.
import PanelDescription
import PanelFile
import PanelInstruments
import PanelSignals

extension TestRun {
  /// The instruments of a name: of a title or a label, else those that show the signal as their value, else those that it
  /// is an option of.
  func instruments(_ name: String, _ place: Place) throws(TestFailure) -> [ShownInstrument] {
    let all = ShownInstrument.all(of: screens.first.panel)
    for names in [\ShownInstrument.titles, \.values, \.signals] {
      let found = all.filter { $0[keyPath: names].contains(name) }
      if !found.isEmpty { return found }
    }
    throw TestFailure(place, unknown(name, among: all))
  }

  /// The instrument that a finger means by a name.
  func touched(_ name: String, _ place: Place) throws(TestFailure) -> ShownInstrument {
    let found = try instruments(name, place)
    let controls = found.filter { $0.instrument is ControlInstrument }
    let meant = controls.isEmpty ? found : controls
    if meant.count == 1 { return meant[0] }
    throw TestFailure(
      place, "\(meant.count) instruments are named '\(name)': expected a name of one, or pixels as {x: 120, y: 40}")
  }

  private func unknown(_ name: String, among all: [ShownInstrument]) -> String {
    let names = Set(all.flatMap { $0.titles + $0.signals }).filter { !$0.isEmpty }
    let panel = screens.first.panel
    let page = panel.pageNames.indices.contains(panel.page) ? panel.pageNames[panel.page] : ""
    let list = names.sorted().joined(separator: ", ")
    return "the page '\(page)' shows no '\(name)': expected a title, a label or a signal of \(list)"
  }

  mutating func look(_ check: PanelTest.Check) {
    do throws(TestFailure) {
      if let message = try difference(check) {
        failures.append(TestFailure(check.place, "at \(words(time)) \(message)"))
      }
    } catch { failures.append(error) }
  }

  /// - Returns: what is not as expected; `nil` where all is.
  private func difference(_ check: PanelTest.Check) throws(TestFailure) -> String? {
    switch check.kind {
    case .page(let name):
      let panel = screens.first.panel
      let shown = panel.pageNames.indices.contains(panel.page) ? panel.pageNames[panel.page] : "none"
      return shown == name ? nil : "the page is '\(shown)', expected '\(name)'"
    case .text(let name, let text):
      let found = try instruments(name, check.place)
      if found.contains(where: { $0.shows(text) }) { return nil }
      let shown = found.map { $0.texts.joined(separator: " | ") }.joined(separator: "; ")
      return "'\(name)' shows '\(shown)', expected '\(text)'"
    case .anyText(let text):
      let all = ShownInstrument.all(of: screens.first.panel)
      let asked = screens.first.panel.question.map { ShownInstrument.texts(in: $0) } ?? []
      if all.contains(where: { $0.shows(text) }) || asked.contains(text) { return nil }
      let shown = all.filter { !$0.texts.isEmpty }.map { $0.texts.joined(separator: " | ") }
      return "nothing shows '\(text)': shown are '\((shown + asked).joined(separator: "; "))'"
    case .state(let name, let state):
      let found = try instruments(name, check.place)
      guard let other = found.first(where: { $0.state != state }) else { return nil }
      return "'\(name)' is \(other.state), expected \(state)"
    case .alarms(let alarms): return alarmDifference(alarms)
    case .value(let signal, let name, let value): return valueDifference(signal, name, value)
    case .sent(let groups): return sentDifference(groups)
    case .runs(let names):
      return sent.runs == names
        ? nil : "run was [\(sent.runs.joined(separator: ", "))], expected [\(names.joined(separator: ", "))]"
    case .picture(let path): return try pictures.difference(display, from: path, check.place)
    }
  }

  private func alarmDifference(_ expected: [(name: String, state: String?)]) -> String? {
    let alarms = screens.state.alarms
    let names = screens.state.file.root.children(.alarm).map { $0.text(.name) ?? "" }
    let there = names.indices.map { (name: names[$0], state: "\(alarms.state($0))") }.filter { $0.state != "normal" }
    let isSame =
      there.count == expected.count
      && expected.allSatisfy { wanted in
        there.contains { $0.name == wanted.name && (wanted.state == nil || wanted.state == $0.state) }
      }
    if isSame { return nil }
    func words(_ list: [(name: String, state: String?)]) -> String {
      let words = list.map { alarm in alarm.state.map { "\(alarm.name) \($0)" } ?? alarm.name }
      return words.isEmpty ? "none" : words.sorted().joined(separator: ", ")
    }
    return "alarms: \(words(there.map { ($0.name, $0.state) })), expected \(words(expected))"
  }

  private func sentDifference(_ groups: [[PanelTest.ExpectedSending]]) -> String? {
    let expected = groups.flatMap { $0 }
    if let unknown = expected.first(where: { !sent.controls.contains($0.control) }) {
      return
        "no control '\(unknown.control)' sends anything: expected one of \(sent.controls.joined(separator: ", "))"
    }
    var (rest, isSame) = (sent.sent[...], sent.sent.count == expected.count)
    for group in groups where isSame {
      var part = Array(rest.prefix(group.count))
      rest = rest.dropFirst(group.count)
      // The order within a map does not count.
      for wanted in group {
        guard let place = part.firstIndex(where: { $0.control == wanted.control && isEqual($0.value, wanted) }) else {
          isSame = false
          break
        }
        part.remove(at: place)
      }
    }
    if isSame { return nil }
    let (was, wanted) = (sent.sent.map { "\($0.control): \(shortest($0.value))" }, expected.map(words))
    return "sent was \(list(was)), expected \(list(wanted))"
  }

  private func isEqual(_ value: Fixed64, _ expected: PanelTest.ExpectedSending) -> Bool {
    text(value, expected.decimals) == text(expected.value, expected.decimals)
  }

  private func words(_ sending: PanelTest.ExpectedSending) -> String {
    "\(sending.control): \(text(sending.value, sending.decimals))"
  }

  /// A number as it is written with some decimals: two are the same where that is.
  private func text(_ value: Fixed64, _ decimals: Int) -> String { NumberFormat(decimals: decimals).text(of: value) }

  private func shortest(_ value: Fixed64) -> String { NumberFormat.shortest(value, most: 6).text(of: value) }

  private func valueDifference(_ signal: SignalIndex, _ name: String, _ expected: PanelTest.ExpectedValue) -> String? {
    let reading = screens.state.signals.reading(signal)
    let state = screens.state
    let value = state.signals.isText(signal) ? state.text(of: reading.value) : shortest(reading.value)
    let (isAsExpected, wanted): (Bool, String)
    switch expected {
    case .none: (isAsExpected, wanted) = (reading.quality == .none, "none")
    case .failed: (isAsExpected, wanted) = (reading.quality == .failed, "failed")
    case .old: (isAsExpected, wanted) = (reading.quality == .old, "an old value")
    case .text(let text): (isAsExpected, wanted) = (reading.quality == .fresh && value == text, "'\(text)'")
    case .number(let number, let decimals):
      wanted = text(number, decimals)
      isAsExpected = reading.quality == .fresh && text(reading.value, decimals) == wanted
    }
    if isAsExpected { return nil }
    let shown =
      switch reading.quality {
      case .failed, .none: "\(reading.quality)"
      case .old: value + ", which is old"
      case .fresh: value
      }
    return "the value of '\(name)' is \(shown), expected \(wanted)"
  }

  private func list(_ words: [String]) -> String { words.isEmpty ? "nothing" : words.joined(separator: ", ") }
}
