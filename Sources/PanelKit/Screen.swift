// Stage: the program's screen. Input: layers, and fingers on the display. Output: frames, and touches of layers.
import SystemFiles

/// A display that shows a tree of layers and takes touches for them. Belongs to the thread that runs the loop; an
/// ``Application`` draws its frames.
public final class Screen {
  public private(set) var display: any Display
  /// Another one after ``show(on:)`` of a display of another size.
  public private(set) var compositor: Compositor
  /// Whether every frame draws the whole display, to be compared with drawing the damage alone.
  public var redrawsFully = false
  /// Frames presented so far.
  public private(set) var frames = 0
  /// How long the last frame took, in nanoseconds from its commit to the end of its present.
  public private(set) var frameTime: Int64 = 0

  /// Called with each act of a finger, before the layers are: with `false` they are not.
  public var touchFilter: (_ finger: Int, _ phase: Touch.Phase, _ time: Int64) -> Bool = { _, _, _ in true }

  /// Called with each key, and each turn of an encoder, before the layers are: with `false` they are not. Of a turn the
  /// code is 0, and the phase `began`.
  public var keyFilter: (_ code: UInt16, _ phase: KeyPress.Phase, _ time: Int64) -> Bool = { _, _, _ in true }

  private let capacities: CompositorCapacities
  /// Of the compositor, in pixels.
  private var size: (width: Int, height: Int)
  /// What the display's memory lacks of the frame before, where it has two.
  private var lacking = DamagedRects()
  /// The display's, as far as they were noticed.
  private var restarts = 0
  private var isForeground = true
  /// How long frames took to draw lately.
  private var greatestCost: Int64 = 0

  private let router: TouchRouter
  /// Where keys and the steps of encoders go.
  public let focus: FocusRouter
  /// Made when a pointer moves for the first time.
  private var cursor: PointerCursor?

  /// - Parameters:
  ///   - root: a layer without a superlayer. One without a size gets the display's as its ``LayerRuntime/Layer/frame``.
  ///   - display: where its layers are shown.
  ///   - scale: pixels in a point.
  ///   - capacities: how much memory is taken, once.
  @export(interface)
  public init(
    root: Layer, display: any Display, scale: Fixed = 1, capacities: CompositorCapacities = CompositorCapacities()
  ) {
    let memory = display.memory
    compositor = Compositor(
      root: root, width: memory.width, height: memory.height, scale: scale, capacities: capacities)
    self.display = display
    self.capacities = capacities
    size = (memory.width, memory.height)
    router = TouchRouter(root: root)
    focus = FocusRouter(root: root)
    router.focusRouter = focus
    if root.bounds.isEmpty { root.frame = bounds }
  }

  // MARK: Another terminal, another display

  /// Leaves the display to another virtual terminal, or takes it back. Meanwhile nothing is drawn, and nothing is touched.
  func setForeground(_ isForeground: Bool) {
    if isForeground == self.isForeground { return }
    if !isForeground { cancelInput() }
    self.isForeground = isForeground
    display.setForeground(isForeground)
    drawAfterRestart()
  }

  /// Shows the layers on another display from now on, as in the place of one that has gone. A root that was as large as the
  /// display becomes as large as this one; the compositor keeps its capacities.
  /// - Returns: whether the display has another size.
  @discardableResult
  @export(interface)
  public func show(on other: any Display) -> Bool {
    let former = bounds
    let memory = other.memory
    display = other
    if !isForeground { display.setForeground(false) }
    (lacking, restarts, greatestCost) = (DamagedRects(), other.restarts, 0)
    if memory.width == size.width && memory.height == size.height {
      compositor.invalidate()
      return false
    }
    size = (memory.width, memory.height)
    let next = Compositor(
      root: compositor.root, width: memory.width, height: memory.height, scale: compositor.scale, capacities: capacities
    )
    next.overlays = compositor.overlays
    next.dithering = compositor.dithering
    next.preferredFramesPerSecond = compositor.preferredFramesPerSecond
    next.onNeedsFrame = compositor.onNeedsFrame
    compositor = next
    if root.frame == former { root.frame = bounds }
    return true
  }

  /// The layer shown.
  public var root: Layer { compositor.root }

  /// The display in points.
  public var bounds: Rect {
    let corner = compositor.point(at: PixelPoint(x: Fixed(size.width), y: Fixed(size.height)))
    return Rect(x: 0, y: 0, width: corner.x, height: corner.y)
  }

  // MARK: Frames

  /// Draws and presents changes. Does nothing while the display is off, or has the frame before still on its way.
  /// - Returns: whether anything had changed.
  /// - Throws: the display is gone or refuses.
  @discardableResult
  @export(interface)
  public func drawFrame() throws(DeviceError) -> Bool {
    if !compositor.needsFrame { return false }
    return try drawFrame { $0.drawFrame(into: display.memory, lacking: lacking) }
  }

  /// Draws and presents changes, and layers that move by themselves as they are at a time. Does nothing while the display
  /// is off, or has the frame before still on its way.
  /// - Parameter time: as of ``LayerRuntime/Compositor/drawFrame(at:into:lacking:)``.
  /// - Returns: whether anything had changed.
  /// - Throws: the display is gone or refuses.
  @discardableResult
  @export(interface)
  public func drawFrame(at time: Duration) throws(DeviceError) -> Bool {
    try drawFrame { $0.drawFrame(at: time, into: display.memory, lacking: lacking) }
  }

  private func drawFrame(_ draw: (Compositor) -> Bool) throws(DeviceError) -> Bool {
    let start = EventLoop.now
    if let earliest = earliestFrameTime, start < earliest { return false }
    drawAfterRestart()
    if redrawsFully && compositor.needsFrame { compositor.invalidate() }
    if !draw(compositor) { return false }
    let damage = compositor.damagedRects
    try display.present(damage.span)
    // Known now: a display may find with its first frame that one memory is enough.
    lacking = display.alternates ? compositor.changedRects : DamagedRects()
    frames += 1
    frameTime = EventLoop.now - start
    greatestCost = max(frameTime, greatestCost - greatestCost / 8)
    drawAfterRestart()
    return true
  }

  /// Has everything drawn where the display has lost it.
  private func drawAfterRestart() {
    if display.restarts == restarts { return }
    restarts = display.restarts
    compositor.invalidate()
  }

  /// When the display takes the next frame, in nanoseconds on `EventLoop.now`; `nil` for at once.
  var earliestFrameTime: Int64? { display.earliestFrameTime(cost: greatestCost) }

  /// Writes the picture to a PNG file. Not by reading the display, which may be slow or wrong: it is drawn once more,
  /// without `CompositorOverlays.damage`, which would tint all of it. However the display is rotated, the file
  /// holds it upright.
  /// - Throws: there is not enough memory, or the file cannot be written.
  @export(interface)
  public func writeSnapshot(to path: String) throws(DeviceError) {
    let memory = display.memory.unrotated
    let copy = try MemoryDisplay(
      width: memory.width, height: memory.height, layout: memory.layout, rotation: display.memory.rotation)
    let wanted = compositor.overlays
    compositor.overlays.remove(.damage)
    compositor.invalidate()
    compositor.drawFrame(into: copy.memory)
    compositor.overlays = wanted
    try copy.writeSnapshot(to: path)
    copy.close()
  }

  // MARK: Touches

  /// Points in a millimetre of the display, 0.25...200 and held to that; 5 if not said. Gesture recognisers measure in
  /// millimetres.
  public var pointsPerMillimetre: Fixed {
    get { router.pointsPerMillimetre }
    set { router.pointsPerMillimetre = newValue }
  }

  /// Takes an input device's sample of a finger.
  @export(interface)
  public func touch(_ sample: TouchSample) {
    touch(finger: Int(sample.finger), phase: Touch.Phase(sample.phase), at: sample.position, time: sample.time)
  }

  /// Takes the act of a finger at a place on the display.
  /// - Parameters:
  ///   - finger: its number, the same until it is up.
  ///   - phase: the act.
  ///   - pixel: the place, in pixels of the picture.
  ///   - time: when that was, in nanoseconds on `EventLoop.now`; `nil` for now.
  @export(interface)
  public func touch(finger: Int, phase: Touch.Phase, at pixel: PixelPoint, time: Int64? = nil) {
    let time = time ?? EventLoop.now
    // Who counts what is down is told of its end in any case.
    if !isForeground && phase != .ended && phase != .cancelled { return }
    if touchFilter(finger, phase, time) {
      router.handle(finger: finger, phase: phase, at: pixel, time: time)
    }
  }

  /// When ``advanceTouches(to:)`` has to be called, in nanoseconds on `EventLoop.now`: a gesture recogniser waits for that
  /// time. `nil` while none waits. An ``Application`` does it.
  public var nextTouchDeadline: Int64? { router.nextDeadline }

  /// Has gesture recognisers hear that a time has come. Samples that devices have ready are to be read before.
  public func advanceTouches(to time: Int64) { router.advance(to: time) }

  /// Cancels the touches of all fingers that are down.
  public func cancelTouches() { router.cancelAll() }

  /// Cancels all touches, and the keys that are down.
  func cancelInput() {
    cancelTouches()
    focus.cancelKeys(time: EventLoop.now)
  }

  // MARK: Keys and pointers

  /// Takes an input device's act of a key, an encoder or a pointer.
  @export(interface)
  public func take(_ act: InputAct) {
    switch act {
    case .key(let code, let phase, let time):
      let phase = KeyPress.Phase(phase)
      if !isForeground && phase != .ended && phase != .cancelled { return }
      if keyFilter(code, phase, time) { focus.handle(Key(rawValue: code), phase, time: time) }
    case .turned(let steps, let time):
      if isForeground && keyFilter(0, .began, time) { focus.turn(by: Int(steps)) }
    case .pointed(let pixel, _):
      if !isForeground { return }
      if cursor == nil { cursor = PointerCursor(root) }
      cursor?.show(at: compositor.point(at: pixel))
    }
  }

  /// Shows the pointer no more, until it moves.
  func hideCursor() { cursor?.isHidden = true }
}

extension KeyPress.Phase {
  /// The phase of a key for that of an input device.
  public init(_ phase: InputAct.KeyPhase) {
    self =
      switch phase {
      case .began: .began
      case .repeated: .repeated
      case .ended: .ended
      case .cancelled: .cancelled
      }
  }
}

extension Touch.Phase {
  /// The phase of a layer's touch for that of an input device.
  public init(_ phase: TouchSample.Phase) {
    self =
      switch phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .cancelled: .cancelled
      }
  }
}
