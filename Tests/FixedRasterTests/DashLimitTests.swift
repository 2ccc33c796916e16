import TestSupport
import Testing

@testable import FixedRaster

/// Counts what it is handed.
private struct PolygonCounter: PolygonSink {
  var count = 0
  mutating func move(to point: SubpixelPoint) { count += 1 }
  mutating func line(to point: SubpixelPoint) {}
}

@Suite struct DashLimitTests {
  @Test("R33 more than 4 dashes to a pixel, or 256 to the pen's width, are a solid line, per piece of the path")
  func tooFine() {
    let line: [PathElement] = [.move(Point(0, 10)), .line(Point(100, 10)), .line(Point(100, 50))]
    let fine = StrokeStyle(width: 4, dash: DashPattern(dash: 0.12, gap: 0.12))
    #expect(stroked(line, fine).polygons == stroked(line, StrokeStyle(width: 4)).polygons)
    let coarse = StrokeStyle(width: 4, dash: DashPattern(dash: 0.13, gap: 0.13))
    #expect(stroked(line, coarse).polygons.count > 500)
    let wide = StrokeStyle(width: 512, dash: DashPattern(dash: 0.9, gap: 0.9))
    #expect(stroked(line, wide).polygons == stroked(line, StrokeStyle(width: 512)).polygons)
    let narrower = StrokeStyle(width: 400, dash: DashPattern(dash: 0.9, gap: 0.9))
    #expect(stroked(line, narrower).polygons.count > 70)
    // Under a transform that presses only the second line together, only that is solid.
    let pressed = stroked(
      line, StrokeStyle(width: 4, dash: DashPattern(dash: 3, gap: 3)), AffineTransform(scaleX: 1, y: 0.0009765625))
    #expect(pressed.polygons.count >= 17 && pressed.polygons.count <= 19)
  }

  @Test("R04 R33 dashes of next to no length over 10⁵ pixels: a solid line, and never more than 4 to a pixel")
  func nextToNothing() {
    // 1,000 lines of 100 pixels, all of them in view.
    var path: [PathElement] = [.move(Point(0, 0))]
    for i in 0..<1000 { path.append(.line(Point(i % 2 == 0 ? 100 : 0, Double(i) / 10))) }
    func count(_ raw: Int32) -> Int {
      let length = Fixed(rawValue: raw)
      var counter = PolygonCounter()
      stroke(
        path.span, style: StrokeStyle(width: 1, dash: DashPattern(dash: length, gap: length)),
        mapping: .identity, clip: PixelRect(width: 128, height: 128), into: &counter)
      return counter.count
    }
    // One stroke, in pieces of 64 points a side.
    for raw in [1, 100, 8000] as [Int32] { #expect(count(raw) < 100) }
    // 4 dashes to a pixel, and one more at a corner.
    let most = count(8192)
    #expect(most > 390_000 && most <= 4 * 100_050 + 1000, "\(most)")
    let coarse = count(65536)
    #expect((50_000...51_000).contains(coarse), "\(coarse)")
  }

  @Test("R04 R33 gaps that round caps fill to within 1/32 pixel are filled; of the widest pens little work is left")
  func filledGaps() {
    let line: [PathElement] = [.move(Point(0, 50)), .line(Point(100, 50))]
    func style(_ width: Fixed, _ gap: Fixed, _ cap: LineCap = .round) -> StrokeStyle {
      StrokeStyle(width: width, cap: cap, dash: DashPattern(dash: 1, gap: gap))
    }
    // A radius of 16: gaps up to 2. The exact edge lies 16 − √(16² − 1) = 1/32 inside the line's.
    let solid = stroked(line, StrokeStyle(width: 32, cap: .round))
    #expect(stroked(line, style(32, 1.8)).polygons == solid.polygons)
    let open = stroked(line, style(32, 2.2))
    #expect(open.polygons.count == 32 && stroked(line, style(32, 1.8, .square)).polygons.count == 36)
    for x in stride(from: 0.25, to: 100, by: 0.5) {
      #expect(open.winding(Vec(x, 50 - 16 + 1.0 / 16)) > 0 && solid.winding(Vec(x, 50 - 16 + 1.0 / 16)) > 0)
    }
    // On a slope, and pressed together by a transform, it is the length on the device that counts.
    let slope: [PathElement] = [.move(Point(0, 0)), .line(Point(100, 100))]
    #expect(stroked(slope, style(32, 2.2)).polygons.count > 30)
    #expect(stroked(slope, style(64, 3), AffineTransform(scaleX: 0.5, y: 0.5)).polygons.count == 1)
    var counter = PolygonCounter()
    stroke(
      [.move(Point(x: .min, y: 50)), .line(Point(x: .max, y: 50))].span, style: style(32767, 400),
      mapping: .identity, into: &counter)
    #expect(counter.count < 5000)
  }

  @Test("R04 R33 the work for a long dashed line is that of what shows, and the same in every clip")
  func longLines() {
    var random = SplitMix(seed: 333)
    var (shown, gaps, most) = (0, 0, 0)
    for round in 0..<40 {
      // Through the clip from far away, at a slope; short dashes.
      let (dx, dy) = (random.real(500...3000), random.real(-2000...2000))
      var path: [PathElement] = [.move(Point(50 - dx, 50 - dy)), .line(Point(50 + dx, 50 + dy))]
      if round % 2 == 0 {
        path = [
          .move(Point(50 - dx, 50 - dy)),
          .cubic(
            control1: Point(50 - dx / 3, 50 - dy), control2: Point(50 + dx / 3, 50 + dy), end: Point(50 + dx, 50 + dy)),
        ]
      }
      var style = StrokeStyle(width: 5, cap: LineCap(rawValue: UInt8(round % 3))!)
      style.dash = DashPattern(dash: Fixed(nearest: random.real(1...4)), gap: Fixed(nearest: random.real(5...8)))
      let clip = PixelRect(minX: 30, minY: 30, maxX: 70, maxY: 70)
      let (whole, clipped) = (stroked(path, style), stroked(path, style, clip: clip))
      most = max(most, clipped.polygons.count)
      // With caps, less than 100 pixels of it show; a dash outside is left out, however short the chords are.
      #expect(clipped.polygons.count <= 100 / 6 + 1)
      #expect(clipped.polygons.count < whole.polygons.count)
      for _ in 0..<60 {
        let p = Vec(random.real(30...70), random.real(30...70))
        let winding = whole.winding(p)
        if winding != 0 { shown += 1 } else { gaps += 1 }
        #expect(winding == clipped.winding(p))
      }
    }
    print("R33: \(shown) places on dashes, \(gaps) off them, at most \(most) polygons in a clip")
    #expect(shown > 100 && gaps > 300 && most > 3)
  }

  @Test(
    "R04 R33 dashes of any length on any path: nothing traps or hangs, and what is emitted is bounded")
  func extremes() {
    var random = SplitMix(seed: 334)
    let clip = PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 100)
    var (most, some) = (0, 0)
    for round in 0..<300 {
      var path: [PathElement] = [.move(random.extreme())]
      for k in 0..<4 {
        switch (round + k) % 5 {
        case 0: path.append(.quadratic(control: random.extreme(), end: random.extreme()))
        case 1: path.append(.cubic(control1: random.extreme(), control2: random.extreme(), end: random.extreme()))
        case 2: path.append(.conic(control: random.extreme(), end: random.extreme(), weight: random.extreme().x))
        case 3: path.append(.close)
        default: path.append(.line(random.extreme()))
        }
      }
      var style = StrokeStyle(width: round % 4 == 0 ? 0 : 3, cap: LineCap(rawValue: UInt8(round % 3))!)
      for _ in 0..<random.next(in: 1...6) {
        style.dash.append(
          Fixed(rawValue: Int32(truncatingIfNeeded: random.next() & 0x7FFF_FFFF) >> Int32(random.next(in: 0...30))))
      }
      style.dash.phase = random.extreme().x
      if round % 3 == 0 { (style.start, style.end) = (0.25, 0.75) }
      let scale = [1, 64, Coefficient(Fixed(rawValue: 700)), Coefficient(Fixed(rawValue: 40))][round & 3]
      let result = stroked(path, style, AffineTransform(scaleX: scale, y: round % 7 == 0 ? 1 : scale), clip: clip)
      most = max(most, result.polygons.count)
      if !result.polygons.isEmpty { some += 1 }
    }
    print("R33 extremes: \(some) of 300 drawn, at most \(most) polygons")
    // Five pieces, each of which crosses the clip's 300 pixels at most thrice, with at most 4 dashes to a pixel.
    #expect(some > 100 && most > 100 && most < 5 * 3 * 300 * 4)
  }

  @Test("R05 R33 dashed strokes are byte for byte the same in bands and tiles")
  func bands() {
    var path = PathRecorder()
    path.addEllipse(in: Rect(x: 4, y: 3, width: 80, height: 60))
    path.addRoundedRect(in: Rect(x: 20.5, y: 12, width: 50, height: 44), cornerRadius: 12)
    path.move(to: Point(-300, 5))
    path.addLine(to: Point(400, 58))
    func draw(_ canvas: inout Canvas) {
      canvas.clear(PixelRect(width: 90, height: 66), to: Color(argb: 0xFF10_2030))
      for (cap, dash) in [(LineCap.butt, DashPattern(dash: 6.3, gap: 4)), (.round, DashPattern(dash: 0, gap: 5))] {
        let style = StrokeStyle(width: 3, cap: cap, dash: dash, start: 0.05, end: 0.9)
        canvas.stroke(
          path.elements.span, style: style, mapping: Mapping(AffineTransform(rotationAngle: 0.05)),
          color: Color(argb: 0xD0FF_E0A0))
      }
    }
    let whole = TestMemory(ARGB8888.self, width: 90, height: 66)
    withCanvas(whole.surface) { draw(&$0) }
    for (width, rows) in [(90, 1), (16, 66), (7, 3)] {
      let banded = TestMemory(ARGB8888.self, width: 90, height: 66)
      withCanvas(banded.surface, rows: rows, width: width) { draw(&$0) }
      #expect(banded.bytes == whole.bytes, "bands of \(width)×\(rows)")
    }
  }
}
