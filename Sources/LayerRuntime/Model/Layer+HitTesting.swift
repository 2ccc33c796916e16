// Stage: model. Which layer lies under a place. Each layer asks its sublayers by the methods that subclasses override
// (Layer.swift), so that an override counts for whoever asks a layer above it.

import FixedRaster

extension Layer {
  /// How ``Layer/hitTest(_:order:)`` chooses among layers that overlap.
  public enum HitTestOrder: Sendable {
    /// Strictly by the order of ``Layer/sublayers``, the last one first; neither depth nor clipping count.
    case tree
    /// By the picture: depth, clipping to bounds, rounded corners and opacity 0 count. Touches use it.
    case drawing
  }
}

/// How a layer is asked by the one above it.
struct HitTestStep {
  /// In the superlayer's coordinates; finer than the point that ``Layer/hitTest(_:order:)`` is called with.
  let place: PrecisePoint
  /// How far below the layer that was asked first.
  let level: Int
}

extension Layer {
  /// Asks this layer on behalf of the one above it.
  ///
  /// - Parameter step: the place, in the superlayer's coordinates.
  final func ask(_ step: HitTestStep, _ order: HitTestOrder) -> Layer? {
    if step.level >= Layer.depthLimit { return nil }
    let outer = exchange(&callbacks.hitTestStep, with: step)
    let hit: Layer? =
      switch order {
      case .tree: hitTest(step.place.point)
      case .drawing: hitTest(step.place.point, order: .drawing)
      }
    callbacks.hitTestStep = outer
    // An override may answer with anything, and a layer that was asked may have gone.
    return hit?.isDescendant(of: self) == true ? hit : nil
  }

  /// The default of ``hitTest(_:order:)``.
  final func hit(at point: Point, _ order: HitTestOrder) -> Layer? {
    // Another point than the layer above asked for is one that an override has moved.
    let step = callbacks.hitTestStep.flatMap { $0.place.point == point ? $0 : nil }
    let level = (step ?? callbacks.hitTestStep)?.level ?? 0
    if isHidden || order == .drawing && view?.isUserInteractionEnabled == false { return nil }
    let outer = step?.place ?? PrecisePoint(point)
    if keepsDepth { return order == .tree ? nil : seenLayerInSpace(at: outer, level) }
    guard let place = placeFromSuperlayer(outer) else { return nil }
    let hit: Layer? =
      switch order {
      case .tree: deepestLayer(at: place, level)
      case .drawing: opacity == 0 || hidesBack ? nil : seenLayer(at: place, level)
      }
    // A layer above it may have been asked later, and have taken it away.
    return hit?.isDescendant(of: self) == true ? hit : nil
  }

  /// By tree order, of this layer and those below it; `place` in this layer's coordinates.
  private func deepestLayer(at place: PrecisePoint, _ level: Int) -> Layer? {
    // Below the first layer a sublayer that reaches beyond its superlayer's bounds is hit there too.
    if level == 0 && !contains(place.point) { return nil }
    let layers = children
    for layer in layers.reversed() where layer.superlayer === self {
      if let hit = layer.ask(HitTestStep(place: place, level: level + 1), .tree) { return hit }
    }
    return level == 0 || contains(place.point) ? self : nil
  }

  /// By drawing order, of this layer and those below it; `place` in this layer's coordinates.
  private func seenLayer(at place: PrecisePoint, _ level: Int) -> Layer? {
    if masksToBounds && !isInOutline(place.point) { return nil }
    let step = HitTestStep(place: place, level: level + 1)
    // A mask that lies too deep masks nothing.
    if let mask, step.level < Layer.depthLimit, mask.ask(step, .drawing) == nil { return nil }
    let (layers, order) = sublayersAndOrder()
    var beside: Layer?
    var i = layers.count
    while i > 0 {
      i -= 1
      let layer = order.isEmpty ? layers[i] : layers[Int(order[i])]
      guard layer.superlayer === self, let hit = layer.ask(step, .drawing) else { continue }
      // One that is hit in itself is nearer than one hit beside it, if it is a target of its own.
      let isBeside = exchange(&hit.callbacks.isHitBeside, with: false)
      if isBeside { beside = beside ?? hit } else if beside == nil || hit.hasTouchInsets(upTo: layer) { return hit }
    }
    if let beside, beside.isDescendant(of: self) {
      beside.callbacks.isHitBeside = true
      return beside
    }
    return isTouched(at: place.point) ? self : nil
  }

  /// Whether a place lies in the layer, or in the area by which ``touchInsets`` enlarge it, which is noted.
  private func isTouched(at point: Point) -> Bool {
    if touchInsets == .zero { return isInOutline(point) && contains(point) }
    if !bounds.inset(by: touchInsets).contains(point) { return false }
    if isInOutline(point) && contains(point) { return true }
    callbacks.isHitBeside = !bounds.contains(point) || contains(point)
    return callbacks.isHitBeside
  }

  private func isInOutline(_ point: Point) -> Bool {
    cornerRadius > 0 ? outline.contains(point) : bounds.standardized.contains(point)
  }

  /// Whether this layer, or one above it up to `layer`, has an area of its own for touches.
  private func hasTouchInsets(upTo layer: Layer) -> Bool {
    var here = self
    while here.touchInsets == .zero {
      guard here !== layer, let above = here.superlayer else { return false }
      here = above
    }
    return true
  }

  /// Ends the touches of this layer and of those below it, which can be touched no more; gestures of views above it go on.
  final func endTouches() { forEachRouter { $0.takeTouches(from: self) } }

  /// Cancels the touches of this layer and of those below it, and all gestures that follow them.
  final func cancelTouches() { forEachRouter { $0.cancelTouches(under: self) } }

  /// Calls `body` with the routers of this layer and of those above it.
  private func forEachRouter(_ body: (TouchRouter) -> Void) {
    var layer: Layer? = self
    while let here = layer {
      if let router = here.touchRouter { body(router) }
      layer = here.superlayer
    }
  }
}
