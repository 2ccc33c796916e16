// Stage: surface. Rectangles and paths, filled and stroked with colours and paints. A paint's colour at a device pixel
// depends on nothing but that pixel's place: clip, bands and tiles change no byte.

// MARK: - Rectangles

extension Canvas {
  /// Sets every pixel of `rect` to `color`, whatever was there.
  @export(interface)
  public mutating func clear(_ rect: PixelRect, to color: Color = .clear) {
    let area = rect.intersection(clip)
    let pixel = color.premultiplied
    if area.isEmpty || replaceGround(area, color: pixel.argb) { return }
    var painter = unsafe ClearPainter(base: address(of: area), bytesPerRow: surface.bytesPerRow, color: pixel)
    cover(WholeBand(), area, &painter)
  }

  /// Fills every pixel of `rect` with a colour.
  @export(interface)
  public mutating func fill(_ rect: PixelRect, color: Color, mode: BlendMode = .sourceOver) {
    if mode == .copy { return clear(rect, to: color) }
    var area = rect.intersection(clip)
    if mode == .sourceOver && !area.isEmpty { area = coverGround(area, color) }
    draw(area, color, 255, mode) { _, _ in WholeBand() }
  }

  /// Fills every pixel of `rect` with a paint.
  ///
  /// - Parameters:
  ///   - rect: device pixels.
  ///   - paint: a colour, a gradient or an image.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: how the paint is combined with the pixels under it.
  @export(interface)
  public mutating func fill(_ rect: PixelRect, paint: Paint, opacity: UInt8 = 255, mode: BlendMode = .sourceOver) {
    if opacity == 255, case .color(let color) = paint { return fill(rect, color: color, mode: mode) }
    if opacity == 255 && mode == .sourceOver, case .linear(let gradient) = paint, let rows = gradient.opaqueRows,
      replaceGround(rect.intersection(clip), .rows(rows))
    {
      return
    }
    draw(rect, paint, opacity, mode) { _, _ in WholeBand() }
  }
}

// MARK: - Paths

extension Canvas {
  /// Fills a path with a colour.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - mapping: from the path's points to device pixels.
  ///   - rule: the inside of the path.
  ///   - color: drawn where the path covers.
  ///   - mode: applied where the path covers, in proportion; elsewhere nothing changes, whatever the mode.
  ///   - bounds: device pixels that hold all of the path, if known: pixels outside are not looked at.
  @export(interface)
  public mutating func fill(
    _ path: Span<PathElement>, mapping: Mapping, rule: FillRule = .nonZero, color: Color,
    mode: BlendMode = .sourceOver, bounds: PixelRect? = nil
  ) {
    drawFill(path, PathMapping(mapping), rule, bounds, color, 255, mode)
  }

  /// Strokes a path with a colour; the parameters are those of fills.
  @export(interface)
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, mapping: Mapping, color: Color,
    mode: BlendMode = .sourceOver, bounds: PixelRect? = nil
  ) {
    drawStroke(path, style, PathMapping(mapping), bounds, color, 255, mode)
  }

  /// Fills a path with a paint.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - mapping: from the path's points to device pixels; gradients and images have their own.
  ///   - rule: the inside of the path.
  ///   - paint: a colour, a gradient or an image.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: applied where the path covers, in proportion; elsewhere nothing changes, whatever the mode.
  ///   - bounds: device pixels that hold all of the path, if known: pixels outside are not looked at.
  @export(interface)
  public mutating func fill(
    _ path: Span<PathElement>, mapping: Mapping, rule: FillRule = .nonZero, paint: Paint,
    opacity: UInt8 = 255, mode: BlendMode = .sourceOver, bounds: PixelRect? = nil
  ) {
    drawFill(path, PathMapping(mapping), rule, bounds, paint, opacity, mode)
  }

  /// Strokes a path with a paint; the parameters are those of fills.
  @export(interface)
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, mapping: Mapping, paint: Paint, opacity: UInt8 = 255,
    mode: BlendMode = .sourceOver, bounds: PixelRect? = nil
  ) {
    drawStroke(path, style, PathMapping(mapping), bounds, paint, opacity, mode)
  }
}

// MARK: - Groups

extension Canvas {
  /// Composites a group that was drawn on a surface of the same extent.
  ///
  /// - Parameters:
  ///   - group: the first pixel is the same device pixel as this surface's.
  ///   - opacity: 0...255, for the whole group; at 0 a mode such as copy still clears.
  ///   - mode: applied to every pixel of the clip.
  @export(interface)
  public mutating func draw(_ group: Surface, opacity: UInt8, mode: BlendMode = .sourceOver) {
    let area = clip
    draw(area, shader(group), opacity, mode) { _, _ in WholeBand() }
  }

  /// Composites such a group through a path: only pixels inside the path change.
  @export(interface)
  public mutating func draw(
    _ group: Surface, opacity: UInt8, through path: Span<PathElement>, mapping: Mapping,
    rule: FillRule = .nonZero, mode: BlendMode = .sourceOver
  ) {
    drawFill(path, PathMapping(mapping), rule, nil, shader(group), opacity, mode)
  }

  /// Composites such a group through a mask: only covered pixels change.
  @export(interface)
  public mutating func draw(
    _ group: Surface, opacity: UInt8, through mask: Mask, mode: BlendMode = .sourceOver
  ) {
    draw(mask.bounds, shader(group), opacity, mode) { _, _ in mask }
  }

  private func shader(_ group: Surface) -> GroupShader {
    unsafe GroupShader(
      base: UnsafeRawPointer(group.base), bytesPerRow: group.bytesPerRow, originX: originX, originY: originY)
  }
}
