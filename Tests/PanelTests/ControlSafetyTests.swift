import FixedRaster
import PanelDescription
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments

/// Values that nobody wants any more, and those that nobody has.
struct ControlSafetyTests {
  @Test("P46 P49 the answer to a question is none where the control is disabled or hidden meanwhile")
  func lateAnswer() throws {
    for key in ["enabled", "visible"] {
      let bench = try ControlBench(
        "a: {from: in/a, stale: 1h}", "{button: Start, sends: in/d, to: 3, confirm: dialog, \(key): a above 0}")
      bench.set(0, to: 1)
      bench.advance(20)
      bench.tap()
      #expect(try #require(bench.panel.sheet).question == .confirmation("Start?", answer: "Start"))
      bench.set(0, to: 0)
      bench.advance(20)
      bench.type("OK")
      #expect(bench.receiver.requests.isEmpty, "\(key)")
      bench.set(0, to: 1)
      bench.run(100)
      #expect(bench.receiver.requests.isEmpty, "\(key)")
      bench.tap()
      bench.type("OK")
      #expect(bench.receiver.values == [3], "\(key)")
    }
  }

  @Test("P66 a value that waits for a connection is let go when its control is disabled or hidden, on another page too")
  func fallenInterlock() throws {
    for key in ["enabled", "visible"] {
      for leaves in [false, true] {
        let text = """
          panel: 1
          size: 320x240
          sources: {in: {lines: "unix /run/panel"}}
          signals: {a: {from: in/a, stale: 1h}}
          pages:
            main: {button: Start, sends: in/p, queue: 1, within: 10s, \(key): a above 0}
            other: {button: Back, page: main}
          """
        let bench = try ControlBench(PanelFile(bytes: compilePanel(Array(text.utf8), name: "queue").bytes))
        let control: ControlInstrument = bench.control()
        bench.set(0, to: 1)
        bench.advance(20)
        bench.receiver.answer = .refused(.noConnection)
        bench.tap()
        #expect(control.commandState == .sent)
        if leaves { bench.panel.showPage(1) }
        bench.set(0, to: 0)
        bench.run(500)
        bench.receiver.answer = .accepted
        let count = bench.receiver.requests.count
        bench.set(0, to: 1)
        bench.run(2000)
        #expect(bench.receiver.requests.count == count && control.commandState == .unconfirmed, "\(key) \(leaves)")
      }
    }
  }

  @Test("P66 the value that ends a press waits whatever is disabled, and its end without a connection is said")
  func waitingEnd() throws {
    let bench = try ControlBench(
      "a: {from: in/a, stale: 1h}",
      "{button: Hold, sends: in/p, to: 1, back: 0, queue: 1, within: 2s, enabled: a above 0}")
    let control: ControlInstrument = bench.control()
    bench.set(0, to: 1)
    bench.advance(20)
    for comesBack in [true, false] {
      bench.receiver.answer = .accepted
      bench.touch(.began, 160, 120)
      bench.run(100)
      bench.receiver.answer = .refused(.noConnection)
      bench.set(0, to: 0)
      bench.run(500)
      bench.touch(.ended, 160, 120)
      if comesBack { bench.receiver.answer = .accepted }
      bench.run(1000)
      #expect(bench.receiver.values.last == 0)
      if !comesBack {
        bench.run(1000)
        #expect(control.commandState == .unconfirmed && control.labelWords == "no connection")
      }
      bench.set(0, to: 1)
      bench.run(5000)
    }
  }

  @Test("P46 a button whose value is not fresh sends nothing and says so; what could not be ended does not begin")
  func missingValue() throws {
    for more in ["to: a", "to: 5, back: a", "to: a, confirm: hold 1s", "to: 5, back: a, confirm: hold 1s"] {
      let bench = try ControlBench("a: {from: in/a, stale: 1s}", "{button: Set, sends: in/p, \(more)}")
      let control: ControlInstrument = bench.control()
      func press() {
        bench.touch(.began, 160, 120)
        bench.run(1200)
        bench.touch(.ended, 160, 120)
        bench.run(40)
      }
      press()
      #expect(bench.receiver.requests.isEmpty && control.labelWords != "Set", "\(more)")
      bench.run(4000)
      bench.panel.signals.fail(SignalIndex(0), at: bench.time)
      press()
      #expect(bench.receiver.requests.isEmpty, "\(more)")
      bench.run(4000)
      bench.set(0, to: 7)
      bench.advance(20)
      bench.touch(.began, 160, 120)
      for _ in 0..<12 {
        bench.set(0, to: 7)
        bench.run(100)
      }
      bench.touch(.ended, 160, 120)
      bench.run(40)
      #expect(bench.receiver.values.contains(7), "\(more)")
    }
  }

  @Test("P48 steps begin nowhere while the state is unknown; a toggle without a state goes to and fro")
  func unknownState() throws {
    let bench = try ControlBench(
      "a: {from: in/a, unit: percent, range: 0..100, stale: 1h}",
      "{stepper: Level, sends: in/p, state: a, range: 5..100, step: 1}")
    let control: StepperInstrument = bench.control()
    bench.tap(300, 120)
    bench.run(100)
    #expect(bench.receiver.requests.isEmpty && control.labelWords != "Level")
    bench.set(0, to: 60)
    bench.advance(20)
    bench.tap(300, 120)
    bench.run(100)
    #expect(bench.receiver.values == [61])
    let other = try ControlBench("a: {from: in/a}", "{button: Lamp, toggles: in/p}")
    for _ in 0..<3 {
      other.tap()
      other.run(100)
    }
    #expect(other.receiver.values == [1, 0, 1])
  }

  @Test("P66 a command without a state is at rest when its answer came")
  func answered() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Restart, sends: in/p}")
    let control: ControlInstrument = bench.control()
    bench.receiver.answer = nil
    bench.tap()
    #expect(control.sign.string == "...")
    let request = try #require(bench.receiver.requests.first)
    bench.panel.state.take(.accepted, to: request.identity)
    bench.advance(20)
    #expect(control.sign.string == "" && control.commandLook == nil)
  }
}
