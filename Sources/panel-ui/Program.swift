// Puts options, display, console, loop and panel together.
import CLinux
import EventLoop
@_exported import PanelDisplays
import PanelFile
import PanelInstruments
import PanelKit
import PanelReplay
import SystemFiles

/// Runs the program.
/// - Parameter start: on ``EventLoop/now``.
/// - Returns: the exit status.
func runPanel(startedAt start: Int64) -> Int32 {
  do throws(ProgramError) {
    let options = try Options(try Files.arguments(), readsBoard: true)
    switch options.action {
    case .showHelp: try Files.writeOutput(helpText)
    case .showVersion: try Files.writeOutput(versionText)
    case .check: try Files.writeOutput(try Check.line(options.panel ?? ""))
    case .examine:
      var doctor = Doctor(options)
      doctor.examine()
      try Files.writeOutput(doctor.text)
      if !doctor.isWell { return 1 }
    case .calibrate: try Calibrate.run(options)
    case .run: try run(options, start)
    }
    return 0
  } catch {
    Files.writeError("panel-ui: " + error.message + "\n")
    return error.status
  }
}

private func run(_ given: Options, _ start: Int64) throws(ProgramError) {
  var options = given
  let file = try PanelFile.open(options.panel)
  let number = try options.takeDisplay(of: file)
  var replay: Replay?
  if let path = options.replay { replay = try Replay(try Files.readReplay(path), name: path, for: file) }
  if let path = options.snapshot { try Files.checkFolder(of: path) }
  if let path = options.touchSetup.recording { try Files.checkFolder(of: path) }
  let display = try openDisplay(options)
  defer { display.close() }
  try reserveMemory(for: display)
  let screen = try PanelScreen(
    file, display: options.remote.display(display), number: number, redrawsFully: options.redrawsFully)
  if let limit = options.layerLimit {
    try PanelScreen.requireRoom(screen.panel, limit, named: options.panel.map { printable($0) + ": " } ?? "")
  }
  let screens = PanelScreens(screen)
  screen.screen.compositor.overlays = options.overlays
  screen.screen.compositor.dithering = options.dithering
  try showFirst(options, screen.panel)
  if options.isDemo { screens.state.showDemo() }
  let report = Report(isOn: options.printsStatistics, start: start)
  var wakeups: Int64 = 0
  // Lives to the end, for signals are its own: a second SIGTERM, as timeout(1) sends, must not end the program before its
  // picture is written.
  var session: PanelSession?
  defer { withExtendedLifetime(session) {} }
  if let replay, display.isInMemory, !options.remote.isAlone {
    var player = ReplayPlayer(replay)
    try player.playAll(screens, frames: options.frames, note: DeveloperNote(screen, options)) {
      () throws(ProgramError) in
      try report.frameWasDrawn()
    }
  } else {
    let live = try PanelSession(screens, options: options, replay: replay, report: report)
    session = live
    try live.run()
    wakeups = live.wakeups
  }
  if let path = options.snapshot {
    do throws(DeviceError) { try screen.screen.writeSnapshot(to: path) } catch { throw .device(error) }
  }
  if options.printsStatistics {
    try Files.writeOutput(screen.statisticsLine(wakeups: wakeups, processorTime: report.processorTime))
  }
}

/// Shows the page and the theme that were asked for.
private func showFirst(_ options: Options, _ panel: Panel) throws(ProgramError) {
  if let name = options.page {
    guard let page = panel.page(named: name) else {
      throw unknown("--page ", name, among: panel.pageNames)
    }
    panel.showPage(page)
  }
  if let name = options.theme, !panel.showTheme(name) {
    throw unknown("--theme ", name, among: panel.themeNames)
  }
  if let name = options.language, !panel.state.choose(language: name) {
    throw unknown("--language ", name, among: panel.state.languageNames + [PanelState.ownName])
  }
  if let name = options.system, !panel.state.choose(system: name) {
    throw unknown("--system ", name, among: panel.state.systemNames)
  }
}

/// The error of a name that the panel does not have.
func unknown(_ option: String, _ name: String, among names: [String]) -> ProgramError {
  .usage(option + printable(name) + ": expected one of " + names.map { printable($0) }.joined(separator: ", "))
}

/// Asks whether there is room for the memory of the start: beyond this point a heap that is full ends the program by a
/// trap. Later drawing uses the memory that is taken now.
func reserveMemory(for display: any Display) throws(ProgramError) {
  let code = ProcessStart.roomCode(PanelScreen.startBytes)
  if code == 0 { return }
  throw .device(
    DeviceError("start", display.name, code: code, remedy: "give the program more memory, or use a smaller display"))
}

/// Opens the display of `--display`, and waits for it where that is wanted.
func openDisplay(_ options: Options) throws(ProgramError) -> any Display {
  if case .memory = options.display { return try openDisplayNow(options) }
  if !options.waitsForDisplay { return try openDisplayNow(options) }
  // Heard from before the first look on, or a display that comes between would be missed.
  let events = DisplayEvents()
  var isSaid = false
  while true {
    do throws(ProgramError) { return try openDisplayNow(options) } catch {
      if error.isLasting { throw error }
      if !isSaid { Files.writeError("panel-ui: waits for a display: " + error.message + "\n") }
      ServiceNotice.sayWaiting(isFirst: !isSaid)
      isSaid = true
    }
    let pause = ServiceNotice.pause
    if let events { events.wait(milliseconds: pause) } else { _ = usleep(UInt32(min(pause, 1000)) * 1000) }
  }
}

/// Opens the display of `--display`. A display in memory in the place of a framebuffer is of use only where a picture
/// or measurements are wanted of it.
private func openDisplayNow(_ options: Options) throws(ProgramError) -> any Display {
  var refusal: DeviceError?
  let display: any Display
  do throws(DeviceError) {
    display = try options.display.open(rotation: options.rotation, panelSize: options.panelSize) { error in
      if refusal == nil { refusal = error }
    }
  } catch { throw .device(error) }
  guard case .automatic = options.display, display is MemoryDisplay else { return display }
  if let refusal { throw .device(refusal) }
  if options.snapshot == nil && options.frames == nil {
    throw .failed(
      "no display: there is no card /dev/dri/card0 and no framebuffer /dev/fb0; load its driver, or write --frames 1 "
        + "--snapshot panel.png for a picture")
  }
  return display
}

/// Says when the first frame is on the display, and knows the processor's time since.
final class Report {
  private var isOn: Bool
  private let start: Int64
  /// Of the processor, at the first frame.
  private var processorStart: Int64 = 0

  /// Nanoseconds of the processor since the first frame.
  var processorTime: Int64 { EventLoop.processorTime - processorStart }

  init(isOn: Bool, start: Int64) {
    self.isOn = isOn
    self.start = start
  }

  /// - Throws: it cannot be written.
  func frameWasDrawn() throws(ProgramError) {
    if !isOn { return }
    isOn = false
    processorStart = EventLoop.processorTime
    let microseconds = (EventLoop.now - start) / 1000
    try Files.writeOutput("{\"first_frame_us\":" + String(microseconds) + "}\n")
    Files.writeError("ready\n")
  }
}
