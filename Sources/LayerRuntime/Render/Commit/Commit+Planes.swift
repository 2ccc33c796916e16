import FixedRaster

// Stage: render. Layers in space and copies of layers: the planes that are drawn in place of a layer's sublayers.
//
// Sublayers have one node each, whatever the number of copies. It lies where the first copy does; each plane says how it
// is moved from there. A layer in a transform layer that lies in another one is a plane of the outer one.

extension Layer {
  /// Whether the layer's sublayers are drawn as planes, which belong to this layer.
  final var startsPlanes: Bool { keepsDepth ? superlayer?.keepsDepth != true : replicator != nil }

  /// Whether some of the planes are copies.
  ///
  /// - Parameter level: of the sublayers: how many layers lie above them.
  final func showsCopies(_ level: Int) -> Bool {
    if replicator != nil { return true }
    if !keepsDepth || level >= Layer.depthLimit { return false }
    for layer in children where layer.keepsDepth && layer.showsCopies(level + 1) { return true }
    return false
  }

  /// The values that decide where the layer lies in a picture of it alone.
  ///
  /// - Parameter scale: from the layer's coordinates to device pixels.
  final func baseOfSnapshot(_ scale: AffineTransform) -> Inherited.Base {
    if !keepsDepth { return .layer(scale) }
    // Its sublayers are seen on the plane above: from there to the layer's own coordinates.
    let back = mappingToSuperlayer().inverse
    return .superlayer(back.map { $0.concatenating(.affine(scale)) } ?? .affine(scale))
  }
}

extension Commit {
  /// Copies a layer that keeps depth, of which nothing is drawn. Returns which layers below it have to be copied.
  mutating func refreshSpace(_ i: NodeIndex, _ layer: Layer, _ above: Inherited) -> Scope {
    let former = tree.nodes[i]
    var node = RenderNode()
    (node.firstPlane, node.showsPlanes) = (former.firstPlane, former.showsPlanes)
    (node.showsCopies, node.isCrossing) = (former.showsCopies, former.isCrossing)
    (node.surface, node.cullRect) = (above.surface, above.cullRect)
    node.isHidden = layer.isHidden || above.isHidden || layer.opacity == 0
    node.isFlipped = layer.isGeometryFlipped != above.isFlipped
    tree.parts.removeAll(of: i)
    tree.coverage.drop(i)
    tree.nodes[i] = node
    return former.isHidden != node.isHidden || !layer.changes.isDisjoint(with: [.geometry, .appearance])
      ? .all : .marked
  }

  /// Copies the sublayers of a layer that shows them as planes, and lists these.
  ///
  /// - Parameters:
  ///   - below: the values that the sublayers have from it.
  ///   - times: how many times the layer is shown.
  ///   - force: whether all sublayers are copied.
  @inline(never)  // few layers have any, and its memory would be on the stack for all
  mutating func updatePlanes(
    of i: NodeIndex, _ layer: Layer, _ below: Inherited, shown times: Int32, _ force: Bool
  ) {
    let (showsPlanes, showsCopies) = (layer.startsPlanes, layer.startsPlanes && layer.showsCopies(below.level))
    let isOther = tree.nodes[i].showsPlanes != showsPlanes || tree.nodes[i].showsCopies != showsCopies
    (tree.nodes[i].showsPlanes, tree.nodes[i].showsCopies) = (showsPlanes, showsCopies)
    var below = below
    if showsCopies {
      // Where a sublayer lies is not where it is seen: it is damaged wherever it is.
      (below.isCopied, below.isInCopy, below.isGrouped, below.surface) = (true, true, true, i)
      (below.clip, below.cullRect) = (Inherited.plane, Inherited.plane)
      tree.surfaces[i].window = Inherited.plane
    } else if isOther {
      tree.surfaces.remove(i)
    }
    let outside = exchange(&damage, with: Damage())
    updateChildren(of: i, layer, below, force || isOther ? .all : .marked)
    if let replicator = layer.replicator { updateDelayedCopies(of: i, replicator, below, shown: times) }
    let inside = exchange(&damage, with: outside)
    let isChanged = force || isOther || !inside.isEmpty || !tree.surfaces[i].dirty.isEmpty
    tree.surfaces[i].dirty = .empty
    if showsCopies {
      if isChanged { damagePlanes(of: i) }
    } else {
      for k in 0..<inside.count { damage.add(inside[k]) }
    }
    let wasCrossing = tree.nodes[i].isCrossing
    listPlanes(of: i, layer, below, shown: times)
    if isOther || (showsCopies && isChanged) || wasCrossing != tree.nodes[i].isCrossing { damagePlanes(of: i) }
  }

  /// Damages the extent of each of a layer's planes.
  private mutating func damagePlanes(of i: NodeIndex) {
    var index = tree.nodes[i].firstPlane
    while !index.isNone {
      damage.add(tree.planes[index].extent)
      index = tree.planes[index].next
    }
  }

  @inline(never)
  private mutating func listPlanes(of i: NodeIndex, _ layer: Layer, _ below: Inherited, shown times: Int32) {
    tree.planes.release(tree.nodes[i].firstPlane)
    tree.nodes[i].firstPlane = .none
    tree.nodes[i].isCrossing = false
    guard tree.nodes[i].showsPlanes, case .superlayer(let base) = below.base else { return }
    let node = tree.nodes[i]
    let shown = node.masksToBounds ? node.cullRect.intersection(node.box) : node.cullRect
    var gathering = PlaneGathering(base: base, shown: shown, below: below, isCopied: tree.nodes[i].showsCopies)
    gathering.sortsByDepth = layer.keepsDepth
    let outer = layer.keepsDepth ? layer.superlayer?.spaceOfSublayers() ?? .identity : .identity
    if !tree.nodes[i].isHidden { gather(layer, Space(now: outer, first: outer), .white, shown: times, &gathering) }
    if gathering.sortsByDepth { gathering.list.sortByDepth(in: &tree.planes) }
    tree.nodes[i].firstPlane = gathering.list.first
    tree.nodes[i].isCrossing = gathering.list.isCrossing
    let extent = tree.planes.extent(gathering.list.first)
    tree.siblings.setSubtree(tree.nodes[i].extent.union(extent), of: i)
  }

  /// The planes of one layer while they are gathered, and their common values.
  private struct PlaneGathering {
    /// From the plane that they are seen on to device pixels.
    let base: Mapping
    /// Device pixels that they may draw to.
    let shown: PixelRect
    let below: Inherited
    let isCopied: Bool
    var sortsByDepth = false
    var list = PlaneList()
  }

  /// The steps after a layer's own transform and position: of the copy that is gathered, and of the first one.
  private struct Space {
    let now, first: Transform3D
  }

  /// Gathers the planes of a layer's sublayers, copy by copy.
  ///
  /// - Parameters:
  ///   - outer: the steps after the layer itself.
  ///   - tint: of the copy of the layer.
  ///   - times: how many copies of it there are.
  private mutating func gather(
    _ layer: Layer, _ outer: Space, _ tint: Color, shown times: Int32, _ gathering: inout PlaneGathering
  ) {
    let copies = layer.copies
    let timesBelow = copies?.shown(times) ?? times
    let first = layer.spaceOfSublayers(after: .identity, outer.first)
    var copy = Transform3D.identity
    let delayed = tree.isSnapshot ? nil : layer.replicator?.delayedCopies
    if delayed != nil { tree.animator?.beginCopies(below: layer) }
    for k in 0..<(copies?.count(shown: times) ?? 1) {
      let place = show(k, of: layer, delayed)
      let space = Space(now: layer.spaceOfSublayers(after: copy, outer.now), first: first)
      let color = copies.map { $0.tint(of: k).multiplied(by: tint) } ?? tint
      for position in 0..<layer.sublayerCount {
        let child = layer.sublayerInDrawingOrder(position)
        // A layer without a place is not shown, nor is one that lies too deep.
        if child.renderState.node.isNone { continue }
        if child.keepsDepth && gathering.sortsByDepth {
          if !child.isHidden && child.opacity > 0 { gather(child, space, color, shown: timesBelow, &gathering) }
        } else {
          addPlane(child, space, color, &gathering)
        }
      }
      if let copies { copy = copy.concatenating(copies.step) }
      endShowing(k, of: layer, delayed, place)
    }
    if delayed != nil { tree.animator?.endCopies(below: layer) }
  }

  /// Adds a plane for a sublayer, if anything of it is seen.
  private mutating func addPlane(_ child: Layer, _ space: Space, _ tint: Color, _ gathering: inout PlaneGathering) {
    let node = child.renderState.node
    // A layer that starts a space of its own lies on the plane of its superlayer.
    let now = child.keepsDepth ? Mapping(space.now) : child.mapping(through: space.now)
    let shown = Inherited.place(now, gathering.base)
    var plane = RenderPlane(node: tree.shownNode(of: child), tint: tint)
    if gathering.isCopied {
      let first = child.keepsDepth ? Mapping(space.first) : child.mapping(through: space.first)
      var here = Inherited.place(first, gathering.base)
      if !here.showsPlane || here.inverse == nil { here = .identity }
      guard shown.showsPlane, let placement = PlanePlacement(from: here, to: shown) else { return }
      if !child.isDoubleSided && !child.keepsDepth
        && gathering.below.showsBack(of: child, isMirrored: shown.isMirrored)
      {
        return
      }
      plane.placement = placement
    }
    if gathering.sortsByDepth {
      guard let depth = child.depth(in: space.now)?.applying(gathering.base) else { return }
      plane.depth = depth
    }
    plane.extent = plane.placement.apply(tree.siblings[plane.node].subtree).intersection(gathering.shown)
    let backdrop = tree.nodes[node].backdrop
    if !backdrop.isNone && !gathering.isCopied {
      var behind = plane
      (behind.node, behind.extent) = (backdrop, tree.siblings[backdrop].subtree.intersection(gathering.shown))
      if !behind.extent.isEmpty { gathering.list.append(behind, to: &tree.planes) }
    }
    if !plane.extent.isEmpty { gathering.list.append(plane, to: &tree.planes) }
  }
}

extension Color {
  /// Each channel times another colour's, divided by 255 and rounded.
  fileprivate func multiplied(by other: Color) -> Color {
    func product(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(truncatingIfNeeded: scaled255(UInt32(a), by: UInt32(b))) }
    return Color(
      red: product(red, other.red), green: product(green, other.green), blue: product(blue, other.blue),
      alpha: product(alpha, other.alpha))
  }
}
