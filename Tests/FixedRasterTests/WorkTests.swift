import TestSupport
import Testing

@testable import FixedRaster

/// Counts the points it is handed.
private struct PointCounter: PolygonSink {
  var count = 0
  mutating func move(to point: SubpixelPoint) { count += 1 }
  mutating func line(to point: SubpixelPoint) { count += 1 }
}

/// Counts what a sweep emits: calls, pixels whose cells were touched, and those that are covered.
private struct SweepCounter: SpanSink {
  var (calls, touched, covered) = (0, 0, 0)

  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    calls += 1
    covered += count
  }

  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    calls += 1
    touched += count
    for i in 0..<count where unsafe coverage[i] > 0 { covered += 1 }
  }
}

/// An accumulator over memory of its own.
@safe
private final class Cells {
  private let memory: UnsafeMutableRawPointer
  private var accumulator: CoverageAccumulator

  init(width: Int, rows: Int) {
    let workspace = CoverageWorkspace(width: width, rows: rows)
    unsafe memory = .allocate(byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
    unsafe accumulator = CoverageAccumulator(memory: memory, workspace: workspace)
  }

  deinit { unsafe memory.deallocate() }

  func count(_ clip: PixelRect, _ rule: FillRule = .nonZero, _ add: (inout CoverageAccumulator) -> Void) -> SweepCounter
  {
    var counter = SweepCounter()
    accumulator.begin(clip: clip)
    add(&accumulator)
    accumulator.sweep(rule, into: &counter)
    return counter
  }
}

/// `count` lines, each from somewhere to somewhere else: a quarter of them at the ends of the coordinates, the others
/// around the picture.
private func manyLines(_ count: Int) -> [PathElement] {
  var random = SplitMix(seed: 44)
  var path: [PathElement] = [.move(Point(0, 0))]
  path.reserveCapacity(count + 1)
  for k in 0..<count { path.append(.line(k % 4 == 0 ? random.extreme() : random.point(200))) }
  return path
}

@Suite(.serialized) struct WorkTests {
  @Test("R04 a line costs no more than the clip's rows and columns, however long it is and wherever it lies")
  func lineCost() {
    var random = SplitMix(seed: 45)
    let (width, height) = (64, 32)
    let cells = Cells(width: width, rows: height)
    var (most, crossing) = (0, 0)
    for round in 0..<4000 {
      func place(_ random: inout SplitMix) -> Int {
        let reach = [1 << 30, 1 << 22, 1 << 14][round % 3]
        return round % 7 == 0 ? random.next(in: 0...1) * 2 * reach - reach : random.next(in: -reach...reach)
      }
      let (a, b) = (point(place(&random), place(&random)), point(place(&random), place(&random)))
      let work = cells.count(PixelRect(width: width, height: height)) {
        $0.move(to: a)
        $0.line(to: b)
      }
      if work.touched > 0 { crossing += 1 }
      most = max(most, work.touched)
      // A line goes from row to row and from column to column in one direction: it meets at most `width` columns and in
      // each row two beginnings of groups of four more, and the pixel right of each of its own.
      #expect(work.touched <= width + 12 * height)
      // Forth and back is nothing.
      #expect(work.covered == 0)
    }
    print(
      "R04: at most \(most) of \(width * height) pixels touched by a line; \(crossing) lines of 4000 cross the clip")
    #expect(crossing > 500 && most > width)
  }

  @Test("R04 sweeping costs no more than the clip's area, after ten lines and after a hundred thousand")
  func sweepCost() {
    let clip = PixelRect(width: 48, height: 40)
    let cells = Cells(width: 48, rows: 40)
    for count in [10, 100_000] {
      let path = manyLines(count)
      let work = cells.count(clip, .evenOdd) {
        flatten(path.span, mapping: .identity, clip: clip, into: &$0)
      }
      #expect(work.touched <= 48 * 40 && work.covered <= 48 * 40 && work.calls <= 48 * 40 / 4 && work.calls > 0)
    }
  }

  @Test(
    "R04 points of a polygon: one for a line, 33,024 at most for a curve; 6 for a stroke's piece, 1,217 with an arc")
  func pointCount() {
    var random = SplitMix(seed: 46)
    let transform = Mapping(AffineTransform(scaleX: 32767, y: 32767))
    var most = 0
    for _ in 0..<60 {
      let p = (0..<4).map { _ in random.extreme() }
      var counter = PointCounter()
      flatten(
        [.move(p[0]), .cubic(control1: p[1], control2: p[2], end: p[3])].span, mapping: transform, into: &counter)
      most = max(most, counter.count)
      #expect(counter.count <= 256 * 129 + 1)
    }
    #expect(most > 10_000)
    let path = manyLines(100_000)
    var counter = PointCounter()
    flatten(path.span, mapping: .identity, into: &counter)
    #expect(counter.count == 100_001)
    // Two sides; a corner has a tip or two points, and three where its inner edges do not meet.
    for join in [LineJoin.miter, .bevel] {
      counter = PointCounter()
      let style = StrokeStyle(width: 32767, cap: .square, join: join, miterLimit: 1000)
      stroke(manyLines(20_000).span, style: style, mapping: .identity, into: &counter)
      #expect(counter.count > 20_000 && counter.count <= 6 * 20_000 + 8)
    }
    // Half a turn of the widest pen has 1,209 points.
    counter = PointCounter()
    let style = StrokeStyle(width: .max, cap: .round, join: .round)
    stroke(manyLines(500).span, style: style, mapping: .identity, into: &counter)
    print("R04: \(most) points for a curve, \(counter.count / 500) a round corner of the widest pen")
    #expect(counter.count > 500 * 100 && counter.count <= 502 * (1209 + 8))
  }

  @Test("R04 a hundred thousand segments are a hundred times the work of a thousand, filled and stroked")
  func workIsLinear() {
    // What a point costs is bounded: see lineCost(). So the points are the work.
    let (few, many) = (manyLines(1000), manyLines(100_000))
    let identity = Mapping.identity
    func filled(_ path: [PathElement], _ clip: PixelRect) -> Int {
      var counter = PointCounter()
      flatten(path.span, mapping: identity, clip: clip, into: &counter)
      return counter.count
    }
    func stroked(_ path: [PathElement], _ clip: PixelRect) -> Int {
      var counter = PointCounter()
      stroke(path.span, style: StrokeStyle(width: 2), mapping: identity, clip: clip, into: &counter)
      return counter.count
    }
    for clip in [PixelRect.unbounded, PixelRect(width: 32, height: 24)] {
      let fills = Double(filled(many, clip)) / Double(filled(few, clip))
      let strokes = Double(stroked(many, clip)) / Double(stroked(few, clip))
      print("R04: 100 times the segments are \(fills) times the points to fill, \(strokes) times to stroke")
      // Work that grows with the square of the number would be ten thousand times as much. Of a few random segments a
      // clip may see half as many as of many.
      #expect(fills < 200 && strokes < 200)
      if clip == .unbounded { #expect(fills > 90 && strokes > 90) }
    }
  }

  @Test("R04 windings add up modulo 32768: a figure drawn 32,767 times is there, one more and it is gone")
  func windingsWrap() {
    let clip = PixelRect(width: 8, height: 4)
    let cells = Cells(width: 8, rows: 4)
    func covered(_ times: Int) -> Int {
      cells.count(clip) {
        for _ in 0..<times {
          $0.move(to: point(512, -256))
          $0.line(to: point(1536, -256))
          $0.line(to: point(1536, 2048))
          $0.line(to: point(512, 2048))
        }
      }.covered
    }
    #expect(covered(1) > 0)
    #expect(covered(16_383) == covered(1) && covered(32_767) == covered(1))
    #expect(covered(32_768) == 0)
  }
}
