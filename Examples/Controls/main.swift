// Controls on the first framebuffer, or on the display that the environment variable LAMINA_DISPLAY names: by fingers, a pointer,
// keys and an encoder.
import PanelKit

/// Nobody sees memory, so that nobody touches it: a finger starts the pump, carries the slider's disc to its end, and holds a
/// button for too short a time.
func touch(_ panel: PumpPanel, of application: Application) {
  var time = EventLoop.now
  func touch(_ phase: Touch.Phase, _ place: Point, after milliseconds: Int64 = 20) {
    time += milliseconds * 1_000_000
    application.screen.touch(finger: 0, phase: phase, at: PixelPoint(x: place.x, y: place.y), time: time)
  }
  func middle(_ view: View) -> Point { view.convert(Point(x: view.bounds.midX, y: view.bounds.midY), to: nil) }
  func tap(_ view: View) {
    touch(.began, middle(view))
    touch(.ended, middle(view))
  }
  let pump = panel.pump
  tap(pump.start)
  tap(pump.light)
  touch(.began, middle(pump.flow))
  touch(.moved, Point(x: 790, y: 0))
  touch(.ended, Point(x: 790, y: 0))
  touch(.began, middle(pump.jog))
  touch(.ended, middle(pump.jog), after: 1000)
  touch(.began, middle(pump.empty))
  touch(.ended, middle(pump.empty), after: 500)
}

func run() throws(DeviceError) {
  let panel = PumpPanel(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  let root = Layer()
  root.addSublayer(panel.layer)
  let application = try Application(root: root)
  if application.screen.display is MemoryDisplay {
    application.drawFrame()
    touch(panel, of: application)
    application.after(.milliseconds(1)) { application.stop() }
  }
  try application.run()
  let pump = panel.pump
  print("the pump " + (pump.isRunning ? "runs" : "stands") + ", the light is " + (pump.light.isSelected ? "on" : "off"))
  print("flow " + String(pump.flow.value.rounded) + ", level " + String(pump.level.value.rounded))
  print("jogged " + String(pump.jogs) + " times")
}

do throws(DeviceError) { try run() } catch { error.exit("controls") }
