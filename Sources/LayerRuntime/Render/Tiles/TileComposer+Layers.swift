import FixedRaster

// Stage: render. The walk through the layers of a tile, in drawing order.

extension TileComposer {
  /// - Parameter alpha: 0...255, of groups above that could not be composed apart.
  mutating func draw(_ scene: RenderScene, _ index: NodeIndex, clip: PixelRect, alpha: UInt8) {
    visits += 1
    if isStopped { return }
    drawUnlessStopped(scene, index, clip: clip, alpha: alpha)
    // Also where it was out of reach.
    if scene.visible[index.offset].holdsStop { isStopped = true }
  }

  private mutating func drawUnlessStopped(_ scene: RenderScene, _ index: NodeIndex, clip: PixelRect, alpha: UInt8) {
    let i = index.offset
    if scene.nodes[i].isBackdrop && (!showsBackdrops || scene.visible[i].holdsStop) { return }
    let area = placed(scene.visible[i].subtree).intersection(clip)
    if area.isEmpty || scene.nodes[i].isHidden { return }
    let opacity = scaled(alpha, by: scene.nodes[i].opacity)
    if !scene.nodes[i].isGroup {
      // Most layers draw nothing themselves here: they hold others.
      let isBare = placed(scene.nodes[i].extent).intersection(clip).isEmpty && !scene.nodes[i].masksToBounds
      if isBare && !scene.nodes[i].showsPlanes {
        drawEach(scene, scene.visible[i].firstChild, clip: clip, alpha: opacity)
      } else {
        drawParts(scene, index, clip: clip, alpha: opacity)
      }
    } else if isStarted {
      canvas.setClip(area)
      if groups.begin(area, on: &canvas) {
        drawParts(scene, index, clip: area, alpha: 255)
        drawMask(scene, scene.nodes[i].mask, clip: area)
        groups.end(on: &canvas, opacity: opacity, mode: scene.nodes[i].mode)
      } else {
        // No wider than the mask that cannot be applied: damage counts on it.
        drawParts(scene, index, clip: area, alpha: opacity)
      }
    }
  }

  /// Limits the group that is being drawn to the mask.
  private mutating func drawMask(_ scene: RenderScene, _ mask: NodeIndex, clip: PixelRect) {
    if mask.isNone { return }
    canvas.setClip(clip)
    if groups.begin(clip, on: &canvas) {
      // Layers in front of a backdrop are left out of a masked layer, the mask is not.
      let wasStopped = isStopped
      isStopped = false
      draw(scene, mask, clip: clip, alpha: 255)
      isStopped = wasStopped
      groups.end(on: &canvas, mode: .destinationIn)
    }
  }

  /// The shadow, the background, the content of the layer, and the border on top of all.
  @inline(never)  // called from where a layer, a group, a silhouette begins
  mutating func drawParts(_ scene: RenderScene, _ index: NodeIndex, clip: PixelRect, alpha: UInt8) {
    let i = index.offset
    if index == occluder { isStarted = true }
    let own = placed(scene.nodes[i].extent).intersection(clip)
    if !isStarted && !own.isEmpty { hiddenLayers += 1 }
    if isStarted && !own.isEmpty && (scene.nodes[i].hasBitmap || scene.nodes[i].isInTransition) {
      canvas.setClip(own)
      if scene.nodes[i].isInTransition {
        compositeTransition(scene, i, own, alpha)
      } else if scene.nodes[i].isBackdrop {
        compositeBackdrop(scene, i, alpha)
      } else {
        compositeSurface(scene.surfaces[i], scene.pool, alpha)
      }
    }
    if isStarted && !own.isEmpty && scene.nodes[i].hasShadow {
      canvas.setClip(own)
      drawShadow(scene.shadows[i], scene.pool, alpha)
    }
    if isStarted && !own.isEmpty && scene.nodes[i].hasBackground {
      canvas.setClip(own)
      drawBackground(scene, i, alpha)
    }
    drawInside(scene, i, clip: clip, alpha: alpha)
    if isStarted && !isStopped && !own.isEmpty && scene.nodes[i].border.alpha > 0 {
      canvas.setClip(own)
      drawBorder(scene, i, alpha)
    }
  }

  /// The content that ``Layer/masksToBounds`` clips.
  private mutating func drawInside(_ scene: RenderScene, _ i: Int, clip: PixelRect, alpha: UInt8) {
    if !scene.nodes[i].masksToBounds { return drawOwnAndSublayers(scene, i, clip: clip, alpha: alpha) }
    let inner = placed(scene.nodes[i].box).intersection(clip)
    if inner.isEmpty { return }
    if isPixelAligned(scene, i) { return drawOwnAndSublayers(scene, i, clip: inner, alpha: alpha) }
    // No layer in here is ever an occluder, so there is nothing to look for before the start.
    let isBare =
      scene.visible[i].firstChild.isNone && !scene.nodes[i].showsPlanes && !scene.nodes[i].hasContents
      && !scene.nodes[i].hasDrawing
    if !isStarted || isBare { return }
    canvas.setClip(inner)
    var outline = OutlineBuffer()
    scene.nodes[i].outline.append(to: &outline)
    canvas.pushClip(outline.span, mapping: mapping(scene, i))
    let shown = canvas.clip
    if shown.isEmpty {
      canvas.popClip()
      return
    }
    if groups.begin(shown, on: &canvas) {
      drawOwnAndSublayers(scene, i, clip: shown, alpha: 255)
      groups.end(on: &canvas, opacity: alpha)
    } else {
      drawOwnAndSublayers(scene, i, clip: shown, alpha: alpha)
    }
    canvas.popClip()
  }

  /// Contents, the drawing of a subclass, sublayers.
  private mutating func drawOwnAndSublayers(_ scene: RenderScene, _ i: Int, clip: PixelRect, alpha: UInt8) {
    let own = placed(scene.nodes[i].extent).intersection(clip)
    if isStarted && !own.isEmpty {
      canvas.setClip(own)
      if scene.nodes[i].hasContents { drawContents(scene, i, own, alpha) }
      if scene.nodes[i].hasDrawing { drawDrawing(scene, i, alpha) }
    }
    if scene.nodes[i].showsPlanes {
      scene.planeRenderer?.draw(&self, scene, i, clip: clip, alpha: alpha)
    } else {
      drawEach(scene, scene.visible[i].firstChild, clip: clip, alpha: alpha)
    }
  }

  @inline(never)  // it calls itself through others, which would hold copies of it
  private mutating func drawEach(_ scene: RenderScene, _ first: NodeIndex, clip: PixelRect, alpha: UInt8) {
    var child = first
    while !child.isNone {
      draw(scene, child, clip: clip, alpha: alpha)
      child = scene.visible[child.offset].nextSibling
    }
  }

  func scaled(_ alpha: UInt8, by factor: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: scaled255(UInt32(alpha), by: UInt32(factor)))
  }
}
