// Runs the panel on real time: wakes once a second, when a finger does something, and when a signal comes.
import FBDevice
import FixedRaster
import LayerRuntime
import PanelInstruments

/// The panel with the clock, the machine and the touchscreens.
final class LiveSession {
  /// How often the kernel woke the program.
  var wakeups: Int64 { loop.wakeups }

  private let screen: PanelScreen
  private let options: Options
  private let report: Report
  private let loop: EventLoop
  private let console: Console?
  private let machine = Machine()
  private var readings = Readings()
  private var player: ReplayPlayer?
  private var replayStart: Int64 = 0
  private var devices: [InputDevice] = []
  private var failure: ProgramError?
  private var isOver = false

  init(screen: PanelScreen, options: Options, replay: Replay?, report: Report) throws(ProgramError) {
    self.screen = screen
    self.options = options
    self.report = report
    player = replay.map(ReplayPlayer.init)
    do throws(DeviceError) {
      loop = try EventLoop()
      try loop.endOnSignals()
      // A display in memory leaves the console alone.
      console = screen.display is MemoryDisplay ? nil : try Console.take()
    } catch { throw .device(error) }
  }

  /// Runs until a signal, until as many frames are drawn as wanted, or until something fails.
  func run() throws(ProgramError) {
    defer { console?.release() }
    try openTouchscreens()
    loop.frameHandler = { [unowned(unsafe) self] _ in unsafe tick() }
    replayStart = EventLoop.now
    tick()
    _ = loop.run()
    for device in devices { device.close() }
    if let failure { throw failure }
  }

  // MARK: Time

  private func tick() {
    if player != nil { replayTick() } else { clockTick() }
  }

  /// Once a second, on its edge.
  private func clockTick() {
    let (time, untilNextSecond) = WallClock.read()
    loop.setFrameTimer(at: EventLoop.now + untilNextSecond)
    readings.time = time
    machine.read(into: &readings)
    screen.panel.show(readings)
    draw()
  }

  /// Shows the moments that are due; after the last one the picture stays, unless more frames are wanted.
  private func replayTick() {
    guard var player else { return }
    do throws(ProgramError) {
      if player.isAtEnd { try player.beginAgain(screen) }
    } catch { return fail(error) }
    while !isOver, !player.isAtEnd, player.nextTime <= (EventLoop.now - replayStart) / 1_000_000 {
      player.advance(screen)
      draw()
    }
    if !player.isAtEnd {
      loop.setFrameTimer(at: replayStart + player.nextTime * 1_000_000)
    } else if options.frames != nil {
      loop.setFrameTimer(at: EventLoop.now + Int64(ReplayPlayer.pause) * 1_000_000)
    }
    self.player = player
  }

  private func draw() {
    do throws(DeviceError) {
      if try !screen.drawFrame() { return }
    } catch { return fail(.device(error)) }
    do throws(ProgramError) { try report.frameWasDrawn() } catch { return fail(error) }
    if let frames = options.frames, screen.frames >= frames { end() }
  }

  private func end() {
    isOver = true
    loop.stop()
  }

  private func fail(_ error: ProgramError) {
    if failure == nil { failure = error }
    end()
  }

  // MARK: Fingers

  private func openTouchscreens() throws(ProgramError) {
    let memory = screen.display.memory
    do throws(DeviceError) {
      switch options.touch {
      case .none: return
      case .device(let path):
        devices = [
          try InputDevice(path: path, width: memory.width, height: memory.height, rotation: memory.rotation)
        ]
      case .automatic:
        if screen.display is MemoryDisplay { return }
        // A panel without a touchscreen is a panel still.
        do throws(DeviceError) {
          devices = try InputDevice.findAll(
            width: memory.width, height: memory.height, rotation: memory.rotation)
        } catch {
          Files.writeError("panel-ui: no touch: " + error.message + "\n")
        }
      }
      for device in devices { try listen(to: device) }
    } catch { throw .device(error) }
  }

  private func listen(to device: InputDevice) throws(DeviceError) {
    try loop.watch(device.fileDescriptor) { [unowned(unsafe) self] _ in unsafe read(device) }
  }

  private func read(_ device: InputDevice) {
    let isThere = device.read { samples in
      for index in samples.indices {
        let sample = samples[index]
        let phase = Touch.Phase(rawValue: sample.phase.rawValue) ?? .cancelled
        screen.touch(finger: Int(sample.finger), phase: phase, at: sample.position)
      }
    }
    if !isThere {
      loop.unwatch(device.fileDescriptor)
      device.close()
    }
    draw()
  }
}
