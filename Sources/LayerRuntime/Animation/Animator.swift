// Stage: time. The animations of a compositor's layers: their list, their values in each frame, their ends.

import FixedRaster

/// Moves the layers of a compositor that have animations.
@safe
final class Animator {
  /// Of the last frame, of the display; `nil` until a frame had a time: nothing is animated by itself before that.
  private(set) var time: Int64?
  /// Whether no layer has an animation.
  private(set) var isIdle = true
  /// How many properties changed at once because too many were animated.
  private(set) var refused = 0
  /// Not owned: each leaves the list when it leaves the tree.
  private(set) var layers: [Unmanaged<Layer>] = unsafe []
  let presentation: Presentation
  /// Implicit animations that are not in use, and cross-fades of contents, of which there are an eighth as many.
  private var pool: [BasicAnimation] = []
  private var fades: [Transition] = []
  /// Memory in which implicit animations mix lists, an eighth as many: the unused ones.
  private var memories: [MixMemory] = []
  private let capacity: Int

  init(root: Layer, capacity: Int) {
    self.capacity = capacity
    presentation = Presentation(for: root, capacity: 4 * capacity)
    unsafe layers.reserveCapacity(capacity)
    pool.reserveCapacity(capacity)
    for _ in 0..<capacity { pool.append(BasicAnimation(keyPath: "")) }
    for animation in pool { animation.isPooled = true }
    memories.reserveCapacity(capacity / 8)
    for _ in 0..<capacity / 8 { memories.append(MixMemory(room: CompositorCapacities.mixedElements)) }
    fades.reserveCapacity(capacity / 8)
    for _ in 0..<capacity / 8 { fades.append(Transition()) }
    for fade in fades { fade.isPooled = true }
  }

  // MARK: Layers

  /// A layer has animations, or has them no more. Calls nobody.
  func update(_ layer: Layer) {
    if layer.isAnimated == (layer.firstAnimation != nil) { return }
    if layer.isAnimated {
      layer.isAnimated = false
      let place = unsafe Unmanaged.passUnretained(layer).toOpaque()
      unsafe layers.removeAll { unsafe $0.toOpaque() == place }
      isIdle = unsafe layers.isEmpty
    } else {
      layer.isAnimated = true
      unsafe layers.append(.passUnretained(layer))
      isIdle = false
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

  /// Begins and ends animations that are due, and calls their delegates: before a frame.
  func advance(to time: Int64) {
    self.time = time
    if !isIdle { moveAll(time) }
    TransactionStack.existing?.deliverNotices()
  }

  private func moveAll(_ time: Int64) {
    let stack = TransactionStack.current
    var i = unsafe layers.count
    while i > 0 {
      i -= 1
      let layer = unsafe layers[i].takeUnretainedValue()
      let own = layer.time(ofDisplay: time)
      begin(layer, at: own, stack)
      endAnimations(of: layer, at: own, time, stack)
      redraw(layer, at: own)
      update(layer)
    }
  }

  /// - Parameters:
  ///   - time: of the layer.
  ///   - frame: of the display.
  private func endAnimations(of layer: Layer, at time: Int64, _ frame: Int64, _ stack: TransactionStack) {
    var animation = layer.firstAnimation
    while let here = animation {
      animation = here.next
      if here.isOver ? !here.isTrailing : !here.isOver(at: time) { continue }
      if !here.isOver {
        here.isOver = true
        here.notify(isFinished: true, stack)
      }
      if !here.isRemovedOnCompletion { continue }
      here.isTrailing = !layer.isOverInCopies(here, ofDisplay: frame)
      if !here.isTrailing { layer.remove(here, isFinished: true) }
    }
  }

  /// Has contents drawn that animations change: while they run, and once more when they have come to rest or begin again.
  private func redraw(_ layer: Layer, at time: Int64) {
    var animation = layer.firstAnimation
    while let here = animation {
      animation = here.next
      if !here.redraws { continue }
      let sample = here.timing.sample(at: time)
      let former = exchange(&here.drawnPhase, with: sample.phase)
      let isOther = former == nil ? sample.hasEffect : sample.phase != former
      if sample.phase == .active || isOther { layer.noteDisplay(nil) }
    }
  }

  /// Puts the animated values of the frame's time in place, where they are not yet: until ``restore()``.
  ///
  /// - Parameter mayChange: whether the program may be called meanwhile: properties that it sets stay.
  func show(mayChange: Bool = false) {
    if isFrameShown { return }
    TransactionStack.existing?.commitImplicit()
    guard let time else { return }
    isFrameShown = true
    presentation.mayChange = mayChange
    for i in unsafe layers.indices {
      let layer = unsafe layers[i].takeUnretainedValue()
      show(layer, time)
    }
    presentation.mayChange = false
    if !isIdle { noteDelayedCopies() }
  }

  func restore() {
    presentation.restore()
    isFrameShown = false
  }

  /// Whether all layers have their values of this frame.
  private var isFrameShown = false

  // MARK: Copies that are later

  /// Whether a layer below one has animations.
  func animates(below layer: Layer) -> Bool {
    var isFound = false
    forEachAnimated(below: layer) { _ in isFound = true }
    return isFound
  }

  /// Begins to show the layers below one as they are at other times. Ended by ``endCopies(below:)``.
  func beginCopies(below layer: Layer) { presentation.restore(below: layer) }

  /// Shows the layers below one at the times of a copy. Returns the argument of ``endCopy(_:)``.
  func showCopy(below layer: Layer) -> Int {
    let place = presentation.count
    guard let time else { return place }
    forEachAnimated(below: layer) {
      presentation.copy = $0.copyNumber
      presentation.show($0, at: $0.time(ofDisplay: time))
    }
    presentation.copy = nil
    return place
  }

  func endCopy(_ place: Int) { presentation.restore(from: place) }

  func endCopies(below layer: Layer) { _ = showCopy(below: layer) }

  private func show(_ layer: Layer, _ time: Int64) {
    let own = layer.time(ofDisplay: time)
    begin(layer, at: own, .current)
    presentation.show(layer, at: own)
  }

  /// Calls `body` while layers have their shown values; `nil` stands for all.
  func whileShown(_ only: Layer?, _ body: () -> Void) {
    guard let time, !isShowing, !isFrameShown, !isIdle else { return body() }
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

  /// Looks for the action of a property that has changed, and runs it.
  ///
  /// - Parameter isImplicit: whether it is animated where no action is found.
  func act(_ layer: Layer, _ key: String, from old: Value?, isImplicit: Bool) {
    let level = TransactionStack.existing?.level
    if level?.disablesActions == true { return }
    let shown = layer.animation(forKey: key)?.lastValue ?? old
    if let action = layer.action(forKey: key) {
      guard let animation = action as? Animation else { return action.run(forKey: key, on: layer) }
      layer.add(animation, forKey: key, showing: shown)
    } else if isImplicit {
      if let shown { animate(layer, key, from: shown, level) } else { fade(layer, key, level) }
    }
  }

  /// Starts the implicit animation of a property.
  private func animate(_ layer: Layer, _ key: String, from shown: Value, _ level: TransactionStack.Level?) {
    let duration = level?.duration ?? Animation.defaultDuration
    if duration == 0 { return endAtOnce(layer, key) }
    var memory: MixMemory?
    if let count = shown.elementCount {
      // One that it takes the place of holds its memory for a moment more.
      memory = count <= CompositorCapacities.mixedElements ? takeMemory(for: layer) : nil
      if memory == nil {
        refused.countOn()
        return endAtOnce(layer, key)
      }
    }
    // Where all are in use the one that it takes the place of makes room; without any the property changes at once.
    if pool.isEmpty { endAtOnce(layer, key) }
    guard let animation = take(from: &pool) else {
      takeBack(memory)
      return
    }
    animation.keyPath = key
    animation.fromValue = memory?.begin(with: shown) ?? shown
    animation.memory = memory
    animation.timing = MediaTiming()
    animation.timing.duration = duration
    animation.timingFunction = level?.timingFunction ?? .default
    if let level {
      animation.delay = level.delay
      (animation.timing.repeatCount, animation.timing.autoreverses) = (level.repeatCount, level.autoreverses)
      animation.motion = level.spring
    }
    // Before its beginning, in later copies too, the former value is shown.
    animation.timing.fillMode = .backwards
    animation.renew()
    layer.attach(animation, forKey: key, showing: shown, level)
  }

  /// Has a property change at once.
  private func endAtOnce(_ layer: Layer, _ key: String) {
    if let former = layer.animation(forKey: key) { layer.remove(former, isFinished: false) }
  }

  /// Starts the cross-fade of a property without values between: contents.
  private func fade(_ layer: Layer, _ key: String, _ level: TransactionStack.Level?) {
    let duration = level?.duration ?? Animation.defaultDuration
    if duration == 0 { return endAtOnce(layer, key) }
    guard let fade = take(from: &fades) else { return }
    fade.timing = MediaTiming()
    fade.timing.duration = duration
    fade.timingFunction = level?.timingFunction ?? .default
    fade.delay = level?.delay ?? 0
    fade.timing.fillMode = .backwards
    fade.renew()
    layer.attach(fade, forKey: key, showing: nil, level)
  }

  /// One that is not in use; `nil` where there is none.
  private func take<Pooled: Animation>(from pool: inout [Pooled]) -> Pooled? {
    // An animation that the program holds on to stays its own for as long as it does.
    for i in pool.indices.reversed() where isKnownUniquelyReferenced(&pool[i]) { return pool.remove(at: i) }
    refused.countOn()
    return nil
  }

  /// Memory for a layer, and for each copy of it that is later; `nil` where there is less.
  private func takeMemory(for layer: Layer) -> MixMemory? {
    let copies = layer.isDelayed ? layer.delayedCopyCount : 0
    if memories.count <= Swift.min(copies, MixMemory.mostCopies) { return nil }
    let first = memories.removeLast()
    var last = first
    for _ in 0..<Swift.min(copies, MixMemory.mostCopies) {
      let memory = memories.removeLast()
      last.next = memory
      last = memory
    }
    return first
  }

  /// Takes back memory that is no longer in use, but for that of copies that came later.
  private func takeBack(_ memory: MixMemory?) {
    var memory = memory
    while let here = memory, memories.count < capacity / 8 {
      memory = exchange(&here.next, with: nil)
      memories.append(here)
    }
  }

  /// An animation that is no longer in use.
  func takeBack(_ animation: Animation) {
    if let animation = animation as? BasicAnimation, pool.count < capacity {
      animation.reset()
      takeBack(exchange(&animation.memory, with: nil))
      pool.append(animation)
    } else if let fade = animation as? Transition, fades.count < capacity / 8 {
      fade.reset()
      fades.append(fade)
    }
  }

  // MARK: Pacing

  /// When the next frame is wanted, in nanoseconds of the display; `nil` for none.
  ///
  /// - Parameter maySee: as of ``Layer/nextAnimationTime(ofDisplay:_:_:)``.
  func nextFrame(interval: Int64, _ maySee: (Layer, LayerChanges) -> Bool) -> Int64? {
    guard let time else { return nil }
    var next: Int64?
    for i in unsafe layers.indices {
      let layer = unsafe layers[i].takeUnretainedValue()
      guard let due = layer.nextAnimationTime(ofDisplay: time, interval, maySee) else { continue }
      next = Swift.min(next ?? due, due)
    }
    return next
  }
}
