// Stage: surface. Shapes that do not change: their coverage is found once and painted as often as they are shown.

extension Canvas {
  /// Keeps the coverage of `area` by a path, to be drawn with ``fill(_:x:y:paint:opacity:mode:)``. The surface and the
  /// clip play no part.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - mapping: from the path's points to device pixels.
  ///   - rule: the inside of the path.
  ///   - area: device pixels, within ±8191; the shape is empty outside.
  ///   - memory: aligned to four bytes, in which the shape lies as long as it is used.
  ///   - byteCount: how much there is of it; ``RetainedShape/byteCount`` is the need.
  /// - Returns: `nil` if there is too little memory, or if the area is wider than the workspace: draw the path then.
  @unsafe
  @export(interface)
  public mutating func retain(
    _ path: Span<PathElement>, mapping: Mapping, rule: FillRule = .nonZero, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedShape? {
    let mapping = PathMapping(mapping)
    return unsafe retain(mapping.bounds(of: path).intersection(area), memory, byteCount) { band, accumulator in
      flatten(path, mapping, band, into: &accumulator)
      return AccumulatedShape(rule: rule)
    }
  }

  /// Retains the coverage of a path's stroke; the parameters are those of fills.
  @unsafe
  @export(interface)
  public mutating func retain(
    _ path: Span<PathElement>, style: StrokeStyle, mapping: Mapping, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedShape? {
    let mapping = PathMapping(mapping)
    let bounds = mapping.bounds(of: path, style: style).intersection(area)
    return unsafe retain(bounds, memory, byteCount) { band, accumulator in
      FixedRaster.stroke(path, style, mapping, band, into: &accumulator)
      return AccumulatedShape(rule: .nonZero)
    }
  }

  @inline(__always)
  private mutating func retain(
    _ bounds: PixelRect, _ memory: UnsafeMutableRawPointer, _ byteCount: Int,
    _ coverage: (PixelRect, inout CoverageAccumulator) -> AccumulatedShape
  ) -> RetainedShape? {
    if bounds.width > accumulator.workspace.width || byteCount < RetainedShape.minimum(bounds) { return nil }
    var recorder = unsafe ShapeRecorder(bounds, memory: memory, byteCount: byteCount)
    eachBand(of: bounds) { canvas, band in
      recorder.top = Int(band.minY &- bounds.minY)
      coverage(band, &canvas.accumulator).sweep(band, &canvas.accumulator, into: &recorder)
    }
    guard let needed = recorder.finish() else { return nil }
    return unsafe RetainedShape(bounds, byteCount: needed, memory: memory)
  }

  /// Fills a retained shape with a paint.
  ///
  /// - Parameters:
  ///   - shape: the result of ``retain(_:mapping:rule:in:memory:byteCount:)``.
  ///   - x: how far it is moved to the right from where it was made, in pixels, ±8191. The paint is not moved.
  ///   - y: how far down.
  ///   - paint: a colour, a gradient or an image.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: applied where the shape covers, in proportion.
  @export(interface)
  public mutating func fill(
    _ shape: RetainedShape, x: Int32 = 0, y: Int32 = 0, paint: Paint, opacity: UInt8 = 255,
    mode: BlendMode = .sourceOver
  ) {
    draw(shape.bounds.moved(x, y), paint, opacity, mode) { _, _ in PlacedShape(shape: shape, x: x, y: y) }
  }

  /// Fills a retained shape with a colour; for programs that keep shapes and no paints.
  @export(interface)
  public mutating func fill(
    _ shape: RetainedShape, x: Int32 = 0, y: Int32 = 0, color: Color, mode: BlendMode = .sourceOver
  ) {
    draw(shape.bounds.moved(x, y), color, 255, mode) { _, _ in PlacedShape(shape: shape, x: x, y: y) }
  }

  /// Keeps the polygons of a path's inside, flattened once for several tiles, to be drawn with
  /// ``fill(_:color:mode:)-(RetainedPolygons,_,_)``. The surface and the clip play no part.
  ///
  /// - Parameters:
  ///   - path: in points.
  ///   - mapping: from the path's points to device pixels.
  ///   - rule: the inside of the path.
  ///   - area: device pixels, within ±8191, that hold the clip wherever they will be drawn.
  ///   - memory: aligned to four bytes, in which the polygons lie as long as they are used.
  ///   - byteCount: how much there is of it; ``RetainedPolygons/byteCount`` is the need: eight bytes a point     and 28
  ///     for each sixteen.
  /// - Returns: `nil` if there is too little memory: draw the path then.
  @unsafe
  @export(interface)
  public mutating func retainPolygons(
    _ path: Span<PathElement>, mapping: Mapping, rule: FillRule = .nonZero, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedPolygons? {
    let mapping = PathMapping(mapping)
    return unsafe retainPolygons(mapping.bounds(of: path).intersection(area), rule, memory, byteCount) { accumulator in
      flatten(path, mapping, area, into: &accumulator)
    }
  }

  /// Retains the polygons of a path's stroke; the parameters are those of fills.
  @unsafe
  @export(interface)
  public mutating func retainPolygons(
    _ path: Span<PathElement>, style: StrokeStyle, mapping: Mapping, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedPolygons? {
    let mapping = PathMapping(mapping)
    let bounds = mapping.bounds(of: path, style: style).intersection(area)
    return unsafe retainPolygons(bounds, .nonZero, memory, byteCount) { accumulator in
      FixedRaster.stroke(path, style, mapping, area, into: &accumulator)
    }
  }

  @inline(__always)
  private mutating func retainPolygons(
    _ bounds: PixelRect, _ rule: FillRule, _ memory: UnsafeMutableRawPointer, _ byteCount: Int,
    _ add: (inout CoverageAccumulator) -> Void
  ) -> RetainedPolygons? {
    unsafe accumulator.recorder = PolygonRecorder(memory: memory, byteCount: byteCount)
    accumulator.isRecording = true
    add(&accumulator)
    accumulator.isRecording = false
    return RetainedPolygons(&accumulator.recorder, bounds, rule)
  }

  /// Fills the inside of polygons that were retained for an area that holds the clip.
  @export(interface)
  public mutating func fill(_ polygons: RetainedPolygons, color: Color, mode: BlendMode = .sourceOver) {
    draw(polygons, color, 255, mode)
  }

  /// Fills them with a paint.
  @export(interface)
  public mutating func fill(
    _ polygons: RetainedPolygons, paint: Paint, opacity: UInt8 = 255, mode: BlendMode = .sourceOver
  ) {
    draw(polygons, paint, opacity, mode)
  }

  @inline(__always)
  private mutating func draw<Source: DrawingSource>(
    _ polygons: RetainedPolygons, _ source: Source, _ opacity: UInt8, _ mode: BlendMode
  ) {
    draw(polygons.bounds, source, opacity, mode) { _, accumulator in
      polygons.add(to: &accumulator)
      return AccumulatedShape(rule: polygons.rule)
    }
  }
}
