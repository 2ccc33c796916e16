import Glibc
import TestSupport
import Testing

@testable import FixedRaster

/// A pixel's place is at most half an entry from the middle of the entry it is looked up in.
private let halfEntry = 1.0 / 2048

@Test("R35 linear gradients: every spread, turned, scaled and skewed, near and far: the true colour to half an entry")
func linearGradientsAreTrue() {
  var random = SplitMix(seed: 351)
  var (before, inside, after, uniform) = (0, 0, 0, 0)
  for index in 0..<90 {
    let mode = [GradientSpread.pad, .repeat, .reflect][index % 3]
    let ramp = TestRamp(random.stops())
    let (start, vertical) = (random.point(-10...60), index % 5 == 0)
    let end = vertical ? Point(x: start.x, y: start.y + random.fixed(3...40)) : random.point(-10...60)
    let origin = Int32(index % 4 == 0 ? 8000 : 0)
    var transform = vertical ? AffineTransform.identity : random.transform()
    transform.tx = transform.tx + Coefficient(Int(origin))
    transform.ty = transform.ty + Coefficient(Int(origin))
    let gradient = LinearGradient(from: start, to: end, ramp: ramp.ramp, spread: mode, mapping: Mapping(transform))
    if gradient.hasUniformRows { uniform += 1 }
    let (vx, vy) = (number(end.x) - number(start.x), number(end.y) - number(start.y))
    eachPixel(of: .linear(gradient), originX: origin, originY: origin, step: 5) { x, y, pixel in
      let p = points(x, y, transform)
      let t = ((p.x - number(start.x)) * vx + (p.y - number(start.y)) * vy) / (vx * vx + vy * vy)
      // 2^-18: the rounding of the two factors over 8192 pixels.
      #expect(isTrue(pixel, [t], slack: halfEntry + 1.0 / 262144, ramp.stops, mode), "\(index): \(x) \(y)")
      if t < 0 { before += 1 } else if t > 1 { after += 1 } else { inside += 1 }
    }
  }
  #expect(before > 5000 && inside > 5000 && after > 3000 && uniform >= 10)
}

/// The largest t whose circle goes through the place: the definition of HTML's canvas.
private func circle(
  _ p: (x: Double, y: Double), _ c0: Point, _ r0: Fixed, _ c1: Point, _ r1: Fixed
) -> Double? {
  let (cx, cy) = (number(c1.x) - number(c0.x), number(c1.y) - number(c0.y))
  let (px, py) = (p.x - number(c0.x), p.y - number(c0.y))
  let (r, e) = (number(r0), number(r1) - number(r0))
  let a = cx * cx + cy * cy - e * e
  let b = px * cx + py * cy + r * e
  let c = px * px + py * py - r * r
  var roots: [Double] = []
  if abs(a) < 1e-9 * e * e {
    if b != 0 { roots = [c / (2 * b)] }
  } else if b * b - a * c >= 0 {
    // The stable form: no two large numbers are subtracted.
    let q = b + (b < 0 ? -1 : 1) * (b * b - a * c).squareRoot()
    roots = [q / a, q == 0 ? 0 : c / q]
  }
  return roots.filter { r + $0 * e >= 0 }.max()
}

private struct Circles {
  let name: String
  let c0: Point, r0: Fixed, c1: Point, r1: Fixed
}

private let pairs = [
  Circles(name: "concentric", c0: Point(x: 30, y: 20), r0: 0, c1: Point(x: 30, y: 20), r1: 25),
  Circles(name: "ring", c0: Point(x: 30.5, y: 20.25), r0: 6, c1: Point(x: 30.5, y: 20.25), r1: 17),
  Circles(name: "shrinking ring", c0: Point(x: 30, y: 20), r0: 20, c1: Point(x: 30, y: 20), r1: 5),
  Circles(name: "focal", c0: Point(x: 36, y: 22), r0: 0, c1: Point(x: 30, y: 20), r1: 25),
  Circles(name: "focal near the edge", c0: Point(x: 49, y: 20), r0: 0, c1: Point(x: 30, y: 20), r1: 20),
  Circles(name: "inside", c0: Point(x: 25, y: 20), r0: 4, c1: Point(x: 32, y: 24), r1: 30),
  Circles(name: "inside, shrinking", c0: Point(x: 32, y: 24), r0: 30, c1: Point(x: 25, y: 20), r1: 4),
  Circles(name: "touching", c0: Point(x: 50, y: 20), r0: 0, c1: Point(x: 30, y: 20), r1: 20),
  Circles(name: "touching, shrinking", c0: Point(x: 30, y: 20), r0: 20, c1: Point(x: 45, y: 20), r1: 5),
  Circles(name: "apart", c0: Point(x: 10, y: 20), r0: 4, c1: Point(x: 50, y: 28), r1: 9),
  Circles(name: "apart, shrinking", c0: Point(x: 12, y: 20), r0: 12, c1: Point(x: 50, y: 28), r1: 2),
  Circles(name: "to a point", c0: Point(x: 12, y: 20), r0: 12, c1: Point(x: 50, y: 28), r1: 0),
  Circles(name: "equal", c0: Point(x: 12, y: 30), r0: 12, c1: Point(x: 40, y: 18), r1: 12),
  Circles(name: "nearly equal", c0: Point(x: 12, y: 30), r0: 12, c1: Point(x: 40, y: 18), r1: 12.0001),
  Circles(name: "crossing", c0: Point(x: 20, y: 20), r0: 12, c1: Point(x: 34, y: 24), r1: 18),
]

@Test("R35 radial gradients between two circles: HTML canvas's definition, each way circles can lie, each spread")
func radialGradientsAreTrue() {
  var random = SplitMix(seed: 352)
  var (around, between, touching, clear, painted) = (0, 0, 0, 0, 0)
  for pair in pairs {
    for mode in [GradientSpread.pad, .repeat, .reflect] {
      for (round, isMoved) in [false, true, false].enumerated() {
        let ramp = TestRamp(random.stops(isOpaque: true))
        let transform = isMoved ? random.transform() : .identity
        // Pictures of the device's far corner are of a plane as large as it.
        let scale: Coefficient = 150
        let far = round == 2 ? transform.concatenating(AffineTransform(scaleX: scale, y: scale)) : transform
        let gradient = RadialGradient(
          startCenter: pair.c0, startRadius: pair.r0, endCenter: pair.c1, endRadius: pair.r1, ramp: ramp.ramp,
          spread: mode, mapping: Mapping(far))
        switch gradient.cone {
        case .around: around += 1
        case .between: between += 1
        case .touching: touching += 1
        }
        // 2^-12 of the gradient's size, and 2^-12 of the ramp for rounding.
        let size = max(
          abs(number(pair.r1) - number(pair.r0)),
          hypot(number(pair.c1.x) - number(pair.c0.x), number(pair.c1.y) - number(pair.c0.y)))
        let origin = Int32(round == 2 ? 5000 : 0)
        eachPixel(of: .radial(gradient), originX: origin, originY: origin, step: 7) { x, y, pixel in
          let p = points(x, y, far)
          let places = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map {
            circle((p.x + $0.0 * size / 4096, p.y + $0.1 * size / 4096), pair.c0, pair.r0, pair.c1, pair.r1)
          }
          #expect(
            isTrue(pixel, places, slack: halfEntry + 1.0 / 4096, ramp.stops, mode), "\(pair.name) \(mode): \(x) \(y)")
          if pixel == 0 { clear += 1 } else { painted += 1 }
        }
      }
    }
  }
  #expect(around > 20 && between > 20 && touching >= 12 && clear > 4000 && painted > 20_000)
}

@Test(
  "R35 conic gradients: a turn and parts of it, from any angle, each spread: the true angle to half an entry")
func conicGradientsAreTrue() {
  var random = SplitMix(seed: 353)
  var (before, inside) = (0, 0)
  for index in 0..<60 {
    let mode = [GradientSpread.pad, .repeat, .reflect][index % 3]
    let ramp = TestRamp(random.stops())
    let (center, start) = (random.point(-10...60), random.fixed(-7...7))
    let sweep: Fixed? = index % 2 == 0 ? nil : random.fixed(1...6)
    let transform = index % 4 < 2 ? AffineTransform.identity : random.transform()
    let gradient = ConicGradient(
      center: center, startAngle: start, endAngle: sweep.map { start + $0 }, ramp: ramp.ramp, spread: mode,
      mapping: Mapping(transform))
    eachPixel(of: .conic(gradient), step: 5) { x, y, pixel in
      func place(_ dx: Double, _ dy: Double) -> Double {
        let p = points(x + dx, y + dy, transform)
        let angle = atan2(p.y - number(center.y), p.x - number(center.x)) - number(start)
        let turn = angle / (2 * .pi)
        return (turn - turn.rounded(.down)) * (2 * .pi) / (sweep.map { number($0) } ?? 2 * .pi)
      }
      let t = place(0, 0)
      let ramps = (2 * .pi) / (sweep.map { number($0) } ?? 2 * .pi)
      // 2^-13 of a turn for the arctangent and the start's sine, and the centre to 2^-10 pixel. The ray of the start
      // itself may fall to either side.
      let near = [(0.001, 0.0), (-0.001, 0), (0, 0.001), (0, -0.001)].map { place($0.0, $0.1) }
      let isSeam = near.contains { abs($0 - t) > ramps / 2 } || t < ramps / 8192 || t > ramps - ramps / 8192
      if !isSeam {
        #expect(
          isTrue(pixel, near + [t], slack: halfEntry + ramps / 8192, ramp.stops, mode), "\(index): \(x) \(y)")
        if t > 1 { before += 1 } else { inside += 1 }
      }
    }
  }
  #expect(before > 1000 && inside > 10_000)
}

@Test("R35 the angle is exact at its eight marks, whichever octant, and the centre itself has the first colour")
func conicMarks() {
  let ramp = TestRamp((0...16).map { (Fixed($0, over: 16), 0xFF00_0000 | UInt32($0 * 15) << 16) })
  eachPixel(of: .conic(ConicGradient(center: Point(x: 32.5, y: 24.5), ramp: ramp.ramp))) { x, y, pixel in
    let (dx, dy) = (Int(x - 32.5), Int(y - 24.5))
    if dx == 0 || dy == 0 || abs(dx) == abs(dy) {
      let turn = dx == 0 && dy == 0 ? 0 : Int((atan2(Double(dy), Double(dx)) / (.pi / 4)).rounded()) & 7
      let entries = [ramp[turn * 128], ramp[max(0, turn * 128 - 1)]]
      #expect(entries.contains(pixel), "\(dx) \(dy)")
    }
  }
}

@Test("R35 gradients without an extent paint nothing: equal ends, equal circles, no sweep, a plane without a thickness")
func degenerateGradientsPaintNothing() {
  let ramp = TestRamp([(0, 0xFFFF_0000), (1, 0xFF00_FF00)]).ramp
  let flat = AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)
  let (p, q) = (Point(x: 20, y: 20), Point(x: 40, y: 30))
  func radial(_ c0: Point, _ r0: Fixed, _ c1: Point, _ r1: Fixed, _ transform: AffineTransform = .identity) -> Paint {
    .radial(
      RadialGradient(
        startCenter: c0, startRadius: r0, endCenter: c1, endRadius: r1, ramp: ramp, spread: .repeat,
        mapping: Mapping(transform)))
  }
  let tiny = AffineTransform(scaleX: Coefficient(rawValue: 1), y: Coefficient(rawValue: 1))
  let paints: [Paint] = [
    .linear(LinearGradient(from: p, to: p, ramp: ramp)),
    .linear(LinearGradient(from: p, to: q, ramp: ramp, mapping: Mapping(flat))),
    radial(p, 10, p, 10), radial(p, 0, p, 0), radial(p, -5, p, -1), radial(p, 5, q, 20, flat), radial(p, 1, q, 2, tiny),
    .conic(ConicGradient(center: p, startAngle: 1, endAngle: 1, ramp: ramp)),
    .conic(ConicGradient(center: p, startAngle: 1, endAngle: 0.5, ramp: ramp)),
    .conic(ConicGradient(center: p, ramp: ramp, mapping: Mapping(flat))), .color(.clear),
  ]
  for (index, paint) in paints.enumerated() {
    #expect(paint.isEmpty, "\(index)")
    eachPixel(of: paint) { _, _, pixel in #expect(pixel == 0) }
  }
  // Two points are circles without a radius at every t: what lies on their line only.
  eachPixel(of: radial(Point(x: 20, y: 20), 0, Point(x: 40, y: 33), 0)) { _, _, pixel in #expect(pixel == 0) }
  // A negative radius counts as none.
  eachPixel(of: radial(p, -7, q, 20)) { x, y, pixel in
    if (x, y) == (40.5, 30.5) { #expect(pixel != 0) }
  }
}

@Test("R04 R35 gradients of any numbers: nothing traps, and every pixel is one of the ramp's or clear")
func extremeGradientsAreDrawn() {
  var random = SplitMix(seed: 354)
  let ramp = TestRamp([(0, 0xFF00_00FF), (1, 0xFFFF_00FF)])
  let corners: [Fixed] = [.min, .max, 0, Fixed(rawValue: 1), Fixed(rawValue: -1), 1, 32000]
  func any(_ random: inout SplitMix) -> Fixed {
    random.next(in: 0...2) == 0
      ? corners[random.next(in: 0...6)] : Fixed(rawValue: Int32(truncatingIfNeeded: random.next()))
  }
  func coefficient(_ random: inout SplitMix) -> Coefficient {
    Coefficient(rawValue: Int64(bitPattern: random.next()) >> Int64(random.next(in: 0...63)))
  }
  var (empty, drawn) = (0, 0)
  for index in 0..<200 {
    let mode = [GradientSpread.pad, .repeat, .reflect][index % 3]
    let transform = AffineTransform(
      a: coefficient(&random), b: coefficient(&random), c: coefficient(&random), d: coefficient(&random),
      tx: coefficient(&random), ty: coefficient(&random))
    let (p, q) = (Point(x: any(&random), y: any(&random)), Point(x: any(&random), y: any(&random)))
    let (r0, r1) = (any(&random), any(&random))
    let paints: [Paint] = [
      .linear(LinearGradient(from: p, to: q, ramp: ramp.ramp, spread: mode, mapping: Mapping(transform))),
      .radial(
        RadialGradient(
          startCenter: p, startRadius: r0, endCenter: q, endRadius: r1, ramp: ramp.ramp, spread: mode,
          mapping: Mapping(transform))),
      .conic(
        ConicGradient(
          center: p, startAngle: r0, endAngle: r1, ramp: ramp.ramp, spread: mode, mapping: Mapping(transform))),
    ]
    for paint in paints {
      if paint.isEmpty { empty += 1 }
      eachPixel(of: paint, originX: 8100, originY: index % 2 == 0 ? 0 : 8100, step: 13) { _, _, pixel in
        #expect(pixel == 0 || pixel & 0xFF00_FFFF == 0xFF00_00FF)
        if pixel != 0 { drawn += 1 }
      }
    }
  }
  #expect(empty > 0 && drawn > 20_000)
}
