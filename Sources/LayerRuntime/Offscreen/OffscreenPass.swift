import FixedRaster

// Stage: offscreen. Input: the render tree, with a commit's list of stale pictures. Output: the pixels of offscreen
// surfaces and backdrops and the coverage of shadows, as tiles show them.

/// Draws the pictures that tiles show. The compositor runs it between the commit and the tiles.
struct OffscreenPass {
  /// How many times an offscreen surface was drawn, or a part of it, since the start.
  private(set) var surfacesDrawn = 0
  /// The backdrops of one plane, in drawing order, while they are drawn.
  private var backdrops: [NodeIndex] = []

  /// - Parameter capacity: nodes of the tree.
  init(capacity: Int) { backdrops.reserveCapacity(capacity) }

  /// Does all the work that the tree's list holds.
  mutating func run(_ tree: inout RenderTree, _ visible: inout VisibleNodes, with composer: inout TileComposer) {
    let work = tree.offscreenWork.take()
    for item in work {
      switch item {
      case .shadow(let node): drawShadow(of: node, &tree, &visible, with: &composer)
      case .surface(let node): drawSurface(of: node, &tree, &visible, with: &composer)
      case .backdrops(let surface): drawBackdrops(on: surface, &tree, &visible, with: &composer)
      }
    }
    tree.offscreenWork.reuse(work)
  }

  // MARK: Shadows

  /// Draws the coverage of a layer's shadow.
  private func drawShadow(
    of i: NodeIndex, _ tree: inout RenderTree, _ visible: inout VisibleNodes, with composer: inout TileComposer
  ) {
    guard let shape = tree.shadows.shape(of: i), let target = tree.shadows.mask(of: i) else { return }
    let maker = tree.shadows.maker
    // It throws none itself meanwhile.
    tree.nodes[i].hasShadow = false
    let isMade: Bool
    if case .shown = shape.silhouette {
      let source = maker.takeSource(of: shape, for: target.bounds, from: tree.pool)
      if let source {
        tree.cull(&visible, root: i, in: tree.siblings[i].subtree)
        composer.drawSilhouette(tree.scene(visible), into: shape.unfallen(source))
        maker.blur(source, sigma: shape.sigma, into: target)
        tree.pool.release(source)
      }
      isMade = source != nil
    } else {
      isMade = maker.make(shape, into: target, using: tree.pool)
    }
    tree.nodes[i].hasShadow = isMade
    if !isMade { tree.shadows.drop(i) }
  }

  // MARK: Surfaces

  /// Draws the stale part of a layer to its surface.
  private mutating func drawSurface(
    of i: NodeIndex, _ tree: inout RenderTree, _ visible: inout VisibleNodes, with composer: inout TileComposer
  ) {
    let proxy = tree.nodes[i].proxy
    guard tree.surfaces.takeBitmap(of: proxy), let bitmap = tree.surfaces.bitmap(of: proxy) else { return }
    let (bounds, dirty) = (tree.surfaces[proxy].bounds, tree.surfaces[proxy].dirty)
    // A removed layer damaged all that it covered, also pixels that a mask of the surface's layer cuts off.
    let area = tree.surfaces[proxy].filters.isEmpty ? dirty.intersection(bounds) : bounds
    tree.cull(&visible, root: i, in: area)
    composer.draw(area, tree.scene(visible), into: bitmap, at: bounds)
    tree.surfaces.applyFilters(to: proxy, tree.nodes[i].bounds)
    surfacesDrawn += 1
    tree.surfaces[proxy].dirty = .empty
    tree.nodes[proxy].hasBitmap = true
  }

  // MARK: Backdrops

  /// Draws the stale backdrops of one plane in drawing order, as one shows those behind it.
  ///
  /// - Parameter surface: the proxy of an offscreen surface; none for the display.
  private mutating func drawBackdrops(
    on surface: NodeIndex, _ tree: inout RenderTree, _ visible: inout VisibleNodes, with composer: inout TileComposer
  ) {
    let root = surface.isNone ? tree.root : tree.surfaces[surface].root
    visible.listAll(tree, root: root)
    for i in visible.nodes where tree.nodes[i].isBackdrop && tree.surfaces[i].isStale { backdrops.append(i) }
    for i in backdrops {
      tree.surfaces[i].isStale = false
      drawBackdrop(i, root, &tree, &visible, with: &composer)
    }
    backdrops.removeAll(keepingCapacity: true)
  }

  /// Draws the picture behind a layer, and filters it.
  private func drawBackdrop(
    _ i: NodeIndex, _ root: NodeIndex, _ tree: inout RenderTree, _ visible: inout VisibleNodes,
    with composer: inout TileComposer
  ) {
    let area = tree.backdropArea(i)
    tree.dropBitmap(of: i)
    tree.surfaces[i].bounds = area
    guard tree.surfaces.takeBitmap(of: i), let bitmap = tree.surfaces.bitmap(of: i) else { return }
    tree.cull(&visible, root: root, in: area)
    visible.stop(at: i, tree.siblings)
    let isOnDisplay = tree.nodes[i].surface.isNone && !tree.isSnapshot
    composer.drawBehind(area, tree.scene(visible), into: bitmap, over: isOnDisplay ? .black : .clear)
    tree.surfaces.applyFilters(to: i, tree.nodes[i].bounds)
    tree.nodes[i].hasBitmap = true
  }
}

extension RenderTree {
  /// Lists the visible layers of an area for the next drawing, and caches and flattens its paths.
  mutating func cull(_ visible: inout VisibleNodes, root: NodeIndex, in area: PixelRect) {
    visible.cull(self, root: root, in: area)
    coverage.prepare(visible, nodes, parts)
  }
}
