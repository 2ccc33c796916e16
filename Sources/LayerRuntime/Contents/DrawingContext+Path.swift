// Stage: contents. A path that is told step by step, then filled, stroked or clipped to. The calls are Core Graphics'.

import FixedRaster

/// The current path is empty when drawing begins, and again once it was filled, stroked or clipped to. It is no part of
/// the graphics state. Each point goes through the transform of the time when it is added. A call that goes on from a
/// current point does nothing before there is one.
extension DrawingContext {
  /// Empties the current path.
  public func beginPath() { currentPath.removeAll() }

  /// Begins a subpath.
  public func move(to point: Point) { append { $0.move(to: point) } }

  public func addLine(to point: Point) { append { $0.addLine(to: point) } }

  public func addQuadCurve(to end: Point, control: Point) { append { $0.addQuadCurve(to: end, control: control) } }

  public func addCurve(to end: Point, control1: Point, control2: Point) {
    append { $0.addCurve(to: end, control1: control1, control2: control2) }
  }

  /// An arc of a circle, with a line to its start from the current point if there is one.
  ///
  /// - Parameters:
  ///   - center: the circle's, in points.
  ///   - radius: in points; one of zero or less is a point.
  ///   - startAngle: in radians from the x axis, growing clockwise on the display.
  ///   - endAngle: where the arc ends, likewise.
  ///   - clockwise: as one sees it where y grows downwards.
  public func addArc(
    center: Point, radius: Fixed, startAngle: Fixed, endAngle: Fixed, clockwise: Bool = true
  ) {
    append { path in
      path.addArc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
        isConnected: path.place != nil)
    }
  }

  /// A closed rectangle, a subpath of its own.
  public func addRect(_ rect: Rect) { append { $0.addRect(rect) } }

  /// A closed ellipse that touches the rectangle's sides, a subpath of its own.
  public func addEllipse(in rect: Rect) { append { $0.addEllipse(in: rect) } }

  /// All elements of a path.
  public func addPath(_ path: Path) { append { current in path.withElements { current.append($0) } } }

  /// Closes the subpath with a line to where it began; the path goes on from there.
  public func closePath() { append { $0.closeSubpath() } }

  public var isPathEmpty: Bool { currentPath.elements.isEmpty }

  /// Where the path goes on, in the current coordinates; `nil` before its first point.
  public var currentPointOfPath: Point? {
    guard let place = currentPath.place else { return nil }
    if currentPath.space == state.transform { return place }
    guard let back = state.transform.inverse else { return nil }
    return place.applying(currentPath.space.concatenating(back))
  }

  private func append(_ change: (inout CurrentPath) -> Void) {
    if target == nil { return }
    currentPath.use(state.transform)
    change(&currentPath)
  }

  // MARK: Its uses

  /// Fills the current path, and empties it.
  public func fillPath(using rule: FillRule = .nonZero) {
    fillCurrentPath(rule)
    currentPath.removeAll()
  }

  private func fillCurrentPath(_ rule: FillRule) {
    let (elements, space) = (currentPath.elements, currentPath.space)
    if !elements.isEmpty { fill(elements.span, rule, state.fill, through: space) }
  }

  /// Strokes the current path as wide as the current transform says, and empties it.
  public func strokePath() {
    currentPath.move(into: state.transform)
    strokeCurrentPath()
    currentPath.removeAll()
  }

  private func strokeCurrentPath() {
    let (elements, space) = (currentPath.elements, currentPath.space)
    if !elements.isEmpty { stroke(elements.span, through: space) }
  }

  /// Limits drawing to the inside of the current path, until the state is restored, and empties the path. An empty one
  /// leaves no area to draw to.
  public func clip(using rule: FillRule = .nonZero) {
    clipToCurrentPath(rule)
    currentPath.removeAll()
  }

  private func clipToCurrentPath(_ rule: FillRule) {
    let (elements, space) = (currentPath.elements, currentPath.space)
    clip(to: elements.span, rule, through: space)
  }
}

// MARK: - The drawable area

extension DrawingContext {
  /// The smallest rectangle, in the current coordinates, that holds the drawable area: at first the part to redraw,
  /// which is all of the bounds unless ``Layer/setNeedsDisplay(_:)`` asked for less; then the part of it that clips
  /// leave. Empty where nothing can be drawn. (Core Graphics: `boundingBoxOfClipPath`.)
  public var clipBounds: Rect {
    if state.clipBox.isEmpty { return .zero }
    guard let back = state.transform.inverse else { return .zero }
    return state.clipBox.applying(back)
  }

  /// The same as ``clipBounds``.
  public var boundingBoxOfClipPath: Rect { clipBounds }

  /// Notes that a path limits drawing.
  func limitClipBox(_ path: Span<PathElement>, _ transform: AffineTransform) {
    var box = PathBox()
    for i in path.indices { box.include(path[i], transform) }
    state.clipBox = state.clipBox.overlap(box.rect)
  }
}

/// The smallest rectangle that holds points and control points, once they went through a transform.
private struct PathBox {
  private var low = Point(x: .max, y: .max)
  private var high = Point(x: .min, y: .min)

  var rect: Rect {
    low.x > high.x ? .zero : Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  mutating func include(_ element: PathElement, _ transform: AffineTransform) {
    switch element {
    case .move(let end), .line(let end): include(end.applying(transform))
    case .quadratic(let control, let end), .conic(let control, let end, _):
      include(control.applying(transform))
      include(end.applying(transform))
    case .cubic(let control1, let control2, let end):
      include(control1.applying(transform))
      include(control2.applying(transform))
      include(end.applying(transform))
    case .close: break
    }
  }

  private mutating func include(_ point: Point) {
    low = Point(x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y))
    high = Point(x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
  }
}

extension Rect {
  /// The common area; of no size where there is none.
  func overlap(_ other: Rect) -> Rect {
    let (x, y) = (Swift.max(minX, other.minX), Swift.max(minY, other.minY))
    let (right, bottom) = (Swift.min(maxX, other.maxX), Swift.min(maxY, other.maxY))
    return right > x && bottom > y ? Rect(x: x, y: y, width: right - x, height: bottom - y) : .zero
  }
}
