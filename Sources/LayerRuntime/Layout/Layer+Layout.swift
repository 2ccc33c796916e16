// Stage: layout. Input: layers that were marked. Output: frames of their sublayers, before anything is committed.

import FixedRaster

/// Places the sublayers of layers, for any number of them.
public protocol LayoutManager: AnyObject {
  func layoutSublayers(of layer: Layer)
}

extension Layer {
  /// Has ``layoutSublayers()`` called before the next frame, once however often it is asked for. A change of the bounds
  /// does so by itself, of their size or their origin, and every change of the list of sublayers.
  public final func setNeedsLayout() { mark(.layout) }

  /// Lays out now: from the topmost marked layer above this one down to everything below it.
  public final func layoutIfNeeded() {
    var top = self
    var layer = self
    while let above = layer.superlayer {
      if above.changes.contains(.layout) { top = above }
      layer = above
    }
    top.layoutUntilDone()
  }

  /// Lays out this layer and those below it that were marked, and again those that were marked by that: a layout may
  /// change layers above and beside. Gives up after ``layoutRounds``: two layers that resize each other would never
  /// end. Answers whether nothing is left.
  @discardableResult
  final func layoutUntilDone() -> Bool {
    for _ in 0..<Layer.layoutRounds {
      if !layoutMarked() { return true }
    }
    return false
  }

  /// Lays out for a frame, which shows the result of the last round.
  final func layoutForFrame() { if !layoutUntilDone() { forgetLayout() } }

  private final func forgetLayout() { forEachMarked { $0.changes.remove(.layout) } }

  private static var layoutRounds: Int { 8 }

  /// Goes once from the top down; layers that nothing below changed are not looked into. Answers whether there was any
  /// layout.
  ///
  /// - Parameter level: how far below the layer that it began with.
  private final func layoutMarked(_ level: Int = 0) -> Bool {
    if level >= Layer.depthLimit { return false }
    // One that has itself laid out while it is has its turn in the next round.
    var wasMarked = changes.contains(.layout) && !callbacks.isLayingOut
    if wasMarked {
      changes.remove(.layout)
      callbacks.isLayingOut = true
      layoutSublayers()
      callbacks.isLayingOut = false
    }
    // A layout may add and remove sublayers, and so end the walk: the next round goes on.
    let isComplete = forEachChanged { layer in if layer.layoutMarked(level + 1) { wasMarked = true } }
    if !isComplete { return true }
    return wasMarked
  }

  /// Whether ``layoutSublayers()`` will be called before the next frame.
  public final func needsLayout() -> Bool { changes.contains(.layout) }

  /// Notes the effects of bounds of another size than before, and has the sublayers follow; again where that has
  /// changed the size once more, up to ``resizeRounds`` times.
  final func sizeChanged(from old: Size) {
    if content.redrawsOnResize { noteDisplay(nil) }
    // Whoever is resizing the sublayers looks again.
    if resizing != nil || resizingLevel >= Layer.depthLimit { return }
    var former = old
    var rounds = 0
    while former != bounds.size && rounds < Layer.resizeRounds {
      let size = bounds.size
      resizing = size
      resizeSublayers(withOldSize: former)
      former = size
      rounds += 1
    }
    resizing = nil
  }

  private static var resizeRounds: Int { 8 }

  /// How many layers right above this one are having their sublayers follow, each the one above it.
  private final var resizingLevel: Int {
    var (level, layer) = (0, superlayer)
    while let here = layer, here.resizing != nil, level < Layer.depthLimit {
      level += 1
      layer = here.superlayer
    }
    return level
  }
}
