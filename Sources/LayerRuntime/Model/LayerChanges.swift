/// What of a layer the compositor has yet to take over.
struct LayerChanges: OptionSet {
  let rawValue: UInt8

  /// `bounds`, `position`, `anchorPoint`, `transform`, `sublayerTransform`, `zPosition`, `isHidden` …
  static var geometry: LayerChanges { LayerChanges(rawValue: 1) }
  /// Colours, border, corners, opacity, clipping.
  static var appearance: LayerChanges { LayerChanges(rawValue: 2) }
  /// A shape layer's path and how it is filled and stroked.
  static var path: LayerChanges { LayerChanges(rawValue: 4) }
  /// Which sublayers there are, or the order they are drawn in.
  static var children: LayerChanges { LayerChanges(rawValue: 8) }
  /// Sublayers have yet to be laid out.
  static var layout: LayerChanges { LayerChanges(rawValue: 16) }
  /// Everything that a layer new to the compositor has to tell it.
  static var all: LayerChanges { LayerChanges(rawValue: 15) }
}

/// What shows a tree of layers: the compositor. The root does not own its host.
///
/// A host sets ``Layer/host`` of a root that it holds on to, and sets it back to `nil` before it goes.
protocol LayerHost: AnyObject {
  /// Something in the tree was marked; may be called many times between two frames.
  func layerTreeChanged()
  /// A layer that was given this render index is no longer in the tree.
  func layerRemoved(renderIndex: Int32)
}

extension Layer {
  /// Notes a change for the next frame: on this layer, and on every superlayer that something below it changed.
  ///
  /// Goes up to the first superlayer that knows already, so that many changes in one frame cost little. Never allocates.
  @inline(never)  // in every setter it would be larger than the setter
  final func mark(_ change: LayerChanges) {
    changes.insert(change)
    guard var above = superlayer else {
      host?.layerTreeChanged()
      return
    }
    while !above.hasChangedDescendants {
      above.hasChangedDescendants = true
      guard let next = above.superlayer else {
        above.host?.layerTreeChanged()
        return
      }
      above = next
    }
  }

  /// Tells the host that the layer and everything below it are no longer shown, and makes all of it new.
  final func forgetRenderState(reportingTo host: (any LayerHost)?) {
    if renderIndex >= 0 { host?.layerRemoved(renderIndex: renderIndex) }
    renderIndex = -1
    changes.formUnion(.all)  // a layout that is due stays due
    hasChangedDescendants = !children.isEmpty
    for i in children.indices { children[i].forgetRenderState(reportingTo: host) }
  }
}
