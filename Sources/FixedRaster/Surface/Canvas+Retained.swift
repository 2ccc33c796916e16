// Stage: surface. Shapes that do not change: their coverage is found once and painted as often as they are shown.

extension Canvas {
  /// Keeps what a path covers of `area`, to be drawn with ``fill(_:x:y:paint:)``. The surface and the clip play no
  /// part.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - transform: from the path's points to device pixels.
  ///   - rule: what of the path is its inside.
  ///   - area: device pixels, within ±8191; the shape is empty outside.
  ///   - memory: aligned to four bytes, in which the shape lies as long as it is used.
  ///   - byteCount: how much there is of it; ``RetainedShape/byteCount`` says what was needed.
  /// - Returns: `nil` if there is too little memory, or if the area is wider than the workspace: draw the path then.
  @unsafe
  public mutating func retain(
    _ path: Span<PathElement>, transform: DeviceTransform, rule: FillRule = .nonZero, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedShape? {
    unsafe retain(FilledPath(path, transform, rule), area, memory, byteCount)
  }

  /// The same of a path's stroke.
  @unsafe
  public mutating func retain(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedShape? {
    unsafe retain(StrokedPath(path, style, transform), area, memory, byteCount)
  }

  @inline(__always)
  private mutating func retain<Drawn: Shape & ~Escapable>(
    _ shape: Drawn, _ area: PixelRect, _ memory: UnsafeMutableRawPointer, _ byteCount: Int
  ) -> RetainedShape? {
    let bounds = shape.bounds.intersection(area)
    if bounds.width > accumulator.workspace.width || byteCount < RetainedShape.minimum(bounds) { return nil }
    var recorder = unsafe ShapeRecorder(bounds, memory: memory, byteCount: byteCount)
    eachBand(of: bounds) { canvas, band in
      recorder.top = Int(band.minY &- bounds.minY)
      shape.coverage(of: band, &canvas.accumulator).sweep(band, &canvas.accumulator, into: &recorder)
    }
    guard let needed = recorder.finish() else { return nil }
    return unsafe RetainedShape(bounds, byteCount: needed, memory: memory)
  }

  /// Fills a retained shape with a paint.
  ///
  /// - Parameters:
  ///   - shape: what ``retain(_:transform:rule:in:memory:byteCount:)`` has kept.
  ///   - x: how far it is moved to the right from where it was made, in pixels, ±8191. The paint is not moved.
  ///   - y: how far down.
  ///   - paint: a colour, a gradient or an image.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: applied where the shape covers, in proportion.
  public mutating func fill(
    _ shape: RetainedShape, x: Int32 = 0, y: Int32 = 0, paint: Paint, opacity: UInt8 = 255,
    mode: BlendMode = .sourceOver
  ) {
    draw(PlacedShape(shape: shape, x: x, y: y), paint, opacity, mode)
  }

  /// Fills a retained shape with a colour; for programs that keep shapes and no paints.
  public mutating func fill(
    _ shape: RetainedShape, x: Int32 = 0, y: Int32 = 0, color: Color, mode: BlendMode = .sourceOver
  ) {
    draw(PlacedShape(shape: shape, x: x, y: y), color, 255, mode)
  }

  /// Keeps the polygons of a path's inside, flattened once for several tiles, to be drawn with
  /// ``fill(_:color:)-(RetainedPolygons,_)``. The surface and the clip play no part.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - transform: from the path's points to device pixels.
  ///   - rule: what of the path is its inside.
  ///   - area: device pixels, within ±8191, that hold the clip wherever they will be drawn.
  ///   - memory: aligned to four bytes, in which the polygons lie as long as they are used.
  ///   - byteCount: how much there is of it; ``RetainedPolygons/byteCount`` says what was needed: eight bytes a point
  ///     and 28 for each sixteen.
  /// - Returns: `nil` if there is too little memory: draw the path then.
  @unsafe
  public mutating func retainPolygons(
    _ path: Span<PathElement>, transform: DeviceTransform, rule: FillRule = .nonZero, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedPolygons? {
    unsafe retainPolygons(FilledPath(path, transform, rule), area, memory, byteCount)
  }

  /// The same of a path's stroke.
  @unsafe
  public mutating func retainPolygons(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedPolygons? {
    unsafe retainPolygons(StrokedPath(path, style, transform), area, memory, byteCount)
  }

  @inline(__always)
  private mutating func retainPolygons<Drawn: Shape & ~Escapable>(
    _ shape: Drawn, _ area: PixelRect, _ memory: UnsafeMutableRawPointer, _ byteCount: Int
  ) -> RetainedPolygons? where Drawn.Coverage == AccumulatedShape {
    unsafe accumulator.recorder = PolygonRecorder(memory: memory, byteCount: byteCount)
    accumulator.isRecording = true
    let rule = shape.coverage(of: area, &accumulator).rule
    accumulator.isRecording = false
    return RetainedPolygons(&accumulator.recorder, shape.bounds.intersection(area), rule)
  }

  /// Fills the inside of polygons that were retained for an area that holds the clip.
  public mutating func fill(_ polygons: RetainedPolygons, color: Color, mode: BlendMode = .sourceOver) {
    draw(polygons, color, 255, mode)
  }

  /// Fills them with a paint.
  public mutating func fill(
    _ polygons: RetainedPolygons, paint: Paint, opacity: UInt8 = 255, mode: BlendMode = .sourceOver
  ) {
    draw(polygons, paint, opacity, mode)
  }
}
