import FixedRaster

// Stage: render. The parts of a tiled layer to draw again.

extension Commit {
  /// Damages the tiles that have changed, if nothing else has. Returns false where all of the layer has to be looked at.
  @inline(never)
  mutating func damageMapTiles(_ i: NodeIndex, _ changes: LayerChanges, _ former: RenderNode) -> Bool {
    guard changes.intersection([.geometry, .drawing, .contents, .appearance]) == .drawing,
      case .tiles(let map) = tree.parts.drawingSpan[i.offset], tree.nodes[i].extent == former.extent
    else { return false }
    let node = tree.nodes[i]
    let mapping: Mapping =
      node.isProjective ? .projective(node.upright(tree.nodes.homography(of: i))) : .affine(node.upright.toDevice)
    let isTurned = node.isProjective || !node.upright.toDevice.keepsRectsUpright
    for k in 0..<map.changed.count {
      var box = map.changed.span[k]
      if isTurned { box = box.overlapping(under: mapping, within: node.bounds) }
      damage.add(mapping.bounds(of: box).grown(by: 3).intersection(node.extent))
    }
    return true
  }
}
