// Stage: path. Input: path elements in points and a stroke style. Output: polygons to be filled non-zero.

/// Hands the outline of the path's stroke to a consumer, as polygons whose non-zero fill is the stroke. All of them wind
/// clockwise on the display, also under a transform that mirrors.
///
/// The stroke is the path's, moved by the transform: under an uneven scale a line's width depends on its direction.
/// Subpaths follow SVG 2, 13.5: `close` joins the ends; a subpath with elements but no length is a dot with round caps, a
/// square along the path's axes with square caps, nothing with butt caps; a lone `move` is nothing. On the device, pieces
/// below 1/64 pixel in both directions have no direction of their own. Under a transform that flattens the plane nothing is
/// drawn, save hairlines.
public func stroke<Consumer: PolygonConsumer & ~Copyable>(
  _ path: Span<PathElement>, style: StrokeStyle, transform: DeviceTransform,
  into consumer: inout Consumer
) {
  guard var stroker = Stroker(style: style, transform: transform) else { return }
  var start = transform.devicePoint(.zero)
  var current = start
  var isOpen = false
  for i in path.indices {
    let element = path[i]
    if case .move(let point) = element {
      if isOpen { stroker.end(into: &consumer) }
      isOpen = false
      start = transform.devicePoint(point)
      current = start
      continue
    }
    if !isOpen {
      stroker.begin(at: start, isClosed: isSubpathClosed(path, from: i))
      isOpen = true
    }
    switch element {
    case .line(let point):
      current = transform.devicePoint(point)
      stroker.line(to: current, into: &consumer)
    case .quadratic, .cubic:
      guard let curve = DeviceCubic(element, from: current, transform) else { break }
      stroker.curve(curve, into: &consumer)
      current = curve.p3
    case .close:
      stroker.line(to: start, into: &consumer)
      stroker.end(into: &consumer)
      isOpen = false
      current = start
    case .move: break
    }
  }
  if isOpen { stroker.end(into: &consumer) }
}

/// Whether the subpath that the element at `index` belongs to ends with `close`.
private func isSubpathClosed(_ path: Span<PathElement>, from index: Int) -> Bool {
  for i in index..<path.count {
    switch path[i] {
    case .close: return true
    case .move: return false
    default: continue
    }
  }
  return false
}
