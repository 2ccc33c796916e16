// Stage: program. Input: another file in place of a panel's. Output: a panel whose first frame was drawn elsewhere before.
import EventLoop
import PanelFile
import PanelKit
import SystemFiles

/// Watches a panel's file, and has the first frame of another one that takes its place drawn apart, while the panel goes on.
/// A refused file changes nothing.
final class Replacement {
  private let path: String
  private let options: Options
  private let screen: PanelScreen
  private let loop: EventLoop
  private let show: (PanelFile) throws(ProgramError) -> Void
  private var watch: FileWatch?
  /// While another file is tried; and whether yet another has taken its place since.
  private var trial: PanelTrial?
  private var isReplacedAgain = false

  /// - Parameter show: called with a file whose first frame was drawn.
  init(
    of path: String, _ options: Options, _ screen: PanelScreen, _ loop: EventLoop,
    show: @escaping (PanelFile) throws(ProgramError) -> Void
  ) {
    (self.path, self.options, self.screen, self.loop, self.show) = (path, options, screen, loop, show)
    do throws(DeviceError) {
      watch = try FileWatch(path, loop: loop) { [unowned(unsafe) self] in unsafe tryFile() }
    } catch { Files.writeError("panel-ui: " + error.message + "\n") }
  }

  private func tryFile() {
    isReplacedAgain = trial != nil
    if isReplacedAgain { return }
    do throws(ProgramError) {
      let file = try PanelFile.open(path)
      trial = PanelTrial(
        of: path, on: options.on, like: screen.screen.display.memory, layers: screen.layerLimit, loop
      ) { [unowned(unsafe) self] in unsafe trialEnded($0, file) }
      if trial == nil { replace(with: file) }
    } catch { keepPanel(error) }
  }

  private func trialEnded(_ refusal: ProgramError?, _ file: PanelFile) {
    trial = nil
    // A file that took its place meanwhile may be the one that was tried, or not.
    if watch?.readEvents() == true || isReplacedAgain { return tryFile() }
    if let refusal { keepPanel(refusal) } else { replace(with: file) }
  }

  private func replace(with file: PanelFile) {
    do throws(ProgramError) { try show(file) } catch { return keepPanel(error) }
    Files.writeError("panel-ui: shows the new " + printable(path) + "\n")
  }

  private func keepPanel(_ error: ProgramError) {
    Files.writeError("panel-ui: the panel stays as it was: " + error.message + "\n")
  }
}
