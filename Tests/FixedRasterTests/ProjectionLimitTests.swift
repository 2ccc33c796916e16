import Glibc
import TestSupport
import Testing

@testable import FixedRaster

private let whole = PixelRect(width: 48, height: 40)

/// Fills, strokes, clips and gradients in perspective, one over the other, some of it through the viewer's eye.
private func drawAll(_ canvas: inout Canvas, _ ramp: GradientRamp) {
  canvas.clear(whole, to: Color(argb: 0xFF20_4060))
  let figures = sampleFigures()
  let long: [PathElement] = [
    .move(Point(x: -700, y: -900)),
    .cubic(control1: Point(x: 900, y: 0), control2: Point(x: -400, y: 30), end: Point(x: 24, y: 700)),
  ]
  for (angle, y) in [(1.25, 0.2), (0.9, 1), (2.5, 0.5)] as [(Fixed, Fixed)] {
    let mapping = Mapping(projective(angle, x: 1, y: y))
    if !mapping.showsPlane { continue }
    let (p, q) = (Point(x: 20, y: 15), Point(x: 32, y: 20))
    canvas.fill(
      figures.span, mapping: mapping, rule: .evenOdd,
      paint: .linear(LinearGradient(from: p, to: q, ramp: ramp, spread: .reflect, mapping: mapping)))
    canvas.pushClip(figures.span, mapping: mapping)
    let radial = RadialGradient(center: p, radius: 12, ramp: ramp, spread: .repeat, mapping: mapping)
    canvas.fill(whole, paint: .radial(radial))
    canvas.popClip()
    let style = StrokeStyle(width: 5, cap: .round, dash: DashPattern(dash: 20, gap: 12))
    canvas.stroke(long.span, style: style, mapping: mapping, color: Color(argb: 0xC0FF_E0A0))
    canvas.stroke(
      figures.span, style: StrokeStyle(width: 2), mapping: mapping,
      paint: .conic(ConicGradient(center: q, ramp: ramp, mapping: mapping)))
  }
}

/// With room for a clip.
private func withClips(
  _ surface: Surface, rows: Int, width: Int, _ body: (inout Canvas) -> Void
) {
  let workspace = CoverageWorkspace(width: width, rows: rows)
  let room = ClipWorkspace(width: 48, height: 40, depth: 2)
  let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: 64)
  let clips = UnsafeMutableRawPointer.allocate(byteCount: room.byteCount, alignment: 64)
  defer {
    unsafe memory.deallocate()
    unsafe clips.deallocate()
  }
  var canvas = unsafe Canvas(
    surface, memory: memory, workspace: workspace, clips: ClipStack(memory: clips, workspace: room))
  body(&canvas)
}

@Test("R05 L55 bands, tiles and rectangular clips change no byte of what is drawn in perspective, in any format")
func projectionsDoNotDependOnTheClip() {
  let ramp = TestRamp([(0, 0xFFFF_2000), (0.4, 0x8020_FF40), (1, 0xFF10_30FF)]).ramp
  let reference = TestMemory(ARGB8888.self, width: 48, height: 40)
  withClips(reference.surface, rows: 40, width: 48) { drawAll(&$0, ramp) }
  #expect(Set((0..<40).map { reference[24, $0] }).count > 5)
  for (width, rows) in [(48, 1), (9, 7), (1, 40)] {
    let banded = TestMemory(ARGB8888.self, width: 48, height: 40)
    withClips(banded.surface, rows: rows, width: width) { drawAll(&$0, ramp) }
    #expect(banded.bytes == reference.bytes, "bands of \(width) × \(rows)")
  }
  let clipped = TestMemory(ARGB8888.self, width: 48, height: 40)
  for y in stride(from: 0, to: 40, by: 13) {
    for x in stride(from: 0, to: 48, by: 11) {
      withClips(clipped.surface, rows: 40, width: 48) {
        $0.setClip(PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x + 11), maxY: Int32(y + 13)))
        drawAll(&$0, ramp)
      }
    }
  }
  #expect(clipped.bytes == reference.bytes)
}

@Test("R34 L55 a clip and a mask in perspective hold what a fill covers; nothing shows outside the bounds")
func projectedClipsAndMasks() throws {
  let figures = sampleFigures()
  let style = StrokeStyle(width: 3, join: .round)
  for angle in [1.1, -0.7, 2.4] as [Fixed] {
    let mapping = Mapping(projective(angle, x: 1, y: 0.3))
    let filled = coverage { $0.fill(figures.span, mapping: mapping, rule: .evenOdd, color: .white) }
    let memory = TestMemory(ARGB8888.self, width: 48, height: 40, padding: 0)
    withClips(memory.surface, rows: 40, width: 48) {
      $0.pushClip(figures.span, mapping: mapping, rule: .evenOdd)
      $0.fill(whole, color: .white)
      $0.popClip()
    }
    #expect((0..<1920).allSatisfy { Int(memory[$0 % 48, $0 / 48] & 255) == filled[$0] })

    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1920)
    defer { unsafe bytes.deallocate() }
    let mask = unsafe Mask(base: bytes, bounds: whole, bytesPerRow: 48)
    let _ = coverage { $0.rasterize(figures.span, mapping: mapping, rule: .evenOdd, into: mask) }
    #expect((0..<1920).allSatisfy { unsafe Int(bytes[$0]) == filled[$0] })

    let stroked = coverage { $0.stroke(figures.span, style: style, mapping: mapping, color: .white) }
    let _ = coverage { $0.rasterize(figures.span, style: style, mapping: mapping, into: mask) }
    #expect((0..<1920).allSatisfy { unsafe Int(bytes[$0]) == stroked[$0] } && stroked.contains { $0 == 255 })

    // All of the mask was rasterized, bounds or not.
    let bounds = mapping.bounds(of: figures.span, style: style)
    #expect(
      (0..<1920).allSatisfy { i in
        stroked[i] == 0 || bounds.contains(PixelRect(width: 1, height: 1).moved(Int32(i % 48), Int32(i / 48)))
      })
    let inner = mapping.bounds(of: figures.span)
    #expect(
      (0..<1920).allSatisfy { i in
        filled[i] == 0 || inner.contains(PixelRect(width: 1, height: 1).moved(Int32(i % 48), Int32(i / 48)))
      })
  }
}

@Test(
  "R40 L55 gradients in perspective: each pixel has the colour of the plane's place there, clear beyond the horizon")
func projectedGradients() throws {
  let stops = [(0, 0xFF20_4080), (0.5, 0x80F0_F010), (1, 0xFFE0_1020)] as [(Fixed, UInt32)]
  let ramp = TestRamp(stops)
  let (p, q) = (Point(x: 14, y: 11), Point(x: 32, y: 25))
  var (seen, beyond) = (0, 0)
  for (angle, y) in [(1.3, 0.2), (0.8, 1), (-1.2, 0)] as [(Fixed, Fixed)] {
    let transform = projective(angle, x: 1, y: y)
    let (mapping, reference) = (Mapping(transform), TrueProjection(transform))
    for spread in [GradientSpread.pad, .repeat, .reflect] {
      func compare(_ what: String, _ paint: Paint, slack: Double, _ place: (Vec) -> [Double?]) {
        let memory = TestMemory(ARGB8888.self, width: 48, height: 40, padding: 0)
        withCanvas(memory.surface) { $0.fill(whole, paint: paint) }
        for i in 0..<1920 {
          let (x, y) = (i % 48, i / 48)
          let pixel = memory[x, y]
          guard let at = reference.undo(Vec(Double(x) + 0.5, Double(y) + 0.5)) else {
            beyond += 1
            #expect(pixel == 0)
            continue
          }
          // So far away that a pixel holds many ramps.
          if at.length > 100_000 { continue }
          seen += 1
          if !isTrue(pixel, place(at), slack: slack, ramp.stops, spread) {
            Issue.record("\(what) \(angle) \(spread) at \(x),\(y): \(String(pixel, radix: 16))")
            return
          }
        }
      }
      let (from, along) = (Vec(p), Vec(q) - Vec(p))
      compare(
        "linear", .linear(LinearGradient(from: p, to: q, ramp: ramp.ramp, spread: spread, mapping: mapping)),
        slack: 1 / 1500
      ) { [($0 - from).dot(along) / along.dot(along)] }
      compare(
        "radial",
        .radial(RadialGradient(center: p, radius: 20, ramp: ramp.ramp, spread: spread, mapping: mapping)),
        slack: 1 / 1500
      ) { [($0 - from).length / 20] }
      compare(
        "conic", .conic(ConicGradient(center: p, ramp: ramp.ramp, spread: spread, mapping: mapping)),
        slack: 1 / 900
      ) {
        let turn = atan2(($0 - from).y, ($0 - from).x) / (2 * Double.pi)
        let t = turn < 0 ? turn + 1 : turn
        // Where the turn is whole, either end.
        return t < 0.001 ? [t, t + 1] : t > 0.999 ? [t, t - 1] : [t]
      }
    }
  }
  #expect(seen > 10_000 && beyond > 1000)
}

/// Counts the points of polygons.
private struct PointCounter: PolygonSink {
  var count = 0
  mutating func move(to point: SubpixelPoint) { line(to: point) }
  mutating func line(to point: SubpixelPoint) {
    count += 1
    // What is seen, and the sides it is cut at.
    precondition(Swift.max(point.x.rawValue.magnitude, point.y.rawValue.magnitude) <= 8192 * 256)
  }
}

@Test("R04 extreme paths and projections neither trap nor take more points than a curve may have")
func extremeProjections() {
  var random = SplitMix(seed: 55)
  var (kinds, points) = (0, 0)
  func fixed() -> Fixed {
    let extremes: [Fixed] = [.max, .min, 0, Fixed(rawValue: 1), Fixed(rawValue: -1), 32767, 0.5, 40]
    return random.next(in: 0...2) == 0 ? extremes[random.next(in: 0...7)] : random.fixed(-200...200)
  }
  func point() -> Point { Point(x: fixed(), y: fixed()) }
  func coefficient() -> Coefficient {
    switch random.next(in: 0...4) {
    case 0: [.max, .min, 0, Coefficient(rawValue: 1), Coefficient(rawValue: -1), 1][random.next(in: 0...5)]
    case 1: Coefficient(rawValue: Int64(bitPattern: random.next()))
    default: Coefficient(fixed())
    }
  }
  for _ in 0..<400 {
    var transform = Transform3D(
      AffineTransform(
        a: coefficient(), b: coefficient(), c: coefficient(), d: coefficient(), tx: coefficient(), ty: coefficient()))
    (transform.m14, transform.m24, transform.m44) = (coefficient(), coefficient(), coefficient())
    let mapping = Mapping(transform)
    if mapping.affine != nil || !mapping.showsPlane { continue }
    kinds += 1
    let path: [PathElement] = [
      .move(point()), .line(point()), .quadratic(control: point(), end: point()),
      .cubic(control1: point(), control2: point(), end: point()),
      .conic(control: point(), end: point(), weight: fixed()), .close,
    ]
    var counter = PointCounter()
    flatten(path.span, mapping: mapping, clip: whole, into: &counter)
    // 2^15 a curve, and what cutting adds: two points a side at the most for each that is cut.
    #expect(counter.count < 3 * (1 << 15) * 3)
    points += counter.count
    let style = StrokeStyle(width: fixed(), cap: .round, dash: DashPattern(dash: 3, gap: fixed()))
    _ = coverage {
      $0.fill(path.span, mapping: mapping, color: .white)
      $0.stroke(path.span, style: style, mapping: mapping, color: .white)
    }
  }
  #expect(kinds > 300 && points > 1000)
}

@Test("R33 L55 the bounds of a hairline in perspective hold its miters, however far it is magnified")
func hairlineBounds() throws {
  let style = StrokeStyle(width: 0, join: .miter, miterLimit: 16)
  var touched = 0
  let scales: [(Coefficient, size: Fixed)] = [(0.015625, 1536), (0.25, 96), (1, 24), (8, 3)]
  for (scale, size) in scales {
    // A needle's tip: half a pixel wide on either side it reaches several pixels beyond its corner.
    let path: [PathElement] = [
      .move(Point(x: size * 0.25, y: 0)), .line(Point(x: size * 0.5, y: size)), .line(Point(x: size * 0.75, y: 0)),
    ]
    for m14 in [0.001, -0.002, 0.01] as [Coefficient] {
      var transform = Transform3D(AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: 8, ty: 4))
      transform.m14 = m14 * scale
      let mapping = Mapping(transform)
      let all = coverage { $0.stroke(path.span, style: style, mapping: mapping, color: .white, bounds: .unbounded) }
      let bounds = mapping.bounds(of: path.span, style: style)
      for i in all.indices where all[i] > 0 {
        touched += 1
        #expect(bounds.contains(PixelRect(width: 1, height: 1).moved(Int32(i % 48), Int32(i / 48))))
      }
      #expect(bounds.width < 48 && bounds.height < 64, "\(bounds)")
    }
  }
  #expect(touched > 500)
}
