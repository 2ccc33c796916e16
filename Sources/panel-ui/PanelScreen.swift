// Stage: program. Input: readings and fingers. Output: frames on a display, and what they cost.
import PanelInstruments
import PanelKit

/// The panel on a display.
final class PanelScreen {
  let panel: InstrumentPanel
  let screen: Screen
  private var costs = FrameCosts()

  /// The most bytes that a screen takes when it is made, besides its display: half for the heap, which takes 20 MB, half
  /// for the stacks of up to three threads, which take addresses.
  static var startBytes: Int { 64 << 20 }

  /// - Parameter redrawsFully: whether every frame draws the whole display, to be compared with drawing the damage
  ///   alone.
  init(display: any Display, images: PanelImages = PanelImages(), redrawsFully: Bool = false) {
    let memory = display.memory
    panel = InstrumentPanel(width: memory.width, height: memory.height, images: images)
    screen = Screen(root: panel.root, display: display)
    screen.redrawsFully = redrawsFully
  }

  /// Frames drawn so far.
  var frames: Int { screen.frames }

  /// Draws and presents what changed.
  /// - Returns: whether anything had changed.
  @discardableResult
  func drawFrame() throws(DeviceError) -> Bool {
    if try !screen.drawFrame() { return false }
    countFrame()
    return true
  }

  /// Counts the frame that the screen has drawn.
  func countFrame() { costs.add(nanoseconds: screen.frameTime, screen.compositor.statistics) }

  /// What the run cost, as a line of JSON.
  func statisticsLine(wakeups: Int64) -> String {
    costs.line(wakeups: wakeups, counts: screen.display.counts, isFull: screen.redrawsFully)
  }
}
