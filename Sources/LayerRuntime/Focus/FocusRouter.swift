// Stage: focus. Input: keys, and the steps of an encoder. Output: calls of the layer that has the focus, and of those above
// it, and the focus on another layer.

import FixedRaster

/// The part of the focus in a layer.
public enum FocusState: UInt8, Sendable {
  case none
  /// Keys reach it. A finger was used last, so that nothing shows it.
  case focused
  /// Keys reach it, and a ring is to show that.
  case ringed
}

/// Gives keys, and the steps of an encoder, to the one layer of a tree that has the focus; see
/// ``Layer/canBecomeFocused``.
///
/// The layer is asked first, then the layers above it, until one uses the key: see ``Layer/keyDown(_:)``. After them
/// ``keyHandler`` is asked. A key that nobody uses moves the focus: Tab, shift and Tab, the arrows, and the steps of an
/// encoder. The first of them after a finger only shows the focus, as Enter does then.
///
/// The focus stays where it is while the layer is laid out, hidden for a time with its page, or out of the tree for a time.
/// A key that comes while the layer is hidden, disabled or gone finds the next one by place.
public final class FocusRouter {
  /// The layer whose tree has the focus.
  public let root: Layer
  /// The layer in which the focus stays: that of a dialog, above others. `nil` for the whole tree. The focus leaves
  /// others with the next key.
  public var scope: Layer? { didSet { if scope !== oldValue { scopeChanged(oldValue) } } }
  /// The program's own keys: asked after the layers. Returns whether it used the key; then it is told the end too.
  public var keyHandler: (KeyPress) -> Bool = { _ in false }
  /// The program's use of an encoder, of steps that no layer used. Returns whether it used them.
  public var turnHandler: (Int) -> Bool = { _ in false }

  /// The layer with the focus, wherever it is now; `nil` without one.
  public private(set) var focusedLayer: Layer?
  /// Whether a ring shows the focus: a key or an encoder was used last.
  public private(set) var showsRing = false

  /// The time of the last key.
  private var lastTime: Int64 = 0
  /// Where the focus was last, in the coordinates of ``root``.
  private var lastPlace: Rect?
  private var modifiers: KeyPress.Modifiers = []
  /// Keys that are down, each with the layer that took it, or the program.
  private var pressed: [(key: Key, layer: Layer?, isProgram: Bool)] = []
  /// The focus of before a dialog.
  private var outerFocus: Layer?
  /// Where the focus can go, by place. Keeps its memory.
  var stops: [FocusStop] = []

  private static var maximumKeys: Int { 16 }

  /// - Parameter root: the same as the touch router's, whose ``TouchRouter/focusRouter`` it becomes.
  public init(root: Layer) {
    self.root = root
    pressed.reserveCapacity(Self.maximumKeys)
  }

  // MARK: Keys

  /// Takes a key of a device. An end without a beginning is ignored, as is a second beginning.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - phase: whether it went down, is repeated, or went up.
  ///   - time: the kernel's time, in nanoseconds of CLOCK_BOOTTIME.
  public func handle(_ key: Key, _ phase: KeyPress.Phase, time: Int64) {
    lastTime = Swift.max(lastTime, time)
    if let modifier = key.modifier {
      if phase == .began { modifiers.insert(modifier) }
      if phase == .ended || phase == .cancelled { modifiers.remove(modifier) }
      return
    }
    let press = KeyPress(key: key, phase: phase, modifiers: modifiers, timestamp: time)
    let place = pressed.firstIndex { $0.key == press.key }
    switch phase {
    case .began:
      if place != nil || pressed.count == Self.maximumKeys { return }
      pressed.append((press.key, nil, false))
      goDown(press)
    case .repeated:
      guard let place else { return }
      // Nobody gets the repeats where the focus has left the layer that took the key.
      if let layer = pressed[place].layer, focusedLayer?.isDescendant(of: layer) != true { return }
      goDown(press)
    case .ended, .cancelled:
      guard let place else { return }
      end(pressed.remove(at: place), press)
    }
  }

  /// Cancels the keys that are down: their device is gone.
  ///
  /// - Parameter time: as of ``handle(_:_:time:)``.
  public func cancelKeys(time: Int64) {
    modifiers = []
    while let last = pressed.popLast() { end(last, KeyPress(key: last.key, phase: .cancelled, timestamp: time)) }
  }

  private func end(_ former: (key: Key, layer: Layer?, isProgram: Bool), _ press: KeyPress) {
    if former.isProgram { _ = keyHandler(press) }
    former.layer?.keyUp(press)
  }

  /// Cancels the keys of layers that can be used no more, and the editing of one that has the focus.
  func cancelUnusable() {
    if let focusedLayer, let view = focusedLayer.view, !isReachable(focusedLayer) { view.interrupt() }
    var place = pressed.count
    while place > 0 {
      place -= 1
      if place >= pressed.count { continue }
      guard let layer = pressed[place].layer, !isReachable(layer) else { continue }
      // Nobody has it until it is lifted.
      let key = pressed[place].key
      pressed[place].layer = nil
      layer.keyUp(KeyPress(key: key, phase: .cancelled, timestamp: lastTime))
    }
  }

  private func goDown(_ press: KeyPress) {
    let isUsed = isUsable(focusedLayer)
    // A focus that nobody sees is shown first, but in a dialog and for what is typed.
    let isSeen = showsRing || scope != nil || focusedLayer?.view?.isFirstResponder == true
    let offers = isUsed && (isSeen || !press.key.isNavigation)
    let holder = pressed.first { $0.key == press.key }?.layer
    if offers, let taker = taker({ $0.keyDown(press) }) { return hand(press, from: holder, to: taker) }
    if keyHandler(press) {
      if let place = pressed.firstIndex(where: { $0.key == press.key }) { pressed[place].isProgram = true }
      return
    }
    switch press.key {
    case .tab: move(press.modifiers.contains(.shift) ? .previous : .next, wraps: true)
    case .up: move(.up)
    case .down: move(.down)
    case .left: move(.left)
    case .right: move(.right)
    case .enter, .space: if !isUsed || !showsRing { move(.next) }
    default: break
    }
  }

  /// Has a layer that used a key get its end. It may have been lifted or cancelled meanwhile, and the layer may be gone.
  private func hand(_ press: KeyPress, from holder: Layer?, to taker: Layer) {
    if holder === taker { return }
    var ended: Layer? = taker
    if let place = pressed.firstIndex(where: { $0.key == press.key }) {
      ended = exchange(&pressed[place].layer, with: taker)
    }
    ended?.keyUp(KeyPress(key: press.key, phase: .cancelled, timestamp: lastTime))
    cancelUnusable()
  }

  /// The focused layer, or the first above it in the scope, that uses a key or steps.
  private func taker(_ uses: (Layer) -> Bool) -> Layer? {
    var next = focusedLayer
    while let layer = next {
      if uses(layer) { return layer }
      next = layer === scope || layer === root ? nil : layer.superlayer
    }
    return nil
  }

  /// Takes the steps of an encoder: those that no layer uses move the focus.
  ///
  /// - Parameter steps: how many, clockwise; less than 0 the other way. Held to ±1000.
  public func turn(by steps: Int) {
    let steps = Swift.max(-1000, Swift.min(steps, 1000))
    if steps == 0 { return }
    if isUsable(focusedLayer) && (showsRing || scope != nil) && taker({ $0.turned(by: steps) }) != nil { return }
    if turnHandler(steps) { return }
    for _ in 0..<Swift.min(steps.magnitude, 100) { move(steps > 0 ? .next : .previous) }
  }

  // MARK: The focus

  /// A way that the focus goes.
  public enum Direction: UInt8, Sendable {
    /// By rows, from the left to the right.
    case next, previous
    /// To the nearest layer there.
    case up, down, left, right
  }

  /// Moves the focus, or shows it where nothing shows it yet.
  ///
  /// - Parameters:
  ///   - direction: the way it goes.
  ///   - wraps: whether the first follows the last.
  public func move(_ direction: Direction, wraps: Bool = false) {
    collectStops()
    defer { stops.removeAll(keepingCapacity: true) }
    if let focusedLayer, let index = stops.firstIndex(where: { $0.layer === focusedLayer }) {
      if !showsRing { return show(focusedLayer, isRinged: true) }
      lastPlace = stops[index].place
      if let next = stop(from: index, direction, wraps: wraps) { go(to: stops[next].layer) }
    } else if let next = entry(direction) {
      go(to: stops[next].layer)
    }
  }

  /// Views that scroll bring it into sight.
  private func go(to layer: Layer) {
    show(layer, isRinged: true)
    var next = layer.superlayer
    while let here = next {
      here.view?.reveal(layer)
      next = here === root ? nil : here.superlayer
    }
  }

  /// Gives the focus to a layer; `nil` takes it away.
  ///
  /// - Returns: whether the layer has it: it can become focused, and lies in the scope.
  @discardableResult
  public func focus(_ layer: Layer?) -> Bool {
    guard let layer else {
      show(nil, isRinged: showsRing)
      return true
    }
    if !isUsable(layer) { return false }
    show(layer, isRinged: showsRing)
    return true
  }

  /// A finger came down on a layer: the focus goes there without a ring, if the layer or one above it can have it.
  func touched(_ layer: Layer) {
    var next: Layer? = layer
    while let here = next {
      if here.canBecomeFocused && isUsable(here) { return show(here, isRinged: false) }
      next = here === root ? nil : here.superlayer
    }
    show(focusedLayer, isRinged: false)
  }

  private func show(_ layer: Layer?, isRinged: Bool) {
    let (former, wasRinged) = (focusedLayer, showsRing)
    (focusedLayer, showsRing) = (layer, isRinged)
    if former !== layer { former?.focusChanged(.none) }
    // The layer that lost the focus may have moved it on.
    if focusedLayer !== layer || former === layer && wasRinged == isRinged { return }
    layer?.focusChanged(isRinged ? .ringed : .focused)
  }

  /// In a dialog its first layer has the focus; after it the one that had it before.
  private func scopeChanged(_ former: Layer?) {
    if former == nil { outerFocus = focusedLayer }
    var next = scope == nil ? exchange(&outerFocus, with: nil) : nil
    if scope != nil {
      collectStops()
      next = stops.first?.layer
      stops.removeAll(keepingCapacity: true)
    }
    show(isUsable(next) ? next : nil, isRinged: showsRing)
  }

  /// Whether a layer can have the focus now.
  private func isUsable(_ layer: Layer?) -> Bool {
    guard let layer, layer.canBecomeFocused else { return false }
    return isReachable(layer)
  }

  /// Whether a layer lies in the scope, and is neither hidden nor disabled with one above it.
  private func isReachable(_ layer: Layer) -> Bool {
    layer.isInteractive(within: root) && scope.map { layer.isDescendant(of: $0) } ?? true
  }

  /// Where the focus comes in: at the place that it was lost at, else at the first or the last layer.
  private func entry(_ direction: Direction) -> Int? {
    if stops.isEmpty { return nil }
    if let focusedLayer, focusedLayer.isDescendant(of: root) {
      return nearest(to: focusedLayer.convert(focusedLayer.bounds, to: root))
    }
    if let lastPlace, focusedLayer != nil { return nearest(to: lastPlace) }
    return direction == .previous || direction == .up ? stops.count - 1 : 0
  }
}
