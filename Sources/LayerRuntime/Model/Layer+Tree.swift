// Stage: model. The tree: who is whose sublayer, and in which order siblings are drawn.

import FixedRaster

extension Layer {
  /// The layers on top of this one, in the order they are drawn among those of equal ``zPosition``; `nil` if there are
  /// none.
  ///
  /// Assigning `nil` or `[]` removes all. A layer that is a sublayer elsewhere is moved here. A layer that is listed
  /// twice, or that would become its own descendant, ends the program.
  public final var sublayers: [Layer]? {
    get { children.isEmpty ? nil : children }
    set { replaceChildren(with: newValue ?? []) }
  }

  /// Adds the layer in front of the other sublayers of its ``zPosition``.
  public final func addSublayer(_ layer: Layer) { insertSublayer(layer, at: children.count) }

  /// Makes the layer the sublayer number `index`, counted without the layer itself; an index outside the list means its
  /// nearest end. A layer that has a superlayer is moved.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    refuseCycle(layer)
    let formerRoot = layer.root
    if let former = layer.superlayer {
      if former === self && layer !== mask {
        children.remove(at: childIndex(of: layer))
      } else {
        former.detach(layer)
      }
    }
    children.insert(layer, at: Swift.max(0, Swift.min(index, children.count)))
    unsafe layer.superlayerLink = self
    layer.mark(.order)
    sublayerOrderChanged()
    if formerRoot !== root { formerRoot.touchRouter?.cancelRemovedLayers() }
  }

  /// Inserts the layer right behind `sibling`, which must be a sublayer.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) { insert(layer, nextTo: sibling, offset: 0) }

  /// Inserts the layer right in front of `sibling`, which must be a sublayer.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) { insert(layer, nextTo: sibling, offset: 1) }

  /// Puts `newLayer` where `oldLayer`, which must be a sublayer, was.
  public final func replaceSublayer(_ oldLayer: Layer, with newLayer: Layer) {
    refuseCycle(newLayer)
    insertSublayer(newLayer, below: oldLayer)
    if newLayer !== oldLayer { oldLayer.removeFromSuperlayer() }
  }

  /// Takes the layer, with everything below it, out of the tree; nothing if it has no superlayer. Safe at any time:
  /// from its own touch handler too.
  public final func removeFromSuperlayer() {
    guard let former = superlayer else { return }
    let formerRoot = root
    former.detach(self)
    formerRoot.touchRouter?.cancelRemovedLayers()
  }

  /// The layer at the top of the tree; this one if it has no superlayer.
  final var root: Layer {
    var layer = self
    while let above = layer.superlayer { layer = above }
    return layer
  }

  /// Whether the layer is `ancestor` or somewhere below it.
  final func isDescendant(of ancestor: Layer) -> Bool {
    var layer = self
    while layer !== ancestor {
      guard let above = layer.superlayer else { return false }
      layer = above
    }
    return true
  }

  private func insert(_ layer: Layer, nextTo sibling: Layer, offset: Int) {
    let place = childIndex(of: sibling)
    if layer === sibling { return }
    // Taking the layer away first moves what follows it one place down.
    let isBefore = layer.superlayer === self && childIndex(of: layer) < place
    insertSublayer(layer, at: place + offset - (isBefore ? 1 : 0))
  }

  private func childIndex(of layer: Layer) -> Int {
    for i in children.indices where children[i] === layer { return i }
    trap("Layer: the layer named as a sibling is not a sublayer of this layer")
  }

  final func refuseCycle(_ layer: Layer) {
    if isDescendant(of: layer) { trap("Layer: a layer cannot become its own descendant") }
    if layer.host != nil { trap("Layer: the root layer of a display cannot become a sublayer") }
  }

  /// Takes a sublayer off, without telling the touch router.
  private func detach(_ layer: Layer) {
    if layer === mask {
      mask = nil
      return
    }
    children.remove(at: childIndex(of: layer))
    letGo(layer)
    sublayerOrderChanged()
  }

  /// Takes back what ties a sublayer, or the mask, to this layer.
  final func letGo(_ layer: Layer) {
    unlist(layer)
    unsafe layer.superlayerLink = nil
    layer.forgetRenderState(reportingTo: root.host)
  }

  private func replaceChildren(with layers: [Layer]) {
    for layer in layers { refuseCycle(layer) }
    let former = children  // keeps them alive to the end
    unlistAll()
    for layer in former { unsafe layer.superlayerLink = nil }
    children.removeAll()
    for layer in layers {
      let formerRoot = layer.root
      if let other = layer.superlayer {
        if other === self { trap("Layer: a layer is listed twice among the sublayers") }
        other.detach(layer)
      }
      unsafe layer.superlayerLink = self
      children.append(layer)
      layer.mark(.order)
      if formerRoot !== layer && formerRoot !== root { formerRoot.touchRouter?.cancelRemovedLayers() }
    }
    let host = root.host
    for layer in former where layer.superlayer == nil { layer.forgetRenderState(reportingTo: host) }
    sublayerOrderChanged()
    root.touchRouter?.cancelRemovedLayers()
  }
}

// MARK: Drawing order

extension Layer {
  /// Notes that sublayers came, went, or changed places or depth.
  final func sublayerOrderChanged() {
    drawingOrderIsStale = true
    // Room for the order is made now, when the tree changes, so that a frame need not allocate it.
    if drawingOrder.capacity < children.count { drawingOrder.reserveCapacity(children.capacity) }
    mark(.children)
  }

  /// The number of sublayers.
  final var sublayerCount: Int { children.count }

  /// The sublayer number `index` from the back: by ascending ``zPosition``, then in the order of ``sublayers``.
  final func sublayerInDrawingOrder(_ index: Int) -> Layer {
    if drawingOrderIsStale { updateDrawingOrder() }
    return drawingOrder.isEmpty ? children[index] : children[Int(drawingOrder[index])]
  }

  private func updateDrawingOrder() {
    drawingOrderIsStale = false
    var isTreeOrder = true
    for i in children.indices.dropFirst() where children[i].zPosition < children[i - 1].zPosition {
      isTreeOrder = false
    }
    if isTreeOrder {
      drawingOrder.removeAll(keepingCapacity: true)
      return
    }
    if drawingOrder.count != children.count {
      drawingOrder.removeAll(keepingCapacity: true)
      for i in children.indices { drawingOrder.append(Int32(i)) }
    }
    sortDrawingOrder()
  }

  /// Heap sort: in place, so a frame does not allocate, and no worse than n log n for ten thousand sublayers. Depth and
  /// index together leave no two equal, which makes it stable.
  private func sortDrawingOrder() {
    let count = drawingOrder.count
    var start = count / 2
    while start > 0 {
      start -= 1
      siftDown(from: start, count: count)
    }
    var end = count
    while end > 1 {
      end -= 1
      drawingOrder.swapAt(0, end)
      siftDown(from: 0, count: end)
    }
  }

  private func siftDown(from start: Int, count: Int) {
    var parent = start
    while 2 * parent + 1 < count {
      var child = 2 * parent + 1
      if child + 1 < count && isBehind(drawingOrder[child], drawingOrder[child + 1]) { child += 1 }
      if !isBehind(drawingOrder[parent], drawingOrder[child]) { return }
      drawingOrder.swapAt(parent, child)
      parent = child
    }
  }

  private func isBehind(_ a: Int32, _ b: Int32) -> Bool {
    let (za, zb) = (children[Int(a)].zPosition, children[Int(b)].zPosition)
    return za == zb ? a < b : za < zb
  }
}
