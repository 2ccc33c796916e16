// Stage: model. Which layer lies under a place.

import FixedRaster

/// How ``Layer/hitTest(_:order:)`` chooses among layers that overlap.
public enum HitTestOrder: Sendable {
  /// Strictly by the order of ``Layer/sublayers``, the last one first; neither depth nor clipping count.
  case tree
  /// By what is seen: depth, clipping to bounds, rounded corners and opacity 0 count. What touch uses.
  case drawing
}

extension Layer {
  /// The deepest layer of this subtree, this one included, that contains the point, given in the coordinates of this
  /// layer's superlayer (a root's: the display's). Hidden layers, and all below them, are left out.
  ///
  /// By tree order a point outside this layer's own bounds gives `nil`; by drawing order it may lie on a sublayer that
  /// shows outside them.
  public final func hitTest(_ point: Point, order: HitTestOrder = .tree) -> Layer? {
    guard !isHidden, let place = placeFromSuperlayer(PrecisePoint(point)) else { return nil }
    switch order {
    case .tree: return contains(place.point) ? deepestLayer(at: place) : nil
    case .drawing: return opacity == 0 || hidesBack ? nil : seenLayer(at: place)
    }
  }

  /// By tree order, of the layers below this one; `place` in this layer's coordinates.
  final func deepestSublayer(at place: PrecisePoint) -> Layer? {
    for i in children.indices.reversed() {
      let layer = children[i]
      guard !layer.isHidden, let inside = layer.placeFromSuperlayer(place) else { continue }
      if let hit = layer.deepestLayer(at: inside) { return hit }
    }
    return nil
  }

  /// By drawing order, of this layer and those below it; `place` in this layer's coordinates.
  final func seenInOutline(at place: PrecisePoint) -> Layer? {
    let inOutline = outline.contains(place.point)
    if masksToBounds && !inOutline { return nil }
    if let mask, !mask.masks(place) { return nil }
    var i = sublayerCount
    while i > 0 {
      i -= 1
      let layer = sublayerInDrawingOrder(i)
      guard !layer.isHidden, layer.opacity > 0, !layer.hidesBack else { continue }
      guard let inside = layer.placeFromSuperlayer(place) else { continue }
      if let hit = layer.seenLayer(at: inside) { return hit }
    }
    return inOutline && contains(place.point) ? self : nil
  }

  /// Whether this mask, or something below it, lies at a place of the masked layer.
  private func masks(_ place: PrecisePoint) -> Bool {
    guard !isHidden, opacity > 0, !hidesBack, let inside = placeFromSuperlayer(place) else { return false }
    return seenLayer(at: inside) != nil
  }
}
