// Stage: time. The values of layers in copies that are later than the first one: see ``ReplicatorLayer/instanceDelay``.

import FixedRaster

extension Animator {
  func forEachAnimated(below layer: Layer, _ body: (Layer) -> Void) {
    for i in unsafe layers.indices {
      let animated = unsafe layers[i].takeUnretainedValue()
      if animated !== layer && animated.isDescendant(of: layer) { body(animated) }
    }
  }

  /// Has the next commit look at each replicator whose delayed copies look otherwise than in the last frame.
  func noteDelayedCopies() {
    for i in unsafe layers.indices { sumUpTimes(of: unsafe layers[i].takeUnretainedValue()) }
    for i in unsafe layers.indices {
      var next = unsafe layers[i].takeUnretainedValue().superlayer?.nearestDelayingReplicator
      while let here = next {
        if let times = exchange(&here.nextTimes, with: nil), times != here.shownTimes {
          here.shownTimes = times
          here.note([])
        }
        next = here.superlayer?.nearestDelayingReplicator
      }
    }
  }

  /// Adds the animation times of the layer to the sum of each replicator that delays copies, which decides their looks.
  private func sumUpTimes(of layer: Layer) {
    if !layer.isDelayed { return }
    guard let time else { return }
    var sum: UInt64 = 0
    layer.forEachDelayedCopy {
      let own = layer.time(ofDisplay: time)
      var animation = layer.firstAnimation
      while let here = animation {
        animation = here.next
        let sample = here.timing.sample(at: own)
        // In each phase but the active one nothing moves.
        let still: UInt64 = sample.phase == .before ? 1 : 2
        let moving = sample.phase == .active ? UInt64(bitPattern: sample.localTime) &+ 3 : still
        sum = (sum ^ moving) &* 0x9E37_79B9_7F4A_7C15
        sum ^= sum &>> 29
      }
    }
    var next = layer.superlayer?.nearestDelayingReplicator
    while let here = next {
      here.nextTimes = (here.nextTimes ?? 0) &* 31 &+ sum
      next = here.superlayer?.nearestDelayingReplicator
    }
  }
}

extension Layer {
  /// Whether an animation is over in each copy of the layer.
  final func isOverInCopies(_ animation: Animation, ofDisplay time: Int64) -> Bool {
    if !isDelayed { return true }
    var isOver = true
    forEachDelayedCopy { if !animation.isOver(at: self.time(ofDisplay: time)) { isOver = false } }
    return isOver
  }
}
