import Testing

@testable import FixedRaster

private typealias Call = (inout Canvas<XRGB8888>) -> Void

/// What leaves an opaque destination as it is.
private let keepingModes: [BlendMode] = [.destination, .destinationOver]

/// Drawing with a mode.
private func modeCalls(_ shapes: [PathElement], _ color: Color, _ group: TestMemory<ARGB8888>, _ modes: [BlendMode])
  -> [Call]
{
  let identity = DeviceTransform(.identity)
  var result: [Call] = []
  for mode in modes {
    result.append { $0.fill(shapes.span, transform: identity, color: color, mode: mode) }
    result.append { $0.draw(group.surface, opacity: 255, mode: mode) }
  }
  return result
}

/// Everything that can be drawn, one call after the other; each also as a picture of its own. `changing` calls leave a
/// mark on an opaque destination, and `keeping` calls do not.
private func everyCall() -> (changing: [Call], keeping: [Call]) {
  let identity = DeviceTransform(.identity)
  let shapes = maskShapes
  let half = Color(argb: 0x80E0_8030)
  let ramp = TestRamp([(0, 0xFF10_2040), (1, 0x40FF_C000)]).ramp
  let opaque = TestRamp([(0, 0xFF10_2040), (1, 0xFFFF_C000)]).ramp
  let group = TestMemory(ARGB8888.self, width: 100, height: 48)
  for y in 0..<48 {
    for x in 0..<100 {
      group[x, y] = Color(argb: UInt32(truncatingIfNeeded: (x + 100 * y) &* 0x0353_2711)).premultiplied.argb
    }
  }
  let mask = TestMask(PixelRect(width: 100, height: 48))
  for y in 0..<48 { for x in 0..<100 { mask[x, y] = UInt8((x * 3 + y) & 255) } }
  var random = SplitMix(seed: 20)
  let images = allImageFormats.map { TestImage($0, 37, 21, &random) }
  var result: [Call] = [
    { $0.clear(PixelRect(minX: 3, minY: 3, maxX: 90, maxY: 9), to: half) },
    { $0.fill(PixelRect(minX: 3, minY: 3, maxX: 90, maxY: 9), color: half) },
    { $0.fill(shapes.span, transform: identity, color: half) },
    { $0.fill(shapes.span, transform: identity, rule: .evenOdd, color: .white) },
    { $0.stroke(shapes.span, style: StrokeStyle(width: 3), transform: identity, color: half) },
    { $0.draw(group.surface, opacity: 180) },
    { $0.draw(group.surface, opacity: 180, through: shapes.span, transform: identity) },
    { $0.draw(group.surface, opacity: 180, through: mask.mask) },
    { $0.draw(mask.mask, color: half) },
  ]
  let (p, q) = (Point(10, 5), Point(80, 40))
  for ramp in [ramp, opaque] {
    let paint = Paint.linear(LinearGradient(from: p, to: q, ramp: ramp))
    result.append { $0.fill(shapes.span, transform: identity, paint: paint) }
    result.append { $0.fill(PixelRect(width: 100, height: 20), paint: paint) }
    result.append { $0.draw(mask.mask, paint: paint) }
  }
  for image in images {
    result.append { $0.draw(image.image, x: 11, y: 9) }
    result.append { $0.draw(image.image, x: 11, y: 9, opacity: 99) }
    result.append { $0.draw(image.image, transform: AffineTransform(rotationAngle: 0.4)) }
  }
  let modes = (UInt8.min...UInt8.max).compactMap(BlendMode.init(rawValue:))
  result += modeCalls(shapes, half, group, modes.filter { !keepingModes.contains($0) })
  return (result, modeCalls(shapes, half, group, keepingModes))
}

@Test("R20 X of XRGB8888: where it was 255 it stays 255, whatever is drawn; whatever it was, no colour depends on it")
func unusedBitsOfXRGB8888() {
  func drawn(_ x: (Int) -> UInt32, _ call: (inout Canvas<XRGB8888>) -> Void) -> [UInt32] {
    let memory = TestMemory(XRGB8888.self, width: 100, height: 48)
    for i in 0..<4800 {
      memory[i % 100, i / 100] = UInt32(truncatingIfNeeded: i &* 0x0151_4327) & 0xFF_FFFF | x(i) << 24
    }
    withCanvas(memory.surface, call)
    return (0..<4800).map { memory[$0 % 100, $0 / 100] }
  }
  let (changing, keeping) = everyCall()
  let before = drawn({ _ in 255 }) { _ in }
  for (k, call) in (changing + keeping).enumerated() {
    let set = drawn({ _ in 255 }, call)
    #expect((set != before) == (k < changing.count), "call \(k)")
    #expect(set.allSatisfy { $0 >> 24 == 255 }, "call \(k)")
    for other in [drawn({ _ in 0 }, call), drawn({ UInt32($0 & 255) }, call)] {
      #expect(zip(set, other).allSatisfy { $0 & 0xFF_FFFF == $1 & 0xFF_FFFF }, "call \(k)")
    }
  }
}

@Test("R22 R39 modes over rows of any length: masks of hundreds of pixels, spans, groups, at every offset of a block")
func modesOverLongRows() {
  // An edge that falls by two pixels over 500 touches all of its rows' cells: masks as wide as the picture.
  let width = 517
  let path: [PathElement] = [
    .move(Point(-3, 1.25)), .line(Point(520, 3.75)), .line(Point(520, 11.5)), .line(Point(-3, 8.25)), .close,
  ]
  let mask = TestMask(PixelRect(width: width, height: 13))
  let scratch = TestMemory(XRGB8888.self, width: width, height: 13)
  withCanvas(scratch.surface) { $0.rasterize(path.span, transform: DeviceTransform(.identity), into: mask.mask) }
  // At least one row has more than two blocks of 64 between full and empty.
  #expect((0..<13).contains { y in (0..<width).filter { mask[$0, y] > 0 && mask[$0, y] < 255 }.count > 160 })
  let group = TestMemory(ARGB8888.self, width: width, height: 13)
  var random = SplitMix(seed: 22)
  for i in 0..<width * 13 { group[i % width, i / width] = TestImage.premultiplied(&random) }
  func check<Format: PixelFormat>(_ format: Format.Type, _ mode: BlendMode, _ isGroup: Bool, _ left: Int32) {
    let color = Color(argb: 0xB0E0_8030)
    let target = TestMemory(format, width: width, height: 13)
    for i in 0..<width * 13 {
      target[i % width, i / width] = format.pack(UInt32(truncatingIfNeeded: i &* 0x0151_4327) | 0xFF00_0000)
    }
    let before = (0..<width * 13).map { format.unpack(target[$0 % width, $0 / width]) }
    withCanvas(target.surface) {
      $0.setClip(PixelRect(minX: left, minY: 0, maxX: Int32(width), maxY: 13))
      let identity = DeviceTransform(.identity)
      if isGroup {
        $0.draw(group.surface, opacity: 255, through: path.span, transform: identity, mode: mode)
      } else {
        $0.fill(path.span, transform: identity, color: color, mode: mode)
      }
    }
    var wrong = 0
    for i in 0..<width * 13 {
      let (x, y) = (i % width, i / width)
      let coverage = x < left ? 0 : UInt32(mask[x, y])
      var (result, source, there) = (UInt32(0), isGroup ? group[x, y] : color.premultiplied.argb, before[i])
      unsafe blendRow(mode, &result, &source, &there, 1)
      let expected = format.pack(coverage == 0 ? before[i] : interpolated(result, before[i], coverage))
      if target[x, y] != expected { wrong += 1 }
    }
    #expect(wrong == 0, "\(mode) from \(left)")
  }
  for left in [0, 1, 63, 64, 130, 300] as [Int32] {
    for isGroup in [false, true] {
      check(ARGB8888.self, .multiply, isGroup, left)
      check(RGB565.self, .xor, isGroup, left)
      check(XRGB8888.self, .luminosity, isGroup, left)
      check(BGR888.self, .plusLighter, isGroup, left)
    }
  }
}
