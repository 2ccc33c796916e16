// Runs a panel: values come from its sources, from its demonstration or from a replay, frames when something moves, and
// another file takes the place of the first when it is replaced.
import EventLoop
import PanelFile
import PanelInstruments
import PanelKit
import PanelReplay
import PanelSignals
import RemoteFramebuffer
import SystemFiles

/// A panel on a display, with its sources and the touchscreens.
final class PanelSession {
  var wakeups: Int64 { application.loop.wakeups }

  private let screens: PanelScreens
  /// The first display's.
  private let screen: PanelScreen
  private let application: Application
  private let options: Options
  private let report: Report
  private var sources: OpenSources?
  private var replacement: Replacement?
  private var player: ReplayPlayer?
  /// The zero of the replay's times.
  private var replayStart: Int64 = 0
  private let notice: ServiceNotice
  private let journal: AlarmJournal?
  private let commands: AlarmCommands?
  private let controlCommands: ControlCommands?
  private let recorder: SourceRecorder?
  /// `nil` where the state is none that lasts.
  private let kept: KeptVariables?
  private var note: DeveloperNote?
  /// Of the first display; `nil` where it has none.
  private var backlight: Backlight?
  private var power = DisplayPower()
  private var remote: RemoteView?
  private var clock: FrameClock?
  private var failure: ProgramError?
  /// The page changes that the sources were told of.
  private var knownPageChanges = -1
  /// How often a frame was due.
  private var ticks = 0
  private var tickedAt: Int64 = 0
  /// Whether another terminal is shown in the panel's place.
  private var isLeft = false

  init(_ screens: PanelScreens, options: Options, replay: Replay?, report: Report) throws(ProgramError) {
    (self.screens, screen, self.options, self.report) = (screens, screens.first, options, report)
    player = replay.map(ReplayPlayer.init)
    do throws(DeviceError) {
      application = try Application(
        screen: screen.screen, touch: options.touch, setup: options.touchSetup, keys: options.keys)
    } catch { throw .device(error) }
    notice = ServiceNotice(application.loop)
    if let path = options.journal { journal = try AlarmJournal(path) } else { journal = nil }
    if let path = options.sourceRecording {
      recorder = try SourceRecorder(path, start: EventLoop.now)
    } else {
      recorder = nil
    }
    recorder?.follow(screen.panel.file)
    // A replay or a demonstration is no real state.
    let isCase = replay == nil && !options.isDemo
    let programs = isCase ? CommandStarter(try CommandList(options.commands), application.loop) : nil
    commands = programs.map { AlarmCommands($0) }
    controlCommands = programs.map { ControlCommands($0) }
    kept = isCase ? KeptVariables(options.state ?? KeptVariables.usualPath) : nil
    kept?.follow(screen.panel.file, screens.state.signals, at: EventLoop.now)
    journal?.follow(screen.panel)
    commands?.follow(screen.panel)
    if let refusal = application.touchRefusal { say("no touch: " + refusal.message) }
    // A replay leaves the display's light as it is.
    if replay == nil { openBacklight() }
    application.displayHandler = { [unowned(unsafe) self] screen, change in unsafe displayChanged(screen, change) }
    application.followDisplay(of: screen.screen) { [unowned(unsafe) self] () throws(DeviceError) in
      let options = unsafe self.options
      let display = try options.display.openDevice(rotation: options.rotation, panelSize: options.panelSize)
      guard let remote = unsafe self.screen.screen.display as? RemoteDisplay else { return display }
      try remote.show(on: display)
      return remote
    }
    application.frameHandler = { [unowned(unsafe) self] in unsafe frameWasDrawn() }
    // The developer's overlay stays until the next frame.
    if !screen.screen.compositor.overlays.isEmpty { screen.screen.compositor.onNeedsFrame = nil }
    // A picture in memory is of one display.
    if options.on == nil, replay == nil, !screen.screen.display.isInMemory { openDisplays() }
    followPanels()
    screens.replacedHandler = { [unowned(unsafe) self] in unsafe panelWasReplaced() }
    makeNote()
    remote = try RemoteView(options.remote, screen.screen, name: options.panel ?? "panel-ui", application.loop)
  }

  /// Runs until a signal, until as many frames are drawn as wanted, or until something fails.
  func run() throws(ProgramError) {
    replayStart = EventLoop.now
    clock = FrameClock(application.loop) { [unowned(unsafe) self] in unsafe tick() }
    openSources()
    // A replay is of the panel that it was read for.
    if let path = options.panel, player == nil {
      replacement = Replacement(of: path, options, screen, application.loop) {
        [unowned(unsafe) self] file throws(ProgramError) in unsafe try show(file)
      }
    }
    tick()
    do throws(DeviceError) { try application.run() } catch { throw .device(error) }
    notice.end()
    remote = nil
    replacement = nil
    for screen in screens.all { screen.panel.endPresses() }
    sources?.close()
    kept?.finish(screens.state.signals)
    screens.closeOthers()
    if let failure { throw failure }
  }

  // MARK: Another file

  /// Shows another file in place of the one before, with the values of signals that both have.
  private func show(_ file: PanelFile) throws(ProgramError) {
    let former = try screens.replace(with: file, named: printable(options.panel ?? "") + ": ")
    journal?.follow(screen.panel)
    commands?.follow(screen.panel)
    recorder?.follow(screen.panel.file)
    kept?.follow(screen.panel.file, screens.state.signals, at: EventLoop.now)
    panelWasReplaced()
    withExtendedLifetime(former) { tick() }
  }

  /// Follows the panel that is shown now in place of the former one.
  private func panelWasReplaced() {
    followPanels()
    openSources()
  }

  private func followPanels() {
    let state = screens.state
    if let name = options.theme { state.forEachPanel { $0.showTheme(name) } }
    state.advanceHandler = { [unowned(unsafe) self] in unsafe valuesCame() }
    state.frameCount = { [unowned(unsafe) screen] in unsafe screen.frames }
    state.hasBacklight = backlight != nil
    state.outputs.isViewOnly = options.isViewOnly
    if player != nil { return }
    state.outputs.receiver = { [unowned(unsafe) self] in unsafe sources?.receiver($0) }
    state.outputs.programs = controlCommands
    controlCommands?.follow(state)
    state.noticeHandler = { [unowned(unsafe) self] in unsafe say($0) }
    state.link = { [unowned(unsafe) self] in unsafe sources?.link($0) }
    for screen in screens.all {
      screen.screen.touchFilter = { [unowned(unsafe) self] finger, phase, time in
        unsafe screens.state.touch(finger: finger, phase, at: time)
      }
      screen.screen.keyFilter = { [unowned(unsafe) self] code, phase, time in
        unsafe screens.state.press(code, phase, at: time)
      }
    }
  }

  // MARK: Other displays

  /// Opens the displays behind the panel's first one. One that cannot be opened is said, and awaited; the others show the
  /// panel meanwhile.
  private func openDisplays() {
    for (number, record) in screen.panel.file.root.children(.display).enumerated() where number > 0 {
      let name = "display " + printable(record.text(.name) ?? "") + ": "
      let choice: DisplayOptions
      do throws(ProgramError) { choice = try DisplayOptions(record) } catch {
        say(name + error.message)
        continue
      }
      do throws(DeviceError) { _ = show(on: try choice.open(), number, choice, name) } catch {
        say(name + error.message)
        if error.isLasting { continue }
        application.awaitDisplay(opening: choice.open) { [unowned(unsafe) self] display in
          guard let other = unsafe show(on: display, number, choice, name) else { return }
          unsafe displayChanged(other.screen, .shown(isResized: false))
        }
      }
    }
  }

  /// Shows the panel on another display too.
  /// - Parameters:
  ///   - number: which of the description's displays it is.
  ///   - name: what a refusal begins with.
  /// - Returns: `nil` where it was refused, which is said.
  private func show(
    on display: any Display, _ number: Int, _ choice: DisplayOptions, _ name: String
  ) -> PanelScreen? {
    do throws(ProgramError) {
      try reserveMemory(for: display)
      let other = try screens.add(display, number: number)
      other.screen.compositor.dithering = options.dithering
      application.followDisplay(of: other.screen, reopening: choice.open)
      do throws(DeviceError) { try application.add(other.screen, touch: choice.touch) } catch {
        say(name + "no touch: " + error.message)
        try? application.add(other.screen)
      }
      return other
    } catch {
      display.close()
      say(name + error.message)
      return nil
    }
  }

  private func say(_ words: String) { Files.writeError("panel-ui: " + words + "\n") }

  /// A display has gone, or one is there in its place.
  private func displayChanged(_ screen: Screen, _ change: DisplayChange) {
    let name = printable(screen.display.name)
    switch change {
    case .left:
      isLeft = true
      backlight?.show(nil)
      say("another terminal is shown on " + name)
    case .gone: say("the display has gone: " + name)
    case .shown(let isResized):
      isLeft = false
      power.displayCame()
      // Somebody is there.
      _ = screens.state.press(0, .began, at: EventLoop.now)
      let memory = screen.display.memory
      say("shows on " + name + ", " + String(memory.width) + "x" + String(memory.height))
      if isResized, let shown = screens.all.first(where: { $0.screen === screen }) {
        do throws(ProgramError) { try shown.displayWasReplaced() } catch {
          say("the panel does not fit: " + error.message)
        }
        if screen === self.screen.screen { makeNote() }
      }
      // The light may be another one too.
      if screen === self.screen.screen { openBacklight() }
      followPanels()
    }
    valuesCame()
  }

  /// A picture in memory has no light.
  private func openBacklight() {
    let seen = screen.screen.display
    let display = (seen as? RemoteDisplay)?.display ?? seen
    backlight = nil
    if display.isInMemory || options.backlight.isNone { return }
    backlight = Backlight(options.backlight, of: display)
    if backlight == nil, let name = options.backlight.name {
      say("no light " + printable(name) + " in /sys/class/backlight that can be read")
    }
  }

  /// Made anew for a display of another size.
  private func makeNote() {
    note = DeveloperNote(screen, options) { [unowned(unsafe) self] in unsafe valuesCame() }
  }

  // MARK: Sources

  /// Opens the panel's sources; those that the panel before had too stay open. A replay and a demonstration have none.
  private func openSources() {
    if player != nil { return }
    if options.isDemo { return screens.state.showDemo() }
    if sources == nil {
      sources = OpenSources(application.loop) { [unowned(unsafe) self] in unsafe valuesCame() }
    }
    sources?.open(for: screens.state)
    knownPageChanges = -1
  }

  // MARK: Frames

  /// Values are shown with the next frame; a source that floods is shown at the frames' pace.
  private func valuesCame() {
    // A replay's time goes on with its moments.
    if player != nil { return screens.advance(to: screens.time ?? 0) }
    schedule(at: max(EventLoop.now, screens.earliestTime))
  }

  /// While another terminal is shown, values and alarms go on once a second.
  private func schedule(at time: Int64) {
    clock?.schedule(at: isLeft ? max(time, tickedAt + 1_000_000_000) : time)
  }

  private func tick() {
    clock?.begin()
    if player != nil { return replayTick() }
    // A demonstration that stands still would never end.
    ticks += 1
    if options.isDemo, screen.frames > 0, ticks > options.frames ?? .max { return application.stop() }
    let now = EventLoop.now
    defer { note?.advance(to: now) }
    (screens.state.wallClockOffset, screens.state.zoneOffset) = WallClock.offset(now)
    screens.advance(to: now)
    tickedAt = now
    // Another terminal's display and light are not the panel's.
    if !isLeft {
      backlight?.show(screens.state.brightness)
      power.show(screens.state.stage, on: screens)
    }
    journal?.write(at: now)
    recorder?.write(screens.state.signals, at: now)
    if knownPageChanges != screens.state.pageChanges {
      knownPageChanges = screens.state.pageChanges
      sources?.follow(screens.state)
    }
    if let next = kept?.update(screens.state.signals, at: now) { schedule(at: next) }
    commands?.update(screen.panel.alarms)
    if let next = screens.nextTime { schedule(at: next) }
  }

  /// Takes the replay's next step, if it is due; after the last one the picture stays, unless more frames are wanted.
  private func replayTick() {
    guard var player else { return }
    do throws(ProgramError) {
      if player.isAtEnd && options.frames != nil { try player.beginAgain(screens) }
      if !player.isAtEnd {
        if replayStart + player.nextTime(screens) <= EventLoop.now { player.advance(screens) }
        if !player.isAtEnd { schedule(at: replayStart + player.nextTime(screens)) }
        if player.isAtEnd && options.frames != nil { schedule(at: EventLoop.now) }
      }
    } catch {
      failure = error
      application.stop()
    }
    self.player = player
  }

  private func frameWasDrawn() {
    notice.frameWasDrawn()
    screen.countFrame()
    note?.frameWasDrawn(screen.screen.frameTime)
    do throws(ProgramError) { try report.frameWasDrawn() } catch {
      failure = error
      application.stop()
    }
    if let frames = options.frames, screen.frames >= frames { application.stop() }
  }
}
