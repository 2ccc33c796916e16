// Stage: surface. Coverage masks: paths rasterized into them, colours and paints drawn through them.

extension Canvas {
  /// Rasterizes a path into a mask, which is cleared first. The surface and the clip play no part.
  @export(interface)
  public mutating func rasterize(
    _ path: Span<PathElement>, mapping: Mapping, rule: FillRule = .nonZero, into mask: Mask
  ) {
    rasterize(path, PathMapping(mapping), rule, into: mask)
  }

  mutating func rasterize(_ path: Span<PathElement>, _ mapping: PathMapping, _ rule: FillRule, into mask: Mask) {
    rasterize(into: mask) { band, accumulator in
      flatten(path, mapping, band, into: &accumulator)
      return AccumulatedShape(rule: rule)
    }
  }

  /// Rasterizes a path's stroke into a mask, which is cleared first.
  @export(interface)
  public mutating func rasterize(
    _ path: Span<PathElement>, style: StrokeStyle, mapping: Mapping, into mask: Mask
  ) {
    let mapping = PathMapping(mapping)
    rasterize(into: mask) { band, accumulator in
      FixedRaster.stroke(path, style, mapping, band, into: &accumulator)
      return AccumulatedShape(rule: .nonZero)
    }
  }

  @inline(__always)
  private mutating func rasterize(
    into mask: Mask, _ coverage: (PixelRect, inout CoverageAccumulator) -> AccumulatedShape
  ) {
    mask.clear()
    eachBand(of: mask.bounds) { canvas, band in
      canvas.write(coverage(band, &canvas.accumulator), band, mask)
    }
  }

  private mutating func write(_ shape: AccumulatedShape, _ band: PixelRect, _ mask: Mask) {
    var writer = unsafe MaskWriter(base: mask.place(band.minX, band.minY), bytesPerRow: mask.bytesPerRow)
    shape.sweep(band, &accumulator, into: &writer)
  }

  /// Draws a colour where a mask covers.
  @export(interface)
  public mutating func draw(_ mask: Mask, color: Color, mode: BlendMode = .sourceOver) {
    let area = mask.bounds.intersection(clip)
    if area.isEmpty { return }
    if mode != .sourceOver || !clips.isFull(area) { return draw(area, color, 255, mode) { _, _ in mask } }
    if color.alpha == 0 { return }
    let source = color.premultiplied.argb
    finishRows(of: area)
    var y = area.minY
    while y < area.maxY {
      let row = unsafe address(area.minX, y).assumingMemoryBound(to: UInt32.self)
      unsafe blendBytes(row, area.width, mask.place(area.minX, y), source)
      y &+= 1
    }
  }

  /// Draws a paint where a mask covers.
  ///
  /// - Parameters:
  ///   - mask: its bounds are device pixels.
  ///   - paint: a colour, a gradient or an image.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: applied where the mask covers, in proportion.
  @export(interface)
  public mutating func draw(_ mask: Mask, paint: Paint, opacity: UInt8 = 255, mode: BlendMode = .sourceOver) {
    if opacity == 255, case .color(let color) = paint { return draw(mask, color: color, mode: mode) }
    draw(mask.bounds, paint, opacity, mode) { _, _ in mask }
  }
}
