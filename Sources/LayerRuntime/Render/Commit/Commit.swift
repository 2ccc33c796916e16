import FixedRaster

// Stage: render. Input: the model tree with its marks of changes. Output: the render tree brought up to date, and the
// pixels that must be drawn again: the areas of every changed layer, before and now.

/// One commit: a walk of the layers that were marked and of those above them, which copies them to the render tree.
///
/// Methods that are called for each layer say `mutating` though some change nothing: for others the compiler copies all of
/// the commit and its tree, 672 bytes, at each call.
struct Commit: ~Copyable {
  /// The commit's own while it runs.
  var tree: RenderTree
  /// The area to draw again on the display or, within a layer that is drawn to an offscreen surface, in its plane.
  var damage: Damage
  /// Whether the layer that is copied is to know how far it reaches.
  private(set) var reaches = false
  /// Whether layers are copied as a copy that is later shows them: marks stay.
  var isDelayed = false
  /// Whether a layer of that copy found no node.
  var isCopyIncomplete = false
  /// Layers looked at, and those among them whose look, place or sublayers had changed.
  var visits = 0
  private var changedLayers = 0

  /// Which layers below one are copied.
  enum Scope: UInt8, Comparable {
    /// Those that were marked.
    case marked
    /// And those that are in sight, or come into it: the layers above were moved, and nothing else.
    case inSight
    case all

    static func < (a: Scope, b: Scope) -> Bool { a.rawValue < b.rawValue }
  }

  private init(_ tree: consuming RenderTree, _ damage: Damage) {
    self.tree = tree
    self.damage = damage
  }

  /// Brings the tree up to date with the model below `layer`, adding changed areas to `damage`, and offscreen work to
  /// the tree's list.
  ///
  /// - Parameter isFlipped: whether an odd number of layers above have their geometry flipped.
  static func run(_ layer: Layer, isFlipped: Bool = false, on tree: inout RenderTree, _ damage: inout Damage) {
    var commit = Commit(tree, damage)
    commit.start(layer, isFlipped: isFlipped)
    damage = commit.damage
    tree = commit.tree
  }

  private mutating func start(_ layer: Layer, isFlipped: Bool) {
    tree.coverage.beginFrame()
    // Layers that found no node look for one again.
    let searches = tree.waiting > 0 && tree.nodes.hasFree
    let base: Inherited.Base = tree.isSnapshot ? layer.baseOfSnapshot(tree.scale) : .superlayer(.affine(tree.scale))
    var above = Inherited(base: base, clip: tree.device, cullRect: tree.device)
    above.isFlipped = isFlipped
    let copiesAll = exchange(&tree.copiesAll, with: false)
    update(layer, parent: .none, above: above, searches || copiesAll ? .all : .marked)
    tree.root = tree.shownNode(of: layer)
    damageBackdrops(on: .none, root: tree.root)
    tree.visits += visits
  }

  // MARK: Layers

  /// Copies a layer and the changes below it.
  ///
  /// - Parameters:
  ///   - parent: the layer above, or the one whose mask this is; none for the root.
  ///   - scope: of which it is. Beyond those that were marked the layers above look different.
  mutating func update(_ layer: Layer, parent: NodeIndex, above: Inherited, _ scope: Scope) {
    visits += 1
    if above.level >= Layer.depthLimit { return leaveOut(layer, as: .tooDeep) }
    var i = layer.renderState.node
    let isNew = i.isNone
    if isNew {
      i = takeNode(for: layer)
      if i.isNone { return leaveOut(layer, as: .waiting) }
      // Requests while it waited.
      if layer.hasRequests && !tree.isSnapshot && !isDelayed { layer.note([]) }
      tree.siblings.setParent(parent, of: i)
    }
    if layer.changes.touchesLookFromAbove { changedLayers += 1 }
    let isOther = updateProxy(of: i, layer, parent: parent) || isNew
    let scope = isOther ? .all : tree.siblings[i].isBehind ? Swift.max(scope, .inSight) : scope
    tree.siblings.setBehind(false, i)
    updateBackdrop(of: i, layer, above, parent: parent, force: scope != .marked)
    if tree.nodes[i].proxy.isNone {
      updateNode(i, layer, above, scope)
    } else {
      updateOffscreen(i, layer, above, force: isOther || (scope != .marked && tree.waiting > 0))
    }
    if !tree.isSnapshot { layer.changes.formIntersection(.requests) }
  }

  /// Copies a layer and the changes below it to nodes that are drawn where it lies.
  ///
  /// The layers below are copied by calls within this one, so that the steps before and behind them have functions of
  /// their own: their memory is not on the stack meanwhile.
  mutating func updateNode(_ i: NodeIndex, _ layer: Layer, _ above: Inherited, _ scope: Scope) {
    let former = FormerNode(node: tree.nodes[i], subtree: tree.siblings[i].subtree, changedLayers: changedLayers)
    let changes = layer.changes
    var (below, looksDifferent) = updateOwn(i, layer, above, former, scope)
    updateMask(of: i, layer, above, below)
    if tree.nodes[i].cullRect != former.node.cullRect { below = Swift.max(below, .inSight) }
    if layer.startsPlanes || tree.nodes[i].showsPlanes, let renderer = layer.planeRenderer ?? tree.planeRenderer {
      tree.planeRenderer = renderer
      renderer.update(&self, of: i, layer, inherited(by: i, layer, above), shown: above.copies, below != .marked)
    } else if layer.children.isEmpty && layer.mask == nil && tree.siblings[i].hasNoChildren
      && !layer.changes.contains(.children) && !layer.keepsDepth
    {
      tree.siblings.gatherSubtree(of: i, extent: tree.nodes[i].extent, reaches: below != .marked)
    } else {
      updateChildren(of: i, layer, inherited(by: i, layer, above), below)
      if layer.keepsDepth, let replicator = layer.replicator {
        layer.planeRenderer?.updateDelayedCopies(
          &self, of: i, replicator, inherited(by: i, layer, above), shown: above.copies)
      }
    }
    finishNode(i, layer, above, former, changes, looksDifferent: looksDifferent)
    if scope == .marked { tree.siblings.setReach(.anywhere, of: i) } else { refreshReach(of: i, above) }
  }

  /// A node as it was before a commit came to it.
  private struct FormerNode {
    let node: RenderNode
    let subtree: PixelRect
    /// Layers that had changed until then.
    let changedLayers: Int
  }

  /// Copies a layer's own looks, and damages its areas before and now. Returns which layers below have to be copied,
  /// and whether all of them look different, or have a new place among the siblings.
  @inline(never)
  private mutating func updateOwn(
    _ i: NodeIndex, _ layer: Layer, _ above: Inherited, _ former: FormerNode, _ scope: Scope
  ) -> (below: Scope, looksDifferent: Bool) {
    let changes = layer.changes
    var (below, looksDifferent) = (scope, changes.contains(.order))
    if below == .marked && changes.isEmpty && !former.node.castsShadow { return (below, looksDifferent) }
    let changedFill = below != .marked || looksDifferent ? nil : changedFill(i, layer, changes)
    reaches = scope != .marked
    below = Swift.max(below, refresh(i, layer, above))
    if scope == .marked, let edge = movedEdge(i, layer, changes, former.node) {
      damage.add(edge)
      return (below, looksDifferent)
    }
    if below != .marked && !movesOnly(tree.nodes[i], from: former.node) { below = .all }
    if below != .marked || former.node.isGroup != tree.nodes[i].isGroup || former.node.mode != tree.nodes[i].mode {
      looksDifferent = true
    }
    if looksDifferent {
      damage.add(former.subtree)
    } else if tree.nodes[i].hasDrawing && damageMapTiles(i, changes, former.node) {
      // Those that changed.
    } else if let changedFill {
      damage.add(changedFill.intersection(former.node.extent.union(tree.nodes[i].extent)))
    } else if changes.touchesOwnPixels || !tree.nodes[i].isPainted(like: former.node) {
      damage.add(former.node.extent)
      damage.add(tree.nodes[i].extent)
    }
    return (below, looksDifferent)
  }

  /// Whether layers below a node are at most moved by its change: how far they reach stays the same.
  private mutating func movesOnly(_ node: RenderNode, from former: RenderNode) -> Bool {
    let (now, then) = (node.toDevice, former.toDevice)
    return now.a == then.a && now.b == then.b && now.c == then.c && now.d == then.d
      && node.isFlipped == former.isFlipped && node.isHidden == former.isHidden
      && !node.isProjective && !former.isProjective && !node.transformsSublayers && !former.transformsSublayers
  }

  /// Brings the shadow up to date once the layers below are, and damages all of its area.
  @inline(never)
  private mutating func finishNode(
    _ i: NodeIndex, _ layer: Layer, _ above: Inherited, _ former: FormerNode, _ changes: LayerChanges,
    looksDifferent: Bool
  ) {
    let isChanged = changedLayers != former.changedLayers || looksChanged(i, from: former.node, changes)
    refreshShadow(of: i, layer, above, isChanged: isChanged)
    clipToMask(i)
    // A mode may change pixels behind clear ones.
    let isBlendedElsewhere = tree.nodes[i].mode != .sourceOver && tree.siblings[i].subtree != former.subtree
    if isBlendedElsewhere { damage.add(former.subtree) }
    if isBlendedElsewhere || looksDifferent { damage.add(tree.siblings[i].subtree) }
  }

  /// Copies the mask, which is placed like a sublayer, but drawn only where its layer is.
  @inline(never)  // few layers have one, and its memory would be on the stack for all
  private mutating func updateMask(of i: NodeIndex, _ layer: Layer, _ above: Inherited, _ scope: Scope) {
    guard let mask = layer.mask, !layer.keepsDepth else { return }
    if mask.isListed || scope != .marked || mask.renderState.node.isNone {
      var below = inherited(by: i, layer, above)
      (below.clip, below.cullRect) = (above.clip, above.cullRect)
      (below.isGrouped, below.isMask) = (true, true)
      update(mask, parent: i, above: below, scope)
    }
    tree.nodes[i].mask = tree.shownNode(of: mask)
  }

  private mutating func clipToMask(_ i: NodeIndex) {
    let mask = tree.nodes[i].mask
    if mask.isNone { return }
    tree.siblings.setSubtree(tree.siblings[i].subtree.intersection(tree.siblings[mask].subtree), of: i)
  }

  /// Returns the values that layers take from a node that is up to date and from those above it.
  @inline(never)  // its copy of the node would be on the stack while the layers below are copied
  private mutating func inherited(by i: NodeIndex, _ layer: Layer, _ above: Inherited) -> Inherited {
    let node = tree.nodes[i]
    var below = above
    below.hasProxy = false
    below.level = above.level + 1
    if layer.replicator != nil, let copies = layer.copies { below.copies = copies.shown(above.copies) }
    if layer.keepsDepth {
      // Its sublayers say how they are seen on the plane that it is seen on.
      (below.isHidden, below.isFlipped, below.isGrouped) = (node.isHidden, node.isFlipped, true)
      below.fade = above.fade * layer.opacity
      return below
    }
    below.base = .superlayer(node.mapping(tree.nodes.homography(of: i)))
    (below.fade, below.isCopied) = (1, false)
    below.isHidden = node.isHidden || node.opacity == 0
    below.isFlipped = node.isFlipped
    below.cullRect = node.cullRect
    if node.masksToBounds {
      below.clip = above.clip.intersection(node.box)
      below.cullRect = below.cullRect.intersection(node.box)
    }
    // A mask that waits for a node makes a group all the same.
    below.isGrouped = above.isGrouped || node.opacity < 255 || node.clipsToShape || node.isGroup
    return below
  }

  // MARK: Nodes that come

  /// Returns a node for a layer; none where the capacity is used up.
  @inline(never)
  private mutating func takeNode(for layer: Layer) -> NodeIndex {
    let i = tree.takeNode()
    if i.isNone { return i }
    if layer.renderState == .waiting { tree.waiting -= 1 }
    layer.renderState = .shown(i)
    if layer.firstAnimation != nil && !isDelayed { tree.animator?.showNew(layer) }
    return i
  }

  /// Counts a layer, and each below it, that is not shown, and takes them off the lists: with the next change of one of
  /// them they are looked at again.
  ///
  /// - Parameter state: `waiting` or `tooDeep`.
  @inline(never)
  private mutating func leaveOut(_ layer: Layer, as state: RenderState) {
    // A layer that is only looked at stays as the compositor that shows it has noted it.
    if tree.isSnapshot { return }
    if isDelayed {
      // A layer that lies too deep is not shown in the first copy either.
      if state == .waiting { isCopyIncomplete = true }
      return
    }
    var count = 0
    layer.leaveLists { left in
      if left.renderState != .new { return }
      left.renderState = state
      count += 1
    }
    if state == .waiting { tree.waiting += count } else { tree.tooDeep += count }
  }
}

extension LayerChanges {
  /// Whether the layer above may look different with this one, and its shadow: also where a transition goes on, or ends.
  fileprivate var touchesLookFromAbove: Bool { !isDisjoint(with: .all.union(.transition)) }

  /// Whether the layer's own drawing may look different, apart from colours and corners.
  fileprivate var touchesOwnPixels: Bool { !isDisjoint(with: [.geometry, .drawing, .contents]) }
}
