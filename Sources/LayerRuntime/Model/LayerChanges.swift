import FixedRaster

/// The changes of a layer that the compositor has yet to take over.
struct LayerChanges: OptionSet {
  let rawValue: UInt16

  /// `bounds`, `position`, `anchorPoint`, `transform`, `sublayerTransform`, `zPosition`, `isHidden` …
  static var geometry: LayerChanges { LayerChanges(rawValue: 1) }
  /// Colours, border, corners, opacity, clipping.
  static var appearance: LayerChanges { LayerChanges(rawValue: 2) }
  /// The drawing of a subclass: a shape's path and its filling, a text, a gradient.
  static var drawing: LayerChanges { LayerChanges(rawValue: 4) }
  /// Which sublayers there are, or the order they are drawn in.
  static var children: LayerChanges { LayerChanges(rawValue: 8) }
  /// Sublayers have yet to be laid out.
  static var layout: LayerChanges { LayerChanges(rawValue: 16) }
  /// Its place among the sublayers of its superlayer.
  static var order: LayerChanges { LayerChanges(rawValue: 32) }
  /// The image it shows, and how.
  static var contents: LayerChanges { LayerChanges(rawValue: 64) }
  /// Its contents have yet to be drawn.
  static var display: LayerChanges { LayerChanges(rawValue: 128) }
  /// Its contents are drawn in this round of the frame's drawings.
  static var due: LayerChanges { LayerChanges(rawValue: 256) }
  /// Its contents were drawn in this frame.
  static var displayed: LayerChanges { LayerChanges(rawValue: 512) }
  /// How far its transition is.
  static var transition: LayerChanges { LayerChanges(rawValue: 1024) }
  /// Requests while a frame is being made stay for the next one.
  static var requests: LayerChanges { [.layout, .display] }
  /// Everything that a layer new to the compositor has to tell it.
  static var all: LayerChanges { LayerChanges(rawValue: 111) }
}

/// The shower of a tree of layers: the compositor. The root does not own its host.
///
/// A host sets ``Layer/host`` of a root that it holds on to, and sets it back to `nil` before it goes. Only
/// ``layerTreeChanged()`` may call the program, which may change anything: it comes last, when a change is complete.
protocol LayerHost: AnyObject {
  /// Something in the tree was marked; may be called many times between two frames.
  func layerTreeChanged()
  /// The tools with which the layers of the tree draw their contents; `nil` if they cannot.
  var drawing: DrawingSpace? { get }
  /// The contents of the layer with this node are about to go: nothing may hold them until the next frame.
  func contentsRemoved(of node: NodeIndex)
  /// A transition is about to go: nothing may name it until the next frame.
  func transitionRemoved(_ transition: Transition)
  /// Keeps a layer's picture of the last frame.
  func formerPicture(of layer: Layer) -> FormerPictureResult
  /// Pixels of the display in a point.
  var scale: Fixed { get }
  /// The time of the last frame, in nanoseconds, held as layers' times are.
  var frameTime: Int64 { get }
  /// A layer's time runs otherwise.
  func timingChanged()
  /// The animator of the layers.
  var animator: Animator { get }
  /// The scroll views that move by themselves.
  var scrollMotions: ScrollMotions { get }
  /// A layer for which the host had this is no longer in the tree.
  func layerRemoved(_ state: RenderState)
}

extension Layer {
  /// Whether any layer below was marked.
  final var hasChangedDescendants: Bool { unsafe firstChanged != nil }

  /// Notes a change for the next frame and tells the host, which may call the program: the last call of a setter,
  /// outside of any access to the layer's storage.
  @inline(never)  // in every setter it would be larger than the setter
  final func mark(_ change: LayerChanges) { note(change)?.layerTreeChanged() }

  /// Notes a change for the next frame: on this layer, and on every superlayer that something below it changed.
  /// Returns the host that has yet to be told; `nil` if there is none, or if a change was noted before.
  ///
  /// Goes up to the first superlayer that knows already, so that many changes in one frame cost little. Never
  /// allocates.
  @inline(never)
  @discardableResult
  final func note(_ change: LayerChanges) -> (any LayerHost)? {
    if isShowing {
      shownChanges.formUnion(change.subtracting([.requests, .children]))
      return nil
    }
    changes.insert(change)
    var layer = self
    while let above = layer.superlayer {
      if layer.isListed { return nil }
      let knows = above.hasChangedDescendants
      above.list(layer)
      if knows { return nil }
      layer = above
    }
    return layer.host
  }

  /// Tells the host that the layer and everything below it are no longer shown, and makes all of it new.
  final func forgetRenderState(reportingTo host: (any LayerHost)?, keepsAnimations: Bool = false) {
    forEachMarked { layer in
      let state = exchange(&layer.renderState, with: .new)
      layer.replicator?.dropOwnDelayedCopies(reportingTo: host)
      // One whose last animation gave way to a change at once is listed until the next frame.
      if (layer.firstAnimation != nil || layer.isAnimated) && !keepsAnimations {
        layer.stopAnimations()
        host?.animator.update(layer)
        // The list of one that went away by itself is gone.
        layer.isAnimated = false
      }
      if state != .new { host?.layerRemoved(state) }
      layer.changes.formUnion(.all)  // a layout or a display that was asked for stays so
      layer.changes.subtract([.due, .displayed])
      if layer.content.isTiled { layer.changes.insert(.display) }  // the next host lists it
      for i in layer.children.indices where !layer.children[i].isListed { layer.list(layer.children[i]) }
      if let mask = layer.mask, !mask.isListed { layer.list(mask) }
    }
  }
}

// MARK: - The list of changed sublayers

extension Layer {
  private final func list(_ layer: Layer) {
    layer.isListed = true
    unsafe layer.changedNext = firstChanged
    unsafe firstChanged?.changedPrevious = layer
    unsafe firstChanged = layer
  }

  /// Takes a sublayer off the list, if it is in it.
  final func unlist(_ layer: Layer) {
    if !layer.isListed { return }
    let (next, previous) = unsafe (layer.changedNext, layer.changedPrevious)
    if let previous { unsafe previous.changedNext = next } else { unsafe firstChanged = next }
    if let next { unsafe next.changedPrevious = previous }
    unsafe (layer.changedNext, layer.changedPrevious) = (nil, nil)
    layer.isListed = false
  }

  /// Whether this layer, or one below it, has yet to be laid out or displayed.
  final var hasRequests: Bool { !changes.isDisjoint(with: .requests) || hasChangedDescendants }

  /// Takes those off the list that have no requests, and those that are not shown.
  final func unlistSettled() {
    var current = nextChanged(after: nil)
    while let layer = current {
      current = nextChanged(after: layer)
      if !layer.hasRequests || layer.renderState.node.isNone { unlist(layer) }
    }
  }

  /// Calls `body` with this layer and each below it that is in a list, however deep they lie, and empties the lists of
  /// all of them. Their requests wait until they are shown.
  final func leaveLists(_ body: (Layer) -> Void) {
    var layer = self
    while true {
      if let below = unsafe layer.firstChanged {
        layer = below
        continue
      }
      layer.changes.subtract([.due, .displayed])
      body(layer)
      guard layer !== self, let above = layer.superlayer else { return }
      above.unlist(layer)
      layer = above
    }
  }

  /// Calls `body` with this layer and all below it that are in lists, each before those below it, however deep they
  /// lie. `body` calls nobody, and changes no list but its layer's own.
  final func forEachMarked(_ body: (Layer) -> Void) {
    var layer = self
    body(layer)
    while true {
      guard let next = layer.nextChanged(after: nil) ?? layer.nextMarkedBeside(below: self) else { return }
      layer = next
      body(layer)
    }
  }

  /// The next in the lists behind this layer and all below it; `nil` where there is none below `top`.
  private final func nextMarkedBeside(below top: Layer) -> Layer? {
    var layer = self
    while layer !== top, let above = layer.superlayer {
      if let next = above.nextChanged(after: layer) { return next }
      layer = above
    }
    return nil
  }

  /// The first in the list, or the one behind `layer`; `nil` at its end. For a commit, which changes no list.
  final func nextChanged(after layer: Layer?) -> Layer? {
    if let layer { return unsafe layer.changedNext }
    return unsafe firstChanged
  }

  /// Calls `body` with the sublayers in the list. Answers false if it had to stop, because `body` changed the list
  /// behind the layer that it was called with.
  final func forEachChanged(_ body: (Layer) -> Void) -> Bool {
    var current = unsafe firstChanged
    // As many as there can be, and the mask: `body` may put the same layers first again and again.
    var left = children.count + 1
    while let layer = current {
      if left == 0 { return false }
      left -= 1
      let next = unsafe layer.changedNext  // held on to while `body` may remove it
      body(layer)
      if let next, !next.isListed || next.superlayer !== self { return false }
      current = next
    }
    return true
  }
}
