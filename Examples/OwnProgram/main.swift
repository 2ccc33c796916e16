// A program of one's own: a knob on the first framebuffer, or on the display that the environment variable OWN_DISPLAY
// names, as `panel-ui --display` has them: fb:/dev/fb1, memory:800x480:xrgb8888.
import CLinux
import FBDevice
import FixedRaster
import LayerRuntime

func run() throws(DeviceError) {
  let name = unsafe getenv("OWN_DISPLAY").map { unsafe String(cString: $0) }
  let display = try DisplayChoice(name ?? "auto").open()
  defer { display.close() }
  // Keeps the text console from drawing over the panel; it comes back at the end.
  let console = display is MemoryDisplay ? nil : try Console.take()
  defer { console?.release() }
  let panel = Panel()
  try Desk(panel, on: display, frames: display is MemoryDisplay ? 3 : nil).run()
  if panel.root.hitTest(Point(x: 35, y: 55), order: .drawing) === panel.knob { print("the knob is there") }
  print("touched " + String(panel.knob.touches) + " times, at " + String((panel.knob.angle * 100).rounded) + "/100")
  print("frames presented: " + String(display.counts.frames))
}

do throws(DeviceError) { try run() } catch { print("own-program: " + error.message) }
