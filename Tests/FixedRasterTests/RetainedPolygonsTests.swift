import TestSupport
import Testing

@testable import FixedRaster

@Suite struct RetainedPolygonsTests {
  private static let side = 96
  private static let area = PixelRect(width: side, height: side)
  private static let color = Color(argb: 0xC0FF_8040)

  /// A path, and how it is drawn.
  private struct Drawing {
    let path: [PathElement]
    /// `nil` to fill it.
    let style: StrokeStyle?
    let rule: FillRule
    let transform: Mapping

    func draw(on canvas: inout Canvas) {
      if let style {
        canvas.stroke(path.span, style: style, mapping: transform, color: color)
      } else {
        canvas.fill(path.span, mapping: transform, rule: rule, color: color)
      }
    }

    func retained(_ memory: RetainedShapeTests.ShapeMemory) -> RetainedPolygons? {
      var polygons: RetainedPolygons?
      withClippedCanvas(TestMemory(ARGB8888.self, width: 1, height: 1).surface) { canvas in
        if let style {
          polygons = unsafe canvas.retainPolygons(
            path.span, style: style, mapping: transform, in: area, memory: memory.base, byteCount: memory.byteCount)
        } else {
          polygons = unsafe canvas.retainPolygons(
            path.span, mapping: transform, rule: rule, in: area, memory: memory.base, byteCount: memory.byteCount)
        }
      }
      return polygons
    }
  }

  private static func pixels(tile: Int32, _ body: (inout Canvas) -> Void) -> [UInt8] {
    let memory = TestMemory(ARGB8888.self, width: side, height: side)
    withClippedCanvas(memory.surface, rows: 11) { canvas in
      for y in stride(from: 0, to: Int32(side), by: Int(tile)) {
        for x in stride(from: 0, to: Int32(side), by: Int(tile)) {
          canvas.setClip(PixelRect(minX: x, minY: y, maxX: x + tile, maxY: y + tile))
          body(&canvas)
        }
      }
    }
    return memory.bytes
  }

  private static func drawing(_ random: inout SplitMix, _ round: Int) -> Drawing {
    let path =
      round % 3 == 0
      ? (0...12).map { _ in PathElement.line(random.extreme()) }
      : [.move(random.point(120)), .close]
        + (0...20).map { k -> PathElement in
          switch k % 5 {
          case 0: .move(random.point(120))
          case 1: .cubic(control1: random.point(200), control2: random.point(200), end: random.point(200))
          case 2: .conic(control: random.point(90), end: random.point(90), weight: 0.7)
          default: .line(random.point(120))
          }
        }
    var transform = Mapping(AffineTransform(rotationAngle: Fixed(nearest: random.real(0...6))))
    if round % 4 == 3 {
      var tilt = Transform3D.identity
      tilt.m14 = Coefficient(nearest: random.real(-0.004...0.004))
      if Mapping(tilt).showsPlane { transform = Mapping(tilt) }
    }
    let style = StrokeStyle(
      width: Fixed(nearest: random.real(0...12)), cap: .round, join: [.miter, .round, .bevel][round % 3],
      dash: round % 8 == 1 ? DashPattern(dash: 9, gap: 5) : .solid)
    return Drawing(
      path: path, style: round % 2 == 0 ? style : nil, rule: round % 5 == 0 ? .evenOdd : .nonZero, transform: transform)
  }

  @Test("R31 R33 retained polygons are drawn byte for byte as their path is, in any tile, also in perspective")
  func sameAsPath() throws {
    var random = SplitMix(seed: 313)
    var drawn = 0
    for round in 0..<240 {
      let drawing = Self.drawing(&random, round)
      let memory = RetainedShapeTests.ShapeMemory(400_000)
      let polygons = try #require(drawing.retained(memory), "round \(round)")
      #expect(memory.isIntact && polygons.byteCount <= memory.byteCount)
      let expected = Self.pixels(tile: 96) { drawing.draw(on: &$0) }
      for tile in [16, 32, 96] as [Int32] {
        let got = Self.pixels(tile: tile) { $0.fill(polygons, color: Self.color) }
        #expect(got == expected, "round \(round), tiles of \(tile)")
      }
      if expected.contains(where: { $0 != 0 }) { drawn += 1 }
    }
    #expect(drawn > 160, "\(drawn)")
  }

  @Test("R05 polygons that find too little memory are not retained, and nothing is written beyond it")
  func memory() throws {
    var random = SplitMix(seed: 314)
    for round in 0..<12 {
      let drawing = Self.drawing(&random, round)
      let needed = try #require(drawing.retained(RetainedShapeTests.ShapeMemory(400_000))).byteCount
      for byteCount in [0, 4, 19, 20, needed / 2, needed - 4, needed - 1] where byteCount < needed {
        let memory = RetainedShapeTests.ShapeMemory(Swift.max(byteCount, 0))
        #expect(drawing.retained(memory) == nil && memory.isIntact, "\(byteCount) of \(needed)")
      }
      let memory = RetainedShapeTests.ShapeMemory(needed)
      #expect(drawing.retained(memory)?.byteCount == needed && memory.isIntact)
    }
  }

  @Test("R31 a path without lines is retained in no memory, and a clear colour draws nothing")
  func nothing() throws {
    let empty = Drawing(path: [.move(Point(1, 1))], style: nil, rule: .nonZero, transform: Mapping.identity)
    let memory = RetainedShapeTests.ShapeMemory(0)
    let polygons = try #require(empty.retained(memory))
    #expect(polygons.byteCount == 0)
    let pixels = Self.pixels(tile: 96) { canvas in
      canvas.fill(polygons, color: Self.color)
      canvas.fill(polygons, color: .clear)
    }
    #expect(pixels.allSatisfy { $0 == 0 })
  }
}
