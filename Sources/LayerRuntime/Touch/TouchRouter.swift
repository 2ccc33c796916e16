// Stage: touch. Input: fingers in the display's points or pixels, and the time. Output: calls of the views' gesture
// recognisers (TouchRouter+Gestures.swift) and of the layers' touch methods (TouchRouter+Layers.swift).

import FixedRaster

/// Finds the layer under each finger that comes down and gives it everything that finger does until it goes up.
///
/// The layer is the one seen under the finger (drawing order). Gesture recognisers of its view, and of those above, get
/// each sample first. Then the layer gets it, then the layers above it, until one does not pass the touch on: see
/// ``Layer/touchesBegan(_:)``. That one gets the rest. A finger that every layer passes on, and that no recogniser
/// follows, is forgotten. No event allocates.
///
/// A touch is cancelled where its layer leaves the tree, where the layer, or one above it, is hidden, where a view loses
/// its ``View/isUserInteractionEnabled``, and where the device loses the finger. Recognisers of views that can be touched
/// still follow the finger on.
public final class TouchRouter {
  /// The layer whose tree is touched.
  public let root: Layer
  /// How many fingers came down while ``capacity`` others were followed; those are ignored until they come down again.
  public private(set) var ignoredFingers = 0
  /// Points in a millimetre of the display, 0.25...200 and held to that; 5 if not said. Recognisers measure in
  /// millimetres: a finger that moves less than 3 mm rests.
  public var pointsPerMillimetre: Fixed = 5 {
    didSet {
      pointsPerMillimetre = Swift.max(0.25, Swift.min(pointsPerMillimetre, 200))
      if pointsPerMillimetre != oldValue { root.layOutViews() }
    }
  }

  /// Where keys of the same layers go: a finger takes the focus along, and hides its ring.
  public var focusRouter: FocusRouter?

  /// One place for each finger that can be followed at once; never grows.
  var fingers: [Finger?]
  /// The recognisers that follow fingers or wait for a time, from the innermost view outwards.
  var active: [GestureRecognizer] = []
  /// The controls that wait for a time.
  var waiting: [Control] = []
  /// The finger whose end recognisers are hearing of; 0 for none.
  var endingSerial: UInt32 = 0
  /// How many events are being handled, one within the other.
  var depth = 0
  /// The latest time that the router knows: of a sample, or of ``advance(to:)``.
  var now: Int64 = 0
  /// The time of the latest sample.
  private var sampleTime: Int64 = 0
  private var serial: UInt32 = 0

  struct Finger {
    let number: Int
    /// The layer on which it came down; once that has gone, the one of the nearest recogniser that follows it still.
    var layer: Layer
    /// No other finger has it, nor had it while fewer than 2^32 came down.
    let serial: UInt32
    let start: Point
    let startTime: Int64
    /// The layer that takes the touch. Found when the finger came down: the layer's removal takes it out of reach.
    var receiver: Layer
    var delivery = Delivery.nobody
    /// The recogniser for which the beginning is held back.
    var delayer: GestureRecognizer?
    /// Whether it is up: recognisers hear of it, or its beginning and end are held back.
    var isEnding = false
    var location: Point
    var previous: Point
    var time: Int64
  }

  /// The layers' part in a finger.
  enum Delivery: UInt8 {
    /// No layer gets it: all passed it on, or a recogniser has taken it away.
    case nobody
    /// Held back until a recogniser fails.
    case held
    /// ``Finger/receiver`` gets it, or is being asked.
    case taken
  }

  /// A router for up to `capacity` fingers at once, 1...100; other numbers are held to that.
  public init(root: Layer, capacity: Int = 10) {
    self.root = root
    fingers = Array(repeating: nil, count: Swift.max(1, Swift.min(capacity, 100)))
    active.reserveCapacity(32)
    waiting.reserveCapacity(8)
    root.touchRouter = self
  }

  deinit {
    for recognizer in active { recognizer.router = nil }
    forgetWaiting()
    if root.touchRouter === self { root.touchRouter = nil }
  }

  /// How many fingers can be followed at once.
  public var capacity: Int { fingers.count }

  /// Takes the act of one finger at an input device's place, in pixels of the display: the ``Compositor`` that shows
  /// the root knows how many are a point. Without one a pixel is a point.
  ///
  /// - Parameters:
  ///   - number: of the finger, the same until it is up.
  ///   - phase: the act.
  ///   - pixel: the place, in pixels of the display.
  ///   - time: as of ``handle(finger:phase:at:time:)-(_,_,Point,_)``.
  public func handle(finger number: Int, phase: Touch.Phase, at pixel: PixelPoint, time: Int64? = nil) {
    handle(finger: number, phase: phase, at: pixel.inPoints(scale: root.root.host?.scale ?? 1), time: time)
  }

  /// Takes the act of one finger.
  ///
  /// A finger that comes down twice is cancelled first; one that moves or goes up without having come down on a layer
  /// is ignored.
  ///
  /// - Parameters:
  ///   - number: of the finger, the same until it is up.
  ///   - phase: the act.
  ///   - point: the place, in points of the display, in which the root's ``Layer/position`` is.
  ///   - time: the kernel's time of the sample, in nanoseconds; one before that of the last sample is held to it. `nil`
  ///     stands for the latest time that the router knows: no time passes. Deadlines until then are met first.
  public func handle(finger number: Int, phase: Touch.Phase, at point: Point, time: Int64? = nil) {
    sampleTime = Swift.max(sampleTime, time ?? now)
    let time = sampleTime
    advance(to: time)
    enter()
    switch phase {
    case .began: begin(number, at: point, time)
    case .moved: if let place = index(of: number) { move(place, to: point, time) }
    case .ended, .cancelled:
      if let place = index(of: number) {
        note(place, point, time)
        finish(place, phase)
      }
    }
    leave()
  }

  /// Cancels every touch, and gestures that wait for another one.
  public func cancelAll() {
    enter()
    cancelFingers { _ in true }
    failWaitingRecognizers(under: nil)
    leave()
  }

  /// Cancels the touches whose layer, or whose receiver, is not in the tree any more.
  func cancelRemovedLayers() {
    enter()
    takeFingers { finger in
      !finger.layer.isDescendant(of: root) || finger.delivery == .taken && !finger.receiver.isDescendant(of: root)
    }
    cancelRemovedRecognizers()
    leave()
    focusRouter?.cancelUnusable()
  }

  /// Takes the touches from a layer, and from those below it, that can be touched no more: gestures of views above it go on.
  func takeTouches(from layer: Layer) {
    enter()
    takeFingers { $0.layer.isDescendant(of: layer) }
    failWaitingRecognizers(under: layer)
    leave()
    focusRouter?.cancelUnusable()
  }

  /// Takes some fingers from their layers, and from the recognisers of views that can be touched no more. One that nobody else
  /// follows is cancelled.
  private func takeFingers(_ isMeant: (Finger) -> Bool) {
    for place in fingers.indices { if let finger = fingers[place], isMeant(finger) { forgetHeld(place) } }
    for place in fingers.indices {
      guard let finger = fingers[place], isMeant(finger) else { continue }
      guard !finger.isEnding, let view = survivor(following: finger.serial) else {
        finish(place, .cancelled)
        continue
      }
      fingers[place]?.layer = view.layer
      cancelUnreachable(finger)
      cancelInLayers(finger.serial)
    }
  }

  /// Cancels the touches of a layer and of those below it, with the gestures that follow them, wherever these are.
  func cancelTouches(under layer: Layer) {
    enter()
    cancelFingers { $0.layer.isDescendant(of: layer) }
    failWaitingRecognizers(under: layer)
    leave()
    focusRouter?.cancelUnusable()
  }

  /// Cancels some fingers. What one of them was held back for may fail meanwhile: none of them begins by that.
  private func cancelFingers(_ isMeant: (Finger) -> Bool) {
    for place in fingers.indices { if let finger = fingers[place], isMeant(finger) { forgetHeld(place) } }
    for place in fingers.indices { if let finger = fingers[place], isMeant(finger) { finish(place, .cancelled) } }
  }

  /// A beginning that is held back does not come.
  private func forgetHeld(_ place: Int) {
    if fingers[place]?.delivery != .held { return }
    fingers[place]?.delivery = .nobody
    fingers[place]?.delayer = nil
  }

  // MARK: Steps of a finger

  private func begin(_ number: Int, at point: Point, _ time: Int64) {
    if let place = index(of: number) { finish(place, .cancelled) }
    var touched: Layer?
    root.whileShown { touched = root.hitTest(point, order: .drawing) }
    touched?.callbacks.isHitBeside = false
    guard let layer = touched?.touchedWhole, layer.isDescendant(of: root) else { return }
    focusRouter?.touched(layer)
    // The layers that were cancelled or asked may have come back here with the same finger: that was later. The focus that
    // went there, or left another, may have hidden the layer.
    if index(of: number) != nil || isExcluded(layer) || !layer.isInteractive(within: root) { return }
    for place in fingers.indices where fingers[place] == nil {
      serial &+= 1
      let finger = Finger(
        number: number, layer: layer, serial: serial, start: point, startTime: time, receiver: layer, location: point,
        previous: point, time: time)
      fingers[place] = finger
      beginGestures(finger, at: place)
      if isStillOn(finger, at: place) { beginInLayers(finger, at: place) }
      return
    }
    ignoredFingers += 1
  }

  /// Whether a finger that has just come down is followed, and the touched layer can be touched still.
  func isStillOn(_ finger: Finger, at place: Int) -> Bool {
    guard let current = fingers[place] else { return false }
    return current.serial == finger.serial && current.layer === finger.layer
  }

  private func move(_ place: Int, to point: Point, _ time: Int64) {
    note(place, point, time)
    guard let finger = fingers[place] else { return }
    moveGestures(finger)
    if fingers[place]?.serial == finger.serial && fingers[place]?.delivery == .taken { deliver(fingers[place], .moved) }
  }

  private func note(_ place: Int, _ point: Point, _ time: Int64) {
    guard let former = fingers[place]?.location else { return }
    fingers[place]?.previous = former
    fingers[place]?.location = point
    fingers[place]?.time = time
  }

  /// Recognisers hear of the end first. Frees the place before the layer does: the handler may come back here.
  func finish(_ place: Int, _ phase: Touch.Phase) {
    guard let finger = fingers[place] else { return }
    fingers[place]?.isEnding = true
    if phase == .cancelled { forgetHeld(place) }
    if !finger.isEnding { endGestures(finger, phase) }
    guard let last = fingers[place], last.serial == finger.serial else { return }
    // Its beginning and end are delivered together, once the recogniser has failed.
    if last.delivery == .held && phase == .ended { return }
    fingers[place] = nil
    if last.delivery == .taken { deliver(last, phase) }
  }

  /// The place of a finger that is down.
  func index(of number: Int) -> Int? {
    for place in fingers.indices {
      if let finger = fingers[place], finger.number == number, !finger.isEnding { return place }
    }
    return nil
  }

  /// The layer on which a finger came down that is followed.
  func layer(underFinger serial: UInt32) -> Layer? {
    for place in fingers.indices { if let finger = fingers[place], finger.serial == serial { return finger.layer } }
    return nil
  }

  // MARK: Exclusive touches

  /// Whether a finger may not come down on a layer: it, or a finger that is down, is an exclusive view's alone.
  private func isExcluded(_ layer: Layer) -> Bool {
    let view = exclusiveView(of: layer)
    for place in fingers.indices {
      if let finger = fingers[place], !finger.isEnding, exclusiveView(of: finger.layer) !== view { return true }
    }
    return false
  }

  private func exclusiveView(of layer: Layer) -> View? {
    var next: Layer? = layer
    while let here = next {
      if let view = here.view, view.isExclusiveTouch { return view }
      next = here === root ? nil : here.superlayer
    }
    return nil
  }
}

extension Layer {
  /// Whether it lies in the tree of a layer, and neither it nor one above it is hidden or takes no touches.
  func isInteractive(within root: Layer) -> Bool {
    var next: Layer? = self
    while let here = next, !here.isHidden, here.view?.isUserInteractionEnabled != false {
      if here === root { return true }
      next = here.superlayer
    }
    return false
  }

  /// The layer that this one is a part of, or itself.
  fileprivate var touchedWhole: Layer {
    var here = self
    while !here.takesTouchesOfParts {
      guard here.view == nil, let above = here.superlayer else { return self }
      here = above
    }
    return here
  }
}
