// Stage: contents. The path that a drawing context is told step by step. Core Graphics takes each point through the
// transform of its time; here the points stay in the coordinates of the first one's, and others are brought there, so
// that a path made under one transform is drawn as a `Path` of the same points would be.

import FixedRaster

/// A path that is used up when it is drawn. Keeps its memory for the next one.
struct CurrentPath: PathSink {
  private(set) var elements: [PathElement] = []
  /// From the elements' coordinates to the bitmap's pixels.
  private(set) var space = AffineTransform.identity
  /// From the coordinates of additions to the elements'; `nil` where they are the same.
  private var toElements: AffineTransform?
  private var start = Point.zero
  /// Where the path goes on, in the elements' coordinates; `nil` before its first point.
  private(set) var place: Point?

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    (toElements, place) = (nil, nil)
  }

  /// Takes later additions as in other coordinates.
  ///
  /// - Parameter transform: from them to the bitmap's pixels. One that cannot be inverted counts as the one before.
  mutating func use(_ transform: AffineTransform) {
    if elements.isEmpty {
      (space, toElements) = (transform, nil)
    } else if transform == space {
      toElements = nil
    } else if let back = space.inverse {
      toElements = transform.concatenating(back)
    }
  }

  /// Brings the elements into other coordinates: a pen is as wide as those say at the time of the stroke.
  mutating func move(into transform: AffineTransform) {
    if transform == space { return }
    guard let back = transform.inverse else { return }
    let change = space.concatenating(back)
    for i in elements.indices { elements[i] = elements[i].applying(change) }
    start = start.applying(change)
    place = place?.applying(change)
    (space, toElements) = (transform, nil)
  }

  private func located(_ point: Point) -> Point { toElements.map { point.applying($0) } ?? point }

  mutating func move(to point: Point) {
    let point = located(point)
    elements.append(.move(point))
    (start, place) = (point, point)
  }

  mutating func addLine(to point: Point) {
    if place == nil { return }
    let end = located(point)
    elements.append(.line(end))
    place = end
  }

  mutating func addQuadCurve(to end: Point, control: Point) {
    if place == nil { return }
    let end = located(end)
    elements.append(.quadratic(control: located(control), end: end))
    place = end
  }

  mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    if place == nil { return }
    let end = located(end)
    elements.append(.cubic(control1: located(control1), control2: located(control2), end: end))
    place = end
  }

  mutating func addConic(to end: Point, control: Point, weight: Fixed) {
    if place == nil { return }
    let end = located(end)
    elements.append(.conic(control: located(control), end: end, weight: weight))
    place = end
  }

  mutating func closeSubpath() {
    if place == nil { return }
    elements.append(.close)
    place = start
  }
}

extension PathElement {
  fileprivate func applying(_ transform: AffineTransform) -> PathElement {
    switch self {
    case .move(let end): .move(end.applying(transform))
    case .line(let end): .line(end.applying(transform))
    case .quadratic(let control, let end):
      .quadratic(control: control.applying(transform), end: end.applying(transform))
    case .cubic(let control1, let control2, let end):
      .cubic(
        control1: control1.applying(transform), control2: control2.applying(transform), end: end.applying(transform))
    case .conic(let control, let end, let weight):
      .conic(control: control.applying(transform), end: end.applying(transform), weight: weight)
    case .close: .close
    }
  }
}
