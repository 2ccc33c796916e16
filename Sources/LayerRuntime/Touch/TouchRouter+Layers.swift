// Stage: touch. Input: a finger that recognisers have heard of. Output: calls of the layers' touch methods.

import FixedRaster

extension TouchRouter {
  /// Offers a finger that came down to the layers, unless a recogniser has it or delays it.
  func beginInLayers(_ finger: Finger, at place: Int) {
    if isTakenFromLayers(finger.serial) { return forgetUnfollowed(finger.serial, at: place) }
    if let delayer = recognizerDelaying(finger.serial) {
      fingers[place]?.delivery = .held
      fingers[place]?.delayer = delayer
    } else {
      offer(at: place)
    }
  }

  /// Asks the touched layer and those above it, until one takes the touch.
  private func offer(at place: Int) {
    guard var finger = fingers[place] else { return }
    fingers[place]?.delivery = .taken
    while true {
      let receiver = finger.receiver
      receiver.callbacks.passesTouchOn = false
      deliver(finger, .began)
      // The called handler may have come back here: it cancelled the finger, or ended it.
      guard let current = fingers[place], current.serial == finger.serial, current.delivery == .taken else { return }
      if !receiver.callbacks.passesTouchOn { return }
      guard let above = receiver.superlayer else { break }
      finger.receiver = above
      fingers[place]?.receiver = above
    }
    fingers[place]?.delivery = .nobody
    forgetUnfollowed(finger.serial, at: place)
  }

  private func forgetUnfollowed(_ serial: UInt32, at place: Int) {
    for recognizer in active where recognizer.follows(serial) { return }
    if fingers[place]?.serial == serial { fingers[place] = nil }
  }

  /// Takes a finger away from the layers: a recogniser has it. The layer that took it gets the end.
  func cancelInLayers(_ serial: UInt32) {
    for place in fingers.indices {
      guard let finger = fingers[place], finger.serial == serial else { continue }
      fingers[place]?.delivery = .nobody
      fingers[place]?.delayer = nil
      if finger.delivery == .held && finger.isEnding { fingers[place] = nil }
      if finger.delivery == .taken { deliver(finger, .cancelled) }
      return
    }
  }

  /// Delivers the beginnings that were held back for recognisers that have failed, and the ends of those fingers that are
  /// up by now. Returns whether there were any.
  @discardableResult
  func releaseHeldFingers() -> Bool {
    var hasReleased = false
    for place in fingers.indices {
      guard let finger = fingers[place], finger.delivery == .held, let delayer = finger.delayer else { continue }
      if delayer.router === self && delayer.state == .possible && delayer.isEnabled { continue }
      // A gesture of several taps has the fingers of the first ones too.
      if delayer.isRecognizing && delayer.cancelsTouchesInView {
        cancelInLayers(finger.serial)
        continue
      }
      if let other = recognizerDelaying(finger.serial) {
        fingers[place]?.delayer = other
        continue
      }
      fingers[place]?.delayer = nil
      hasReleased = true
      offer(at: place)
      guard let last = fingers[place], last.serial == finger.serial, last.isEnding, !isEndingNow(last) else { continue }
      fingers[place] = nil
      if last.delivery == .taken { deliver(last, .ended) }
    }
    return hasReleased
  }

  /// Whether the end is just being handled, and will be delivered by that.
  private func isEndingNow(_ finger: Finger) -> Bool { finger.serial == endingSerial }

  private func recognizerDelaying(_ serial: UInt32) -> GestureRecognizer? {
    for recognizer in active
    where recognizer.delaysTouchesBegan && recognizer.state == .possible && recognizer.follows(serial) {
      return recognizer
    }
    return nil
  }

  private func isTakenFromLayers(_ serial: UInt32) -> Bool {
    for recognizer in active
    where recognizer.isRecognizing && recognizer.cancelsTouchesInView && recognizer.follows(serial) {
      return true
    }
    return false
  }

  /// The finger is a copy: it keeps layer and receiver alive while they are called, whatever that removes.
  func deliver(_ finger: Finger?, _ phase: Touch.Phase) {
    guard let finger else { return }
    let touch = finger.touch(phase)
    switch phase {
    case .began: finger.receiver.touchesBegan(touch)
    case .moved: finger.receiver.touchesMoved(touch)
    case .ended: finger.receiver.touchesEnded(touch)
    case .cancelled: finger.receiver.touchesCancelled(touch)
    }
  }
}

extension TouchRouter.Finger {
  /// The last sample of the finger; of `began` the first.
  func touch(_ phase: Touch.Phase) -> Touch {
    if phase == .began {
      return Touch(
        finger: number, phase: phase, location: start, previousLocation: start, timestamp: startTime, layer: layer)
    }
    return Touch(
      finger: number, phase: phase, location: location, previousLocation: previous, timestamp: time, layer: layer)
  }
}

extension Layer {
  /// Has the views of this layer and of those below it laid out: their measures in millimetres have changed.
  func layOutViews() {
    view?.setNeedsLayout()
    for layer in children { layer.layOutViews() }
  }
}
