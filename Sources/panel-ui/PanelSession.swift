// Runs a panel that a file describes: values come from its sources, frames when something moves.
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import PanelSources
import SystemFiles

/// A panel file on a display, with its sources and the touchscreens.
final class PanelSession {
  let screen: Screen
  var wakeups: Int64 { application.loop.wakeups }

  private let panel: Panel
  private let application: Application
  private let options: Options
  private let report: Report
  private var lines: [LineSource] = []
  private var files: [FileSource] = []
  private var timer: EventLoop.Timer?
  /// When the last frame was drawn, and when the next is due; `nil` for none.
  private var lastFrame: Int64 = 0
  private var due: Int64?
  private var failure: ProgramError?

  /// Nanoseconds from a frame to the next: 30 a second.
  private static var frameInterval: Int64 { 33_333_333 }

  init(_ file: PanelFile, display: any Display, options: Options, report: Report) throws(ProgramError) {
    (self.options, self.report) = (options, report)
    let memory = display.memory
    let size = Size(width: Fixed(memory.width), height: Fixed(memory.height))
    do throws(PackError) { panel = try Panel(file, size: size) } catch { throw .failed(error.message) }
    screen = Screen(root: panel.root, display: display)
    do throws(DeviceError) {
      application = try Application(screen: screen, touch: options.touch)
    } catch { throw .device(error) }
    if let refusal = application.touchRefusal { Files.writeError("panel-ui: no touch: " + refusal.message + "\n") }
    application.frameHandler = { [unowned(unsafe) self] in unsafe frameWasDrawn() }
    if let name = options.page {
      guard let page = panel.page(named: name) else {
        throw .usage("--page " + printable(name) + ": expected one of " + panel.pageNames.joined(separator: ", "))
      }
      panel.showPage(page)
    }
  }

  /// Runs until a signal, until as many frames are drawn as wanted, or until something fails.
  func run() throws(ProgramError) {
    timer = application.loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] _ in unsafe tick() }
    if options.isDemo { panel.showDemo() } else { try openSources() }
    tick()
    do throws(DeviceError) { try application.run() } catch { throw .device(error) }
    for source in lines { source.close() }
    for source in files { source.close() }
    if let failure { throw failure }
  }

  // MARK: Sources

  private func openSources() throws(ProgramError) {
    for (number, record) in panel.file.sources.enumerated() {
      let addresses = panel.file.addresses(ofSource: number)
      let changed = { [unowned(unsafe) self] in unsafe valuesCame() }
      if record.choice(.style) == 1 {
        files.append(
          FileSource(
            addresses, every: record.duration(.interval) ?? 1_000_000_000, loop: application.loop,
            signals: panel.signals, changed: changed))
      } else {
        let text = record.text(.path) ?? ""
        guard let input = LineInput(text) else {
          throw .failed("lines: " + printable(text) + ": expected stdin, unix PATH, udp PORT or serial PATH BAUD")
        }
        let source = LineSource(
          input, AddressTable(addresses), loop: application.loop, signals: panel.signals, changed: changed)
        source.open()
        if let refusal = source.refusal { Files.writeError("panel-ui: " + refusal.message + "\n") }
        lines.append(source)
      }
    }
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
    panel.advance(to: now)
    if let next = panel.nextTime { schedule(at: max(next, now + Self.frameInterval)) }
  }

  private func frameWasDrawn() {
    do throws(ProgramError) { try report.frameWasDrawn() } catch {
      failure = error
      application.stop()
    }
    if let frames = options.frames, screen.frames >= frames { application.stop() }
  }
}
