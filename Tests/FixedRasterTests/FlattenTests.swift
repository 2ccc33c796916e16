import Glibc
import TestSupport
import Testing

@testable import FixedRaster

/// A cubic's or a quadratic's points as a path from the first of them.
func curvePath(_ p: [Point]) -> [PathElement] {
  p.count == 4
    ? [.move(p[0]), .cubic(control1: p[1], control2: p[2], end: p[3])]
    : [.move(p[0]), .quadratic(control: p[1], end: p[2])]
}

private func randomTransform(_ random: inout SplitMix, scale: ClosedRange<Double>) -> AffineTransform {
  let (angle, sx, sy) = (random.real(0...6.28), random.real(scale), random.real(scale))
  let shear = random.real(-0.5...0.5)
  return AffineTransform(
    a: Coefficient(nearest: sx * cos(angle)), b: Coefficient(nearest: sx * sin(angle)),
    c: Coefficient(nearest: sy * (shear * cos(angle) - sin(angle))),
    d: Coefficient(nearest: sy * (shear * sin(angle) + cos(angle))),
    tx: Coefficient(nearest: random.real(-300...300)), ty: Coefficient(nearest: random.real(-300...300)))
}

@Suite struct FlattenTests {
  @Test("R32 curves lie within 1/32 pixel of the exact ones, and these of them, at scales from 1/16 to 64")
  func accuracy() {
    var random = SplitMix(seed: 321)
    var (worst, curved, straight, cubics) = (0.0, 0, 0, 0)
    for round in 0..<160 {
      let scale = pow(2, random.real(-4...6))
      let transform = randomTransform(&random, scale: scale * 0.7...scale)
      let extent = [0.3, 20, 60, 100][round & 3]
      let points = (0..<(round % 3 == 0 ? 3 : 4)).map { _ in random.point(extent) }
      let polygon = flattened(curvePath(points), transform).polygons[0].map { Vec($0) }
      let matrix = Matrix(transform)
      let exact = Bezier(points: points.map { matrix.apply(Vec($0)) })
      if polygon.count > 3 { curved += 1 } else { straight += 1 }
      if points.count == 4 { cubics += 1 }
      // Their points and the middles of their chords on the curve; points of the curve on the chords.
      for _ in 0..<20 {
        let i = random.next(in: 1...(polygon.count - 1))
        let t = random.real(0...1)
        let chord: Vec = polygon[i] - polygon[i - 1]
        let place: Vec = polygon[i - 1] + t * chord
        worst = max(worst, exact.distance(to: place))
      }
      for k in 0...60 {
        let p = exact.point(Double(k) / 60)
        var nearest = Double.infinity
        for i in 1..<polygon.count { nearest = min(nearest, p.distance(toSegment: polygon[i - 1], polygon[i])) }
        worst = max(worst, nearest)
      }
    }
    print("R32: worst distance 1/\(1 / worst) pixel; \(curved) curved, \(straight) nearly straight, \(cubics) cubics")
    #expect(worst < 1.0 / 32, "1/\(1 / worst) pixel")
    #expect(curved > 80 && straight > 3 && cubics > 100)
  }

  @Test("R32 curves to the ends of the coordinates at scale 64 still lie within 1/32 pixel")
  func extremes() {
    var random = SplitMix(seed: 322)
    let scale = AffineTransform(scaleX: 64, y: 64)
    let matrix = Matrix(scale)
    var (worst, longest) = (0.0, 0)
    for round in 0..<6 {
      let points = (0..<4).map { _ in round == 0 ? random.extreme() : random.point(32767.9) }
      let polygon = flattened(curvePath(points), scale).polygons[0].map { Vec($0) }
      let exact = Bezier(points: points.map { matrix.apply(Vec($0)) })
      longest = max(longest, polygon.count)
      for _ in 0..<12 {
        let i = random.next(in: 1...(polygon.count - 1))
        let middle: Vec = 0.5 * (polygon[i - 1] + polygon[i])
        worst = max(worst, exact.distance(to: middle, steps: 3000))
        let p = exact.point(random.real(0...1))
        var nearest = Double.infinity
        for i in 1..<polygon.count { nearest = min(nearest, p.distance(toSegment: polygon[i - 1], polygon[i])) }
        worst = max(worst, nearest)
      }
    }
    print("R32: worst distance 1/\(1 / worst) pixel with up to \(longest) chords")
    #expect(worst < 1.0 / 32, "1/\(1 / worst) pixel")
    #expect(longest > 8000 && longest <= 256 * 129)
  }

  @Test("R32 a quadratic as a cubic is rounded to the nearest: the same wherever whole pixels move it, and mirrored")
  func quadratics() {
    var random = SplitMix(seed: 3233)
    func coordinate() -> Int64 { Int64(random.next(in: -1_000_000...1_000_000)) }
    func isNear(_ third: Int64, _ end: Int64, _ control: Int64) -> Bool { abs(3 * third - end - 2 * control) <= 1 }
    for _ in 0..<2000 {
      let p = (0..<3).map { _ in DevicePoint(x: coordinate(), y: coordinate()) }
      let cubic = DeviceCubic(p[0], p[1], p[2])
      #expect(isNear(cubic.p1.x, p[0].x, p[1].x) && isNear(cubic.p1.y, p[0].y, p[1].y))
      #expect(isNear(cubic.p2.x, p[2].x, p[1].x) && isNear(cubic.p2.y, p[2].y, p[1].y))
      for pixels: Int64 in [-40, 7, 1 << 22] {
        let d = pixels << 16
        let q = p.map { DevicePoint(x: $0.x + d, y: d - $0.y) }
        let moved = DeviceCubic(q[0], q[1], q[2])
        #expect(moved.p1.x == cubic.p1.x + d && moved.p2.x == cubic.p2.x + d)
        #expect(moved.p1.y == d - cubic.p1.y && moved.p2.y == d - cubic.p2.y)
      }
    }
  }

  @Test("R32 the number of chords is within a quarter of the least that a circle needs")
  func economy() {
    for radius in [10, 50, 220, 1000] as [Double] {
      var path = PathRecorder()
      path.addEllipse(in: Rect(x: 0, y: 0, width: Fixed(nearest: 2 * radius), height: Fixed(nearest: 2 * radius)))
      // Chords 1/32 pixel from the arc at most span 2·arccos(1 − 1/32r) each.
      let least = 2 * Double.pi / (2 * acos(1 - 1 / (32 * radius)))
      let count = Double(flattened(path.elements).pointCount - 1)
      #expect(count <= least * 1.25 + 8, "\(count) chords, \(least) needed")
    }
  }

  @Test("R32 nothing traps or hangs: any raw coordinates, any matrix, coincident points")
  func anything() {
    var random = SplitMix(seed: 323)
    var (most, degenerate) = (0, 0)
    for round in 0..<300 {
      var points = (0..<4).map { _ in random.extreme() }
      if round % 5 == 0 {
        points = Array(repeating: points[0], count: 4)
        if round % 10 == 0 { points[2] = Point(x: points[2].x, y: points[2].y + Fixed(rawValue: 1)) }
        degenerate += 1
      }
      func coefficient() -> Coefficient {
        Coefficient(rawValue: Int64(bitPattern: random.next()) >> Int64(random.next(in: 0...40)))
      }
      let transform = AffineTransform(
        a: coefficient(), b: coefficient(), c: coefficient(), d: coefficient(), tx: coefficient(), ty: coefficient())
      let elements = curvePath(points) + [.quadratic(control: points[2], end: points[0]), .line(points[1]), .close]
      let result = flattened(elements, round % 3 == 0 ? .identity : transform)
      most = max(most, result.pointCount)
      for point in result.polygons.joined() where max(point.x.magnitude, point.y.magnitude) > Subpixel(pixels: 1 << 22)
      {
        Issue.record("beyond 2^22 pixels")
      }
    }
    #expect(most > 10_000 && most < 2 * 256 * 129 + 4 && degenerate > 50)
  }

  @Test("R32 subpaths: a lone move is nothing, close returns to the start, a path without move begins at the origin")
  func subpaths() {
    let (a, b, c) = (Point(1, 2), Point(30, 2), Point(30, 40))
    func points(_ path: [PathElement]) -> [[Vec]] { flattened(path).polygons.map { $0.map { Vec($0) } } }
    #expect(points([]) == [])
    #expect(points([.move(a)]) == [] && points([.move(a), .close]) == [] && points([.close]) == [])
    #expect(points([.move(b), .move(a), .line(c)]) == [[Vec(1, 2), Vec(30, 40)]])
    #expect(points([.line(b), .line(c)]) == [[Vec(0, 0), Vec(30, 2), Vec(30, 40)]])
    #expect(
      points([.move(a), .line(b), .line(c), .close, .line(b)]) == [
        [Vec(1, 2), Vec(30, 2), Vec(30, 40)], [Vec(1, 2), Vec(30, 2)],
      ])
    // The curve after a close begins at the start too.
    let curve = points([.move(a), .line(b), .close, .quadratic(control: Point(100, 100), end: c)])
    #expect(curve.count == 2 && curve[1][0] == Vec(1, 2) && curve[1].last == Vec(30, 40) && curve[1].count > 5)
  }

  @Test("R32 what lies outside the clip may be simplified, what lies inside it is wound around as often as before")
  func clipping() {
    var random = SplitMix(seed: 324)
    var (fewer, inside, wound) = (0, 0, 0)
    for round in 0..<300 {
      // Large curves across the clip, and small ones that lie beside, on and within its edges.
      let (extent, small) = (round % 3 == 0 ? 200.0 : 24, Fixed(nearest: random.real(2...12)))
      var path: [PathElement] = [.move(random.point(extent))]
      for _ in 0..<4 {
        path.append(.cubic(control1: random.point(extent), control2: random.point(extent), end: random.point(extent)))
        let p = random.point(extent)
        path.append(.line(p))
        path.append(.quadratic(control: Point(x: p.x + small, y: p.y + small), end: Point(x: p.x, y: p.y + small)))
      }
      let x = Int32(round % 3 == 0 ? random.next(in: -150...130) : -10)
      let y = Int32(round % 3 == 0 ? random.next(in: -150...130) : -10)
      let clip = PixelRect(minX: x, minY: y, maxX: x + 20, maxY: y + 20)
      let (whole, clipped) = (flattened(path), flattened(path, clip: clip))
      if clipped.pointCount < whole.pointCount { fewer += 1 }
      for _ in 0..<30 {
        let p = Vec(Double(x) + random.real(0...20), Double(y) + random.real(0...20))
        inside += 1
        let winding = whole.winding(p)
        if winding != 0 { wound += 1 }
        if winding != clipped.winding(p) { Issue.record("\(p): \(winding), \(clipped.winding(p))") }
      }
    }
    print("R32: \(fewer) simplified, \(inside) places, \(wound) of them wound around")
    #expect(fewer > 250 && inside > 1000 && wound > 1000)
  }
}
