// Stage: model. The tree: who is whose sublayer, and in which order siblings are drawn.

import FixedRaster
import SystemFiles

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
  /// nearest end. A layer that has a superlayer, or is a mask, is moved.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    refuseCycle(layer)
    let formerRoot = layer.root
    place(layer, at: index)
    actOnArrival(of: layer)
    notifyHosts(formerRoot)
  }

  /// Inserts the layer right behind `sibling`, which must be a sublayer.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) { insert(layer, nextTo: sibling, offset: 0) }

  /// Inserts the layer right in front of `sibling`, which must be a sublayer.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) { insert(layer, nextTo: sibling, offset: 1) }

  /// Puts `newLayer` where `oldLayer`, which must be a sublayer, was.
  public final func replaceSublayer(_ oldLayer: Layer, with newLayer: Layer) {
    _ = childIndex(of: oldLayer)
    if newLayer === oldLayer { return }
    oldLayer.act(Layer.onOrderOut)
    let index = index(of: newLayer, nextTo: oldLayer)
    refuseCycle(newLayer)
    let formerRoot = newLayer.root
    place(newLayer, at: index)
    detach(oldLayer)
    actOnArrival(of: newLayer)
    notifyHosts(formerRoot)
  }

  /// Takes the layer, with everything below it, out of the tree; nothing if it has no superlayer. Safe at any time:
  /// from its own touch handler too.
  public final func removeFromSuperlayer() {
    if superlayer != nil { act(Layer.onOrderOut) }
    guard let former = superlayer else { return }
    let isMask = former.mask === self
    former.detach(self)
    if !isMask { former.act("sublayers") }
    former.notifyHosts(self)
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
    let index = index(of: layer, nextTo: sibling)
    if layer !== sibling { insertSublayer(layer, at: index + offset) }
  }

  /// Where a sublayer is once another layer, that is to be moved next to it, has been taken away.
  private func index(of layer: Layer, nextTo sibling: Layer) -> Int {
    let index = childIndex(of: sibling)
    let isBefore = layer.superlayer === self && layer !== mask && childIndex(of: layer) < index
    return isBefore ? index - 1 : index
  }

  private func childIndex(of layer: Layer) -> Int {
    for i in children.indices where children[i] === layer { return i }
    trap("Layer: the layer named as a sibling is not a sublayer of this layer")
  }

  final func refuseCycle(_ layer: Layer) {
    if isDescendant(of: layer) { trap("Layer: a layer cannot become its own descendant") }
    if layer.host != nil { trap("Layer: the root layer of a display cannot become a sublayer") }
  }

  final func replaceMask(with layer: Layer?) {
    let formerRoot = layer?.root ?? self
    if let layer {
      refuseCycle(layer)
      layer.superlayer?.detach(layer)
    }
    dropDelayedCopies()
    let former = exchange(&effects.mask, with: layer)
    if let former { letGo(former) }
    if let layer {
      unsafe layer.superlayerLink = self
      layer.note(.order)
    }
    note(.appearance)
    notifyHosts(formerRoot)
    withExtendedLifetime(former) {}
  }

  private func replaceChildren(with layers: [Layer]) {
    if children.isEmpty && layers.isEmpty { return }
    if looksForActions { actOnDeparture(keeping: layers) }
    for layer in layers { refuseCycle(layer) }
    var formerRoots: [Layer] = []
    // While the tree is whole: they may lie below sublayers that are about to go.
    for layer in layers {
      guard let other = layer.superlayer, other !== self || layer === mask else { continue }
      let formerRoot = layer.root
      other.detach(layer)
      if !formerRoots.contains(where: { $0 === formerRoot }) { formerRoots.append(formerRoot) }
    }
    let former = children  // keeps them alive to the end
    for layer in former {
      unlist(layer)
      unsafe layer.superlayerLink = nil
    }
    children.removeAll()
    for layer in layers {
      if layer.superlayer != nil { trap("Layer: a layer is listed twice among the sublayers") }
      unsafe layer.superlayerLink = self
      children.append(layer)
      layer.note(.order)
    }
    let host = root.host
    for layer in former where layer.superlayer == nil { layer.forgetRenderState(reportingTo: host) }
    noteSublayers()
    if looksForActions { actOnArrival(of: layers, former) }
    notifyHosts(self)
    for formerRoot in formerRoots where formerRoot !== root { formerRoot.notifyHosts(formerRoot) }
    withExtendedLifetime(former) {}
  }
}

// MARK: - Actions of sublayers

extension Layer {
  /// Runs the actions of sublayers that are about to go.
  private func actOnDeparture(keeping layers: [Layer]) {
    let leaving = children.filter { layer in !layers.contains { $0 === layer } }
    for layer in leaving where layer.superlayer === self { layer.act(Layer.onOrderOut) }
  }

  /// Runs those of sublayers that have come, and of the list.
  private func actOnArrival(of layers: [Layer], _ former: [Layer]) {
    for layer in layers where !former.contains(where: { $0 === layer }) {
      actingAnimator?.act(layer, Layer.onOrderIn, from: nil, isImplicit: false)
    }
    act("sublayers")
  }
}

// MARK: - Steps of a change
//
// A change of the tree takes its steps first and tells of them last: touch handlers, the host's program and the ends of
// layers may change everything again. These steps call nobody.

extension Layer {
  private final func place(_ layer: Layer, at index: Int) {
    if layer.superlayer === self && layer !== mask {
      children.remove(at: childIndex(of: layer))
    } else {
      layer.superlayer?.detach(layer)
    }
    children.insert(layer, at: Swift.max(0, Swift.min(index, children.count)))
    unsafe layer.superlayerLink = self
    layer.note(.order)
    noteSublayers()
  }

  /// Takes a sublayer, or the mask, off. The caller holds it.
  private final func detach(_ layer: Layer) {
    if layer === mask {
      dropDelayedCopies()
      effects.mask = nil
      note(.appearance)
    } else {
      children.remove(at: childIndex(of: layer))
      noteSublayers()
    }
    letGo(layer)
  }

  /// Takes back the ties of a sublayer, or the mask, to this layer.
  private final func letGo(_ layer: Layer) {
    unlist(layer)
    unsafe layer.superlayerLink = nil
    layer.forgetRenderState(reportingTo: root.host)
  }

  /// Tells whoever shows and touches this tree, and the one that a layer came from, of a change that is complete.
  private final func notifyHosts(_ formerRoot: Layer) {
    let root = root
    root.host?.layerTreeChanged()
    if formerRoot !== root { formerRoot.host?.layerTreeChanged() }
    root.touchRouter?.cancelRemovedLayers()
    if formerRoot !== root { formerRoot.touchRouter?.cancelRemovedLayers() }
    endRemovedMotions(root)
    if formerRoot !== root { endRemovedMotions(formerRoot) }
  }

  private final func endRemovedMotions(_ root: Layer) {
    if let host = root.host { host.scrollMotions.endRemoved(from: host) }
  }
}

// MARK: Drawing order

extension Layer {
  /// Notes that sublayers came, went, or changed places in the list. Has the layer laid out, unless its layout makes
  /// the change.
  final func noteSublayers() {
    dropDelayedCopies()
    noteSublayerOrder(callbacks.isLayingOut ? .children : [.children, .layout])
  }

  /// Notes that sublayers changed places or depth. Returns the host that has yet to be told.
  @discardableResult
  final func noteSublayerOrder(_ changes: LayerChanges = .children) -> (any LayerHost)? {
    drawingOrderIsStale = true
    // Room for the order is made now, when the tree changes, so that a frame need not allocate it.
    if drawingOrder.capacity < children.count { drawingOrder.reserveCapacity(children.capacity) }
    return note(changes)
  }

  /// The number of sublayers.
  final var sublayerCount: Int { children.count }

  /// The sublayers as they are now, and the indices of them from back to front; empty where that is their order. For
  /// walks that call the program, which may change the list meanwhile.
  final func sublayersAndOrder() -> (layers: [Layer], order: [Int32]) {
    if drawingOrderIsStale { updateDrawingOrder() }
    return (children, drawingOrder)
  }

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
