// Stage: program. Input: readings and fingers. Output: frames on a display.
import FBDevice
import FixedRaster
import LayerRuntime

/// The panel on a display.
public final class PanelScreen {
  public let panel: InstrumentPanel
  public let display: any Display
  /// Frames drawn so far.
  public var frames: Int { costs.frames }

  private let compositor: Compositor
  private let router: TouchRouter
  private let redrawsFully: Bool
  private var costs = FrameCosts()

  /// The most bytes that a screen takes when it is made, besides its display: half for the heap, which takes 20 MB, half
  /// for the stacks of up to three threads, which take addresses.
  public static var startBytes: Int { 64 << 20 }

  /// - Parameter redrawsFully: whether every frame draws the whole display, to be compared with drawing the damage
  ///   alone.
  @export(interface)  // as of Compositor: the program's module stays small
  public init(display: any Display, images: PanelImages = PanelImages(), redrawsFully: Bool = false) {
    let memory = display.memory
    panel = InstrumentPanel(width: memory.width, height: memory.height, images: images)
    compositor = Compositor(root: panel.root, width: memory.width, height: memory.height)
    router = TouchRouter(root: panel.root)
    self.display = display
    self.redrawsFully = redrawsFully
  }

  /// Takes what a finger did at a place on the display, in pixels of the picture.
  @export(interface)
  public func touch(finger: Int, phase: Touch.Phase, at location: PixelPoint) {
    router.handle(finger: finger, phase: phase, at: location)
  }

  /// What is shown on top of the panel for whoever works on it.
  public var overlays: CompositorOverlays {
    get { compositor.overlays }
    set { compositor.overlays = newValue }
  }

  public func cancelTouches() { router.cancelAll() }

  /// Draws and presents what changed.
  /// - Returns: whether anything had changed.
  @discardableResult
  @export(interface)
  public func drawFrame() throws(DeviceError) -> Bool {
    if !compositor.needsFrame { return false }
    let start = EventLoop.now
    if redrawsFully { compositor.invalidate() }
    if !compositor.drawFrame(into: display.memory) { return false }
    let damage = compositor.damagedRects
    try display.present(damage.span)
    costs.add(nanoseconds: EventLoop.now - start, compositor.statistics)
    return true
  }

  /// Writes the picture to a PNG file. Not by reading the display, which may be slow or wrong: it is drawn once more,
  /// without ``CompositorOverlays/damage``, which would tint all of it. However the display turns the picture, the file
  /// holds it upright.
  @export(interface)
  public func writeSnapshot(to path: String) throws(DeviceError) {
    let memory = display.memory.unrotated
    let copy = try MemoryDisplay(
      width: memory.width, height: memory.height, layout: memory.layout, rotation: display.memory.rotation)
    let wanted = overlays
    overlays.remove(.damage)
    compositor.invalidate()
    compositor.drawFrame(into: copy.memory)
    overlays = wanted
    try copy.writeSnapshot(to: path)
    copy.close()
  }

  /// What the run cost, as a line of JSON.
  public func statisticsLine(wakeups: Int64) -> String {
    costs.line(wakeups: wakeups, counts: display.counts, isFull: redrawsFully)
  }
}
