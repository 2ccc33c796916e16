import Glibc
import TestSupport
import Testing

@testable import FixedRaster

/// How far the places of a flattened conic lie from the exact one, and it from them, at worst.
private func worstDistance(_ path: [PathElement], _ transform: AffineTransform, _ exact: Conic) -> (Double, Int) {
  let polygon = flattened(path, transform).polygons[0].map { Vec($0) }
  // Dense where the curve bends: points of equal parameter of both halves of it, and of theirs.
  let count = 4000
  let curve = (0...count).map { exact.point(Double($0) / Double(count)) }
  var worst = 0.0
  for i in 1..<polygon.count {
    for t in [0.5, 1] {
      let chord: Vec = polygon[i] - polygon[i - 1]
      let place = polygon[i - 1] + t * chord
      var nearest = Double.infinity
      for k in 1...count { nearest = min(nearest, place.distance(toSegment: curve[k - 1], curve[k])) }
      worst = max(worst, nearest)
    }
  }
  for k in stride(from: 0, through: count, by: 40) {
    var nearest = Double.infinity
    for i in 1..<polygon.count { nearest = min(nearest, curve[k].distance(toSegment: polygon[i - 1], polygon[i])) }
    worst = max(worst, nearest)
  }
  return (worst, polygon.count)
}

@Suite struct ConicTests {
  @Test("R30 R32 conics lie within 1/32 pixel of the exact ones, and these of them, at all weights and scales")
  func accuracy() {
    var random = SplitMix(seed: 301)
    var (worst, ellipses, hyperbolas, chords) = (0.0, 0, 0, 0)
    for round in 0..<60 {
      let scale = pow(2, random.real(-3...5))
      let angle = random.real(0...6)
      let transform = AffineTransform(
        a: Coefficient(nearest: scale * cos(angle)), b: Coefficient(nearest: scale * sin(angle)),
        c: Coefficient(nearest: -0.6 * scale * sin(angle)), d: Coefficient(nearest: scale * cos(angle)), tx: 3, ty: -7)
      let points = (0..<3).map { _ in random.point(round % 2 == 0 ? 60 : 5) }
      let weight = Fixed(nearest: pow(2, random.real(-5...4)))
      let matrix = Matrix(transform)
      let exact = Conic(
        start: matrix.apply(Vec(points[0])), control: matrix.apply(Vec(points[1])), end: matrix.apply(Vec(points[2])),
        weight: Double(weight.rawValue) / 65536)
      let path: [PathElement] = [.move(points[0]), .conic(control: points[1], end: points[2], weight: weight)]
      let (distance, count) = worstDistance(path, transform, exact)
      worst = max(worst, distance)
      chords += count
      if weight < 1 { ellipses += 1 } else { hyperbolas += 1 }
    }
    print(
      "R30 conics: worst 1/\(1 / worst) pixel, \(ellipses) of ellipses, \(hyperbolas) of hyperbolas, \(chords) points")
    #expect(worst < 1.0 / 32, "1/\(1 / worst) pixel")
    #expect(ellipses > 20 && hyperbolas > 15 && chords > 600)
  }

  @Test("R30 four conics of weight √½ are a circle, at every radius, from a pixel to four thousand")
  func circles() {
    for radius in [1.0, 7, 60, 500, 4000] {
      let r = Fixed(nearest: radius)
      var path = PathRecorder()
      path.move(to: Point(x: r, y: 0))
      path.addConic(to: Point(x: 0, y: r), control: Point(x: r, y: r), weight: 0.7071067812)
      path.addConic(to: Point(x: -r, y: 0), control: Point(x: -r, y: r), weight: 0.7071067812)
      path.addConic(to: Point(x: 0, y: -r), control: Point(x: -r, y: -r), weight: 0.7071067812)
      path.addConic(to: Point(x: r, y: 0), control: Point(x: r, y: -r), weight: 0.7071067812)
      path.closeSubpath()
      let points = flattened(path.elements).polygons[0].map { Vec($0) }
      var worst = 0.0
      for (p, q) in zip(points, points.dropFirst()) {
        worst = max(worst, abs(p.length - radius), abs((0.5 * (p + q)).length - radius))
      }
      // The weight as a Fixed is 2^-18.7 of itself off: 1/12 of that, times the radius, where the curve is most off.
      #expect(worst < 1.0 / 32, "radius \(radius): \(worst)")
      #expect(points.count <= 26 + Int(22 * radius.squareRoot()))
    }
  }

  @Test("R30 a weight of one is the quadratic, of zero or less the line, a large one nearly the corner")
  func weights() {
    let (a, b, c) = (Point(2, 3), Point(50, 4), Point(40, 60))
    let quadratic = flattened([.move(a), .quadratic(control: b, end: c)]).polygons
    #expect(flattened([.move(a), .conic(control: b, end: c, weight: 1)]).polygons == quadratic)
    for weight in [0, -1, .min] as [Fixed] {
      for point in flattened([.move(a), .conic(control: b, end: c, weight: weight)]).polygons[0] {
        #expect(Vec(point).distance(toSegment: Vec(a), Vec(c)) < 1.0 / 200)
      }
    }
    let corner = flattened([.move(a), .conic(control: b, end: c, weight: .max)]).polygons[0].map { Vec($0) }
    #expect(corner.map { ($0 - Vec(b)).length }.min()! < 1.0 / 64 && corner.last == Vec(c))
    for p in corner {
      #expect(min(p.distance(toSegment: Vec(a), Vec(b)), p.distance(toSegment: Vec(b), Vec(c))) < 1.0 / 64)
    }
  }

  @Test("R04 R30 any coordinates and weights: nothing traps or hangs, chords stay few")
  func extremes() {
    var random = SplitMix(seed: 303)
    var (most, many) = (0, 0)
    for _ in 0..<400 {
      let weight = Fixed(rawValue: Int32(truncatingIfNeeded: random.next()) >> Int32(random.next(in: 0...20)))
      let scale = pow(2, random.real(-20...6))
      let result = flattened(
        [.move(random.extreme()), .conic(control: random.extreme(), end: random.extreme(), weight: weight)],
        AffineTransform(scaleX: Coefficient(nearest: scale), y: Coefficient(nearest: scale)))
      most = max(most, result.pointCount)
      if result.pointCount > 100 { many += 1 }
      _ = stroked(
        [.move(random.extreme()), .conic(control: random.extreme(), end: random.extreme(), weight: weight)],
        StrokeStyle(width: 3), .identity, clip: PixelRect(width: 100, height: 100))
    }
    print("R30: at most \(most) points, \(many) with more than 100")
    #expect(most < 40_000 && many > 30)
  }

  @Test("R32 what lies outside the clip may be simplified, what lies inside it is wound around as often as before")
  func clipping() {
    var random = SplitMix(seed: 304)
    var (fewer, wound) = (0, 0)
    for _ in 0..<150 {
      var path: [PathElement] = [.move(random.point(200))]
      for _ in 0..<5 {
        path.append(
          .conic(control: random.point(200), end: random.point(200), weight: Fixed(nearest: random.real(0.1...4))))
      }
      let (x, y) = (Int32(random.next(in: -150...130)), Int32(random.next(in: -150...130)))
      let clip = PixelRect(minX: x, minY: y, maxX: x + 20, maxY: y + 20)
      let (whole, clipped) = (flattened(path), flattened(path, clip: clip))
      if clipped.pointCount < whole.pointCount { fewer += 1 }
      for _ in 0..<20 {
        let p = Vec(Double(x) + random.real(0...20), Double(y) + random.real(0...20))
        if whole.winding(p) != 0 { wound += 1 }
        #expect(whole.winding(p) == clipped.winding(p))
      }
    }
    print("R32 conics: \(fewer) simplified, \(wound) places wound around")
    #expect(fewer > 100 && wound > 300)
  }

  @Test("R33 strokes of conics are what the reference says, joined smoothly inside and by the style's join outside")
  func strokes() {
    var random = SplitMix(seed: 305)
    var result = StrokeComparison()
    for round in 0..<24 {
      var path: [PathElement] = [.move(random.point(40))]
      for _ in 0..<2 {
        path.append(
          .conic(control: random.point(40), end: random.point(40), weight: Fixed(nearest: random.real(0.3...3))))
      }
      if round % 3 == 0 { path.append(.close) }
      let style = StrokeStyle(
        width: Fixed(nearest: random.real(1...9)), cap: LineCap(rawValue: UInt8(round % 3))!,
        join: LineJoin(rawValue: UInt8(round / 3 % 3))!)
      result.compare(path, style, AffineTransform(scaleX: 1.5, y: 1.5), random: &random)
    }
    print("R33 conics: \(result.inside) inside, \(result.outside) outside, \(result.undecided) undecided")
    #expect(result.wrong.isEmpty && result.negative == 0, "\(result.wrong.count): \(result.wrong.prefix(5))")
    #expect(result.inside > 1000 && result.outside > 1000)
  }
}
