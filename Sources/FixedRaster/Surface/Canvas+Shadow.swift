// Stage: surface. Shadows: a colour through blurred coverage.

/// A box that will be drawn over what is drawn now, opaque: what lies under it need not be drawn.
public struct CoveringBox: Hashable, Sendable {
  /// In device pixels, those that the box covers fully.
  public var rect: PixelRect
  /// Pixels from each side to where its corners end: within them, rows and columns alike, nothing counts as covered.
  public var cornerRadius: Int32

  @export(interface)
  public init(_ rect: PixelRect, cornerRadius: Int32 = 0) {
    self.rect = rect
    self.cornerRadius = Swift.max(0, cornerRadius)
  }

  /// The columns that are covered in row `y`; empty if the first is not below the end.
  @inline(__always)
  func columns(_ y: Int32) -> (first: Int32, end: Int32) {
    if y < rect.minY || y >= rect.maxY { return (0, 0) }
    let isInCorner = y < rect.minY &+ cornerRadius || y >= rect.maxY &- cornerRadius
    let inset = isInCorner ? cornerRadius : 0
    return (rect.minX &+ inset, rect.maxX &- inset)
  }
}

extension Canvas {
  /// Draws a prepared shadow.
  ///
  /// - Parameters:
  ///   - shadow: its blur is made already.
  ///   - color: the shadow's.
  ///   - covering: what will be drawn over it, opaque; the shadow under it is left out.
  ///   - mode: applied where the shadow covers, in proportion.
  @export(interface)
  @_optimize(speed)
  public mutating func draw(
    _ shadow: borrowing RoundedShadow, color: Color, covering: CoveringBox? = nil, mode: BlendMode = .sourceOver
  ) {
    let area = shadow.bounds.intersection(clip)
    if area.isEmpty { return }
    let placed = unsafe PlacedShadow(
      bounds: shadow.bounds, patch: UnsafePointer(shadow.patch), columns: shadow.columns, rows: shadow.rows,
      covering: covering ?? CoveringBox(.empty))
    if mode != .sourceOver || !clips.isFull(area) { return draw(area, color, 255, mode) { _, _ in placed } }
    if color.alpha == 0 { return }
    let source = color.premultiplied.argb
    finishTile()
    unsafe placed.eachRow(area) { y, first, end, row in
      unsafe drawShadowRow(y, first, end, row, placed.columns, placed.bounds.minX, source)
    }
  }

  /// The columns `first..<end` of a row: those before the middle, those in it, those behind.
  @inline(never)
  @_optimize(speed)
  private func drawShadowRow(
    _ y: Int32, _ first: Int32, _ end: Int32, _ row: UnsafePointer<UInt8>, _ axis: PatchAxis, _ left: Int32,
    _ color: UInt32
  ) {
    if first >= end { return }
    let pixels = unsafe writtenAddress(first, y).assumingMemoryBound(to: UInt32.self)
    let (start, stop) = (Int(first &- left), Int(end &- left))
    let (middle, after) = (axis.before, axis.before &+ axis.middle)
    if start < middle {
      unsafe blendBytes(pixels, Swift.min(stop, middle) &- start, row + start, color)
    }
    let (from, to) = (Swift.max(start, middle), Swift.min(stop, after))
    if from < to {
      let coverage = unsafe UInt32(row[middle])
      if coverage == 255 && color &>> 24 == 255 {
        unsafe fillSpan(pixels + (from &- start), to &- from, color)
      } else if coverage != 0 {
        unsafe blendSpan(pixels + (from &- start), to &- from, color, coverage)
      }
    }
    let last = Swift.max(start, after)
    if last < stop {
      unsafe blendBytes(pixels + (last &- start), stop &- last, row + axis[last], color)
    }
  }
}

/// A rounded rectangle's shadow, and what hides it.
@safe
private struct PlacedShadow: BandCoverage {
  let bounds: PixelRect
  let patch: UnsafePointer<UInt8>
  let columns, rows: PatchAxis
  let covering: CoveringBox

  /// Calls `body` with the rows of `area` and what of them is not hidden: y, the first column, one past the last, and
  /// the patch's row.
  @inline(__always)
  func eachRow(_ area: PixelRect, _ body: (Int32, Int32, Int32, UnsafePointer<UInt8>) -> Void) {
    var y = area.minY
    while y < area.maxY {
      let row = unsafe patch + rows[Int(y &- bounds.minY)] &* columns.count
      let hidden = covering.columns(y)
      if hidden.first < hidden.end && hidden.first < area.maxX && hidden.end > area.minX {
        unsafe body(y, area.minX, hidden.first, row)
        unsafe body(y, hidden.end, area.maxX, row)
      } else {
        unsafe body(y, area.minX, area.maxX, row)
      }
      y &+= 1
    }
  }

  @inline(__always)
  func sweep<Sink: SpanSink>(
    _ band: PixelRect, _: inout CoverageAccumulator, into sink: inout Sink
  ) {
    unsafe eachRow(band) { y, first, end, row in unsafe sweepRow(y, first, end, row, band, &sink) }
  }

  /// The columns `first..<end` of a row: those before the middle, those in it, those behind.
  @inline(never)
  @_optimize(speed)
  private func sweepRow<Sink: SpanSink>(
    _ y: Int32, _ first: Int32, _ end: Int32, _ row: UnsafePointer<UInt8>, _ band: PixelRect,
    _ sink: inout Sink
  ) {
    if first >= end { return }
    let (x, line) = (Int(bounds.minX &- band.minX), Int(y &- band.minY))
    let (start, stop) = (Int(first &- bounds.minX), Int(end &- bounds.minX))
    let (middle, after) = (columns.before, columns.before &+ columns.middle)
    if start < middle {
      unsafe Mask.sweepRow(row + start, Swift.min(stop, middle) &- start, x &+ start, line, &sink)
    }
    let (from, to) = (Swift.max(start, middle), Swift.min(stop, after))
    if from < to {
      let coverage = unsafe UInt32(row[middle])
      if coverage != 0 { sink.span(x: x &+ from, y: line, count: to &- from, coverage: coverage) }
    }
    let last = Swift.max(start, after)
    if last < stop { unsafe Mask.sweepRow(row + columns[last], stop &- last, x &+ last, line, &sink) }
  }
}

extension Canvas {
  /// Draws the shadow of any path.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - mapping: from the path's points to the device pixels where the shadow falls: its offset is part of it.
  ///   - rule: what of the path is its inside.
  ///   - sigma: the standard deviation in pixels.
  ///   - color: the shadow's.
  ///   - mode: applied where the shadow covers, in proportion.
  ///   - shadow: does the blurring.
  @export(interface)
  public mutating func drawShadow(
    of path: Span<PathElement>, mapping: Mapping, rule: FillRule = .nonZero, sigma: Fixed, color: Color,
    mode: BlendMode = .sourceOver, using shadow: inout PathShadow
  ) {
    if mode == .destination || (mode == .sourceOver && color.alpha == 0) { return }
    let reach = shadow.blur.reach(sigma: sigma)
    let mapping = PathMapping(mapping)
    let area = mapping.bounds(of: path).expanded(by: reach).intersection(clip)
    if path.isEmpty || area.isEmpty { return }
    let (width, height) = (
      Int32(truncatingIfNeeded: shadow.workspace.blur.width), Int32(truncatingIfNeeded: shadow.workspace.blur.height)
    )
    var y = area.minY
    while y < area.maxY {
      var x = area.minX
      while x < area.maxX {
        let band = PixelRect(
          minX: x, minY: y, maxX: Swift.min(area.maxX, x &+ width), maxY: Swift.min(area.maxY, y &+ height))
        let source = shadow.source(band, reach: reach)
        let target = shadow.target(band)
        rasterize(path, mapping, rule, into: source)
        shadow.blur.blur(source, sigma: sigma, into: target)
        draw(target, color: color, mode: mode)
        x = band.maxX
      }
      y = Swift.min(area.maxY, y &+ height)
    }
  }
}
