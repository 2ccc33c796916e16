import FixedRaster

// Stage: render. Input: the model tree with its marks of what changed. Output: the render tree brought up to date, and the
// pixels that must be drawn anew: what every changed layer covered before, and what it covers now.

/// The render tree: nodes in one array of fixed capacity, the paths they draw, and the free places.
struct RenderTree {
  private(set) var nodes: [RenderNode]
  /// Keeps each node's path alive while the node points into it.
  private var paths: [Path?]
  private var firstFree: Int32
  private(set) var root: Int32 = -1
  /// Device pixels of the display.
  var device: PixelRect
  /// From the root layer's superspace to device pixels.
  var scale: AffineTransform
  /// Layers that found no place because the capacity was used up; they are not shown.
  private(set) var overflow = 0

  init(capacity: Int, device: PixelRect, scale: AffineTransform) {
    nodes = Array(repeating: RenderNode(), count: capacity)
    paths = Array(repeating: nil, count: capacity)
    self.device = device
    self.scale = scale
    // Free places are linked through `nextSibling`.
    for i in 0..<capacity { nodes[i].nextSibling = i + 1 < capacity ? Int32(i + 1) : -1 }
    firstFree = capacity > 0 ? 0 : -1
  }

  /// Brings the tree up to date with the model below `layer`, adding what changed to `damage`.
  mutating func commit(_ layer: Layer, _ damage: inout Damage) {
    overflow = 0
    update(layer, parent: -1, above: Inherited(transform: scale, visible: device), force: false, &damage)
    root = layer.renderIndex
  }

  /// Gives a removed layer's place back and damages what it covered. Its children are removed by calls of their own.
  mutating func remove(_ index: Int32, _ damage: inout Damage) {
    let i = Int(index)
    damage.add(nodes[i].extent)
    nodes[i] = RenderNode()
    paths[i] = nil
    nodes[i].nextSibling = firstFree
    firstFree = index
    if root == index { root = -1 }
  }
}

/// What a layer takes from those above it.
private struct Inherited {
  /// From the superlayer's coordinates to device pixels.
  var transform: AffineTransform
  /// What masks above leave of the device.
  var visible: PixelRect
  /// Whether a layer above is hidden.
  var isHidden = false
  /// Whether a layer above is composed apart, or clips to something other than whole pixels: nothing below it is
  /// certain to be opaque on the display.
  var isGrouped = false
}

extension RenderTree {
  private mutating func update(
    _ layer: Layer, parent: Int32, above: Inherited, force: Bool, _ damage: inout Damage
  ) {
    let isNew = layer.renderIndex < 0
    if isNew && !takePlace(for: layer) { return }
    let i = Int(layer.renderIndex)
    let changes = layer.changes
    let isChanged = isNew || force || !changes.isEmpty
    if !isChanged && !layer.hasChangedDescendants { return }
    nodes[i].parent = parent
    var changedBelow = false
    if isChanged {
      let before = (nodes[i].extent, nodes[i].subtree)
      changedBelow = refresh(i, layer, above) || force || isNew
      damage.add(before.0)
      damage.add(nodes[i].extent)
      // A group's opacity or clip changes how everything below it looks.
      if changedBelow { damage.add(before.1) }
    }
    let below = inherited(by: i, above)
    updateChildren(i, layer, below, changedBelow, &damage)
    if changedBelow { damage.add(nodes[i].subtree) }
    layer.changes = []
    layer.hasChangedDescendants = false
  }

  private mutating func updateChildren(
    _ i: Int, _ layer: Layer, _ below: Inherited, _ force: Bool, _ damage: inout Damage
  ) {
    for child in layer.children {
      update(child, parent: Int32(truncatingIfNeeded: i), above: below, force: force, &damage)
    }
    if layer.changes.contains(.children) { linkChildren(i, layer, &damage) }
    var subtree = nodes[i].extent
    var child = nodes[i].firstChild
    while child >= 0 {
      subtree = subtree.union(nodes[Int(child)].subtree)
      child = nodes[Int(child)].nextSibling
    }
    nodes[i].subtree = subtree
  }

  /// Links the children in drawing order.
  private mutating func linkChildren(_ i: Int, _ layer: Layer, _ damage: inout Damage) {
    nodes[i].firstChild = -1
    var last: Int32 = -1
    for position in 0..<layer.sublayerCount {
      let child = layer.sublayerInDrawingOrder(position).renderIndex
      if child < 0 { continue }
      // What changed its place among its siblings must be drawn anew; so far that is all of them.
      damage.add(nodes[Int(child)].subtree)
      nodes[Int(child)].nextSibling = -1
      if last < 0 { nodes[i].firstChild = child } else { nodes[Int(last)].nextSibling = child }
      last = child
    }
  }

  private mutating func takePlace(for layer: Layer) -> Bool {
    if firstFree < 0 {
      overflow += 1
      return false
    }
    let index = firstFree
    firstFree = nodes[Int(index)].nextSibling
    nodes[Int(index)] = RenderNode()
    layer.renderIndex = index
    return true
  }
}

// MARK: - One node from one layer

extension RenderTree {
  /// Copies the layer's properties across. Answers whether the layers below it must be looked at again.
  private mutating func refresh(_ i: Int, _ layer: Layer, _ above: Inherited) -> Bool {
    var node = nodes[i]
    let affectsBelow = layer.changes.contains(.geometry) || layer.changes.contains(.appearance)
    let clip = (node.masksToBounds, node.opacity, node.isHidden, node.cornerRadius)
    node.toDevice = layer.transformToSuperlayer().concatenating(above.transform)
    node.transform = DeviceTransform(node.toDevice)
    node.bounds = layer.bounds.standardized
    node.zPosition = layer.zPosition
    node.isHidden = layer.isHidden || above.isHidden
    node.opacity = UInt8(truncatingIfNeeded: (layer.opacity * 255).rounded)
    node.masksToBounds = layer.masksToBounds
    node.background = layer.backgroundColor ?? .clear
    node.borderWidth = Swift.max(layer.borderWidth, 0)
    node.border = node.borderWidth > 0 ? layer.borderColor ?? .clear : .clear
    let shortSide = Swift.min(node.bounds.width, node.bounds.height)
    node.cornerRadius = Swift.max(0, Swift.min(layer.cornerRadius, Fixed(rawValue: shortSide.rawValue / 2)))
    if layer.changes.contains(.path) || layer.changes.contains(.appearance) { refreshShape(&node, i, layer) }
    place(&node, above)
    let primitives =
      (node.background.alpha > 0 ? 1 : 0) + (node.border.alpha > 0 ? 1 : 0) + (node.shape.fill.alpha > 0 ? 1 : 0)
      + (node.shape.stroke.alpha > 0 ? 1 : 0)
    node.isGroup = node.opacity < 255 && (primitives > 1 || !layer.children.isEmpty)
    nodes[i] = node
    let same = clip == (node.masksToBounds, node.opacity, node.isHidden, node.cornerRadius)
    return layer.changes.contains(.geometry) || (affectsBelow && !same)
  }

  private mutating func refreshShape(_ node: inout RenderNode, _ i: Int, _ layer: Layer) {
    guard let layer = layer as? ShapeLayer, let path = layer.path else {
      node.shape = RenderShape()
      paths[i] = nil
      return
    }
    paths[i] = path
    unsafe node.shape.elements = path.storage.elements
    node.shape.count = path.count
    node.shape.fill = layer.fillColor ?? .clear
    node.shape.rule = layer.fillRule
    node.shape.stroke = layer.lineWidth > 0 ? layer.strokeColor ?? .clear : .clear
    node.shape.style = StrokeStyle(
      width: layer.lineWidth, cap: layer.lineCap, join: layer.lineJoin, miterLimit: layer.miterLimit)
    node.shape.bounds = path.bounds ?? .zero
  }

  /// Works out which device pixels the node may draw to and which it certainly covers.
  private func place(_ node: inout RenderNode, _ above: Inherited) {
    node.visible = above.visible
    var extent = PixelRect.empty
    let box = node.bounds.applying(node.toDevice)
    if node.background.alpha > 0 || node.border.alpha > 0 { extent = box.enclosingPixels }
    if !node.shape.isEmpty {
      // Corners of miters and square caps reach beyond half the width.
      var reach = node.shape.bounds
      if node.shape.stroke.alpha > 0 {
        let half = Fixed(rawValue: node.shape.style.width.rawValue / 2)
        let factor = node.shape.style.join == .miter ? Swift.max(node.shape.style.miterLimit, 2) : 2
        reach = reach.insetBy(dx: -(half * factor), dy: -(half * factor))
      }
      extent = extent.union(reach.applying(node.toDevice).enclosingPixels)
    }
    let shows = !node.isHidden && node.opacity > 0
    node.extent = shows ? extent.intersection(above.visible) : .empty
    node.box = box.enclosingPixels
    let isUpright = node.cornerRadius == 0 && node.toDevice.keepsRectsUpright
    node.isPixelAligned = isUpright && box.enclosedPixels == node.box
    let covers = shows && isUpright && node.background.alpha == 255 && node.opacity == 255 && !above.isGrouped
    node.opaque = covers ? box.enclosedPixels.intersection(above.visible) : .empty
  }

  private func inherited(by i: Int, _ above: Inherited) -> Inherited {
    let node = nodes[i]
    var below = above
    below.isHidden = node.isHidden || node.opacity == 0
    below.transform = node.toDevice
    if node.masksToBounds {
      below.visible = above.visible.intersection(node.box)
    }
    below.isGrouped = above.isGrouped || node.opacity < 255 || (node.masksToBounds && !node.isPixelAligned)
    return below
  }
}
