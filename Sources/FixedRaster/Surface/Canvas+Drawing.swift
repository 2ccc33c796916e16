// Stage: surface. The one call behind all drawing: a shape, a source of pixels, an opacity and a mode. The calls of the
// other files are names for it. Source-over has a painter for each kind of source, the other modes one for all.
//
// A shape is its place and the maker of its coverage of a band: closures, which are inlined, so that mappings and
// styles are used where the caller has them.

extension Canvas {
  /// Draws a source where a shape covers.
  ///
  /// - Parameters:
  ///   - bounds: device pixels outside which the shape covers nothing; asked once, if anything is to be drawn.
  ///   - source: a colour, a shader, or a paint, which is either.
  ///   - opacity: 0...255, for all pixels; at 0 a mode such as copy still clears.
  ///   - mode: applied where the shape covers, in proportion; elsewhere nothing changes, whatever the mode.
  ///   - coverage: makes the shape's coverage of a band, by accumulating it if need be.
  @inline(__always)
  mutating func draw<Coverage: BandCoverage, Source: DrawingSource>(
    _ bounds: @autoclosure () -> PixelRect, _ source: Source, _ opacity: UInt8, _ mode: BlendMode,
    _ coverage: (PixelRect, inout CoverageAccumulator) -> Coverage
  ) {
    if source.drawsNothing || mode == .destination { return }
    if mode == .sourceOver && (opacity == 0 || source.isClear) { return }
    if Coverage.isAccumulated || Source.needsScratch {
      eachBand(of: bounds().intersection(clip)) { canvas, band in
        canvas.paint(coverage(band, &canvas.accumulator), band, source, opacity, mode)
      }
    } else {
      let area = bounds().intersection(clip)
      if area.isEmpty { return }
      paint(coverage(area, &accumulator), area, source, opacity, mode)
    }
  }

  /// Draws a source where a path's inside lies; `bounds` are device pixels outside which nothing of it does, if known.
  @inline(__always)
  mutating func drawFill<Source: DrawingSource>(
    _ path: Span<PathElement>, _ mapping: PathMapping, _ rule: FillRule, _ bounds: PixelRect?, _ source: Source,
    _ opacity: UInt8, _ mode: BlendMode
  ) {
    draw(bounds ?? mapping.bounds(of: path), source, opacity, mode) { band, accumulator in
      flatten(path, mapping, band, into: &accumulator)
      return AccumulatedShape(rule: rule)
    }
  }

  /// Draws a source where a path's stroke lies.
  @inline(__always)
  mutating func drawStroke<Source: DrawingSource>(
    _ path: Span<PathElement>, _ style: StrokeStyle, _ mapping: PathMapping, _ bounds: PixelRect?,
    _ source: Source, _ opacity: UInt8, _ mode: BlendMode
  ) {
    draw(bounds ?? mapping.bounds(of: path, style: style), source, opacity, mode) { band, accumulator in
      FixedRaster.stroke(path, style, mapping, band, into: &accumulator)
      return AccumulatedShape(rule: .nonZero)
    }
  }

  /// Draws a source where a band, which lies in the clip, is covered. For source-over the opacity is above 0.
  @inline(__always)
  mutating func paint<Coverage: BandCoverage, Source: DrawingSource>(
    _ coverage: Coverage, _ band: PixelRect, _ source: Source, _ opacity: UInt8, _ mode: BlendMode
  ) {
    if mode == .sourceOver {
      source.paint(coverage, band, opacity, on: &self)
    } else {
      combine(coverage, band, source.shader, opacity, mode)
    }
  }

  // Not inlined: one for each kind of coverage.
  @inline(never)
  private mutating func combine<Coverage: BandCoverage>(
    _ coverage: Coverage, _ band: PixelRect, _ shader: AnyShader, _ opacity: UInt8, _ mode: BlendMode
  ) {
    var painter = unsafe ModesPainter(
      base: address(of: band), bytesPerRow: surface.bytesPerRow, x: band.minX, y: band.minY, mode: mode,
      opacity: UInt32(opacity), shader: shader)
    cover(coverage, band, &painter)
  }
}

// MARK: - Painters for source-over

extension Canvas {
  @inline(__always)
  mutating func painter(_ color: PremultipliedColor, _ band: PixelRect) -> SolidPainter {
    unsafe SolidPainter(base: address(of: band), bytesPerRow: surface.bytesPerRow, color: color)
  }

  @inline(__always)
  mutating func painter(_ gradient: Gradient, _ band: PixelRect, _ opacity: UInt8) -> GradientPainter {
    unsafe GradientPainter(
      base: address(of: band), bytesPerRow: surface.bytesPerRow, x: band.minX, y: band.minY,
      scratch: accumulator.scratch, opacity: UInt32(opacity), gradient: gradient)
  }

  mutating func painter<Pixels: Shader>(
    _ shader: Pixels, _ band: PixelRect, _ opacity: UInt8
  ) -> ShaderPainter<Pixels> {
    unsafe ShaderPainter(
      base: address(of: band), bytesPerRow: surface.bytesPerRow, x: band.minX, y: band.minY,
      scratch: accumulator.scratch, opacity: UInt32(opacity), shader: shader)
  }
}

// MARK: - Bands

extension Canvas {
  /// Does `body` for each part of `area` that the workspace can hold, in the clip or not: coverage may be drawn elsewhere. The
  /// accumulator is ready for it.
  @inline(__always)
  mutating func eachBand(of area: PixelRect, _ body: (inout Canvas, PixelRect) -> Void) {
    if area.isEmpty { return }
    let width = Swift.min(area.width, accumulator.workspace.width)
    let rows = accumulator.workspace.rows(width: width)
    var y = area.minY
    while y < area.maxY {
      let bottom = Int32(truncatingIfNeeded: Swift.min(Int(area.maxY), Int(y) &+ rows))
      var x = area.minX
      while x < area.maxX {
        let right = Swift.min(area.maxX, x &+ Int32(truncatingIfNeeded: width))
        let band = PixelRect(minX: x, minY: y, maxX: right, maxY: bottom)
        accumulator.begin(clip: band)
        body(&self, band)
        x = right
      }
      y = bottom
    }
  }
}
