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
    unsafe retain(transform.bounds(of: path).intersection(area), rule, memory, byteCount) { canvas, band in
      flatten(path, transform: transform, clip: band, into: &canvas.accumulator)
    }
  }

  /// The same of a path's stroke.
  @unsafe
  public mutating func retain(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedShape? {
    let bounds = transform.bounds(of: path, style: style).intersection(area)
    return unsafe retain(bounds, .nonZero, memory, byteCount) { canvas, band in
      FixedRaster.stroke(path, style: style, transform: transform, clip: band, into: &canvas.accumulator)
    }
  }

  @inline(__always)
  private mutating func retain(
    _ bounds: PixelRect, _ rule: FillRule, _ memory: UnsafeMutableRawPointer, _ byteCount: Int,
    _ add: (inout Canvas, PixelRect) -> Void
  ) -> RetainedShape? {
    if bounds.width > accumulator.workspace.width || byteCount < RetainedShape.minimum(bounds) { return nil }
    var recorder = unsafe ShapeRecorder(bounds, memory: memory, byteCount: byteCount)
    eachBand(of: bounds) { canvas, band in
      add(&canvas, band)
      recorder.top = Int(band.minY &- bounds.minY)
      canvas.accumulator.sweep(rule, into: &recorder)
    }
    guard let needed = recorder.finish() else { return nil }
    return unsafe RetainedShape(bounds, byteCount: needed, memory: memory)
  }

  /// Paints a retained shape.
  ///
  /// - Parameters:
  ///   - shape: what ``retain(_:transform:rule:in:memory:byteCount:)`` has kept.
  ///   - x: how far it is moved to the right from where it was made, in pixels, ±8191. The paint is not moved.
  ///   - y: how far down.
  ///   - paint: a colour, a gradient or an image.
  public mutating func fill(_ shape: RetainedShape, x: Int32 = 0, y: Int32 = 0, paint: Paint) {
    if paint.isEmpty { return }
    eachBand(shape.bounds.moved(x, y)) { canvas, band in
      canvas.cover(PlacedShape(shape: shape, x: x, y: y), band, paint)
    }
  }

  /// The same in a colour; for programs that keep shapes and no paints.
  public mutating func fill(_ shape: RetainedShape, x: Int32 = 0, y: Int32 = 0, color: Color) {
    if color.alpha == 0 { return }
    eachBand(shape.bounds.moved(x, y)) { canvas, band in
      var painter = canvas.painter(color, band)
      canvas.cover(PlacedShape(shape: shape, x: x, y: y), band, &painter)
    }
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
    unsafe accumulator.recorder = PolygonRecorder(memory: memory, byteCount: byteCount)
    accumulator.isRecording = true
    flatten(path, transform: transform, clip: area, into: &accumulator)
    accumulator.isRecording = false
    return RetainedPolygons(&accumulator.recorder, transform.bounds(of: path).intersection(area), rule)
  }

  /// The same of a path's stroke.
  @unsafe
  public mutating func retainPolygons(
    _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform, in area: PixelRect,
    memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> RetainedPolygons? {
    unsafe accumulator.recorder = PolygonRecorder(memory: memory, byteCount: byteCount)
    accumulator.isRecording = true
    FixedRaster.stroke(path, style: style, transform: transform, clip: area, into: &accumulator)
    accumulator.isRecording = false
    let bounds = transform.bounds(of: path, style: style).intersection(area)
    return RetainedPolygons(&accumulator.recorder, bounds, .nonZero)
  }

  /// Fills the inside of polygons that were retained for an area that holds the clip.
  public mutating func fill(_ polygons: RetainedPolygons, color: Color) {
    if color.alpha == 0 { return }
    eachBand(polygons.bounds) { canvas, band in
      polygons.add(to: &canvas.accumulator)
      canvas.paint(band, polygons.rule, color)
    }
  }
}
