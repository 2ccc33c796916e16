// Stage: path. Input: path elements in the points of a plane that is seen in perspective. Output: polygons in device
// coordinates, for filling.

/// See ``flatten(_:mapping:clip:into:)``.
@_optimize(size)
func flatten<Sink: PolygonSink & ~Copyable>(
  _ path: Span<PathElement>, _ projection: PlaneProjection, _ clip: PixelRect, into sink: inout Sink
) {
  let bounds = DeviceBounds(clip)
  var cut = ViewCut()
  var isOpen = false
  var subpaths = Subpaths()
  while let subpath = subpaths.next(path) {
    var current = projection.place(subpath.start)
    cut.add(current, &isOpen, into: &sink)
    for i in subpath.elements {
      switch path[i] {
      case .line(let point):
        current = projection.place(point)
        cut.add(current, &isOpen, into: &sink)
      case .quadratic(_, let end), .cubic(_, _, let end), .conic(_, let end, _):
        guard let curve = ProjectedCurve(path[i], from: current, projection) else { break }
        var steps = ProjectedCurveSteps(curve, bounds: bounds)
        while let point = steps.next() { cut.add(point, &isOpen, into: &sink) }
        current = projection.place(end)
        cut.add(current, &isOpen, into: &sink)
      case .move, .close: break
      }
    }
    cut.close(&isOpen, into: &sink)
  }
}

extension ViewCut {
  /// A polygon's next point; the rest of the polygon goes to a sink.
  @inline(never)
  mutating func add<Sink: PolygonSink & ~Copyable>(
    _ point: HomogeneousPoint, _ isOpen: inout Bool, into sink: inout Sink
  ) {
    add(point) { sink.take($0, &isOpen) }
  }

  /// The polygon's end.
  @inline(never)
  mutating func close<Sink: PolygonSink & ~Copyable>(_ isOpen: inout Bool, into sink: inout Sink) {
    close { sink.take($0, &isOpen) }
    isOpen = false
  }
}

extension PolygonSink where Self: ~Copyable {
  /// A point of a polygon that was cut, divided by its w and rounded to 1/256 pixel; the first one opens the polygon.
  @inline(never)
  fileprivate mutating func take(_ point: HomogeneousPoint, _ isOpen: inout Bool) {
    // Where numbers are so large that the cut is not exact, it still is within the view.
    let limit = Subpixel(pixels: 8192)
    let exact = point.devicePoint.subpixel
    let place = SubpixelPoint(
      x: Swift.max(-limit, Swift.min(limit, exact.x)), y: Swift.max(-limit, Swift.min(limit, exact.y)))
    if isOpen { line(to: place) } else { move(to: place) }
    isOpen = true
  }
}
