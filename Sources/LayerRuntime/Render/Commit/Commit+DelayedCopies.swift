import FixedRaster

// Stage: render. Copies that show the first one's earlier picture. While something below their replicator depends on
// time, each has nodes of its own, which are copied from the same layers at another time. A copy without nodes shows
// the first one's.

extension Commit {
  /// Copies the layers below a replicator once more for each copy that is later than the first one.
  ///
  /// - Parameters:
  ///   - below: the values that the sublayers have from it.
  ///   - times: how many times the layer is shown.
  @inline(never)  // few replicators have any
  mutating func updateDelayedCopies(
    of i: NodeIndex, _ layer: ReplicatorLayer, _ below: Inherited, shown times: Int32
  ) {
    if tree.isSnapshot || (!layer.delaysCopies && layer.delayedCopies == nil) { return }
    let wanted = layer.delaysCopies && dependsOnTime(layer) ? (layer.copies?.count(shown: times) ?? 1) - 1 : 0
    if wanted <= 0 {
      layer.delayedCopies?.removeAll { remove($0) }
      layer.delayedCopies = nil
      return
    }
    let copies = layer.delayedCopies ?? DelayedCopies()
    if layer.delayedCopies == nil || !copies.hasLayers(of: layer) {
      copies.removeAll { remove($0) }
      copies.begin(below: layer)
      layer.delayedCopies = copies
    }
    while copies.count > wanted { copies.removeLast { remove($0) } }
    var room = tree.nodes.freeCount
    while copies.count < wanted && room >= copies.size {
      copies.append(below: layer)
      room -= copies.size
    }
    tree.animator?.beginCopies(below: layer)
    let outer = (exchange(&isDelayed, with: true), isCopyIncomplete)
    for k in 0..<copies.count where !update(k + 1, copies, i, layer, below) {
      while copies.count > k { copies.removeLast { remove($0) } }
      break
    }
    (isDelayed, isCopyIncomplete) = outer
    tree.animator?.endCopies(below: layer)
    tree.refusedCopies.countOn(by: Swift.max(0, wanted - copies.count - copies.missing))
    copies.missing = wanted - copies.count
  }

  /// Whether a replicator's sublayers look different at another time.
  private func dependsOnTime(_ layer: ReplicatorLayer) -> Bool {
    if tree.animator?.animates(below: layer) == true { return true }
    for system in tree.parts.emitters where system.layer?.isDescendant(of: layer) == true { return true }
    return false
  }

  /// Copies the layers of one copy. Returns whether all of them found nodes.
  private mutating func update(
    _ copy: Int, _ copies: DelayedCopies, _ i: NodeIndex, _ layer: ReplicatorLayer, _ below: Inherited
  ) -> Bool {
    isCopyIncomplete = false
    copies.markAll(copy)
    let place = show(copy, of: layer, copies)
    for child in layer.children { update(child, parent: i, above: below, .all) }
    endShowing(copy, of: layer, copies, place)
    return !isCopyIncomplete
  }

  /// Has layers below a replicator have a copy's values. Returns the argument of ``endShowing(_:of:_:_:)``.
  ///
  /// - Parameter copy: 0 for the first one.
  func show(_ copy: Int, of layer: Layer, _ copies: DelayedCopies?) -> Int {
    guard let copies, let replicator = layer.replicator else { return 0 }
    let isLater = copy > 0 && copy <= copies.count
    replicator.currentDelay = isLater ? replicator.delay(of: copy) : 0
    replicator.currentCopy = isLater ? copy : 0
    let place = tree.animator?.showCopy(below: layer) ?? 0
    if isLater { copies.swapIn(copy) }
    return place
  }

  func endShowing(_ copy: Int, of layer: Layer, _ copies: DelayedCopies?, _ place: Int) {
    guard let copies, let replicator = layer.replicator else { return }
    if copy > 0 && copy <= copies.count { copies.swapIn(copy) }
    tree.animator?.endCopy(place)
    replicator.currentDelay = 0
    replicator.currentCopy = 0
  }

  private mutating func remove(_ state: RenderState) { tree.remove(state, &damage) }
}
