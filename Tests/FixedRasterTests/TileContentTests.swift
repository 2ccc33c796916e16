import TestSupport
import Testing

@testable import FixedRaster

/// A random drawing on tiles, most of whose parts cover whole tiles.
private struct TileDrawing {
  /// How often each kind of part was drawn.
  static let kinds = 8

  private var parts: [(kind: Int, area: PixelRect, color: Color)] = []
  private let whole: PixelRect
  private let ramps: [TestRamp]
  private let image, word: Image

  init(_ whole: PixelRect, _ ramps: [TestRamp], _ image: Image, _ word: Image, _ dice: inout SplitMix) {
    (self.whole, self.ramps, self.image, self.word) = (whole, ramps, image, word)
    for _ in 0..<Int.random(in: 1...5, using: &dice) {
      let x = Int32.random(in: -4..<whole.maxX, using: &dice)
      let y = Int32.random(in: -4..<whole.maxY, using: &dice)
      let area = PixelRect(
        minX: x, minY: y, maxX: x + Int32.random(in: 1...40, using: &dice),
        maxY: y + Int32.random(in: 1...9, using: &dice))
      let alpha = [255, 255, 1, 254, UInt32.random(in: 0...255, using: &dice)].randomElement(using: &dice)!
      let color = Color(argb: alpha << 24 | UInt32.random(in: 0...0xFF_FFFF, using: &dice))
      parts.append((Int.random(in: 0..<Self.kinds, using: &dice), area, color))
    }
  }

  func count(into counts: inout [Int]) { for part in parts { counts[part.kind] += 1 } }

  func draw(_ canvas: inout Canvas) {
    for (kind, area, color) in parts {
      switch kind {
      case 0: canvas.fill(whole, color: color)
      case 1: canvas.clear(whole, to: Color(argb: 0xFF00_0000 | UInt32(color.red) << 8))
      case 2: canvas.draw(image, x: 0, y: 0)
      case 3: canvas.draw(word, x: 0, y: 0)
      case 4: canvas.fill(whole, paint: rows(color))
      case 5: canvas.fill(area, color: color)
      case 6: canvas.fill(area, paint: rows(color))
      default:
        var oval = PathBuffer<16>()
        oval.addEllipse(
          in: Rect(
            x: Fixed(Int(area.minX)), y: Fixed(Int(area.minY)), width: Fixed(area.width), height: Fixed(area.height)))
        canvas.fill(oval.span, mapping: .identity, color: color)
      }
    }
  }

  private func rows(_ color: Color) -> Paint {
    let ramp = ramps[Int(color.red) % ramps.count].ramp
    let spread = [GradientSpread.pad, .repeat, .reflect][Int(color.green) % 3]
    return .linear(
      LinearGradient(
        from: Point(x: 0, y: Fixed(Int(color.blue) % 40)), to: Point(x: 0, y: Fixed(Int(color.green) % 64)), ramp: ramp,
        spread: spread))
  }
}

/// An opaque image of random pixels, in memory that is never given back.
private func randomImage(_ format: ImageFormat, _ width: Int, _ height: Int, _ dice: inout SplitMix) -> Image {
  let bytes = format.bytes(width: width)
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: bytes * height, alignment: 16)
  for i in 0..<bytes * height {
    unsafe pixels.storeBytes(of: UInt8.random(in: 0...255, using: &dice), toByteOffset: i, as: UInt8.self)
  }
  return unsafe Image(format, pixels: pixels, width: width, height: height, bytesPerRow: bytes)
}

@Suite struct TileContentTests {
  private static let (width, height) = (75, 53)
  private static let whole = PixelRect(width: width, height: height)

  /// Stores drawings tile by tile, and as a whole, and compares all bytes.
  private func check<Format: PixelFormat>(
    _ format: Format.Type, _ drawing: TileDrawing, _ rotation: DisplayRotation, dithers: Bool
  ) {
    let surface = TestMemory(ARGB8888.self, width: Self.width, height: Self.height)
    withClippedCanvas(surface.surface) { canvas in
      canvas.clear(Self.whole, to: .black)
      drawing.draw(&canvas)
    }
    let expected = TestMemory(format, width: Self.width, height: Self.height)
    let stored = TestMemory(format, width: Self.width, height: Self.height)
    func display(_ memory: TestMemory<Format>) -> DisplayMemory {
      let display = memory.display
      let (columns, rows) = rotation.swapsAxes ? (Self.height, Self.width) : (Self.width, Self.height)
      let stride = (memory.stride * Self.height / rows) & ~3
      return unsafe DisplayMemory(
        base: display.base, width: columns, height: rows, bytesPerRow: stride, layout: Format.layout,
        rotation: rotation, owner: memory)
    }
    display(expected).store(surface.surface, at: Self.whole, dithers: dithers)
    let workspace = TileWorkspace(width: 32, height: 16)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: TileLoop.alignment)
    defer { unsafe memory.deallocate() }
    var tiles = unsafe TileLoop(memory: memory, workspace: workspace)
    tiles.draw(Self.whole, on: display(stored), dithers: dithers) { drawing.draw(&$0) }
    #expect(stored.bytes == expected.bytes, "\(format), \(rotation), dithers: \(dithers)")
  }

  @Test("R20 tiles and rows of one content, drawn on or not, are stored as the same pixels one by one are")
  func randomDrawings() {
    var dice = SplitMix(seed: 40)
    let ramps = [
      TestRamp([(0, 0xFF10_2040), (0.5, 0xFFE0_5020), (1, 0xFF20_C0A0)]),
      TestRamp([(0, 0xFF00_0000), (1, 0xFFFF_FFFF)]),
      TestRamp([(0, 0x4010_F040), (1, 0xFF20_C0A0)]),
    ]
    let image = randomImage(.rgb565, Self.width, Self.height, &dice)
    let word = randomImage(.xrgb8888, Self.width, Self.height, &dice)
    var counts = [Int](repeating: 0, count: TileDrawing.kinds)
    for _ in 0..<150 {
      let drawing = TileDrawing(Self.whole, ramps, image, word, &dice)
      drawing.count(into: &counts)
      for rotation in [DisplayRotation.none, .clockwise90, .clockwise180, .clockwise270] {
        for dithers in [false, true] {
          check(RGB565.self, drawing, rotation, dithers: dithers)
          check(XRGB8888.self, drawing, rotation, dithers: dithers)
        }
      }
      check(BGR565.self, drawing, .none, dithers: true)
      check(RGB332.self, drawing, .clockwise180, dithers: true)
      check(Gray8.self, drawing, .clockwise180, dithers: false)
    }
    #expect(counts.allSatisfy { $0 > 20 })
  }

  @Test("R22 every level of RGB565 under colours is unpacked, blended and rounded as whole pixels are")
  func everyLevel() {
    var dice = SplitMix(seed: 41)
    for _ in 0..<200 {
      let color = Color(argb: UInt32.random(in: 0...UInt32.max, using: &dice)).premultiplied.argb
      let levels = CoveredLevels(under: color)
      // Each level of each channel, in a row that is no whole number of blocks.
      let source: [UInt16] = (0..<75).map { (place: UInt16) in
        let (red, green, blue) = (place & 31, place & 63, (place + 7) & 31)
        return red << 11 | green << 5 | blue
      }
      var target = [UInt16](repeating: 0, count: 75)
      unsafe target.withUnsafeMutableBytes { target in
        unsafe source.withUnsafeBytes { unsafe levels.lookUp(target.baseAddress!, $0.baseAddress!, 75) }
      }
      #expect(target == source.map { RGB565.pack(sourceOver(color, RGB565.unpack($0))) })
    }
  }

  @Test("R22 bytes are rounded to levels of 16-bit pixels as whole pixels are, all 256")
  func everyByte() {
    for value in UInt8.min...UInt8.max {
      let pixel = RGB565.pack(UInt32(value) * 0x01_0101)
      #expect(UInt16(levelOf32(value) >> 3) == pixel >> 11 && UInt16(levelOf64(value) >> 2) == pixel >> 5 & 63)
    }
  }
}
