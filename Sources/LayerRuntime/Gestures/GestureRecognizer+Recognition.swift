// Stage: gestures. Input: samples from the router, and states that subclasses ask for. Output: states, by the rules
// between recognisers of the same finger.

import FixedRaster

extension GestureRecognizer {
  // MARK: Queries

  final var isPending: Bool { pending != nil }

  /// Whether the gesture is recognised, and the recogniser not yet set back.
  final var isRecognizing: Bool {
    router != nil && (stateNow == .began || stateNow == .changed || stateNow == .ended)
  }

  /// Whether a continuous gesture is recognised, or waits for others to fail.
  final var isUnderWay: Bool {
    stateNow == .began || stateNow == .changed || pending == .began || pending == .beganAndEnded
  }

  private var isFinished: Bool { stateNow == .ended || stateNow == .cancelled || stateNow == .failed }

  /// Whether there is nothing left to wait for.
  final var isDone: Bool {
    touches.isEmpty && (isFinished || stateNow == .possible && deadline == nil && !isPending)
  }

  /// Whether a gesture goes on that nothing can end any more.
  final var isStranded: Bool { (stateNow == .began || stateNow == .changed) && touches.isEmpty && deadline == nil }

  /// Whether another gesture that requires the failure of this one has to wait.
  private var mayStillRecognize: Bool {
    router != nil && stateNow == .possible && (numberOfTouchesDown > 0 || deadline != nil || isPending)
  }

  final var numberOfTouchesDown: Int {
    var count = 0
    for touch in touches where !touch.isUp { count += 1 }
    return count
  }

  final func follows(_ serial: UInt32) -> Bool {
    for touch in touches where touch.serial == serial && !touch.isIgnored { return true }
    return false
  }

  private func shares(_ other: GestureRecognizer) -> Bool {
    for touch in touches where !touch.isIgnored && other.follows(touch.serial) { return true }
    return false
  }

  /// Whether a finger that came down on a view, or in it, is to be followed.
  final func accepts(_ touch: Touch, of view: View, _ router: TouchRouter) -> Bool {
    func isReady() -> Bool {
      self.view === view && isEnabled && !isPending && !isFinished && (self.router == nil || self.router === router)
    }
    if !isReady() { return false }
    return delegate?.gestureRecognizer(self, shouldReceive: touch) != false && isReady()
  }

  // MARK: Samples

  final func begin(_ touch: Touch, _ serial: UInt32) {
    touches.append(
      FollowedTouch(serial: serial, finger: touch.finger, start: touch.location, location: touch.location))
    updateCenter()
    touchesBegan(touch)
  }

  final func move(_ touch: Touch, _ serial: UInt32) {
    for i in touches.indices where touches[i].serial == serial && !touches[i].isUp {
      touches[i].location = touch.location
      if isFinished { return }
      updateCenter()
      return touchesMoved(touch)
    }
  }

  /// The place of an end that differs from the last one is a movement.
  final func end(_ touch: Touch, _ serial: UInt32) {
    for i in touches.indices where touches[i].serial == serial && !touches[i].isUp {
      if touch.phase == .ended && touches[i].location != touch.location { move(touch, serial) }
      // The action may have removed the recogniser.
      guard i < touches.count, touches[i].serial == serial, !touches[i].isUp else { return }
      touches[i].isUp = true
      if isFinished { return }
      if touch.phase == .ended { touchesEnded(touch) } else { touchesCancelled(touch) }
      return
    }
  }

  private func updateCenter() { if let middle = centerOfTouches { center = middle } }

  /// The middle of the fingers that are down; `nil` without one.
  final var centerOfTouches: Point? {
    var (x, y, count) = (Int64(0), Int64(0), Int64(0))
    for touch in touches where !touch.isUp {
      (x, y, count) = (x + Int64(touch.location.x.rawValue), y + Int64(touch.location.y.rawValue), count + 1)
    }
    return count == 0 ? nil : Point(x: Fixed(held: x / count), y: Fixed(held: y / count))
  }

  final func meetDeadline() {
    deadline = nil
    if !isFinished { deadlineReached() }
  }

  final func forgetLiftedTouches() { touches.removeAll { $0.isUp } }

  /// Begins anew; the router has let go.
  final func setBack() {
    (stateNow, pending, deadline) = (.possible, nil, nil)
    reset()
  }

  // MARK: States

  final func change(to new: State) {
    switch stateNow {
    case .possible: leavePossible(new)
    case .began where isPending: return endUntold(new)
    case .began, .changed:
      switch new {
      case .possible, .began: return
      case .changed: stateNow = .changed
      case .ended, .cancelled, .failed:
        stateNow = new == .ended ? .ended : .cancelled
        deadline = nil
      }
      callActions()
    case .ended, .cancelled, .failed: return
    }
    if let router, router.depth == 0 { router.recheck() }
  }

  private func leavePossible(_ new: State) {
    if router == nil { return }
    switch new {
    case .possible: return
    case .failed, .cancelled: return fail()
    case .began, .changed:
      if isPending { return }
      pending = .began
    case .ended:
      if isPending {
        if pending == .began { pending = .beganAndEnded }
        return
      }
      pending = .ended
    }
    proceed()
  }

  /// Ends a gesture whose beginning the program is yet to hear of; what was cancelled never began.
  private func endUntold(_ new: State) {
    switch new {
    case .possible, .began, .changed: return
    case .ended: pending = .beganAndEnded
    case .cancelled, .failed: (stateNow, pending, deadline) = (.failed, nil, nil)
    }
  }

  /// Ends without recognition.
  final func fail() {
    if stateNow != .possible { return }
    (stateNow, pending, deadline) = (.failed, nil, nil)
  }

  /// Ends, whatever the state is; a gesture that is under way calls its actions.
  final func cancel() {
    if stateNow == .possible { if router != nil { fail() } } else { change(to: .cancelled) }
    router?.recheck()
  }

  /// Recognises the pending gesture, unless others have to fail first or prevent it.
  ///
  /// - Parameter isForced: whether it does not wait for others.
  /// - Returns: whether it waits no more.
  @discardableResult
  final func proceed(isForced: Bool = false) -> Bool {
    guard let router, let wanted = pending, stateNow == .possible else { return false }
    for other in required where other.router != nil {
      if other.isRecognizing {
        fail()
        return true
      }
      if !isForced && other.mayStillRecognize { return false }
    }
    let mayBegin = isAllowedToBegin(router)
    // The program may have ended it meanwhile.
    if pending == nil || self.router !== router { return true }
    if !mayBegin || isPrevented(router) {
      fail()
      return true
    }
    let recognized = wanted == .ended ? State.ended : .began
    stateNow = recognized
    if recognized == .ended { deadline = nil }
    preventOthers(router)
    if cancelsTouchesInView { takeFromLayers(router) }
    guard let told = pending, stateNow == recognized else { return true }
    pending = nil
    // The end of a touch may have taken the view away: a gesture that is over already is then nobody's.
    if recognized == .ended, view?.layer.isInteractive(within: router.root) != true { return true }
    callActions()
    if told == .beganAndEnded { change(to: .ended) }
    return true
  }

  /// Whether one of the layers from those under the fingers up to the recogniser's view, which is not one of them, is meant.
  final func hasLayerUnderFinger(_ isMeant: (Layer) -> Bool) -> Bool {
    for touch in touches where !touch.isIgnored {
      var layer = router?.layer(underFinger: touch.serial)
      while let here = layer, here !== view?.layer {
        if isMeant(here) { return true }
        layer = here.superlayer
      }
    }
    return false
  }

  /// Whether something under the finger needs the drag for itself. Two fingers mean no control.
  final func isKept(isVertical: Bool) -> Bool {
    touches.count == 1 && hasLayerUnderFinger { $0.keepsDrag(isVertical: isVertical) }
  }

  /// Not where the view is gone: the cancelling of other fingers may come here before its own.
  private func isAllowedToBegin(_ router: TouchRouter) -> Bool {
    guard let view, view.layer.isDescendant(of: router.root) else { return false }
    if isForControl { return false }
    if let delegate, !delegate.gestureRecognizerShouldBegin(self) { return false }
    return delegate === view || view.gestureRecognizerShouldBegin(self)
  }

  private func isPrevented(_ router: TouchRouter) -> Bool {
    var i = 0
    while i < router.active.count {
      let other = router.active[i]
      i += 1
      if other !== self && other.isRecognizing && prevents(other, self) { return true }
    }
    return false
  }

  private func preventOthers(_ router: TouchRouter) {
    var i = 0
    while i < router.active.count {
      let other = router.active[i]
      i += 1
      if other !== self && other.stateNow == .possible && prevents(self, other) { other.fail() }
    }
  }

  private func prevents(_ winner: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    if !winner.shares(other) || !winner.canPrevent(other) || !other.canBePrevented(by: winner) { return false }
    return winner.delegate?.gestureRecognizer(winner, shouldRecognizeSimultaneouslyWith: other) != true
      && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: winner) != true
  }

  private func takeFromLayers(_ router: TouchRouter) {
    var i = 0
    while i < touches.count {
      if !touches[i].isIgnored { router.cancelInLayers(touches[i].serial) }
      i += 1
    }
  }
}

// MARK: - Measures

extension GestureRecognizer {
  /// A length of the display in 1/65536 point.
  ///
  /// - Parameter tenths: tenths of a millimetre, 0...10000.
  final func length(tenthsOfMillimetre tenths: Int64) -> Int64 {
    Int64((router?.pointsPerMillimetre ?? 5).rawValue) * tenths / 10
  }

  /// How far a finger may move that rests: 3 mm, in 1/65536 point.
  final var slop: Int64 { length(tenthsOfMillimetre: 30) }

  /// How far a finger is from the place where it came down; zero for one that is not followed.
  final func movement(of touch: Touch) -> GestureVector {
    for followed in touches where followed.finger == touch.finger && !followed.isUp {
      return GestureVector(from: followed.start, to: touch.location)
    }
    return .zero
  }
}
