import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite("Controls by keys and encoders")
struct ControlKeyTests {
  private let state = "a: {from: in/a, stale: 1h}"

  private func ring(_ control: ControlInstrument) -> Bool {
    (control.sublayers ?? []).contains { layer in
      guard let shape = layer as? ShapeLayer, !shape.isHidden, let path = shape.path else { return false }
      return shape.lineWidth == 2 && path.boundingBox.minX < control.field.minX
    }
  }

  @Test("P46 D24 L95 Enter presses a button for as long as it is down; the first key only shows where the focus is")
  func button() throws {
    let bench = try ControlBench("a: {from: in/a}", "{button: Horn, sends: in/horn, back: 0}")
    let button = bench.control(ButtonInstrument.self)
    bench.press(.enter)
    #expect(bench.receiver.values.isEmpty && ring(button))
    bench.focus.handle(.enter, .began, time: 0)
    #expect(button.isPressed)
    bench.advance(20)
    #expect(bench.receiver.values == [1])
    bench.focus.handle(.enter, .repeated, time: 0)
    bench.advance(20)
    #expect(bench.receiver.values == [1])
    bench.focus.handle(.enter, .ended, time: 0)
    bench.advance(20)
    #expect(bench.receiver.values == [1, 0] && !button.isPressed)
    // Gone while it is down: what it has switched on does not stay on.
    bench.focus.handle(.space, .began, time: 0)
    bench.advance(20)
    bench.focus.cancelKeys(time: 0)
    bench.advance(20)
    #expect(bench.receiver.values == [1, 0, 1, 0])
    bench.touch(.began, 2, 2)
    #expect(!ring(button))
  }

  @Test("P46 D24 a switch, a hold, a PIN and a dialog by keys alone")
  func switches() throws {
    let bench = try ControlBench(
      state,
      """
      {column: [{switch: Pump, sends: in/pump, state: a}, {button: Reset, sends: in/reset, confirm: hold 1s},
          {button: Stop, sends: in/stop, confirm: dialog}, {switch: Locked, sends: in/locked, lock: "2580"},
          {button: Off, sends: in/off, enabled: a above 50}]}
      """)
    bench.set(0, to: 0)
    bench.advance(20)
    bench.press(.tab, .enter)
    #expect(bench.receiver.values == [1])
    bench.press(.tab)
    bench.focus.handle(.enter, .began, time: 0)
    bench.run(500)
    bench.focus.handle(.enter, .ended, time: 0)
    bench.run(1000)
    #expect(bench.receiver.values == [1])
    bench.focus.handle(.enter, .began, time: 0)
    bench.run(1100)
    #expect(bench.receiver.values == [1, 1])
    bench.focus.handle(.enter, .ended, time: 0)
    // The dialog stands at "Cancel".
    bench.press(.tab, .enter, .enter)
    #expect(bench.receiver.values == [1, 1] && bench.panel.sheet?.question == nil)
    bench.press(.enter, .right, .enter)
    #expect(bench.receiver.values == [1, 1, 1] && bench.panel.sheet?.question == nil)
    bench.press(.enter, .escape)
    #expect(bench.receiver.values.count == 3 && bench.panel.sheet?.question == nil)
    // The PIN is typed, or chosen by an encoder.
    bench.press(.tab, .enter)
    #expect(bench.panel.sheet?.question == .pin)
    bench.press(.digit(2), .digit(5), .digit(8), .digit(9), .backspace, .digit(0), .enter)
    #expect(bench.panel.sheet?.question == nil && bench.receiver.values.count == 3)
    bench.press(.enter)
    #expect(bench.receiver.values.count == 4)
    // One that is disabled is left out.
    bench.press(.tab)
    #expect(bench.focus.focusedLayer === bench.panel.controls[0])
  }

  @Test("P49 D24 an encoder alone types a number: turns go from key to key, its button presses them")
  func keypad() throws {
    let bench = try ControlBench("a: {initial: 0}", "{keypad: Depth, sets: a, range: 0..50}")
    bench.turn(1)
    bench.press(.enter)
    #expect(bench.panel.sheet?.question != nil)
    // From "OK" back to the 4.
    let keys = try #require(bench.panel.sheet?.keys)
    let (enter, four) = (keys.firstIndex { $0.key == .enter }!, keys.firstIndex { $0.key == .digit(52) }!)
    bench.turn(four - enter)
    bench.press(.enter, .enter)
    bench.turn(100)
    bench.press(.enter)
    bench.advance(20)
    #expect(bench.value(0).value == 44 && bench.panel.sheet?.question == nil)
    // Typed on a keyboard after a touch, with a limit that is refused.
    bench.tap()
    bench.press(.digit(7), .digit(7), .enter)
    #expect(bench.panel.sheet?.question != nil && bench.value(0).value == 44)
    bench.press(.backspace, .minus, .minus, .period, .digit(5), .enter)
    bench.advance(20)
    #expect(bench.value(0).value == Fixed64(75, over: 10))
  }

  @Test(
    "P48 L95 a focused slider takes the turns after a press, sends at the next one, and Escape takes it back; Tab is no answer",
    arguments: ["slider", "knob", "stepper"])
  func values(_ kind: String) throws {
    let bench = try ControlBench(
      state, "{column: [{\(kind): Fan, sends: in/fan, state: a, range: 0..100, step: 5}, {button: B, sends: in/b}]}")
    let control = bench.control(ValueControl.self)
    bench.set(0, to: 50)
    bench.turn(1)
    bench.turn(1)
    bench.turn(-1)
    #expect(bench.receiver.values.isEmpty && ring(control))
    bench.press(.enter)
    bench.turn(3)
    bench.press(.right, .down, .pageUp)
    // What is held follows the keys whatever the state says meanwhile.
    bench.set(0, to: 20)
    bench.run(500)
    #expect(control.shownValue == 100 && bench.receiver.values.isEmpty)
    bench.press(.pageDown, .enter)
    #expect(bench.receiver.values == [50])
    bench.press(.enter, .end, .escape)
    #expect(bench.receiver.values == [50] && !control.isHeld)
    bench.press(.enter, .home, .tab)
    bench.run(100)
    #expect(bench.receiver.values == [50] && !control.isHeld)
    #expect(bench.focus.focusedLayer === bench.control(ButtonInstrument.self))
    // A finger takes it over.
    bench.press(.up, .enter, .home)
    bench.touch(.began, 300, 230)
    #expect(!control.isHeld)
  }

  @Test("P48 fine steps by + and −, without a press before: what they come to is sent once, 0.3 s after the last")
  func fineSteps() throws {
    let bench = try ControlBench(state, "{slider: Fan, sends: in/fan, state: a, range: 0..100, step: 5}")
    bench.set(0, to: 50)
    bench.press(.tab)
    let plus = Key(rawValue: 13)
    bench.press(plus, plus, plus, .minus)
    #expect(bench.receiver.values.isEmpty && bench.control(SliderInstrument.self).shownValue == 60)
    bench.run(400)
    #expect(bench.receiver.values == [60])
    bench.run(2000)
    #expect(bench.receiver.values == [60] && !bench.control(SliderInstrument.self).isHeld)
  }

  @Test("P48 P49 a picker and a menu are set by Enter, turns and Enter")
  func pickerAndMenu() throws {
    let picker = try ControlBench(state, "{picker: Mode, of: [Off, Auto, Hand], sends: in/mode, state: a}")
    picker.set(0, to: 0)
    picker.press(.tab, .enter)
    picker.turn(2)
    picker.press(.enter)
    #expect(picker.receiver.values == [2])
    let menu = try ControlBench(state, "{menu: Mode, of: [Off, Auto, Hand], sends: in/mode, state: a}")
    menu.set(0, to: 0)
    menu.press(.tab, .enter)
    let sheet = try #require(menu.panel.sheet)
    #expect(sheet.question == .choice(["Off", "Auto", "Hand"], 0))
    menu.turn(2)
    menu.press(.enter)
    #expect(menu.receiver.values == [2] && sheet.isHidden)
    menu.press(.enter, .escape)
    #expect(menu.receiver.values == [2] && sheet.isHidden)
  }

  @Test("P48 a selector is set by Enter, turns and Enter")
  func selector() throws {
    let bench = try ControlBench(state, "{selector: Mode, of: [Off, Auto, Hand], sends: in/mode, state: a}")
    bench.set(0, to: 1)
    bench.advance(20)
    bench.turn(1)
    bench.press(.enter)
    bench.turn(9)
    bench.press(.enter)
    #expect(bench.receiver.values == [2])
    bench.press(.enter, .left, .left, .escape, .enter, .left, .enter)
    #expect(bench.receiver.values.count == 2)
  }

  private func compiled(_ text: String) throws -> [UInt8] { try compilePanel(Array(text.utf8), name: "keys").bytes }

  private let keyed = """
    keys:
      f1: {page: two}
      KEY_F2: {presses: Horn}
      page down: {page: next}
      right: {focus: next}
      volumeup: {raises: Fan}
      volume_down: {lowers: Mode}
      encoder: {turns: Fan}
    """

  @Test("D24 P20 keys of a panel map a key or an encoder to a page, a button, a focus move, a value")
  func panelKeys() throws {
    let bench = try ControlBench(
      PanelFile(
        bytes: compiled(
          """
          panel: 1
          size: 320x240
          sources: {in: {lines: stdin}}
          signals: {a: {from: in/a, stale: 1h}}
          \(keyed.replacing("\n", with: "\n          "))
          pages:
            one:
              column:
                - {button: Horn, sends: in/horn, back: 0}
                - {slider: Fan, sends: in/fan, state: a, range: 0..100, step: 5}
            two:
              column:
                - {button: Horn, sends: in/horn2}
                - {selector: Mode, of: [Off, Auto, Hand], sends: in/mode}
          """)))
    let (f1, f2, up, down) = (Key(rawValue: 59), Key(rawValue: 60), Key(rawValue: 115), Key(rawValue: 114))
    bench.set(0, to: 50)
    bench.advance(20)
    bench.focus.handle(f2, .began, time: 0)
    bench.advance(20)
    #expect(bench.receiver.values == [1])
    bench.focus.handle(f2, .ended, time: 0)
    bench.advance(20)
    #expect(bench.receiver.values == [1, 0])
    bench.press(up, up)
    bench.turn(4)
    bench.run(400)
    #expect(bench.receiver.values == [1, 0, 80])
    // Of the selector, which another page shows.
    bench.press(down)
    bench.run(400)
    #expect(bench.receiver.values.count == 3)
    bench.press(.right, .right)
    #expect(bench.focus.focusedLayer === bench.panel.controls[1])
    bench.press(f1)
    #expect(bench.panel.page == 1)
    bench.press(f2)
    #expect(bench.receiver.values == [1, 0, 80, 1])
    bench.press(down)
    #expect(bench.receiver.values == [1, 0, 80, 1, 0])
    bench.press(.pageDown, .pageDown, .pageDown)
    #expect(bench.panel.page == 0)
    // The encoder's control is on the other page: its steps move the focus.
    bench.press(f1)
    bench.turn(1)
    #expect(bench.receiver.values.count == 5 && bench.focus.showsRing)
  }
}
