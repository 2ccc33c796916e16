// Stage: surface. Clips: rectangles, rounded ones, paths, each within those before. All drawing goes through `cover` at
// the end, or asks first whether the clip is full where it draws.

extension Canvas {
  /// The drawable area, in device pixels; inside the surface. Paths that were clipped to may leave less.
  public var clip: PixelRect { clips.current.rect }

  /// Limits drawing to `rect`, within the area that the pushed clips leave, in place of the rectangle set before.
  @export(interface)
  public mutating func setClip(_ rect: PixelRect) {
    clips.current.rect = rect.intersection(clips.current.base)
  }

  /// How many clips were pushed and not popped, in the group that is drawn if there is one, those beyond the depth
  /// included.
  public var clipDepth: Int { Int(clips.current.depth &- clips.current.floor) &+ Int(clips.current.excess) }

  /// Clips that were not applied in full: nested too deep, or larger than the stack's workspace.
  public var clipOverflow: UInt64 { clips.overflow }

  /// Limits drawing to a rectangle of whole pixels, until it is popped.
  ///
  /// - Note: beyond the depth of the canvas's ``ClipStack`` a clip is not applied, and counted in ``clipOverflow``; it
  ///   must be popped all the same.
  @export(interface)
  public mutating func pushClip(_ rect: PixelRect) {
    if clips.push() { clips.narrow(to: rect) }
  }

  /// Limits drawing to the inside of a path, until it is popped: all coverage is multiplied by the path's.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - mapping: from the path's points to device pixels.
  ///   - rule: the inside of the path.
  ///   - bounds: device pixels outside which nothing of the path lies, if known.
  /// - Note: beyond the depth as for rectangles. Where more of the path lies in the clip so far than the stack's
  ///   workspace holds, drawing is limited to the pixels of its bounds, and that is counted.
  @export(interface)
  public mutating func pushClip(
    _ path: Span<PathElement>, mapping: Mapping, rule: FillRule = .nonZero, bounds: PixelRect? = nil
  ) {
    if !clips.push() { return }
    let mapping = PathMapping(mapping)
    let area = (bounds ?? mapping.bounds(of: path)).intersection(clip)
    guard !area.isEmpty, let mask = clips.newMask(area) else { return clips.narrow(to: area) }
    rasterize(path, mapping, rule, into: mask)
    clips.take(mask)
  }

  /// Limits drawing to a rectangle in points, with round corners or without, until it is popped. One that lies on whole
  /// pixels costs no more than a ``PixelRect``.
  @export(interface)
  public mutating func pushClip(
    _ rect: Rect, cornerRadii: CornerRadii = CornerRadii(0), mapping: Mapping
  ) {
    var outline = PathBuffer<16>()
    outline.addRoundedRect(in: rect, cornerRadii: cornerRadii)
    pushClip(outline.span, mapping: mapping)
  }

  /// Ends the last clip that was pushed: the limits of before hold again. There must be one, or it traps.
  @export(interface)
  public mutating func popClip() { clips.pop() }
}

// MARK: - Coverage through the clip

extension Canvas {
  /// Emits the coverage of `band`, which lies in the clip, to a painter, as far as the clip leaves it.
  @inline(__always)
  mutating func cover<Coverage: BandCoverage, Painter: SpanSink>(
    _ coverage: Coverage, _ band: PixelRect, _ painter: inout Painter
  ) {
    if clips.isFull(band) {
      coverage.sweep(band, &accumulator, into: &painter)
    } else {
      coverClipped(coverage, band, painter)
    }
  }

  // Not inlined: one for each kind of coverage and painter, wherever the two are used.
  @inline(never)
  private mutating func coverClipped<Coverage: BandCoverage, Painter: SpanSink>(
    _ coverage: Coverage, _ band: PixelRect, _ painter: Painter
  ) {
    var clipped = ClippedPainter(clip: clips.rows(band), painter: painter)
    coverage.sweep(band, &accumulator, into: &clipped)
  }
}
