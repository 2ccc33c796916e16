// Stage: the program. Puts display, layers, touchscreens, text console, signals and event loop together.
import CLinux
import SystemFiles

/// A program that shows layers: takes the display, the text console and the touchscreens, draws what changes, and gives
/// all of it back at the end.
///
/// It belongs to the thread that makes it, as do its layers; ``handle(to:)`` and `loop.poster` are for other threads.
///
/// ```swift
/// let application = try Application(root: root)
/// application.every(.seconds(1)) { clock.showTime() }
/// try application.run()
/// ```
public final class Application {
  /// The screens that are shown. The first is the one that the program was made for.
  public private(set) var screens: [Screen]
  public let loop: EventLoop
  /// Called after each frame that was presented.
  public var frameHandler: () -> Void = {}
  /// Why touchscreens that were not named are not listened to; `nil` where they are.
  public var touchRefusal: DeviceError? { inputs.touchRefusal }

  /// Called when a screen's display has gone, or one is there in its place; its ``Screen/bounds`` may be others then.
  public var displayHandler: (Screen, DisplayChange) -> Void = { _, _ in }

  private let console: Console?
  private let terminal: TerminalFollower?
  private let displays: DisplayFollower
  private let inputs: InputDevices
  private var failure: DeviceError?
  private var isDrawing = false
  /// Whether the drawing of a frame asked for another one.
  private var asksAgain = false
  /// Whether the loop is to wake for layers that move by themselves.
  private var isAwaited = false
  private var displayLinks: [DisplayLink] = []
  /// Descriptors of displays that tell of frames.
  private var watched: [Int32] = []
  /// Set while a gesture recogniser waits for a time.
  private var touchTimer: EventLoop.Timer?
  /// The time it is set to.
  private var touchTime: Int64?
  /// Made once: setting the timer allocates nothing.
  private var touchTimerHandler: (Int64) -> Void = { _ in }
  /// When the last frame was drawn, in nanoseconds of the loop.
  private var lastFrameTime: Int64?

  /// The first of ``screens``.
  public var screen: Screen { screens[0] }

  /// The most frames a second, 1...240 and held to that, whatever changes and moves: others wait for their time. Without a
  /// limit if not said.
  public var maximumFramesPerSecond: Int? {
    didSet {
      if let wanted = maximumFramesPerSecond { maximumFramesPerSecond = max(1, min(wanted, 240)) }
      frameWishChanged()
    }
  }

  /// Opens a display and shows a tree of layers on it.
  /// - Parameters:
  ///   - root: a layer without a superlayer. One without a size gets the display's, in points.
  ///   - display: `nil` takes the display of the environment variable `LAMINA_DISPLAY`, as `DisplayChoice` reads it;
  ///     without it the first framebuffer, else memory.
  ///   - rotation: how the picture, and with it touches, is rotated on the display.
  ///   - scale: pixels in a point.
  ///   - touch: which touchscreens, tablets and mice are read.
  ///   - setup: the touchscreens' calibration and filter.
  ///   - keys: which keyboards, keys and encoders are read.
  /// - Throws: the display, the console or a device that was named cannot be used.
  @export(interface)
  public convenience init(
    root: Layer, display: DisplayChoice? = nil, rotation: DisplayRotation = .none, scale: Fixed = 1,
    touch: InputChoice = .automatic, setup: TouchSetup = TouchSetup(), keys: InputChoice = .automatic
  ) throws(DeviceError) {
    // First of all: threads that are started later leave the signals to this one.
    let loop = try EventLoop()
    try loop.endOnSignals()
    let choice = if let display { display } else { try DisplayChoice.environment() }
    let screen = Screen(root: root, display: try choice.open(rotation: rotation), scale: scale)
    try self.init(screen: screen, touch: touch, setup: setup, keys: keys, loop: loop)
    followDisplay(of: screen) { () throws(DeviceError) in try choice.openDevice(rotation: rotation) }
  }

  /// Takes the console, unless the display is in memory, and the touchscreens for a screen.
  /// - Parameters:
  ///   - screen: the layers and the display that shows them.
  ///   - touch: which touchscreens, tablets and mice are read.
  ///   - setup: the touchscreens' calibration and filter.
  ///   - keys: which keyboards, keys and encoders are read.
  ///   - loop: `nil` makes one, which ends on signals.
  /// - Throws: the console or a device that was named cannot be used.
  @export(interface)
  public init(
    screen: Screen, touch: InputChoice = .automatic, setup: TouchSetup = TouchSetup(),
    keys: InputChoice = .automatic, loop: EventLoop? = nil
  ) throws(DeviceError) {
    screens = [screen]
    if let loop {
      self.loop = loop
    } else {
      self.loop = try EventLoop()
      try self.loop.endOnSignals()
    }
    console = screen.display.isInMemory ? nil : try Console.take()
    terminal = console.flatMap { [loop = self.loop] in TerminalFollower($0, loop) }
    inputs = InputDevices(self.loop)
    displays = DisplayFollower(self.loop)
    try inputs.open(touch, setup, keys, for: screen)
    self.loop.beforeWaiting = { [unowned(unsafe) self] in
      unsafe drawFrameWhenDue()
      unsafe setTouchTimer()
    }
    displays.goesHandler = { [unowned(unsafe) self] screen in unsafe unwatch(screen.display) }
    displays.changeHandler = { [unowned(unsafe) self] screen, change in unsafe displayChanged(screen, change) }
    touchTimerHandler = { [unowned(unsafe) self] _ in unsafe advanceTouches() }
    follow(screen)
    terminal?.handler = { [unowned(unsafe) self] in unsafe terminalChanged(isShown: $0) }
  }

  /// Shows the layers of another screen too, from the next frame on.
  /// - Parameters:
  ///   - other: the layers and the display that shows them.
  ///   - touch: which input devices are read for it: none if not said, for those of the first screen are its own.
  /// - Throws: a touchscreen that was named cannot be used.
  @export(interface)
  public func add(_ other: Screen, touch: InputChoice = .none) throws(DeviceError) {
    try inputs.open(touch, TouchSetup(), .none, for: other)
    screens.append(other)
    follow(other)
    frameWishChanged()
  }

  /// Has a screen's display followed where it goes and comes, as a monitor that is unplugged, or a driver that another one
  /// replaces: meanwhile the program goes on and draws nothing. Displays in memory stay.
  /// - Parameters:
  ///   - screen: one of the program's.
  ///   - reopen: opens the display that is meant, whenever one may have come.
  public func followDisplay(of screen: Screen, reopening reopen: @escaping () throws(DeviceError) -> any Display) {
    if screen.display.isInMemory { return }
    displays.follow(screen, reopen)
  }

  /// Has a display opened once it is there, as a second monitor that is not plugged in yet. For as long as the program runs.
  /// - Parameters:
  ///   - open: opens the display that is meant, whenever one may have come.
  ///   - handler: given the display, for a screen that ``add(_:touch:)`` shows.
  public func awaitDisplay(
    opening open: @escaping () throws(DeviceError) -> any Display, handler: @escaping (any Display) -> Void
  ) {
    displays.await(open, handler)
  }

  private func displayChanged(_ screen: Screen, _ change: DisplayChange) {
    if case .shown(let isResized) = change {
      _ = screen.display.setPower(true)
      watch(screen.display)
      if isResized { inputs.reopen(for: screen) }
    }
    displayHandler(screen, change)
    frameWishChanged()
  }

  /// While another virtual terminal is shown, it has the displays.
  private func terminalChanged(isShown: Bool) {
    for screen in screens {
      screen.setForeground(isShown)
      if !displays.isGone(screen) { displayHandler(screen, isShown ? .shown(isResized: false) : .left) }
    }
    displays.isForeground = isShown
    frameWishChanged()
  }

  /// Between events the frame is drawn before the loop waits; requests while drawing have to wake it.
  private func follow(_ screen: Screen) {
    _ = screen.display.setPower(true)
    watch(screen.display)
    screen.compositor.onNeedsFrame = { [unowned(unsafe) self] in
      if unsafe isDrawing { unsafe self.asksAgain = true }
    }
  }

  /// Learns when the frames of a display are shown. Displays of one card tell it together.
  private func watch(_ display: any Display) {
    guard let descriptor = display.eventDescriptor, !watched.contains(descriptor) else { return }
    do throws(DeviceError) {
      try loop.watch(descriptor) { [unowned(unsafe) self] _ in unsafe displayHasEvents(descriptor) }
      watched.append(descriptor)
    } catch {}
  }

  private func unwatch(_ display: any Display) {
    guard let descriptor = display.eventDescriptor else { return }
    if screens.count(where: { $0.display.eventDescriptor == descriptor }) > 1 { return }
    loop.unwatch(descriptor)
    watched.removeAll { $0 == descriptor }
  }

  private func displayHasEvents(_ descriptor: Int32) {
    for screen in screens where screen.display.eventDescriptor == descriptor {
      do throws(DeviceError) { try screen.display.readEvents() } catch { displayRefused(screen, error) }
    }
  }

  private func displayRefused(_ screen: Screen, _ error: DeviceError) {
    if displays.take(error, of: screen) { return }
    failure = error
    loop.stop()
  }

  deinit {
    for link in displayLinks { link.detach() }
    end()
    if let touchTimer { loop.cancelTimer(touchTimer) }
    loop.beforeWaiting = {}
    for screen in screens { screen.compositor.onNeedsFrame = nil }
  }

  // MARK: Running

  /// Nanoseconds until a frame that the drawing of the one before asked for: 60 a second.
  private static var frameInterval: Int64 { 16_666_667 }

  /// Shows the layers and calls handlers until ``stop()``, or SIGINT, SIGTERM or SIGHUP; then gives back the console and
  /// the touchscreens. Is called once.
  /// - Throws: the display refused a frame.
  @discardableResult
  @export(interface)
  public func run() throws(DeviceError) -> EventLoop.End {
    let end = loop.run()
    self.end()
    if let failure { throw failure }
    return end
  }

  /// Has ``run()`` return once the events at hand are handled.
  public func stop() { loop.stop() }

  /// Draws changes, unless the last frame is too near.
  private func drawFrameWhenDue() {
    if let earliest = earliestFrameTime, EventLoop.now < earliest { setFrameTimer() } else { drawFrame() }
  }

  /// When the next frame may be drawn; `nil` where any time will do.
  private var earliestFrameTime: Int64? {
    guard let maximumFramesPerSecond, let lastFrameTime else { return nil }
    return lastFrameTime + 1_000_000_000 / Int64(maximumFramesPerSecond)
  }

  /// Draws changes, without waiting for the events at hand to be handled, or for their time by
  /// ``maximumFramesPerSecond``.
  /// - Returns: whether anything had changed on ``screen``.
  @discardableResult
  @export(interface)
  public func drawFrame() -> Bool {
    if isDrawing || failure != nil { return false }
    isDrawing = true
    asksAgain = false
    defer {
      isDrawing = false
      setFrameTimer()
    }
    let now = EventLoop.now
    callDisplayLinks(at: now)
    var isDrawn = false
    for screen in screens where draw(screen, at: now) {
      lastFrameTime = now
      if screen === self.screen { isDrawn = true }
    }
    if isDrawn { frameHandler() }
    return isDrawn
  }

  private func draw(_ screen: Screen, at time: Int64) -> Bool {
    do throws(DeviceError) { return try screen.drawFrame(at: Duration(ofLoop: time)) } catch {
      displayRefused(screen, error)
      return false
    }
  }

  /// Has the loop wake when the next frame is wanted, and not while nothing moves.
  private func setFrameTimer() {
    var next: Int64?
    for screen in screens {
      var due = screen.compositor.nextFrameTime?.nanoseconds
      if let earliest = screen.earliestFrameTime {
        // Off: the display wakes the loop where it is switched on.
        if earliest == .max { continue }
        if screen.compositor.needsFrame { due = min(due ?? .max, earliest) }
        due = due.map { max($0, earliest) }
      }
      if let due { next = min(next ?? .max, due) }
    }
    if asksAgain { next = min(next ?? .max, EventLoop.now + Self.frameInterval) }
    for link in displayLinks { if let due = link.nextTime() { next = min(next ?? .max, due) } }
    if let earliest = earliestFrameTime {
      if screens.contains(where: { $0.compositor.needsFrame && $0.earliestFrameTime != .max }) {
        next = min(next ?? .max, earliest)
      }
      next = next.map { max($0, earliest) }
    }
    if let next {
      loop.setFrameTimer(at: next)
    } else if isAwaited {
      loop.cancelFrameTimer()
    }
    isAwaited = next != nil
  }

  /// Gives back everything that the program has taken, but for the display.
  private func end() {
    inputs.closeAll()
    displays.end()
    for descriptor in watched { loop.unwatch(descriptor) }
    watched = []
    terminal?.end()
    console?.release()
  }

  // MARK: Display links

  /// Has a closure called before frames, from now on: see ``DisplayLink``. The program keeps it until it is invalidated.
  ///
  /// - Parameter handler: called on the loop's thread; given the link.
  public func addDisplayLink(_ handler: @escaping (DisplayLink) -> Void) -> DisplayLink {
    let link = DisplayLink(self, handler)
    displayLinks.append(link)
    frameWishChanged()
    return link
  }

  func remove(_ link: DisplayLink) {
    displayLinks.removeAll { $0 === link }
    link.detach()
    frameWishChanged()
  }

  /// Calls those whose time has come. They may add and invalidate others.
  private func callDisplayLinks(at time: Int64) {
    if displayLinks.isEmpty { return }
    let interval = 1_000_000_000 / Int64(screen.compositor.preferredFramesPerSecond)
    for link in displayLinks { link.call(at: time, interval: interval) }
  }

  /// The next frame is wanted at another time than was said.
  func frameWishChanged() { if !isDrawing { setFrameTimer() } }

  // MARK: Other threads

  /// A handle by which other threads have work done with a layer, or with another object of this thread.
  public func handle<Object: AnyObject>(to object: Object) -> LoopHandle<Object> { loop.handle(to: object) }

  /// Shows pictures that other threads present to a layer, as soon as they do, and keeps the layer. Ends with
  /// ``unfollow(_:)-(SurfaceLayer)``.
  public func follow(_ layer: SurfaceLayer) {
    layer.presentHandler = loop.handle(to: layer).poster(of: { $0.showPresented() })
  }

  /// Shows no more presented pictures of a layer, and lets go of it.
  public func unfollow(_ layer: SurfaceLayer) { layer.presentHandler = nil }

  /// Shows the tiles that the drawing thread draws for a layer as soon as they are drawn, and keeps the layer. Ends with
  /// ``unfollow(_:)-(TiledLayer)``.
  public func follow(_ layer: TiledLayer) {
    layer.tilesReadyHandler = loop.handle(to: layer).poster(of: { $0.showReadyTiles() })
  }

  /// Lets go of a layer.
  public func unfollow(_ layer: TiledLayer) { layer.tilesReadyHandler = nil }

  // MARK: Input devices

  /// Has the fingers and keys of a device reach the layers, until it is gone or the program ends, which closes it.
  /// - Throws: it is closed, or listened to already.
  public func listen(to device: InputDevice) throws(DeviceError) { try inputs.listen(to: device, for: screen) }

  /// Has the loop wake when a gesture recogniser waits for a time, and not otherwise.
  private func setTouchTimer() {
    var next: Int64?
    for screen in screens {
      if let due = screen.nextTouchDeadline { next = min(next ?? .max, due) }
    }
    if next == touchTime { return }
    touchTime = next
    if let next {
      if let touchTimer, loop.setTimer(touchTimer, at: next) { return }
      touchTimer = loop.addTimer(at: next, handler: touchTimerHandler)
    } else if let timer = touchTimer {
      touchTimer = nil
      loop.cancelTimer(timer)
    }
  }

  /// Fingers may have been lifted in time, and the loop have come to the timer first: the devices are read before.
  private func advanceTouches() {
    (touchTimer, touchTime) = (nil, nil)
    let now = EventLoop.now
    inputs.readAll()
    for screen in screens { screen.advanceTouches(to: now) }
  }
}
