import FixedRaster

// Stage: render. Background filters: the filtered picture behind a layer, within its bounds.
//
// A layer with such filters has one more node, its backdrop, right behind it among the siblings. It shows a bitmap of
// the drawing before its turn, with as much around it as the filters reach. Wherever something is damaged in there, all
// of the backdrop is: that is known once everything else of the display, or of the offscreen surface around it, has
// been committed.

extension Commit {
  /// Gives a layer a backdrop if it is to have one, or takes it away, and brings it up to date. The root has none:
  /// nothing lies behind it.
  ///
  /// - Parameters:
  ///   - parent: the layer above; none for the root.
  ///   - force: whether the layers above look different.
  @inline(never)  // or its memory is on the stack while the layers below are copied
  mutating func updateBackdrop(of i: NodeIndex, _ layer: Layer, _ above: Inherited, parent: NodeIndex, force: Bool) {
    let isWanted =
      !layer.effects.filter.background.isEmpty && !parent.isNone && !above.isMask && !above.isInCopy
      && !layer.keepsDepth
    if isWanted == tree.nodes[i].backdrop.isNone {
      if isWanted {
        takeBackdrop(for: i)
      } else {
        // Here too: on an offscreen surface the damage tells where it shows.
        damage.add(tree.nodes[tree.nodes[i].backdrop].extent)
        tree.removeBackdrop(of: i, &damage)
      }
      tree.siblings.setNeedsLinking(parent)
    }
    let backdrop = tree.nodes[i].backdrop
    if backdrop.isNone || !(force || !layer.changes.isDisjoint(with: [.geometry, .appearance, .order])) { return }
    damage.add(tree.nodes[backdrop].extent)
    refreshBackdrop(backdrop, layer, above)
    tree.siblings.markStale(above: backdrop, upTo: parent)
    damage.add(tree.nodes[backdrop].extent)
  }

  private mutating func takeBackdrop(for i: NodeIndex) {
    let backdrop = tree.takeNode()
    if backdrop.isNone { return }
    tree.nodes[i].backdrop = backdrop
    tree.surfaces.addBackdrop(backdrop)
  }

  /// Copies to a backdrop where the layer lies, and how it looks.
  private mutating func refreshBackdrop(_ b: NodeIndex, _ layer: Layer, _ above: Inherited) {
    var node = tree.nodes[b]
    node.bounds = layer.bounds.standardized
    let isMirrored = setTransform(&node, b, above.mapping(of: layer))
    let mapping = node.mapping(tree.nodes.homography(of: b))
    node.outline = layer.outline
    node.box = mapping.bounds(of: node.bounds)
    let hidesBack = !layer.isDoubleSided && above.showsBack(of: layer, isMirrored: isMirrored)
    node.opacity = above.opacity(of: layer)
    let isUnseen = layer.isHidden || above.isHidden || hidesBack || !mapping.showsPlane
    node.isHidden = isUnseen || node.opacity == 0
    (node.surface, node.cullRect, node.isBackdrop) = (above.surface, above.cullRect, true)
    node.extent = node.isHidden ? .empty : node.box.intersection(above.clip)
    tree.nodes[b] = node
    tree.siblings.setSubtree(node.extent, of: b)
    _ = tree.surfaces.setFilters(layer.effects.filter.background, of: b)
    tree.surfaces[b].toPlane = node.toDevice
    tree.surfaces[b].source = node.extent
    if node.extent.isEmpty { tree.dropBitmap(of: b) }
  }

  /// Damages the backdrops that show damaged pixels, of the display or of one offscreen surface, and has them drawn
  /// again.
  ///
  /// - Parameters:
  ///   - surface: the surface's proxy; none for the display.
  ///   - root: the node that is drawn to there.
  @inline(never)
  mutating func damageBackdrops(on surface: NodeIndex, root: NodeIndex) {
    if tree.surfaces.backdrops.isEmpty || root.isNone { return }
    var (hasGrown, hasStale) = (true, false)
    while hasGrown {
      hasGrown = false
      for b in tree.surfaces.backdrops where tree.nodes[b].surface == surface && !tree.surfaces[b].isStale {
        if tree.nodes[b].extent.isEmpty || !damage.intersects(tree.backdropArea(b)) { continue }
        tree.surfaces[b].isStale = true
        damage.add(tree.nodes[b].extent)
        (hasGrown, hasStale) = (true, true)
      }
    }
    if hasStale { tree.offscreenWork.append(.backdrops(surface)) }
  }
}

extension RenderTree {
  /// Returns the pixels that a backdrop's depend on.
  @inline(never)
  func backdropArea(_ b: NodeIndex) -> PixelRect {
    let plane = nodes[b].surface.isNone ? device : surfaces[nodes[b].surface].window
    return surfaces.filteredBounds(of: b).intersection(plane)
  }
}
