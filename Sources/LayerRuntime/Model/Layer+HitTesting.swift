// Stage: model. Which layer lies under a place.

import FixedRaster

extension Layer {
  /// How ``Layer/hitTest(_:order:)`` chooses among layers that overlap.
  public enum HitTestOrder: Sendable {
    /// Strictly by the order of ``Layer/sublayers``, the last one first; neither depth nor clipping count.
    case tree
    /// By what is seen: depth, clipping to bounds, rounded corners and opacity 0 count. What touch uses.
    case drawing
  }
}

extension Layer {
  /// The deepest layer of this subtree, this one included, that contains the point, given in the coordinates of this
  /// layer's superlayer (a root's: the display's). Hidden layers, and all below them, are left out.
  ///
  /// Asks ``contains(_:)``, which may change the tree: layers that it adds are not asked, and those that it takes away
  /// are not hit.
  ///
  /// By tree order a point outside this layer's own bounds gives `nil`; by drawing order it may lie on a sublayer that
  /// shows outside them.
  public final func hitTest(_ point: Point, order: Layer.HitTestOrder = .tree) -> Layer? {
    guard !isHidden, let place = placeFromSuperlayer(PrecisePoint(point)) else { return nil }
    let hit: Layer? =
      switch order {
      case .tree: contains(place.point) ? deepestLayer(at: place) : nil
      case .drawing: opacity == 0 || hidesBack ? nil : seenLayer(at: place)
      }
    // A layer above it may have been asked later, and have taken it away.
    return hit?.isDescendant(of: self) == true ? hit : nil
  }

  /// By tree order, of the layers below this one; `place` in this layer's coordinates.
  final func deepestSublayer(at place: PrecisePoint) -> Layer? {
    let layers = children
    for i in layers.indices.reversed() {
      let layer = layers[i]
      guard layer.superlayer === self, !layer.isHidden, let inside = layer.placeFromSuperlayer(place) else { continue }
      if let hit = layer.deepestLayer(at: inside) { return hit }
    }
    return nil
  }

  /// By drawing order, of this layer and those below it; `place` in this layer's coordinates.
  final func seenInOutline(at place: PrecisePoint) -> Layer? {
    let inOutline = outline.contains(place.point)
    if masksToBounds && !inOutline { return nil }
    if let mask, !mask.masks(place) { return nil }
    let (layers, order) = sublayersAndOrder()
    var i = layers.count
    while i > 0 {
      i -= 1
      let layer = order.isEmpty ? layers[i] : layers[Int(order[i])]
      guard layer.superlayer === self, !layer.isHidden, layer.opacity > 0, !layer.hidesBack else { continue }
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
