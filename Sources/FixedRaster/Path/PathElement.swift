/// One step of a path, in points. A path is a `Span<PathElement>`: memory of the caller's.
public enum PathElement: Hashable, Sendable {
  case move(Point)
  case line(Point)
  case quadratic(control: Point, end: Point)
  case cubic(control1: Point, control2: Point, end: Point)
  /// A rational quadratic whose control point counts `weight` times: a piece of an ellipse below 1, of a parabola at 1,
  /// of a hyperbola above. A weight of zero or less makes it a line. A quarter of a circle has √½.
  case conic(control: Point, end: Point, weight: Fixed)
  /// To the start of the subpath.
  case close
}

/// A receiver of a path's steps, one after the other: a buffer, a stroker, the rasterizer.
public protocol PathSink: ~Copyable {
  mutating func move(to point: Point)
  mutating func addLine(to point: Point)
  mutating func addQuadCurve(to end: Point, control: Point)
  mutating func addCurve(to end: Point, control1: Point, control2: Point)
  mutating func addConic(to end: Point, control: Point, weight: Fixed)
  mutating func closeSubpath()
}

extension PathSink where Self: ~Copyable {
  /// Takes each element in turn.
  @inlinable
  public mutating func append(_ path: Span<PathElement>) {
    for i in path.indices {
      switch path[i] {
      case .move(let p): move(to: p)
      case .line(let p): addLine(to: p)
      case .quadratic(let c, let p): addQuadCurve(to: p, control: c)
      case .cubic(let c1, let c2, let p): addCurve(to: p, control1: c1, control2: c2)
      case .conic(let c, let p, let weight): addConic(to: p, control: c, weight: weight)
      case .close: closeSubpath()
      }
    }
  }
}
