import FixedRaster

// Stage: render. Layers that are drawn to an offscreen surface: their own nodes in its plane, and a proxy that shows it.

extension Commit {
  /// Gives a layer a proxy if it is to have one, or takes it away. Returns whether that changed anything.
  ///
  /// - Parameter parent: the layer above; none for the root.
  @inline(never)  // or its memory is on the stack while the layers below are copied
  mutating func updateProxy(of i: NodeIndex, _ layer: Layer, parent: NodeIndex) -> Bool {
    let former = tree.nodes[i].proxy
    let isWanted = layer.hasPicture || transition(of: layer) != nil
    if isWanted != former.isNone { return false }
    if former.isNone {
      let proxy = tree.takeNode()
      if proxy.isNone { return false }
      damage.add(tree.siblings[i].subtree)
      tree.nodes[i].proxy = proxy
    } else {
      damage.add(tree.nodes[former].extent)
      tree.removeProxy(of: i)
    }
    if !parent.isNone { tree.siblings.setNeedsLinking(parent) }
    return true
  }

  /// The transition of a layer while its former picture gives way; a picture of a layer alone is of the present one.
  private mutating func transition(of layer: Layer) -> Transition? {
    layer.firstAnimation == nil || tree.isSnapshot || layer.keepsDepth ? nil : layer.shownTransition
  }

  /// Brings a layer's offscreen surface up to date, and its proxy.
  ///
  /// - Parameter force: whether the layer is drawn to a surface for the first time.
  mutating func updateOffscreen(_ i: NodeIndex, _ layer: Layer, _ above: Inherited, force: Bool) {
    let proxy = tree.nodes[i].proxy
    let isFilteredAgain = tree.surfaces.setFilters(layer.effects.filter.own, of: proxy)
    let (former, formerProxy) = (tree.surfaces[proxy], tree.nodes[proxy])
    let (formerBounds, wasFlipped) = (tree.nodes[i].bounds, tree.nodes[i].isFlipped)
    let hadTransform = tree.nodes[i].transformsSublayers
    // A new depth among its siblings is a change of geometry too.
    let looksDifferent = force || !layer.changes.isDisjoint(with: [.geometry, .order, .transition])
    layer.changes.remove(.transition)
    let within = refreshProxy(proxy, layer, above)
    let isInPlace =
      former.toPlane == tree.surfaces[proxy].toPlane && former.window == tree.surfaces[proxy].window
      && former.isMirrored == tree.surfaces[proxy].isMirrored
      && formerBounds == layer.bounds && wasFlipped == (layer.isGeometryFlipped != above.isFlipped)
      && !hadTransform && layer.sublayerTransform.isIdentity && layer.replicator == nil
    // The proxy alone is moved, and takes another place among its siblings.
    if isInPlace && !force { layer.changes.subtract([.geometry, .order]) }
    let outside = exchange(&damage, with: Damage())
    damage.add(former.dirty)
    updateNode(i, layer, within, force || !isInPlace ? .all : .marked)
    tree.surfaces[proxy].root = i
    damageBackdrops(on: proxy, root: i)
    let inside = exchange(&damage, with: outside)
    refreshSurface(of: i, from: former, formerProxy, inside, looksDifferent: looksDifferent, isFilteredAgain)
  }

  /// Copies to the proxy of a layer its place and its looks. Returns the values that the layer and those below it take
  /// from it.
  @inline(never)
  private mutating func refreshProxy(_ proxy: NodeIndex, _ layer: Layer, _ above: Inherited) -> Inherited {
    let mapping = above.mapping(of: layer)
    var surface = tree.surfaces[proxy]
    surface.setTransform(layer, mapping)
    surface.isMirrored = surface.mirrors != above.isMirrored
    (surface.minification, surface.magnification) = (layer.minificationFilter, layer.magnificationFilter)
    surface.box = layer.bounds.standardized
    surface.isFlipped = layer.isGeometryFlipped != above.isFlipped
    surface.transition = transition(of: layer)
    surface.showsLatest = !layer.isHidden
    surface.window = surface.window(of: layer, cullRect: above.cullRect, tree.shadows.maker)
    tree.surfaces[proxy] = surface
    let hidesBack =
      !layer.isDoubleSided && !above.isCopied && above.showsBack(of: layer, isMirrored: mapping.isMirrored)
    tree.nodes[proxy].mode = layer.compositingFilter ?? .sourceOver
    tree.nodes[proxy].isGroup = tree.nodes[proxy].mode != .sourceOver
    tree.nodes[proxy].isInTransition = surface.transition != nil
    // A layer that is hidden now may go by and by.
    let isHidden = layer.isHidden && surface.transition == nil
    tree.nodes[proxy].isHidden = isHidden || above.isHidden || hidesBack
    tree.nodes[proxy].opacity = above.opacity(of: layer)
    (tree.nodes[proxy].surface, tree.nodes[proxy].cullRect) = (above.surface, above.cullRect)
    var inside = Inherited(base: .layer(surface.toPlane), clip: surface.window, cullRect: surface.window)
    (inside.hasProxy, inside.surface) = (true, proxy)
    (inside.isFlipped, inside.level, inside.isMirrored) = (above.isFlipped, above.level, surface.isMirrored)
    inside.fade = 1
    return inside
  }

  /// Takes over the damage in the plane of a surface, and damages where it shows.
  @inline(never)
  private mutating func refreshSurface(
    of i: NodeIndex, from former: OffscreenSurface, _ formerProxy: RenderNode, _ inside: Damage, looksDifferent: Bool,
    _ isFilteredAgain: Bool
  ) {
    let proxy = tree.nodes[i].proxy
    tree.surfaces[proxy].source = tree.siblings[i].subtree
    let bounds = tree.surfaces.filteredBounds(of: proxy)
    if bounds != tree.surfaces[proxy].bounds {
      tree.dropBitmap(of: proxy)
      (tree.surfaces[proxy].bounds, tree.surfaces[proxy].dirty) = (bounds, bounds)
    }
    tree.surfaces[proxy].isOpaque = tree.nodes[i].opaque.contains(bounds)
    let extent = setExtent(ofProxy: proxy, tree.surfaces[proxy].shownBounds)
    if isFilteredAgain { tree.surfaces[proxy].dirty = bounds }
    let isMoved =
      isFilteredAgain || looksDifferent || former.bounds != bounds || tree.surfaces[proxy].isMoved(from: former)
    if isMoved || extent != formerProxy.extent || tree.nodes[proxy].opacity != formerProxy.opacity
      || tree.nodes[proxy].mode != formerProxy.mode
    {
      damage.add(formerProxy.extent)
      damage.add(extent)
    }
    let isFiltered = !tree.surfaces[proxy].filters.isEmpty
    let isMovedInPlane = tree.surfaces[proxy].showsMoved
    for k in 0..<inside.count {
      let part = isFiltered ? bounds : inside[k].intersection(bounds)
      tree.surfaces.addDirty(part, of: proxy)
      if part.isEmpty { continue }
      // Pixels next to it are sampled with it.
      let shown = isMovedInPlane ? extent : tree.surfaces[proxy].extent(of: part.grown(by: 1)).intersection(extent)
      damage.add(shown)
    }
    if !extent.isEmpty && !(tree.surfaces[proxy].dirty.isEmpty && tree.nodes[proxy].hasBitmap) {
      tree.offscreenWork.append(.surface(i))
    }
  }

  /// Works out which device pixels a proxy may draw to.
  private mutating func setExtent(ofProxy proxy: NodeIndex, _ bounds: PixelRect) -> PixelRect {
    let shows = !tree.nodes[proxy].isHidden && tree.nodes[proxy].opacity > 0 && !bounds.isEmpty
    let extent = shows ? tree.surfaces[proxy].extent(of: bounds).intersection(tree.nodes[proxy].cullRect) : .empty
    tree.nodes[proxy].extent = extent
    tree.siblings.setSubtree(extent, of: proxy)
    return extent
  }
}

extension OffscreenSurface {
  /// The pixels of the plane on which something is shown.
  fileprivate var shownBounds: PixelRect {
    guard let transition else { return bounds }
    if transition.type != .fade { return PreciseBox(box).applying(toPlane).enclosingPixels.intersection(Self.plane) }
    guard let former = transition.former, let mapping = former.mapping(to: toPlane) else { return bounds }
    return bounds.union(mapping.bounds(of: former.bounds.rect)).intersection(Self.plane)
  }

  /// Whether a transition shows pixels elsewhere than where they lie in the plane; one that stands still too.
  fileprivate var showsMoved: Bool {
    guard let transition else { return false }
    return transition.type != .fade
  }

  /// Whether the pixels of the plane show elsewhere than another's, or are sampled in another way.
  fileprivate func isMoved(from other: OffscreenSurface) -> Bool {
    toDevice != other.toDevice || homography != other.homography || minification != other.minification
      || magnification != other.magnification
  }
}
