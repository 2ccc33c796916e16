// Runs the panel on real time: wakes once a second, when a finger does something, and when a signal comes.
import PanelInstruments
import PanelKit

/// The panel with the clock, the machine and the touchscreens.
final class LiveSession {
  /// How often the kernel woke the program.
  var wakeups: Int64 { application.loop.wakeups }

  private let screen: PanelScreen
  private let options: Options
  private let report: Report
  private let application: Application
  private let machine = Machine()
  private var readings = Readings()
  private var player: ReplayPlayer?
  private var replayStart: Int64 = 0
  private var timer: EventLoop.Timer?
  private var failure: ProgramError?
  private var isOver = false

  init(screen: PanelScreen, options: Options, replay: Replay?, report: Report) throws(ProgramError) {
    self.screen = screen
    self.options = options
    self.report = report
    player = replay.map(ReplayPlayer.init)
    do throws(DeviceError) {
      application = try Application(screen: screen.screen, touch: options.touch)
    } catch { throw .device(error) }
    if let refusal = application.touchRefusal { Files.writeError("panel-ui: no touch: " + refusal.message + "\n") }
    application.frameHandler = { [unowned(unsafe) self] in unsafe frameWasDrawn() }
    // What is shown on top of a frame, for whoever works on the panel, stays until the next second.
    screen.screen.compositor.onNeedsFrame = nil
  }

  /// Runs until a signal, until as many frames are drawn as wanted, or until something fails.
  func run() throws(ProgramError) {
    replayStart = EventLoop.now
    // Never due until a call sets the time of the next one.
    timer = application.loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] _ in unsafe tick() }
    tick()
    do throws(DeviceError) { try application.run() } catch { throw .device(error) }
    if let failure { throw failure }
  }

  // MARK: Time

  private func tick() {
    if player != nil { replayTick() } else { clockTick() }
  }

  private func setTimer(at time: Int64) { if let timer { application.loop.setTimer(timer, at: time) } }

  /// Once a second, on its edge.
  private func clockTick() {
    let (time, untilNextSecond) = WallClock.read()
    setTimer(at: EventLoop.now + untilNextSecond)
    readings.time = time
    machine.read(into: &readings)
    screen.panel.show(readings)
  }

  /// Shows the moments that are due; after the last one the picture stays, unless more frames are wanted.
  private func replayTick() {
    guard var player else { return }
    do throws(ProgramError) {
      if player.isAtEnd { try player.beginAgain(screen) }
    } catch { return fail(error) }
    while !isOver, !player.isAtEnd, player.nextTime <= (EventLoop.now - replayStart) / 1_000_000 {
      player.advance(screen)
      application.drawFrame()
    }
    if !player.isAtEnd {
      setTimer(at: replayStart + player.nextTime * 1_000_000)
    } else if options.frames != nil {
      setTimer(at: EventLoop.now + Int64(ReplayPlayer.pause) * 1_000_000)
    }
    self.player = player
  }

  private func frameWasDrawn() {
    screen.countFrame()
    do throws(ProgramError) { try report.frameWasDrawn() } catch { return fail(error) }
    if let frames = options.frames, screen.frames >= frames { end() }
  }

  private func end() {
    isOver = true
    application.stop()
  }

  private func fail(_ error: ProgramError) {
    if failure == nil { failure = error }
    end()
  }
}
