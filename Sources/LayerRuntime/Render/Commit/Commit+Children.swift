import FixedRaster

// Stage: render. The sublayers of a layer: visited where they were marked, or all, and linked where others are there.

extension Commit {
  /// Copies sublayers, and sums up the extents of the layer and all below it.
  ///
  /// - Parameter scope: which of them are copied.
  mutating func updateChildren(of i: NodeIndex, _ layer: Layer, _ below: Inherited, _ scope: Scope) {
    var isLinked = !layer.changes.contains(.children)
    var position = 0
    let isEach = scope != .marked
    let sight = scope == .inSight ? below.sight : nil
    let scope = sight == nil && isEach ? .all : scope
    var next = isEach ? layer.children.first : layer.nextChanged(after: nil)
    // One call for both: a second would take room on the stack for each layer above.
    while let child = next {
      let waited = child.renderState == .waiting
      if let sight, staysOutOfSight(child, sight) {
        // It is copied when it comes into sight, or is marked.
      } else if sight != nil && moveNode(of: child, below) {
        tree.siblings.markStale(above: child.renderState.node, upTo: i)
      } else if isEach || child !== layer.mask {
        update(child, parent: i, above: below, scope)
        tree.siblings.markStale(above: tree.shownNode(of: child), upTo: i)
      }
      if isEach {
        if waited && !child.renderState.node.isNone { isLinked = false }
        position += 1
        next = position < layer.children.count ? layer.children[position] : nil
      } else {
        next = layer.nextChanged(after: child)
      }
    }
    if !tree.isSnapshot && !isDelayed { layer.unlistSettled() }
    if tree.isSnapshot || !isLinked || tree.siblings[i].needsLinking { linkChildren(of: i, layer) }
    tree.siblings.gatherSubtree(of: i, extent: tree.nodes[i].extent, reaches: isEach)
  }

  /// Whether a layer was out of sight and stays so, now that those above were moved; notes that it lies where it did.
  ///
  /// - Parameter sight: see ``Inherited/sight``.
  private mutating func staysOutOfSight(_ layer: Layer, _ sight: PixelRect) -> Bool {
    let node = layer.renderState.node
    if node.isNone || layer.isListed { return false }
    if !tree.siblings[node].subtree.isEmpty || tree.siblings[node].reach.isSeen(in: sight) { return false }
    tree.siblings.setBehind(true, node)
    return true
  }

  /// Works out how far a layer reaches with all below it, which is worth while only where layers are moved with others.
  mutating func refreshReach(of i: NodeIndex, _ above: Inherited) {
    var reach = tree.nodes[i].reach
    if !tree.nodes[i].masksToBounds {
      guard case .superlayer(.affine(let space)) = above.base,
        case let (x, y) = (tree.nodes[i].toDevice.tx - space.tx, tree.nodes[i].toDevice.ty - space.ty),
        let move = PixelOrigin(x, y)
      else { return tree.siblings.setReach(.anywhere, of: i) }
      reach = reach.union(tree.siblings[i].reach.moved(by: move))
    }
    tree.siblings.setReach(reach, of: i)
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

extension Inherited {
  /// The area of the layers below that is seen, or is looked at for shadows, in pixels from the origin of their places;
  /// `nil` where that is not known.
  fileprivate var sight: PixelRect? {
    guard !isCopied, let origin else { return nil }
    return cullRect.moved(-origin.x, -origin.y)
  }

  /// Where the origin lies that layers below are placed from; `nil` in perspective, and far away.
  var origin: PixelOrigin? {
    guard case .superlayer(.affine(let space)) = base else { return nil }
    return PixelOrigin(space.tx, space.ty)
  }
}
