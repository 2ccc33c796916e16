// Stage: surface. Paths in a plane that is seen in perspective. Where the plane is not tilted these are the calls for flat
// paths, byte for byte.

extension Canvas {
  /// Fills a path in perspective with a colour, as far as it lies before the viewer.
  ///
  /// - Parameter projection: from the path's points to device pixels.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func fill(
    _ path: Span<PathElement>, projection: PlaneProjection, rule: FillRule = .nonZero, color: Color,
    bounds: PixelRect? = nil
  ) {
    if color.alpha == 0 { return }
    eachBand(bounds ?? projection.bounds(of: path)) { canvas, band in
      flatten(path, projection: projection, clip: band, into: &canvas.accumulator)
      canvas.paint(band, rule, color)
    }
  }

  /// Fills a path in perspective with a paint.
  ///
  /// - Parameters:
  ///   - projection: from the path's points to device pixels; gradients and images have their own.
  ///   - bounds: device pixels outside which nothing of the path is seen, if known: what lies outside is not looked at.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func fill(
    _ path: Span<PathElement>, projection: PlaneProjection, rule: FillRule = .nonZero, paint: Paint,
    bounds: PixelRect? = nil
  ) {
    if paint.isEmpty { return }
    eachBand(bounds ?? projection.bounds(of: path)) { canvas, band in
      flatten(path, projection: projection, clip: band, into: &canvas.accumulator)
      canvas.cover(AccumulatedShape(rule: rule), band, paint)
    }
  }

  /// Fills a path in perspective with an image.
  ///
  /// - Parameter opacity: 0...255, for all pixels.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func fill(
    _ path: Span<PathElement>, projection: PlaneProjection, paint: ImagePaint, opacity: UInt8
  ) {
    if opacity == 0 || paint.isEmpty { return }
    eachBand(projection.bounds(of: path)) { canvas, band in
      flatten(path, projection: projection, clip: band, into: &canvas.accumulator)
      var painter = canvas.painter(paint, band, opacity)
      canvas.cover(AccumulatedShape(rule: .nonZero), band, &painter)
    }
  }

  /// Strokes a path in perspective with a colour: the width is the plane's, in points.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, projection: PlaneProjection, color: Color
  ) {
    if color.alpha == 0 { return }
    eachBand(projection.bounds(of: path, style: style)) { canvas, band in
      FixedRaster.stroke(path, style: style, projection: projection, clip: band, into: &canvas.accumulator)
      canvas.paint(band, .nonZero, color)
    }
  }

  /// Strokes a path in perspective with a paint.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, projection: PlaneProjection, paint: Paint, bounds: PixelRect? = nil
  ) {
    if paint.isEmpty { return }
    eachBand(bounds ?? projection.bounds(of: path, style: style)) { canvas, band in
      FixedRaster.stroke(path, style: style, projection: projection, clip: band, into: &canvas.accumulator)
      canvas.cover(AccumulatedShape(rule: .nonZero), band, paint)
    }
  }

  /// Limits drawing to what a path covers in perspective, until it is popped: as ``pushClip(_:transform:rule:bounds:)`` does.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func pushClip(
    _ path: Span<PathElement>, projection: PlaneProjection, rule: FillRule = .nonZero, bounds: PixelRect? = nil
  ) {
    pushClip(within: { bounds ?? projection.bounds(of: path) }, rule) { canvas, band in
      flatten(path, projection: projection, clip: band, into: &canvas.accumulator)
    }
  }

  /// Rasterizes a path in perspective into a mask, which is cleared first. The surface and the clip play no part.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func rasterize(
    _ path: Span<PathElement>, projection: PlaneProjection, rule: FillRule = .nonZero, into mask: Mask
  ) {
    mask.clear()
    eachBand(of: mask.bounds) { canvas, band in
      flatten(path, projection: projection, clip: band, into: &canvas.accumulator)
      canvas.write(rule, band, mask)
    }
  }

  /// Rasterizes a path's stroke in perspective into a mask, which is cleared first.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func rasterize(
    _ path: Span<PathElement>, style: StrokeStyle, projection: PlaneProjection, into mask: Mask
  ) {
    mask.clear()
    eachBand(of: mask.bounds) { canvas, band in
      FixedRaster.stroke(path, style: style, projection: projection, clip: band, into: &canvas.accumulator)
      canvas.write(.nonZero, band, mask)
    }
  }
}
