// Stage: path. Input: path elements in points. Output: polygons in device coordinates, for filling.

extension PixelRect {
  /// Everything that a device coordinate can reach.
  @inlinable
  public static var unbounded: PixelRect {
    PixelRect(minX: -0x40_0000, minY: -0x40_0000, maxX: 0x40_0000, maxY: 0x40_0000)
  }
}

/// Emits the path's polygons, curves flattened to within 1/32 pixel, to a sink.
///
/// Parts behind the viewer, or in perspective beyond ±8192 pixels, are cut away.
///
/// A path that does not begin with `move` begins at the origin; a subpath after `close` begins where the closed one
/// did.
///
/// - Parameters:
///   - path: in points.
///   - mapping: from the path's points to device pixels.
///   - clip: where the polygons will be looked at. A curve, or a part of one, that lies wholly on one outer side of it
///     is emitted as its chord, which covers the same of the clip.
///   - sink: takes the polygons.
public func flatten<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, mapping: Mapping, clip: PixelRect = .unbounded, into sink: inout Sink
) {
  flatten(path, PathMapping(mapping), clip, into: &sink)
}

@inline(never)  // one for each sink, wherever it is called
func flatten<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, _ mapping: PathMapping, _ clip: PixelRect, into sink: inout Sink
) {
  switch mapping {
  case .affine(let matrix): flatten(path, matrix, clip, into: &sink)
  case .projective(let projection): flatten(path, projection, clip, into: &sink)
  case .none: break
  }
}

func flatten<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, _ matrix: DeviceMatrix, _ clip: PixelRect, into sink: inout Sink
) {
  let bounds = DeviceBounds(clip)
  var start = matrix.devicePoint(.zero)
  var current = start
  var isOpen = false
  for i in path.indices {
    let element = path[i]
    switch element {
    case .move(let point):
      start = matrix.devicePoint(point)
      current = start
      isOpen = false
      continue
    case .close:
      current = start
      isOpen = false
      continue
    default: break
    }
    if !isOpen {
      sink.move(to: start.subpixel)
      isOpen = true
    }
    switch element {
    case .line(let point):
      current = matrix.devicePoint(point)
      sink.line(to: current.subpixel)
    case .quadratic, .cubic, .conic:
      guard let curve = DeviceCurve(element, from: current, matrix) else { break }
      // Most curves of a path that is drawn again where one end of it changed.
      if curve.misses(bounds) { sink.line(to: curve.end.subpixel) } else { flatten(curve, bounds, into: &sink) }
      current = curve.end
    case .move, .close: break
    }
  }
}

private func flatten<Sink: PolygonSink & ~Copyable>(
  _ curve: DeviceCurve, _ bounds: DeviceBounds, into sink: inout Sink
) {
  var pieces = CurvePieces(curve, bounds: bounds)
  while let (cubic, _) = pieces.next() {
    var steps = CurveSteps(cubic, bounds: bounds)
    while let point = steps.next() { sink.line(to: point.subpixel) }
  }
}
