// Stage: layout. Input: layers that were marked. Output: frames of their sublayers, before anything is committed.

import FixedRaster

/// Places the sublayers of layers, for any number of them.
public protocol LayoutManager: AnyObject {
  func layoutSublayers(of layer: Layer)
}

extension Layer {
  /// Has ``layoutSublayers()`` called before the next frame, once however often it is asked for. A change of the
  /// bounds' size does so by itself.
  public final func setNeedsLayout() { mark(.layout) }

  /// Lays out now what waits for it: from the topmost layer above this one that does down to everything below it.
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
  /// end.
  final func layoutUntilDone() {
    var rounds = 1
    while layoutMarked() && rounds < Layer.layoutRounds { rounds += 1 }
  }

  private static var layoutRounds: Int { 8 }

  /// Goes once from the top down; layers that nothing below changed are not looked into. Answers whether there was any
  /// layout.
  private final func layoutMarked() -> Bool {
    var wasMarked = changes.contains(.layout)
    if wasMarked {
      changes.remove(.layout)
      layoutSublayers()
    }
    // A layout may add and remove sublayers, and so end the walk: the next round goes on.
    let isComplete = forEachChanged { layer in if layer.layoutMarked() { wasMarked = true } }
    if !isComplete { return true }
    return wasMarked
  }

  /// The bounds have another size than before.
  final func sizeChanged(from old: Size) {
    resizeSublayers(withOldSize: old)
    setNeedsLayout()
    if content.redrawsOnResize { setNeedsDisplay() }
  }
}
