import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Controls of panels")
struct ControlTests {
  private let state = "a: {from: in/a, stale: 1h}"

  @Test("P46 a button sends when it is let go on it, and nothing when the finger has left it")
  func momentary() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Go, sends: in/go, to: 7}")
    bench.touch(.began, 160, 120)
    #expect(bench.control(ButtonInstrument.self).isPressed)
    bench.advance(20)
    #expect(bench.receiver.requests.isEmpty)
    bench.touch(.ended, 160, 120)
    #expect(!bench.control(ButtonInstrument.self).isPressed)
    bench.advance(20)
    #expect(bench.receiver.values == [7] && bench.receiver.requests[0].destination == .address(0, source: 0))
    // Out and in again counts, out does not, and a cancelled one does not.
    bench.touch(.began, 160, 120)
    bench.touch(.moved, 160, 900)
    #expect(!bench.control(ButtonInstrument.self).isPressed)
    bench.touch(.moved, 160, 120)
    bench.touch(.ended, 160, 120)
    bench.advance(20)
    #expect(bench.receiver.values == [7, 7])
    bench.touch(.began, 160, 120)
    bench.touch(.ended, 160, 900)
    bench.touch(.began, 160, 120)
    bench.touch(.cancelled, 160, 120)
    bench.advance(20)
    #expect(bench.receiver.values == [7, 7] && !bench.control(ButtonInstrument.self).isPressed)
    // A second finger does nothing.
    bench.touch(.began, 160, 120)
    bench.touch(.began, 100, 120, finger: 2)
    bench.touch(.ended, 100, 120, finger: 2)
    bench.advance(20)
    #expect(bench.receiver.values == [7, 7])
    bench.touch(.ended, 160, 120)
    bench.advance(20)
    #expect(bench.receiver.values == [7, 7, 7])
  }

  @Test(
    "P46 a button with back sends on the press and at its end, in one frame too, and what a cancelled press began ends")
  func back() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Horn, sends: in/horn, back: 0}")
    bench.touch(.began, 160, 120)
    bench.touch(.ended, 160, 120)
    bench.advance(20)
    #expect(bench.receiver.values == [1, 0])
    bench.touch(.began, 160, 120)
    bench.advance(20)
    #expect(bench.receiver.values == [1, 0, 1])
    bench.touch(.cancelled, 160, 120)
    bench.advance(20)
    #expect(bench.receiver.values == [1, 0, 1, 0])
  }

  @Test("P46 a button that repeats sends again and again while it is held, and no more afterwards")
  func repeats() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Up, sends: in/up, repeats: 100ms}")
    bench.touch(.began, 160, 120)
    bench.run(500)
    let count = bench.receiver.values.count
    #expect((5...6).contains(count), "\(count)")
    bench.touch(.ended, 160, 120)
    bench.run(6000)
    #expect(bench.receiver.values.count == count && bench.panel.nextTime == nil)
  }

  @Test("P46 what has to be held is sent after that time, once, and not by who lets go or leaves earlier")
  func hold() throws {
    for (page, kind) in [
      ("{button: Drain, sends: in/d, confirm: hold 1s}", "b"), ("{switch: D, sends: in/d, confirm: hold 1s}", "s"),
    ] {
      let bench = try ControlBench("a: {from: in/a}", page)
      bench.touch(.began, 160, 120)
      bench.run(900)
      bench.touch(.ended, 160, 120)
      bench.run(300)
      #expect(bench.receiver.values.isEmpty, "\(kind)")
      bench.touch(.began, 160, 120)
      bench.run(500)
      bench.touch(.moved, 160, 900)
      bench.run(700)
      #expect(bench.receiver.values.isEmpty, "\(kind)")
      bench.touch(.ended, 160, 900)
      bench.touch(.began, 160, 120)
      bench.run(1100)
      #expect(bench.receiver.values == [1], "\(kind)")
      bench.run(1500)
      bench.touch(.ended, 160, 120)
      bench.run(100)
      #expect(bench.receiver.values == [1], "\(kind)")
    }
  }

  @Test("P46 P49 what has to be held says so: below its label, or in its place after a touch that was too short")
  func holdHint() throws {
    for (size, isBelow) in [(Size(width: 800, height: 480), true), (Size(width: 320, height: 24), false)] {
      let file = try PanelFile(
        bytes: compiledPanel("a: {from: in/a}", "{button: Drain, sends: in/d, confirm: hold 1500ms}").bytes)
      let bench = try ControlBench(file, size: size)
      let button: ButtonInstrument = bench.control()
      func shown() -> [String] {
        (button.sublayers ?? []).compactMap { $0 as? Caption }.filter { !$0.isHidden && !$0.text.isEmpty }.map(\.text)
      }
      #expect(Set(shown()) == (isBelow ? ["Drain", "hold 1.5 s"] : ["Drain"]))
      let y = size.height.rounded / 2
      bench.tap(160, y)
      #expect(Set(shown()) == (isBelow ? ["Drain", "hold 1.5 s"] : ["hold 1.5 s"]))
      bench.run(3500)
      #expect(Set(shown()) == (isBelow ? ["Drain", "hold 1.5 s"] : ["Drain"]))
      #expect(bench.receiver.values.isEmpty)
      bench.touch(.began, 160, y)
      bench.run(1700)
      bench.touch(.ended, 160, y)
      bench.run(100)
      #expect(bench.receiver.values == [1] && shown().contains("Drain"))
    }
  }

  @Test("P46 a switch and a toggle show the state that comes back, and not the one that was sent")
  func comesBack() throws {
    for page in ["{switch: Pump, sends: in/p, state: a}", "{button: Pump, toggles: in/p, state: a}"] {
      let bench = try ControlBench(state, page)
      let control: ControlInstrument = bench.control()
      bench.set(0, to: 0)
      bench.advance(20)
      #expect(control.commandState == .idle && control.reported == Reading(0))
      bench.tap()
      #expect(bench.receiver.values == [1] && control.commandState == .sent && control.reported == Reading(0))
      let isShownOff = bench.snapshot()
      bench.set(0, to: 1)
      bench.advance(20)
      #expect(control.commandState == .confirmed && control.reported == Reading(1))
      #expect(bench.snapshot() != isShownOff)
      // Nobody answers: marked after two seconds, and the state stays what it is.
      bench.tap()
      #expect(bench.receiver.values == [1, 0] && control.commandState == .sent)
      bench.run(1900)
      #expect(control.commandState == .sent)
      bench.run(300)
      #expect(control.commandState == .unconfirmed && control.reported == Reading(1))
      // A late one is right all the same.
      bench.set(0, to: 0)
      bench.advance(20)
      #expect(control.commandState == .confirmed)
      // A second tap takes a first one back that is still on its way.
      bench.tap()
      bench.tap()
      #expect(bench.receiver.values == [1, 0, 1, 0])
    }
  }

  @Test("P46 a refusal is said in a word for three seconds, its edge stays a second, and then nobody is waited for")
  func refusals() throws {
    let bench = try ControlBench(state, "{switch: Pump, sends: in/p, state: a}")
    let control: ControlInstrument = bench.control()
    bench.set(0, to: 0)
    bench.advance(20)
    let calm = bench.snapshot()
    bench.receiver.answer = .refused(.noConnection)
    bench.tap()
    #expect(control.commandState == .refused(.noConnection) && control.labelWords == "no connection")
    let first = bench.snapshot()
    bench.run(1100)
    let second = bench.snapshot()
    #expect(first != second && control.labelWords == "no connection")
    bench.run(2000)
    #expect(control.labelWords == "Pump" && bench.snapshot() == calm)
    #expect((bench.panel.nextTime ?? .max) > bench.time + 1_000_000_000)
    // A late answer refuses too.
    bench.receiver.answer = nil
    bench.tap()
    #expect(control.commandState == .sent)
    bench.panel.state.take(.refused(.exception(2)), to: try #require(bench.receiver.requests.last).identity)
    bench.advance(20)
    #expect(control.commandState == .refused(.exception(2)) && control.labelWords == "refused")
    // A source that takes nothing.
    bench.panel.state.outputs.receiver = { _ in nil }
    bench.tap()
    #expect(control.commandState == .refused(.noConnection))
    bench.panel.state.outputs.isViewOnly = true
    bench.tap()
    #expect(control.commandState == .refused(.forbidden) && control.labelWords == "view only")
  }

  @Test("P66 a value that waits for a connection is on its way, goes out once from any page, and ends with within")
  func queued() throws {
    let text = """
      panel: 1
      size: 320x240
      sources: {in: {lines: "unix /run/panel"}}
      signals: {a: {from: in/a, stale: 1h}}
      pages:
        main: {switch: Pump, sends: in/p, state: a, queue: 1, within: 5s}
        other: {button: Back, page: main}
      """
    for ends in [false, true] {
      let bench = try ControlBench(PanelFile(bytes: compilePanel(Array(text.utf8), name: "queue").bytes))
      let control: ControlInstrument = bench.control()
      bench.receiver.answer = .refused(.noConnection)
      bench.tap()
      #expect(control.commandState == .sent && control.sign.string == "..." && control.labelWords == "Pump")
      bench.run(1000)
      #expect(control.commandState == .sent)
      // The page is another one: the frames that send it are due all the same.
      bench.panel.showPage(1)
      bench.advance(20)
      let due = try #require(bench.panel.nextTime)
      #expect(due <= bench.time + Command.retryInterval)
      if ends { bench.run(4000) }
      let count = bench.receiver.requests.count
      bench.receiver.answer = .accepted
      bench.run(1000)
      #expect(bench.receiver.requests.count == (ends ? count : count + 1))
      bench.panel.showPage(0)
      bench.run(40)
      #expect(control.commandState == (ends ? .unconfirmed : .sent) && control.sign.string == (ends ? "?" : "..."))
      bench.run(1000)
      #expect(bench.receiver.requests.count == (ends ? count : count + 1))
      if !ends { bench.set(0, to: 1) }
      bench.advance(20)
      #expect(control.commandState == (ends ? .unconfirmed : .confirmed))
    }
  }

  @Test("P66 P65 a refused value is told once for each reason, with its control and its source")
  func refusalNotices() throws {
    let bench = try ControlBench(
      "a: {from: in/a}", "{column: [{button: One, sends: in/p}, {button: Two, sends: in/q}]}")
    var told: [String] = []
    bench.panel.state.noticeHandler = { told.append($0) }
    bench.receiver.answer = .refused(.noConnection)
    for _ in 0..<3 {
      bench.tap(160, 60)
      bench.tap(160, 180)
    }
    #expect(told == ["control One: its value was not sent: the source in has no connection"])
    bench.receiver.answer = .refused(.exception(2))
    for _ in 0..<3 {
      bench.tap(160, 60)
      bench.tap(160, 180)
    }
    bench.receiver.answer = nil
    bench.tap(160, 60)
    bench.panel.state.take(.refused(.invalid), to: try #require(bench.receiver.requests.last).identity)
    #expect(
      told.dropFirst() == [
        "control One: its value was not sent: the source in refuses it with error 2",
        "control Two: its value was not sent: the source in refuses it with error 2",
        "control One: its value was not sent: the source in does not take it",
      ])
    bench.receiver.answer = .accepted
    bench.tap(160, 60)
    bench.receiver.answer = .refused(.noConnection)
    bench.tap(160, 60)
    #expect(told.count == 4)
  }

  @Test("P46 P49 where a panel is for looking alone nothing is asked: no keypad, no PIN, no dialog")
  func looking() throws {
    for control in [
      "{keypad: N, sets: v, range: 0..9}", "{button: Go, sends: in/p, lock: \"1234\"}",
      "{button: Go, sends: in/p, confirm: dialog}", "{menu: M, sets: v, of: [A, B]}",
    ] {
      let bench = try ControlBench("v: {initial: 1}", control)
      bench.panel.state.outputs.isViewOnly = true
      bench.tap()
      let control: ControlInstrument = bench.control()
      #expect(bench.panel.sheet?.question == nil && control.labelWords == "view only")
      bench.run(3100)
      #expect(control.labelWords != "view only" && bench.receiver.requests.isEmpty)
    }
  }

  @Test("P25 P46 P49 the words that controls have of themselves are in the panel's language, or as its texts say")
  func words() throws {
    let texts = "texts: {de: {Go: Los}, hu: {Cancel: Mégse}}\nlanguage: l"
    for (language, cancel, refusal) in [
      (0, "Cancel", "no connection"), (1, "Abbrechen", "keine Verbindung"), (2, "Mégse", "no connection"),
    ] {
      let page = "{column: [{button: Go, sends: in/p, confirm: dialog}, {switch: Pump, sends: in/q}]}"
      let file = try PanelFile(bytes: compiledPanel("l: {initial: 0}", page, texts).bytes)
      let bench = try ControlBench(file.worded(language: language, system: 0))
      bench.receiver.answer = .refused(.noConnection)
      bench.tap(160, 60)
      let words = try #require(bench.panel.sheet).allWords
      #expect(words.contains(cancel), "\(words)")
      bench.type("Cancel")
      bench.tap(160, 180)
      let labels = bench.panel.instruments.compactMap { ($0 as? ControlInstrument)?.labelWords }
      #expect(labels.contains(refusal), "\(labels)")
    }
  }

  @Test("P46 P50 a button shows its state: on where that is what it sends, one that toggles for all but 0")
  func buttonState() throws {
    func isOn(_ keys: String, _ value: Fixed64) throws -> Bool {
      let bench = try ControlBench("a: {from: in/a, stale: 1h}", "{button: Run, \(keys)}")
      bench.set(0, to: value)
      bench.advance(20)
      return bench.control(ButtonInstrument.self).isOn
    }
    #expect(try isOn("sends: in/r, state: a", 1) && !isOn("sends: in/r, state: a", 0))
    #expect(try isOn("sends: in/r, to: 3, state: a", 3) && !isOn("sends: in/r, to: 3, state: a", 1))
    #expect(try isOn("toggles: in/r, state: a", 7) && !isOn("sends: in/r", 1))
  }

  @Test("P48 P50 a button has a color of its own, on which its words are read")
  func buttonColor() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Stop, sends: in/s, color: warning}")
    let button = bench.control(ButtonInstrument.self)
    #expect(button.groundColor == button.theme.filling(button.theme[.warning]))
    button.isEnabled = false
    #expect(button.groundColor == button.theme[.ground])
  }

  @Test("P46 a control that is not enabled is not pressed, and says why to who tries; nothing known enables it not")
  func disabled() throws {
    let bench = try ControlBench(
      "a: {from: in/a, stale: 1h}", "{button: Start, sends: in/s, enabled: a above 0, because: Not ready}")
    let control: ControlInstrument = bench.control()
    #expect(!control.isEnabled)
    bench.tap()
    #expect(bench.receiver.values.isEmpty && control.labelWords == "Not ready")
    bench.run(3200)
    #expect(control.labelWords == "Start")
    // What no longer holds is no longer said.
    bench.tap()
    #expect(control.labelWords == "Not ready")
    bench.set(0, to: 1)
    bench.advance(20)
    #expect(control.isEnabled && control.labelWords == "Start")
    bench.tap()
    #expect(bench.receiver.values == [1])
    bench.set(0, to: 0)
    bench.advance(20)
    bench.tap()
    #expect(bench.receiver.values == [1])
  }

  @Test(
    "P48 what is held follows the finger, whatever the state says five times a second; let go it shows what was sent")
  func heldSlider() throws {
    let bench = try ControlBench(
      "a: {from: in/a, stale: 1h, range: 0..100}", "{slider: Fan, sends: in/fan, state: a, range: 0..100, step: 5}")
    let slider = bench.control(SliderInstrument.self)
    bench.set(0, to: 20)
    bench.advance(20)
    #expect(slider.shownValue == 20)
    // On its disc: it does not jump.
    bench.touch(.began, 76, 140)
    bench.advance(20)
    let start = try #require(slider.shownValue)
    #expect((start - 20).magnitude <= 5)
    bench.touch(.moved, 220, 140)
    bench.advance(20)
    let held = try #require(slider.shownValue)
    #expect(held > 50 && (held / 5)! == Fixed64((held / 5)!.floor))
    for round in 0..<15 {
      bench.set(0, to: round % 2 == 0 ? 20 : 25)
      bench.run(200)
      #expect(slider.shownValue == held && bench.receiver.values.isEmpty)
    }
    bench.touch(.ended, 220, 140)
    bench.advance(20)
    #expect(bench.receiver.values == [held] && slider.shownValue == held && slider.commandState == .sent)
    bench.set(0, to: 30)
    bench.advance(20)
    #expect(slider.shownValue == held && slider.commandState == .sent)
    bench.set(0, to: held)
    bench.advance(20)
    #expect(slider.commandState == .confirmed && slider.shownValue == held)
    bench.set(0, to: 40)
    bench.advance(20)
    #expect(slider.shownValue == 40)
    // Not confirmed: the state is shown again.
    bench.touch(.began, 220, 140)
    bench.touch(.ended, 220, 140)
    bench.advance(20)
    #expect(slider.shownValue != 40)
    bench.run(2200)
    #expect(slider.commandState == .unconfirmed && slider.shownValue == 40)
    // A cancelled one sends nothing.
    let count = bench.receiver.values.count
    bench.touch(.began, 60, 140)
    bench.touch(.moved, 300, 140)
    bench.touch(.cancelled, 300, 140)
    bench.advance(20)
    #expect(bench.receiver.values.count == count && slider.shownValue == 40)
  }

  @Test("P48 the same drag at 30, 60 and 120 samples a second ends at the same value, and the ends of the range hold")
  func samples() throws {
    var ends: [Fixed64] = []
    for rate in [30, 60, 120] {
      let bench = try ControlBench("a: {initial: 50}", "{slider: Level, sets: a, range: 0..100}")
      bench.touch(.began, 160, 140)
      for sample in 1...rate { bench.touch(.moved, 160 + 90 * sample / rate, 140) }
      bench.touch(.ended, 250, 140)
      bench.advance(20)
      ends.append(bench.value(0).value)
    }
    #expect(ends[0] == ends[1] && ends[1] == ends[2] && ends[0] > 60)
    let bench = try ControlBench("a: {initial: 50}", "{slider: Level, sets: a, range: 10..90, step: 7}")
    bench.touch(.began, 160, 140)
    bench.touch(.moved, 9000, 140)
    bench.touch(.ended, 9000, 140)
    bench.advance(20)
    // 87 is the last whole step.
    #expect(bench.value(0).value == 87)
    bench.touch(.began, 160, 140)
    bench.touch(.moved, -9000, 140)
    bench.touch(.ended, -9000, 140)
    bench.advance(20)
    #expect(bench.value(0).value == 10)
  }

  @Test("P48 with live a value is sent while it moves, not oftener than that, and the last one when it is let go")
  func live() throws {
    let bench = try ControlBench("a: {from: in/a}", "{slider: Dim, sends: in/d, range: 0..100, live: 200ms}")
    bench.touch(.began, 60, 140)
    for step in 0..<50 {
      bench.touch(.moved, 60 + step * 4, 140)
      bench.advance(20)
    }
    #expect((4...6).contains(bench.receiver.values.count), "\(bench.receiver.values.count)")
    bench.touch(.moved, 290, 140)
    bench.touch(.ended, 290, 140)
    bench.advance(20)
    #expect(bench.receiver.values.last.map { $0 > 90 } == true)
  }

  @Test("P48 a stepper counts by steps, again and again while it is held, and sends what it has come to")
  func stepper() throws {
    let bench = try ControlBench("a: {initial: 20, unit: degC}", "{stepper: Wanted, sets: a, range: 5..30, step: 0.5}")
    bench.tap(300, 150)
    #expect(bench.value(0).value == Fixed64(41, over: 2))
    bench.tap(20, 150)
    bench.tap(20, 150)
    #expect(bench.value(0).value == Fixed64(39, over: 2))
    bench.tap(160, 150)
    #expect(bench.value(0).value == Fixed64(39, over: 2))
    bench.touch(.began, 300, 150)
    bench.run(1000)
    let stepper = bench.control(StepperInstrument.self)
    // One at once, and eight a second after 400 ms.
    let held = try #require(stepper.shownValue)
    #expect(held >= 22 && held <= 23, "\(held.rounded)")
    bench.run(4000)
    #expect(stepper.shownValue == 30 && bench.value(0).value == Fixed64(39, over: 2))
    bench.touch(.ended, 300, 150)
    bench.advance(20)
    #expect(bench.value(0).value == 30)
  }

  @Test(
    "P46 P48 a control with a unit of its own shows, counts and sends in it; the state's or the variable's is converted"
  )
  func ownUnit() throws {
    let variable = try ControlBench(
      "a: {initial: 20, unit: degC}", "{stepper: Wanted, sets: a, unit: degF, range: 40..90, step: 1, format: '0'}")
    let stepper = variable.control(StepperInstrument.self)
    variable.advance(20)
    #expect(stepper.shownValue == 68 && stepper.unit == "°F")
    variable.tap(300, 150)
    #expect(variable.value(0).value.rawValue / 1_000_000 == Fixed64(185, over: 9).rawValue / 1_000_000)
    let state = try ControlBench(
      "a: {from: in/m, unit: m/s, stale: 1h}", "{slider: Speed, sends: in/v, state: a, unit: km/h, range: 0..72}")
    state.set(0, to: 5)
    state.advance(20)
    #expect(state.control(SliderInstrument.self).reported.value == 18)
    state.touch(.began, 300, 140)
    state.touch(.moved, 319, 140)
    state.touch(.ended, 319, 140)
    state.advance(20)
    #expect(state.receiver.values.last == 20, "\(state.receiver.values.last?.rounded ?? -1)")
  }

  @Test("P46 P48 numbers of a control have units, and stay what they are whatever the system of units")
  func unitsOfNumbers() throws {
    let states = "p: {from: in/m, unit: bar, stale: 1h}"
    let button = try ControlBench(states, "{button: Low, sends: in/p, state: p, to: 300kPa}")
    button.tap(160, 140)
    button.advance(20)
    #expect(button.receiver.values.last == 3)
    let stepper = try ControlBench(
      "w: {initial: 250, unit: kPa, show: bar 0.00}", "{stepper: W, sets: w, range: 0..1000kPa, step: 50kPa}")
    stepper.advance(20)
    stepper.tap(300, 150)
    #expect(stepper.value(0).value == 300)
    let signal = try ControlBench(
      "c: {initial: 20, unit: degC}\nf: {initial: 68, unit: degF}", "{button: Same, sets: c, to: f}")
    signal.tap(160, 140)
    signal.advance(20)
    #expect(signal.value(0).value.rounded == 20)
  }

  @Test("P48 a picker's wheel follows the finger whatever comes, and sends where it is let go; a tap goes to its row")
  func picker() throws {
    let signal = "a: {from: in/m, stale: 1h, enum: {0: \"Off\", 1: Auto, 2: Manual, 7: Test}}"
    let bench = try ControlBench(signal, "{picker: Mode, sends: in/mode, state: a}")
    let picker = bench.control(PickerInstrument.self)
    bench.set(0, to: 0)
    bench.advance(20)
    // A row is 8 mm of 5 pixels.
    bench.touch(.began, 160, 140)
    bench.touch(.moved, 160, 120)
    bench.touch(.moved, 160, 60)
    #expect(picker.touched == 2)
    bench.set(0, to: 1)
    bench.advance(20)
    #expect(picker.touched == 2 && bench.receiver.values.isEmpty)
    bench.touch(.ended, 160, 60)
    bench.advance(20)
    #expect(bench.receiver.values == [2], "the code that the signal has")
    bench.set(0, to: 2)
    bench.advance(20)
    #expect(picker.commandState == .confirmed)
    // The row below the window, and far beyond the last one.
    bench.tap(160, picker.bounds.maxY.rounded * 3 / 4)
    #expect(bench.receiver.values.last == 7)
    bench.touch(.began, 160, 200)
    bench.touch(.moved, 160, -2000)
    bench.touch(.ended, 160, -2000)
    bench.advance(20)
    #expect(bench.receiver.values.last == 7)
    bench.touch(.began, 160, 140)
    bench.touch(.moved, 160, 230)
    bench.touch(.cancelled, 160, 230)
    bench.advance(20)
    #expect(bench.receiver.values.last == 7)
  }

  @Test(
    "P49 a menu shows its choices above the page, with the present one marked; a touch beside it leaves it as it was")
  func menu() throws {
    let words = (0..<10).map { "Choice \($0)" }
    let bench = try ControlBench(
      "a: {from: in/m, stale: 1h}", "{menu: Mode, of: [\(words.joined(separator: ", "))], sends: in/mode, state: a}")
    bench.set(0, to: 3)
    bench.advance(20)
    bench.tap()
    let sheet = try #require(bench.panel.sheet)
    #expect(sheet.question == .choice(words, 3) && sheet.keys.count == 11)
    for (key, next) in zip(sheet.keys, sheet.keys.dropFirst()) { #expect(!key.place.intersects(next.place)) }
    #expect(sheet.keys.allSatisfy { sheet.cardPlace.contains($0.place) && $0.place.height >= 20 })
    bench.tap(2, 2)
    #expect(sheet.isHidden && bench.receiver.values.isEmpty)
    bench.tap()
    let place = try #require(sheet.keys.first { $0.key == .choice(8) }).place
    bench.tap(place.midX.rounded, place.midY.rounded)
    #expect(sheet.isHidden && bench.receiver.values == [8])
    bench.tap()
    bench.type("Cancel")
    #expect(sheet.isHidden && bench.receiver.values == [8])
  }

  @Test("P48 P49 a number that is typed, or an end that is reached, is sent as it is, whatever the step")
  func exactSteps() throws {
    let tenth = Fixed64(1, over: 10)
    for (range, step, typed) in [("0.5..8", "0.1", "8"), ("0..8", "0.1", "7.9"), ("0..100", "0.01", "99.99")] {
      let bench = try ControlBench("a: {initial: 1}", "{keypad: D, sends: in/d, range: \(range), step: \(step)}")
      bench.tap()
      bench.type(typed)
      bench.type("OK")
      let wanted = try #require(
        Fixed64(
          digits: UInt64(typed.filter(\.isNumber))!,
          exponent: typed.contains(".") ? -(typed.count - 1 - typed.split(separator: ".")[0].count) : 0,
          isNegative: false))
      #expect(bench.receiver.values == [wanted], "\(range) \(step)")
    }
    for (range, step, end) in [("0..1", "0.1", Fixed64(1)), ("0..100", "0.1", 100), ("0..10", "0.3", tenth * 99)] {
      let bench = try ControlBench("a: {initial: 1}", "{slider: D, sends: in/d, range: \(range), step: \(step)}")
      bench.drag((160, 140), (319, 140))
      let sent = try #require(bench.receiver.values.last)
      #expect((sent - end).magnitude < Fixed64(1, over: 10_000), "\(range) \(step)")
    }
    for wrong in ["0", "-1"] {
      #expect(throws: DescriptionError.self) {
        try ControlBench("a: {initial: 1}", "{slider: D, sends: in/d, step: \(wrong)}")
      }
    }
  }

  @Test("P48 P49 choices are numbers of a list, codes of an enum, or a map's; wrong ones are refused")
  func choices() throws {
    func values(_ page: String) throws -> [Fixed64] {
      let bench = try ControlBench("a: {from: in/m, enum: {0: \"Off\", 4: Auto}}", page)
      return bench.control(ChoiceControl.self).choices.map(\.value)
    }
    #expect(try values("{selector: M, sends: in/l, of: [A, B, C]}") == [0, 1, 2])
    #expect(try values("{selector: M, sends: in/l, state: a}") == [0, 4])
    #expect(try values("{menu: M, sends: in/l, of: {-1: Back, 2.5: On}}") == [-1, Fixed64(5, over: 2)])
    for wrong in ["[A]", "{a: B, c: D}", "[A, [B]]"] {
      #expect(throws: DescriptionError.self) { try values("{menu: M, sends: in/l, of: \(wrong)}") }
    }
    let many = (0..<15).map { "C\($0)" }.joined(separator: ", ")
    #expect(throws: DescriptionError.self) { try values("{menu: M, sends: in/l, of: [\(many)]}") }
  }

  @Test("P48 a selector asks for the part that was touched, and shows the one that came back")
  func selector() throws {
    let bench = try ControlBench(
      "a: {from: in/m, stale: 1h, enum: {0: \"Off\", 1: Auto, 2: Manual}}", "{selector: Mode, sends: in/mode, state: a}"
    )
    bench.set(0, to: 1)
    bench.advance(20)
    bench.tap(290, 170)
    #expect(bench.receiver.values == [2])
    bench.set(0, to: 2)
    bench.advance(20)
    let selector = bench.control(SelectorInstrument.self)
    #expect(selector.reported == Reading(2) && selector.commandState == .confirmed)
    // From one part to another nothing is meant.
    bench.touch(.began, 40, 170)
    bench.touch(.moved, 290, 170)
    bench.touch(.ended, 290, 170)
    bench.advance(20)
    #expect(bench.receiver.values == [2])
  }

  @Test("P48 forty millimetres turn a knob through its range, from where it is")
  func knob() throws {
    let bench = try ControlBench("a: {initial: 4}", "{knob: Volume, sets: a, range: 0..10, step: 1}")
    bench.touch(.began, 160, 120)
    bench.touch(.ended, 160, 120)
    bench.advance(20)
    #expect(bench.value(0).value == 4)
    // 5 points a millimetre.
    bench.touch(.began, 160, 120)
    bench.touch(.moved, 160, 120 - 60)
    bench.touch(.ended, 160, 120 - 60)
    bench.advance(20)
    #expect(bench.value(0).value == 7)
    bench.touch(.began, 160, 120)
    bench.touch(.moved, 160 - 100, 120)
    bench.touch(.ended, 160 - 100, 120)
    bench.advance(20)
    #expect(bench.value(0).value == 2)
  }

  @Test("P46 P48 a variable is set in its own unit, and its other instruments show it in the same frame")
  func variables() throws {
    let bench = try ControlBench(
      "a: {initial: 10, unit: m/s, show: km/h 0, range: 0..50}",
      "{column: [{stepper: Wanted, sets: a, range: 0..100, step: 9}, {number: a}]}")
    #expect(bench.control(StepperInstrument.self).shownValue == 36)
    bench.touch(.began, 300, 90)
    bench.touch(.ended, 300, 90)
    bench.advance(20)
    #expect((bench.value(0).value - Fixed64(25, over: 2)).magnitude < Fixed64(1, over: 1000))
    bench.run(2000)
    #expect(bench.panel.instruments[1].value.value.rounded == 45)
  }

  @Test("P48 from a value between two steps plus and minus lead to the next one, and no press goes further than a step")
  func betweenSteps() throws {
    for (first, plus, minus) in [
      (28, 30, 25), (27, 30, 25), (25, 30, 20), (58, 60, 55), (60, 60, 55), (61, 61, 60), (5, 10, 5), (3, 5, 3),
    ] {
      for (x, expected) in [(300, plus), (20, minus)] {
        let bench = try ControlBench("a: {initial: \(first)}", "{stepper: A, sets: a, range: 5..60, step: 5}")
        bench.advance(20)
        bench.tap(x, 150)
        #expect(bench.value(0).value == Fixed64(expected), "\(first) at \(x)")
      }
    }
    // A last part of a step is no value: plus does not lower to the one before.
    let end = try ControlBench("a: {initial: 8.5}", "{stepper: A, sets: a, range: 0..8.5, step: 1}")
    end.advance(20)
    end.tap(300, 150)
    #expect(end.value(0).value == Fixed64(17, over: 2))
  }

  @Test("P26 P46 in a demonstration what is sent comes back, and the demonstration of the state ends")
  func demonstration() throws {
    let bench = try ControlBench(
      "a: {from: in/a, range: 0..1, demo: 0}", "{switch: Pump, sends: in/p, state: a}")
    bench.panel.state.showDemo()
    bench.advance(20)
    bench.tap()
    bench.run(200)
    #expect(bench.receiver.values.isEmpty && bench.control(SwitchInstrument.self).commandState == .confirmed)
    #expect(bench.value(0).value == 1)
    bench.run(2000)
    #expect(bench.value(0).value == 1)
  }

  @Test("P46 a button shows a page, runs a command of the device's list, or forgets extremes")
  func otherActions() throws {
    let bench = try ControlBench(
      "a: {from: in/a}",
      "{column: [{button: Other, page: main}, {button: Run, runs: reboot}, {button: Reset, resets: a}]}")
    let programs = ControlReceiver()
    bench.panel.state.outputs.programs = programs
    bench.tap(160, 120)
    #expect(programs.requests.map(\.destination) == [.program(0, hasValue: false)])
    #expect(bench.panel.file.programs.map(\.name) == ["reboot"])
    #expect(bench.receiver.requests.isEmpty)
  }

  @Test("P49 a keypad takes a number within its limits, which it says; Cancel and a touch beside it leave it")
  func keypad() throws {
    let bench = try ControlBench("a: {initial: 4}", "{keypad: Depth, sets: a, range: 2..50}")
    bench.tap()
    let sheet = try #require(bench.panel.sheet)
    #expect(sheet.question == .number(2...50, present: "4.0") && !sheet.isHidden)
    bench.type("21.5")
    bench.type("OK")
    #expect(sheet.isHidden && bench.value(0).value == Fixed64(43, over: 2))
    // Beyond the limits OK does nothing, until the number is another one.
    for wrong in ["99", "1", ".", "9999999999"] {
      bench.tap()
      bench.type(wrong)
      bench.type("OK")
      #expect(!sheet.isHidden && bench.value(0).value == Fixed64(43, over: 2), "\(wrong)")
      bench.type("Cancel")
      #expect(sheet.isHidden)
    }
    bench.tap()
    bench.type("99<<48")
    bench.type("OK")
    #expect(bench.value(0).value == 48)
    // Nothing behind it is pressed, and a touch beside the card leaves it.
    bench.tap()
    bench.touch(.began, 2, 2)
    bench.touch(.ended, 2, 2)
    bench.advance(20)
    #expect(sheet.isHidden && bench.value(0).value == 48)
  }

  @Test("P46 P49 a PIN frees a control for a minute; a wrong one does not, and each takes longer than the one before")
  func pin() throws {
    let bench = try ControlBench("a: {from: in/a}", "{column: [{button: Drain, sends: in/d, lock: \"4711\"}]}")
    bench.tap()
    let sheet = try #require(bench.panel.sheet)
    #expect(sheet.question == .pin && bench.receiver.requests.isEmpty)
    bench.type("4712")
    bench.type("OK")
    #expect(!sheet.isHidden)
    // It takes none for a second, and then for two.
    bench.type("4711")
    bench.type("OK")
    #expect(!sheet.isHidden)
    bench.run(1100)
    bench.type("1")
    bench.type("OK")
    bench.run(1100)
    bench.type("4711")
    bench.type("OK")
    #expect(!sheet.isHidden)
    bench.run(1100)
    bench.type("4711")
    bench.type("OK")
    #expect(sheet.isHidden && bench.receiver.requests.isEmpty)
    bench.tap()
    #expect(bench.receiver.values == [1])
    bench.run(55_000)
    bench.tap()
    #expect(bench.receiver.values == [1, 1])
    bench.run(6000)
    bench.tap()
    #expect(bench.receiver.values == [1, 1] && sheet.question == .pin)
    bench.type("Cancel")
    #expect(sheet.isHidden)
  }

  @Test("P46 P49 a wrong PIN is waited for whoever asks again, and a number may be typed meanwhile")
  func pinWaits() throws {
    let bench = try ControlBench(
      "a: {initial: 4}", "{column: [{button: D, sends: in/d, lock: \"4711\"}, {keypad: K, sets: a, range: 0..50}]}")
    bench.tap(160, 60)
    let sheet = try #require(bench.panel.sheet)
    bench.type("1")
    bench.type("OK")
    bench.type("Cancel")
    bench.tap(160, 60)
    bench.type("4711")
    bench.type("OK")
    #expect(!sheet.isHidden && sheet.question == .pin)
    bench.type("Cancel")
    bench.tap(160, 180)
    bench.type("7")
    bench.type("OK")
    #expect(sheet.isHidden && bench.value(0).value == 7)
    bench.run(1100)
    bench.tap(160, 60)
    bench.type("4711")
    bench.type("OK")
    #expect(sheet.isHidden)
    // Held beyond the minute it is awake no oftener than otherwise.
    bench.run(59_000)
    bench.touch(.began, 160, 60)
    bench.run(3000)
    #expect((bench.panel.nextTime ?? .max) > bench.time + 1_000_000_000)
    bench.touch(.ended, 160, 60)
    bench.run(100)
    #expect(bench.receiver.values == [1])
    bench.tap(160, 60)
    #expect(bench.receiver.values == [1] && !sheet.isHidden)
  }

  @Test("P46 P48 P49 a dialog is asked for every kind of control, behind a keypad too")
  func dialogs() throws {
    for (page, touches, question, answer) in [
      ("{slider: L, sends: in/l, confirm: dialog}", 1, "L: 97?", "97"),
      ("{stepper: S, sends: in/l, confirm: dialog}", 1, "S: 1?", "1"),
      ("{keypad: K, sends: in/l, confirm: dialog}", 2, "K: 5?", "5"),
      ("{switch: W, sends: in/l, confirm: dialog}", 1, "W: On?", "On"),
      ("{button: T, toggles: in/l, confirm: dialog}", 1, "T: On?", "On"),
      ("{button: B, sends: in/l, confirm: dialog}", 1, "B?", "B"),
      ("{selector: M, sends: in/l, of: [A, B], confirm: dialog}", 1, "M: B?", "B"),
    ] {
      let bench = try ControlBench("a: {from: in/a}", page)
      bench.tap(290, 180)
      let sheet = try #require(bench.panel.sheet)
      if touches == 2 {
        bench.type("5")
        bench.type("OK")
      }
      #expect(sheet.question == .confirmation(question, answer: answer), "\(page)")
      #expect(!sheet.isHidden && bench.receiver.requests.isEmpty, "\(page)")
      bench.type("OK")
      #expect(sheet.isHidden && bench.receiver.requests.count == 1, "\(page)")
    }
  }

  @Test("P46 a confirmation that could not be asked for is refused")
  func confirmations() {
    for (page, words) in [
      ("{slider: L, sends: in/l, confirm: hold 1s}", "a slider that is held"),
      ("{selector: M, sends: in/l, of: [A, B], confirm: hold 1s}", "a selector that is held"),
      ("{button: H, sends: in/l, back: 0, confirm: dialog}", "a dialog and 'back'"),
      ("{slider: L, sends: in/l, live: 100ms, confirm: dialog}", "a dialog and 'live'"),
      ("{button: H, sends: in/l, repeats: 1s, confirm: hold 1s}", "hold and 'repeats'"),
    ] {
      let error = #expect(throws: DescriptionError.self) { _ = try compiledPanel("a: {from: in/a}", page) }
      #expect(error?.lines.first?.contains(words) == true, "\(error?.lines ?? [])")
    }
  }

  @Test("P46 P48 choices that cannot be told apart, that an enum means otherwise, or that have no room are named")
  func wrongChoices() throws {
    let signals = "a: {from: in/a, enum: {0: \"Off\", 5: Auto}}\nv: {initial: 0}"
    for (page, words) in [
      ("{selector: M, sets: v, of: [A, B, A]}", "the text 'A' a second time"),
      ("{selector: M, sets: v, of: {0: A, 0.0: B}}", "the value 0 a second time"),
    ] {
      let error = #expect(throws: DescriptionError.self) { _ = try compiledPanel(signals, page) }
      #expect(error?.lines.first?.contains(words) == true, "\(error?.lines ?? [])")
    }
    for part in ["{scroll: [{number: v}]}", "{row: [{list: [[v]]}]}"] {
      let error = #expect(throws: DescriptionError.self) {
        _ = try compiledPanel(signals, "{number: v}", "bar: {right: [\(part)]}")
      }
      #expect(error?.lines.contains { $0.contains("a scroll or a list in the bar") } == true, "\(error?.lines ?? [])")
    }
    for (page, words) in [
      (
        "{selector: M, sends: in/m, of: [\"Off\", Auto], state: a}",
        "'Auto' sends 1, and the state's enum means 5 by it"
      ),
      ("{selector: M, sets: v, of: [A, B, C, D, E, F, G, H, I]}", "a selector of 9: its words have little room"),
      ("{button: H, sends: in/h}", "'in' is {lines: stdin}, which takes no values: each is refused"),
    ] {
      let warnings = try compiledPanel(signals, page).warnings
      #expect(warnings.contains { $0.contains(words) }, "\(warnings)")
    }
    let quiet = try compiledPanel(signals, "{selector: M, sets: v, of: {0: \"Off\", 5: Auto}, state: a}").warnings
    #expect(!quiet.contains { $0.contains("sends") })
  }

  @Test("P46 what a hold has switched on ends with it, and a control that is disabled meanwhile is let go")
  func ends() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Horn, sends: in/h, back: 0, confirm: hold 1s}")
    bench.touch(.began, 160, 120)
    bench.run(500)
    bench.touch(.ended, 160, 120)
    bench.run(100)
    #expect(bench.receiver.values.isEmpty)
    bench.touch(.began, 160, 120)
    bench.run(1100)
    #expect(bench.receiver.values == [1])
    bench.touch(.ended, 160, 120)
    bench.run(100)
    #expect(bench.receiver.values == [1, 0])
    let other = try ControlBench(
      "a: {from: in/a, stale: 1h}", "{button: Horn, sends: in/h, back: 0, enabled: a above 0}")
    other.set(0, to: 1)
    other.advance(20)
    other.touch(.began, 160, 120)
    other.advance(20)
    other.set(0, to: 0)
    other.advance(20)
    other.advance(20)
    #expect(other.receiver.values == [1, 0] && !other.control(ButtonInstrument.self).isHeld)
    other.touch(.ended, 160, 120)
    other.advance(20)
    #expect(other.receiver.values == [1, 0])
    // Who only looks runs nothing.
    let looking = try ControlBench("a: {from: in/a}", "{button: Off, runs: poweroff}")
    let programs = ControlReceiver()
    looking.panel.state.outputs.programs = programs
    looking.panel.state.outputs.isViewOnly = true
    looking.tap()
    #expect(programs.requests.isEmpty && looking.control(ButtonInstrument.self).labelWords == "view only")
  }

  @Test("P49 P4A a page with a PIN is shown to who knows it, and asks for it again the next time")
  func lockedPage() throws {
    let text = """
      panel: 1
      size: 320x240
      pages:
        main: {button: Settings, page: settings}
        settings: {lock: "4711", title: Settings, column: [{button: Back, page: main}]}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "pages").bytes)
    let bench = try ControlBench(file)
    bench.tap()
    let sheet = try #require(bench.panel.sheet)
    #expect(sheet.question == .pin && bench.panel.page == 0)
    bench.type("4712")
    bench.type("OK")
    #expect(bench.panel.page == 0 && !sheet.isHidden)
    bench.run(1100)
    bench.type("4711")
    bench.type("OK")
    #expect(bench.panel.page == 1 && sheet.isHidden)
    bench.tap()
    #expect(bench.panel.page == 0)
    bench.tap()
    #expect(bench.panel.page == 0 && sheet.question == .pin)
  }

  @Test("P46 P49 a dialog asks before a value is sent, with the safe answer at the left")
  func dialog() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Stop, sends: in/d, to: 3, confirm: dialog}")
    bench.tap()
    let sheet = try #require(bench.panel.sheet)
    #expect(sheet.question == .confirmation("Stop?", answer: "Stop") && bench.receiver.requests.isEmpty)
    let (safe, other) = (try #require(sheet.keys.first), try #require(sheet.keys.last))
    #expect(sheet.keys.count == 2 && safe.key == .cancel && safe.place.maxX < other.place.minX)
    bench.type("Cancel")
    #expect(sheet.isHidden && bench.receiver.requests.isEmpty)
    bench.tap()
    // A finger that leaves the answer means none.
    let answer = other.place
    bench.touch(.began, answer.midX.rounded, answer.midY.rounded)
    bench.touch(.moved, answer.midX.rounded, sheet.cardPlace.minY.rounded + 3)
    bench.touch(.ended, answer.midX.rounded, answer.midY.rounded)
    bench.advance(20)
    #expect(!sheet.isHidden && bench.receiver.requests.isEmpty)
    bench.type("OK")
    #expect(sheet.isHidden && bench.receiver.values == [3])
  }

  @Test(
    "P46 P48 whatever fingers do, ups pair with downs: nothing stays held, and what was switched on by a press ends")
  func fuzz() throws {
    let bench = try ControlBench(
      "a: {from: in/a, stale: 1h, enum: {0: A, 1: B, 2: C}}\nv: {initial: 3}",
      """
      {column: [{row: [{button: H, sends: in/h, back: 0}, {switch: S, sends: in/s, state: a}]}, \
      {row: [{slider: L, sets: v, range: 0..10}, {stepper: T, sets: v, range: 0..10}]}, \
      {row: [{knob: K, sets: v, range: 0..10}, {selector: M, sends: in/m, state: a}]}]}
      """)
    var random = SplitMix(seed: 36)
    var down: Set<Int> = []
    for round in 0..<20_000 {
      let finger = Int(random.next() % 5)
      let (x, y) = (Int(random.next() % 340) - 10, Int(random.next() % 260) - 10)
      switch random.next() % 8 {
      case 0, 1, 2:
        bench.touch(.began, x, y, finger: finger)
        down.insert(finger)
      case 3, 4: bench.touch(.moved, x, y, finger: finger)
      case 5, 6:
        bench.touch(.ended, x, y, finger: finger)
        down.remove(finger)
      default:
        bench.touch(.cancelled, x, y, finger: finger)
        down.remove(finger)
      }
      if round % 7 == 0 { bench.advance(20) }
      if round % 50 == 0 {
        bench.receiver.answer = [.accepted, .refused(.invalid), nil][Int(random.next() % 3)]
        bench.set(0, to: Fixed64(Int(random.next() % 4)))
      }
    }
    for finger in down { bench.touch(.ended, -500, -500, finger: finger) }
    bench.run(100)
    for control in bench.panel.instruments.compactMap({ $0 as? ControlInstrument }) {
      #expect(!control.isHeld && !control.isPressed)
    }
    let horn = bench.receiver.requests.filter { $0.destination == .address(0, source: 0) }.map(\.value)
    #expect(horn.count > 100 && horn.last == 0)
    #expect(bench.value(1).value >= 0 && bench.value(1).value <= 10)
    // And then nobody is woken.
    bench.run(4000)
    #expect((bench.panel.nextTime ?? .max) > bench.time + 1_000_000_000)
  }
}

extension ControlBench {
  /// The colours, places and words of all that is shown.
  fileprivate func snapshot() -> [UInt32] {
    var result: [UInt32] = []
    func visit(_ layer: Layer) {
      if layer.isHidden { return }
      for color in [layer.backgroundColor, (layer as? ShapeLayer)?.fillColor, (layer as? ShapeLayer)?.strokeColor] {
        result.append(color.map { UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue) } ?? 1 << 24)
      }
      result.append(UInt32(bitPattern: layer.position.x.rawValue))
      result.append(UInt32(bitPattern: layer.position.y.rawValue))
      if let text = layer as? TextLayer { result += "\(text.string ?? "")".unicodeScalars.map(\.value) }
      for sublayer in layer.sublayers ?? [] { visit(sublayer) }
    }
    visit(panel.root)
    return result
  }
}

extension Layer {
  /// The words of all captions below.
  fileprivate var allWords: [String] {
    ((self as? TextLayer)?.string).map { [$0] } ?? [] + (sublayers ?? []).flatMap { $0.allWords }
  }
}
