import Glibc
import TestSupport
import Testing

@testable import FixedRaster

/// The boxes of the polygons, from left to right: `x` of the left and the right side.
private func boxes(_ recorder: PolygonRecorder) -> [ClosedRange<Double>] {
  recorder.polygons.map { polygon in
    let x = polygon.map { Vec($0).x }
    return x.min()!...x.max()!
  }.sorted { $0.lowerBound < $1.lowerBound }
}

/// Whether the boxes are the same to less than 1/64 pixel.
private func same(_ a: [ClosedRange<Double>], _ b: [ClosedRange<Double>]) -> Bool {
  let to = 1.0 / 64
  return a.count == b.count
    && zip(a, b).allSatisfy { abs($0.lowerBound - $1.lowerBound) < to && abs($0.upperBound - $1.upperBound) < to }
}

private func line(_ x0: Double, _ x1: Double) -> [PathElement] { [.move(Point(x0, 10)), .line(Point(x1, 10))] }

private func pattern(_ lengths: Fixed..., phase: Fixed = 0) -> DashPattern { DashPattern(lengths.span, phase: phase) }

@Suite struct DashTests {
  @Test("R33 dashes begin with the path, alternate with gaps, and end where the line does")
  func alternation() {
    let style = StrokeStyle(width: 4, dash: pattern(10, 5))
    #expect(boxes(stroked(line(0, 37), style)) == [0...10, 15...25, 30...37])
    // An odd number of lengths is gone through twice.
    let odd = StrokeStyle(width: 4, dash: pattern(6, 2, 4))
    #expect(boxes(stroked(line(0, 30), odd)) == [0...6, 8...12, 18...20, 24...30])
    let uneven = StrokeStyle(width: 4, dash: pattern(1, 2, 3, 4))
    #expect(boxes(stroked(line(100, 115), uneven)) == [100...101, 103...106, 110...111, 113...115])
    // The same line from the other side, each subpath from its own beginning.
    let two = line(20, 0) + line(40, 52)
    #expect(boxes(stroked(two, style)) == [0...5, 10...20, 40...50])
  }

  @Test("R33 the phase says how far into the pattern a subpath begins, whatever its size and sign")
  func phases() {
    func starting(_ phase: Fixed) -> [ClosedRange<Double>] {
      boxes(stroked(line(0, 30), StrokeStyle(width: 4, dash: pattern(10, 5, phase: phase))))
    }
    #expect(starting(4) == [0...6, 11...21, 26...30])
    #expect(starting(10) == [5...15, 20...30])
    #expect(starting(12) == [3...13, 18...28])
    #expect(starting(15) == [0...10, 15...25])
    for phase in [19, 3004, -11, -3011] as [Fixed] { #expect(starting(phase) == starting(4)) }
  }

  @Test("R33 lengths are in points before the transform; the line's device length follows from its direction")
  func transforms() {
    let style = StrokeStyle(width: 4, dash: pattern(10, 5))
    let recorder = stroked(line(0, 37), style, AffineTransform(scaleX: 3, y: 0.5))
    #expect(boxes(recorder) == [0...30, 45...75, 90...111])
  }

  @Test("R33 dashes have the style's cap at both ends; without length they are dots and squares along the path")
  func caps() {
    let round = stroked(line(0, 30), StrokeStyle(width: 4, cap: .round, dash: pattern(10, 10)))
    // A round cap is a polygon in its circle.
    #expect(same(boxes(round), [-2...12, 18...32]))
    let square = stroked(line(0, 30), StrokeStyle(width: 4, cap: .square, dash: pattern(10, 10)))
    #expect(boxes(square) == [-2...12, 18...32])
    let dots = StrokeStyle(width: 4, cap: .round, dash: pattern(0, 8))
    let dotted = stroked(line(0, 20), dots)
    #expect(same(boxes(dotted), [-2...2, 6...10, 14...18]))
    for polygon in dotted.polygons {
      let middle = Vec((Vec(polygon[0]).x / 8).rounded() * 8, 10)
      for p in polygon { #expect(abs((Vec(p) - middle).length - 2) < 1.0 / 128) }
    }
    #expect(stroked(line(0, 20), StrokeStyle(width: 4, dash: pattern(0, 8))).polygons.isEmpty)
    // A square on a slope: its corners lie on the axes through its middle.
    let slope: [PathElement] = [.move(Point(0, 0)), .line(Point(50, 50))]
    let squares = stroked(slope, StrokeStyle(width: 4, cap: .square, dash: pattern(0, 20)))
    #expect(squares.polygons.count == 4)
    let corner = squares.polygons[0].map { Vec($0) }.max { $0.y < $1.y }!
    #expect(abs(corner.x) < 1.0 / 128 && abs(corner.y - 8.0.squareRoot()) < 1.0 / 128)
    // And on a curve.
    let curve: [PathElement] = [.move(Point(0, 0)), .quadratic(control: Point(50, 0), end: Point(50, 50))]
    var comparison = StrokeComparison()
    var random = SplitMix(seed: 331)
    comparison.compare(
      curve, StrokeStyle(width: 6, cap: .square, dash: pattern(0, 13.7, phase: 2)), .identity, random: &random)
    #expect(comparison.wrong.isEmpty && comparison.inside > 10, "\(comparison.wrong)")
  }

  @Test("R33 a closed subpath's first dash and last are one where they meet; a dash all around has no ends")
  func closing() {
    var path = PathRecorder()
    path.addRect(Rect(x: 10, y: 10, width: 40, height: 30))
    func strokeOf(_ dash: DashPattern) -> PolygonRecorder { stroked(path.elements, StrokeStyle(width: 4, dash: dash)) }
    // 140 around: the last dash begins at 120 and goes on over the corner, which is mitered.
    let joined = strokeOf(pattern(20, 10, 10, 0, 0, 20))
    #expect(joined.winding(Vec(8.5, 8.51)) == 1)
    // A gap before the end: the corner is cut at the first dash's start.
    let apart = strokeOf(pattern(20, 15))
    #expect(apart.winding(Vec(8.5, 8.51)) == 0 && apart.winding(Vec(10.5, 8.51)) == 1)
    // A gap at the start, a dash at the end.
    let late = strokeOf(pattern(20, 10, phase: 20))
    #expect(late.winding(Vec(8.5, 8.51)) == 0 && late.winding(Vec(8.5, 12.51)) == 1)
    // The same polygons as without a dash.
    let solid = stroked(path.elements, StrokeStyle(width: 4))
    #expect(strokeOf(pattern(150, 10)).polygons == solid.polygons)
    #expect(strokeOf(pattern(70, 0)).winding(Vec(8.5, 8.51)) == 1)
    let part = stroked(path.elements, StrokeStyle(width: 4, start: 0, end: 0.5))
    #expect(part.winding(Vec(8.5, 8.51)) == 0 && part.winding(Vec(11, 9.51)) == 1 && part.winding(Vec(9.51, 30)) == 0)
  }

  @Test("R33 dashes of lines and curves under any transform are what the reference says")
  func comparedWithReference() {
    var random = SplitMix(seed: 332)
    var result = StrokeComparison()
    var (curves, closed, uneven, partial) = (0, 0, 0, 0)
    for round in 0..<60 {
      var path: [PathElement] = []
      for _ in 0..<random.next(in: 1...2) {
        path.append(.move(random.point(40)))
        for _ in 0..<random.next(in: 1...3) {
          switch random.next(in: 0...3) {
          case 0: path.append(.quadratic(control: random.point(40), end: random.point(40)))
          case 1:
            path.append(
              .conic(control: random.point(40), end: random.point(40), weight: Fixed(nearest: random.real(0.4...2))))
          case 2:
            path.append(.cubic(control1: random.point(40), control2: random.point(40), end: random.point(40)))
          default: path.append(.line(random.point(40)))
          }
          curves += 1
        }
        if round % 2 == 0 {
          path.append(.close)
          closed += 1
        }
      }
      var style = StrokeStyle(
        width: Fixed(nearest: random.real(1...7)), cap: LineCap(rawValue: UInt8(round % 3))!,
        join: LineJoin(rawValue: UInt8(round / 3 % 3))!)
      if round % 5 != 4 {
        for _ in 0..<random.next(in: 1...5) { style.dash.append(Fixed(nearest: random.real(2...25))) }
        style.dash.phase = Fixed(nearest: random.real(-60...60))
      }
      if round % 3 == 1 || round % 5 == 4 {
        style.start = Fixed(nearest: random.real(-0.1...0.4))
        style.end = Fixed(nearest: random.real(0.5...1.1))
        partial += 1
      }
      let isUneven = round % 4 == 3
      if isUneven { uneven += 1 }
      let transform = AffineTransform(scaleX: 1.25, y: isUneven ? 0.75 : 1.25)
      result.compare(path, style, transform, random: &random, tolerance: 1.0 / 10)
    }
    print(
      "R33 dashes: \(result.inside) inside, \(result.outside) outside, \(result.undecided) undecided;",
      "\(curves) elements, \(closed) closed, \(uneven) uneven, \(partial) partial")
    // On the inner side of a bend tighter than the pen, a chord's corners stick out by half the turn to the next chord
    // times half the width. Arms of the curve hide them, unless a dash ends in the bend.
    #expect(result.far.isEmpty && result.wrong.count < 3, "\(result.wrong.count): \(result.wrong.prefix(8))")
    #expect(result.negative == 0)
    #expect(result.inside > 4000 && result.outside > 4000 && curves > 100 && closed > 20 && uneven > 10 && partial > 15)
  }

  @Test("R33 a part of the path from start to end is measured over all subpaths and leaves dashes where they were")
  func parts() {
    let path = line(0, 30) + line(100, 170)
    func shown(_ start: Fixed, _ end: Fixed, _ dash: DashPattern = .solid) -> [ClosedRange<Double>] {
      boxes(stroked(path, StrokeStyle(width: 4, dash: dash, start: start, end: end)))
    }
    #expect(same(shown(0, 1), [0...30, 100...170]))
    #expect(same(shown(0.1, 0.5), [10...30, 100...120]))
    #expect(same(shown(0.2, 0.25), [20...25]))
    #expect(same(shown(0.5, 2), [120...170]))
    #expect(same(shown(-1, 0.3), [0...30]))
    #expect(shown(0.5, 0.5).isEmpty && shown(0.6, 0.4).isEmpty && shown(1, 2).isEmpty && shown(-1, 0).isEmpty)
    #expect(same(shown(0.05, 0.55, pattern(10, 10)), [5...10, 20...30, 100...110, 120...125]))
  }

  @Test("R33 sixteen lengths count, more are counted as overflow; below zero is zero; all zero is solid")
  func patterns() {
    var long = DashPattern()
    for i in 0..<20 { long.append(Fixed(i + 1)) }
    #expect(long.count == 16 && DashPattern.capacity == 16 && long.overflow == 4 && long[15] == 16)
    let lengths = (1...16).map { Fixed($0) }
    #expect(
      stroked(line(0, 300), StrokeStyle(width: 4, dash: long)).polygons
        == stroked(line(0, 300), StrokeStyle(width: 4, dash: DashPattern(lengths.span))).polygons)
    #expect(boxes(stroked(line(0, 20), StrokeStyle(width: 4, dash: pattern(-3, 5, 5, 5)))) == [5...10])
    #expect(pattern(-3, 5)[0] == 0)
    for solid in [DashPattern(), pattern(0), pattern(0, 0, phase: 7), pattern(-1, 0)] {
      #expect(solid.isSolid)
      #expect(
        stroked(line(0, 20), StrokeStyle(width: 4, dash: solid)).polygons
          == stroked(line(0, 20), StrokeStyle(width: 4)).polygons)
    }
    #expect(pattern(1, 2) == DashPattern(dash: 1, gap: 2) && pattern(1, 2) != pattern(1, 3))
    #expect(pattern(1, 2) != pattern(1, 2, phase: 1) && pattern(1, 2) != pattern(1, 2, 3))
    #expect(pattern(1, 2).hashValue == DashPattern(dash: 1, gap: 2).hashValue)
  }
}
