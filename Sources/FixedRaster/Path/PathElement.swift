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

/// What takes a path's steps, one after the other: a buffer, a stroker, the rasterizer.
public protocol PathConsumer: ~Copyable {
  mutating func move(to point: Point)
  mutating func line(to point: Point)
  mutating func quadratic(control: Point, to end: Point)
  mutating func cubic(control1: Point, control2: Point, to end: Point)
  mutating func conic(control: Point, to end: Point, weight: Fixed)
  mutating func close()
}

extension PathConsumer where Self: ~Copyable {
  /// Takes each element in turn.
  @inlinable
  public mutating func append(_ path: Span<PathElement>) {
    for i in path.indices {
      switch path[i] {
      case .move(let p): move(to: p)
      case .line(let p): line(to: p)
      case .quadratic(let c, let p): quadratic(control: c, to: p)
      case .cubic(let c1, let c2, let p): cubic(control1: c1, control2: c2, to: p)
      case .conic(let c, let p, let weight): conic(control: c, to: p, weight: weight)
      case .close: close()
      }
    }
  }
}
