import FixedRaster

// Stage: render. A layer that did not change, but was moved with those above it: a row of a list, a part of a trend.

extension Commit {
  /// Moves a layer's node by whole pixels, where nothing but its place has to be worked out. Returns false where it has to be
  /// copied.
  ///
  /// - Parameter above: of it; the layers above were moved, and nothing else.
  mutating func moveNode(of layer: Layer, _ above: Inherited) -> Bool {
    let i = layer.renderState.node
    if i.isNone || layer.isListed || !layer.changes.isEmpty || !layer.children.isEmpty { return false }
    guard tree.nodes[i].isMovable, tree.parts.drawingSpan[i.offset].isStill, above.clip == above.cullRect,
      !tree.isSnapshot && !isDelayed, let place = above.mapping(of: layer).affine,
      let (x, y) = place.wholePixels(from: tree.nodes[i].toDevice)
    else { return false }
    visits += 1
    damage.add(tree.nodes[i].extent)
    tree.nodes[i].move(x, y, to: place, above.cullRect)
    damage.add(tree.nodes[i].extent)
    tree.coverage.move(i, place)
    tree.siblings.setSubtree(tree.nodes[i].extent, of: i)
    return true
  }
}

extension RenderNode {
  /// Whether nothing of the node depends on its place but rectangles: it lies within the pixels that are seen, and is not
  /// drawn in another place before.
  fileprivate var isMovable: Bool {
    isDrawnAtOnce && extent.minX > cullRect.minX && extent.minY > cullRect.minY && extent.maxX < cullRect.maxX
      && extent.maxY < cullRect.maxY && !extent.isEmpty
  }

  @inline(never)  // or each of its rectangles is moved within the tree
  fileprivate mutating func move(_ x: Int32, _ y: Int32, to place: AffineTransform, _ seen: PixelRect) {
    toDevice = place
    box = box.moved(x, y)
    cullRect = seen
    extent = extent.moved(x, y).intersection(seen)
    opaque = opaque.moved(x, y).intersection(extent)
  }
}
