import FixedRaster

// Stage: render. The overlays of CompositorOverlays, on top of a composed tile.

extension TileComposer {
  mutating func drawOverlays(_ tile: PixelRect, _ scene: RenderScene) {
    if overlays.contains(.overdraw) {
      isStarted = occluder.isNone
      mark(scene, scene.root, clip: tile, with: .overdraw)
    }
    if overlays.contains(.outlines) { mark(scene, scene.root, clip: tile, with: .outlines) }
    canvas.setClip(tile)
    for i in 0..<flash.count { canvas.fill(flash[i], color: Color(argb: 0x60FF_FF00)) }
  }

  /// The layer and those below it, in drawing order.
  private mutating func mark(
    _ scene: RenderScene, _ index: NodeIndex, clip: PixelRect, with overlay: CompositorOverlays
  ) {
    let i = index.offset
    if index == occluder { isStarted = true }
    // Under a mask not all of a layer's extent shows.
    let area = placed(scene.visible[i].subtree).intersection(clip)
    let own = placed(scene.nodes[i].extent).intersection(area)
    if !own.isEmpty {
      canvas.setClip(own)
      if overlay == .outlines {
        var outlined = scene.nodes[i]
        outlined.borderWidth = 1
        var outline = OutlineBuffer()
        outlined.appendBorder(to: &outline)
        canvas.fill(
          outline.span, mapping: mapping(scene, i), rule: .evenOdd, color: Color(argb: 0xFFFF_00FF))
      } else if isStarted && scene.nodes[i].drawsSomething {
        canvas.fill(own, color: Color(argb: 0x30FF_0000))
      }
    }
    // Sources of shadows are looked at also where they are clipped away.
    let inside = scene.nodes[i].masksToBounds ? area.intersection(placed(scene.nodes[i].box)) : area
    if scene.nodes[i].showsPlanes {
      scene.planeRenderer?.forEachPlane(&self, scene, i, clip: inside) { composer, node, shown in
        composer.mark(scene, node, clip: shown, with: overlay)
      }
    }
    var child = scene.visible[i].firstChild
    while !child.isNone {
      mark(scene, child, clip: inside, with: overlay)
      child = scene.visible[child.offset].nextSibling
    }
  }
}
