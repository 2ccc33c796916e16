// Puts options, display, console, loop and panel together.
import CLinux
import FBDevice
import LayerRuntime
import PanelInstruments

/// Runs the program.
/// - Parameter start: on ``EventLoop/now``.
/// - Returns: the exit status.
func runPanel(startedAt start: Int64) -> Int32 {
  do throws(ProgramError) {
    let options = try Options(try Files.arguments())
    switch options.action {
    case .showHelp: Files.write(helpText, to: 1)
    case .showVersion: Files.write(versionText, to: 1)
    case .run: try run(options, start)
    }
    return 0
  } catch {
    Files.write("panel-ui: " + error.message + "\n", to: 2)
    return error.status
  }
}

private func run(_ options: Options, _ start: Int64) throws(ProgramError) {
  var replay: Replay?
  if let path = options.replay { replay = try Replay(try Files.read(path), name: path) }
  let display = try openDisplay(options)
  defer { display.close() }
  // A panel without a picture is a panel still.
  let images = PanelImages { Files.write("panel-ui: a picture is left out: " + $0.message + "\n", to: 2) }
  let screen = PanelScreen(display: display, images: images, redrawsFully: options.redrawsFully)
  screen.overlays = options.overlays
  let report = Report(isOn: options.printsStatistics, start: start)
  var wakeups: Int64 = 0
  if let replay, display is MemoryDisplay {
    var player = ReplayPlayer(replay)
    try player.playAll(screen, frames: options.frames) { report.frameWasDrawn() }
  } else {
    let session = try LiveSession(screen: screen, options: options, replay: replay, report: report)
    try session.run()
    wakeups = session.wakeups
  }
  if let path = options.snapshot {
    do throws(DeviceError) { try screen.writeSnapshot(to: path) } catch { throw .device(error) }
  }
  if options.printsStatistics { Files.write(screen.statisticsLine(wakeups: wakeups), to: 1) }
}

/// Opens what `--display` names. A display in memory in the place of a framebuffer is of use only where a picture or
/// measurements are wanted of it.
private func openDisplay(_ options: Options) throws(ProgramError) -> any Display {
  var refusal: DeviceError?
  let display: any Display
  do throws(DeviceError) {
    display = try options.display.open(rotation: options.rotation) { error in if refusal == nil { refusal = error } }
  } catch { throw .device(error) }
  guard case .automatic = options.display, display is MemoryDisplay else { return display }
  if let refusal { throw .device(refusal) }
  if options.snapshot == nil && options.frames == nil {
    throw .failed(
      "no display: there is no framebuffer /dev/fb0; load its driver, or write --frames 1 --snapshot panel.png for a "
        + "picture")
  }
  return display
}

/// Says when the first frame is on the display.
final class Report {
  private var isOn: Bool
  private let start: Int64

  init(isOn: Bool, start: Int64) {
    self.isOn = isOn
    self.start = start
  }

  func frameWasDrawn() {
    if !isOn { return }
    isOn = false
    let microseconds = (EventLoop.now - start) / 1000
    Files.write("{\"first_frame_us\":" + String(microseconds) + "}\n", to: 1)
    Files.write("ready\n", to: 2)
  }
}
