// Stage: surface. The drawing of Canvas.swift with a blend mode. Where the mode is source-over, the calls without one
// are meant: they have kernels of their own.

extension Canvas {
  /// Combines `color` with every pixel of `rect`.
  public mutating func fill(_ rect: PixelRect, color: Color, mode: BlendMode) {
    if mode == .sourceOver { return fill(rect, color: color) }
    let area = rect.intersection(clip)
    if area.isEmpty || mode == .destination { return }
    combineAll(SolidSource(color: color.premultiplied), area, 255, mode)
  }

  /// Fills a path with a colour.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - transform: from the path's points to device pixels.
  ///   - rule: what of the path is its inside.
  ///   - color: blended where the path covers.
  ///   - mode: applied where the path covers, in proportion; elsewhere nothing changes, whatever the mode.
  ///   - bounds: device pixels outside which nothing of the path lies, if known.
  public mutating func fill(
    _ path: Span<PathElement>, transform: DeviceTransform, rule: FillRule = .nonZero, color: Color, mode: BlendMode,
    bounds: PixelRect? = nil
  ) {
    if mode == .sourceOver {
      return fill(path, transform: transform, rule: rule, color: color, bounds: bounds)
    }
    if mode == .destination { return }
    let source = SolidSource(color: color.premultiplied)
    eachBand(bounds ?? transform.bounds(of: path)) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.combine(source, band, rule, 255, mode)
    }
  }

  /// Strokes a path with a colour; `mode` as for fills.
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, color: Color, mode: BlendMode,
    bounds: PixelRect? = nil
  ) {
    if mode == .sourceOver {
      return stroke(path, style: style, transform: transform, color: color, bounds: bounds)
    }
    if mode == .destination { return }
    let source = SolidSource(color: color.premultiplied)
    eachBand(bounds ?? transform.bounds(of: path, style: style)) { canvas, band in
      FixedRaster.stroke(path, style: style, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.combine(source, band, .nonZero, 255, mode)
    }
  }

  /// Combines a group that was composed on a surface of the same extent with every pixel of the clip.
  ///
  /// - Parameters:
  ///   - group: the first pixel is the same device pixel as this surface's.
  ///   - opacity: 0...255, of the group; at 0 a mode such as copy still clears.
  ///   - mode: applied to every pixel of the clip.
  public mutating func draw(_ group: Surface, opacity: UInt8, mode: BlendMode) {
    if mode == .sourceOver { return draw(group, opacity: opacity) }
    if clip.isEmpty || mode == .destination { return }
    combineAll(source(group), clip, UInt32(opacity), mode)
  }

  /// Combines such a group through a path: only what the path covers changes.
  public mutating func draw(
    _ group: Surface, opacity: UInt8, through path: Span<PathElement>, transform: DeviceTransform,
    rule: FillRule = .nonZero, mode: BlendMode
  ) {
    if mode == .sourceOver {
      return draw(group, opacity: opacity, through: path, transform: transform, rule: rule)
    }
    if mode == .destination { return }
    eachBand(transform.bounds(of: path)) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.combine(canvas.source(group), band, rule, UInt32(opacity), mode)
    }
  }

  /// Combines a source with what the accumulated shape covers of a band.
  mutating func combine<Source: PixelSource>(
    _ source: Source, _ band: PixelRect, _ rule: FillRule, _ opacity: UInt32, _ mode: BlendMode
  ) {
    var painter = modesPainter(source, band, opacity, mode)
    cover(AccumulatedShape(rule: rule), band, &painter)
  }

  /// Combines a source with every pixel of an area within the clip.
  mutating func combineAll<Source: PixelSource>(
    _ source: Source, _ area: PixelRect, _ opacity: UInt32, _ mode: BlendMode
  ) {
    var painter = modesPainter(source, area, opacity, mode)
    cover(WholeBand(), area, &painter)
  }

  private mutating func modesPainter<Source: PixelSource>(
    _ source: Source, _ area: PixelRect, _ opacity: UInt32, _ mode: BlendMode
  ) -> ModesPainter<Source> {
    unsafe ModesPainter(
      base: address(area.minX, area.minY), bytesPerRow: surface.bytesPerRow, x: area.minX, y: area.minY, mode: mode,
      opacity: opacity, source: source)
  }
}
