import FixedRaster

/// Dashed and partial strokes of lines, of curves of each kind, and of closed subpaths, each with every cap; and conics
/// filled.
func hashDashes(_ ground: Ground, _ hash: inout Hash) {
  var long = DashPattern(dash: 7.25, gap: 3, phase: -4.5)
  for length in [0, 2.5, 1.125] as [Fixed] { long.append(length) }
  let patterns = [DashPattern.solid, DashPattern(dash: 0, gap: 5.5), DashPattern(dash: 9, gap: 4, phase: 6), long]
  let parts: [(start: Fixed, end: Fixed)] = [(0, 1), (0.125, 0.8)]
  let uneven = AffineTransform(rotationAngle: 0.2).concatenating(AffineTransform(scaleX: 1.125, y: 0.75))
  for transform in [Mapping.identity, Mapping(uneven)] {
    hashPicture(ground, &hash) { $0.fill(curves().span, mapping: transform, color: Color(argb: 0xE020_C0FF)) }
    for dash in patterns {
      for part in parts {
        for cap in [LineCap.butt, .round, .square] {
          let style = StrokeStyle(width: 3.5, cap: cap, dash: dash, start: part.start, end: part.end)
          // Of a part without the last line, which is longer than all the rest.
          let count = style.start > 0 ? 10 : 12
          hashPicture(ground, &hash) {
            $0.stroke(
              curves().span.extracting(first: count), style: style, mapping: transform,
              color: Color(argb: 0xFFFF_A020))
          }
        }
      }
    }
  }
}

/// An ellipse of conics, a conic beyond the parabola, a cubic, a quadratic, and a line through and far beyond the
/// picture.
private func curves() -> PathBuffer<32> {
  var path = PathBuffer<32>()
  path.move(to: Point(x: 70, y: 30))
  path.addConic(to: Point(x: 40, y: 52.5), control: Point(x: 70, y: 52.5), weight: 0.70710678)
  path.addConic(to: Point(x: 10, y: 30), control: Point(x: 10, y: 52.5), weight: 0.70710678)
  path.addConic(to: Point(x: 40, y: 7.5), control: Point(x: 10, y: 7.5), weight: 0.70710678)
  path.addConic(to: Point(x: 70, y: 30), control: Point(x: 70, y: 7.5), weight: 0.70710678)
  path.closeSubpath()
  path.move(to: Point(x: 4, y: 62))
  path.addConic(to: Point(x: 84, y: 62), control: Point(x: 44, y: 0.5), weight: 4.5)
  path.addCurve(to: Point(x: 6, y: 4), control1: Point(x: 96, y: 20), control2: Point(x: -20, y: 90))
  path.addQuadCurve(to: Point(x: 84, y: 3), control: Point(x: 50, y: 30))
  path.move(to: Point(x: -4000, y: 33.25))
  path.addLine(to: Point(x: 9000, y: 41))
  return path
}
