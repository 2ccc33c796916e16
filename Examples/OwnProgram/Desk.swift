// What a program of one's own puts together: display, compositor, touch, timers, signals.
import FBDevice
import FixedRaster
import LayerRuntime

/// Shows a panel on a display, two pixels in a point, until a signal ends the program or so many frames are drawn.
final class Desk {
  private let panel: Panel
  private let display: any Display
  private let compositor: Compositor
  private let router: TouchRouter
  private let loop: EventLoop
  private var devices: [InputDevice] = []
  private var failure: DeviceError?
  private let frames: Int64?

  init(_ panel: Panel, on display: any Display, frames: Int64?) throws(DeviceError) {
    (self.panel, self.display, self.frames) = (panel, display, frames)
    let memory = display.memory
    compositor = Compositor(root: panel.root, width: memory.width, height: memory.height, scale: 2)
    router = TouchRouter(root: panel.root)
    let corner = compositor.point(at: PixelPoint(x: Fixed(memory.width), y: Fixed(memory.height)))
    panel.root.frame = Rect(x: 0, y: 0, width: corner.x, height: corner.y)
    loop = try EventLoop()
    try loop.endOnSignals()
    // What changes a layer asks for a frame; one timer draws it.
    compositor.onNeedsFrame = { [unowned(unsafe) self] in unsafe loop.setFrameTimer(at: EventLoop.now) }
    loop.frameHandler = { [unowned(unsafe) self] _ in unsafe draw() }
  }

  func run() throws(DeviceError) {
    let half: Int64 = 500_000_000
    loop.addTimer(at: EventLoop.now + half, repeating: half) { [unowned(unsafe) self] _ in
      unsafe panel.lamp.isHidden.toggle()
    }
    if display is MemoryDisplay { touchItself() } else { try openTouchscreens() }
    draw()
    _ = loop.run()
    for device in devices { device.close() }
    if let failure { throw failure }
  }

  private func draw() {
    guard compositor.drawFrame(into: display.memory) else { return }
    let damage = compositor.damagedRects
    do throws(DeviceError) { try display.present(damage.span) } catch { failure = error }
    if failure != nil || display.counts.frames == frames { loop.stop() }
  }

  private func openTouchscreens() throws(DeviceError) {
    let memory = display.memory
    devices = try InputDevice.findAll(width: memory.width, height: memory.height, rotation: memory.rotation)
    for device in devices {
      try loop.watch(device.fileDescriptor) { [unowned(unsafe) self] _ in
        let isThere = device.read { samples in
          for i in samples.indices { unsafe touch(samples[i]) }
        }
        if !isThere { unsafe loop.unwatch(device.fileDescriptor) }
      }
    }
  }

  /// The sample's place is in pixels; layers are told points.
  private func touch(_ sample: TouchSample) {
    let phase = Touch.Phase(rawValue: sample.phase.rawValue) ?? .cancelled
    router.handle(finger: Int(sample.finger), phase: phase, at: sample.position)
  }

  /// Nobody sees memory, so that nobody touches it: a finger comes down below the knob's middle.
  private func touchItself() {
    loop.addTimer(at: EventLoop.now + 1_000_000) { [unowned(unsafe) self] now in
      for phase in [TouchSample.Phase.began, .ended] {
        unsafe touch(TouchSample(finger: 0, phase: phase, position: PixelPoint(x: 70, y: 110), time: now))
      }
    }
  }
}
