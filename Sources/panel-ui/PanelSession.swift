// Runs a panel: values come from its sources, from its demonstration or from a replay, frames when something moves, and
// another file takes the place of the first when it is replaced.
import EventLoop
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import PanelSources
import SystemFiles

/// A panel on a display, with its sources and the touchscreens.
final class PanelSession {
  var wakeups: Int64 { application.loop.wakeups }

  private let screen: PanelScreen
  private let application: Application
  private let options: Options
  private let report: Report
  private var lines: [(text: String, source: LineSource)] = []
  private var files: [FileSource] = []
  private var watch: FileWatch?
  /// While another file is tried; and whether yet another has taken its place since.
  private var trial: PanelTrial?
  private var isReplacedAgain = false
  private var player: ReplayPlayer?
  /// The zero of the replay's times.
  private var replayStart: Int64 = 0
  /// The panel's other displays.
  private var displays: [any Display] = []
  private let notice: ServiceNotice
  private let journal: AlarmJournal?
  private let commands: AlarmCommands?
  private var note: DeveloperNote?
  private var timer: EventLoop.Timer?
  /// When the next frame is due; `nil` for none.
  private var due: Int64?
  private var failure: ProgramError?
  /// How often a frame was due.
  private var ticks = 0

  init(screen: PanelScreen, options: Options, replay: Replay?, report: Report) throws(ProgramError) {
    (self.screen, self.options, self.report) = (screen, options, report)
    player = replay.map(ReplayPlayer.init)
    do throws(DeviceError) {
      application = try Application(screen: screen.screen, touch: options.touch)
    } catch { throw .device(error) }
    notice = ServiceNotice(application.loop)
    if let path = options.journal { journal = try AlarmJournal(path) } else { journal = nil }
    // A replay or a demonstration is no real state.
    let isCase = replay == nil && !options.isDemo
    commands = isCase ? AlarmCommands(try CommandList(options.commands), application.loop) : nil
    journal?.follow(screen.panel)
    commands?.follow(screen.panel)
    if let refusal = application.touchRefusal { Files.writeError("panel-ui: no touch: " + refusal.message + "\n") }
    application.frameHandler = { [unowned(unsafe) self] in unsafe frameWasDrawn() }
    // The developer's overlay stays until the next frame.
    if !screen.screen.compositor.overlays.isEmpty { screen.screen.compositor.onNeedsFrame = nil }
    // A picture in memory is of one display.
    if options.on == nil, replay == nil, !(screen.screen.display is MemoryDisplay) { openDisplays() }
    followPanels()
    screen.replacedHandler = { [unowned(unsafe) self] in unsafe panelWasReplaced() }
    note = DeveloperNote(screen, options) { [unowned(unsafe) self] in unsafe valuesCame() }
  }

  /// Runs until a signal, until as many frames are drawn as wanted, or until something fails.
  func run() throws(ProgramError) {
    replayStart = EventLoop.now
    timer = application.loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] _ in unsafe tick() }
    if player == nil { openSources() }
    if let path = options.panel { watch(path) }
    tick()
    do throws(DeviceError) { try application.run() } catch { throw .device(error) }
    notice.end()
    (watch, trial) = (nil, nil)
    for line in lines { line.source.close() }
    for source in files { source.close() }
    for display in displays { display.close() }
    if let failure { throw failure }
  }

  // MARK: Another file

  private func watch(_ path: String) {
    do throws(DeviceError) {
      watch = try FileWatch(path, loop: application.loop) { [unowned(unsafe) self] in unsafe tryFile(path) }
    } catch { Files.writeError("panel-ui: " + error.message + "\n") }
  }

  /// Has the first frame of the file that has taken the place of the one before drawn apart, while the panel goes on. One
  /// that is refused changes nothing, and a replay is of the panel that it was read for.
  private func tryFile(_ path: String) {
    if player != nil { return }
    isReplacedAgain = trial != nil
    if isReplacedAgain { return }
    do throws(ProgramError) {
      let file = try PanelFile.open(path)
      trial = PanelTrial(
        of: path, on: options.on, like: screen.screen.display.memory, layers: screen.layerLimit, application.loop
      ) { [unowned(unsafe) self] in unsafe trialEnded($0, file, path) }
      if trial == nil { show(file, path) }
    } catch { keepPanel(error) }
  }

  private func trialEnded(_ refusal: ProgramError?, _ file: PanelFile, _ path: String) {
    trial = nil
    // Of a file that took its place meanwhile nobody knows which of the two was tried.
    if watch?.readEvents() == true || isReplacedAgain { return tryFile(path) }
    if let refusal { keepPanel(refusal) } else { show(file, path) }
  }

  private func keepPanel(_ error: ProgramError) {
    Files.writeError("panel-ui: the panel stays as it was: " + error.message + "\n")
  }

  private func show(_ file: PanelFile, _ path: String) {
    let former: Panel
    do throws(ProgramError) {
      former = try screen.replace(with: file, named: printable(path) + ": ")
    } catch { return keepPanel(error) }
    journal?.follow(screen.panel)
    commands?.follow(screen.panel)
    panelWasReplaced()
    Files.writeError("panel-ui: shows the new " + printable(path) + "\n")
    withExtendedLifetime(former) { tick() }
  }

  /// Whoever followed the former panel follows the one that is shown now.
  private func panelWasReplaced() {
    followPanels()
    if player == nil { openSources() }
  }

  private func followPanels() {
    let state = screen.panel.state
    if let name = options.theme { state.forEachPanel { $0.showTheme(name) } }
    state.advanceHandler = { [unowned(unsafe) self] in unsafe valuesCame() }
  }

  // MARK: Other displays

  /// Opens the displays behind the panel's first one. One that cannot be opened is said; the others show the panel.
  private func openDisplays() {
    for (number, record) in screen.panel.file.root.children(.display).enumerated() where number > 0 {
      do throws(ProgramError) { try openDisplay(number, record) } catch {
        Files.writeError("panel-ui: display " + printable(record.text(.name) ?? "") + ": " + error.message + "\n")
      }
    }
  }

  private func openDisplay(_ number: Int, _ record: PanelRecord) throws(ProgramError) {
    let choice = try DisplayOptions(record)
    let display: any Display
    do throws(DeviceError) { display = try choice.display.open(rotation: choice.rotation) } catch {
      throw .device(error)
    }
    displays.append(display)
    try reserveMemory(for: display)
    let other = try PanelScreen(screen.panel.file, display: display, number: number, state: screen.panel.state)
    other.screen.compositor.dithering = options.dithering
    screen.add(other)
    do throws(DeviceError) { try application.add(other.screen, touch: choice.touch) } catch { throw .device(error) }
  }

  // MARK: Sources

  /// Opens the panel's sources. Those that the panel before had too stay open.
  private func openSources() {
    let panel = screen.panel
    if options.isDemo { return panel.state.showDemo() }
    var former = lines
    lines = []
    for source in files { source.close() }
    files = []
    for (number, record) in panel.file.sources.enumerated() {
      let addresses = panel.file.addresses(ofSource: number)
      switch SourceKind(rawValue: record.choice(.style) ?? 0) {
      case .lines: openLines(record.text(.path) ?? "", AddressTable(addresses), &former)
      case .files:
        let source = FileSource(
          addresses, every: max(10_000_000, record.duration(.interval) ?? 1_000_000_000), loop: application.loop,
          signals: screen.panel.signals, changed: { [unowned(unsafe) self] in unsafe valuesCame() })
        source.noticeHandler = { Files.writeError("panel-ui: " + $0.sentence + "\n") }
        files.append(source)
      default:
        Files.writeError(
          "panel-ui: the source " + printable(record.text(.name) ?? "")
            + " is of a kind that this version does not read\n")
      }
    }
    for line in former { line.source.close() }
  }

  private func openLines(_ text: String, _ table: AddressTable, _ former: inout [(text: String, source: LineSource)]) {
    guard let input = LineInput(text) else {
      return Files.writeError(
        "panel-ui: lines: " + printable(text) + ": expected stdin, unix PATH, udp PORT or serial PATH BAUD\n")
    }
    if let index = former.firstIndex(where: { $0.text.utf8.elementsEqual(text.utf8) }) {
      former[index].source.retarget(table, screen.panel.signals)
      lines.append(former.remove(at: index))
      return
    }
    let source = LineSource(
      input, table, loop: application.loop, signals: screen.panel.signals,
      changed: { [unowned(unsafe) self] in unsafe valuesCame() })
    source.noticeHandler = { Files.writeError("panel-ui: " + printable(text) + ": " + $0.sentence + "\n") }
    source.open()
    if let refusal = source.refusal { Files.writeError("panel-ui: " + refusal.message + "\n") }
    lines.append((text, source))
  }

  // MARK: Frames

  /// Values are shown with the next frame; a source that floods is shown at the frames' pace.
  private func valuesCame() {
    // A replay's time goes on with its moments.
    if player != nil { return screen.advance(to: screen.time ?? 0) }
    schedule(at: max(EventLoop.now, screen.earliestTime))
  }

  private func schedule(at time: Int64) {
    if let due, due <= time { return }
    due = time
    if let timer { application.loop.setTimer(timer, at: time) }
  }

  private func tick() {
    due = nil
    if player != nil { return replayTick() }
    // A demonstration that stands still would never end.
    ticks += 1
    if options.isDemo, screen.frames > 0, ticks > options.frames ?? .max { return application.stop() }
    let now = EventLoop.now
    defer { note?.advance(to: now) }
    (screen.panel.state.wallClockOffset, screen.panel.state.zoneOffset) = WallClock.offset(now)
    screen.advance(to: now)
    journal?.write(at: now)
    commands?.update(screen.panel.alarms)
    if let next = screen.nextTime { schedule(at: next) }
  }

  /// Takes the replay's next step, if it is due; after the last one the picture stays, unless more frames are wanted.
  private func replayTick() {
    guard var player else { return }
    do throws(ProgramError) {
      if player.isAtEnd && options.frames != nil { try player.beginAgain(screen) }
      if !player.isAtEnd {
        if replayStart + player.nextTime(screen) <= EventLoop.now { player.advance(screen) }
        if !player.isAtEnd { schedule(at: replayStart + player.nextTime(screen)) }
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
