// Stage: render. Copies of layers that are later than the first one: each has nodes of its own.

import FixedRaster

/// A compositor's data of the layers in those copies of a replicator that are later than the first one. It takes its
/// memory when something below the replicator begins to move.
@safe
final class DelayedCopies {
  /// Of a layer in one copy. While that copy is looked at, the layer has this, and the first copy's is here.
  @safe
  private struct Entry {
    /// Not owned: with every change of the tree all copies are let go of.
    let layer: Unmanaged<Layer>
    var state = RenderState.new
    var changes = LayerChanges.all
    var drawing: AnyObject?
  }

  /// Those of the first of these copies, then those of the next one.
  private var entries: [Entry] = []
  /// How many layers there are in a copy.
  private(set) var size = 0
  /// How many copies there are, without the first one.
  private(set) var count = 0
  /// How many more there should be.
  var missing = 0

  /// Whether the layers are those below a replicator.
  func hasLayers(of layer: Layer) -> Bool {
    var place = 0
    let isSame = forEachLayer(below: layer, 0) { here in
      guard place < size else { return false }
      place += 1
      return unsafe entries[place - 1].layer.toOpaque() == Unmanaged.passUnretained(here).toOpaque()
    }
    return isSame && place == size
  }

  /// Starts without any copy. Those that there were have been let go of.
  func begin(below layer: Layer) {
    entries.removeAll(keepingCapacity: true)
    (size, count, missing) = (0, 0, 0)
    _ = forEachLayer(below: layer, 0) { _ in
      size += 1
      return true
    }
  }

  /// Adds a copy of which nothing is shown yet.
  func append(below layer: Layer) {
    _ = forEachLayer(below: layer, 0) { here in
      unsafe entries.append(Entry(layer: .passUnretained(here)))
      return true
    }
    count += 1
  }

  /// Takes the last copy away, and calls `body` with the data of its layers.
  func removeLast(_ body: (RenderState) -> Void) {
    for _ in 0..<size {
      let last = entries.removeLast()
      if let inner = last.drawing as? DelayedCopies { inner.removeAll(body) }
      if last.state != .new { body(last.state) }
    }
    count -= 1
  }

  func removeAll(_ body: (RenderState) -> Void) {
    while count > 0 { removeLast(body) }
  }

  /// Gives the layers a copy's data, marked as if all of each had changed; or takes it back.
  ///
  /// - Parameter copy: 1 for the first one that is later.
  func swapIn(_ copy: Int) {
    let first = (copy - 1) * size
    for i in first..<first + size {
      let layer = unsafe entries[i].layer.takeUnretainedValue()
      swap(&layer.renderState, &entries[i].state)
      swap(&layer.changes, &entries[i].changes)
      layer.exchangeDrawingState(&entries[i].drawing)
    }
  }

  /// Has all of each layer looked at in a copy.
  func markAll(_ copy: Int) {
    let first = (copy - 1) * size
    for i in first..<first + size { entries[i].changes = .all }
  }

  /// Calls `body` with each layer and mask below one, until it answers false. Returns whether it never did.
  private func forEachLayer(below layer: Layer, _ level: Int, _ body: (Layer) -> Bool) -> Bool {
    if level >= Layer.depthLimit { return true }
    for child in layer.children {
      if !body(child) || !forEachInside(child, level, body) { return false }
    }
    return true
  }

  private func forEachInside(_ layer: Layer, _ level: Int, _ body: (Layer) -> Bool) -> Bool {
    if !forEachLayer(below: layer, level + 1, body) { return false }
    guard let mask = layer.mask else { return true }
    return body(mask) && forEachInside(mask, level + 1, body)
  }
}

extension Layer {
  /// Calls `body` once for each copy in which replicators above show the layer at a time of its own, while times are that copy's;
  /// once where there are none.
  final func forEachDelayedCopy(_ body: () -> Void) { Layer.forEachDelayedCopy(superlayer, body) }

  private static func forEachDelayedCopy(_ layer: Layer?, _ body: () -> Void) {
    guard let replicator = layer?.nearestDelayingReplicator else { return body() }
    for copy in 0..<replicator.instanceCount {
      replicator.currentDelay = replicator.delay(of: copy)
      forEachDelayedCopy(replicator.superlayer, body)
    }
    replicator.currentDelay = 0
  }

  /// This layer or the first one above it that delays copies.
  final var nearestDelayingReplicator: ReplicatorLayer? {
    var layer: Layer? = self
    while let here = layer {
      if let replicator = here.replicator, replicator.delaysCopies { return replicator }
      layer = here.superlayer
    }
    return nil
  }

  /// Whether a replicator above delays copies of the layer.
  final var isDelayed: Bool { superlayer?.nearestDelayingReplicator != nil }

  /// The last one on the way up that delays copies.
  final var outermostDelayingReplicator: ReplicatorLayer? {
    var (found, next) = (ReplicatorLayer?.none, superlayer?.nearestDelayingReplicator)
    while let here = next {
      found = here
      next = here.superlayer?.nearestDelayingReplicator
    }
    return found
  }

  /// Has the next commit look at each replicator above that delays copies.
  final func noteDelayedCopies() {
    var next = superlayer?.nearestDelayingReplicator
    while let here = next {
      here.note([])
      next = here.superlayer?.nearestDelayingReplicator
    }
  }

  /// Lets go of the delayed copies of this layer's sublayers, and of those above: before layers go, or their pictures.
  final func dropDelayedCopies() {
    var layer: Layer? = self
    while let here = layer {
      here.replicator?.dropOwnDelayedCopies(reportingTo: nil)
      layer = here.superlayer
    }
  }
}

extension ReplicatorLayer {
  /// - Parameter host: `nil` for the one that shows the tree.
  final func dropOwnDelayedCopies(reportingTo host: (any LayerHost)?) {
    guard let copies = exchange(&delayedCopies, with: nil) else { return }
    let host = host ?? root.host
    copies.removeAll { host?.layerRemoved($0) }
    note([])
  }
}
