import FixedRaster

// Stage: render. The part of a coloured layer to draw again once one of its edges has moved.

extension Commit {
  /// Returns the device pixels about an edge that has moved while the other three stayed: of a filling that grows, those
  /// about its end. `nil` where anything else has changed, or where there is more than a colour.
  @inline(never)
  mutating func movedEdge(_ i: NodeIndex, _ layer: Layer, _ changes: LayerChanges, _ former: RenderNode) -> PixelRect? {
    let node = tree.nodes[i]
    guard changes.intersection([.geometry, .appearance, .drawing, .contents, .children, .order]) == .geometry,
      layer.children.isEmpty, node.isPlainColor, former.isPlainColor, node.opacity == former.opacity,
      node.background == former.background, node.outline.radii == former.outline.radii,
      node.outline.curve == former.outline.curve, node.toDevice.hasWholeScale(like: former.toDevice)
    else { return nil }
    let (now, then) = (
      PreciseBox(node.bounds).applying(node.toDevice), PreciseBox(former.bounds).applying(former.toDevice)
    )
    // A corner's curve takes twice its radius at most.
    let corner =
      Coefficient(node.outline.largestRadius) * Swift.max(node.toDevice.a.magnitude, node.toDevice.d.magnitude) * 2
    guard let edge = now.movedEdge(from: then, corner) else { return nil }
    return edge.enclosingPixels.intersection(former.extent.union(node.extent))
  }
}

extension RenderNode {
  /// Whether it is seen, and shows a colour and nothing else.
  fileprivate var isPlainColor: Bool {
    isDrawnAtOnce && background.alpha > 0 && border.alpha == 0 && !hasPattern && !hasContents && !hasDrawing
  }
}

extension AffineTransform {
  /// Whether both only move, and make larger by the same whole numbers: what lies at the same place after them was not
  /// rounded on the way.
  fileprivate func hasWholeScale(like other: AffineTransform) -> Bool {
    (a, b, c, d) == (other.a, other.b, other.c, other.d) && b == 0 && c == 0 && a.isWhole && d.isWhole
  }
}

extension PreciseBox {
  /// The part between an edge's former place and its new one, and as much of the box as the corners there take. `nil` if
  /// not just one edge has moved.
  fileprivate func movedEdge(from former: PreciseBox, _ corner: Coefficient) -> PreciseBox? {
    var edge = self
    let isSame = (minX == former.minX, minY == former.minY, maxX == former.maxX, maxY == former.maxY)
    switch isSame {
    case (false, true, true, true):
      (edge.minX, edge.maxX) = (Swift.min(minX, former.minX), Swift.max(minX, former.minX) + corner)
    case (true, false, true, true):
      (edge.minY, edge.maxY) = (Swift.min(minY, former.minY), Swift.max(minY, former.minY) + corner)
    case (true, true, false, true):
      (edge.minX, edge.maxX) = (Swift.min(maxX, former.maxX) - corner, Swift.max(maxX, former.maxX))
    case (true, true, true, false):
      (edge.minY, edge.maxY) = (Swift.min(maxY, former.maxY) - corner, Swift.max(maxY, former.maxY))
    default: return nil
    }
    return edge
  }
}

extension Coefficient {
  fileprivate var isWhole: Bool { rawValue & 0xFFFF_FFFF == 0 }
}
