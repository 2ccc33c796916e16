import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Setpoints that are moved")
struct SetpointTests {
  private static let hosts = [
    "gauge: a, sweep: 270", "gauge: a, pointer: arc, direction: counter", "gauge: a, sweep: 120, start: -60",
    "bar: a", "bar: a, upright: true", "gauge: a, log: true, range: 1..1000",
  ]
  private static let signals = """
    a: {from: in/a, range: 0..100, stale: 1h}
    b: {from: in/b, range: 0..100, stale: 1h}
    c: {initial: 40}
    """

  private func place(_ value: Fixed64, _ bench: ControlBench) -> (x: Int, y: Int) {
    let host = bench.panel.instruments[0]
    let place = host.convert(host.place(onScale: value) ?? .zero, to: bench.panel.root)
    return (place.x.rounded, place.y.rounded)
  }

  @Test(
    "P48 a setpoint on a gauge or a bar follows the finger that took it, and is sent when it is let go",
    arguments: hosts)
  func moved(host: String) throws {
    let bench = try ControlBench(Self.signals, "{\(host), setpoint: {sends: in/wanted, state: b, step: 5}}")
    let handle = bench.control(SetpointHandle.self)
    bench.set(0, to: 20)
    bench.set(1, to: 50)
    bench.advance(20)
    let (from, to) = (place(50, bench), place(70, bench))
    bench.touch(.began, from.x, from.y)
    #expect(handle.isPressed && handle.held == handle.allowed(50))
    // Two steps on the way, as a finger makes them.
    bench.touch(.moved, (from.x + to.x) / 2, (from.y + to.y) / 2)
    bench.touch(.moved, to.x, to.y)
    // What comes meanwhile moves nothing.
    bench.set(1, to: 10)
    bench.advance(20)
    #expect(handle.held == handle.allowed(70) && bench.receiver.values.isEmpty, "\(handle.held?.rounded ?? -1)")
    bench.touch(.ended, to.x, to.y)
    bench.advance(20)
    #expect(bench.receiver.values == [handle.allowed(70)])
    #expect(handle.held == nil && handle.shownValue == handle.allowed(70))
    bench.run(3000)
    #expect(handle.commandState == .unconfirmed)
    bench.set(1, to: handle.allowed(70))
    bench.advance(20)
    #expect(handle.commandState == .confirmed)
    // At rest it has the edge that it had at first.
    let disc = try #require(
      handle.sublayers?.compactMap { $0 as? ShapeLayer }.last { $0.lineWidth == 2 && !$0.isHidden })
    #expect(disc.strokeColor == handle.theme[.ink])
  }

  @Test("P48 the rest of the instrument is not the setpoint's: a tap there does what the instrument does")
  func beside() throws {
    let text = """
      panel: 1
      size: 320x240
      sources: {in: {lines: stdin}}
      signals: {a: {from: in/a, range: 0..100}, c: {initial: 40}}
      pages: {main: {gauge: a, tap: more, setpoint: {sets: c}}, more: {text: More}}
      """
    let bench = try ControlBench(PanelFile(bytes: compilePanel(Array(text.utf8), name: "setpoint").bytes))
    let disc = place(40, bench)
    bench.tap(disc.x, disc.y)
    #expect(bench.panel.page == 0)
    bench.tap(160, 120)
    #expect(bench.panel.page == 1)
  }

  @Test("P48 a finger that goes through the gap of a dial stays at the end that it came from")
  func gap() throws {
    let bench = try ControlBench(Self.signals, "{gauge: a, setpoint: {sets: c}}")
    let handle = bench.control(SetpointHandle.self)
    let (from, low, high) = (place(40, bench), place(5, bench), place(95, bench))
    bench.touch(.began, from.x, from.y)
    let middle = place(20, bench)
    bench.touch(.moved, middle.x, middle.y)
    bench.touch(.moved, low.x, low.y)
    bench.touch(.moved, high.x, high.y)
    #expect((0...6).contains(handle.held?.rounded ?? -1))
  }

  @Test("P48 L94 a setpoint is moved by keys and an encoder too, and Escape leaves it as it was")
  func keys() throws {
    let bench = try ControlBench(Self.signals, "{bar: a, setpoint: {sets: c, step: 1}}")
    bench.press(.tab, .enter)
    bench.turn(3)
    bench.press(.enter)
    #expect(bench.value(2).value == 43)
    bench.press(.enter, .right, .escape)
    bench.advance(20)
    #expect(bench.value(2).value == 43)
  }

  @Test("P46 P48 a setpoint is behind a PIN, and cannot be moved while its condition does not hold")
  func guarded() throws {
    let locked = try ControlBench(Self.signals, "{gauge: a, setpoint: {sets: c, lock: \"4711\"}}")
    let disc = place(40, locked)
    locked.drag(disc, place(60, locked))
    #expect(locked.value(2).value == 40 && locked.panel.sheet?.question == .pin)
    let disabled = try ControlBench(
      Self.signals, "{gauge: a, setpoint: {sets: c, enabled: b above 50, because: Not ready}}")
    disabled.drag(disc, place(60, disabled))
    #expect(disabled.value(2).value == 40)
    #expect(disabled.control(SetpointHandle.self).labelWords == "Not ready")
    disabled.set(1, to: 60)
    disabled.run(4000)
    disabled.drag(place(40, disabled), place(60, disabled))
    #expect(disabled.value(2).value != 40)
  }

  @Test("P21 P48 what is wrong with a setpoint is said")
  func errors() {
    func errors(_ page: String) -> String {
      do {
        _ = try compiledPanel(Self.signals, page)
        return ""
      } catch let error as DescriptionError { return error.lines.joined(separator: " ") } catch { return "\(error)" }
    }
    #expect(errors("{gauge: a, setpoint: {step: 1}}").contains("a setpoint that does nothing"))
    #expect(errors("{gauge: a, setpoint: {sets: a}}").contains("'a' cannot be set"))
    #expect(errors("{gauge: a, setpoint: {sets: c, wide: 3}}").contains("a setpoint has no key 'wide'"))
    #expect(errors("{number: a, setpoint: {sets: c}}").contains("setpoint"))
    #expect(errors("{gauge: a, setpoint: {sets: c, confirm: hold 1s}}").contains("confirm: dialog"))
  }
}
