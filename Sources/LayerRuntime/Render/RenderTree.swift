import FixedRaster

// Stage: render. Input: the model tree with its marks of what changed. Output: the render tree brought up to date, and the
// pixels that must be drawn anew: what every changed layer covered before, and what it covers now.
//
// A commit visits the layers that were marked and those above them, and looks at no others: siblings are tied into bundles,
// whose extent is taken from sixteen nodes each, so that among ten thousand still layers a change costs four such sums.

/// The render tree: nodes in one array of fixed capacity, what they draw, and the free places.
struct RenderTree {
  /// Siblings in a bundle.
  static var bundleSize: Int { 16 }
  /// The index of a layer that found no place.
  private static var waiting: Int32 { -2 }

  var nodes: [RenderNode]
  var contents: [RenderContents]
  var drawings: [RenderDrawing]
  /// See ``show(_:)``.
  var shown: [ShownLinks]
  /// Keep alive what each node's contents and drawing point to.
  var contentsOwners: [AnyObject?]
  var drawingOwners: [AnyObject?]
  var patterns: [Pattern?]
  var shadows: [RenderShadow]
  /// What each node's shadow was made from; keeps that alive.
  var shadowShapes: [ShadowShape?]
  /// What is kept of each node's paths.
  var coverages: [RenderCoverage]
  let space: DrawingSpace
  /// Whether every layer reaches as far as its bounds, for its outline to be drawn.
  var showsOutlines = false
  /// Counts the frames; wraps.
  var frame: UInt32 = 0
  private var firstFree: Int32
  private(set) var root: Int32 = -1
  /// Device pixels of the display.
  let device: PixelRect
  /// From the root layer's superspace to device pixels.
  var scale: AffineTransform
  /// Layers that wait for a place because the capacity is used up; they, and those below them, are not shown.
  private(set) var overflow = 0
  /// Layers and bundles looked at since the last call of ``takeVisits()``.
  var visits = 0

  /// - Parameter capacity: layers.
  init(capacity: Int, device: PixelRect, scale: AffineTransform, space: DrawingSpace) {
    // Bundles of eight at least, of those, and so on: a seventh of the layers, and what does not come out even.
    let places = capacity + capacity / 5 + 2
    nodes = Array(repeating: RenderNode(), count: places)
    contents = Array(repeating: RenderContents(), count: places)
    drawings = Array(repeating: .none, count: places)
    shown = Array(repeating: ShownLinks(), count: places)
    contentsOwners = Array(repeating: nil, count: places)
    drawingOwners = Array(repeating: nil, count: places)
    patterns = Array(repeating: nil, count: places)
    shadows = Array(repeating: RenderShadow(), count: places)
    shadowShapes = Array(repeating: nil, count: places)
    coverages = Array(repeating: RenderCoverage(), count: places)
    self.space = space
    self.device = device
    self.scale = scale
    freeLayers = capacity
    // Free places are linked through `nextSibling`.
    for i in 0..<places { nodes[i].nextSibling = i + 1 < places ? Int32(i + 1) : -1 }
    firstFree = 0
  }

  /// How many more layers are shown; the places beyond are for bundles.
  private var freeLayers: Int

  /// Brings the tree up to date with the model below `layer`, adding what changed to `damage`.
  mutating func commit(_ layer: Layer, _ damage: inout Damage) {
    frame &+= 1
    // Layers that found no place look for one again.
    let searches = overflow > 0 && freeLayers > 0
    update(layer, parent: -1, above: Inherited(transform: scale, visible: device), force: searches, &damage)
    root = layer.renderIndex
  }

  /// Gives a removed layer's place back and damages what it covered. Its children are removed by calls of their own.
  mutating func remove(_ index: Int32, _ damage: inout Damage) {
    if index == Self.waiting {
      overflow -= 1
      return
    }
    let i = Int(index)
    damage.add(nodes[i].extent)
    freeBundles(of: i)
    forgetContents(index)
    dropShadow(i)
    dropCoverage(i)
    drawings[i] = .none
    drawingOwners[i] = nil
    patterns[i] = nil
    freeNode(index)
    freeLayers += 1
    if root == index { root = -1 }
  }

  /// What a frame draws.
  var scene: RenderScene {
    @_lifetime(borrow self)
    get {
      RenderScene(
        nodes: nodes.span, contents: contents.span, drawings: drawings.span, patterns: patterns.span,
        shadows: shadows.span, coverages: coverages.span, shown: shown.span, space: space)
    }
  }

  /// Lets go of a layer's image; what it covered is damaged when the layer is looked at next.
  mutating func forgetContents(_ index: Int32) {
    contents[Int(index)] = RenderContents()
    contentsOwners[Int(index)] = nil
    nodes[Int(index)].hasContents = false
  }

  mutating func takeVisits() -> Int {
    defer { visits = 0 }
    return visits
  }

  // MARK: Places

  mutating func takeNode() -> Int32? {
    if firstFree < 0 { return nil }
    let index = firstFree
    firstFree = nodes[Int(index)].nextSibling
    nodes[Int(index)] = RenderNode()
    return index
  }

  mutating func freeNode(_ index: Int32) {
    nodes[Int(index)] = RenderNode()
    nodes[Int(index)].nextSibling = firstFree
    firstFree = index
  }

  private mutating func takePlace(for layer: Layer) -> Bool {
    guard freeLayers > 0, let index = takeNode() else {
      if layer.renderIndex != Self.waiting { overflow += 1 }
      layer.renderIndex = Self.waiting
      return false
    }
    if layer.renderIndex == Self.waiting { overflow -= 1 }
    freeLayers -= 1
    layer.renderIndex = index
    return true
  }
}

/// What a layer takes from those above it.
struct Inherited {
  /// From the superlayer's coordinates to device pixels.
  var transform: AffineTransform
  /// What masks above leave of the device.
  var visible: PixelRect
  /// Whether a layer above is hidden.
  var isHidden = false
  /// Whether an odd number of layers above have their geometry flipped.
  var isFlipped = false
  /// Whether a layer above is composed apart, or clips to something other than whole pixels: nothing below it is
  /// certain to be opaque on the display.
  var isGrouped = false
}

extension RenderTree {
  private mutating func update(
    _ layer: Layer, parent: Int32, above: Inherited, force: Bool, _ damage: inout Damage
  ) {
    visits += 1
    let isNew = layer.renderIndex < 0
    if isNew && !takePlace(for: layer) { return }
    let i = Int(layer.renderIndex)
    let changes = layer.changes
    if isNew { nodes[i].parent = parent }
    var changedBelow = force || isNew
    // Whether all of the subtree must be drawn anew: it looks different, or has a new place among siblings.
    var looksDifferent = changes.contains(.order)
    if changedBelow || !changes.isEmpty {
      let before = (nodes[i].extent, nodes[i].subtree, nodes[i].isGroup)
      if refresh(i, layer, above) { changedBelow = true }
      if changedBelow || before.2 != nodes[i].isGroup { looksDifferent = true }
      if looksDifferent {
        damage.add(before.1)
      } else if changes.touchesOwnPixels {
        damage.add(before.0)
        damage.add(nodes[i].extent)
      }
    }
    updateMask(i, layer, above, changedBelow, &damage)
    updateChildren(i, layer, inherited(by: i, above), changedBelow, &damage)
    if looksDifferent { damage.add(nodes[i].subtree) }
    layer.changes = []
  }

  /// The mask is placed like a sublayer, but drawn only where its layer is.
  private mutating func updateMask(
    _ i: Int, _ layer: Layer, _ above: Inherited, _ force: Bool, _ damage: inout Damage
  ) {
    guard let mask = layer.mask else { return }
    if mask.isListed || force || mask.renderIndex < 0 {
      var below = inherited(by: i, above)
      below.visible = above.visible
      below.isGrouped = true
      update(mask, parent: Int32(truncatingIfNeeded: i), above: below, force: force, &damage)
    }
    nodes[i].mask = mask.renderIndex
  }

  private mutating func updateChildren(
    _ i: Int, _ layer: Layer, _ below: Inherited, _ force: Bool, _ damage: inout Damage
  ) {
    let parent = Int32(truncatingIfNeeded: i)
    if force {
      for child in layer.children { update(child, parent: parent, above: below, force: true, &damage) }
      markBundlesStale(i)
    } else {
      var changed = layer.nextChanged(after: nil)
      while let child = changed {
        if child !== layer.mask {
          update(child, parent: parent, above: below, force: false, &damage)
          markStale(above: child.renderIndex, upTo: parent)
        }
        changed = layer.nextChanged(after: child)
      }
    }
    layer.unlistAll()
    if layer.changes.contains(.children) { linkChildren(i, layer) }
    gatherSubtree(i)
    let mask = nodes[i].mask
    if mask >= 0 { nodes[i].subtree = nodes[i].subtree.intersection(nodes[Int(mask)].subtree) }
  }

  private func inherited(by i: Int, _ above: Inherited) -> Inherited {
    let node = nodes[i]
    var below = above
    below.isHidden = node.isHidden || node.opacity == 0
    below.transform = node.toDevice
    below.isFlipped = node.isFlipped
    if node.masksToBounds { below.visible = above.visible.intersection(node.box) }
    below.isGrouped = above.isGrouped || node.opacity < 255 || node.clipsToShape || node.mask >= 0
    return below
  }
}

extension LayerChanges {
  /// Whether what the layer itself draws may look different.
  fileprivate var touchesOwnPixels: Bool { !isDisjoint(with: [.geometry, .appearance, .drawing, .contents]) }
}
