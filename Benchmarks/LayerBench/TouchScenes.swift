// Touches: from a finger's sample to the last pixel stored.
import CLinux
import DefaultFont
import FBDevice
import FixedRaster
import LayerRuntime
import Measuring
import SystemFiles

/// A page of controls and a list, with fingers on them.
final class TouchScene {
  private let root = View(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  private let button = Button(title: "Start")
  private let slider = Slider()
  private let list = ListView(frame: Rect(x: 380, y: 40, width: 400, height: 400))
  private let compositor: Compositor
  private let router: TouchRouter
  private let display: DisplayMemory
  private var time: Int64 = 10_000_000_000
  private var step = 0

  init(_ display: DisplayMemory, threads: Int) {
    self.display = display
    button.frame = Rect(x: 20, y: 40, width: 100, height: 60)
    slider.frame = Rect(x: 20, y: 120, width: 340, height: 60)
    (slider.title, slider.unit, slider.maximumValue, slider.value) = ("Flow", "l", 100, 50)
    list.rowHeight = 20
    for view in [button, slider, list] as [View] { root.addSubview(view) }
    for index in 0..<6 {
      let other = Button(title: "Other")
      other.frame = Rect(x: Fixed(20 + index % 3 * 110), y: Fixed(220 + index / 3 * 80), width: 100, height: 60)
      root.addSubview(other)
    }
    root.controlStyle = .dark
    root.backgroundColor = ControlStyle.dark.ground
    compositor = Compositor(
      root: root.layer, width: 800, height: 480, capacities: CompositorCapacities(threads: threads))
    router = TouchRouter(root: root.layer)
    list.dataSource = self
    draw()
  }

  @discardableResult
  private func draw() -> Bool { compositor.drawFrame(at: .nanoseconds(time), into: display) }

  private func touch(_ phase: Touch.Phase, _ x: Fixed, _ y: Fixed) {
    time += 8_000_000
    router.handle(finger: 0, phase: phase, at: PixelPoint(x: x, y: y), time: time)
  }

  /// Has a finger lift from the button, and go down.
  func lift() {
    touch(.ended, 70, 70)
    draw()
  }

  func press() -> Bool {
    touch(.began, 70, 70)
    return draw()
  }

  /// Carries the slider's disc by four points.
  func slide() -> Bool {
    if step == 0 { touch(.began, 100, 155) }
    step += 1
    let way = step % 100
    touch(.moved, Fixed(100 + 4 * (way < 50 ? way : 100 - way)), 155)
    return draw()
  }

  /// A frame of the list, which is thrown again once it stands.
  func scroll() -> Bool {
    if !list.isDecelerating {
      step += 1
      let isDown = step % 2 == 0
      for index in 0..<5 {
        touch(index == 0 ? .began : .moved, 580, Fixed(isDown ? 100 + 40 * index : 300 - 40 * index))
      }
      touch(.ended, 580, isDown ? 260 : 140)
      draw()
    }
    time += 33_333_333
    return draw()
  }

  /// Moves a finger on the button that it holds.
  func rest() {
    for index in 0..<100 { touch(.moved, Fixed(60 + index % 2), 70) }
    if compositor.needsFrame { draw() }
  }
}

extension TouchScene: ListViewDataSource {
  func numberOfRows(in list: ListView) -> Int { 100_000 }

  func listView(_ list: ListView, rowAt index: Int) -> ListRow {
    let row = list.dequeueReusableRow() as? BenchRow ?? BenchRow()
    row.text.string = index % 2 == 0 ? "An even row" : "An odd row"
    return row
  }
}

private final class BenchRow: ListRow {
  let text = TextLayer()

  init() {
    super.init(reuseIdentifier: "")
    (text.font, text.fontSize, text.foregroundColor) = (.dejaVuSans, 14, .white)
    layer.addSublayer(text)
  }

  override func layoutSubviews() { text.frame = Rect(x: 8, y: 1, width: 300, height: 18) }
}

/// Samples that a device's events become: a thousand moves of a finger, of six events each.
struct TouchReading {
  private static var path: String { "/tmp/layer-bench.evemu" }

  /// Writes the recording.
  init() {
    var text = "N: bench\nP: 02\nA: 2f 0 9 0 0\nA: 35 0 4095 0 0\nA: 36 0 4095 0 0\nA: 39 0 65535 0 0\n"
    text += "E: 0.000001 0003 002f 0000\nE: 0.000001 0003 0039 0001\n"
    for index in 0..<1000 {
      let time = "E: 0." + String(1_000_000 + index * 8).dropFirst()
      for event in ["0003 0035 " + String(index), "0003 0036 " + String(index * 2), "0000 0000 0"] {
        text += time + " " + event + "\n"
      }
    }
    _ = unsafe mkdir("/tmp", 0o755)
    let file = unsafe linux_open(Self.path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe CLinux.write(file, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      bytes = bytes.dropFirst(count)
    }
    close(file)
  }

  func open() -> InputDevice? {
    do throws(DeviceError) {
      return try InputDevice(recording: Self.path, isPaced: false, width: 800, height: 480)
    } catch {
      write(error.message + "\n", to: 2)
      return nil
    }
  }
}

/// Measures touches; of readings and of resting fingers many at once.
func measureTouches(_ bench: inout Bench, _ display: DisplayMemory, _ options: Options) {
  if options.dump != nil { return }
  var frame = 0
  func check(_ name: StaticString, _ isDrawn: Bool) {
    frame += 1
    if !isDrawn { fail(name, frame) }
  }
  if options.wants("touch-press") {
    let scene = TouchScene(display, threads: options.threads)
    bench.measure("touch-press", before: { scene.lift() }) { check("touch-press", scene.press()) }
  }
  if options.wants("touch-slider") {
    let scene = TouchScene(display, threads: options.threads)
    // Once there and back: each digit has been seen.
    for _ in 0..<100 { _ = scene.slide() }
    bench.measure("touch-slider") { check("touch-slider", scene.slide()) }
  }
  if options.wants("touch-list") {
    let scene = TouchScene(display, threads: options.threads)
    bench.measure("touch-list") { check("touch-list", scene.scroll()) }
  }
  if options.wants("touch-rest-100") {
    let scene = TouchScene(display, threads: options.threads)
    _ = scene.press()
    bench.measure("touch-rest-100") { scene.rest() }
  }
  if options.wants("touch-read-1000") {
    let reading = TouchReading()
    var device: InputDevice?
    bench.measure("touch-read-1000", before: { device = reading.open() }) {
      var count = 0
      _ = device?.read { count += $0.count }
      check("touch-read-1000", count >= 1000)
    }
  }
}
