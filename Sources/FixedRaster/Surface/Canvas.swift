/// Draws into a surface: a tile, a group, a whole picture. Input: paths in points, colours. Output: premultiplied ARGB;
/// ``DisplayMemory/store(_:at:dithers:)`` converts it to a display's format. All memory is the caller's.
///
/// Coordinates are device pixels, half open, y downwards, pixel centres at halves. ``draw(into:x:y:)`` says which device
/// pixel the surface shows first, so that the same drawing calls compose each tile of a picture. What is drawn does not
/// depend on the clip or on where tiles lie: byte for byte the same pixels.
@safe
public struct Canvas: ~Copyable {
  var accumulator: CoverageAccumulator
  private(set) var surface: Surface
  /// The device pixel that the surface shows first.
  private(set) var originX: Int32 = 0
  private(set) var originY: Int32 = 0
  /// Whether ``store(to:dithers:)`` reads the surface and nobody else: Canvas+Tile.swift.
  var isTile = false
  /// What the whole tile shows while nothing was drawn on it: its memory does not hold it.
  var ground: TileGround?
  /// What drawing is limited to: Canvas+Clip.swift.
  var clips: ClipStack

  /// - Parameters:
  ///   - surface: what is drawn into.
  ///   - memory: `workspace.byteCount` bytes aligned to `CoverageWorkspace.alignment`, the canvas's alone while it
  ///     lives.
  ///   - workspace: how much is covered at once. A shape larger than that is drawn in bands, each from the whole path.
  ///   - clips: room for nested clips; none if not given.
  @unsafe
  public init(
    _ surface: Surface, memory: UnsafeMutableRawPointer, workspace: CoverageWorkspace,
    clips: consuming ClipStack = ClipStack()
  ) {
    unsafe accumulator = CoverageAccumulator(memory: memory, workspace: workspace)
    self.surface = surface
    self.clips = clips
    self.clips.reset(to: surface.bounds)
  }

  /// Goes on drawing into another surface, whose first pixel is the device's (`x`, `y`), each 0...8191; the whole of it
  /// is open to drawing, and no clip is left.
  public mutating func draw(into surface: Surface, x: Int32 = 0, y: Int32 = 0) {
    (self.surface, isTile, ground) = (surface, false, nil)
    (originX, originY) = (x, y)
    clips.reset(to: extent)
  }

  /// Where drawing goes: kept while a group is drawn in its place.
  struct Target {
    var surface: Surface
    var isTile: Bool
    var ground: TileGround?
    /// The device pixel that the surface shows first.
    var x, y: Int32
    var clips: ClipState
  }

  var target: Target {
    get { Target(surface: surface, isTile: isTile, ground: ground, x: originX, y: originY, clips: clips.current) }
    set {
      (surface, isTile, ground) = (newValue.surface, newValue.isTile, newValue.ground)
      (originX, originY) = (newValue.x, newValue.y)
      clips.current = newValue.clips
    }
  }

  /// What the surface shows of the device.
  var extent: PixelRect {
    PixelRect(
      minX: originX, minY: originY, maxX: originX &+ Int32(clamping: surface.width),
      maxY: originY &+ Int32(clamping: surface.height))
  }

  /// The address of a device pixel within the clip, to draw there.
  @inline(__always)
  mutating func address(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
    finishTile()
    return unsafe writtenAddress(x, y)
  }

  /// ``address(_:_:)`` where ``finishTile()`` was called before.
  @inline(__always)
  func writtenAddress(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
    unsafe surface.base + (Int(y &- originY) &* surface.bytesPerRow) + (Int(x &- originX) &* 4)
  }
}

// MARK: - Rectangles

extension Canvas {
  /// Sets every pixel of `rect` to `color`, whatever was there.
  public mutating func clear(_ rect: PixelRect, to color: Color = .clear) {
    let area = rect.intersection(clip)
    if area.isEmpty || replaceGround(area, .color(color)) { return }
    var painter = unsafe ClearPainter(
      base: address(area.minX, area.minY), bytesPerRow: surface.bytesPerRow, color: color.premultiplied)
    cover(WholeBand(), area, &painter)
  }

  /// Blends `color` over every pixel of `rect`.
  public mutating func fill(_ rect: PixelRect, color: Color) {
    let area = rect.intersection(clip)
    if area.isEmpty || color.alpha == 0 || (color.alpha == 255 && replaceGround(area, .color(color))) { return }
    var painter = painter(color, area)
    cover(WholeBand(), area, &painter)
  }
}

// MARK: - Paths

extension Canvas {
  /// Fills a path with a colour.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - transform: from the path's points to device pixels.
  ///   - rule: what of the path is its inside.
  ///   - color: blended where the path covers.
  ///   - bounds: device pixels outside which nothing of the path lies, if known: what lies outside is not looked at.
  public mutating func fill(
    _ path: Span<PathElement>, transform: DeviceTransform, rule: FillRule = .nonZero, color: Color,
    bounds: PixelRect? = nil
  ) {
    if color.alpha == 0 { return }
    eachBand(bounds ?? transform.bounds(of: path)) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.paint(band, rule, color)
    }
  }

  /// Strokes a path with a colour.
  public mutating func stroke(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, color: Color, bounds: PixelRect? = nil
  ) {
    if color.alpha == 0 { return }
    eachBand(bounds ?? transform.bounds(of: path, style: style)) { canvas, band in
      FixedRaster.stroke(path, style: style, transform: transform, clip: band, into: &canvas.accumulator)
      canvas.paint(band, .nonZero, color)
    }
  }

  /// Blends a group that was composed on a surface of the same extent.
  ///
  /// - Parameters:
  ///   - opacity: 0...255, for the whole group.
  ///   - group: the first pixel is the same device pixel as this surface's.
  public mutating func draw(_ group: Surface, opacity: UInt8) {
    lay(source(group), clip, opacity)
  }

  /// Blends such a group through a path: only what the path covers shows.
  public mutating func draw(
    _ group: Surface, opacity: UInt8, through path: Span<PathElement>, transform: DeviceTransform,
    rule: FillRule = .nonZero
  ) {
    if opacity == 0 { return }
    eachBand(transform.bounds(of: path)) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
      var painter = canvas.painter(canvas.source(group), band, opacity)
      canvas.cover(AccumulatedShape(rule: rule), band, &painter)
    }
  }

  func source(_ group: Surface) -> GroupSource {
    unsafe GroupSource(
      base: UnsafeRawPointer(group.base), bytesPerRow: group.bytesPerRow, originX: originX, originY: originY)
  }

  @inline(__always)
  mutating func painter(_ color: Color, _ band: PixelRect) -> SolidPainter {
    unsafe SolidPainter(
      base: address(band.minX, band.minY), bytesPerRow: surface.bytesPerRow, color: color.premultiplied)
  }

  @inline(__always)
  mutating func painter(_ gradient: Gradient, _ band: PixelRect) -> GradientPainter {
    unsafe GradientPainter(
      base: address(band.minX, band.minY), bytesPerRow: surface.bytesPerRow, x: band.minX, y: band.minY,
      scratch: accumulator.scratch, gradient: gradient)
  }

  mutating func painter<Source: PixelSource>(
    _ source: Source, _ band: PixelRect, _ opacity: UInt8
  ) -> SourcePainter<Source> {
    unsafe SourcePainter(
      base: address(band.minX, band.minY), bytesPerRow: surface.bytesPerRow, x: band.minX, y: band.minY,
      scratch: accumulator.scratch, opacity: UInt32(opacity), source: source)
  }

  /// Does `body` for each part of the clip that the workspace can hold, within `bounds`; the accumulator is ready for
  /// it.
  @inline(__always)
  mutating func eachBand(_ bounds: PixelRect, _ body: (inout Canvas, PixelRect) -> Void) {
    eachBand(of: bounds.intersection(clip), body)
  }

  /// The same for all of `area`, in the clip or not: for coverage that is drawn elsewhere.
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

  // Not inlined: one for fills and strokes.
  @inline(never)
  mutating func paint(_ band: PixelRect, _ rule: FillRule, _ color: Color) {
    var painter = painter(color, band)
    cover(AccumulatedShape(rule: rule), band, &painter)
  }
}
