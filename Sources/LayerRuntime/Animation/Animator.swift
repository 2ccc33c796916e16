// Stage: time. The animations of a compositor's layers: which there are, what they make of each frame, when they end.

import FixedRaster

/// The layers of a compositor that have animations.
@safe
final class Animator {
  /// Not owned: each leaves the list when it leaves the tree.
  private(set) var layers: [Unmanaged<Layer>] = unsafe []
  let presentation: Presentation
  /// Implicit animations that are not in use.
  private var pool: [BasicAnimation] = []
  private let capacity: Int
  /// How many implicit animations found none.
  private(set) var refused = 0
  /// Of the last frame, of the display; `nil` until a frame had a time: nothing is animated by itself before that.
  var time: Int64?

  init(root: Layer, capacity: Int) {
    self.capacity = capacity
    presentation = Presentation(for: root, capacity: 4 * capacity)
    unsafe layers.reserveCapacity(capacity)
    pool.reserveCapacity(capacity)
    for _ in 0..<capacity { pool.append(BasicAnimation(keyPath: "")) }
    for animation in pool { animation.isPooled = true }
  }

  var isIdle: Bool { unsafe layers.isEmpty }

  // MARK: Layers

  /// A layer has animations, or has them no more.
  func update(_ layer: Layer) {
    if layer.isAnimated == (layer.firstAnimation != nil) { return }
    if layer.isAnimated {
      layer.isAnimated = false
      let place = unsafe Unmanaged.passUnretained(layer).toOpaque()
      unsafe layers.removeAll { unsafe $0.toOpaque() == place }
    } else {
      layer.isAnimated = true
      unsafe layers.append(.passUnretained(layer))
    }
  }

  /// Gives an animation a beginning, once there is a frame that it is in.
  private func begin(_ layer: Layer, at time: Int64, _ notices: TransactionStack) {
    var animation = layer.firstAnimation
    while let here = animation {
      animation = here.next
      if here.start != nil { continue }
      if here.timing.space.beginTime == 0 { here.timing.space.beginTime = here.delay == 0 ? time : time + here.delay }
      here.start = here.timing.space.beginTime
      if here.delegate != nil { notices.notices.append(.started(here)) }
    }
  }

  // MARK: A frame

  /// Begins what has yet to begin and ends what has ended: before a frame.
  func advance(to time: Int64) {
    self.time = time
    let stack = TransactionStack.current
    var i = unsafe layers.count
    while i > 0 {
      i -= 1
      let layer = unsafe layers[i].takeUnretainedValue()
      let own = layer.time(ofDisplay: time)
      begin(layer, at: own, stack)
      endAnimations(of: layer, at: own, stack)
      redraw(layer, at: own)
      update(layer)
    }
  }

  private func endAnimations(of layer: Layer, at time: Int64, _ stack: TransactionStack) {
    var animation = layer.firstAnimation
    while let here = animation {
      animation = here.next
      if here.isOver || !here.isOver(at: time) { continue }
      if here.isRemovedOnCompletion {
        layer.remove(here, isFinished: true)
      } else {
        here.isOver = true
        here.tell(isFinished: true, stack)
      }
    }
  }

  /// Has contents drawn that animations change.
  private func redraw(_ layer: Layer, at time: Int64) {
    var animation = layer.firstAnimation
    while let here = animation {
      animation = here.next
      if here.redraws && here.timing.sample(at: time).phase == .active { layer.noteDisplay(layer.bounds.standardized) }
    }
  }

  /// Puts what animations make of the frame's time in place: until ``Presentation/restore(from:)``.
  func show() {
    guard let time else { return }
    for i in unsafe layers.indices {
      let layer = unsafe layers[i].takeUnretainedValue()
      show(layer, time)
    }
  }

  private func show(_ layer: Layer, _ time: Int64) {
    let own = layer.time(ofDisplay: time)
    begin(layer, at: own, .current)
    presentation.show(layer, at: own)
  }

  /// Calls `body` while layers are what they show; `nil` stands for all.
  func whileShown(_ only: Layer?, _ body: () -> Void) {
    guard let time, !isShowing, !isIdle else { return body() }
    isShowing = true
    presentation.mayChange = true
    let first = presentation.count
    if let only {
      presentation.show(only, at: only.time(ofDisplay: time))
    } else {
      for i in unsafe layers.indices {
        let layer = unsafe layers[i].takeUnretainedValue()
        presentation.show(layer, at: layer.time(ofDisplay: time))
      }
    }
    presentation.mayChange = false
    body()
    presentation.restore(from: first)
    isShowing = false
  }

  private var isShowing = false

  /// A layer that comes into the tree with animations.
  func showNew(_ layer: Layer) {
    update(layer)
    if let time { show(layer, time) }
  }

  // MARK: Implicit animations

  /// One that is not in use; `nil` where there is none.
  func takeAnimation() -> BasicAnimation? {
    // What the program holds on to is its own.
    while var animation = pool.popLast() {
      if isKnownUniquelyReferenced(&animation) { return animation }
    }
    refused.countOn()
    return nil
  }

  func takeBack(_ animation: BasicAnimation) {
    if pool.count == capacity { return }
    animation.reset()
    pool.append(animation)
  }

  // MARK: Pacing

  /// When the next frame is wanted, in nanoseconds of the display; `nil` for none.
  func nextFrame(interval: Int64) -> Int64? {
    guard let time else { return nil }
    var next: Int64?
    for i in unsafe layers.indices {
      let layer = unsafe layers[i].takeUnretainedValue()
      guard let due = layer.nextAnimationTime(ofDisplay: time, interval) else { continue }
      next = Swift.min(next ?? due, due)
    }
    return next
  }
}
