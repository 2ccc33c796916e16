// Stage: displays of a panel. Input: a panel file, values and fingers. Output: frames on a display, and their costs.
import PanelFile
import PanelInstruments
import PanelKit
import SystemFiles

/// A panel on one display.
package final class PanelScreen {
  package let screen: Screen
  package private(set) var panel: Panel
  /// Which of the description's displays it is.
  private let number: Int
  private var costs = FrameCosts()
  /// Pixels in a millimetre of the display, if it tells.
  private var density: Fixed?
  /// How many layers there is room for.
  package let layerLimit: Int

  /// The most bytes that a screen takes when it is made, besides its display: half for the heap, which takes 20 MB, half
  /// for the stacks of up to three threads, which take addresses.
  package static var startBytes: Int { 64 << 20 }

  /// The most bytes of a layer beyond those of ``startBytes``.
  private static var layerBytes: Int { 8192 }

  /// - Parameters:
  ///   - number: which of the description's displays it is.
  ///   - state: of the panel on another display; `nil` makes one.
  ///   - redrawsFully: whether every frame draws the whole display, to be compared with drawing the damage alone.
  /// - Throws: a font or an image in the file is damaged.
  package init(
    _ file: PanelFile, display: any Display, number: Int = 0, state: PanelState? = nil, redrawsFully: Bool = false
  ) throws(ProgramError) {
    let memory = display.memory
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: Fixed(memory.width), height: Fixed(memory.height))
    density = display.pixelsPerMillimetre
    self.number = number
    panel = try Self.panel(state ?? PanelState(file), number, root.bounds.size, density)
    root.addSublayer(panel.root)
    // Moving parts follow their values; the others ask for animation themselves.
    root.showsChangesAtOnce = true
    let capacities = try Self.capacities(for: panel, display)
    layerLimit = capacities.layers
    screen = Screen(root: root, display: display, capacities: capacities)
    screen.redrawsFully = redrawsFully
    screen.focus.keyHandler = { [unowned(unsafe) self] in unsafe panel.take($0) }
    screen.focus.turnHandler = { [unowned(unsafe) self] in unsafe panel.turn(by: $0) }
  }

  /// Room for a panel's layers, and for some more of the panel that takes its place while somebody works on it.
  /// - Throws: there is not enough memory.
  private static func capacities(for panel: Panel, _ display: any Display) throws(ProgramError) -> CompositorCapacities
  {
    var capacities = CompositorCapacities(animations: 32)
    let layers = panel.layerCount + panel.layerCount / 4
    if layers <= capacities.layers { return capacities }
    let code = ProcessStart.roomCode((layers - capacities.layers) * layerBytes)
    if code != 0 {
      throw .device(
        DeviceError("start", display.name, code: code, remedy: "give the program more memory, or the panel less"))
    }
    capacities.layers = min(layers, 1_000_000)
    return capacities
  }

  package static func panel(
    _ state: PanelState, _ number: Int, _ size: Size, _ density: Fixed? = nil
  ) throws(ProgramError) -> Panel {
    do throws(PackError) {
      return try Panel(state, display: number, size: size, pointsPerMillimetre: density)
    } catch { throw .failed(error.message) }
  }

  /// A panel of a state for this display.
  /// - Parameter name: of the file, for a refusal.
  /// - Throws: the file is damaged, or has more layers than there is room for.
  package func panel(of state: PanelState, named name: String = "") throws(ProgramError) -> Panel {
    let panel = try Self.panel(state, number, screen.root.bounds.size, density)
    try Self.requireRoom(panel, layerLimit, named: name)
    return panel
  }

  /// Shows a panel in the place of the one before, with the same page.
  package func show(_ next: Panel) {
    next.showPage(of: panel)
    panel.endPresses()
    panel.root.removeFromSuperlayer()
    panel = next
    screen.root.addSublayer(next.root)
    next.takeOverFocus()
  }

  /// Shows the panel on the display that the screen has now, which has another size.
  /// - Throws: the panel has more layers there than there is room for; what was shown stays.
  package func displayWasReplaced() throws(ProgramError) {
    density = screen.display.pixelsPerMillimetre
    let next = try panel(of: panel.state)
    next.takeOver(panel)
    show(next)
  }

  /// - Throws: the panel has more layers than there is room for.
  package static func requireRoom(_ panel: Panel, _ limit: Int, named name: String = "") throws(ProgramError) {
    let count = panel.layerCount
    if count <= limit { return }
    throw .failed(
      name + "it has " + String(count) + " layers, and there is room for " + String(limit) + ": start the program again"
    )
  }

  // MARK: Frames

  /// Frames drawn so far.
  package var frames: Int { screen.frames }

  /// The time of the next animated frame, in nanoseconds; `nil` while nothing is animated.
  package var animationTime: Int64? { screen.compositor.nextFrameTime?.nanoseconds }

  /// Draws and presents changes, and animations at their state of a time.
  /// - Parameter time: in nanoseconds, of the clock of ``PanelScreens/advance(to:)``.
  /// - Returns: whether anything had changed.
  @discardableResult
  package func drawFrame(at time: Int64) throws(DeviceError) -> Bool {
    if try !screen.drawFrame(at: Duration(ofLoop: time)) { return false }
    countFrame()
    return true
  }

  /// Counts the frame that the screen has drawn.
  package func countFrame() { costs.add(nanoseconds: screen.frameTime, screen.compositor.statistics) }

  /// The costs of the run, as a line of JSON.
  /// - Parameter processorTime: nanoseconds of the processor since the first frame.
  package func statisticsLine(wakeups: Int64, processorTime: Int64) -> String {
    costs.line(
      wakeups: wakeups, processorTime: processorTime, counts: screen.display.counts, isFull: screen.redrawsFully)
  }
}

extension Panel {
  /// Shows the page of the same name as that of another panel, if there is one.
  package func showPage(of former: Panel) {
    // A file may have no page.
    if former.pageNames.indices.contains(former.page), let page = page(named: former.pageNames[former.page]) {
      showPage(page)
    }
  }
}
