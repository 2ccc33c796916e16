import TestSupport
import Testing

@testable import FixedRaster

/// Every format that can be stored, but for 1-bit.
let everyFormat: [any PixelFormat.Type] = [
  XRGB8888.self, XBGR8888.self, RGBX8888.self, BGRX8888.self, RGB888.self, BGR888.self, RGB565.self,
  BGR565.self, RGB332.self, Gray8.self,
]

/// A pixel's bytes as one little-endian number.
func number<Pixel>(_ pixel: Pixel) -> UInt32 {
  var result: UInt32 = 0
  unsafe withUnsafeBytes(of: pixel) { bytes in
    for i in 0..<bytes.count { result |= UInt32(unsafe bytes[i]) << UInt32(8 * i) }
  }
  return result
}

/// A pixel from its number's low bytes.
func pixel<Format: PixelFormat>(_: Format.Type, _ number: UInt32) -> Format.Pixel {
  unsafe withUnsafeBytes(of: number.littleEndian) { unsafe $0.loadUnaligned(as: Format.Pixel.self) }
}

private func field(_ number: UInt32, _ field: BitField) -> Int {
  Int(number >> UInt32(field.offset)) & (1 << Int(field.length) - 1)
}

/// Bytes of the colour red 0x11, green 0x22, blue 0x33 in memory, by hand.
private let bytesInMemory: [(any PixelFormat.Type, [UInt8])] = [
  (XRGB8888.self, [0x33, 0x22, 0x11, 0xFF]),
  (XBGR8888.self, [0x11, 0x22, 0x33, 0xFF]), (RGBX8888.self, [0xFF, 0x33, 0x22, 0x11]),
  (BGRX8888.self, [0xFF, 0x11, 0x22, 0x33]), (RGB888.self, [0x33, 0x22, 0x11]), (BGR888.self, [0x11, 0x22, 0x33]),
  // Red 17·31/255 = 2.07, green 34·63/255 = 8.4, blue 51·31/255 = 6.2: 00010 001000 00110 and 00110 001000 00010.
  (RGB565.self, [0x06, 0x11]), (BGR565.self, [0x02, 0x31]),
  // Red 0.47, green 0.93, blue 0.6: 000 001 01.
  (RGB332.self, [0x05]),
  // (17·77 + 34·150 + 51·29) / 256 = 30.8.
  (Gray8.self, [0x1F]),
]

@Test("R20 each format's bytes lie in memory as its name says, and nothing beside the pixel is written")
func formatsLieInMemoryAsNamed() {
  #expect(bytesInMemory.count == everyFormat.count)
  func check<Format: PixelFormat>(_ format: Format.Type, _ expected: [UInt8]) {
    let memory = TestMemory(format, width: 3, height: 1, filledWith: 0x77)
    let tile = TestMemory(ARGB8888.self, width: 1, height: 1)
    tile[0, 0] = 0xFF11_2233
    memory.display.store(tile.surface, at: PixelRect(minX: 1, minY: 0, maxX: 2, maxY: 1))
    var bytes = [UInt8](repeating: 0x77, count: memory.bytes.count)
    bytes.replaceSubrange(64 + expected.count..<64 + 2 * expected.count, with: expected)
    #expect(memory.bytes == bytes, "\(format)")
    #expect(Int(format.layout.bitsPerPixel) == 8 * expected.count)
  }
  for (format, bytes) in bytesInMemory { check(format, bytes) }
}

@Test("R20 each layout's bit offsets and lengths are where packing puts the channels")
func layoutsDescribeTheFormats() {
  var random = SplitMix(seed: 20)
  func check<Format: PixelFormat>(_ format: Format.Type) {
    let layout = format.layout
    for _ in 0..<500 {
      let argb = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
      let packed = number(format.pack(argb))
      let channels = [Int(argb >> 16) & 255, Int(argb >> 8) & 255, Int(argb) & 255]
      for (value, bits) in zip(channels, [layout.red, layout.green, layout.blue]) {
        if layout == .gray8 { continue }
        let full = 1 << Int(bits.length) - 1
        // The nearest level, in whole numbers: |level / full − value / 255| ≤ 1/2 level.
        #expect(abs(field(packed, bits) * 510 - 2 * value * full) <= 255, "\(format)")
      }
    }
    #expect(DisplayMemory(layout: layout).isSupported)
  }
  for format in everyFormat { check(format) }
  #expect(DisplayMemory(layout: .mono).isSupported)
  #expect(PixelLayout.argb8888.alpha == BitField(offset: 24, length: 8))
}

@Test("R20 every pixel of every format survives unpacking and packing; black and white stay black and white")
func formatsRoundTrip() {
  var random = SplitMix(seed: 12)
  func check<Format: PixelFormat>(_ format: Format.Type) {
    let bits = Int(format.layout.bitsPerPixel)
    let numbers: [UInt32] =
      bits <= 16
      ? (0..<UInt32(1) << UInt32(bits)).map { $0 }
      : (0..<5000).map { _ in UInt32(truncatingIfNeeded: random.next() >> UInt64(64 - bits)) }
    // What X holds is lost: it becomes 255.
    let unused: UInt32 =
      bits != 32
      ? 0
      : ~(0xFF << UInt32(format.layout.red.offset) | 0xFF << UInt32(format.layout.green.offset) | 0xFF
        << UInt32(format.layout.blue.offset))
    var failures = 0
    for value in numbers {
      let argb = format.unpack(pixel(format, value))
      if number(format.pack(argb)) != value | unused { failures += 1 }
      if argb >> 24 != 255 { failures += 1 }
    }
    #expect(failures == 0, "\(format)")
    for argb in [0xFF00_0000, 0xFFFF_FFFF] as [UInt32] { #expect(format.unpack(format.pack(argb)) == argb) }
  }
  for format in everyFormat { check(format) }
}

@Test("R20 grey is rounded luma: whole domain of greys, each primary, and never off by more than half")
func grayIsLuma() {
  for value in 0...255 { #expect(Gray8.pack(UInt32(value) * 0x010101) == value) }
  var random = SplitMix(seed: 8)
  for _ in 0..<5000 {
    let argb = UInt32(truncatingIfNeeded: random.next())
    let exact = (Int(argb >> 16) & 255) * 77 + (Int(argb >> 8) & 255) * 150 + (Int(argb) & 255) * 29
    #expect(abs(Int(Gray8.pack(argb)) * 256 - exact) <= 128)
    #expect(Mono.pack(argb) == (Gray8.pack(argb) >= 128 ? 1 : 0))
  }
}

@Test("R20 rows of every length are stored in every format, from every place within a block")
func rowsOfEveryLength() {
  func check<Format: PixelFormat>(_ format: Format.Type) {
    for count in 0...140 {
      let first = count % 7
      let memory = TestMemory(format, width: 150, height: 1, filledWith: 0x3C)
      let value = format.pack(0xFF92_C5D8)
      let before = memory[0, 0]
      let tile = TestMemory(ARGB8888.self, width: 140, height: 1)
      for x in 0..<140 { tile[x, 0] = 0xFF92_C5D8 }
      memory.display.store(
        tile.surface, at: PixelRect(minX: Int32(first), minY: 0, maxX: Int32(first + count), maxY: 1))
      #expect((0..<150).allSatisfy { memory[$0, 0] == ($0 >= first && $0 < first + count ? value : before) })
      #expect(memory.bytes[..<64].allSatisfy { $0 == 0x3C } && memory.bytes.suffix(76).allSatisfy { $0 == 0x3C })
    }
  }
  for format in everyFormat { check(format) }
}

extension DisplayMemory {
  /// Memory of no extent, to ask about a layout.
  init(layout: PixelLayout) {
    unsafe self.init(
      base: UnsafeMutableRawPointer(bitPattern: 64)!, width: 0, height: 0, bytesPerRow: 0, layout: layout)
  }
}
