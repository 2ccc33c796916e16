import Glibc
import TestSupport
import Testing

@testable import FixedRaster

/// The curves of a path as exact Béziers, from their stored coordinates.
private func cubics(_ path: [PathElement]) -> [Bezier] {
  var (result, current): ([Bezier], Vec) = ([], Vec(0, 0))
  for element in path {
    switch element {
    case .move(let p), .line(let p): current = Vec(p)
    case .cubic(let a, let b, let p):
      result.append(Bezier(points: [current, Vec(a), Vec(b), Vec(p)]))
      current = Vec(p)
    default: break
    }
  }
  return result
}

private func built(_ build: (inout PathRecorder) -> Void) -> [PathElement] {
  var recorder = PathRecorder()
  build(&recorder)
  return recorder.elements
}

@Suite struct PathBuildingTests {
  @Test("R30 a rectangle is four corners from the top left, clockwise, closed; a negative size is turned round")
  func rectangle() {
    let expected: [PathElement] = [
      .move(Point(1, 2)), .line(Point(4, 2)), .line(Point(4, 7)), .line(Point(1, 7)), .close,
    ]
    #expect(built { $0.addRect(Rect(x: 1, y: 2, width: 3, height: 5)) } == expected)
    #expect(built { $0.addRect(Rect(x: 4, y: 7, width: -3, height: -5)) } == expected)
  }

  @Test("R30 an ellipse touches its rectangle exactly, is symmetric, runs clockwise")
  func ellipse() {
    for (w, h) in [(10, 10), (33, 7), (500, 320), (2000, 1)] as [(Double, Double)] {
      let path = built { $0.addEllipse(in: Rect(x: 5, y: -9, width: Fixed(nearest: w), height: Fixed(nearest: h))) }
      let ends = cubics(path).flatMap { [$0.points[0], $0.points[3]] }
      #expect(ends.map(\.x).max() == 5 + w && ends.map(\.x).min() == 5)
      #expect(ends.map(\.y).max() == -9 + h && ends.map(\.y).min() == -9)
      #expect(path.last == .close && path.first == .move(Point(5 + w, -9 + h / 2)))
      let recorder = flattened(path)
      #expect(abs(recorder.area - .pi * w * h / 4) < 0.03 * .pi * (w + h) / 2 + 0.02 * (w + h))
      for curve in cubics(path) {
        for p in curve.points {
          let mirrored = Vec(10 + w - p.x, p.y)
          #expect(cubics(path).contains { $0.points.contains { ($0 - mirrored).length < 0.0001 } })
        }
      }
    }
  }

  @Test("R30 round shapes lie within 1/100 point of the circle for radii to 1024 points, within 1/50 to 4096")
  func radialError() {
    var (worst, worstLarge, worstArc) = (0.0, 0.0, 0.0)
    func error(_ path: [PathElement], _ center: Vec, _ radius: Double) -> Double {
      var most = 0.0
      for curve in cubics(path) {
        for k in 0...32 { most = max(most, abs((curve.point(Double(k) / 32) - center).length - radius)) }
      }
      return most
    }
    for radius in [0.5, 3, 31, 32, 32.5, 64, 100, 220.25, 512, 777, 1024] {
      let r = Fixed(nearest: radius)
      let circle = built { $0.addEllipse(in: Rect(x: 0, y: 0, width: r + r, height: r + r)) }
      worst = max(worst, error(circle, Vec(radius, radius), radius))
      for (start, end) in [(0.1, 0.2), (-3.0, 2.9), (1, 5), (0, 6.5), (2, 1)] {
        let arc = built {
          $0.addArc(
            center: Point(7, 8), radius: r, startAngle: Fixed(nearest: start), endAngle: Fixed(nearest: end))
        }
        worstArc = max(worstArc, error(arc, Vec(7, 8), radius))
      }
    }
    for radius in [1500, 2048, 4096] as [Double] {
      let r = Fixed(nearest: radius)
      let circle = built { $0.addEllipse(in: Rect(x: 0, y: 0, width: r + r, height: r + r)) }
      let arc = built { $0.addArc(center: .zero, radius: r, startAngle: 0.3, endAngle: 4) }
      worstLarge = max(worstLarge, error(circle, Vec(radius, radius), radius), error(arc, Vec(0, 0), radius))
    }
    print("R30: at most \(worst), arcs \(worstArc), to 4096 \(worstLarge) points from the circle")
    #expect(worst < 0.01 && worstArc < 0.01 && worstLarge < 0.02)
  }

  @Test("R30 rounded rectangles: each corner its own radius, one of zero is sharp, too large ones are reduced alike")
  func roundedRect() {
    let rect = Rect(x: 0, y: 0, width: 100, height: 60)
    let radii = CornerRadii(topLeft: 10, topRight: 20, bottomRight: 0, bottomLeft: 30)
    let path = built { $0.addRoundedRect(in: rect, cornerRadii: radii) }
    let curves = cubics(path)
    #expect(curves.count == 3 && path.last == .close)
    #expect(curves[0].points[0] == Vec(80, 0) && curves[0].points[3] == Vec(100, 20))
    #expect(curves[1].points[0] == Vec(30, 60) && curves[1].points[3] == Vec(0, 30))
    #expect(curves[2].points[0] == Vec(0, 10) && curves[2].points[3] == Vec(10, 0))
    #expect(path.contains(.line(Point(100, 60))) && path.first == .move(Point(10, 0)))
    for (curve, center, radius) in [
      (curves[0], Vec(80, 20), 20.0), (curves[1], Vec(30, 30), 30), (curves[2], Vec(10, 10), 10),
    ] {
      for k in 0...8 { #expect(abs((curve.point(Double(k) / 8) - center).length - radius) < 0.01) }
    }
    let corners: Double = 100 + 400 + 900
    let area: Double = 6000 - corners * (1 - Double.pi / 4)
    #expect(abs(flattened(path).area - area) < 4)

    // One radius for all; held to half the shorter side.
    #expect(
      built { $0.addRoundedRect(in: rect, cornerRadius: 500) }
        == built { $0.addRoundedRect(in: rect, cornerRadius: 30) })
    #expect(
      built { $0.addRoundedRect(in: rect, cornerRadius: -5) } == built { $0.addRoundedRect(in: rect, cornerRadius: 0) })
    #expect(cubics(built { $0.addRoundedRect(in: rect, cornerRadius: 0) }).isEmpty)
    // The factor is that of the tightest side: 60 / 120 here.
    let large = CornerRadii(topLeft: 80, topRight: 10, bottomRight: 20, bottomLeft: 40)
    let fitted = large.fitted(width: 100, height: 60)
    #expect(fitted == CornerRadii(topLeft: 40, topRight: 5, bottomRight: 10, bottomLeft: 20))
    let narrow = CornerRadii(.max).fitted(width: 7, height: .max)
    #expect(narrow == CornerRadii(3.5))
  }

  @Test("R30 arcs begin and end at their angles, turn the way they are told, and take a whole turn as a circle")
  func arcs() {
    func arc(_ start: Double, _ end: Double, clockwise: Bool, connected: Bool = false) -> [PathElement] {
      built {
        $0.addArc(
          center: Point(50, 60), radius: 20, startAngle: Fixed(nearest: start), endAngle: Fixed(nearest: end),
          clockwise: clockwise, isConnected: connected)
      }
    }
    func on(_ angle: Double) -> Vec { Vec(50, 60) + 20.0 * Vec(cos(angle), sin(angle)) }
    var random = SplitMix(seed: 301)
    var (clockwiseCount, wrapped) = (0, 0)
    for _ in 0..<200 {
      let (start, end) = (random.real(-12...12), random.real(-12...12))
      let isClockwise = random.next() & 1 == 0
      let path = arc(start, end, clockwise: isClockwise)
      let curves = cubics(path)
      let difference = isClockwise ? end - start : start - end
      let turns: Double = ceil(-difference / (2 * .pi))
      var sweep: Double = difference >= 0 ? difference : difference + 2 * .pi * turns
      sweep = min(sweep, 2 * .pi)
      func nearest(_ angle: Double) -> Double {
        curves.reduce(1e9) { min($0, $1.distance(to: on(angle), steps: 40)) }
      }
      if isClockwise { clockwiseCount += 1 }
      if difference < 0 { wrapped += 1 }
      let last = sweep == 2 * .pi ? start : end
      #expect((curves[0].points[0] - on(start)).length < 0.002)
      #expect((curves[curves.count - 1].points[3] - on(last)).length < 0.002)
      // Its middle lies half the turn further on, its length is that of the turn.
      let half = start + (isClockwise ? sweep : -sweep) / 2
      #expect(nearest(half) < 0.01)
      #expect(curves.count == Int((sweep / (.pi / 2) - 1e-4).rounded(.up)))
      if sweep < 5 { #expect(nearest(half + .pi) > 1) }
    }
    #expect(clockwiseCount > 50 && wrapped > 50)
    let circle = arc(1, 1 + 2 * .pi, clockwise: true)
    #expect(cubics(circle).count == 4 && cubics(circle)[3].points[3] == cubics(circle)[0].points[0])
    #expect(abs(flattened(circle).area - .pi * 400) < 5)
    #expect(abs(flattened(arc(1, 1 - 2 * .pi, clockwise: false)).area + .pi * 400) < 5)
    // Without turn, or without radius, it is a point; connected, it begins with a line.
    #expect(arc(0, 0, clockwise: true) == [.move(Point(70, 60))])
    #expect(arc(0, 0, clockwise: true, connected: true) == [.line(Point(70, 60))])
    #expect(built { $0.addArc(center: .zero, radius: -3, startAngle: 0, endAngle: 1) } == [.move(.zero)])
  }

  @Test("R30 shapes at the ends of the coordinates neither trap nor lose their elements")
  func extremes() {
    var random = SplitMix(seed: 302)
    var count = 0
    for _ in 0..<500 {
      let (a, b) = (random.extreme(), random.extreme())
      let path = built {
        let rect = Rect(x: a.x, y: a.y, width: b.x, height: b.y)
        $0.addRect(rect)
        $0.addRoundedRect(
          in: rect, cornerRadii: CornerRadii(topLeft: a.x, topRight: a.y, bottomRight: b.x, bottomLeft: b.y))
        $0.addEllipse(in: rect)
        $0.addArc(center: a, radius: b.x, startAngle: a.y, endAngle: b.y, clockwise: a.x > 0)
      }
      count += path.count
      _ = flattened(path, clip: PixelRect(width: 100, height: 100))
    }
    #expect(count > 500 * 15)
  }
}
