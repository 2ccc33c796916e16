// Stage: offscreen. A tiled layer's picture where it is rendered elsewhere than on its display.

import FixedRaster

extension TiledLayer {
  /// Draws the rendering's part of the layer, at once and apart from the cache.
  final func draw(_ rendition: Rendition) {
    rendition.tiles = nil
    let scale = Coefficient(rendition.scale)
    guard scale > .zero, let box = rendition.part?.wholePixels(scale) else { return }
    let (width, height) = (((box.maxX - box.minX) * scale).fixed.rounded, ((box.maxY - box.minY) * scale).fixed.rounded)
    // As of contents that are drawn whole.
    if width < 1 || height < 1 || width > 8191 || height > 8191 { return }
    let pool = BitmapPool(capacity: width * height * 4 + 64, places: 1)
    guard let bitmap = pool.bitmap(width: width, height: height) else { return }
    let toPixels = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: -(box.minX * scale), ty: -(box.minY * scale))
    let context = rendition.contexts.take()
    context.begin(
      bitmap.surface, transform: toPixels, dirtyRect: box.rect, pixels: PixelRect(width: width, height: height),
      isOpaque: isOpaque, recording: nil)
    content.isDrawing = true
    draw(in: context)
    content.isDrawing = false
    _ = context.end()
    rendition.contexts.giveBack(context)
    let sheet = MapTileSheet(capacity: 1, memory: bitmap)
    sheet.begin()
    let tile = unsafe RenderMapTile(
      image: UnownedImage(bitmap.image(isOpaque: isOpaque)),
      toLayer: AffineTransform(a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: box.minX, ty: box.minY),
      box: box.intersection(PreciseBox(bounds)))
    sheet.append(tile)
    _ = sheet.end()
    rendition.tiles = sheet
  }
}

extension PreciseBox {
  /// The whole pixels that hold this box, in its own coordinates: a drawing there is copied where they are the
  /// context's.
  fileprivate func wholePixels(_ scale: Coefficient) -> PreciseBox {
    func whole(_ side: Coefficient, plus: Int64) -> Coefficient {
      Coefficient(rawValue: ((side * scale).rawValue &+ plus) & ~0xFFFF_FFFF) / scale
    }
    return PreciseBox(
      minX: whole(minX, plus: 0), minY: whole(minY, plus: 0), maxX: whole(maxX, plus: 0xFFFF_FFFF),
      maxY: whole(maxY, plus: 0xFFFF_FFFF))
  }
}
