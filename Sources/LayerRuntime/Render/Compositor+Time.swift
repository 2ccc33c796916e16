// Stage: render. Frames that time asks for: what moves while no property changes.

import FixedRaster

extension Compositor {
  /// Draws a frame at a time, as ``drawFrame(into:)`` does: what moves by itself, as particles do, is where it is then.
  /// What was moved less than a frame's time ago, by ``preferredFramesPerSecond``, waits for the next one.
  ///
  /// - Parameters:
  ///   - time: of any clock that runs evenly; the superspace of the root has this time. Times are held within ±146 years.
  ///   - display: what is drawn to.
  /// - Returns: whether anything was drawn; ``forEachDamagedRect(_:)`` then says where.
  @export(interface)
  @discardableResult
  public func drawFrame(at time: Duration, into display: DisplayMemory) -> Bool {
    if isDrawingFrame { return false }
    frameTime = time.heldNanoseconds
    if root.host === self {
      markDueEmitters()
      advanceAnimations()
    }
    return drawFrame(into: display)
  }

  /// When the next frame is wanted for what moves by itself, on the clock of ``drawFrame(at:into:)``; `nil`: nothing moves
  /// that is seen. Changes of properties have frames of their own: ``needsFrame``.
  public var nextFrameTime: Duration? {
    if isDrawingFrame || root.host !== self { return nil }
    var next = animator.nextFrame(interval: interval) { maySee($0, changing: $1) }
    for emitter in emitters {
      guard let layer = emitter.layer, layer.isSeen, let time = emitter.nextFrame(of: layer, interval) else { continue }
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
      if Conversion(from: nil, to: layer).apply(time: frameTime) == emitter.time { continue }
      layer.note(.drawing)
      noteDue()
    }
  }
}

extension ParticleSystem {
  /// The time of the display at which something moves next; `nil` while the layer's time stands still, or nothing will be
  /// born.
  fileprivate func nextFrame(of layer: EmitterLayer, _ interval: Int64) -> Int64? {
    if !layer.isTimeRunning { return nil }
    let soon = frameTime + interval
    if !particles.isEmpty { return soon }
    return nextBirth.map { Swift.max(soon, Conversion(from: layer, to: nil).apply(time: $0)) }
  }
}

extension Layer {
  /// Whether neither this layer nor one above it is hidden or clear.
  fileprivate var isSeen: Bool {
    var layer: Layer? = self
    while let here = layer {
      if here.isHidden || here.opacity == 0 { return false }
      layer = here.superlayer
    }
    return true
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
