// Stage: touch. Input: a finger, or a time. Output: calls of gesture recognisers, and the end of those that are done.
//
// Calls may come back here. Lists are walked by index, and recognisers leave the list when the outermost event is over.

import FixedRaster

extension TouchRouter {
  /// When ``advance(to:)`` has to be called next, in nanoseconds on the clock of the samples: the earliest time that a
  /// recogniser or a control waits for, as a long press. `nil` while none waits: nothing has to wake the program.
  public var nextDeadline: Int64? {
    var earliest = nextControlDeadline
    for recognizer in active {
      if let deadline = recognizer.deadline { earliest = Swift.min(earliest ?? deadline, deadline) }
    }
    return earliest
  }

  /// Meets the deadlines up to a time, the earliest first. Samples up to then are to be handled before: each of them
  /// meets the deadlines before it by itself.
  ///
  /// - Parameter time: nanoseconds on the clock of the samples; one that has passed does nothing.
  public func advance(to time: Int64) {
    if !active.isEmpty || !waiting.isEmpty {
      enter()
      while let due = nextDeadline, due <= time {
        now = Swift.max(now, due)
        if let recognizer = nextDue(due) {
          recognizer.meetDeadline()
          settle()
        } else {
          meetControlDeadline(due)
        }
      }
      leave()
    }
    now = Swift.max(now, time)
  }

  private func nextDue(_ time: Int64) -> GestureRecognizer? {
    var first: GestureRecognizer?
    for recognizer in active {
      guard let deadline = recognizer.deadline, deadline <= time else { continue }
      if deadline < first?.deadline ?? .max { first = recognizer }
    }
    return first
  }

  // MARK: Fingers

  /// Offers a finger to the recognisers of the touched view and of those above it.
  func beginGestures(_ finger: Finger, at place: Int) {
    let touch = finger.touch(.began)
    var layer: Layer? = finger.layer
    var isFollowed = false
    while let here = layer, isStillOn(finger, at: place) {
      if let view = here.view, view.hasGestureRecognizers {
        let list = view.recognizers
        for recognizer in list where recognizer.accepts(touch, of: view, self) {
          if !isStillOn(finger, at: place) { break }
          if recognizer.router == nil {
            recognizer.router = self
            active.append(recognizer)
          }
          isFollowed = true
          recognizer.begin(touch, finger.serial)
        }
      }
      layer = here === root ? nil : here.superlayer
    }
    if isFollowed { settle() }
  }

  func moveGestures(_ finger: Finger) {
    if active.isEmpty { return }
    let touch = finger.touch(.moved)
    var i = 0
    while i < active.count {
      active[i].move(touch, finger.serial)
      i += 1
    }
    settle()
  }

  func endGestures(_ finger: Finger, _ phase: Touch.Phase) {
    if active.isEmpty { return }
    let touch = finger.touch(phase)
    let outer = exchange(&endingSerial, with: finger.serial)
    var i = 0
    while i < active.count {
      active[i].end(touch, finger.serial)
      i += 1
    }
    settle()
    endingSerial = outer
  }

  // MARK: Cancelling

  /// The innermost view with a recogniser that follows a finger, of those that can still be touched; `nil` for none.
  func survivor(following serial: UInt32) -> View? {
    var innermost: View?
    for recognizer in active where recognizer.follows(serial) {
      guard let view = recognizer.view, view.layer.isInteractive(within: root) else { continue }
      if innermost.map({ view.layer.isDescendant(of: $0.layer) }) ?? true { innermost = view }
    }
    return innermost
  }

  /// Ends a finger for the recognisers of views that can be touched no more.
  func cancelUnreachable(_ finger: Finger) {
    let touch = finger.touch(.cancelled)
    var i = 0
    while i < active.count {
      let recognizer = active[i]
      i += 1
      if recognizer.view?.layer.isInteractive(within: root) != true { recognizer.end(touch, finger.serial) }
    }
    settle()
  }

  /// Ends recognisers that wait for another touch; of a layer and those below it, or all.
  func failWaitingRecognizers(under layer: Layer?) {
    var i = 0
    var haveFailed = false
    while i < active.count {
      let recognizer = active[i]
      i += 1
      guard let view = recognizer.view, recognizer.numberOfTouchesDown == 0 else { continue }
      if !(layer.map { view.layer.isDescendant(of: $0) } ?? true) { continue }
      recognizer.fail()
      haveFailed = true
    }
    // A control that hides a part of its own is amid an event: no other finger comes then.
    if haveFailed { settle() }
  }

  /// Cancels recognisers whose view has left the tree while the touched layer stayed in it.
  func cancelRemovedRecognizers() {
    var i = 0
    var haveLeft = false
    while i < active.count {
      let recognizer = active[i]
      i += 1
      if recognizer.view?.layer.isDescendant(of: root) == true { continue }
      recognizer.cancel()
      haveLeft = true
    }
    if haveLeft { settle() }
  }

  // MARK: Settling

  func enter() { depth += 1 }

  /// Ends an event; the outermost one sets recognisers back that are done.
  func leave() {
    if depth == 1 {
      setBackFinished()
      if releaseHeldFingers() { setBackFinished() }
    }
    depth -= 1
  }

  /// Follows the failure, or the removal, of a recogniser outside of an event.
  func recheck() {
    enter()
    settle()
    leave()
  }

  /// Has recognisers proceed that waited for others to fail, until none can; then delivers held touches.
  func settle() {
    while proceedWaiting() || proceedDeadlocked() {}
    releaseHeldFingers()
  }

  private func proceedWaiting() -> Bool {
    var hasProceeded = false
    var i = 0
    while i < active.count {
      let recognizer = active[i]
      if recognizer.isPending && recognizer.proceed() { hasProceeded = true }
      i += 1
    }
    return hasProceeded
  }

  /// Recognisers that wait for each other alone, without a finger or a deadline: the first goes ahead.
  private func proceedDeadlocked() -> Bool {
    var first: GestureRecognizer?
    for recognizer in active {
      if recognizer.deadline != nil || recognizer.numberOfTouchesDown > 0 { return false }
      if recognizer.isPending && first == nil { first = recognizer }
    }
    return first?.proceed(isForced: true) ?? false
  }

  /// Sets back the recognisers that are done and whose fingers are up.
  private func setBackFinished() {
    var i = active.count
    while i > 0 {
      i -= 1
      if i >= active.count { continue }
      let recognizer = active[i]
      recognizer.forgetLiftedTouches()
      if recognizer.isStranded { recognizer.cancel() }
      if !recognizer.isDone { continue }
      active.remove(at: i)
      recognizer.router = nil
      recognizer.setBack()
    }
  }
}
