import FixedRaster

// Stage: render. The tree's places: for layers, for bundles of them, for the fronts of pictures.

extension RenderTree {
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

  /// A place for the front of a picture, which counts as a layer.
  mutating func takeFront() -> Int32? {
    guard freeLayers > 0, let index = takeNode() else { return nil }
    freeLayers -= 1
    pictures[Int(index)] = RenderPicture()
    return index
  }

  mutating func returnFront(_ index: Int32) {
    freeNode(index)
    freeLayers += 1
  }

  mutating func takePlace(for layer: Layer) -> Bool {
    guard freeLayers > 0, let index = takeNode() else { return false }
    if layer.renderIndex == Self.waiting { overflow -= 1 }
    freeLayers -= 1
    layer.renderIndex = index
    return true
  }

  /// Counts a layer, and each below it, that is not shown, and takes them off the lists: with the next change of one of
  /// them they are looked at again.
  ///
  /// - Parameter reason: ``waiting`` or ``tooDeep``.
  mutating func leaveOut(_ layer: Layer, as reason: Int32) {
    // A layer that is only looked at stays as the compositor that shows it has noted it.
    if isSnapshot { return }
    layer.leaveLists { left in
      if left.renderIndex != Self.none { return }
      left.renderIndex = reason
      if reason == Self.waiting { overflow += 1 } else { tooDeep += 1 }
    }
  }

  /// Gives a removed layer's place back and damages what it covered. Its children are removed by calls of their own.
  mutating func remove(_ index: Int32, _ damage: inout Damage) {
    if index < 0 {
      if index == Self.waiting { overflow -= 1 } else { tooDeep -= 1 }
      return
    }
    let i = Int(index)
    addDamage(at: nodes[i].front >= 0 ? Int(nodes[i].front) : i, &damage)
    if root == index || root == nodes[i].front { root = -1 }
    removeFront(of: i)
    removeBackdrop(of: i, &damage)
    freeBundles(of: i)
    forgetContents(index)
    dropShadow(i)
    dropCoverage(i)
    setDrawing(.none, of: i)
    drawingOwners[i] = nil
    setPattern(i, nil)
    freeNode(index)
    freeLayers += 1
  }

  /// Lets go of a layer's image; what it covered is damaged when the layer is looked at next.
  mutating func forgetContents(_ index: Int32) {
    contents[Int(index)] = RenderContents()
    setContentsOwner(Int(index), nil)
    nodes[Int(index)].hasContents = false
  }

  mutating func setContentsOwner(_ i: Int, _ owner: AnyObject?) {
    if let former = exchange(&contentsOwners[i], with: owner), former !== owner { released.append(former) }
  }

  mutating func setPattern(_ i: Int, _ pattern: Pattern?) {
    if let former = exchange(&patterns[i], with: pattern), former !== pattern { released.append(former) }
  }
}
