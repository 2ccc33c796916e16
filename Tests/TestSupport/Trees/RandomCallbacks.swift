import FixedRaster
import LayerRuntime

/// Where a callback is that changes the tree.
public enum CallbackPlace: String, CaseIterable, Sendable {
  case draw, layout, contains, touch
  /// Of animations and transactions: trees with animations alone.
  case start, stop, completion, action
}

/// What a callback does to the tree.
public enum CallbackDeed: String, CaseIterable, Sendable {
  case add, move, remove, redraw
  /// Trees with animations alone.
  case animate

  /// What it counts as.
  public func name(in place: CallbackPlace) -> String { "\(rawValue) in \(place.rawValue)" }
}

extension RandomTree {
  /// Has a layer do something when it is called next.
  func prepareCallback() {
    let deed = CallbackDeed.allCases[random.next(in: 0...(hasAnimations ? 4 : 3))]
    let seed = random.next()
    switch CallbackPlace.allCases[random.next(in: 0...3)] {
    case .draw where hasOffscreenSurfaces:
      let layer = callee()
      layer.onDraw = { [unowned self] in perform(deed, in: .draw, seed) }
      layer.setNeedsDisplay()
    case .draw, .layout:
      let layer = callee()
      layer.onLayout = { [unowned self] in perform(deed, in: .layout, seed) }
      layer.setNeedsLayout()
    case .contains: someSketch().onContains = { [unowned self] in perform(deed, in: .contains, seed) }
    case .touch:
      let layer = someLayer()
      layer.touchHandler = { [unowned self, unowned layer] _ in
        layer.touchHandler = nil
        perform(deed, in: .touch, seed)
      }
    // What an animation has is prepared with it.
    case .start, .stop, .completion, .action: break
    }
  }

  /// The layer that is called in the next frame, in place of the one before it.
  private func callee() -> SketchLayer {
    called?.onDraw = nil
    called?.onLayout = nil
    let layer = someSketch()
    called = layer
    return layer
  }

  private func someSketch() -> SketchLayer {
    let sketches = layers.compactMap { $0 as? SketchLayer }
    if !sketches.isEmpty { return sketches[random.next(in: 0...sketches.count - 1)] }
    let layer = SketchLayer()
    layer.frame = Rect(origin: random.point(in: 0...60), size: random.size())
    insert(layer)
    return layer
  }

  /// Does what was drawn by lot before: whenever it is called, it is the same.
  func perform(_ deed: CallbackDeed, in place: CallbackPlace, _ seed: UInt64, on own: Layer? = nil) {
    let former = exchange(&random, with: SplitMix(seed: seed))
    let wasPerforming = exchange(&isPerforming, with: true)
    defer { (random, isPerforming) = (former, wasPerforming) }
    counts[deed.name(in: place), default: 0] += 1
    log.append(deed.name(in: place))
    if layers.isEmpty { return add() }
    switch deed {
    case .add: add()
    case .move: move()
    case .remove:
      // The layer itself that is told, every other time.
      if let own, own.superlayer != nil, layers.count > 8, seed & 1 == 0 { return remove(own) }
      remove()
    case .animate: animate()
    case .redraw:
      // All of it, so that it does not matter what was drawn before.
      let layer = someLayer()
      (layer as? SketchLayer)?.color = random.color()
      layer.setNeedsDisplay()
    }
  }

  func touch() {
    let finger = random.next(in: 0...2)
    let phase = [Touch.Phase.began, .began, .moved, .ended, .cancelled][random.next(in: 0...4)]
    router.handle(finger: finger, phase: phase, at: somePoint())
  }

  func hitTest() {
    let point = somePoint()
    let hit = root.hitTest(point, order: random.next(in: 0...1) == 0 ? .tree : .drawing)
    if let hit, hit !== root, !isBelow(hit, root) { counts["hits outside the tree", default: 0] += 1 }
  }

  private func somePoint() -> Point { Point(x: random.fixed(in: 0...130), y: random.fixed(in: 0...95)) }

  func changeRoot(of layer: Layer) { (isBelow(layer, root) ? otherRoot : root).addSublayer(layer) }

  /// Reads all that a layer stores, and sets some of it to what it is.
  public func lookAtAll() {
    counts["frames asked for", default: 0] += 1
    for layer in layers {
      for property in RandomProperty.byClass[0].properties { _ = layer.value(forKey: property.key) }
      (layer.opacity, layer.contentsGravity) = (layer.opacity, layer.contentsGravity)
      (layer.shadowRadius, layer.filters) = (layer.shadowRadius, layer.filters)
      if hasAnimations, let shown = layer.presentation() { _ = (shown.frame, shown.hitTest(Point(x: 9, y: 9))) }
    }
  }
}
