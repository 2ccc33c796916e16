// Runs a panel that a file describes: values come from its sources, frames when something moves, and another file takes
// the place of the first when it is replaced.
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import PanelSources
import SystemFiles

/// A panel file on a display, with its sources and the touchscreens.
final class PanelSession {
  let screen: Screen

  private var panel: Panel
  private let path: String
  private let root = Layer()
  private let application: Application
  private let options: Options
  private let report: Report
  private var lines: [(text: String, source: LineSource)] = []
  private var files: [FileSource] = []
  private var watch: FileWatch?
  private let notice: ServiceNotice
  private let journal: AlarmJournal?
  private var costs = FrameCosts()
  private var timer: EventLoop.Timer?
  /// When the last frame was drawn, and when the next is due; `nil` for none.
  private var lastFrame: Int64 = 0
  private var due: Int64?
  private var failure: ProgramError?

  /// Nanoseconds from a frame to the next: 30 a second.
  private static var frameInterval: Int64 { 33_333_333 }

  init(_ path: String, display: any Display, options: Options, report: Report) throws(ProgramError) {
    (self.path, self.options, self.report) = (path, options, report)
    let memory = display.memory
    root.frame = Rect(x: 0, y: 0, width: Fixed(memory.width), height: Fixed(memory.height))
    panel = try Self.load(path, root.bounds.size)
    root.addSublayer(panel.root)
    screen = Screen(root: root, display: display)
    do throws(DeviceError) {
      application = try Application(screen: screen, touch: options.touch)
    } catch { throw .device(error) }
    notice = ServiceNotice(application.loop)
    if let path = options.journal { journal = try AlarmJournal(path) } else { journal = nil }
    journal?.follow(panel)
    if let refusal = application.touchRefusal { Files.writeError("panel-ui: no touch: " + refusal.message + "\n") }
    application.frameHandler = { [unowned(unsafe) self] in unsafe frameWasDrawn() }
    if let name = options.page, !showPage(name) {
      throw .usage("--page " + printable(name) + ": expected one of " + panel.pageNames.joined(separator: ", "))
    }
    try showTheme()
    panel.pageHandler = { [unowned(unsafe) self] in unsafe valuesCame() }
  }

  private func showTheme() throws(ProgramError) {
    if let name = options.theme, !panel.showTheme(name) {
      throw .usage("--theme " + printable(name) + ": expected one of " + panel.themeNames.joined(separator: ", "))
    }
  }

  /// The file's bytes are kept, not the file: whoever writes over it while it is shown changes nothing until it is read
  /// again.
  static func load(_ path: String, _ size: Size) throws(ProgramError) -> Panel {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try BoundedFile.read(path, limit: maximumBytes) } catch {
      throw .device(DeviceError(error, remedy: "choose a file that panel-assets made"))
    }
    do throws(PackError) { return try Panel(try PanelFile(bytes: bytes, name: path), size: size) } catch {
      throw .failed(error.message)
    }
  }

  /// The largest panel file.
  private static var maximumBytes: Int { 16 << 20 }

  private func showPage(_ name: String) -> Bool {
    guard let page = panel.page(named: name) else { return false }
    panel.showPage(page)
    return true
  }

  /// Runs until a signal, until as many frames are drawn as wanted, or until something fails.
  func run() throws(ProgramError) {
    timer = application.loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] _ in unsafe tick() }
    if options.isDemo { panel.showDemo() } else { openSources() }
    do throws(DeviceError) {
      watch = try FileWatch(path, loop: application.loop) { [unowned(unsafe) self] in unsafe replace() }
    } catch { Files.writeError("panel-ui: " + error.message + "\n") }
    tick()
    do throws(DeviceError) { try application.run() } catch { throw .device(error) }
    notice.end()
    watch = nil
    for line in lines { line.source.close() }
    for source in files { source.close() }
    if let failure { throw failure }
  }

  /// What the run cost, as a line of JSON.
  var statisticsLine: String {
    costs.line(wakeups: application.loop.wakeups, counts: screen.display.counts, isFull: screen.redrawsFully)
  }

  // MARK: Another file

  /// Shows the file that has taken the place of the one before. One that is refused changes nothing.
  private func replace() {
    let next: Panel
    do throws(ProgramError) { next = try Self.load(path, root.bounds.size) } catch {
      return Files.writeError("panel-ui: the panel stays as it was: " + error.message + "\n")
    }
    let former = panel
    let page = former.pageNames[former.page]
    next.takeOver(former)
    panel = next
    journal?.follow(next)
    _ = showPage(page)
    if let name = options.theme { next.showTheme(name) }
    next.pageHandler = { [unowned(unsafe) self] in unsafe valuesCame() }
    former.root.removeFromSuperlayer()
    root.addSublayer(next.root)
    if options.isDemo { next.showDemo() } else { openSources() }
    Files.writeError("panel-ui: shows the new " + printable(path) + "\n")
    withExtendedLifetime(former) { tick() }
  }

  // MARK: Sources

  /// Opens the panel's sources. Those that the panel before had too stay open.
  private func openSources() {
    var former = lines
    lines = []
    for source in files { source.close() }
    files = []
    for (number, record) in panel.file.sources.enumerated() {
      let addresses = panel.file.addresses(ofSource: number)
      switch SourceKind(rawValue: record.choice(.style) ?? 0) {
      case .lines: openLines(record.text(.path) ?? "", AddressTable(addresses), &former)
      case .files:
        files.append(
          FileSource(
            addresses, every: max(10_000_000, record.duration(.interval) ?? 1_000_000_000), loop: application.loop,
            signals: panel.signals, changed: { [unowned(unsafe) self] in unsafe valuesCame() }))
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
      former[index].source.retarget(table, panel.signals)
      lines.append(former.remove(at: index))
      return
    }
    let source = LineSource(
      input, table, loop: application.loop, signals: panel.signals,
      changed: { [unowned(unsafe) self] in unsafe valuesCame() })
    source.open()
    if let refusal = source.refusal { Files.writeError("panel-ui: " + refusal.message + "\n") }
    lines.append((text, source))
  }

  // MARK: Frames

  /// Values are shown with the next frame; a source that floods is shown at the frames' pace.
  private func valuesCame() { schedule(at: max(EventLoop.now, lastFrame + Self.frameInterval)) }

  private func schedule(at time: Int64) {
    if let due, due <= time { return }
    due = time
    if let timer { application.loop.setTimer(timer, at: time) }
  }

  private func tick() {
    let now = EventLoop.now
    (lastFrame, due) = (now, nil)
    panel.wallClockOffset = WallClock.offset(now)
    panel.advance(to: now)
    journal?.write(panel, at: now)
    if let next = panel.nextTime { schedule(at: max(next, now + Self.frameInterval)) }
  }

  private func frameWasDrawn() {
    notice.frameWasDrawn()
    costs.add(nanoseconds: screen.frameTime, screen.compositor.statistics)
    do throws(ProgramError) { try report.frameWasDrawn() } catch {
      failure = error
      application.stop()
    }
    if let frames = options.frames, screen.frames >= frames { application.stop() }
  }
}
