import FixedRaster

// Stage: render. Background filters: what lies behind a layer, filtered, within its bounds.
//
// A layer with such filters has one more node, its backdrop, right behind it among the siblings. It shows a bitmap of
// what had been drawn until it was its turn, with as much around it as the filters reach. Wherever something is damaged
// in there, all of the backdrop is: that is known once everything else of the display, or of the picture around it, has
// been committed.

extension RenderTree {
  /// Gives a layer a backdrop if it is to have one, or takes it away, and brings it up to date. The root has none:
  /// nothing lies behind it.
  ///
  /// - Parameters:
  ///   - parent: the layer above; −1 for none.
  ///   - force: whether the layers above look different.
  mutating func updateBackdrop(
    _ i: Int, _ layer: Layer, _ above: Inherited, parent: Int32, force: Bool, _ damage: inout Damage
  ) {
    let isWanted = !layer.effects.filter.background.isEmpty && parent >= 0 && !above.isMask
    if isWanted != (nodes[i].backdrop >= 0) {
      if isWanted {
        takeBackdrop(i)
      } else {
        // Here too: in a picture the damage is what tells where it shows.
        damage.add(nodes[Int(nodes[i].backdrop)].extent)
        removeBackdrop(of: i, &damage)
      }
      nodes[Int(parent)].isUnlinked = true
    }
    if nodes[i].backdrop < 0 || !(force || !layer.changes.isDisjoint(with: [.geometry, .appearance, .order])) {
      return
    }
    let b = Int(nodes[i].backdrop)
    damage.add(nodes[b].extent)
    placeBackdrop(b, layer, above)
    markStale(above: Int32(truncatingIfNeeded: b), upTo: parent)
    damage.add(nodes[b].extent)
  }

  private mutating func takeBackdrop(_ i: Int) {
    guard let b = takeFront() else { return }
    nodes[i].backdrop = b
    backdrops.append(b)
  }

  mutating func removeBackdrop(of i: Int, _ damage: inout Damage) {
    let b = nodes[i].backdrop
    if b < 0 { return }
    addDamage(at: Int(b), &damage)
    nodes[i].backdrop = -1
    for k in backdrops.indices where backdrops[k] == b {
      backdrops.remove(at: k)
      break
    }
    dropBitmap(Int(b))
    pictures[Int(b)] = RenderPicture()
    returnFront(b)
  }

  private mutating func placeBackdrop(_ b: Int, _ layer: Layer, _ above: Inherited) {
    var node = nodes[b]
    node.bounds = layer.bounds.standardized
    let isMirrored = lay(&node, b, above.mapping(of: layer))
    let mapping = node.mapping(homographies[b])
    node.outline = layer.outline
    node.box = mapping.bounds(of: node.bounds)
    let hidesBack = !layer.isDoubleSided && above.showsBack(of: layer, isMirrored: isMirrored)
    node.opacity = UInt8(truncatingIfNeeded: (layer.opacity * 255).rounded)
    let isUnseen = layer.isHidden || above.isHidden || hidesBack || !mapping.showsPlane
    node.isHidden = isUnseen || node.opacity == 0
    (node.picture, node.needed, node.isBackdrop) = (above.picture, above.needed, true)
    node.extent = node.isHidden ? .empty : node.box.intersection(above.visible)
    node.subtree = node.extent
    nodes[b] = node
    pictures[b].filters = layer.effects.filter.background
    pictures[b].toPlane = node.toDevice
    pictures[b].source = node.extent
    pictures[b].dirty = node.extent
    if node.extent.isEmpty { dropBitmap(b) }
  }

  /// Damages the backdrops that show something of what is damaged, of the display or of one picture, and has them made
  /// anew.
  ///
  /// - Parameters:
  ///   - root: the node that is drawn to there.
  ///   - picture: −1 for the display.
  @inline(never)
  mutating func spread(_ damage: inout Damage, root: Int32, picture: Int32) {
    if backdrops.isEmpty || root < 0 { return }
    var (hasGrown, hasStale) = (true, false)
    while hasGrown {
      hasGrown = false
      for b in backdrops where nodes[Int(b)].picture == picture && !nodes[Int(b)].isStale {
        if nodes[Int(b)].extent.isEmpty || !damage.intersects(backdropArea(Int(b))) { continue }
        nodes[Int(b)].isStale = true
        damage.add(nodes[Int(b)].extent)
        (hasGrown, hasStale) = (true, true)
      }
    }
    if hasStale { collectBackdrops(root) }
  }

  /// Pixels that a backdrop's depend on.
  @inline(never)
  private func backdropArea(_ b: Int) -> PixelRect {
    let plane = nodes[b].picture < 0 ? device : pictures[Int(nodes[b].picture)].window
    return filteredBounds(b).intersection(plane)
  }

  /// Notes those that have to be made, in drawing order: one shows those behind it.
  @inline(never)
  private mutating func collectBackdrops(_ index: Int32) {
    listChildren(of: Int(index), in: nil)
    var item = shown[Int(index)].firstChild
    while item >= 0 {
      let n = Int(item)
      if nodes[n].isBackdrop && nodes[n].isStale {
        nodes[n].isStale = false
        stale.append((item, .backdrop))
      }
      collectBackdrops(item)
      item = shown[n].nextSibling
    }
  }

  /// Notes on a backdrop, and on the nodes above it, that drawing stops there.
  private mutating func holdStop(_ b: Int, upTo root: Int32, _ holds: Bool) {
    var item = Int32(truncatingIfNeeded: b)
    while item >= 0 && item != root {
      nodes[Int(item)].holdsStop = holds
      item = nodes[Int(item)].parent
    }
  }

  /// Draws what lies behind a layer, and filters it.
  mutating func makeBackdrop(_ b: Int, with composer: inout TileComposer) {
    let area = backdropArea(b)
    let picture = nodes[b].picture
    let root = picture < 0 ? self.root : pictures[Int(picture)].root
    dropBitmap(b)
    guard let start = space.pool.take(width: area.width, height: area.height, bytesPerPixel: 4) else { return }
    (pictures[b].start, pictures[b].bounds) = (start, area)
    showChildren(of: Int(root), area)
    let bitmap = space.pool.surface(at: start, bounds: area)
    holdStop(b, upTo: root, true)
    composer.drawBehind(area, scene, root: root, into: bitmap, over: picture < 0 && !isSnapshot ? .black : .clear)
    holdStop(b, upTo: root, false)
    filter(b, nodes[b].bounds)
    nodes[b].hasPicture = true
  }
}
