import FixedRaster

// Stage: render. The tiles of a tiled layer, map tiles for short: this composer's own are something else.

extension TileComposer {
  /// Fills a layer's bounds with the tiles that are there. The clip is the layer's extent.
  @inline(never)
  mutating func drawMapTiles(_ map: RenderMapTiles, _ bounds: Rect, _ mapping: Mapping, _ alpha: UInt8) {
    let own = canvas.clip
    if let toDevice = mapping.affine, toDevice.keepsRectsUpright {
      for i in 0..<map.tiles.count { drawUpright(map.tiles.span[i], map, bounds, toDevice, own, alpha) }
      canvas.setClip(own)
    } else {
      for i in 0..<map.tiles.count { drawTurned(map.tiles.span[i], map, bounds, mapping, alpha) }
    }
  }

  /// Tiles that meet do so at whole pixels: edges that are smoothed twice would let the background through. The edge of
  /// the bounds is smoothed.
  private mutating func drawUpright(
    _ tile: RenderMapTile, _ map: RenderMapTiles, _ bounds: Rect, _ toDevice: AffineTransform, _ own: PixelRect,
    _ alpha: UInt8
  ) {
    let whole = PreciseBox(bounds)
    let box = whole.applying(toDevice)
    let isAligned = box.enclosedPixels == box.enclosingPixels
    let part = tile.box.reaching(beyond: whole).applying(toDevice).roundedPixels
    canvas.setClip(own.intersection(part).intersection(box.enclosingPixels))
    if canvas.clip.isEmpty { return }
    if tile.isPlaceholder {
      let color = map.placeholder.withAlpha(scaled(map.placeholder.alpha, by: alpha))
      if isAligned { return canvas.fill(canvas.clip, color: color) }
      var outline = PathBuffer<8>()
      outline.addRect(bounds)
      return canvas.fill(outline.span, mapping: .affine(toDevice), color: color)
    }
    let transform = tile.toLayer.concatenating(toDevice)
    let image = tile.image.image
    if isAligned, let place = transform.nearlyWholeTranslation {
      return canvas.draw(image, x: place.x, y: place.y, opacity: alpha)
    }
    let sampling = transform.sampling(map.minification, map.magnification)
    let paint = ImagePaint(image, mapping: .affine(transform), sampling: sampling)
    if isAligned { return canvas.fill(canvas.clip, paint: .image(paint), opacity: alpha) }
    var outline = PathBuffer<8>()
    outline.addRect(bounds)
    canvas.fill(outline.span, mapping: .affine(toDevice), paint: .image(paint), opacity: alpha)
  }

  /// Opaque tiles reach two pixels below those that are drawn after them, on the right and further down, whose smoothed
  /// edges then lie on them. Of translucent ones that would show.
  private mutating func drawTurned(
    _ tile: RenderMapTile, _ map: RenderMapTiles, _ bounds: Rect, _ mapping: Mapping, _ alpha: UInt8
  ) {
    var box = tile.box
    let middle = tile.box.rect.middle
    let isOpaque = tile.isPlaceholder ? map.placeholder.alpha == 255 : tile.image.isOpaque
    if isOpaque && alpha == 255 { box = box.overlapping(under: mapping, within: bounds) }
    if !mapping.bounds(of: box).grown(by: 1).intersects(canvas.clip) { return }
    var outline = PathBuffer<8>()
    outline.addRect(box.rect)
    if tile.isPlaceholder {
      let color = map.placeholder.withAlpha(scaled(map.placeholder.alpha, by: alpha))
      return canvas.fill(outline.span, mapping: mapping, color: color)
    }
    let nearby = mapping.affine(near: middle).map { tile.toLayer.concatenating($0) }
    let sampling = nearby?.sampling(map.minification, map.magnification) ?? .bilinear
    let paint = ImagePaint(tile.image.image, mapping: mapping.preceded(by: tile.toLayer), sampling: sampling)
    canvas.fill(outline.span, mapping: mapping, paint: .image(paint), opacity: alpha)
  }
}

extension PreciseBox {
  /// As far as an opaque tile is drawn that is turned: two pixels further on the right and down, within the layer's bounds.
  func overlapping(under mapping: Mapping, within bounds: Rect) -> PreciseBox {
    guard let toDevice = mapping.affine(near: rect.middle) else { return self }
    let (right, down) = (
      SpaceVector(x: toDevice.a, y: toDevice.b, z: 0).length, SpaceVector(x: toDevice.c, y: toDevice.d, z: 0).length
    )
    var box = self
    // A tile that is thinner than a pixel covers nothing that shows through.
    let least = Coefficient(Fixed(1, over: 256))
    if right > least { box.maxX = maxX + 2 / right }
    if down > least { box.maxY = maxY + 2 / down }
    return box.intersection(PreciseBox(bounds))
  }

  /// With the sides that lie on those of another box moved far out: there nothing is to be met at whole pixels.
  fileprivate func reaching(beyond other: PreciseBox) -> PreciseBox {
    let far = Coefficient(65536)
    return PreciseBox(
      minX: minX <= other.minX ? minX - far : minX, minY: minY <= other.minY ? minY - far : minY,
      maxX: maxX >= other.maxX ? maxX + far : maxX, maxY: maxY >= other.maxY ? maxY + far : maxY)
  }
}

extension AffineTransform {
  /// Where the origin goes, if nothing but a move by whole pixels is done, within ±32768 and as exactly as pixels of a
  /// tile can tell: a tile's side in points may be a rounded number.
  fileprivate var nearlyWholeTranslation: (x: Int32, y: Int32)? {
    // 2^-16 over 2048 pixels are a 32nd of one; a place is off by as much at most.
    let (one, small) = (Coefficient.one.rawValue, Int64(1) &<< 16)
    if b != 0 || c != 0 || (a.rawValue &- one).magnitude > small || (d.rawValue &- one).magnitude > small { return nil }
    let (x, y) = ((tx.rawValue &+ 1 &<< 31) &>> 32, (ty.rawValue &+ 1 &<< 31) &>> 32)
    let off = Swift.max((tx.rawValue &- x &<< 32).magnitude, (ty.rawValue &- y &<< 32).magnitude)
    if off > 1 &<< 27 || Swift.max(x.magnitude, y.magnitude) > 32768 { return nil }
    return (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
  }
}
