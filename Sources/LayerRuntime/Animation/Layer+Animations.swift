// Stage: time. The animations of one layer.

import FixedRaster
import SystemFiles

extension Layer {
  /// Has the layer show a copy of an animation, in place of one that it had under the key. The property itself stays as it is:
  /// set it as well where it shall be shown afterwards.
  ///
  /// - Parameters:
  ///   - animation: it may be changed, and added again, afterwards.
  ///   - key: any name; under that of a property it takes the place of its implicit animation. `nil` for none: it takes
  ///     no other's place and is removed with all alone.
  public final func add(_ animation: Animation, forKey key: String?) { add(animation, forKey: key, showing: nil) }

  /// The animation under a key, as the layer has it. Changing it is of no use.
  public final func animation(forKey key: String) -> Animation? {
    var animation = firstAnimation
    while let here = animation {
      if here.hasKey && !here.isTrailing && haveSameBytes(here.key, key) { return here }
      animation = here.next
    }
    return nil
  }

  /// The keys of the animations, in the order in which they were added; `nil` if there are none.
  public final func animationKeys() -> [String]? {
    var keys: [String] = []
    var animation = firstAnimation
    while let here = animation {
      if here.hasKey && !here.isTrailing { keys.append(here.key) }
      animation = here.next
    }
    return keys.isEmpty ? nil : keys
  }

  /// Removes the animation under a key: the layer shows the property. Its delegate is told before the next frame.
  public final func removeAnimation(forKey key: String) {
    guard let animation = animation(forKey: key) else { return }
    let host = root.host
    remove(animation, isFinished: false)
    host?.animator.update(self)
    host?.layerTreeChanged()
  }

  public final func removeAllAnimations() {
    if firstAnimation == nil { return }
    let host = root.host
    stopAnimations()
    host?.animator.update(self)
    host?.layerTreeChanged()
  }

  /// - Parameter old: the value shown until now, if it is known.
  final func add(_ animation: Animation, forKey key: String?, showing old: Value?) {
    let copy = animation.copy()
    let level = TransactionStack.existing?.level
    if copy.timing.duration == 0 {
      copy.timing.duration = copy.naturalDuration ?? level?.duration ?? Animation.defaultDuration
    }
    attach(copy, forKey: key, showing: old, level)
  }

  /// Takes an animation that nobody else has.
  final func attach(_ animation: Animation, forKey key: String?, showing old: Value?, _ level: TransactionStack.Level?)
  {
    let former = key.flatMap { self.animation(forKey: $0) }
    animation.prepare(on: self, showing: old ?? former?.lastValue)
    if let former { remove(former, isFinished: false) }
    (animation.key, animation.hasKey) = (key ?? "", key != nil)
    animation.redraws = animation.redraws(self)
    animation.completion = level?.completion
    animation.completion?.enter()
    if let last = lastAnimation { last.next = animation } else { firstAnimation = animation }
    let host = root.host
    host?.animator.update(self)
    host?.layerTreeChanged()
  }

  private final var lastAnimation: Animation? {
    var last = firstAnimation
    while let next = last?.next { last = next }
    return last
  }

  /// Takes an animation off the layer. Calls nobody: notices are delivered later.
  final func remove(_ animation: Animation, isFinished: Bool) {
    if firstAnimation === animation {
      firstAnimation = animation.next
    } else {
      var before = firstAnimation
      while let here = before, here.next !== animation { before = here.next }
      before?.next = animation.next
    }
    animation.next = nil
    if let transition = animation as? Transition { root.host?.transitionRemoved(transition) }
    note(animation.changes)
    noteDelayedCopies()
    if animation.changes.contains(.order) { superlayer?.note(.children) }
    if animation.redraws { noteDisplay(nil) }
    let wasOver = animation.isOver
    animation.isOver = true
    if !wasOver { animation.notify(isFinished: isFinished, .current) }
    if animation.isPooled { root.host?.animator.takeBack(animation) }
  }

  /// Takes all animations off the layer. Calls nobody.
  final func stopAnimations() {
    while let animation = firstAnimation { remove(animation, isFinished: false) }
  }

  /// The layer's time, by that of the display.
  final func time(ofDisplay time: Int64) -> Int64 { Conversion(.times, from: nil, to: self).apply(time: time) }

  /// When the layer's animations have something to show next, in the display's time; `nil` for never.
  ///
  /// - Parameter maySee: whether a layer may be seen while such things of it change. A layer that cannot be seen has
  ///   nothing to show until the end.
  final func nextAnimationTime(
    ofDisplay time: Int64, _ interval: Int64, _ maySee: (Layer, LayerChanges) -> Bool
  ) -> Int64? {
    if !isTimeRunning { return nil }
    var (next, moving): (Int64?, LayerChanges?)
    forEachDelayedCopy {
      let (due, changes) = nextAnimationTime(ofDisplay: time)
      if let due { next = Swift.min(next ?? due, due) }
      if let changes { moving = changes.union(moving ?? []) }
    }
    guard let moving else { return next }
    // In a copy that is later other things of it are seen: that the whole may be seen is enough there.
    let mayBeSeen = outermostDelayingReplicator.map { maySee($0, .drawing) } ?? maySee(self, moving)
    return mayBeSeen ? time + interval : next
  }

  /// When the layer's animations begin or end next, and the changes of those that are going on; of one copy.
  private final func nextAnimationTime(ofDisplay time: Int64) -> (due: Int64?, moving: LayerChanges?) {
    let own = self.time(ofDisplay: time)
    var (next, moving): (Int64?, LayerChanges?)
    var animation = firstAnimation
    while let here = animation {
      animation = here.next
      if here.isOver && !here.isTrailing && !isDelayed && !isTimeReversed { continue }
      let change: Int64
      switch isTimeReversed ? here.timing.lastChange(before: own) : here.timing.nextChange(after: own) {
      case .never: continue
      case .now:
        // Its changes are known once it was shown.
        moving = here.changes.isEmpty ? .all : here.changes.union(moving ?? [])
        guard !isTimeReversed, let end = here.timing.endTime else { continue }
        change = end
      case .at(let begin): change = begin
      }
      let due = Swift.max(time, Conversion(.times, from: self, to: nil).apply(time: change))
      next = Swift.min(next ?? due, due)
    }
    return (next, moving)
  }
}

extension Animation {
  static var defaultDuration: Int64 { 250_000_000 }

  /// Notes that the delegate and the transaction are to be told of the end.
  final func notify(isFinished: Bool, _ stack: TransactionStack) {
    if delegate != nil { stack.notices.append(.stopped(self, isFinished: isFinished)) }
    completion?.leave(stack, isFinished: isFinished)
    completion = nil
  }
}
