// Subject: controls. Frames in which fingers hold controls, for scripts/heap: none of them takes memory.
//
// Each control is held for twenty frames, by turns, and dragged or kept at its place.
import FixedRaster
import LayerRuntime

/// Frames of 480 × 320 pixels, 16 ms apart.
final class ControlFrames {
  private let root = View(frame: Rect(x: 0, y: 0, width: 480, height: 320))
  private let display = HashedDisplay(width: 480, height: 320)
  private let compositor: Compositor
  private let router: TouchRouter
  private let focus: FocusRouter
  private let controls: [Control]
  private var time: Int64 = 0
  private var frames = 0
  private var lastHash: UInt64 = 0
  /// Frames that look different from the one before.
  private var changes = 0

  private init() {
    let (slider, upright, knob, stepper) = (Slider(), Slider(), Knob(), Stepper())
    let wheel = PickerWheel(items: (0..<200).map { "Row " + String($0) })
    let segments = SegmentedControl(items: ["A", "B", "C"])
    let (repeating, toggle) = (Button(title: "Up", kind: .repeating), Button(title: "On", kind: .toggle))
    let keypad = Keypad()
    // Values of 10 bytes at most: on machines of 32 bits longer strings take memory.
    (slider.title, slider.unit, slider.maximumValue) = ("Flow", "l", 60)
    (upright.isUpright, upright.maximumValue, knob.unit) = (true, 100, "bar")
    stepper.maximumValue = 1000
    controls = [slider, upright, knob, stepper, wheel, segments, repeating, toggle, keypad]
    let places: [(Fixed, Fixed, Fixed, Fixed)] = [
      (10, 10, 200, 60), (220, 10, 50, 140), (10, 80, 100, 100), (10, 190, 160, 45), (120, 80, 90, 100),
      (10, 250, 160, 40), (180, 190, 80, 45), (180, 250, 80, 45), (280, 10, 190, 300),
    ]
    for (control, place) in zip(controls, places) {
      control.frame = Rect(x: place.0, y: place.1, width: place.2, height: place.3)
      root.addSubview(control)
    }
    compositor = Compositor(root: root.layer, width: 480, height: 320)
    router = TouchRouter(root: root.layer)
    focus = FocusRouter(root: root.layer)
    router.focusRouter = focus
    root.controlStyle = .dark
  }

  /// A finger on the control whose turn it is, and a frame.
  private func step() {
    let control = controls[frames / 20 % controls.count]
    let moment = frames % 20
    let box = control.frame
    let way = Fixed(moment < 10 ? moment : 20 - moment)
    // Buttons and steppers are kept at their right part; the others are dragged.
    let isKept = control is Stepper || control is Button || control is Keypad
    let place =
      isKept
      ? Point(x: box.maxX - 20, y: box.maxY - 20)
      : Point(x: box.minX + box.width * way / 10, y: box.maxY - 1 - box.height * way / 12)
    time += 16_000_000
    router.handle(finger: 0, phase: moment == 0 ? .began : moment == 19 ? .ended : .moved, at: place, time: time)
    router.advance(to: time)
    // A frame in which a control rests is not drawn; the planted allocation, which comes with a clock, is wanted in each.
    readClock()
    compositor.drawFrame(at: .nanoseconds(time), into: display.memory)
    var hash = ProbeHash()
    display.add(to: &hash)
    if hash.value != lastHash { changes += 1 }
    lastHash = hash.value
    frames += 1
  }

  /// Draws frames.
  /// - Returns: the exit status: 1 if fewer than a fourth of them show anything new.
  static func draw(_ count: Int) -> Int32 {
    let scene = ControlFrames()
    for _ in 0..<count { scene.step() }
    return scene.changes * 4 > count ? 0 : 1
  }
}
