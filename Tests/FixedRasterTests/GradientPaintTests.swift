import Testing

@testable import FixedRaster

/// A gradient of each kind, opaque and not.
private func paints(_ opaque: GradientRamp, _ clear: GradientRamp) -> [Paint] {
  [opaque, clear].flatMap { ramp -> [Paint] in
    [
      .linear(LinearGradient(from: .zero, to: Point(x: 0, y: 41), ramp: ramp)),
      .linear(
        LinearGradient(from: Point(x: 51, y: 5), to: Point(x: 12, y: 33), ramp: ramp)),
      .linear(
        LinearGradient(from: Point(x: 11, y: 5), to: Point(x: 22, y: 33), ramp: ramp, spread: .reflect)),
      .linear(
        LinearGradient(from: Point(x: 11, y: 5), to: Point(x: 22, y: 3), ramp: ramp, spread: .repeat)),
      .radial(RadialGradient(center: Point(x: 40, y: 21), radius: 30, ramp: ramp)),
      .radial(
        RadialGradient(
          startCenter: Point(x: 10, y: 10), startRadius: 3, endCenter: Point(x: 60, y: 30), endRadius: 9, ramp: ramp,
          spread: .repeat)),
      .conic(ConicGradient(center: Point(x: 33, y: 20), startAngle: 0.5, ramp: ramp)),
    ]
  }
}

private func isVertical(_ paint: Paint) -> Bool {
  if case .linear(let gradient) = paint { return gradient.hasUniformRows }
  return false
}

private let opaqueStops: [(Fixed, UInt32)] = [(0, 0xFF10_2040), (0.5, 0xFFE0_5020), (1, 0xFF20_C0A0)]
private let clearStops: [(Fixed, UInt32)] = [(0, 0x0010_2040), (0.4, 0xC0E0_5020), (1, 0xFF20_C0A0)]

private func shape() -> [PathElement] {
  [
    .move(Point(x: 3.25, y: -4)), .line(Point(x: 70.5, y: 9.75)),
    .cubic(control1: Point(x: 90, y: 60), control2: Point(x: 20, y: 20), end: Point(x: 12.5, y: 47)), .close,
  ]
}

private func draw(_ canvas: inout Canvas, _ paint: Paint) {
  canvas.clear(PixelRect(width: 100, height: 100), to: Color(argb: 0xFF20_4060))
  canvas.fill(PixelRect(minX: 2, minY: 3, maxX: 61, maxY: 29), paint: paint)
  canvas.fill(shape().span, mapping: .identity, rule: .evenOdd, paint: paint)
  canvas.stroke(
    shape().span, style: StrokeStyle(width: 4.5, join: .round), mapping: .identity, paint: paint)
}

@Test("R35 R05 gradients depend on the place alone: in tiles and bands byte for byte the same, each kind")
func gradientsInTilesAreTheSame() {
  let (opaque, clear) = (TestRamp(opaqueStops), TestRamp(clearStops))
  var drawings = 0
  for (index, paint) in paints(opaque.ramp, clear.ramp).enumerated() {
    let whole = TestMemory(ARGB8888.self, width: 75, height: 50, padding: 0)
    withCanvas(whole.surface) { draw(&$0, paint) }
    for (width, rows) in [(75, 1), (16, 50), (7, 3)] {
      let banded = TestMemory(ARGB8888.self, width: 75, height: 50, padding: 0)
      withCanvas(banded.surface, rows: rows, width: width) { draw(&$0, paint) }
      #expect(banded.bytes == whole.bytes, "paint \(index), bands of \(width)×\(rows)")
    }
    for (x0, y0) in [(0, 0), (13, 0), (26, 17), (39, 34), (52, 7)] {
      let tile = TestMemory(ARGB8888.self, width: 13, height: 11, padding: 0)
      withCanvas(tile.surface) {
        $0.draw(into: tile.surface, x: Int32(x0), y: Int32(y0))
        draw(&$0, paint)
      }
      for y in 0..<11 {
        for x in 0..<13 { #expect(tile[x, y] == whole[x0 + x, y0 + y], "paint \(index) \(x0 + x) \(y0 + y)") }
      }
    }
    drawings += 1
  }
  #expect(drawings == 14)
}

@Test(
  "R35 a gradient through a path is blended with the path's coverage; a path of whole pixels is a rectangle"
)
func gradientsAreBlended() {
  let (opaque, clear) = (TestRamp(opaqueStops), TestRamp(clearStops))
  func rectangle(_ rect: Rect) -> [PathElement] {
    [
      .move(Point(x: rect.minX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.minY)),
      .line(Point(x: rect.maxX, y: rect.maxY)), .line(Point(x: rect.minX, y: rect.maxY)), .close,
    ]
  }
  for paint in paints(opaque.ramp, clear.ramp) {
    let (filled, traced) = (
      TestMemory(ARGB8888.self, width: 64, height: 48), TestMemory(ARGB8888.self, width: 64, height: 48)
    )
    withCanvas(filled.surface) { $0.fill(PixelRect(minX: 3, minY: 2, maxX: 60, maxY: 44), paint: paint) }
    withCanvas(traced.surface) {
      let path = rectangle(Rect(x: 3, y: 2, width: 57, height: 42))
      $0.fill(path.span, mapping: .identity, paint: paint)
    }
    #expect(filled.bytes == traced.bytes)
    // The paint alone, and through a quarter of a pixel: coverage 64 of 255.
    let (alone, thin) = (
      TestMemory(ARGB8888.self, width: 64, height: 48), TestMemory(ARGB8888.self, width: 64, height: 48)
    )
    withCanvas(alone.surface) { $0.fill(PixelRect(width: 64, height: 48), paint: paint) }
    withCanvas(thin.surface) {
      $0.clear(PixelRect(width: 64, height: 48), to: Color(argb: 0xFF80_9010))
      let path = rectangle(Rect(x: 0, y: 10.25, width: 64, height: 0.25))
      $0.fill(path.span, mapping: .identity, paint: paint)
    }
    for x in 0..<64 {
      let (source, ground) = (alone[x, 10], 0xFF80_9010 as UInt32)
      // Rows of one colour are blended as colours are: with one rounding.
      let expected =
        isVertical(paint)
        ? sourceOver(source, coverage: 64, ground) : sourceOver(scaledPixel(source, by: 64), ground)
      #expect(thin[x, 10] == expected)
      #expect(thin[x, 11] == 0xFF80_9010)
    }
  }
}

@Test("R35 a colour as a paint is the colour")
func paintsAgreeWithColors() {
  let color = Color(argb: 0x90E0_30A0)
  let (one, other) = (
    TestMemory(ARGB8888.self, width: 75, height: 50), TestMemory(ARGB8888.self, width: 75, height: 50)
  )
  withCanvas(one.surface) { draw(&$0, .color(color)) }
  withCanvas(other.surface) {
    $0.clear(PixelRect(width: 100, height: 100), to: Color(argb: 0xFF20_4060))
    $0.fill(PixelRect(minX: 2, minY: 3, maxX: 61, maxY: 29), color: color)
    $0.fill(shape().span, mapping: .identity, rule: .evenOdd, color: color)
    let style = StrokeStyle(width: 4.5, join: .round)
    $0.stroke(shape().span, style: style, mapping: .identity, color: color)
  }
  #expect(one.bytes == other.bytes && one[20, 10] != 0)
}

@Test(
  "R35 R20 a gradient that is stored dithered: neighbouring levels alternate, each 4×4 block's mean follows the ramp to one level"
)
func ditheredGradientsFollowTheRamp() {
  let ramp = TestRamp([(0, 0xFF20_4060), (1, 0xFF30_5870)])
  let linear = LinearGradient(
    from: .zero, to: Point(x: 0, y: 64), ramp: ramp.ramp)
  let tile = TestMemory(ARGB8888.self, width: 32, height: 64)
  withCanvas(tile.surface) { $0.fill(PixelRect(width: 32, height: 64), paint: .linear(linear)) }
  let dithered = TestMemory(RGB565.self, width: 32, height: 64)
  dithered.display.store(tile.surface, at: PixelRect(width: 32, height: 64), dithers: true)
  var mixed = 0
  for block in 0..<16 {
    var (sum, truth) = (Channels.zero, Channels.zero)
    for y in block * 4..<block * 4 + 4 {
      for x in 8..<12 {
        sum += channels(RGB565.unpack(dithered[x, y]))
        truth += trueColor(ramp.stops, (Double(y) + 0.5) / 64)
        if dithered[x, y] != dithered[8, block * 4] { mixed += 1 }
      }
    }
    // One level for the dithering, half a level for the ramp, and as much for four rows of thresholds that meet four
    // colours.
    let error = (sum - truth) / 16
    #expect(error.max() < 2 && error.min() > -2, "block \(block): \(error)")
  }
  #expect(mixed > 100)
}
