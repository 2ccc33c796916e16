import FixedRaster

// Stage: render. Layers in transition: their former and their present picture, one over the other.

extension TileComposer {
  /// - Parameters:
  ///   - i: the layer's proxy.
  ///   - own: the drawable area, which is the clip.
  @inline(never)
  mutating func compositeTransition(_ scene: RenderScene, _ i: Int, _ own: PixelRect, _ alpha: UInt8) {
    let surface = scene.surfaces[i]
    let latest = scene.nodes[i].hasBitmap && surface.showsLatest ? surface.latestPicture(scene.pool) : nil
    guard let transition = surface.transition, let place = transition.place else {
      // It was removed since the last frame.
      if let latest { composite(latest, 0, 0, surface, alpha) }
      return
    }
    let former = transition.former.flatMap { $0.shown(on: surface) }
    if transition.type == .fade {
      let opacity = UInt8(truncatingIfNeeded: (place.fixed * 255).rounded)
      return fade(from: former, to: latest, surface, own, by: opacity, alpha)
    }
    let area = PreciseBox(surface.box).applying(surface.toPlane).enclosingPixels
    let mapping = isPlaced ? surface.mapping.concatenating(placement.mapping) : surface.mapping
    var outline = PathBuffer<8>()
    outline.addRect(area.rect)
    canvas.pushClip(outline.span, mapping: mapping)
    let (x, y) = surface.direction(of: transition.subtype)
    // One picture's edge is the other's.
    let moved = (place.fixed * Fixed(x == 0 ? area.height : area.width)).rounded
    let (out, inward) = (Int32(moved), Int32(moved - (x == 0 ? area.height : area.width)))
    let (fx, fy) = transition.type == .moveIn ? (0, 0) : (x * out, y * out)
    let (lx, ly) = transition.type == .reveal ? (0, 0) : (x * inward, y * inward)
    if transition.type == .reveal, let latest { composite(latest, lx, ly, surface, alpha) }
    if let former { composite(former, fx, fy, surface, alpha) }
    if transition.type != .reveal, let latest { composite(latest, lx, ly, surface, alpha) }
    canvas.popClip()
  }

  private mutating func fade(
    from former: SurfacePicture?, to latest: SurfacePicture?, _ surface: OffscreenSurface, _ own: PixelRect,
    by opacity: UInt8, _ alpha: UInt8
  ) {
    if alpha == 255, let former, let latest, former.isOpaque, latest.isOpaque, former.covers(latest) {
      composite(former, 0, 0, surface, 255)
      return composite(latest, 0, 0, surface, opacity)
    }
    if groups.begin(own, on: &canvas) {
      if let former { composite(former, 0, 0, surface, 255 - opacity) }
      if let latest { composite(latest, 0, 0, surface, opacity, .plusLighter) }
      groups.end(on: &canvas, opacity: alpha)
    } else {
      if let former { composite(former, 0, 0, surface, scaled(alpha, by: 255 - opacity)) }
      if let latest { composite(latest, 0, 0, surface, scaled(alpha, by: opacity)) }
    }
  }
}
