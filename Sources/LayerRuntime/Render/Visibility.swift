import FixedRaster

// Stage: render. The visible part of the tree, for deciding when the next frame is due.

extension RenderTree {
  /// Whether something of a layer may be seen while such things of it change. Doubtful cases count as seen.
  func maySee(_ layer: Layer, changing changes: LayerChanges) -> Bool {
    let shown = shownNode(of: layer)
    if shown.isNone { return false }
    guard let above = layer.superlayer?.renderState.node else { return true }
    if above.isNone || isHidden(above) { return false }
    if isBehind(layer) { return true }
    let area = reach(of: layer, shown, changing: changes)
    return !area.isEmpty && !isCovered(layer, area)
  }

  /// Whether the tree does not say where a layer lies now, because it was out of sight when it was moved.
  private func isBehind(_ layer: Layer) -> Bool {
    var layer = layer
    while !siblings[layer.renderState.node].isBehind {
      guard let above = layer.superlayer else { return false }
      layer = above
    }
    return true
  }

  /// Whether nothing below a node is seen.
  private func isHidden(_ node: NodeIndex) -> Bool {
    var i = node
    while !i.isNone {
      if hides(i) || (!nodes[i].proxy.isNone && hides(nodes[i].proxy)) { return true }
      // Layers above that are drawn to the same plane have handed it down.
      i = nodes[i].surface
    }
    return false
  }

  private func hides(_ i: NodeIndex) -> Bool { nodes[i].isHidden || nodes[i].opacity == 0 }

  /// The pixels that a layer may draw to while such things of it change.
  private func reach(of layer: Layer, _ shown: NodeIndex, changing changes: LayerChanges) -> PixelRect {
    let (subtree, cullRect) = (siblings[shown].subtree, nodes[shown].cullRect)
    // A layer that moves, draws something else or comes into view may be anywhere.
    if !changes.isDisjoint(with: [.geometry, .drawing, .contents]) || hides(shown) { return cullRect }
    if !changes.contains(.appearance) { return subtree }
    return subtree.union(nodes[layer.renderState.node].box).intersection(cullRect)
  }

  /// Whether an opaque layer in front lies over an area, beside the layer or beside one above it.
  private func isCovered(_ layer: Layer, _ area: PixelRect) -> Bool {
    let first = layer
    var (layer, isSame, throwsShadow) = (layer, true, false)
    while let above = layer.superlayer {
      let i = shownNode(of: layer)
      // A shadow falls beside its source, and a covered layer may be a part of that.
      if nodes[i].castsShadow && layer !== first { throwsShadow = true }
      if nodes[i].surface.isNone {
        // A surface shows where its proxy lies.
        let all = nodes[i].cullRect.intersection(nodes[above.renderState.node].cullRect)
        let shown = throwsShadow ? all : isSame ? area : siblings[i].subtree
        if covers(shown, above, inFrontOf: layer) { return true }
      } else {
        isSame = false
      }
      layer = above
    }
    return false
  }

  /// Looks at few sublayers only: more would take longer than they save.
  private func covers(_ area: PixelRect, _ layer: Layer, inFrontOf sublayer: Layer) -> Bool {
    if layer.sublayerCount > 64 || nodes[layer.renderState.node].showsPlanes { return false }
    var isInFront = false
    for position in 0..<layer.sublayerCount {
      let other = layer.sublayerInDrawingOrder(position)
      if isInFront, !shownNode(of: other).isNone, nodes[shownNode(of: other)].opaque.contains(area) { return true }
      if other === sublayer { isInFront = true }
    }
    return false
  }
}
