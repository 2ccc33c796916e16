// Shapes filled with paints. Input: paths in points, paints. What a paint shows at a device pixel depends on nothing but
// that pixel's place: clip, bands and tiles change no byte.

extension Canvas {
  /// Blends a paint over every pixel of `rect`.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func fill(_ rect: PixelRect, paint: Paint) {
    if case .color(let color) = paint { return fill(rect, color: color) }
    if paint.isEmpty { return }
    eachBand(rect) { canvas, band in canvas.cover(band, .all, paint) }
  }

  /// Fills a path with a paint.
  ///
  /// - Parameters:
  ///   - transform: from the path's points to device pixels; gradients and images have their own.
  ///   - bounds: device pixels outside which nothing of the path lies, if known: what lies outside is not looked at.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func fill(
    _ path: Span<PathElement>, transform: DeviceTransform, rule: FillRule = .nonZero, paint: Paint,
    bounds: PixelRect? = nil
  ) {
    if paint.isEmpty { return }
    eachBand(bounds ?? transform.bounds(of: path)) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.cover(band, .shape(rule), paint)
    }
  }

  /// Strokes a path with a paint.
  @specialized(where Format == XRGB8888)
  @specialized(where Format == ARGB8888)
  @specialized(where Format == RGB565)
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, paint: Paint, bounds: PixelRect? = nil
  ) {
    if paint.isEmpty { return }
    eachBand(bounds ?? transform.strokeBounds(of: path, style: style)) { canvas, band in
      FixedRaster.stroke(path, style: style, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.cover(band, .shape(.nonZero), paint)
    }
  }

  /// Paints what of the band is covered.
  mutating func cover(_ band: PixelRect, _ coverage: BandCoverage, _ paint: Paint) {
    switch paint {
    case .color(let color):
      var painter = painter(color, band)
      cover(band, coverage, &painter)
    case .linear(let gradient): shade(band, coverage, .linear(gradient))
    case .radial(let gradient): shade(band, coverage, .radial(gradient))
    case .conic(let gradient): shade(band, coverage, .conic(gradient))
    case .image(let image):
      var painter = painter(image, band, 255)
      cover(band, coverage, &painter)
    }
  }

  private mutating func shade(_ band: PixelRect, _ coverage: BandCoverage, _ gradient: Gradient) {
    var painter = painter(gradient, band)
    cover(band, coverage, &painter)
  }

  private mutating func cover<Painter: CoverageConsumer>(
    _ band: PixelRect, _ coverage: BandCoverage, _ painter: inout Painter
  ) {
    switch coverage {
    case .all: coverAll(band, &painter)
    case .shape(let rule): coverShape(band, rule, &painter)
    case .mask(let mask): coverMask(mask, band, &painter)
    case .retained(let shape, let x, let y): coverRetained(shape, band.moved(0 &- x, 0 &- y), band, &painter)
    }
  }
}

/// What of a band is painted.
enum BandCoverage {
  case all
  /// What was accumulated.
  case shape(FillRule)
  case mask(Mask)
  /// What was retained, moved.
  case retained(RetainedShape, x: Int32, y: Int32)
}
