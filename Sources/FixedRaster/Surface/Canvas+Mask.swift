// Stage: surface. Coverage masks: paths rasterized into them, colours and groups drawn through them.

extension Canvas {
  /// Rasterizes a path into a mask, which is cleared first. The surface and the clip play no part.
  public mutating func rasterize(
    _ path: Span<PathElement>, transform: DeviceTransform, rule: FillRule = .nonZero, into mask: Mask
  ) {
    mask.clear()
    eachBand(of: mask.bounds) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.write(rule, band, mask)
    }
  }

  /// Rasterizes a path's stroke into a mask, which is cleared first.
  public mutating func rasterize(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, into mask: Mask
  ) {
    mask.clear()
    eachBand(of: mask.bounds) { canvas, band in
      FixedRaster.stroke(path, style: style, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.write(.nonZero, band, mask)
    }
  }

  mutating func write(_ rule: FillRule, _ band: PixelRect, _ mask: Mask) {
    var writer = unsafe MaskWriter(base: mask.place(band.minX, band.minY), bytesPerRow: mask.bytesPerRow)
    accumulator.sweep(rule, into: &writer)
  }

  /// Draws a colour where a mask covers.
  public mutating func draw(_ mask: Mask, color: Color) {
    let area = mask.bounds.intersection(clip)
    if area.isEmpty || color.alpha == 0 { return }
    if !clips.isFull(area) { return cover(mask, area, .color(color)) }
    let source = color.premultiplied.argb
    var y = area.minY
    while y < area.maxY {
      let row = unsafe address(area.minX, y).assumingMemoryBound(to: UInt32.self)
      unsafe blendBytes(row, area.width, mask.place(area.minX, y), source)
      y &+= 1
    }
  }

  /// Draws a paint where a mask covers.
  public mutating func draw(_ mask: Mask, paint: Paint) {
    if case .color(let color) = paint { return draw(mask, color: color) }
    if paint.isEmpty { return }
    eachBand(mask.bounds) { canvas, band in canvas.cover(mask, band, paint) }
  }

  /// Blends a group, composed on a surface of the same extent, where a mask covers.
  public mutating func draw(_ group: Surface, opacity: UInt8, through mask: Mask) {
    lay(source(group), clip, opacity, mask)
  }
}
