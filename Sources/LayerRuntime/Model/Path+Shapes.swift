// Stage: model. Paths as Core Graphics makes them and asks them.

import FixedRaster

extension Path {
  public init(rect: Rect, transform: AffineTransform? = nil) {
    self.init(capacity: 5)
    addRect(rect)
    apply(transform)
  }

  /// The ellipse that touches the rectangle's sides.
  public init(ellipseIn rect: Rect, transform: AffineTransform? = nil) {
    self.init(capacity: 10)
    addEllipse(in: rect)
    apply(transform)
  }

  /// - Parameters:
  ///   - rect: the rectangle before its corners are cut off.
  ///   - cornerWidth: of the quarter of an ellipse that each corner is; held to 0 and half the side.
  ///   - cornerHeight: likewise.
  ///   - transform: moves the points, if there is one.
  public init(
    roundedRect rect: Rect, cornerWidth: Fixed, cornerHeight: Fixed, transform: AffineTransform? = nil
  ) {
    self.init(capacity: 14)
    addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
    apply(transform)
  }

  /// - Parameters:
  ///   - rect: the rectangle before its corners are cut off.
  ///   - cornerRadius: held to 0 and half the shorter side.
  public init(roundedRect rect: Rect, cornerRadius: Fixed) {
    self.init(capacity: 14)
    addRoundedRect(in: rect, cornerRadius: cornerRadius)
  }

  private mutating func apply(_ transform: AffineTransform?) {
    if let transform { self = applying(transform) }
  }
}

// MARK: - Adding to it

extension Path {
  /// Lines from point to point, from the first on, where a subpath begins.
  public mutating func addLines(between points: [Point]) {
    for i in points.indices {
      if i == 0 { move(to: points[i]) } else { addLine(to: points[i]) }
    }
  }

  public mutating func addRects(_ rects: [Rect]) {
    for rect in rects { addRect(rect) }
  }

  /// An arc of a circle, not closed: with a line from the current point to its start; in an empty path it begins a
  /// subpath. So a piece of a cake is `move(to: center)`, the arc and ``closeSubpath()``.
  ///
  /// Angles are in radians, from the x axis, growing clockwise on the display. A clockwise arc goes through growing
  /// angles, as with UIBezierPath (CGPath means the other sense where y grows downwards). `endAngle` is taken some whole
  /// turns on if it lies before `startAngle`; a whole turn on or more is the whole circle.
  public mutating func addArc(
    center: Point, radius: Fixed, startAngle: Fixed, endAngle: Fixed, clockwise: Bool = true
  ) {
    addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
      isConnected: !isEmpty)
  }

  /// An arc that turns by `delta` radians, clockwise on the display if positive; otherwise as
  /// ``addArc(center:radius:startAngle:endAngle:clockwise:)``.
  public mutating func addRelativeArc(center: Point, radius: Fixed, startAngle: Fixed, delta: Fixed) {
    addArc(center: center, radius: radius, startAngle: startAngle, endAngle: startAngle + delta, clockwise: delta >= 0)
  }

  /// A line from the current point towards `tangent1End`, and an arc that goes over into the line from there to
  /// `tangent2End`: the corner, rounded off. Where there is no angle, or no radius, a line to the corner.
  public mutating func addArc(tangent1End: Point, tangent2End: Point, radius: Fixed) {
    addArc(from: currentPoint, tangent1End: tangent1End, tangent2End: tangent2End, radius: radius)
  }

  /// All elements of another path, moved by a transform.
  public mutating func addPath(_ path: Path, transform: AffineTransform = .identity) {
    path.withElements { elements in
      for i in elements.indices { append(elements[i].applying(transform)) }
    }
  }

  /// The path moved by a transform; each point is rounded to the nearest step of `Fixed`, and saturated.
  public func applying(_ transform: AffineTransform) -> Path {
    var moved = Path(capacity: count)
    moved.addPath(self, transform: transform)
    return moved
  }
}

// MARK: - Asking it

extension Path {
  /// Where the next line or curve begins: the last end, or the start of the subpath that was closed last;
  /// ``FixedRaster/Point/zero`` in an empty path.
  public var currentPoint: Point {
    withElements { elements in
      var isClosed = false
      for i in elements.indices.reversed() {
        switch elements[i] {
        case .close: isClosed = true
        case .move(let point): return point
        default: if !isClosed { return elements[i].end }
        }
      }
      return .zero
    }
  }

  /// The smallest rectangle that holds every point and control point; `Rect.null` if there are none. A side longer than
  /// 32767.99 pt is held there.
  public var boundingBox: Rect { bounds ?? .null }

  /// Whether a point lies in the path's inside, curves taken as lines within 1/32 pt of them. On an edge it does where
  /// the inside is to the right of it, or below.
  ///
  /// - Parameters:
  ///   - point: in the path's coordinates, once it is moved.
  ///   - rule: the inside of the path.
  ///   - transform: moves the point first.
  public func contains(
    _ point: Point, using rule: FillRule = .nonZero, transform: AffineTransform = .identity
  ) -> Bool {
    var counter = WindingCounter(around: point.applying(transform))
    withElements { flatten($0, mapping: .identity, into: &counter) }
    counter.close()
    return rule == .nonZero ? counter.winding != 0 : counter.winding & 1 != 0
  }
}

extension PathElement {
  /// Where it ends; `close` has no place of its own.
  fileprivate var end: Point {
    switch self {
    case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end), .conic(_, let end, _): end
    case .close: .zero
    }
  }

  fileprivate func applying(_ t: AffineTransform) -> PathElement {
    switch self {
    case .move(let end): .move(end.applying(t))
    case .line(let end): .line(end.applying(t))
    case .quadratic(let control, let end): .quadratic(control: control.applying(t), end: end.applying(t))
    case .cubic(let control1, let control2, let end):
      .cubic(control1: control1.applying(t), control2: control2.applying(t), end: end.applying(t))
    // The weight of a conic is the same in every plane.
    case .conic(let control, let end, let weight):
      .conic(control: control.applying(t), end: end.applying(t), weight: weight)
    case .close: .close
    }
  }
}

/// Counts how often polygons wind around a point: how many edges run down on its left, less those that run up.
private struct WindingCounter: PolygonSink {
  // In 1/4096 pt: differences stay below 2^29, so products below 2^58.
  private let x, y: Int64
  private var start: (x: Int64, y: Int64) = (0, 0)
  private var last: (x: Int64, y: Int64) = (0, 0)
  private(set) var winding = 0

  init(around point: Point) { (x, y) = (Int64(point.x.rawValue) >> 4, Int64(point.y.rawValue) >> 4) }

  mutating func move(to point: SubpixelPoint) {
    close()
    start = (Int64(point.x.rawValue) << 4, Int64(point.y.rawValue) << 4)
    last = start
  }

  mutating func line(to point: SubpixelPoint) {
    addEdge(to: (Int64(point.x.rawValue) << 4, Int64(point.y.rawValue) << 4))
  }

  mutating func close() { addEdge(to: start) }

  private mutating func addEdge(to end: (x: Int64, y: Int64)) {
    let isDown = end.y > last.y
    let (upper, lower) = isDown ? (last, end) : (end, last)
    last = end
    if y < upper.y || y >= lower.y { return }
    // Whether the edge crosses the point's row at its left, or at the point itself.
    if (lower.x - upper.x) * (y - upper.y) <= (x - upper.x) * (lower.y - upper.y) { winding += isDown ? 1 : -1 }
  }
}
