// Stage: touch. Input: fingers in the display's points or pixels. Output: calls of the layers' touch methods.

import FixedRaster

/// Finds the layer under each finger that comes down and gives it everything that finger does until it goes up.
///
/// The layer is the one seen under the finger (drawing order). It is told first, then the layers above it, until one
/// does not pass the touch on: see ``Layer/touchesBegan(_:)``. That one is told the rest. A finger that every layer passes
/// on is forgotten. No event allocates.
public final class TouchRouter {
  /// The layer whose tree is touched.
  public let root: Layer
  /// How many fingers came down while ``capacity`` others were followed; those are ignored until they come down again.
  public private(set) var ignoredFingers = 0

  /// One place for each finger that can be followed at once; never grows.
  private var fingers: [Finger?]

  private struct Finger {
    let number: Int
    let layer: Layer
    /// Who is told. Found when the finger came down: the layer's removal takes it out of reach.
    var receiver: Layer
    var location: Point
    /// No other finger has it, nor had it while fewer than 2^32 came down.
    let serial: UInt32
  }

  private var serial: UInt32 = 0

  /// A router for up to `capacity` fingers at once, 1...100; other numbers are held to that.
  public init(root: Layer, capacity: Int = 10) {
    self.root = root
    fingers = Array(repeating: nil, count: Swift.max(1, Swift.min(capacity, 100)))
    root.touchRouter = self
  }

  deinit { if root.touchRouter === self { root.touchRouter = nil } }

  /// How many fingers can be followed at once.
  public var capacity: Int { fingers.count }

  /// Takes the act of one finger at an input device's place, in pixels of the display: the ``Compositor`` that shows
  /// the root knows how many are a point. Without one a pixel is a point.
  public func handle(finger number: Int, phase: Touch.Phase, at pixel: PixelPoint) {
    handle(finger: number, phase: phase, at: pixel.inPoints(scale: root.root.host?.scale ?? 1))
  }

  /// Takes the act of one finger. `point` is in points of the display, in which the root's ``Layer/position`` is.
  ///
  /// A finger that comes down twice is cancelled first; one that moves or goes up without having come down on a layer
  /// is ignored.
  public func handle(finger number: Int, phase: Touch.Phase, at point: Point) {
    switch phase {
    case .began: begin(number, at: point)
    case .moved:
      guard let place = index(of: number) else { return }
      fingers[place]?.location = point
      deliver(fingers[place], .moved)
    case .ended, .cancelled:
      guard let place = index(of: number) else { return }
      fingers[place]?.location = point
      finish(place, phase)
    }
  }

  /// Cancels every touch.
  public func cancelAll() {
    for place in fingers.indices { finish(place, .cancelled) }
  }

  /// Cancels the touches whose layer is not in the tree any more.
  func cancelRemovedLayers() {
    for place in fingers.indices {
      if let finger = fingers[place], !finger.layer.isDescendant(of: root) { finish(place, .cancelled) }
    }
  }

  private func begin(_ number: Int, at point: Point) {
    if let place = index(of: number) { finish(place, .cancelled) }
    var touched: Layer?
    root.whileShown { touched = root.hitTest(point, order: .drawing) }
    guard let layer = touched, layer.isDescendant(of: root) else { return }
    // The layers that were cancelled or asked may have come back here with the same finger: that was later.
    if index(of: number) != nil { return }
    for place in fingers.indices where fingers[place] == nil {
      serial &+= 1
      let finger = Finger(number: number, layer: layer, receiver: layer, location: point, serial: serial)
      fingers[place] = finger
      offer(finger, at: place)
      return
    }
    ignoredFingers += 1
  }

  /// Tells the touched layer and those above it, until one takes the touch.
  private func offer(_ finger: Finger, at place: Int) {
    var finger = finger
    while true {
      let receiver = finger.receiver
      receiver.callbacks.passesTouchOn = false
      deliver(finger, .began)
      // The called handler may have come back here: it cancelled the finger, or ended it.
      if !receiver.callbacks.passesTouchOn || fingers[place]?.serial != finger.serial { return }
      guard let above = receiver.superlayer else { break }
      finger.receiver = above
      fingers[place]?.receiver = above
    }
    fingers[place] = nil
  }

  private func index(of number: Int) -> Int? {
    for place in fingers.indices where fingers[place]?.number == number { return place }
    return nil
  }

  /// Frees the place first: the handler may come back here.
  private func finish(_ place: Int, _ phase: Touch.Phase) {
    let finger = fingers[place]
    fingers[place] = nil
    deliver(finger, phase)
  }

  /// The finger is a copy: it keeps layer and receiver alive while they are told, whatever that removes.
  private func deliver(_ finger: Finger?, _ phase: Touch.Phase) {
    guard let finger else { return }
    let touch = Touch(finger: finger.number, phase: phase, location: finger.location, layer: finger.layer)
    switch phase {
    case .began: finger.receiver.touchesBegan(touch)
    case .moved: finger.receiver.touchesMoved(touch)
    case .ended: finger.receiver.touchesEnded(touch)
    case .cancelled: finger.receiver.touchesCancelled(touch)
    }
  }
}
