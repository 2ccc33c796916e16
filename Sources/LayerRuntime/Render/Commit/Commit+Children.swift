import FixedRaster

// Stage: render. The sublayers of a layer: visited where they were marked, or all, and linked where others are there.

extension Commit {
  /// Copies sublayers, and sums up what the layer and all below it may draw to.
  ///
  /// - Parameter force: whether the layers above look different, so that all sublayers are copied.
  mutating func updateChildren(of i: NodeIndex, _ layer: Layer, _ below: Inherited, _ force: Bool) {
    var isLinked = !layer.changes.contains(.children)
    var position = 0
    var next = force ? layer.children.first : layer.nextChanged(after: nil)
    // One call for both: a second would take room on the stack for each layer above.
    while let child = next {
      let waited = child.renderState == .waiting
      if force || child !== layer.mask { update(child, parent: i, above: below, force: force) }
      if force {
        if waited && !child.renderState.node.isNone { isLinked = false }
        position += 1
        next = position < layer.children.count ? layer.children[position] : nil
      } else {
        if child !== layer.mask { tree.siblings.markStale(above: tree.shownNode(of: child), upTo: i) }
        next = layer.nextChanged(after: child)
      }
    }
    if force { tree.siblings.markClustersStale(of: i) }
    if !tree.isSnapshot && !isDelayed { layer.unlistSettled() }
    if tree.isSnapshot || !isLinked || tree.siblings[i].needsLinking { linkChildren(of: i, layer) }
    tree.siblings.gatherSubtree(of: i, extent: tree.nodes[i].extent)
  }

  /// Links the nodes of sublayers in drawing order, each behind its backdrop.
  @inline(never)  // or its memory is on the stack while sublayers are copied
  private mutating func linkChildren(of i: NodeIndex, _ layer: Layer) {
    var list = tree.siblings.beginList(of: i)
    for position in 0..<layer.sublayerCount {
      let sublayer = layer.sublayerInDrawingOrder(position)
      let node = sublayer.renderState.node
      if node.isNone { continue }
      tree.siblings.append(tree.nodes[node].backdrop, to: &list)
      tree.siblings.append(tree.shownNode(of: sublayer), to: &list)
    }
    tree.siblings.end(list)
  }
}
