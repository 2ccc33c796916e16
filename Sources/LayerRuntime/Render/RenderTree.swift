import FixedRaster

// Stage: render. Input: the model tree with its marks of what changed. Output: the render tree brought up to date, and
// the pixels that must be drawn anew: what every changed layer covered before, and what it covers now.
//
// A commit visits the layers that were marked and those above them. Of their siblings it looks at a few: siblings are
// tied into bundles of eight to sixteen, those into bundles of bundles, and the extent of each is the sum of what it
// holds, so that among ten thousand still layers a change costs four or five such sums.

/// The render tree: nodes in one array of fixed capacity, what they draw, and the free places.
struct RenderTree {
  /// Siblings in a bundle.
  static var bundleSize: Int { 16 }
  /// In place of the index of a layer that is new.
  static var none: Int32 { -1 }
  /// … that found no place.
  static var waiting: Int32 { -2 }
  /// … that lies too deep.
  static var tooDeep: Int32 { -3 }

  var nodes: [RenderNode]
  /// Of layers in perspective.
  var homographies: [Homography]
  var contents: [RenderContents]
  private(set) var drawings: [RenderDrawing]
  /// How many of the drawings are gradients.
  private(set) var gradients = 0
  /// See ``show(_:)``.
  var shown: [ShownLinks]
  /// Keep alive what each node's contents and drawing point to.
  var contentsOwners: [AnyObject?]
  var drawingOwners: [AnyObject?]
  var patterns: [Pattern?]
  /// What nodes have kept alive until now: whoever holds the tree lets go of it when nothing is using the tree any
  /// more, since what ends with it may be the program's and call back.
  var released: [AnyObject] = []
  var shadows: [RenderShadow]
  /// What each node's shadow was made from; keeps that alive.
  var shadowShapes: [ShadowShape?]
  /// What is kept of each node's paths.
  var coverages: [RenderCoverage]
  /// Counts the frames; wraps.
  var frame: UInt32 = 0
  /// By their fronts, and by backdrops.
  var pictures: [RenderPicture]
  /// The backdrops there are.
  var backdrops: [Int32] = []
  /// What a layer is drawn with that takes a composer to make.
  enum Work { case shadow, picture, backdrop }
  /// How many times one was drawn, or a part of it.
  var picturesDrawn = 0
  /// Nodes for which something has yet to be made, those below before those above.
  var stale: [(node: Int32, work: Work)] = []
  /// Layers seen at commits whose look, place or sublayers had changed.
  private var changedLayers = 0
  let space: DrawingSpace
  /// Whether every layer reaches as far as its bounds, for its outline to be drawn.
  var showsOutlines = false
  var firstFree: Int32
  var root: Int32 = -1
  /// Whether the layers are only looked at: what they tell the compositor that shows them stays with them.
  let isSnapshot: Bool
  /// Device pixels of the display.
  let device: PixelRect
  /// From the root layer's superspace to device pixels.
  var scale: AffineTransform
  /// Layers that are not shown because the capacity is used up: they wait for a place.
  var overflow = 0
  /// Layers that are not shown because they lie deeper than ``Layer/depthLimit``.
  var tooDeep = 0
  /// Layers and bundles looked at since the last call of ``takeVisits()``.
  var visits = 0

  /// - Parameter capacity: layers.
  init(capacity: Int, device: PixelRect, scale: AffineTransform, space: DrawingSpace, isSnapshot: Bool = false) {
    // Bundles hold eight at least, and so do those of bundles: a seventh of the layers, and what does not come out
    // even, for which a fifth was found to be enough.
    let places = capacity + capacity / 5 + 2
    nodes = Array(repeating: RenderNode(), count: places)
    homographies = Array(repeating: .identity, count: places)
    contents = Array(repeating: RenderContents(), count: places)
    drawings = Array(repeating: .none, count: places)
    shown = Array(repeating: ShownLinks(), count: places)
    contentsOwners = Array(repeating: nil, count: places)
    drawingOwners = Array(repeating: nil, count: places)
    patterns = Array(repeating: nil, count: places)
    shadows = Array(repeating: RenderShadow(), count: places)
    shadowShapes = Array(repeating: nil, count: places)
    coverages = Array(repeating: RenderCoverage(), count: places)
    pictures = Array(repeating: RenderPicture(), count: places)
    stale.reserveCapacity(2 * places)
    backdrops.reserveCapacity(places)
    released.reserveCapacity(places)
    self.space = space
    self.isSnapshot = isSnapshot
    self.device = device
    self.scale = scale
    freeLayers = capacity
    // Free places are linked through `nextSibling`.
    for i in 0..<places { nodes[i].nextSibling = i + 1 < places ? Int32(i + 1) : -1 }
    firstFree = 0
  }

  /// How many more layers are shown; the places beyond are for bundles.
  var freeLayers: Int

  /// Brings the tree up to date with the model below `layer`, adding what changed to `damage`.
  ///
  /// - Parameter isFlipped: whether an odd number of layers above have their geometry flipped.
  mutating func commit(_ layer: Layer, isFlipped: Bool = false, _ damage: inout Damage) {
    frame &+= 1
    // Layers that found no place look for one again.
    let searches = overflow > 0 && freeLayers > 0
    var above = Inherited(transform: scale, visible: device, needed: device)
    if isSnapshot { above.place = scale }
    above.isFlipped = isFlipped
    update(layer, parent: -1, above: above, force: searches, &damage)
    root = shownIndex(of: layer)
    spread(&damage, root: root, picture: -1)
  }

  /// Damages what a node covers, on the display or in the picture that it is drawn to.
  mutating func addDamage(at i: Int, _ damage: inout Damage) {
    let picture = Int(nodes[i].picture)
    // A mode may have changed what lies behind clear pixels.
    let area = nodes[i].mode == .sourceOver ? nodes[i].extent : nodes[i].subtree
    if picture < 0 { return damage.add(area) }
    pictures[picture].dirty = pictures[picture].dirty.union(area)
  }

  /// Makes what the frame's layers are drawn with and that takes a composer.
  mutating func finish(with composer: inout TileComposer) {
    for (node, work) in stale {
      switch work {
      case .shadow: makeShadow(Int(node), with: &composer)
      case .picture: makePicture(Int(node), with: &composer)
      case .backdrop: makeBackdrop(Int(node), with: &composer)
      }
    }
    stale.removeAll(keepingCapacity: true)
  }

  /// What a frame draws.
  var scene: RenderScene {
    @_lifetime(borrow self)
    get {
      RenderScene(
        nodes: nodes.span, homographies: homographies.span, contents: contents.span, drawings: drawings.span,
        patterns: patterns.span, shadows: shadows.span, coverages: coverages.span, pictures: pictures.span,
        shown: shown.span, space: space)
    }
  }

  /// Composes the tiles of `area` and stores them. Answers their number.
  func draw(
    _ area: PixelRect, grid: PixelRect, with composer: inout TileComposer, into display: DisplayMemory, dithers: Bool
  ) -> Int {
    composer.draw(area, grid: grid, scene, root: root, over: .black) { canvas, _ in
      canvas.store(to: display, dithers: dithers)
    }
  }

  /// Sets what a node draws above its contents, and counts gradients.
  mutating func setDrawing(_ drawing: RenderDrawing, of i: Int) {
    gradients += (drawing.isGradient ? 1 : 0) - (drawings[i].isGradient ? 1 : 0)
    drawings[i] = drawing
  }

  mutating func takeVisits() -> Int {
    defer { visits = 0 }
    return visits
  }
}

extension RenderTree {
  private mutating func update(
    _ layer: Layer, parent: Int32, above: Inherited, force: Bool, _ damage: inout Damage
  ) {
    visits += 1
    if above.level >= Layer.depthLimit { return leaveOut(layer, as: Self.tooDeep) }
    let isNew = layer.renderIndex < 0
    if isNew && !takePlace(for: layer) { return leaveOut(layer, as: Self.waiting) }
    // What was asked of it while it waited.
    if isNew && layer.hasRequests && !isSnapshot { layer.note([]) }
    let i = Int(layer.renderIndex)
    if isNew { nodes[i].parent = parent }
    if layer.changes.touchesLookFromAbove { changedLayers += 1 }
    let isOther = updateFront(i, layer, parent: parent, &damage) || isNew
    updateBackdrop(i, layer, above, parent: parent, force: force || isOther, &damage)
    if nodes[i].front < 0 {
      updateNode(i, layer, above, force: force || isOther, &damage)
    } else {
      updateInPicture(i, layer, above, force: isOther || (force && overflow > 0), &damage)
    }
    if !isSnapshot { layer.changes.formIntersection(.requests) }
  }

  mutating func updateNode(_ i: Int, _ layer: Layer, _ above: Inherited, force: Bool, _ damage: inout Damage) {
    let (former, changes, formerlyChanged) = (nodes[i], layer.changes, changedLayers)
    var changedBelow = force
    // Whether all of the subtree must be drawn anew: it looks different, or has a new place among siblings.
    var looksDifferent = changes.contains(.order)
    if changedBelow || !changes.isEmpty || nodes[i].castsShadow {
      if refresh(i, layer, above) { changedBelow = true }
      if changedBelow || former.isGroup != nodes[i].isGroup || former.mode != nodes[i].mode { looksDifferent = true }
      if looksDifferent {
        damage.add(former.subtree)
      } else if changes.touchesOwnPixels || !nodes[i].isPainted(like: former) {
        damage.add(former.extent)
        damage.add(nodes[i].extent)
      }
    }
    updateMask(i, layer, above, changedBelow, &damage)
    updateChildren(i, layer, inherited(by: i, above), changedBelow || nodes[i].needed != former.needed, &damage)
    let isChanged = changedLayers != formerlyChanged || looksChanged(i, from: former, changes)
    refreshShadow(i, layer, above, isChanged: isChanged, &damage)
    clipToMask(i)
    if nodes[i].mode != .sourceOver && nodes[i].subtree != former.subtree {
      // A mode may change what lies behind clear pixels.
      looksDifferent = true
      damage.add(former.subtree)
    }
    if looksDifferent { damage.add(nodes[i].subtree) }
  }

  /// The mask is placed like a sublayer, but drawn only where its layer is.
  private mutating func updateMask(
    _ i: Int, _ layer: Layer, _ above: Inherited, _ force: Bool, _ damage: inout Damage
  ) {
    guard let mask = layer.mask else { return }
    if mask.isListed || force || mask.renderIndex < 0 {
      var below = inherited(by: i, above)
      (below.visible, below.needed) = (above.visible, above.needed)
      (below.isGrouped, below.isMask) = (true, true)
      update(mask, parent: Int32(truncatingIfNeeded: i), above: below, force: force, &damage)
    }
    nodes[i].mask = shownIndex(of: mask)
  }

  private mutating func updateChildren(
    _ i: Int, _ layer: Layer, _ below: Inherited, _ force: Bool, _ damage: inout Damage
  ) {
    let parent = Int32(truncatingIfNeeded: i)
    var isLinked = !layer.changes.contains(.children)
    if force {
      for child in layer.children {
        let waited = child.renderIndex == Self.waiting
        update(child, parent: parent, above: below, force: true, &damage)
        if waited && child.renderIndex >= 0 { isLinked = false }
      }
      markBundlesStale(i)
    } else {
      var changed = layer.nextChanged(after: nil)
      while let child = changed {
        if child !== layer.mask {
          update(child, parent: parent, above: below, force: false, &damage)
          markStale(above: shownIndex(of: child), upTo: parent)
        }
        changed = layer.nextChanged(after: child)
      }
    }
    if !isSnapshot { layer.unlistSettled() }
    if isSnapshot || !isLinked || nodes[i].isUnlinked { linkChildren(i, layer) }
    gatherSubtree(i)
  }

  private mutating func clipToMask(_ i: Int) {
    let mask = nodes[i].mask
    if mask >= 0 { nodes[i].subtree = nodes[i].subtree.intersection(nodes[Int(mask)].subtree) }
  }

  private func inherited(by i: Int, _ above: Inherited) -> Inherited {
    let node = nodes[i]
    var below = above
    (below.place, below.hasFront) = (nil, false)
    below.level = above.level + 1
    below.isHidden = node.isHidden || node.opacity == 0
    below.transform = node.toDevice
    below.homography = node.isProjective ? homographies[i] : nil
    below.isFlipped = node.isFlipped
    below.needed = node.needed
    if node.masksToBounds {
      below.visible = above.visible.intersection(node.box)
      below.needed = below.needed.intersection(node.box)
    }
    // A mask that waits for a place makes a group all the same.
    below.isGrouped = above.isGrouped || node.opacity < 255 || node.clipsToShape || node.isGroup
    return below
  }
}

extension LayerChanges {
  /// Whether the layer above may look different with this one.
  fileprivate var touchesLookFromAbove: Bool { !isDisjoint(with: .all.subtracting(.layout)) }

  /// Whether what the layer itself draws may look different, apart from colours and corners.
  fileprivate var touchesOwnPixels: Bool { !isDisjoint(with: [.geometry, .drawing, .contents]) }
}
