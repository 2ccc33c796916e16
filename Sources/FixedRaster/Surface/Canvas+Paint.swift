// Shapes filled with paints. Input: paths in points, paints. What a paint shows at a device pixel depends on nothing
// but that pixel's place: clip, bands and tiles change no byte.

extension Canvas {
  /// Blends a paint over every pixel of `rect`.
  public mutating func fill(_ rect: PixelRect, paint: Paint) {
    if case .color(let color) = paint { return fill(rect, color: color) }
    if paint.isEmpty { return }
    eachBand(rect) { canvas, band in canvas.cover(WholeBand(), band, paint) }
  }

  /// Fills a path with a paint.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - transform: from the path's points to device pixels; gradients and images have their own.
  ///   - rule: what of the path is its inside.
  ///   - paint: a colour, a gradient or an image.
  ///   - bounds: device pixels outside which nothing of the path lies, if known: what lies outside is not looked at.
  public mutating func fill(
    _ path: Span<PathElement>, transform: DeviceTransform, rule: FillRule = .nonZero, paint: Paint,
    bounds: PixelRect? = nil
  ) {
    if paint.isEmpty { return }
    eachBand(bounds ?? transform.bounds(of: path)) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.cover(AccumulatedShape(rule: rule), band, paint)
    }
  }

  /// Strokes a path with a paint.
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, paint: Paint, bounds: PixelRect? = nil
  ) {
    if paint.isEmpty { return }
    eachBand(bounds ?? transform.bounds(of: path, style: style)) { canvas, band in
      FixedRaster.stroke(path, style: style, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.cover(AccumulatedShape(rule: .nonZero), band, paint)
    }
  }

  /// Paints what a source covers of a band, which lies in the clip.
  mutating func cover<Source: CoverageSource>(_ source: Source, _ band: PixelRect, _ paint: Paint) {
    switch paint {
    case .color(let color):
      var painter = painter(color, band)
      cover(source, band, &painter)
    case .linear(let gradient): shade(source, band, .linear(gradient))
    case .radial(let gradient): shade(source, band, .radial(gradient))
    case .conic(let gradient): shade(source, band, .conic(gradient))
    case .image(let image):
      var painter = painter(image.source, band, 255)
      cover(source, band, &painter)
    }
  }

  private mutating func shade<Source: CoverageSource>(_ source: Source, _ band: PixelRect, _ gradient: Gradient) {
    var painter = painter(gradient, band)
    cover(source, band, &painter)
  }
}
