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
