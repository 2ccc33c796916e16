// Stage: time. A path as a way to go along.

import FixedRaster

/// The lines and curves of a path, each a step of a ``KeyframeAnimation``. Moves are no steps: it goes on elsewhere.
struct PathSteps {
  private struct Step {
    let start: Point
    let element: PathElement
  }

  private var steps: [Step] = []
  /// Where the path is as long as it has no steps.
  private var start = Point.zero

  init() {}

  init(_ path: Path?) {
    guard let path else { return }
    var (first, current) = (Point.zero, Point.zero)
    path.withElements { elements in
      for i in elements.indices {
        switch elements[i] {
        case .move(let end):
          (first, current) = (end, end)
          if steps.isEmpty { start = end }
        case .close:
          if current != first { steps.append(Step(start: current, element: .line(first))) }
          current = first
        case .line(let end), .quadratic(_, let end), .conic(_, let end, _), .cubic(_, _, let end):
          steps.append(Step(start: current, element: elements[i]))
          current = end
        }
      }
    }
  }

  var count: Int { steps.count }

  /// The place in a step, at a parameter of 0...1 of the line or curve.
  func point(_ number: Int, _ t: Coefficient) -> Point {
    if steps.isEmpty { return start }
    let step = steps[Swift.max(0, Swift.min(number, steps.count - 1))]
    let s: Coefficient = 1 - t
    let (ss, st, tt): (Coefficient, Coefficient, Coefficient) = (s * s, s * t, t * t)
    switch step.element {
    case .line(let end): return step.start.mixed(with: end, t)
    case .quadratic(let control, let end): return sum((step.start, ss), (control, st + st), (end, tt))
    case .cubic(let control1, let control2, let end):
      let (sst, stt): (Coefficient, Coefficient) = (ss * t, st * t)
      return sum((step.start, ss * s), (control1, sst + sst + sst), (control2, stt + stt + stt), (end, tt * t))
    case .conic(let control, let end, let weight):
      let middle: Coefficient = (st + st) * Coefficient(weight)
      let whole = ss + middle + tt
      return sum((step.start, ss / whole), (control, middle / whole), (end, tt / whole))
    case .move, .close: return step.start
    }
  }

  /// Where the step runs to at a parameter, in radians from x towards y.
  func direction(_ number: Int, _ t: Coefficient) -> Fixed {
    // Of a curve the chord of a 256th about the place: control points may lie on each other.
    let span = Coefficient(rawValue: 1 << 23)
    let (from, to) = (point(number, Swift.max(0, t - span)), point(number, Swift.min(1, t + span)))
    return arctangent(y: to.y - from.y, x: to.x - from.x)
  }

  private typealias Term = (point: Point, weight: Coefficient)

  private func sum(_ a: Term, _ b: Term, _ c: Term, _ d: Term = (.zero, 0)) -> Point {
    func sum(_ part: (Point) -> Fixed) -> Fixed {
      (Coefficient(part(a.point)) * a.weight + Coefficient(part(b.point)) * b.weight
        + Coefficient(part(c.point)) * c.weight + Coefficient(part(d.point)) * d.weight).fixed
    }
    return Point(x: sum { $0.x }, y: sum { $0.y })
  }
}
