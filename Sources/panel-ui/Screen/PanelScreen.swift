// Stage: program. Input: a panel file, values and fingers. Output: frames on a display, and their costs.
import PanelFile
import PanelInstruments
import PanelKit
import SystemFiles

/// A panel on a display.
final class PanelScreen {
  let screen: Screen
  private(set) var panel: Panel
  /// Which of the description's displays it is.
  private let number: Int
  /// The other displays of the panel, with the same signals and alarms.
  private var others: [PanelScreen] = []
  /// Called when another panel has taken the place of the one that was shown, which is still there meanwhile.
  var replacedHandler: () -> Void = {}
  private var costs = FrameCosts()
  /// Pixels in a millimetre of the display, if it tells.
  private let density: Fixed?
  /// How many layers there is room for.
  let layerLimit: Int
  /// The time of the last ``advance(to:)``.
  private(set) var time: Int64?

  /// Nanoseconds from a frame to the next: 30 a second.
  static var frameInterval: Int64 { 33_333_333 }

  /// The most bytes that a screen takes when it is made, besides its display: half for the heap, which takes 20 MB, half
  /// for the stacks of up to three threads, which take addresses.
  static var startBytes: Int { 64 << 20 }

  /// The most bytes of a layer beyond those of ``startBytes``.
  private static var layerBytes: Int { 8192 }

  /// - Parameters:
  ///   - number: which of the description's displays it is.
  ///   - state: of the panel on another display; `nil` makes one.
  ///   - redrawsFully: whether every frame draws the whole display, to be compared with drawing the damage alone.
  /// - Throws: a font or an image in the file is damaged.
  init(
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

  static func panel(
    _ state: PanelState, _ number: Int, _ size: Size, _ density: Fixed? = nil
  ) throws(ProgramError) -> Panel {
    do throws(PackError) {
      return try Panel(state, display: number, size: size, pointsPerMillimetre: density)
    } catch { throw .failed(error.message) }
  }

  /// Has another panel take the place of the one that is shown, with the values that were heard.
  /// - Parameter name: of the file, for a refusal.
  /// - Returns: the former panel.
  /// - Throws: the file is damaged, or has more layers than there is room for, which changes nothing on the display.
  ///   ``PanelTrial`` finds out the same before the panel takes any memory here.
  func replace(with file: PanelFile, named name: String = "") throws(ProgramError) -> Panel {
    let state = PanelState(file)
    let (former, next) = (panel, try panels(of: state, name))
    (state.wallClockOffset, state.zoneOffset) = (former.state.wallClockOffset, former.state.zoneOffset)
    state.takeOver(former.state)
    show(next)
    return former
  }

  /// The panels of a state for this display and the others.
  private func panels(of state: PanelState, _ name: String = "") throws(ProgramError) -> [Panel] {
    var panels: [Panel] = []
    for screen in [self] + others {
      let panel = try Self.panel(state, screen.number, screen.screen.root.bounds.size, screen.density)
      try Self.requireRoom(panel, screen.layerLimit, named: name)
      panels.append(panel)
    }
    return panels
  }

  private func show(_ panels: [Panel]) { for (screen, panel) in zip([self] + others, panels) { screen.show(panel) } }

  /// Shows a panel in the place of the one before, with the same page.
  private func show(_ next: Panel) {
    // A file may have no page.
    if panel.pageNames.indices.contains(panel.page), let page = next.page(named: panel.pageNames[panel.page]) {
      next.showPage(page)
    }
    panel.root.removeFromSuperlayer()
    panel = next
    screen.root.addSublayer(next.root)
  }

  /// Adds another display of the panel, with the same signals and alarms.
  func add(_ other: PanelScreen) { others.append(other) }

  /// - Throws: the panel has more layers than there is room for.
  static func requireRoom(_ panel: Panel, _ limit: Int, named name: String = "") throws(ProgramError) {
    let count = panel.layerCount
    if count <= limit { return }
    throw .failed(
      name + "it has " + String(count) + " layers, and there is room for " + String(limit) + ": start the program again"
    )
  }

  // MARK: Time

  /// Shows the panel as it is at a time, in nanoseconds. Does not draw.
  func advance(to time: Int64) {
    self.time = time
    panel.advance(to: time)
    if panel.state.chooseWording() { showWording(at: time) }
  }

  /// A language, and a system of units, changes the texts of every instrument: others are made, which show the same
  /// signals and alarms.
  private func showWording(at time: Int64) {
    let former = panel
    // The file was shown before: nothing in it is refused now.
    do throws(ProgramError) { show(try panels(of: panel.state)) } catch { return }
    withExtendedLifetime(former) { replacedHandler() }
    panel.advance(to: time)
  }

  /// When ``advance(to:)`` is due, not before the next frame's time; `nil` where only a value changes anything.
  var nextTime: Int64? { panel.nextTime.map { max($0, earliestTime) } }

  /// When the next frame may be shown.
  var earliestTime: Int64 { time.map { $0 + Self.frameInterval } ?? 0 }

  // MARK: Frames

  /// Frames drawn so far.
  var frames: Int { screen.frames }

  /// The time of the next animated frame, in nanoseconds; `nil` while nothing is animated.
  var animationTime: Int64? { screen.compositor.nextFrameTime?.nanoseconds }

  /// Draws and presents changes, and animations at their state of a time.
  /// - Parameter time: in nanoseconds, of the clock of ``advance(to:)``.
  /// - Returns: whether anything had changed.
  @discardableResult
  func drawFrame(at time: Int64) throws(DeviceError) -> Bool {
    if try !screen.drawFrame(at: Duration(ofLoop: time)) { return false }
    countFrame()
    return true
  }

  /// Counts the frame that the screen has drawn.
  func countFrame() { costs.add(nanoseconds: screen.frameTime, screen.compositor.statistics) }

  /// The costs of the run, as a line of JSON.
  func statisticsLine(wakeups: Int64) -> String {
    costs.line(wakeups: wakeups, counts: screen.display.counts, isFull: screen.redrawsFully)
  }
}
