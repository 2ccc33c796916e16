import FixedRaster
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite struct AlarmJournalTests {
  @Test("P53 no change is lost however many alarms change in a frame, and the most urgent come first")
  func manyAlarms() throws {
    let count = 103
    let priorities = ["advisory", "warning", "caution"]
    var text = "panel: 1\nsources: {in: {lines: stdin}}\nsignals: {a: {from: in/a, stale: 1000s}}\nalarms:\n"
    for number in 0..<count { text += "  n\(number): {when: a above 50, priority: \(priorities[number % 3])}\n" }
    text += "pages: {main: {alarms: all}}\n"
    let panel = try Panel(
      PanelFile(bytes: compilePanel(Array(text.utf8), name: "p", hasFonts: false).bytes),
      size: Size(width: 100, height: 100))
    let folder = TemporaryFolder()
    let journal = try AlarmJournal(folder.file("journal"))
    journal.follow(panel)
    var written = 0
    for (time, value, expected) in [(1, 0, 0), (2, 99, count), (3, 0, count), (4, 0, 0), (5, 99, count)] {
      let time = Int64(time) * 1_000_000_000
      panel.signals.set(SignalIndex(0), to: Fixed64(value), at: time)
      panel.advance(to: time)
      journal.write(at: time)
      written += expected
      let lines = Self.lines(folder)
      #expect(lines.count == written)
      let names = lines.suffix(expected).compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
      let order = names.compactMap { Int($0.dropFirst()) }
      #expect(
        order == (0..<count).filter { $0 % 3 == 1 } + (0..<count).filter { $0 % 3 == 2 }
          + (0..<count).filter { $0 % 3 == 0 } || expected == 0)
    }
    #expect(written == 3 * count)
  }

  @Test("P53 several changes of one alarm in a frame keep their order")
  func oneAlarm() throws {
    let text = """
      panel: 1
      sources: {in: {lines: stdin}}
      signals: {a: {from: in/a, stale: 1000s}}
      alarms: {calm: {when: a above 50, priority: advisory}, loud: {when: a above 60, priority: warning}}
      pages: {main: {alarms: all}}
      """
    let panel = try Panel(
      PanelFile(bytes: compilePanel(Array(text.utf8), name: "p", hasFonts: false).bytes),
      size: Size(width: 100, height: 100))
    let folder = TemporaryFolder()
    let journal = try AlarmJournal(folder.file("journal"))
    journal.follow(panel)
    panel.signals.set(SignalIndex(0), to: 99, at: 1)
    panel.advance(to: 1)
    panel.alarms.acknowledge(0, at: 1)
    panel.alarms.acknowledge(1, at: 1)
    journal.write(at: 1)
    journal.write(at: 2)
    #expect(
      Self.lines(folder).map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "loud normal unacknowledged", "loud unacknowledged acknowledged",
        "calm normal unacknowledged", "calm unacknowledged acknowledged",
      ])
  }

  /// The changes in the journal's file, without their checks.
  private static func lines(_ folder: TemporaryFolder) -> [String] {
    (folder.text("journal") ?? "").split(separator: "\n").dropFirst(2).map { String($0.dropLast(9)) }
  }
}
