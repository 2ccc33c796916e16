// Stage: contents. Calls of Core Graphics' that come to several others.

import FixedRaster

extension DrawingContext {
  public func fill(_ rects: [Rect]) {
    for rect in rects { fill(rect) }
  }

  /// Strokes a rectangle with a line of another width than the state's, in points.
  public func stroke(_ rect: Rect, width: Fixed) {
    let former = state.style.width
    state.style.width = width
    stroke(rect)
    state.style.width = former
  }

  /// Strokes a line from the first point to the second, from the third to the fourth, and so on; a last one alone is left
  /// out.
  public func strokeLineSegments(between points: [Point]) {
    for i in stride(from: 0, to: points.count - 1, by: 2) {
      var line = Path()
      line.move(to: points[i])
      line.addLine(to: points[i + 1])
      stroke(line)
    }
  }

  /// - Parameters:
  ///   - phase: how far into the pattern a line begins, in points.
  ///   - lengths: of dashes and gaps in turn, in points; none for a solid line. See `DashPattern`.
  public func setLineDash(phase: Fixed, lengths: [Fixed]) { setLineDash(DashPattern(lengths.span, phase: phase)) }
}

extension DashPattern: ExpressibleByArrayLiteral {
  /// The lengths of dashes and gaps in turn, in points; `[]` for a solid line.
  public init(arrayLiteral lengths: Fixed...) { self.init(lengths.span) }
}
