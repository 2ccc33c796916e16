// Stage: panel tests. What is not as a step expects.
import PanelDescription
import PanelFile
import PanelInstruments
import PanelSignals

extension TestRun {
  /// The instruments of a name.
  func instruments(_ name: String, _ place: Place) throws(TestFailure) -> [ShownInstrument] {
    let all = ShownInstrument.all(of: screens.first.panel)
    let found = all.filter { $0.names.contains(name) }
    if found.isEmpty { throw TestFailure(place, unknown(name, among: all)) }
    return found
  }

  private func unknown(_ name: String, among all: [ShownInstrument]) -> String {
    let names = Set(all.flatMap(\.names)).filter { !$0.isEmpty }
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
      if all.contains(where: { $0.shows(text) }) { return nil }
      let shown = all.filter { !$0.texts.isEmpty }.map { $0.texts.joined(separator: " | ") }.joined(separator: "; ")
      return "nothing shows '\(text)': shown are '\(shown)'"
    case .state(let name, let state):
      let found = try instruments(name, check.place)
      if found.contains(where: { $0.state == state }) { return nil }
      return "'\(name)' is \(found[0].state), expected \(state)"
    case .alarms(let alarms): return alarmDifference(alarms)
    case .value(let signal, let name, let value): return valueDifference(signal, name, value)
    case .sent(let values):
      if let unknown = values.first(where: { !sent.controls.contains($0.control) }) {
        return
          "no control '\(unknown.control)' sends anything: expected one of \(sent.controls.joined(separator: ", "))"
      }
      let isSame = sent.sent.count == values.count && zip(sent.sent, values).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 }
      return isSame ? nil : "sent was \(list(sent.sent)), expected \(list(values))"
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

  private func valueDifference(_ signal: SignalIndex, _ name: String, _ expected: PanelTest.ExpectedValue) -> String? {
    let reading = screens.state.signals.reading(signal)
    let shown: String
    switch reading.quality {
    case .failed: shown = "failed"
    case .none: shown = "none"
    case .fresh, .old:
      let text = screens.state.signals.isText(signal) ? screens.state.signals.text(of: reading.value) : nil
      let number = NumberFormat.shortest(reading.value, most: 6).text(of: reading.value)
      shown = (text ?? number) + (reading.quality == .old ? ", which is old" : "")
    }
    let wanted: String
    switch expected {
    case .none: wanted = "none"
    case .failed: wanted = "failed"
    case .old:
      if reading.quality == .old { return nil }
      wanted = "an old value"
    case .text(let text): wanted = text
    case .number(let number, let decimals):
      let half = Fixed64(digits: 5, exponent: -decimals - 1)
      if reading.quality == .fresh, (reading.value - number).magnitude <= half { return nil }
      wanted = NumberFormat(decimals: decimals).text(of: number)
    }
    return shown == wanted ? nil : "the value of '\(name)' is \(shown), expected \(wanted)"
  }

  private func list(_ values: [(control: String, value: Fixed64)]) -> String {
    if values.isEmpty { return "nothing" }
    return values.map { "\($0.control): \(NumberFormat.shortest($0.value, most: 6).text(of: $0.value))" }
      .joined(separator: ", ")
  }
}
