import TestSupport
import Testing

@testable import FixedRaster

/// What a family of geometry drew, so that no test passes by drawing nothing.
private struct Tally {
  var drawn: [ExtremeFamily: Int] = [:]
  var tried = 0

  mutating func add(_ family: ExtremeFamily, _ isDrawn: Bool) {
    tried += 1
    if isDrawn { drawn[family, default: 0] += 1 }
  }
}

@Suite struct ExtremeGeometryTests {
  @Test(
    "R04 fills of extreme geometry: no trap, nothing outside, the same in tiles; what goes forth and back is nothing")
  func fills() {
    var random = SplitMix(seed: 4)
    var tally = Tally()
    for family in ExtremeFamily.allCases {
      for round in 0..<120 {
        let path = family.path(&random)
        let transform = Mapping(round % 3 == 2 ? random.anyTransform() : .identity)
        let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
        let color = Color(argb: 0xC0FF_F080)
        let isDrawn =
          round % 4 < 2
          ? survives("\(family) \(path)") {
            $0.fill(path.span, mapping: transform, rule: rule, color: color)
          }
          : survives("\(family) \(path)") {
            $0.fill(path.span, mapping: transform, rule: rule, color: color)
          }
        tally.add(family, isDrawn)
      }
    }
    print("R04: fills drawn of 120 each: \(tally.drawn)")
    #expect(tally.drawn[.zeroLength] == nil && tally.drawn[.reversed] == nil)
    for family in [ExtremeFamily.anywhere, .farAndNear, .coincident] { #expect(tally.drawn[family, default: 0] > 20) }
  }

  @Test("R04 strokes of extreme geometry: every join and cap, widths and limits to the ends of their range")
  func strokes() {
    var random = SplitMix(seed: 41)
    var tally = Tally()
    let widths: [Fixed] = [0, -1, Fixed(rawValue: 1), 0.25, 3, 40, 32767, .max, .min]
    let limits: [Fixed] = [4, 0, .max, .min, 1]
    var number = 0
    for join in [LineJoin.miter, .round, .bevel] {
      for cap in [LineCap.butt, .round, .square] {
        for family in ExtremeFamily.allCases {
          for _ in 0..<4 {
            let path = family.path(&random)
            let transform = Mapping(number % 4 == 3 ? random.anyTransform() : .identity)
            let style = StrokeStyle(
              width: widths[number % 9], cap: cap, join: join, miterLimit: limits[number / 9 % 5])
            number += 1
            let isDrawn = survives("\(family) \(style) \(path)") {
              $0.stroke(path.span, style: style, mapping: transform, color: Color(argb: 0x90FF_F080))
            }
            tally.add(family, isDrawn)
          }
        }
      }
    }
    print("R04: strokes drawn of 36 each: \(tally.drawn)")
    #expect(tally.tried == 216)
    for family in ExtremeFamily.allCases { #expect(tally.drawn[family, default: 0] > 2, "\(family)") }
  }

  @Test("R04 images through extreme transforms, of the plane and of space, each sampling, clamped and repeated")
  func images() {
    var random = SplitMix(seed: 42)
    var (plane, space) = (0, 0)
    let samplings: [ImageSampling] = [.nearest, .bilinear, .trilinear]
    for round in 0..<120 {
      let source = TestImage(allImageFormats[round % 7], 5, 9, &random)
      let image = round % 3 == 2 ? source.withLevels() : source.image
      let (sampling, wrap) = (samplings[round % 3], round % 2 == 0 ? ImageWrap.clamp : .repeat)
      var transform = random.anyTransform()
      if round % 4 < 2 {
        // Any size and skew, but some of it over the picture.
        (transform.tx, transform.ty) = (Coefficient(random.next(in: -20...80)), Coefficient(random.next(in: -20...40)))
      }
      if survives(
        "image \(transform)",
        {
          $0.draw(image, mapping: Mapping(transform), sampling: sampling, wrap: wrap, opacity: 200)
        })
      {
        plane += 1
      }
      var tilt = Transform3D(transform)
      (tilt.m14, tilt.m24) = (random.anyTransform().a, random.anyTransform().b)
      if round % 3 == 0 { tilt.m44 = random.anyTransform().d }
      if survives(
        "image \(tilt)",
        {
          $0.draw(image, mapping: Mapping(tilt), sampling: sampling, wrap: wrap, opacity: 200)
        })
      {
        space += 1
      }
      withExtendedLifetime(source) {}
    }
    print("R04: images drawn of 120 each: \(plane) in the plane, \(space) in space")
    #expect(plane > 20 && space > 10)
  }

  @Test("R04 extreme geometry filled and stroked with gradients whose own geometry is as extreme")
  func gradients() {
    var random = SplitMix(seed: 43)
    var tally = Tally()
    let ramp = TestRamp([(0, 0xFF10_2040), (0.5, 0x80FF_8000), (1, 0xFFE0_F0FF)]).ramp
    for family in ExtremeFamily.allCases {
      for round in 0..<60 {
        let path = family.path(&random)
        let (p, q) = (random.extreme(), round % 2 == 0 ? random.extreme() : random.point(50))
        let transform = round % 4 == 3 ? random.anyTransform() : .identity
        let spread: GradientSpread = [.pad, .repeat, .reflect][round % 3]
        let paint: Paint =
          switch round / 2 % 3 {
          case 0:
            .linear(LinearGradient(from: p, to: q, ramp: ramp, spread: spread, mapping: Mapping(transform)))
          case 1:
            .radial(
              RadialGradient(
                startCenter: p, startRadius: p.y, endCenter: q, endRadius: q.x, ramp: ramp, spread: spread,
                mapping: Mapping(transform)))
          default:
            .conic(
              ConicGradient(
                center: q, startAngle: p.x, endAngle: p.y, ramp: ramp, spread: spread, mapping: Mapping(transform))
            )
          }
        let isDrawn = survives("\(family) \(path) with \(paint)") {
          $0.fill(path.span, mapping: .identity, paint: paint)
          $0.stroke(path.span, style: StrokeStyle(width: 9), mapping: .identity, paint: paint)
        }
        tally.add(family, isDrawn)
      }
    }
    print("R04: drawn with gradients of 60 each: \(tally.drawn)")
    for family in ExtremeFamily.allCases where family != .zeroLength {
      #expect(tally.drawn[family, default: 0] > 10, "\(family)")
    }
  }
}
