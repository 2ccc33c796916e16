import Glibc
import TestSupport
import Testing

@testable import FixedRaster

/// How far from a place the nearest of a polygon's chords lies.
private func distance(_ p: Vec, to polygon: [Vec]) -> Double {
  var nearest = Double.infinity
  for i in 1..<polygon.count {
    let (a, b) = (polygon[i - 1], polygon[i])
    // The boxes first: most chords are far away.
    let dx = max(min(a.x, b.x) - p.x, p.x - max(a.x, b.x))
    let dy = max(min(a.y, b.y) - p.y, p.y - max(a.y, b.y))
    if max(dx, dy) < nearest { nearest = min(nearest, p.distance(toSegment: a, b)) }
  }
  return nearest
}

@Suite struct FlattenScaleTests {
  @Test("R32 quadratics and cubics lie within 1/32 pixel of the exact ones at every scale from 2⁻¹⁵ to 2¹⁵")
  func everyScale() {
    var random = SplitMix(seed: 325)
    var (worst, quadratics, cubics, longest) = (0.0, 0, 0, 0)
    for exponent in -15...15 {
      for round in 0..<4 {
        let scale = pow(2, Double(exponent)) * random.real(1...1.9)
        let transform = AffineTransform(
          a: Coefficient(nearest: scale), b: Coefficient(nearest: scale * random.real(-0.3...0.3)),
          c: Coefficient(nearest: scale * random.real(-0.3...0.3)), d: Coefficient(nearest: -scale),
          tx: Coefficient(nearest: random.real(-300...300)), ty: Coefficient(nearest: random.real(-300...300)))
        // From a few pixels to 2^18 of them, as far as points allow.
        let extent = min(32767.9, pow(2, random.real(4...18)) / scale)
        let points = (0..<(round % 2 == 0 ? 3 : 4)).map { _ in random.point(extent) }
        if round % 2 == 0 { quadratics += 1 } else { cubics += 1 }
        let matrix = Matrix(transform)
        let exact = Bezier(points: points.map { matrix.apply(Vec($0)) })
        let polygon = flattened(curvePath(points), transform).polygons[0].map { Vec($0) }
        longest = max(longest, polygon.count)
        for _ in 0..<6 {
          let i = random.next(in: 1...(polygon.count - 1))
          let middle: Vec = 0.5 * (polygon[i - 1] + polygon[i])
          worst = max(worst, exact.distance(to: middle, steps: 400))
          worst = max(worst, distance(exact.point(random.real(0...1)), to: polygon))
        }
      }
    }
    print("R32: worst distance 1/\(1 / worst) pixel; \(quadratics) quadratics, \(cubics) cubics, to \(longest) chords")
    #expect(worst < 1.0 / 32, "1/\(1 / worst) pixel")
    #expect(quadratics == 62 && cubics == 62 && longest > 1000)
  }

  @Test("R32 R30 arcs lie within 1/32 pixel and their own 1/100 point of the circle, at every scale and radius")
  func arcs() {
    var random = SplitMix(seed: 326)
    var (worst, short, long) = (0.0, 0, 0)
    for exponent in -10...12 {
      for _ in 0..<6 {
        let scale = pow(2, Double(exponent)) * random.real(1...1.9)
        let radius = Fixed(nearest: min(1024, pow(2, random.real(-4...16)) / scale))
        let (centre, turn) = (random.point(500), random.real(-6...6))
        let sweep = random.real(0.1...6)
        var path = PathRecorder()
        path.addArc(
          center: centre, radius: radius, startAngle: Fixed(nearest: turn), endAngle: Fixed(nearest: turn + sweep))
        let transform = AffineTransform(scaleX: Coefficient(nearest: scale), y: Coefficient(nearest: scale))
        let polygon = flattened(path.elements, transform).polygons[0].map { Vec($0) }
        if polygon.count > 100 { long += 1 } else { short += 1 }
        let matrix = Matrix(transform)
        let (middle, r) = (matrix.apply(Vec(centre)), Double(radius.rawValue) / 65536 * matrix.a)
        // What the cubics are off the circle by, and four roundings of points to 1/65536.
        let allowed = 1.0 / 32 + matrix.a * (min(0.01, 2.8e-4 * Double(radius.rawValue) / 65536) + 4.0 / 65536)
        func check(_ p: Vec) { worst = max(worst, abs((p - middle).length - r) / allowed) }
        for i in 1..<polygon.count {
          check(polygon[i])
          check(0.5 * (polygon[i - 1] + polygon[i]))
        }
        // And no part of the arc is left out: every angle of it is met.
        for k in 0...8 {
          let angle = turn + sweep * Double(k) / 8
          let p = middle + r * Vec(cos(angle), sin(angle))
          // Angles are rounded to 1/65536, which moves a place along the circle.
          worst = max(worst, distance(p, to: polygon) / (allowed + r / 32768))
        }
      }
    }
    print("R32: arcs at worst at \(worst) of their bound; \(short) of few chords, \(long) of many")
    #expect(worst < 1 && worst > 0.3 && short > 20 && long > 20)
  }
}
