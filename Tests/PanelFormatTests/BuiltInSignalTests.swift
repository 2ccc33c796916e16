import EventLoop
import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelKit
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import PanelSources
@testable import panel_ui

@Suite("The panel's own signals")
struct BuiltInSignalTests {
  private func compiled(_ signals: String, _ more: String = "pages: {main: {text: A}, other: {text: B}}") throws
    -> [UInt8]
  {
    let text = """
      panel: 1
      size: 320x240
      sources: {in: {lines: stdin}}
      signals:
        \(signals.split(separator: "\n").joined(separator: "\n  "))
      \(more)
      """
    return try compilePanel(Array(text.utf8), name: "own").bytes
  }

  private func panel(_ signals: String, _ more: String = "pages: {main: {text: A}, other: {text: B}}") throws -> Panel {
    try Panel(try PanelFile(bytes: compiled(signals, more)), size: Size(width: 320, height: 240))
  }

  private func number(_ panel: Panel, _ index: Int) -> Int? {
    let reading = panel.signals.reading(SignalIndex(index))
    return reading.hasValue ? reading.value.rounded : nil
  }

  private static let second: Int64 = 1_000_000_000

  @Test("P36 the local time and date, following steps of the clock; a clock before 2020 has none")
  func clock() throws {
    let names = ["hour", "minute", "second", "weekday", "day", "month", "year", "time"]
    let panel = try panel(names.map { "\($0)_: {from: panel/\($0)}" }.joined(separator: "\n"))
    panel.advance(to: 5 * Self.second)
    for index in names.indices { #expect(panel.signals.reading(SignalIndex(index)).quality == .none) }
    // Sunday, 31 January 2027, 23:59:58.
    panel.state.wallClockOffset = (20_849 * 86_400 + 86_398) * Self.second - 6 * Self.second
    panel.advance(to: 6 * Self.second)
    #expect(names.indices.map { number(panel, $0) } == [23, 59, 58, 7, 31, 1, 2027, 86_398])
    #expect(panel.nextTime == 7 * Self.second)
    panel.advance(to: 8 * Self.second)
    #expect(names.indices.map { number(panel, $0) } == [0, 0, 0, 1, 1, 2, 2027, 0])
    panel.state.wallClockOffset -= 3600 * Self.second
    panel.advance(to: 9 * Self.second)
    #expect(number(panel, 0) == 23 && panel.signals.reading(SignalIndex(0)).quality == .fresh)
    // Hours alone wake it once a minute.
    let hours = try self.panel("h: {from: panel/hour}")
    hours.state.wallClockOffset = 20_849 * 86_400 * Self.second
    hours.advance(to: 5 * Self.second)
    #expect(hours.nextTime == 60 * Self.second)
    hours.advance(to: 100 * 60 * Self.second)
    #expect(number(hours, 0) == 1 && hours.signals.reading(SignalIndex(0)).quality == .fresh)
  }

  @Test("P36 a link that nobody knows, as in a replay, leaves the value that was told")
  func toldLink() throws {
    let panel = try panel("link: {from: panel/link.in}")
    panel.signals.receive(SignalIndex(0), source: 0, Reading(1), at: 0)
    for second in [0, 1] { panel.advance(to: Int64(second) * Self.second) }
    #expect(number(panel, 0) == 1 && panel.signals.reading(SignalIndex(0)).quality == .fresh)
    panel.state.link = { _ in SourceLink(isConnected: false, toldAt: nil) }
    panel.advance(to: 2 * Self.second)
    #expect(number(panel, 0) == 0)
  }

  @Test("P36 how long it has run, and since somebody touched it")
  func times() throws {
    let panel = try panel("up: {from: panel/uptime}\nidle: {from: panel/idle}\nsaver: {is: idle above 10}")
    panel.advance(to: 100 * Self.second)
    #expect([number(panel, 0), number(panel, 1), number(panel, 2)] == [0, 0, 0])
    panel.advance(to: 111 * Self.second)
    #expect([number(panel, 0), number(panel, 1), number(panel, 2)] == [11, 11, 1])
    panel.state.touch(at: 111 * Self.second + 1)
    panel.advance(to: 112 * Self.second)
    #expect([number(panel, 0), number(panel, 1), number(panel, 2)] == [12, 0, 0])
    #expect(panel.nextTime == 112 * Self.second + 1)
  }

  @Test("P36 the page, the theme, the language and the system by their names")
  func names() throws {
    let panel = try panel(
      """
      page: {from: panel/page}
      theme: {from: panel/theme}
      lang: {from: panel/language}
      sys: {from: panel/system}
      want: {initial: 1}
      lux: {from: in/lux}
      """,
      """
      language: want
      system: want
      texts: {de: {A: Ah}}
      units: {us: {speed: mph}}
      themes: {day: {when: lux above 30}, night: {}}
      pages: {main: [{text: =page}, {text: B, visible: page is "other"}], other: {text: B}}
      """)
    func texts(_ panel: Panel) -> [String] {
      (0..<4).map { panel.state.text(of: panel.signals.reading(SignalIndex($0)).value) }
    }
    panel.advance(to: 0)
    #expect(texts(panel) == ["main", "night", "", ""])
    #expect((panel.instruments[0] as? TextInstrument)?.text == "main")
    panel.showPage(1)
    panel.signals.set(SignalIndex(5), to: 50, at: 1)
    panel.advance(to: 1)
    // The theme was chosen behind the signals: it is told at once.
    #expect(panel.nextTime == 1)
    #expect(panel.state.chooseWording())
    panel.advance(to: 2)
    #expect(texts(panel) == ["other", "day", "de", "us"])
    #expect(panel.nextTime ?? .max > 2)
  }

  @Test("P36 alarms that nobody has acknowledged, of each priority")
  func alarms() throws {
    let panel = try panel(
      "w: {from: panel/alarms.warning}\nc: {from: panel/alarms.caution}\na: {from: in/a}\nb: {from: in/b}",
      """
      alarms: {one: {when: a above 1, priority: warning}, two: {when: b above 1, priority: caution}, three: {when: a above 2, priority: warning}}
      pages: {main: {number: w}}
      """)
    panel.signals.set(SignalIndex(2), to: 5, at: 0)
    panel.signals.set(SignalIndex(3), to: 5, at: 0)
    panel.advance(to: 0)
    panel.advance(to: panel.nextTime ?? 0)
    #expect(number(panel, 0) == 2 && number(panel, 1) == 1)
    panel.alarms.acknowledge(0, at: 1)
    panel.advance(to: 1)
    panel.advance(to: 2)
    #expect(number(panel, 0) == 1 && number(panel, 1) == 1)
  }

  @Test("P36 whether a source is connected: a program at a socket, and files")
  func links() throws {
    let folder = TemporaryFolder()
    let (socket, state) = (folder.file("panel.sock"), folder.write("7\n", "state"))
    let text = """
      panel: 1
      sources: {in: {lines: unix \(socket)}, f: {files: every 1s}}
      signals:
        link: {from: panel/link.in}
        age: {from: panel/age.in}
        files: {from: panel/link.f}
        a: {from: in/a}
        b: {from: 'f/\(state)'}
      pages: {main: {number: a}}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "links").bytes)
    let panel = try Panel(file, size: Size(width: 320, height: 240))
    let loop = try EventLoop()
    var changes = 0
    let sources = OpenSources(loop) { changes += 1 }
    sources.open(for: panel.state)
    panel.state.link = { sources.link($0) }
    func turn() {
      let timer = loop.addTimer(at: EventLoop.now + 100 * millisecond, repeating: .max) { _ in loop.stop() }
      _ = loop.run()
      loop.cancelTimer(timer)
      panel.advance(to: EventLoop.now)
    }
    turn()
    #expect(number(panel, 0) == 0 && number(panel, 1) == nil && number(panel, 2) == 1)
    var client: Client? = try Client(socket)
    turn()
    #expect(number(panel, 0) == 1 && number(panel, 1) == nil)
    client?.put("a=5\n")
    turn()
    #expect(number(panel, 0) == 1 && number(panel, 1) == 0 && number(panel, 3) == 5)
    let before = changes
    client = nil
    turn()
    #expect(number(panel, 0) == 0 && changes > before)
    sources.close()
  }

  @Test("P36 a signal that another source tells too is not told again and again")
  func fallback() throws {
    let panel = try panel("page: {from: [in/page, panel/page], type: text}\nw: {from: [in/w, panel/alarms.warning]}")
    panel.advance(to: 0)
    #expect(panel.state.text(of: panel.signals.reading(SignalIndex(0)).value) == "main" && number(panel, 1) == 0)
    panel.signals.receive(SignalIndex(0), text: Array("bridge".utf8).span, at: 1)
    panel.signals.set(SignalIndex(1), to: 7, at: 1)
    panel.advance(to: 1)
    #expect(panel.state.text(of: panel.signals.reading(SignalIndex(0)).value) == "bridge" && number(panel, 1) == 7)
    // Due when those values are old, and not before.
    #expect(panel.nextTime ?? .max > Self.second)
  }

  @Test("P36 P21 what the panel does not tell is refused; a source of one's own may be called so")
  func mistakes() throws {
    for (from, word) in [
      ("panel/houre", "hour"), ("panel/link.nobody", "no source 'nobody'"), ("panel/", "a source and"),
    ] {
      do {
        _ = try compiled("a: {from: \(from)}")
        Issue.record("\(from) is taken")
      } catch let error as DescriptionError { #expect(error.lines.contains { $0.contains(word) }, "\(error.lines)") }
    }
    let text = """
      panel: 1
      sources: {panel: {lines: stdin}}
      signals: {a: {from: panel/whatever}}
      pages: {main: {number: a}}
      """
    _ = try compilePanel(Array(text.utf8), name: "own")
  }
}
