import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

private let second: Int64 = 1_000_000_000

private let description = """
  panel: 1
  size: 400x240
  sources:
    in: {lines: stdin}
  signals:
    a: {from: in/a, range: 0..100, stale: 1000s}
    b: {from: in/b, stale: 1000s}
    c: {from: in/c, stale: 1000s}
  alarms:
    first: {when: a above 50, priority: warning}
    second: {when: b above 5, priority: caution}
    third: {when: c above 5, priority: advisory, latch: true}
  pages:
    one: {alarms: all, rows: 4}
    two: {gauge: a}
  bar:
    left: [{pages: tabs, width: 200px}]
  """

/// A panel and fingers on it.
private final class Stage {
  let panel: Panel
  private let router: TouchRouter
  private(set) var requests = 0
  var time: Int64 = 0

  init(_ text: String = description) throws {
    let file = try PanelFile(bytes: try compilePanel(Array(text.utf8), name: "p.yaml", hasFonts: true).bytes)
    panel = try Panel(file, size: Size(width: 400, height: 240))
    router = TouchRouter(root: panel.root)
    panel.state.advanceHandler = { [unowned self] in requests += 1 }
    advance()
  }

  /// - Parameter seconds: from the time before.
  func advance(_ seconds: Int64 = 1) {
    time += seconds * second
    panel.advance(to: time)
    panel.root.layoutIfNeeded()
  }

  func tell(_ values: [Fixed64]) {
    for (index, value) in values.enumerated() { panel.signals.set(SignalIndex(index), to: value, at: time) }
    advance()
  }

  func touch(_ phase: Touch.Phase, _ place: Point, finger: Int = 0) {
    router.handle(finger: finger, phase: phase, at: place)
  }

  /// Has a finger go down and up.
  func tap(_ place: Point) {
    touch(.began, place)
    touch(.ended, place)
    advance()
  }

  var alarms: AlarmsInstrument? { panel.instruments.lazy.compactMap { $0 as? AlarmsInstrument }.first }

  /// The middle of a line of the list, or of what acknowledges all.
  func line(_ number: Int) throws -> Point {
    let list = try #require(alarms)
    let height = list.bounds.height / 4
    return list.convert(Point(x: 60, y: height * Fixed(number) + height / 2), to: nil)
  }

  func ticks() throws -> Point {
    let list = try #require(alarms)
    return list.convert(Point(x: list.bounds.maxX - 12, y: list.bounds.minY + 12), to: nil)
  }

  var states: [AlarmState] { (0..<3).map { panel.alarms.state($0) } }
}

@Suite struct PanelTouchTests {
  @Test("P45 a timer with a condition counts while it holds, whatever page is shown meanwhile")
  func timerBehindPage() throws {
    let text = description.replacingOccurrences(
      of: "pages:\n  one: {alarms: all, rows: 4}", with: "pages:\n  one: {timer: up, runs: a above 50}")
    let stage = try Stage(text)
    let timer = try #require(stage.panel.instruments.first as? TimerInstrument)
    stage.tell([0, 0, 0])
    stage.panel.showPage(1)
    stage.advance(30)
    stage.tell([60, 0, 0])
    stage.advance(4)
    stage.panel.showPage(0)
    stage.advance(1)
    #expect(timer.text == "00:05")
    stage.panel.showPage(1)
    stage.tell([0, 0, 0])
    stage.advance(30)
    stage.panel.showPage(0)
    stage.advance()
    #expect(timer.text == "00:06" && !timer.isRunning)
  }

  @Test("P47 a tap acknowledges the alarm that it meets and no other, with the next frame")
  func acknowledgeOne() throws {
    let stage = try Stage()
    stage.tell([60, 6, 6])
    #expect(stage.states == [.unacknowledged, .unacknowledged, .unacknowledged])
    let before = stage.requests
    var changes: [AlarmTransition] = []
    stage.panel.alarms.transitionHandler = { changes.append($0) }
    stage.touch(.began, try stage.line(1))
    stage.touch(.ended, try stage.line(1))
    // The time is that of the frame, not of the one before, which may be long ago.
    #expect(stage.requests > before && stage.states[1] == .unacknowledged)
    stage.advance(600)
    #expect(stage.states == [.unacknowledged, .acknowledged, .unacknowledged])
    #expect(changes.map(\.time) == [stage.time])
    // Below the last alarm there is nothing.
    stage.tap(try stage.line(3))
    #expect(stage.states == [.unacknowledged, .acknowledged, .unacknowledged])
    // Two within a frame, and each counts.
    for number in [0, 2] {
      stage.touch(.began, try stage.line(number))
      stage.touch(.ended, try stage.line(number))
    }
    stage.advance()
    #expect(stage.states == [.acknowledged, .acknowledged, .acknowledged])
  }

  @Test("P47 P32 a list whose causes are not known has a mark, and no word that all is well, until they are")
  func unknownCauses() throws {
    let stage = try Stage()
    let list = try #require(stage.panel.instruments.first as? AlarmsInstrument)
    func calm() -> Bool {
      list.sublayers?.contains { ($0.sublayers?.first as? Caption)?.string == "No alarms" && !$0.isHidden } == true
    }
    #expect(list.markQuality == .none && !calm(), "never heard")
    stage.tell([1, 1, 1])
    #expect(list.markQuality == .fresh && calm())
    stage.advance(1001)
    #expect(list.markQuality == .old && !calm())
    stage.tell([1, 1, 1])
    #expect(list.markQuality == .fresh && calm())
    stage.tell([60, 1, 1])
    stage.advance(1001)
    #expect(list.markQuality == .old && !calm())
    stage.panel.signals.fail(SignalIndex(1), at: stage.time)
    stage.advance()
    #expect(list.markQuality == .failed)
  }

  @Test("P47 a finger that goes elsewhere, or is lost, acknowledges nothing")
  func notMeant() throws {
    let stage = try Stage()
    stage.tell([60, 6, 6])
    stage.touch(.began, try stage.line(0))
    stage.touch(.moved, try stage.line(1))
    stage.touch(.ended, try stage.line(1))
    stage.advance()
    stage.touch(.began, try stage.line(0))
    stage.advance(0)
    stage.touch(.cancelled, try stage.line(0))
    stage.advance(5)
    #expect(stage.states == [.unacknowledged, .unacknowledged, .unacknowledged])
  }

  @Test("P47 the ticks beside the list acknowledge all, and are there only while there is something to acknowledge")
  func acknowledgeAll() throws {
    let stage = try Stage()
    stage.tap(try stage.ticks())
    stage.tell([60, 6, 6])
    stage.tell([60, 6, 0])
    #expect(stage.states == [.unacknowledged, .unacknowledged, .latched])
    stage.tap(try stage.ticks())
    #expect(stage.states == [.acknowledged, .acknowledged, .normal])
    let count = stage.panel.alarms.transitionCount
    stage.tap(try stage.ticks())
    #expect(stage.panel.alarms.transitionCount == count)
  }

  @Test("P47 a second finger on the list takes the place of the first, whose line is no longer dimmed")
  func twoFingers() throws {
    let stage = try Stage()
    stage.tell([60, 6, 6])
    let list = try #require(stage.alarms)
    let lines = list.sublayers?.compactMap { $0 as? AlarmLine } ?? []
    stage.touch(.began, try stage.line(0))
    #expect(lines[0].opacity < 1)
    stage.touch(.began, try stage.line(2), finger: 1)
    #expect(lines[0].opacity == 1 && lines[2].opacity < 1)
  }

  @Test("P47 the ticks acknowledge what is seen in their list, not what has no line in it")
  func acknowledgeSeen() throws {
    let stage = try Stage(description.replacingOccurrences(of: "rows: 4", with: "rows: 2"))
    stage.tell([60, 6, 6])
    #expect(stage.states == [.unacknowledged, .unacknowledged, .unacknowledged])
    stage.tap(try stage.ticks())
    #expect(stage.states.filter { $0 == .acknowledged }.count == 2 && stage.states.contains(.unacknowledged))
  }

  @Test("P47 an alarm that is shelved is the last of the list, and a tap brings it back; the banner does not show it")
  func unshelve() throws {
    let stage = try Stage()
    stage.tell([60, 6, 6])
    stage.touch(.began, try stage.line(0))
    stage.advance(0)
    stage.advance(1)
    stage.touch(.ended, try stage.line(0))
    stage.advance()
    #expect(stage.states == [.shelved, .unacknowledged, .unacknowledged])
    // The ticks leave it where it is.
    stage.tap(try stage.ticks())
    #expect(stage.states == [.shelved, .acknowledged, .acknowledged])
    let list = try #require(stage.panel.instruments.first as? AlarmsInstrument)
    let lines = list.sublayers?.compactMap { $0 as? AlarmLine } ?? []
    #expect(lines.map { $0.alarm }.filter { $0 >= 0 }.last == 0 && lines[2].backgroundColor == nil)
    stage.tap(try stage.line(2))
    #expect(stage.states == [.unacknowledged, .acknowledged, .acknowledged])
    #expect(lines[0].alarm == 0 && lines[0].backgroundColor != nil)
  }

  @Test("P47 an alarm that is held for a second is shelved for a quarter of an hour, and is not acknowledged by that")
  func shelve() throws {
    let stage = try Stage()
    stage.tell([60, 6, 6])
    stage.touch(.began, try stage.line(0))
    stage.advance(0)
    // The panel wakes by itself.
    #expect(try #require(stage.panel.nextTime) <= stage.time + second)
    stage.advance(1)
    #expect(stage.states == [.shelved, .unacknowledged, .unacknowledged])
    // What lies there now is another one.
    stage.touch(.ended, try stage.line(0))
    stage.advance(898)
    #expect(stage.states == [.shelved, .unacknowledged, .unacknowledged])
    stage.advance(2)
    #expect(stage.states == [.unacknowledged, .unacknowledged, .unacknowledged])
  }

  @Test("P47 with acknowledge: false touches change nothing")
  func readOnly() throws {
    let stage = try Stage(description.replacingOccurrences(of: "rows: 4", with: "rows: 4, acknowledge: false"))
    stage.tell([60, 6, 6])
    stage.tap(try stage.line(0))
    stage.tap(try stage.ticks())
    stage.touch(.began, try stage.line(0))
    stage.advance(0)
    stage.advance(5)
    #expect(stage.states == [.unacknowledged, .unacknowledged, .unacknowledged])
  }

  @Test("P46 P47 a tap on a tab changes the page, and the list shows what has changed meanwhile when it is back")
  func changePage() throws {
    let stage = try Stage()
    let tabs = try #require(stage.panel.instruments.lazy.compactMap { $0 as? PagesInstrument }.first)
    func tab(_ number: Int) -> Point {
      tabs.convert(
        Point(x: tabs.bounds.width / 4 * Fixed(1 + 2 * number), y: tabs.bounds.midY), to: nil)
    }
    #expect(stage.panel.page == 0)
    stage.tap(tab(1))
    #expect(stage.panel.page == 1)
    stage.tell([60, 0, 0])
    stage.tap(tab(0))
    #expect(stage.panel.page == 0)
    stage.tap(try stage.line(0))
    #expect(stage.states == [.acknowledged, .normal, .normal])
  }

  @Test("P09 a place has the signals of what is seen there, and of nothing on another page")
  func signalsAtPlace() throws {
    let stage = try Stage(description.replacingOccurrences(of: "{gauge: a}", with: "{row: [{gauge: a}, {number: b}]}"))
    let (left, right) = (Point(x: 100, y: 150), Point(x: 300, y: 150))
    #expect(stage.panel.signals(at: left).isEmpty)
    stage.panel.showPage(1)
    stage.advance()
    #expect(stage.panel.signals(at: left) == [SignalIndex(0)] && stage.panel.signals(at: right) == [SignalIndex(1)])
    #expect(stage.panel.signals(at: Point(x: -5, y: 150)).isEmpty)
  }
}
