// The state of a value: one for all instruments of a signal, and without flicker.
import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import panel_ui

private let millisecond: Int64 = 1_000_000

@Suite struct ZoneJudgeTests {
  private let zones = [Zone(90, 98, .caution), Zone(98, .max, .warning)]

  private func states(_ values: [(Int64, Double)], _ format: NumberFormat = NumberFormat()) -> [ZoneState] {
    var judge = ZoneJudge()
    return values.map { time, value in
      judge.take(Fixed64(rawValue: Int64(value * 4_294_967_296)), zones, format, at: time * millisecond)
      return judge.state
    }
  }

  @Test(
    "P32 P43 a value that trembles about a limit keeps the more urgent state; calm comes half a second after half a digit"
  )
  func trembling() {
    #expect(states([(0, 50), (10, 90), (20, 99)]) == [.normal, .caution, .warning])
    let trembling = (0..<100).map { (Int64($0 * 100), $0 % 2 == 0 ? 98.1 : 97.6) }
    #expect(states(trembling).allSatisfy { $0 == .warning })
    // 97.1 is within half a digit of values that are written as 98.
    #expect(states([(0, 99), (100, 97.1), (5000, 97.1)]) == [.warning, .warning, .warning])
    #expect(states([(0, 99), (100, 96.9), (599, 96.9), (600, 96.9)]) == [.warning, .warning, .warning, .caution])
    #expect(
      states([(0, 99), (100, 50), (500, 99), (600, 50), (1099, 50), (1100, 50)]).suffix(2) == [.warning, .normal])
    #expect(states([(0, 99), (100, 50), (300, 91), (600, 91)]).last == .caution)
  }

  @Test("P32 P43 the digits decide: 97.5 is written as 98 and warns; a zone narrower than a digit is not missed")
  func digits() {
    #expect(states([(0, 97.5)]) == [.warning] && states([(0, 97.49)]) == [.caution])
    #expect(states([(0, 97.5)], NumberFormat(decimals: 1)) == [.caution])
    var judge = ZoneJudge()
    judge.take(Fixed64(1, over: 4), [Zone(Fixed64(2, over: 10), Fixed64(3, over: 10), .warning)], NumberFormat(), at: 0)
    #expect(judge.state == .warning)
  }

  @Test(
    "P32 P33 number, gauge and bars of one signal show one state in every frame, before digits and needles come there")
  func together() throws {
    let text = """
      panel: 1
      size: 400x200
      sources: {in: {lines: stdin}}
      signals:
        a: {from: in/a, range: 0..120, show: "0", stale: 1000s, follow: 2s}
      zones: {a: {warning: 98..120}}
      pages:
        main: {row: [{number: a}, {gauge: a}, {bars: [a, a]}]}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "zones").bytes)
    let screen = try PanelScreen(file, display: MemoryDisplay(width: 400, height: 200, layout: .xrgb8888))
    let shown = screen.panel.instruments.flatMap { ($0 as? GroupInstrument)?.members ?? [$0] }
    #expect(shown.count == 4)
    var random = SplitMix(seed: 5)
    var changes = 0
    var last = ZoneState.normal
    for step in 0..<400 {
      let time = Int64(step) * 50 * millisecond
      // About the limit, and away from it now and then.
      let value = step % 100 < 60 ? 97 + Int.random(in: 0...2, using: &random) : step % 200 < 100 ? 60 : 110
      screen.panel.signals.set(SignalIndex(0), to: Fixed64(value), at: time)
      screen.advance(to: time)
      let states = Set(shown.map(\.zoneState))
      #expect(states.count == 1, "\(step): \(states)")
      if value >= 98 { #expect(states == [.warning]) }
      if let state = states.first, state != last { (changes, last) = (changes + 1, state) }
    }
    #expect(changes < 12 && changes > 2, "\(changes)")
    // Nothing comes any more: calm is due by itself, and then nothing.
    let end = 20_000 * millisecond
    screen.panel.signals.set(SignalIndex(0), to: 110, at: end)
    screen.advance(to: end)
    screen.panel.signals.set(SignalIndex(0), to: 50, at: end + 1)
    screen.advance(to: end + 1)
    #expect(shown.allSatisfy { $0.zoneState == .warning })
    var time = end + 1
    while let next = screen.panel.nextTime, next < end + 100_000 * millisecond {
      time = next
      screen.advance(to: time)
    }
    // The needle is at rest within a thousandth of its range: after 2 s · ln(60 / 0.12) = 12.4 s.
    #expect(shown.allSatisfy { $0.zoneState == .normal } && time < end + 15_000 * millisecond)
  }

  @Test("P33 number, gauge, bar, tank, battery, bars and table of one signal that rests show the same, nearest digits")
  func restingDigits() throws {
    let text = """
      panel: 1
      size: 800x400
      sources: {in: {lines: stdin}}
      signals: {a: {from: in/a, range: 0..2, show: "0", stale: 1000s}}
      pages:
        main: {row: [{number: a}, {gauge: a}, {bar: a}, {tank: a}, {bars: [a, a]}, {table: [a]}, {tape: a}]}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "digits").bytes)
    let screen = try PanelScreen(file, display: MemoryDisplay(width: 800, height: 400, layout: .xrgb8888))
    for (time, value) in [(0, 40), (1000, 74), (61_000, 74)] as [(Int64, Int)] {
      screen.panel.signals.set(SignalIndex(0), to: Fixed64(value, over: 100), at: time * millisecond)
      screen.advance(to: time * millisecond)
    }
    let shown = screen.panel.instruments.flatMap { ($0 as? GroupInstrument)?.members ?? [$0] }
    #expect(shown.count > 7)
    for instrument in shown { #expect(instrument.digitsText == "1", "\(type(of: instrument))") }
  }

  @Test("P32 an outermost zone that ends where the range does goes on beyond it, another one does not")
  func beyond() throws {
    func states(_ zones: String, _ values: [Int]) throws -> [ZoneState] {
      let text = """
        panel: 1
        size: 100x100
        sources: {in: {lines: stdin}}
        signals: {a: {from: in/a, range: 0..100, show: "0", stale: 1000s}}
        zones: {a: \(zones)}
        pages: {main: {gauge: a}}
        """
      let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "beyond").bytes)
      return try values.map { value in
        let screen = try PanelScreen(file, display: MemoryDisplay(width: 100, height: 100, layout: .xrgb8888))
        screen.panel.signals.set(SignalIndex(0), to: Fixed64(value), at: 0)
        screen.advance(to: 0)
        return screen.panel.instruments[0].zoneState
      }
    }
    #expect(try states("{warning: 90..100}", [89, 95, 101, 1000]) == [.normal, .warning, .warning, .warning])
    #expect(try states("{warning: 0..10, caution: 10..20}", [-1, -500, 15]) == [.warning, .warning, .caution])
    #expect(try states("{caution: 80..100, warning: 100..150}", [90, 101, 151]) == [.caution, .warning, .normal])
    #expect(try states("{caution: 40..60}", [30, 50, 70]) == [.normal, .caution, .normal])
  }

  @Test(
    "P32 a limit that a signal says changes the state at once, though the value stays, and calms it half a second later"
  )
  func movingLimit() throws {
    let text = """
      panel: 1
      size: 100x100
      sources: {in: {lines: stdin}}
      signals:
        a: {from: in/a, range: 0..100, show: "0", stale: 1000s}
        limit: {from: in/limit, range: 0..100, stale: 1000s}
      zones: {a: {warning: limit..}}
      pages: {main: {row: [{gauge: a}, {number: limit}]}}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "limit").bytes)
    let screen = try PanelScreen(file, display: MemoryDisplay(width: 100, height: 100, layout: .xrgb8888))
    let panel = screen.panel
    func state(_ limit: Int, at time: Int64) -> ZoneState {
      panel.signals.set(SignalIndex(1), to: Fixed64(limit), at: time * millisecond)
      screen.advance(to: time * millisecond)
      return panel.instruments[0].zoneState
    }
    panel.signals.set(SignalIndex(0), to: 50, at: 0)
    #expect(state(98, at: 0) == .normal)
    #expect(state(40, at: 1000) == .warning)
    #expect(state(98, at: 2000) == .warning)
    #expect(state(98, at: 2499) == .warning)
    #expect(state(98, at: 2500) == .normal)
  }
}
