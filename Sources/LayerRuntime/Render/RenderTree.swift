import FixedRaster

// Stage: render. The drawing of a frame, in plain memory of a fixed capacity: written by ``Commit`` and
// ``OffscreenPass``, read by tiles and offscreen surfaces.

/// The render tree. Each part owns its arrays, which have the indices of the nodes.
struct RenderTree: ~Copyable {
  /// How the layers look.
  var nodes: NodeStore
  /// Who lies in whom, in which order, and where.
  var siblings: SiblingIndex
  /// The layers' own drawings.
  var parts: PartStore
  /// The planes drawn in place of sublayers that lie in space, or are copied.
  var planes: PlaneStore
  /// Their renderer; `nil` before there are any.
  var planeRenderer: PlaneRenderer?
  var shadows: ShadowCache
  /// The coverage of paths.
  var coverage: CoverageCache
  /// Those of rasterized and filtered layers, by their proxies, and backdrops.
  var surfaces: OffscreenSurfaces
  /// The offscreen work of a commit.
  var offscreenWork: OffscreenWorkList
  /// The node of the root layer, or its proxy.
  var root = NodeIndex.none

  /// Of the layers that are shown; `nil` where they are only looked at.
  let animator: Animator?
  let pool: BitmapPool
  /// Whether the layers are only looked at: their requests stay with them.
  let isSnapshot: Bool
  /// Device pixels of the display.
  let device: PixelRect
  /// From the root layer's superspace to device pixels.
  var scale: AffineTransform
  /// Whether every layer reaches as far as its bounds, for its outline to be drawn.
  var showsOutlines = false {
    didSet { if showsOutlines != oldValue { copiesAll = true } }
  }
  /// Whether the next commit copies all layers.
  var copiesAll = false
  /// Layers that are not shown because the capacity is used up: they wait for a node.
  var waiting = 0
  /// Layers that are not shown because they lie deeper than ``Layer/depthLimit``.
  var tooDeep = 0
  /// Copies that found no room for layers of their own, since the start.
  var refusedCopies = 0
  /// Layers looked at by commits since the last call of ``takeVisits()``.
  var visits = 0

  /// - Parameters:
  ///   - capacity: layers, and proxies and backdrops, which count as layers.
  ///   - planes: planes of layers in space and of copies.
  init(
    capacity: Int, planes planeCount: Int, device: PixelRect, scale: AffineTransform, space: DrawingSpace,
    animator: Animator? = nil, isSnapshot: Bool = false
  ) {
    self.animator = animator
    nodes = NodeStore(capacity: capacity)
    siblings = SiblingIndex(capacity: capacity)
    parts = PartStore(capacity: capacity)
    planes = PlaneStore(capacity: planeCount)
    shadows = ShadowCache(capacity: capacity, space.pool, space.shadows)
    coverage = CoverageCache(capacity: capacity, space.coverage, space.polygons)
    surfaces = OffscreenSurfaces(capacity: capacity, space.pool, space.shadows)
    offscreenWork = OffscreenWorkList(capacity: 2 * capacity)
    (pool, self.isSnapshot, self.device, self.scale) = (space.pool, isSnapshot, device, scale)
  }

  /// The node that stands for a layer among its siblings: its proxy or its own; none where it is not shown.
  func shownNode(of layer: Layer) -> NodeIndex {
    let node = layer.renderState.node
    if node.isNone { return .none }
    let proxy = nodes[node].proxy
    return proxy.isNone ? node : proxy
  }

  /// The scene for tiles, and for all other drawing of the tree.
  @_lifetime(borrow self, borrow visible)
  func scene(_ visible: borrowing VisibleNodes) -> RenderScene {
    RenderScene(
      nodes: nodes.span, homographies: nodes.homographySpan, contents: parts.contentsSpan, drawings: parts.drawingSpan,
      patterns: parts.patternSpan, shadows: shadows.span, coverages: coverage.span, surfaces: surfaces.span,
      planes: planes.span, visible: visible.span, root: visible.root, planeRenderer, pool, coverage.pool,
      coverage.polygons)
  }

  mutating func takeVisits() -> Int { exchange(&visits, with: 0) + siblings.takeVisits() }
}

// MARK: - Nodes that come and go

extension RenderTree {
  /// Returns a node as it is at first; none where all are taken.
  mutating func takeNode() -> NodeIndex {
    let count = nodes.count
    let index = nodes.take()
    if nodes.count > count {
      parts.addNode()
      shadows.addNode()
      coverage.addNode()
      surfaces.addNode()
    }
    return index
  }

  /// Takes back a removed layer's data, and damages its area. The layers below it are removed by calls of their own.
  mutating func remove(_ state: RenderState, _ damage: inout Damage) {
    switch state {
    case .new: break
    case .waiting: waiting -= 1
    case .tooDeep: tooDeep -= 1
    case .shown(let node): remove(node, &damage)
    }
  }

  private mutating func remove(_ i: NodeIndex, _ damage: inout Damage) {
    let proxy = nodes[i].proxy
    addDamage(at: proxy.isNone ? i : proxy, to: &damage)
    addDamageOfPlanes(of: i, to: &damage)
    if root == i || (!root.isNone && root == proxy) { root = .none }
    removeProxy(of: i)
    removeBackdrop(of: i, &damage)
    parts.removeAll(of: i)
    planes.release(nodes[i].firstPlane)
    if nodes[i].showsCopies { surfaces.remove(i) }
    shadows.drop(i)
    coverage.drop(i)
    siblings.freeClusters(of: i)
    giveBack(i)
  }

  /// Lets go of a layer's image; its area is damaged when the layer is looked at next.
  mutating func forgetContents(_ i: NodeIndex) {
    parts.setContents(nil, owner: nil, of: i)
    nodes[i].hasContents = false
  }

  /// Damages a node's area, on the display or on the offscreen surface that it is drawn to.
  mutating func addDamage(at i: NodeIndex, to damage: inout Damage) {
    // A mode may have changed pixels behind clear ones.
    let area = nodes[i].mode == .sourceOver ? nodes[i].extent : siblings[i].subtree
    let surface = nodes[i].surface
    if surface.isNone { damage.add(area) } else { surfaces.addDirty(area, of: surface) }
  }

  /// Damages the areas of a layer's planes: the nodes below hold those of one copy.
  private mutating func addDamageOfPlanes(of i: NodeIndex, to damage: inout Damage) {
    if !nodes[i].showsCopies { return }
    let surface = nodes[i].surface
    var index = nodes[i].firstPlane
    while !index.isNone {
      if surface.isNone {
        damage.add(planes[index].extent)
      } else {
        surfaces.addDirty(planes[index].extent, of: surface)
      }
      index = planes[index].next
    }
  }

  mutating func removeProxy(of i: NodeIndex) {
    let proxy = exchange(&nodes[i].proxy, with: .none)
    if proxy.isNone { return }
    surfaces.remove(proxy)
    giveBack(proxy)
  }

  mutating func removeBackdrop(of i: NodeIndex, _ damage: inout Damage) {
    let backdrop = exchange(&nodes[i].backdrop, with: .none)
    if backdrop.isNone { return }
    addDamage(at: backdrop, to: &damage)
    surfaces.removeBackdrop(backdrop)
    giveBack(backdrop)
  }

  /// Gives the memory of an offscreen surface's pixels back.
  mutating func dropBitmap(of proxy: NodeIndex) {
    surfaces.dropBitmap(of: proxy)
    nodes[proxy].hasBitmap = false
  }

  private mutating func giveBack(_ i: NodeIndex) {
    siblings.reset(i)
    nodes.giveBack(i)
  }
}
