// A program of one's own in two files: a knob on the first framebuffer, two pixels in a point, or on the display that the
// environment variable LAMINA_DISPLAY names, as `panel-ui --display` has them: fb:/dev/fb1, memory:800x480:xrgb8888.
import PanelKit

/// Nobody sees memory, so that nobody touches it: a finger comes down below the knob's middle, and goes up.
func touchKnob(of application: Application) {
  for phase in [TouchSample.Phase.began, .ended] {
    application.screen.touch(
      TouchSample(finger: 0, phase: phase, position: PixelPoint(x: 70, y: 110), time: EventLoop.now))
  }
}

func run() throws(DeviceError) {
  let panel = Panel()
  let application = try Application(root: panel.root, scale: 2)
  application.every(.milliseconds(500)) { panel.lamp.isHidden.toggle() }
  // All that another thread would hold of the lamp: what it posts is done on this thread.
  let handle = application.handle(to: panel.lamp)
  handle.post { lamp in lamp.opacity = 0.5 }
  if application.screen.display is MemoryDisplay {
    application.after(.milliseconds(1)) { touchKnob(of: application) }
    application.frameHandler = { if application.screen.frames == 3 { application.stop() } }
  }
  try application.run()
  if panel.root.hitTest(Point(x: 35, y: 55), order: .drawing) === panel.knob { print("the knob is there") }
  if panel.lamp.opacity == 0.5 { print("the lamp is dimmed") }
  print("touched " + String(panel.knob.touches) + " times, at " + String((panel.knob.angle * 100).rounded) + "/100")
  print("frames presented: " + String(application.screen.display.counts.frames))
}

do throws(DeviceError) { try run() } catch { error.exit("own-program") }
