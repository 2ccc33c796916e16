import FixedRaster

// Stage: render. The sublayers of a layer: visited where they were marked, or all, and linked where others are there.

extension Commit {
  /// Copies sublayers, and sums up what the layer and all below it may draw to.
  ///
  /// - Parameter force: whether the layers above look different, so that all sublayers are copied.
  mutating func updateChildren(of i: NodeIndex, _ layer: Layer, _ below: Inherited, _ force: Bool) {
    var isLinked = !layer.changes.contains(.children)
    if force {
      for child in layer.children {
        let waited = child.renderState == .waiting
        update(child, parent: i, above: below, force: true)
        if waited && !child.renderState.node.isNone { isLinked = false }
      }
      tree.siblings.markClustersStale(of: i)
    } else {
      var changed = layer.nextChanged(after: nil)
      while let child = changed {
        if child !== layer.mask {
          update(child, parent: i, above: below, force: false)
          tree.siblings.markStale(above: tree.shownNode(of: child), upTo: i)
        }
        changed = layer.nextChanged(after: child)
      }
    }
    if !tree.isSnapshot { layer.unlistSettled() }
    if tree.isSnapshot || !isLinked || tree.siblings[i].needsLinking { linkChildren(of: i, layer) }
    tree.siblings.gatherSubtree(of: i, extent: tree.nodes[i].extent)
  }

  /// Links the nodes of sublayers in drawing order, each behind its backdrop.
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
