// A panel of a file with every control.
import FBDevice
import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import TestSupport

final class PanelStage: Stage {
  /// Of the kinds of controls, in the order of ``kind(of:)``.
  static let controlNames = ["button", "switch", "slider", "knob", "stepper", "selector", "keypad"]

  let log: CallLog
  let screen: Screen
  private let panel: Panel
  private let receiver: Receiver
  private var random: SplitMix
  private var wasPressed: [Bool]
  private var time: Int64 = 0

  /// Takes all values.
  private final class Receiver: CommandReceiver {
    var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }
    let log: CallLog
    /// Of what is on only while it is held.
    var horn: Fixed64 = 0

    init(_ log: CallLog) { self.log = log }

    func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
      guard case .address(let address, _) = request.destination else { return .accepted }
      log.note(CallKind.panelCommand, Int(address), Int(truncatingIfNeeded: request.value.rawValue))
      if address == 0 { horn = request.value }
      return .accepted
    }
  }

  init(seed: UInt64, _ log: CallLog) {
    self.log = log
    random = SplitMix(seed: seed)
    let size = Size(width: Fixed(Picture.width), height: Fixed(Picture.height))
    do throws(PackError) { panel = try Panel(try PanelFile(bytes: Self.bytes, name: "fuzz"), size: size) } catch {
      fatalError(error.message)
    }
    let display = unfailing { () throws(DeviceError) in
      try MemoryDisplay(width: 64, height: 48, layout: .xrgb8888)
    }
    screen = Screen(root: panel.root, display: display)
    receiver = Receiver(log)
    wasPressed = panel.instruments.map { _ in false }
    screen.pointsPerMillimetre = 3
    screen.focus.keyHandler = { [unowned self] in panel.take($0) }
    screen.focus.turnHandler = { [unowned self] in panel.turn(by: $0) }
    panel.state.outputs.receiver = { [unowned self] _ in receiver }
    panel.root.layoutIfNeeded()
  }

  private static let bytes: [UInt8] = {
    let text = """
      panel: 1
      size: 400x300
      sources:
        in: {lines: stdin}
      signals:
        pump: {from: in/pump, stale: 1h}
        ready: {from: in/ready, stale: 1h}
        light: {initial: 1}
        wanted: {initial: 21, unit: degC}
        volume: {initial: 4}
      pages:
        main:
          areas: |
            horn  drain start lamp
            pump  pump  light light
            fan   fan   mode  mode
            level knob  temp  deep
          horn: {button: Horn, sends: in/horn, back: 0}
          drain: {button: Drain, sends: in/drain, confirm: hold 500ms, lock: "4711"}
          start: {button: Start, sends: in/start, enabled: ready above 0, because: Not ready}
          lamp: {button: Lamp, toggles: light}
          pump: {switch: Pump, sends: in/pump, state: pump}
          light: {switch: Light, sets: light}
          fan: {slider: Fan, sends: in/fan, range: 0..100, step: 5, live: 100ms}
          mode: {selector: Mode, of: [A, B, C], sends: in/mode}
          temp: {stepper: Wanted, sets: wanted, range: 5..30, step: 0.5}
          level: {slider: Level, sends: in/level, range: 0..100, upright: true}
          knob: {knob: Volume, sets: volume, range: 0..10, step: 1}
          deep: {keypad: Depth, sends: in/deep, range: 0..50}
        other:
          row: [{button: Up, sends: in/up, repeats: 100ms}, {button: Stop, sends: in/stop, confirm: dialog}]
      bar:
        left: [{pages: tabs, width: 120px}]
      """
    do throws(DescriptionError) {
      return try compilePanel(Array(text.utf8), name: "fuzz", hasFonts: true).bytes
    } catch { fatalError(error.lines.joined(separator: "; ")) }
  }()

  private static func kind(of instrument: Instrument) -> Int? {
    switch instrument {
    case is ButtonInstrument: 0
    case is SwitchInstrument: 1
    case is SliderInstrument: 2
    case is KnobInstrument: 3
    case is StepperInstrument: 4
    case is SelectorInstrument: 5
    case is KeypadInstrument: 6
    default: nil
    }
  }

  /// Places that fingers are meant for.
  var targets: [Place] {
    var places = [Place(x: 200, y: 150), Place(x: 160, y: 130), Place(x: 240, y: 190)]
    for instrument in panel.instruments {
      let middle = instrument.convert(Point(x: instrument.bounds.midX, y: instrument.bounds.midY), to: nil)
      places.append(Place(x: middle.x.rounded, y: middle.y.rounded))
    }
    return places
  }

  /// After each sample and act.
  func look() {
    for (index, instrument) in panel.instruments.enumerated() {
      guard let control = instrument as? ControlInstrument, control.isPressed != wasPressed[index] else { continue }
      wasPressed[index] = control.isPressed
      guard control.isPressed, let kind = Self.kind(of: control) else { continue }
      log.note(CallKind.panelValues[kind], index)
    }
  }

  func advance(to time: Int64) {
    self.time = time
    screen.advanceTouches(to: time)
    panel.advance(to: time)
    unfailing { () throws(DeviceError) in try screen.drawFrame(at: .nanoseconds(time)) }
  }

  func meddle() {
    if random.isOne(in: 3) {
      log.note(CallKind.panelPage)
      panel.showPage(random.below(2))
    } else {
      panel.signals.set(SignalIndex(random.below(2)), to: random.isOne(in: 2) ? 1 : 0, at: time)
    }
    look()
  }

  /// A control that Enter has begun to set is held until it loses the focus.
  func letGo() { screen.focus.focus(nil) }

  func close() {}

  func checkRest() {
    for (index, instrument) in panel.instruments.enumerated() {
      if (instrument as? ControlInstrument)?.isPressed == true { log.fail("control \(index) is pressed in the end") }
    }
    if receiver.horn != 0 { log.fail("what is on while it is held is on in the end") }
    checkRouter()
  }
}
