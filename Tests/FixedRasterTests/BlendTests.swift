import TestSupport
import Testing

@testable import FixedRaster

/// What a canvas draws in, as a format of memory.
enum ARGB8888: PixelFormat {
  static var layout: PixelLayout { .argb8888 }
  static func pack(_ argb: UInt32) -> UInt32 { argb }
  static func unpack(_ pixel: UInt32) -> UInt32 { pixel }
}

/// Memory of pixels to draw into, or to store in, with room around them that must stay as it was.
@safe
final class TestMemory<Format: PixelFormat> {
  let width: Int, height: Int, stride: Int
  private let memory: UnsafeMutableRawPointer
  private static var guardBytes: Int { 64 }

  init(_: Format.Type, width: Int, height: Int, padding: Int = 12, filledWith byte: UInt8 = 0) {
    (self.width, self.height) = (width, height)
    stride = width * MemoryLayout<Format.Pixel>.stride + padding
    unsafe memory = .allocate(byteCount: stride * height + 2 * Self.guardBytes, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: byte, count: stride * height + 2 * Self.guardBytes)
  }

  deinit { unsafe memory.deallocate() }

  var display: DisplayMemory {
    unsafe DisplayMemory(
      base: memory + Self.guardBytes, width: width, height: height, bytesPerRow: stride, layout: Format.layout,
      owner: self)
  }

  subscript(x: Int, y: Int) -> Format.Pixel {
    get {
      unsafe (memory + Self.guardBytes + y * stride).assumingMemoryBound(to: Format.Pixel.self)[x]
    }
    set {
      unsafe (memory + Self.guardBytes + y * stride).assumingMemoryBound(to: Format.Pixel.self)[x] = newValue
    }
  }

  /// All bytes, those between and around the rows included.
  var bytes: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: memory, count: stride * height + 2 * Self.guardBytes))
  }

  fileprivate var base: UnsafeMutableRawPointer { unsafe memory + Self.guardBytes }
}

extension TestMemory where Format == ARGB8888 {
  var surface: Surface { unsafe Surface(base: base, width: width, height: height, bytesPerRow: stride) }
}

/// Runs `body` with a canvas over a surface.
func withCanvas(
  _ surface: Surface, rows: Int? = nil, width: Int? = nil, _ body: (inout Canvas) -> Void
) {
  let workspace = CoverageWorkspace(width: width ?? surface.width, rows: rows ?? surface.height)
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var canvas = unsafe Canvas(surface, memory: memory, workspace: workspace)
  body(&canvas)
}

/// `a·b/255`, rounded to nearest: in plain words.
private func product(_ a: Int, _ b: Int) -> Int { (2 * a * b + 255) / 510 }

private func channel(_ argb: UInt32, _ index: Int) -> Int { Int(argb >> UInt32(8 * index)) & 255 }

/// Source-over by the book, channel by channel.
private func reference(_ color: UInt32, _ coverage: Int, over d: UInt32) -> UInt32 {
  let rest = 255 - product(channel(color, 3), coverage)
  var result: UInt32 = 0
  for i in 0..<4 {
    let sum = channel(color, i) * coverage + channel(d, i) * rest
    let value = (2 * sum + 255) / 510
    result |= UInt32(value) << UInt32(8 * i)
  }
  return result
}

@Test("R22 source-over: every alpha over every destination value, correctly rounded, wide kernel and tail alike")
func solidSourceOverIsExact() {
  for alpha in 0..<255 {
    let color = Color(red: 255, green: UInt8(alpha), blue: 100, alpha: UInt8(alpha)).premultiplied.argb
    let memory = TestMemory(ARGB8888.self, width: 259, height: 1)
    for x in 0..<259 { memory[x, 0] = UInt32(x & 255) * 0x0101_0101 }
    unsafe blendSpan(memory.surface.row(0), 259, color, 255)
    for x in 0..<259 {
      #expect(memory[x, 0] == reference(color, 255, over: UInt32(x & 255) * 0x0101_0101))
    }
  }
}

@Test(
  "R22 source-over through a mask: every coverage, correctly rounded, and the same bytes as a span of that coverage")
func maskSourceOverIsExact() {
  var random = SplitMix(seed: 22)
  for coverage in 0...255 {
    for alpha in [0, 1, 77, 128, 254, 255] {
      let color = Color(red: 250, green: 3, blue: 130, alpha: UInt8(alpha)).premultiplied.argb
      let count = 21
      let destination = (0..<count).map { _ in UInt32(truncatingIfNeeded: random.next()) }
      let masked = TestMemory(ARGB8888.self, width: count, height: 1)
      let spanned = TestMemory(ARGB8888.self, width: count, height: 1)
      for x in 0..<count { (masked[x, 0], spanned[x, 0]) = (destination[x], destination[x]) }
      let mask = [UInt32](repeating: UInt32(coverage) | UInt32(coverage) << 16, count: count + 3)
      unsafe mask.withUnsafeBufferPointer {
        unsafe blendMask(masked.surface.row(0), count, color, $0.baseAddress!)
      }
      var painter = unsafe SolidPainter(
        base: spanned.surface.base, bytesPerRow: spanned.stride, color: PremultipliedColor(argb: color))
      if coverage > 0 { painter.span(x: 0, y: 0, count: count, coverage: UInt32(coverage)) }
      for x in 0..<count {
        #expect(masked[x, 0] == reference(color, coverage, over: destination[x]))
        #expect(masked[x, 0] == spanned[x, 0])
      }
    }
  }
}

@Test("R12 565: the nearest level each way, white stays white, high bits are repeated")
func rgb565Rounds() {
  #expect(RGB565.unpack(0xFFFF) == 0xFFFF_FFFF && RGB565.unpack(0) == 0xFF00_0000)
  for value in 0...255 {
    let packed = RGB565.pack(UInt32(value) * 0x010101)
    let (red, green, blue) = (Int(packed >> 11), Int(packed >> 5) & 63, Int(packed) & 31)
    #expect(abs(red * 510 - value * 62) <= 255 && red == blue)
    #expect(abs(green * 510 - value * 126) <= 255)
  }
  for pixel in UInt16.min...UInt16.max {
    let argb = RGB565.unpack(pixel)
    let (r, g, b) = (UInt32(pixel) >> 11, (UInt32(pixel) >> 5) & 63, UInt32(pixel) & 31)
    #expect(argb == 0xFF00_0000 | (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2))
    #expect(RGB565.pack(argb) == pixel)
  }
}

@Test("R12 multiplication and division by 255 are correctly rounded on the whole domain, in words and in pixels")
func scalingIsExact() {
  for a in 0...255 {
    for b in 0...255 {
      #expect(Int(scaled255(UInt32(a), by: UInt32(b))) == product(a, b))
      #expect(scaledPixel(UInt32(a) * 0x0101_0101, by: UInt32(b)) == UInt32(product(a, b)) * 0x0101_0101)
    }
  }
}
