import FixedRaster

// Stage: render. The part of a filled shape to draw again.

extension Commit {
  /// Returns the device pixels that a filled shape covers differently than before, if nothing but one stretch of its
  /// path has changed: of a growing arc, the pixels about its end. `nil` where all of the layer has to be looked at. To
  /// be asked before the layer is copied.
  @inline(never)
  mutating func changedFill(_ i: NodeIndex, _ layer: Layer, _ changes: LayerChanges) -> PixelRect? {
    guard changes.intersection([.geometry, .drawing, .contents, .appearance]) == .drawing,
      !tree.nodes[i].isProjective, case .shape(let former) = tree.parts.drawingSpan[i.offset],
      case .shape(let shape) = layer.drawing().drawing, former.isFilled(like: shape),
      let box = changedBox(former.path.span, shape.path.span)
    else { return nil }
    // Points are rounded to subpixels on either side of the box.
    return pixels(box, tree.nodes[i], i, isUpright: false).grown(by: 1)
  }
}

extension RenderShape {
  /// Whether both are filled alike, and not stroked.
  fileprivate func isFilled(like other: RenderShape) -> Bool {
    stroke.alpha == 0 && other.stroke.alpha == 0 && fill == other.fill && rule == other.rule
  }
}

/// Returns a box outside which two paths fill the same, in points. `nil` if they differ in more than one stretch of a
/// subpath: there the two stretches, which begin and end in the same points, go round nothing outside their box.
private func changedBox(_ a: Span<PathElement>, _ b: Span<PathElement>) -> PreciseBox? {
  let shortest = Swift.min(a.count, b.count)
  var (start, pen) = (Point.zero, Point.zero)
  var first = 0
  while first < shortest, a[first] == b[first] {
    pen = a[first].end ?? start
    if case .move = a[first] { start = pen }
    first += 1
  }
  if first == 0 { return nil }
  let behind = commonEnd(a, b, most: shortest - first)
  var bounds = PathBounds(pen)
  // An open subpath is filled up to its start.
  if behind == 0 { bounds.include(start) }
  guard bounds.include(a.extracting(first..<a.count - behind), start),
    bounds.include(b.extracting(first..<b.count - behind), start)
  else { return nil }
  return bounds.box
}

/// How many elements the ends of two paths have in common, which also begin in the same point.
@inline(never)
private func commonEnd(_ a: Span<PathElement>, _ b: Span<PathElement>, most: Int) -> Int {
  for count in 0..<most {
    let (elementA, elementB) = (a[a.count - 1 - count], b[b.count - 1 - count])
    if elementA == elementB { continue }
    // The first of them begins where the element before ends: elsewhere in the two, it is not the same.
    return elementA.ends(like: elementB) ? count : Swift.max(0, count - 1)
  }
  return Swift.max(0, most - 1)
}

/// The box of a path's points and control points.
private struct PathBounds {
  private var low, high: Point

  init(_ point: Point) { (low, high) = (point, point) }

  var box: PreciseBox {
    PreciseBox(
      minX: Coefficient(low.x), minY: Coefficient(low.y), maxX: Coefficient(high.x), maxY: Coefficient(high.y))
  }

  mutating func include(_ point: Point) {
    low = Point(x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y))
    high = Point(x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
  }

  /// Returns false for elements that lie in more than one subpath.
  mutating func include(_ elements: Span<PathElement>, _ start: Point) -> Bool {
    for i in elements.indices {
      switch elements[i] {
      case .move: return false
      case .line: break
      case .quadratic(let control, _), .conic(let control, _, _): include(control)
      case .cubic(let control1, let control2, _):
        include(control1)
        include(control2)
      case .close: if i + 1 < elements.count { return false }
      }
      include(elements[i].end ?? start)
    }
    return true
  }
}

extension PathElement {
  /// Where it ends; `nil` for the start of the subpath.
  fileprivate var end: Point? {
    switch self {
    case .move(let end), .line(let end), .quadratic(_, let end), .conic(_, let end, _), .cubic(_, _, let end): end
    case .close: nil
    }
  }

  /// Whether both end in the same point, wherever their subpath began.
  fileprivate func ends(like other: PathElement) -> Bool {
    guard let a = end, let b = other.end else { return false }
    return a == b
  }
}
