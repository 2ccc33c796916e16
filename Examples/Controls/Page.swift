// A pump that is set by every control there is.
import PanelKit

/// The page that is used all day: what is on, and how fast.
final class PumpPage: View {
  let start = Button(title: "Start")
  let light = Button(title: "Light", kind: .toggle)
  let jog = Button(title: "Jog", kind: .repeating)
  let empty = HoldButton(title: "Empty tank")
  let automatic = Switch()
  let mode = SegmentedControl(items: ["Fill", "Circulate", "Drain"])
  let flow = Slider()
  let knobs = [Knob(), Knob(), Knob()]
  let level = Slider()
  let zones = Stepper()
  private(set) var isRunning = false
  private(set) var jogs = 0

  override init(frame: Rect) {
    super.init(frame: frame)
    start.role = .primary
    start.on(.primaryActionTriggered) { [unowned(unsafe) self] _ in unsafe toggle() }
    jog.on(.primaryActionTriggered) { [unowned(unsafe) self] _ in unsafe jogs += 1 }
    empty.on(.primaryActionTriggered) { [unowned(unsafe) self] _ in unsafe level.setValue(0, animated: true) }
    automatic.title = "Automatic"
    automatic.on(.valueChanged) { [unowned(unsafe) self] automatic in unsafe flow.isEnabled = !automatic.isOn }
    mode.selectedSegmentIndex = 1
    (flow.title, flow.unit, flow.maximumValue, flow.stepValue, flow.value) = ("Flow", "l/min", 60, 0.5, 24)
    for (knob, (title, unit, range, value)) in zip(
      knobs,
      [("Pressure", "bar", 6, 2.5), ("Heating", "°C", 90, 55), ("Delay", "s", 10, 1.5)]
        as [(String, String, Fixed, Fixed)]
    ) {
      (knob.title, knob.unit, knob.maximumValue, knob.value) = (title, unit, range, value)
      addSubview(knob)
    }
    (level.title, level.unit, level.isUpright, level.maximumValue, level.value) = ("Level", "%", true, 100, 65)
    (zones.title, zones.minimumValue, zones.maximumValue, zones.value) = ("Zones", 1, 8, 4)
    for view in [start, light, jog, empty, automatic, mode, flow, level, zones] as [View] { addSubview(view) }
  }

  /// Stopping a pump is asked for; starting one is not.
  private func toggle() {
    if !isRunning { return run(true) }
    let dialog = Dialog(title: "Stop the pump?", message: "Zone 2 runs dry in four minutes.")
    dialog.addButton("Keep running", role: .cancel)
    dialog.addButton("Stop pump", role: .destructive) { [unowned(unsafe) self] in unsafe run(false) }
    dialog.show(above: self)
  }

  private func run(_ runs: Bool) {
    isRunning = runs
    start.title = runs ? "Stop" : "Start"
  }

  override func layoutSubviews() {
    start.frame = Rect(x: 20, y: 24, width: 124, height: 56)
    light.frame = Rect(x: 160, y: 24, width: 124, height: 56)
    jog.frame = Rect(x: 300, y: 24, width: 124, height: 56)
    empty.frame = Rect(x: 440, y: 24, width: 180, height: 56)
    mode.frame = Rect(x: 20, y: 108, width: 404, height: 48)
    automatic.frame = Rect(x: 440, y: 114, width: 180, height: 36)
    flow.frame = Rect(x: 20, y: 184, width: 404, height: 68)
    zones.frame = Rect(x: 440, y: 192, width: 180, height: 60)
    for (index, knob) in knobs.enumerated() {
      knob.frame = Rect(x: 20 + 212 * Fixed(index), y: 272, width: 176, height: 158)
    }
    level.frame = Rect(x: 676, y: 24, width: 90, height: 400)
  }
}

/// The page that is used once: words, numbers and lists.
final class SetupPage: View {
  let name = TextField()
  let limit = Keypad()
  let medium = PickerWheel(items: ["Water", "Brine", "Glycol 20 %", "Glycol 40 %", "Oil", "Diesel", "Milk"])
  let theme = SegmentedControl(items: ["Day", "Dark", "Night"])

  override init(frame: Rect) {
    super.init(frame: frame)
    (name.placeholder, name.text) = ("Name of the pump", "Bilge pump 2")
    (limit.unit, limit.maximumValue, limit.allowsDecimals) = ("bar", 6, true)
    limit.value = 4.5
    medium.selectRow(2, animated: false)
    theme.selectedSegmentIndex = 1
    for view in [name, limit, medium, theme] as [View] { addSubview(view) }
  }

  override func layoutSubviews() {
    name.frame = Rect(x: 20, y: 24, width: 320, height: 48)
    theme.frame = Rect(x: 20, y: 96, width: 320, height: 48)
    medium.frame = Rect(x: 20, y: 172, width: 320, height: 220)
    limit.frame = Rect(x: 420, y: 24, width: 320, height: 368)
  }
}

/// Both pages, with tabs.
final class PumpPanel: View {
  let pages = PageView()
  let pump = PumpPage(frame: .zero)
  let setup = SetupPage(frame: .zero)

  override init(frame: Rect) {
    super.init(frame: frame)
    pages.addPage("Pump", pump)
    pages.addPage("Setup", setup)
    addSubview(pages)
    show(.dark)
    setup.theme.on(.valueChanged) { [unowned(unsafe) self] theme in
      unsafe show([.day, .dark, .night][theme.selectedSegmentIndex])
    }
  }

  /// All controls in it take its style.
  func show(_ style: ControlStyle) {
    controlStyle = style
    backgroundColor = style.ground
  }

  override func layoutSubviews() { pages.frame = bounds }
}
