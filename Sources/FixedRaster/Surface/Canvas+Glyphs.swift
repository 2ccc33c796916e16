// Stage: surface. Text: runs of glyphs from a cache. The kernel is chosen once a run; a glyph costs a look into the
// cache and its rows.

extension Canvas {
  /// Draws a run of glyphs in a colour.
  ///
  /// - Parameters:
  ///   - glyphs: where each origin lies on the device; rounded to quarters of a pixel, in an upright face to whole
  ///     rows.
  ///   - face: their font, its size and how it is turned.
  ///   - color: drawn where they cover.
  ///   - mode: applied where each of them covers, in proportion.
  ///   - cache: keeps the coverage of outlines.
  ///   - outline: puts the outline of the glyph with this number into the buffer, which is empty; called for glyphs
  ///     that     the cache does not hold.
  @export(interface)
  public mutating func drawGlyphs(
    _ glyphs: Span<PlacedGlyph>, face: GlyphFace, color: Color, mode: BlendMode = .sourceOver, cache: inout GlyphCache,
    outline: (UInt32, inout GlyphOutline) -> Void
  ) {
    if clip.isEmpty || (mode == .sourceOver && color.alpha == 0) { return }
    if color.alpha == 255 {
      drawGlyphs(glyphs, face, color, mode, isOpaque: true, &cache, outline)
    } else {
      drawGlyphs(glyphs, face, color, mode, isOpaque: false, &cache, outline)
    }
  }

  @inline(__always)
  private mutating func drawGlyphs(
    _ glyphs: Span<PlacedGlyph>, _ face: GlyphFace, _ color: Color, _ mode: BlendMode, isOpaque: Bool,
    _ cache: inout GlyphCache, _ outline: (UInt32, inout GlyphOutline) -> Void
  ) {
    // The area that the kernel, which knows no other mode, may touch.
    let open = mode == .sourceOver ? clip : .empty
    let (source, faceHash, isRotated) = (color.premultiplied.argb, face.hash, face.isRotated)
    for i in glyphs.indices {
      let glyph = glyphs[i]
      let place = GlyphPlace(glyph, isRotated: isRotated)
      let key = GlyphCache.key(glyph.id, place)
      guard
        let index = cache.find(key, face, faceHash: faceHash)
          ?? add(glyph.id, place, face, color, mode, &cache, outline)
      else { continue }
      let slot = cache.slot(index)
      let (x, y) = (place.x &+ slot.left, place.y &+ slot.top)
      let (width, height) = (Int(slot.width), Int(slot.height))
      // The kernel touches the padding too: that must lie in the clip.
      let right = x &+ Int32(truncatingIfNeeded: (width &+ 7) & ~7)
      let box = PixelRect(minX: x, minY: y, maxX: right, maxY: y &+ slot.height)
      if x >= open.minX && y >= open.minY && right <= open.maxX && box.maxY <= open.maxY && clips.isFull(box) {
        unsafe blendPaddedRows(
          address(of: box), surface.bytesPerRow, width: width, height: height, cache.mask(index), source,
          isOpaque: isOpaque)
      } else {
        unsafe draw(GlyphCache.mask(cache.mask(index), x, y, slot), color: color, mode: mode)
      }
    }
  }

  /// Rasterizes a glyph into the cache and answers its slot; one that is too large is drawn at once, and `nil`
  /// answered.
  @inline(never)
  private mutating func add(
    _ glyph: UInt32, _ place: GlyphPlace, _ face: GlyphFace, _ color: Color, _ mode: BlendMode,
    _ cache: inout GlyphCache, _ outline: (UInt32, inout GlyphOutline) -> Void
  ) -> Int? {
    var path = GlyphOutline()
    outline(glyph, &path)
    if path.overflow > 0 { cache.cutOutlines &+= 1 }
    let matrix = face.matrix(place)
    var bounds = PolygonBounds()
    flatten(path.span, matrix, .unbounded, into: &bounds)
    let box = bounds.pixels
    guard
      let index = cache.insert(GlyphCache.key(glyph, place), face, faceHash: face.hash, box: box)
    else {
      cache.oversized &+= 1
      let mapping = PathMapping.affine(face.matrix(place, x: place.x, y: place.y))
      drawFill(path.span, mapping, .nonZero, nil, color, 255, mode)
      return nil
    }
    let stride = (box.width &+ 7) & ~7
    rasterize(
      path.span, .affine(matrix), .nonZero,
      into: unsafe Mask(
        base: cache.mask(index),
        bounds: PixelRect(
          minX: box.minX, minY: box.minY, maxX: box.minX &+ Int32(truncatingIfNeeded: stride), maxY: box.maxY),
        bytesPerRow: stride))
    return index
  }
}

extension GlyphCache {
  /// A slot's mask as it lies on the device.
  fileprivate static func mask(_ base: UnsafeMutablePointer<UInt8>, _ x: Int32, _ y: Int32, _ slot: GlyphSlot) -> Mask {
    unsafe Mask(
      base: base, bounds: PixelRect(minX: x, minY: y, maxX: x &+ slot.width, maxY: y &+ slot.height),
      bytesPerRow: (Int(slot.width) &+ 7) & ~7)
  }
}
