import FixedRaster

// Stage: render. What of a tiled layer has to be drawn again.

extension Commit {
  /// Damages the tiles that have changed, if nothing else has. Returns false where all of the layer has to be looked at.
  @inline(never)
  mutating func damageMapTiles(_ i: NodeIndex, _ changes: LayerChanges, _ former: RenderNode) -> Bool {
    guard changes.intersection([.geometry, .drawing, .contents, .appearance]) == .drawing,
      case .tiles(let map) = tree.parts.drawingSpan[i.offset], tree.nodes[i].extent == former.extent
    else { return false }
    for k in 0..<map.changed.count {
      // Turned tiles reach over their edges.
      let area = pixels(map.changed.span[k], tree.nodes[i], i, isUpright: true).grown(by: 3)
      damage.add(area.intersection(tree.nodes[i].extent))
    }
    return true
  }
}
