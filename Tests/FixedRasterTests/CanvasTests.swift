import Testing

@testable import FixedRaster

/// A path with a curve, a hole and an edge outside every canvas of these tests.
private func samplePath() -> [PathElement] {
  [
    .move(Point(x: 3.25, y: -4)), .line(Point(x: 70.5, y: 9.75)),
    .cubic(control1: Point(x: 90, y: 60), control2: Point(x: 20, y: 20), end: Point(x: 12.5, y: 47)), .close,
    .move(Point(x: 20, y: 10)), .quadratic(control: Point(x: 30, y: 40), end: Point(x: 44, y: 14)), .close,
  ]
}

private func draw(_ canvas: inout Canvas) {
  canvas.clear(PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100), to: Color(argb: 0xFF20_4060))
  canvas.fill(PixelRect(minX: 5, minY: 30, maxX: 40, maxY: 44), color: Color(argb: 0x80FF_C000))
  canvas.fill(
    samplePath().span, mapping: Mapping(AffineTransform(rotationAngle: 0.1)), rule: .evenOdd,
    color: Color(argb: 0xC0E0_F0FF))
  canvas.stroke(
    samplePath().span, style: StrokeStyle(width: 2.5, join: .round), mapping: .identity,
    color: Color(argb: 0xFFFF_2020))
}

@Test("R05 R21 a shape larger than the workspace is drawn in bands, byte for byte the same")
func bandsGiveTheSamePicture() {
  let whole = TestMemory(ARGB8888.self, width: 75, height: 50)
  withCanvas(whole.surface) { draw(&$0) }
  for (width, rows) in [(75, 1), (16, 50), (7, 3), (1, 1)] {
    let banded = TestMemory(ARGB8888.self, width: 75, height: 50)
    withCanvas(banded.surface, rows: rows, width: width) { draw(&$0) }
    #expect(banded.bytes == whole.bytes, "bands of \(width)×\(rows)")
  }
}

@Test("R20 padded strides: nothing between or around the rows is written")
func paddingIsKept() {
  let memory = TestMemory(ARGB8888.self, width: 33, height: 20, padding: 36, filledWith: 0xA5)
  withCanvas(memory.surface) { draw(&$0) }
  let bytes = memory.bytes
  let pixel = MemoryLayout<UInt32>.stride
  #expect(bytes[..<64].allSatisfy { $0 == 0xA5 } && bytes[(64 + 20 * memory.stride)...].allSatisfy { $0 == 0xA5 })
  for y in 0..<20 {
    let start = 64 + y * memory.stride + 33 * pixel
    #expect(bytes[start..<start + 36].allSatisfy { $0 == 0xA5 })
  }
  #expect(bytes[64..<64 + 33 * pixel].contains { $0 != 0xA5 })
}

@Test("R20 a tile is stored in the display's format: XRGB8888 with X set, RGB565 rounded; only its area is written")
func tilesAreStored() {
  let tile = TestMemory(ARGB8888.self, width: 9, height: 4, padding: 28)
  for y in 0..<4 { for x in 0..<9 { tile[x, y] = 0xFF00_0000 | UInt32(x * 28) << 16 | UInt32(y * 60) << 8 | 77 } }
  // Red in 0...252, green in 0...240, blue 77 in full; each channel to the nearest of its steps.
  func check<Format: PixelFormat>(_ format: Format.Type, bytes: Int, _ stored: (Int, Int) -> Int) {
    let target = TestMemory(format, width: 12, height: 8, padding: 20, filledWith: 0x5A)
    var expected = target.bytes
    #expect(expected.allSatisfy { $0 == 0x5A })
    for y in 0..<2 {
      for x in 0..<7 {
        let place = 64 + (y + 6) * target.stride + (x + 5) * bytes
        for byte in 0..<bytes { expected[place + byte] = UInt8(stored(x * 28, y * 60) >> (8 * byte) & 255) }
      }
    }
    target.display.store(tile.surface, at: PixelRect(minX: 5, minY: 6, maxX: 14, maxY: 10))
    #expect(target.bytes == expected)
  }
  check(XRGB8888.self, bytes: 4) { red, green in 0xFF << 24 | red << 16 | green << 8 | 77 }
  func nearest(_ channel: Int, _ most: Int) -> Int { (channel * most * 2 + 255) / 510 }
  check(RGB565.self, bytes: 2) { red, green in nearest(red, 31) << 11 | nearest(green, 63) << 5 | nearest(77, 31) }
}

@Test("R39 a group is blended as a whole: opacity once, and through a path only where the path covers")
func groupsAreBlended() {
  let group = TestMemory(ARGB8888.self, width: 24, height: 16, padding: 0)
  withCanvas(group.surface) {
    $0.clear(PixelRect(width: 24, height: 16))
    $0.fill(PixelRect(minX: 2, minY: 2, maxX: 14, maxY: 12), color: Color(argb: 0xFFFF_0000))
    $0.fill(PixelRect(minX: 8, minY: 4, maxX: 22, maxY: 14), color: Color(argb: 0xFF00_FF00))
  }
  let target = TestMemory(ARGB8888.self, width: 24, height: 16, padding: 0)
  withCanvas(target.surface) {
    $0.clear(PixelRect(width: 24, height: 16), to: .white)
    $0.draw(group.surface, opacity: 128)
  }
  #expect(target[0, 0] == 0xFFFF_FFFF)
  #expect(target[3, 3] == sourceOver(scaledPixel(0xFFFF_0000, by: 128), 0xFFFF_FFFF))
  #expect(target[10, 6] == sourceOver(scaledPixel(0xFF00_FF00, by: 128), 0xFFFF_FFFF))
  let clipped = TestMemory(ARGB8888.self, width: 24, height: 16, padding: 0)
  let half: [PathElement] = [
    .move(Point(x: 0, y: 0)), .line(Point(x: 10.5, y: 0)), .line(Point(x: 10.5, y: 16)), .line(Point(x: 0, y: 16)),
    .close,
  ]
  withCanvas(clipped.surface) {
    $0.clear(PixelRect(width: 24, height: 16), to: .white)
    $0.draw(group.surface, opacity: 255, through: half.span, mapping: .identity)
  }
  #expect(clipped[9, 6] == 0xFF00_FF00 && clipped[11, 6] == 0xFFFF_FFFF)
  #expect(clipped[10, 6] == sourceOver(scaledPixel(0xFF00_FF00, by: 128), 0xFFFF_FFFF))
}
