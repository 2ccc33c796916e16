import TestSupport
import Testing

@testable import FixedRaster

/// What a tile shows of a stroke whose polygons are all emitted, against what it shows where those beside it are left
/// out.
@Suite struct StrokePassingTests {
  private static let side = 96
  private static let color = Color(argb: 0xC0FF_8040)

  /// Pixels of the stroke, with what can be left out left out: tile by tile.
  private static func inTiles(
    _ path: [PathElement], _ style: StrokeStyle, _ transform: Mapping, tile: Int32
  ) -> [UInt8] {
    let memory = TestMemory(ARGB8888.self, width: side, height: side)
    withClippedCanvas(memory.surface) { canvas in
      forEachTile(of: tile) { clip in
        canvas.setClip(clip)
        canvas.stroke(path.span, style: style, mapping: transform, color: color)
      }
    }
    return memory.bytes
  }

  /// The same from all of the polygons.
  private static func fromAll(_ polygons: [[SubpixelPoint]]) -> [UInt8] {
    let memory = TestMemory(ARGB8888.self, width: side, height: side)
    withClippedCanvas(memory.surface) { canvas in
      canvas.eachBand(of: canvas.clip) { canvas, band in
        for polygon in polygons {
          canvas.accumulator.move(to: polygon[0])
          for point in polygon { canvas.accumulator.line(to: point) }
        }
        canvas.paint(AccumulatedShape(rule: .nonZero), band, color, 255, .sourceOver)
      }
    }
    return memory.bytes
  }

  private static func forEachTile(of size: Int32, _ body: (PixelRect) -> Void) {
    for y in stride(from: 0, to: Int32(side), by: Int(size)) {
      for x in stride(from: 0, to: Int32(side), by: Int(size)) {
        body(PixelRect(minX: x, minY: y, maxX: x + size, maxY: y + size))
      }
    }
  }

  /// Lines and curves that wander about the picture, some far out; open, closed, in several subpaths.
  private static func path(_ random: inout SplitMix) -> [PathElement] {
    var path: [PathElement] = []
    let extent = [60.0, 150, 1000, 20_000][random.next(in: 0...3)]
    var (x, y) = (random.real(0...96), random.real(0...96))
    func point() -> Point {
      let step = random.next(in: 0...9) == 0 ? extent : extent / 8
      if random.next(in: 0...19) > 0 { (x, y) = (x + random.real(-step...step), y + random.real(-step...step)) }
      if random.next(in: 0...4) == 0 { (x, y) = (random.real(-20...116), random.real(-20...116)) }
      return Point(x, y)
    }
    path.append(.move(point()))
    for _ in 0..<random.next(in: 1...40) {
      switch random.next(in: 0...11) {
      case 0: path.append(.close)
      case 1: path.append(.move(point()))
      case 2: path.append(.quadratic(control: point(), end: point()))
      case 3: path.append(.cubic(control1: point(), control2: point(), end: point()))
      case 4: path.append(.conic(control: point(), end: point(), weight: Fixed(nearest: random.real(0.1...3))))
      default: path.append(.line(point()))
      }
    }
    return path
  }

  private static func transform(_ random: inout SplitMix) -> AffineTransform {
    if random.next(in: 0...1) == 0 { return .identity }
    let turn = AffineTransform(rotationAngle: Fixed(nearest: random.real(0...6)))
    let scale = AffineTransform(
      scaleX: Coefficient(nearest: random.real(0.01...2)), y: Coefficient(nearest: random.real(-2...2)))
    return scale.concatenating(turn).concatenating(AffineTransform(translationX: 30, y: 40))
  }

  @Test("R33 what a stroke leaves out beside a tile changes not one byte, whatever the joins, caps and curves")
  func sameBytes() {
    var random = SplitMix(seed: 336)
    var (fewer, drawn) = (0, 0)
    for round in 0..<400 {
      let path = Self.path(&random)
      let style = StrokeStyle(
        width: round % 7 == 0 ? 0 : Fixed(nearest: random.real(0.2...24)), cap: [.butt, .round, .square][round % 3],
        join: [.miter, .round, .bevel][round / 3 % 3], miterLimit: Fixed(nearest: random.real(1...40)))
      let transform = Self.transform(&random)
      let whole = stroked(path, style, transform)
      let expected = Self.fromAll(whole.polygons)
      for tile in [16, 96] as [Int32] {
        let got = Self.inTiles(path, style, Mapping(transform), tile: tile)
        #expect(got == expected, "round \(round), tiles of \(tile)")
      }
      if expected.contains(where: { $0 != 0 }) { drawn += 1 }
      let clip = PixelRect(minX: 32, minY: 32, maxX: 48, maxY: 48)
      if stroked(path, style, transform, clip: clip).pointCount < whole.pointCount { fewer += 1 }
    }
    #expect(fewer > 200 && drawn > 300, "\(fewer) with points left out, \(drawn) seen")
  }

  @Test("R33 of a chart of 600 segments a tile is handed what lies about it, and no more")
  func chart() {
    var path: [PathElement] = [.move(Point(0, 0))]
    for i in 0...600 { path.append(.line(Point(Double(i), 48 + 40 * Double(i * 7 % 13) / 13))) }
    let style = StrokeStyle(width: 2)
    let whole = stroked(path, style).pointCount
    for x in stride(from: 0, to: 600, by: 64) as StrideTo<Int32> {
      let clip = PixelRect(minX: x, minY: 32, maxX: x + 64, maxY: 64)
      let part = stroked(path, style, clip: clip).pointCount
      #expect(part > 100 && part < whole / 5, "\(part) of \(whole) at \(x)")
    }
    // Below it there are the first and the last segment, and those beside them.
    #expect(stroked(path, style, clip: PixelRect(minX: 0, minY: 200, maxX: 64, maxY: 232)).pointCount < 30)
  }
}
