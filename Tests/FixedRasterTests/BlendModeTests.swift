import TestSupport
import Testing

@testable import FixedRaster

private let everyMode = (UInt8.min...UInt8.max).compactMap(BlendMode.init(rawValue:))
private let nonSeparable: [BlendMode] = [.hue, .saturation, .color, .luminosity]

/// Rows of pixels through a mode.
private func blended(_ mode: BlendMode, _ source: [UInt32], _ destination: [UInt32]) -> [UInt32] {
  var result = [UInt32](repeating: 0, count: source.count)
  unsafe source.withUnsafeBufferPointer { s in
    unsafe destination.withUnsafeBufferPointer { d in
      unsafe result.withUnsafeMutableBufferPointer { r in
        unsafe blendRow(mode, r.baseAddress!, s.baseAddress!, d.baseAddress!, source.count)
      }
    }
  }
  return result
}

/// How far a channel may be from the exact value, in 1/255: see BlendMode.swift.
private func bound(_ mode: BlendMode) -> Double {
  mode == .softLight || nonSeparable.contains(mode) ? 0.51 : 0.5 + 1e-9
}

/// Blends a row of premultiplied pixels of one source channel and alpha over others in every channel, and returns the
/// largest distance from the exact values.
private func worst(_ mode: BlendMode, _ s: Int, _ sa: Int, over grid: [(d: Int, da: Int)]) -> Double {
  let source = UInt32(sa) << 24 | UInt32(s) * 0x010101
  let destination = grid.map { UInt32($0.da) << 24 | UInt32($0.d) * 0x010101 }
  let result = blended(mode, Array(repeating: source, count: grid.count), destination)
  var worst = 0.0
  var areEqual = true
  for (pixel, (d, da)) in zip(result, grid) {
    let (exactS, exactSA, exactD, exactDA) = (Double(s) / 255, Double(sa) / 255, Double(d) / 255, Double(da) / 255)
    let color = exactChannel(mode, exactS, exactSA, exactD, exactDA)! * 255
    let alpha = exactAlpha(mode, exactSA, exactDA) * 255
    worst = max(worst, abs(Double(pixel & 255) - color), abs(Double(pixel >> 24) - alpha))
    areEqual = areEqual && pixel & 0xFF_FFFF == pixel & 255 &* 0x010101 && pixel & 255 <= pixel >> 24
  }
  #expect(areEqual, "the channels are alike and none is above alpha")
  return worst
}

@Test(
  "R22 Porter-Duff and separable modes: every opaque source over every opaque destination, and a grid of all alphas",
  arguments: everyMode.filter { !nonSeparable.contains($0) })
func modesByChannelAreExact(_ mode: BlendMode) {
  var distance = 0.0
  let opaque = (0...255).map { (d: $0, da: 255) }
  for s in 0...255 { distance = max(distance, worst(mode, s, 255, over: opaque)) }
  let values = [0, 1, 2, 15, 16, 63, 64, 65, 100, 127, 128, 129, 170, 191, 192, 213, 240, 253, 254, 255]
  let grid = values.flatMap { da in values.filter { $0 <= da }.map { (d: $0, da: da) } }
  for (s, sa) in grid { distance = max(distance, worst(mode, s, sa, over: grid)) }
  #expect(distance <= bound(mode))
  #expect(distance > 0.49 || [.clear, .copy, .destination, .plusLighter].contains(mode), "the grid reaches roundings")
}

@Test("R22 non-separable modes: random and grey colours of every alpha", arguments: nonSeparable)
func nonSeparableModesAreExact(_ mode: BlendMode) {
  var random = SplitMix(seed: 39)
  var source: [UInt32] = []
  var destination: [UInt32] = []
  func color(_ kind: Int) -> UInt32 {
    let alpha = kind % 3 == 0 ? 255 : random.next(in: 0...255)
    let levels = (0..<3).map { _ in
      kind % 5 == 0 ? [0, alpha].randomElement(using: &random)! : random.next(in: 0...alpha)
    }
    let gray = kind % 7 == 0
    return UInt32(alpha) << 24 | UInt32(levels[0]) << 16 | UInt32(levels[gray ? 0 : 1]) << 8
      | UInt32(levels[gray ? 0 : 2])
  }
  for i in 0..<20_000 {
    source.append(color(i))
    destination.append(color(i / 2))
  }
  var distance = 0.0
  var counts = (opaque: 0, gray: 0, clipped: 0)
  func exact(_ argb: UInt32) -> ExactColor {
    ExactColor(
      red: Double(argb >> 16 & 255) / 255, green: Double(argb >> 8 & 255) / 255, blue: Double(argb & 255) / 255)
  }
  for (i, pixel) in blended(mode, source, destination).enumerated() {
    let (s, d) = (source[i], destination[i])
    let (sa, da) = (Double(s >> 24) / 255, Double(d >> 24) / 255)
    let color = exactColor(mode, exact(s), sa, exact(d), da).map { $0 * 255 }
    distance = max(
      distance, abs(Double(pixel >> 16 & 255) - color.red), abs(Double(pixel >> 8 & 255) - color.green),
      abs(Double(pixel & 255) - color.blue), abs(Double(pixel >> 24) - exactAlpha(mode, sa, da) * 255))
    if s >> 24 == 255 && d >> 24 == 255 { counts.opaque += 1 }
    if exact(s).largest == exact(s).smallest { counts.gray += 1 }
    if color.smallest < 1e-6 || color.largest > 255 - 1e-6 { counts.clipped += 1 }
  }
  #expect(distance <= bound(mode))
  #expect(counts.opaque > 1000 && counts.gray > 1000 && counts.clipped > 100, "\(counts)")
}

@Test("R22 the Porter-Duff operators, the separable and the non-separable modes are all among those that are tried")
func modesAreAllThere() {
  let operators: [BlendMode] = [
    .clear, .copy, .destination, .sourceOver, .destinationOver, .sourceIn, .destinationIn, .sourceOut, .destinationOut,
    .sourceAtop, .destinationAtop, .xor, .plusLighter,
  ]
  let separable: [BlendMode] = [
    .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight, .difference,
    .exclusion,
  ]
  #expect(Set(everyMode) == Set(operators + separable + nonSeparable))
}

@Test("R22 a channel above its alpha traps in no mode", arguments: everyMode)
func invalidPixelsDoNotTrap(_ mode: BlendMode) {
  var random = SplitMix(seed: 4)
  var pixels = (0..<4000).map { _ in UInt32(truncatingIfNeeded: random.next()) }
  pixels += [0, 0x00FF_FFFF, 0xFF00_0000, 0xFFFF_FFFF, 0x0100_FF00, 0x8080_8080]
  for shift in [1, 7, 2003] {
    let others = Array(pixels[shift...] + pixels[..<shift])
    #expect(blended(mode, pixels, others).count == pixels.count)
  }
}

// MARK: - On a canvas

private let shape: [PathElement] = [
  .move(Point(x: 4.5, y: 2.25)), .line(Point(x: 80.75, y: 8)),
  .cubic(control1: Point(x: 90, y: 50), control2: Point(x: 30, y: 20), end: Point(x: 12.5, y: 36)), .close,
]

/// Random premultiplied pixels of six surfaces.
private let noise = (0..<6).map { seed in
  var random = SplitMix(seed: UInt64(seed))
  return (0..<3600).map { _ in Color(argb: UInt32(truncatingIfNeeded: random.next())).premultiplied.argb }
}

/// A surface of random pixels.
private func randomSurface(seed: Int) -> TestMemory<ARGB8888> {
  let memory = TestMemory(ARGB8888.self, width: 90, height: 40, padding: 36, filledWith: 0xA5)
  let pixels = noise[seed]
  for i in 0..<3600 { memory[i % 90, i / 90] = pixels[i] }
  return memory
}

private func randomGroup() -> TestMemory<ARGB8888> {
  let group = randomSurface(seed: 2)
  for y in 0..<40 { group[y, y] = 0 }
  return group
}

/// Coverage of the shape, 0...255: white over black.
private func coverage(_ draw: (inout Canvas) -> Void) -> TestMemory<ARGB8888> {
  let memory = TestMemory(ARGB8888.self, width: 90, height: 40)
  withCanvas(memory.surface) {
    $0.clear(PixelRect(width: 90, height: 40), to: .black)
    draw(&$0)
  }
  return memory
}

/// The definition: B, then as much of it as is covered, each pixel unpacked and packed.
private func reference(
  _ mode: BlendMode, _ mask: TestMemory<ARGB8888>, _ source: (Int, Int) -> UInt32
) -> [UInt8] {
  let memory = randomSurface(seed: 1)
  for y in 0..<40 {
    let destination = (0..<90).map { memory[$0, y] }
    let row = blended(mode, (0..<90).map { source($0, y) }, destination)
    for x in 0..<90 {
      let (result, d) = (row[x], destination[x])
      let c = Int(mask[x, y] & 255)
      var pixel: UInt32 = 0
      for shift in [0, 8, 16, 24] as [UInt32] {
        let sum = Int(result >> shift & 255) * c + Int(d >> shift & 255) * (255 - c)
        pixel |= UInt32((2 * sum + 255) / 510) << shift
      }
      memory[x, y] = pixel
    }
  }
  return memory.bytes
}

@Test(
  "R22 R39 fills, strokes and groups with a mode equal unpack, blend, interpolate by coverage, pack",
  arguments: everyMode.filter { $0 != .sourceOver })
func modesOnCanvases(_ mode: BlendMode) {
  let identity = Mapping.identity
  let color = Color(argb: 0xB0E0_8030)
  let style = StrokeStyle(width: 5.5, join: .round)
  let group = randomGroup()
  let area = PixelRect(minX: 3, minY: 2, maxX: 88, maxY: 33)
  let filled = coverage { $0.fill(shape.span, mapping: identity, rule: .evenOdd, color: .white) }
  let stroked = coverage { $0.stroke(shape.span, style: style, mapping: identity, color: .white) }
  let boxed = coverage { $0.fill(area, color: .white) }
  func expect(
    _ mask: TestMemory<ARGB8888>, _ source: (Int, Int) -> UInt32, _ what: Comment,
    _ draw: (inout Canvas) -> Void
  ) {
    let expected = reference(mode, mask, source)
    let target = randomSurface(seed: 1)
    withCanvas(target.surface) { draw(&$0) }
    #expect(target.bytes == expected, what)
    let banded = randomSurface(seed: 1)
    withCanvas(banded.surface, rows: 7, width: 33) { draw(&$0) }
    #expect(banded.bytes == expected, "banded")
  }
  let solid = color.premultiplied.argb
  expect(boxed, { _, _ in solid }, "rectangle") { $0.fill(area, color: color, mode: mode) }
  expect(filled, { _, _ in solid }, "fill") {
    $0.fill(shape.span, mapping: identity, rule: .evenOdd, color: color, mode: mode)
  }
  expect(stroked, { _, _ in solid }, "stroke") {
    $0.stroke(shape.span, style: style, mapping: identity, color: color, mode: mode)
  }
  expect(boxed, { scaledPixel(group[$0, $1], by: 200) }, "group") {
    $0.setClip(area)
    $0.draw(group.surface, opacity: 200, mode: mode)
  }
  expect(filled, { group[$0, $1] }, "group through a path") {
    $0.draw(
      group.surface, opacity: 255, through: shape.span, mapping: identity, rule: .evenOdd, mode: mode)
  }
}

@Test("R22 source-over as a mode is the drawing without one; on opaque ground its row is the fast kernel's")
func sourceOverAsAMode() {
  let identity = Mapping.identity
  let (plain, moded) = (randomSurface(seed: 1), randomSurface(seed: 1))
  let color = Color(argb: 0x9010_E0C0)
  let group = randomGroup()
  withCanvas(plain.surface) {
    $0.fill(PixelRect(width: 50, height: 9), color: color)
    $0.fill(shape.span, mapping: identity, color: color)
    $0.stroke(shape.span, style: StrokeStyle(width: 3), mapping: identity, color: color)
    $0.draw(group.surface, opacity: 99)
    $0.draw(group.surface, opacity: 99, through: shape.span, mapping: identity)
  }
  withCanvas(moded.surface) {
    $0.fill(PixelRect(width: 50, height: 9), color: color, mode: .sourceOver)
    $0.fill(shape.span, mapping: identity, color: color, mode: .sourceOver)
    $0.stroke(shape.span, style: StrokeStyle(width: 3), mapping: identity, color: color, mode: .sourceOver)
    $0.draw(group.surface, opacity: 99, mode: .sourceOver)
    $0.draw(group.surface, opacity: 99, through: shape.span, mapping: identity, mode: .sourceOver)
  }
  #expect(plain.bytes == moded.bytes)
  for value in UInt32(0)...255 {
    let d = 0xFF00_0000 | value * 0x010101
    let source = color.premultiplied.argb
    #expect(blended(.sourceOver, [source], [d])[0] == sourceOver(source, coverage: 255, d))
  }
}

@Test("R39 a tile's place does not change what a mode gives: drawn whole and in tiles, byte for byte")
func modesInTiles() {
  let transform = Mapping(AffineTransform(rotationAngle: 0.1))
  func draw(_ canvas: inout Canvas) {
    for (i, mode) in everyMode.enumerated() {
      let color = Color(argb: 0x6040_3020 &* UInt32(i + 1) | 0x6000_0000)
      canvas.fill(shape.span, mapping: transform, color: color, mode: mode)
    }
  }
  let whole = randomSurface(seed: 5)
  withCanvas(whole.surface) { draw(&$0) }
  let tiled = randomSurface(seed: 5)
  withCanvas(tiled.surface) { canvas in
    for y in stride(from: Int32(0), to: 40, by: 13) {
      for x in stride(from: Int32(0), to: 90, by: 17) {
        let tile = unsafe Surface(
          base: tiled.surface.base + Int(y) * tiled.stride + Int(x) * 4, width: min(17, 90 - Int(x)),
          height: min(13, 40 - Int(y)), bytesPerRow: tiled.stride)
        canvas.draw(into: tile, x: x, y: y)
        draw(&canvas)
      }
    }
  }
  #expect(tiled.bytes == whole.bytes)
}
