import Glibc
import Testing

@testable import FixedRaster

/// Compares what is drawn with exact areas: no pixel may be off by more than `most` of 255. Returns how many pixels
/// were partly covered.
private func check(
  _ drawn: [Int], _ polygons: [[Vec]], _ transform: Transform3D, most: Double, _ what: String,
  _ location: SourceLocation = #_sourceLocation
) -> Int {
  let projection = TrueProjection(transform)
  let exact = areas(polygons.map(projection.project), width: 48, height: 40)
  let worst = zip(drawn, exact).map { abs(Double($0) - $1) }.max() ?? 0
  #expect(worst <= most, "\(what): \(worst) of 255", sourceLocation: location)
  return exact.count { $0 > 1 && $0 < 254 }
}

/// The chord's 1/32 pixel and the rounding's 1/362 along an edge of up to √2 pixels, and 2/255 for the coverage:
/// 255 · √2 · (1/32 + 1/362) + 2.
private let edgeTolerance: Double = 14.3

@Test(
  "R32 L55 a path of all elements in perspective covers each pixel as exact areas say, within 1/32 pixel of its edge")
func projectedFills() throws {
  let figures = sampleFigures()
  var partly = 0
  for (angle, x, y) in [(0.8, 1, 0), (-1.1, 0, 1), (0.6, 1, 1), (2.6, 1, 0.5), (1.3, 0.25, 1)]
    as [(Fixed, Fixed, Fixed)]
  {
    let transform = projective(angle, x: x, y: y)
    let mapping = Mapping(transform)
    for rule in [FillRule.nonZero, .evenOdd] {
      let drawn = coverage {
        $0.fill(figures.span, mapping: mapping, rule: rule, color: .white)
      }
      // The inner figure winds against the outer one: a hole by either rule.
      partly += check(drawn, polygons(figures), transform, most: edgeTolerance, "\(angle) \(rule)")
    }
  }
  #expect(partly > 1000)
}

@Test("L55 a plane that goes on behind the viewer is drawn up to its horizon, none of it from behind")
func planesThroughTheViewer() {
  let floor: [PathElement] = [
    .move(Point(x: -300, y: -500)), .line(Point(x: 350, y: -500)), .line(Point(x: 300, y: 400)),
    .conic(control: Point(x: 0, y: 900), end: Point(x: -300, y: 400), weight: 0.5), .close,
    .move(Point(x: 10, y: 10)), .line(Point(x: 10, y: 90)), .line(Point(x: 30, y: 90)), .line(Point(x: 30, y: 10)),
    .close,
  ]
  var partly = 0
  for (angle, y) in [(1.2, 0), (1.4, 0.25), (-1.3, 0.1)] as [(Fixed, Fixed)] {
    let transform = projective(angle, x: 1, y: y)
    let reference = TrueProjection(transform)
    let depths = polygons(floor)[0].map(reference.depth)
    #expect(depths.contains { $0 < 0 } && depths.contains { $0 > 0 })
    let mapping = Mapping(transform)
    // The inner figure winds against the outer one: a hole by either rule.
    for rule in [FillRule.nonZero, .evenOdd] {
      let drawn = coverage { $0.fill(floor.span, mapping: mapping, rule: rule, color: .white) }
      partly += check(drawn, polygons(floor), transform, most: edgeTolerance, "\(angle) \(rule)")
    }
  }
  #expect(partly > 50)
}

@Test("R33 L55 a stroke in perspective has the plane's width: lines, a circle, dashes")
func projectedStrokes() throws {
  let line: [PathElement] = [.move(Point(x: 4, y: 8)), .line(Point(x: 40, y: 8))]
  func circle(_ reach: Double) -> [Vec] {
    (0..<256).map { k in
      let turn = Double(k) / 128 * Double.pi
      return Vec(23 + (12 + reach) * cos(turn), 20 + (12 + reach) * sin(turn))
    }
  }
  let round = elements { $0.addEllipse(in: Rect(x: 11, y: 8, width: 24, height: 24)) }
  var partly = 0
  for (angle, x, y) in [(0.8, 1, 0), (-1.1, 0.5, 1), (1.2, 1, 0.25)] as [(Fixed, Fixed, Fixed)] {
    let transform = projective(angle, x: x, y: y)
    let mapping = Mapping(transform)
    func box(_ from: Double, _ to: Double) -> [Vec] { [Vec(from, 6), Vec(to, 6), Vec(to, 10), Vec(from, 10)] }
    let style = StrokeStyle(width: 4)
    let solid = coverage { $0.stroke(line.span, style: style, mapping: mapping, color: .white) }
    partly += check(solid, [box(4, 40)], transform, most: 5, "\(angle) line")
    var dashes = style
    dashes.dash = DashPattern(dash: 5, gap: 3)
    let dashed = coverage { $0.stroke(line.span, style: dashes, mapping: mapping, color: .white) }
    let parts = stride(from: 4.0, to: 40, by: 8).map { box($0, min($0 + 5, 40)) }
    partly += check(dashed, parts, transform, most: 5, "\(angle) dashes")
    let ring = coverage { $0.stroke(round.span, style: style, mapping: mapping, color: .white) }
    let sides = [circle(2), Array(circle(-2).reversed())]
    partly += check(ring, sides, transform, most: edgeTolerance + 6, "\(angle) ring")
  }
  #expect(partly > 500)
}

@Test("L55 a plane that is not in perspective is drawn as by an affine mapping, byte for byte, whatever m44")
func planesWithoutPerspective() {
  let ramp = TestRamp([(0, 0xFFFF_0000), (1, 0xFF00_00FF)]).ramp
  let (p, q) = (Point(x: 5, y: 5), Point(x: 30, y: 20))
  let figures = sampleFigures()
  for scale in [1, 2, 0.5] as [Coefficient] {
    let affine = AffineTransform(rotationAngle: 0.3).translatedBy(x: 6, y: -3)
    var space = Transform3D(affine)
    space.m44 = scale
    let (mapping, transform) = (Mapping(space), Mapping.affine(space.plane))
    let style = StrokeStyle(width: 3, cap: .round, dash: DashPattern(dash: 4, gap: 5))
    let plain = coverage {
      $0.fill(figures.span, mapping: transform, rule: .evenOdd, color: .white)
      $0.stroke(figures.span, style: style, mapping: transform, color: Color(argb: 0x8000_0080))
      $0.fill(
        figures.span, mapping: transform, paint: .linear(LinearGradient(from: p, to: q, ramp: ramp, mapping: transform))
      )
      $0.fill(
        figures.span, mapping: transform,
        paint: .radial(RadialGradient(center: q, radius: 9, ramp: ramp, mapping: transform)))
      $0.fill(figures.span, mapping: transform, paint: .conic(ConicGradient(center: q, ramp: ramp, mapping: transform)))
    }
    let projected = coverage {
      $0.fill(figures.span, mapping: mapping, rule: .evenOdd, color: .white)
      $0.stroke(figures.span, style: style, mapping: mapping, color: Color(argb: 0x8000_0080))
      $0.fill(
        figures.span, mapping: mapping,
        paint: .linear(LinearGradient(from: p, to: q, ramp: ramp, mapping: mapping)))
      $0.fill(
        figures.span, mapping: mapping,
        paint: .radial(RadialGradient(center: q, radius: 9, ramp: ramp, mapping: mapping)))
      $0.fill(
        figures.span, mapping: mapping,
        paint: .conic(ConicGradient(center: q, ramp: ramp, mapping: mapping)))
    }
    #expect(plain == projected && plain.contains { $0 != 0 })
    #expect(mapping.bounds(of: figures.span) == transform.bounds(of: figures.span))
  }
}

@Test("L55 nothing shows of a plane that is seen from its edge or lies behind the viewer")
func planesThatAreNotSeen() {
  var edge = Transform3D()
  (edge.m22, edge.m23) = (0, 1)
  var behind = Transform3D()
  behind.m44 = -1
  var projectiveEdge = edge
  projectiveEdge.m14 = 0.01
  #expect(!Mapping(behind).showsPlane && !Mapping(projectiveEdge).showsPlane)
  #expect(Mapping(Transform3D()).showsPlane)
  let figures = sampleFigures()
  for transform in [Transform3D(scaleX: 1, y: 0, z: 1), edge, behind, projectiveEdge] {
    let mapping = Mapping(transform)
    let drawn = coverage {
      $0.fill(figures.span, mapping: mapping, color: .white)
      $0.stroke(figures.span, style: StrokeStyle(width: 3), mapping: mapping, color: .white)
    }
    #expect(drawn.allSatisfy { $0 == 0 })
  }
}

private func elements(_ build: (inout PathBuffer<32>) -> Void) -> [PathElement] {
  var path = PathBuffer<32>()
  build(&path)
  return path.span.indices.map { path.span[$0] }
}
