// Stage: render. Frames that time asks for: motion while no property changes.

import FixedRaster

extension Compositor {
  /// Draws a frame at a time, as ``drawFrame(into:lacking:)`` does: layers that move by themselves, as particles do, are where
  /// they are then. Those that were moved less than a frame's time ago, by ``preferredFramesPerSecond``, wait for the
  /// next one.
  ///
  /// - Parameters:
  ///   - time: of any clock that runs evenly; the superspace of the root has this time. Times are held within ±146 years.
  ///   - display: the target.
  ///   - lacking: what the target lacks already: see ``drawFrame(into:lacking:)``.
  /// - Returns: whether anything was drawn; ``forEachDamagedRect(_:)`` then says where.
  @export(interface)
  @discardableResult
  public func drawFrame(
    at time: Duration, into display: DisplayMemory, lacking: DamagedRects = DamagedRects()
  ) -> Bool {
    if isDrawingFrame { return false }
    frameTime = time.heldNanoseconds
    if root.host === self {
      markDueEmitters()
      advanceAnimations()
      scrollMotions.advance(to: frameTime) { noteDue() }
    }
    return drawFrame(into: display, lacking: lacking)
  }

  /// When the next frame is due for motion by itself, on the clock of ``drawFrame(at:into:lacking:)``; `nil`: nothing moves
  /// that is seen. Changes of properties have frames of their own: ``needsFrame``.
  public var nextFrameTime: Duration? {
    if isDrawingFrame || root.host !== self { return nil }
    var next = animator.nextFrame(interval: interval) { maySee($0, changing: $1) }
    if let due = scrollMotions.nextFrame(after: frameTime, interval: interval) { next = Swift.min(next ?? due, due) }
    for emitter in emitters {
      guard let layer = emitter.layer, layer.isSeen else { continue }
      // Its time was set elsewhere since it moved, and the frame for that came too early: no birth ahead, and no running
      // time, brings it back.
      let isWaiting = !needsFrame && !emitter.isAtRest(at: layer.time(ofDisplay: frameTime), layer, frameTime)
      let due = isWaiting ? emitter.frameTime + interval : emitter.nextFrame(of: layer, interval)
      guard let time = due else { continue }
      next = Swift.min(next ?? time, time)
    }
    return next.map { Duration(nanoseconds: $0) }
  }

  /// Nanoseconds between two frames.
  private var interval: Int64 { 1_000_000_000 / Int64(preferredFramesPerSecond) }

  /// Ends animations that are over, tells the program, and has the others move.
  private func advanceAnimations() {
    if !animator.isIdle { noteDue() }
    animator.advance(to: frameTime)
  }

  /// Has those emitters that are seen, and were not moved for a frame's time, move in this frame.
  private func markDueEmitters() {
    for emitter in emitters {
      guard let layer = emitter.layer, layer.isSeen else { continue }
      let isBack = frameTime < emitter.frameTime
      if !isBack && frameTime - emitter.frameTime < interval { continue }
      if emitter.isAtRest(at: layer.time(ofDisplay: frameTime), layer, frameTime) { continue }
      layer.note(.drawing)
      noteDue()
    }
  }
}

extension ParticleSystem {
  /// The time of the display at which something moves next; `nil` while the layer's time stands still, or nothing will be
  /// seen.
  fileprivate func nextFrame(of layer: EmitterLayer, _ interval: Int64) -> Int64? {
    guard layer.isTimeRunning, let due = earlier(due(in: layer), layer.copiesDue) else { return nil }
    return Swift.max(frameTime + interval, due)
  }

  /// The time of the display at which something moves next, as the layer's time runs; `nil` for never.
  func due(in layer: EmitterLayer) -> Int64? {
    if !particles.isEmpty { return frameTime }
    let next = layer.isTimeReversed ? lastDeath : nextBirth
    return next.map { Conversion(.times, from: layer, to: nil).apply(time: $0) }
  }

  /// Whether nothing is seen at a time of the layer's, as nothing was.
  fileprivate func isAtRest(at own: Int64, _ layer: EmitterLayer, _ frame: Int64) -> Bool {
    guard let time, own != time else { return time == own }
    if !particles.isEmpty { return false }
    if let due = layer.copiesDue, frame >= due { return false }
    // Of copies that are later something may live that was born after all of the first one's died.
    if own < time && layer.isDelayed { return false }
    return own > time ? nextBirth.map { own < $0 } ?? true : lastDeath.map { own > $0 } ?? true
  }
}

extension Layer {
  /// Whether neither this layer nor one above it is hidden or clear.
  final var isSeen: Bool {
    var layer: Layer? = self
    while let here = layer {
      if here.isHidden || here.opacity == 0 { return false }
      layer = here.superlayer
    }
    return true
  }

  /// Whether the layer's time runs backwards beside the display's.
  final var isTimeReversed: Bool {
    var (isReversed, layer) = (false, Layer?.some(self))
    while let here = layer {
      if here.speed < 0 { isReversed.toggle() }
      layer = here.superlayer
    }
    return isReversed
  }

  /// Whether a copy of the layer is looked at that is later than the first one.
  final var isShownLater: Bool {
    var layer = superlayer
    while let here = layer {
      if here.shownDelay != 0 { return true }
      layer = here.superlayer
    }
    return false
  }

  /// Whether no layer from here up stands still in time.
  final var isTimeRunning: Bool {
    var layer: Layer? = self
    while let here = layer {
      if here.speed == 0 { return false }
      layer = here.superlayer
    }
    return true
  }

  /// Tells whoever shows the layer that its time runs otherwise.
  final func timingChanged() { root.host?.timingChanged() }
}

private func earlier(_ a: Int64?, _ b: Int64?) -> Int64? {
  guard let a, let b else { return a ?? b }
  return Swift.min(a, b)
}
