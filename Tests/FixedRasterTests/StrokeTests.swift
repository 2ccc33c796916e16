import Glibc
import TestSupport
import Testing

@testable import FixedRaster

private func randomTransform(_ random: inout SplitMix, _ round: Int) -> AffineTransform {
  switch round % 4 {
  case 0: return AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  case 1:  // turned, the same in both directions
    return AffineTransform(rotationAngle: Fixed(nearest: random.real(0...6)))
  default:  // an uneven scale, turned and skewed; every other one mirrors
    let (angle, shear) = (random.real(0...6.28), random.real(-0.7...0.7))
    let sx = random.real(0.3...3)
    let sy = random.real(0.3...3) * (round % 4 == 3 ? -1 : 1)
    return AffineTransform(
      a: Coefficient(nearest: sx * cos(angle)), b: Coefficient(nearest: sx * sin(angle)),
      c: Coefficient(nearest: sy * (shear * cos(angle) - sin(angle))),
      d: Coefficient(nearest: sy * (shear * sin(angle) + cos(angle))), tx: 17.3, ty: -40.7)
  }
}

private let caps: [LineCap] = [.butt, .round, .square]
private let joins: [LineJoin] = [.miter, .round, .bevel]

@Suite struct StrokeTests {
  private func expectSame(_ result: StrokeComparison, inside: Int, outside: Int) {
    #expect(result.wrong.isEmpty, "\(result.wrong.count) places differ, one at \(result.wrong.first ?? Vec(0, 0))")
    #expect(result.negative == 0)
    #expect(result.inside >= inside && result.outside >= outside, "\(result.inside), \(result.outside)")
    #expect(result.undecided < (result.inside + result.outside) / 3, "\(result.undecided)")
  }

  @Test("R33 caps are cut off, round or square, whatever the direction and the transform", arguments: caps)
  func lineCaps(cap: LineCap) {
    var random = SplitMix(seed: 331)
    var result = StrokeComparison()
    for round in 0..<60 {
      let style = StrokeStyle(width: Fixed(nearest: random.real(1...20)), cap: cap, join: .round)
      let path: [PathElement] = [.move(random.point(30)), .line(random.point(30))]
      result.compare(path, style, randomTransform(&random, round), random: &random)
    }
    expectSame(result, inside: 3000, outside: 3000)
  }

  @Test(
    "R33 joins are mitered, round or beveled, at corners of every angle and under every transform", arguments: joins)
  func lineJoins(join: LineJoin) {
    var random = SplitMix(seed: 332)
    var result = StrokeComparison()
    for round in 0..<80 {
      let width = Fixed(nearest: random.real(1...16))
      let style = StrokeStyle(width: width, join: join, miterLimit: Fixed(nearest: random.real(1...6)))
      // Short pieces too: from as long as the width is to much longer.
      var path: [PathElement] = [.move(random.point(40))]
      for _ in 0..<random.next(in: 2...5) { path.append(.line(random.point(round % 3 == 0 ? 8 : 40))) }
      result.compare(path, style, randomTransform(&random, round / 3), random: &random)
    }
    expectSame(result, inside: 4000, outside: 4000)
  }

  @Test("R33 a miter beyond the limit is a bevel, one at the limit is not; below one the limit counts as one")
  func miterLimit() {
    // The length of a miter is 1 / cos(turn/2) widths.
    for turn in [0.3, 1, 2, 2.5, 3] {
      let ratio = 1 / cos(turn / 2)
      let end = Point(100 + 80 * cos(turn), 80 * sin(turn))
      let path: [PathElement] = [.move(Point(0, 0)), .line(Point(100, 0)), .line(end)]
      func reach(_ limit: Double) -> Double {
        let style = StrokeStyle(width: 8, join: .miter, miterLimit: Fixed(nearest: limit))
        let tip = Vec(cos(turn / 2 - .pi / 2), sin(turn / 2 - .pi / 2))
        return stroked(path, style).polygons.joined().map { (Vec($0) - Vec(100, 0)).dot(tip) }.max() ?? 0
      }
      #expect(abs(reach(ratio * 1.001) - 4 * ratio) < 0.02, "\(turn)")
      #expect(abs(reach(max(1, ratio * 0.999)) - 4 / ratio) < 0.02 * ratio, "\(turn)")
      #expect(reach(0.5) == reach(1) && reach(-3) == reach(1))
    }
    // A turn so sharp that its tip is 200 half widths away.
    let path: [PathElement] = [.move(Point(0, 0)), .line(Point(1000, 0)), .line(Point(0, 10))]
    let far = stroked(path, StrokeStyle(width: 2, join: .miter, miterLimit: 1000)).polygons.joined()
    #expect(abs((far.map { Vec($0).x }.max() ?? 0) - 1200) < 1)
  }

  @Test("R33 closed subpaths are joined at their start, whatever the join and the transform", arguments: joins)
  func closed(join: LineJoin) {
    var random = SplitMix(seed: 333)
    var result = StrokeComparison()
    for round in 0..<60 {
      let style = StrokeStyle(width: Fixed(nearest: random.real(1...12)), cap: .square, join: join, miterLimit: 4)
      let start = random.point(40)
      var path: [PathElement] = [.move(start), .line(random.point(40)), .line(random.point(40))]
      if round % 3 == 0 { path.append(.line(start)) }  // back at the start before it is closed
      if round % 3 == 1 { path.append(.quadratic(control: random.point(40), end: random.point(40))) }
      path.append(.close)
      if round % 4 == 0 { path.append(.line(random.point(40))) }  // and on from there
      result.compare(path, style, randomTransform(&random, round), random: &random)
    }
    expectSame(result, inside: 3000, outside: 3000)
  }

  @Test("R33 subpaths without length: a dot with round caps, a square along the path's axes, nothing with butt caps")
  func zeroLength() {
    var random = SplitMix(seed: 334)
    let p = Point(12.5, 9.25)
    let paths: [[PathElement]] = [
      [.move(p), .close], [.move(p), .line(p)], [.move(p), .line(p), .close],
      [.move(p), .cubic(control1: p, control2: p, end: p)],
      [.move(p), .line(p), .line(p), .quadratic(control: p, end: p)],
    ]
    for (round, path) in paths.enumerated() {
      let transform = randomTransform(&random, round + 1)
      #expect(stroked(path, StrokeStyle(width: 9, cap: .butt), transform).polygons.isEmpty)
      for cap in [LineCap.round, .square] {
        var result = StrokeComparison()
        result.compare(path, StrokeStyle(width: 9, cap: cap), transform, random: &random, count: 1000)
        expectSame(result, inside: 300, outside: 300)
      }
    }
    for cap in caps {
      #expect(stroked([.move(p)], StrokeStyle(width: 9, cap: cap)).polygons.isEmpty)
      #expect(stroked([.move(p), .move(Point(0, 0))], StrokeStyle(width: 9, cap: cap)).polygons.isEmpty)
      #expect(stroked([], StrokeStyle(width: 9, cap: cap)).polygons.isEmpty)
    }
    // A piece without length within a path changes nothing.
    let plain: [PathElement] = [.move(Point(0, 0)), .line(p), .line(Point(40, 0))]
    let doubled: [PathElement] = [.move(Point(0, 0)), .line(Point(0, 0)), .line(p), .line(p), .line(Point(40, 0))]
    let style = StrokeStyle(width: 5, cap: .round)
    #expect(stroked(plain, style).polygons == stroked(doubled, style).polygons)
  }

  @Test("R33 a width of zero or less is one device pixel under any transform, even one that flattens the plane")
  func hairlines() {
    var random = SplitMix(seed: 335)
    for round in 0..<40 {
      let transform = randomTransform(&random, round)
      let matrix = Matrix(transform)
      let (a, b) = (random.point(30), random.point(30))
      let line = matrix.apply(Vec(b)) - matrix.apply(Vec(a))
      for width in [0, -1, Fixed.min] {
        let area = stroked([.move(a), .line(b)], StrokeStyle(width: width), transform).area
        #expect(abs(area - line.length) < 0.02 * line.length + 0.1)
      }
    }
    let flat = AffineTransform(a: 1, b: 2, c: 0, d: 0, tx: 0, ty: 0)
    let path: [PathElement] = [.move(Point(0, 0)), .line(Point(10, 10))]
    #expect(abs(stroked(path, StrokeStyle(width: 0), flat).area - Vec(10, 20).length) < 0.2)
    #expect(stroked(path, StrokeStyle(width: 3), flat).polygons.isEmpty)
  }

  @Test("R33 curves keep their width: open and closed, tight ones and cusps, any cap, join and transform")
  func curves() {
    var random = SplitMix(seed: 336)
    var result = StrokeComparison()
    for round in 0..<60 {
      let width = Fixed(nearest: random.real(1...(round % 3 == 0 ? 30 : 8)))
      let style = StrokeStyle(width: width, cap: caps[round % 3], join: joins[round / 3 % 3], miterLimit: 4)
      var path: [PathElement] = [.move(random.point(40))]
      path.append(.cubic(control1: random.point(60), control2: random.point(60), end: random.point(40)))
      if round % 2 == 0 { path.append(.quadratic(control: random.point(40), end: random.point(40))) }
      if round % 5 == 0 { path.append(.close) }
      result.compare(path, style, randomTransform(&random, round / 2), random: &random, tolerance: 1.0 / 8, count: 60)
    }
    expectSame(result, inside: 1500, outside: 1500)
  }
}
