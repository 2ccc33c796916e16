import TestSupport
import Testing

@testable import FixedRaster

/// An opaque tile of random colours.
private func randomTile(_ width: Int, _ height: Int, _ random: inout SplitMix) -> TestMemory<ARGB8888> {
  let tile = TestMemory(ARGB8888.self, width: width, height: height, padding: 20)
  for y in 0..<height {
    for x in 0..<width { tile[x, y] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
  }
  return tile
}

/// Bayer's 4×4 matrix as it is printed.
private let bayer: [[UInt32]] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]

@Test("R20 a tile stored in each format: packed, plain or dithered by place; only its area is written, rows stay apart")
func tilesAreStoredInEveryFormat() {
  var random = SplitMix(seed: 20)
  func check<Format: PixelFormat>(_ format: Format.Type, dithers: Bool) {
    let tile = randomTile(37, 9, &random)
    for (x, y) in [(3, 2), (-5, -4), (30, 10), (0, 0), (60, 0)] as [(Int32, Int32)] {
      let target = TestMemory(format, width: 50, height: 14, filledWith: 0x5A)
      let expected = TestMemory(format, width: 50, height: 14, filledWith: 0x5A)
      target.display.store(
        tile.surface, at: PixelRect(minX: x, minY: y, maxX: x + 37, maxY: y + 9), dithers: dithers)
      for row in max(0, y)..<min(14, y + 9) {
        for column in max(0, x)..<max(0, x, min(50, x + 37)) {
          let argb = tile[Int(column - x), Int(row - y)]
          let threshold = bayer[Int(row & 3)][Int(column & 3)]
          expected[Int(column), Int(row)] = dithers ? format.pack(argb, threshold: threshold) : format.pack(argb)
        }
      }
      #expect(target.bytes == expected.bytes, "\(format) at \(x), \(y)")
    }
  }
  for format in everyFormat {
    check(format, dithers: false)
    check(format, dithers: true)
  }
}

@Test("R20 a layout that no format has is refused and nothing is stored; alpha may lie anywhere")
func unknownLayouts() {
  let tile = TestMemory(ARGB8888.self, width: 4, height: 4, filledWith: 0xFF)
  let target = TestMemory(XRGB8888.self, width: 4, height: 4)
  var layout = PixelLayout.xrgb8888
  layout.alpha = BitField(offset: 24, length: 8)
  func store() {
    unsafe DisplayMemory(base: target.display.base, width: 4, height: 4, bytesPerRow: target.stride, layout: layout)
      .store(tile.surface, at: PixelRect(width: 4, height: 4))
  }
  layout.red.length = 6
  #expect(!DisplayMemory(layout: layout).isSupported)
  store()
  #expect(target.bytes.allSatisfy { $0 == 0 })
  layout.red.length = 8
  #expect(DisplayMemory(layout: layout).isSupported)
  store()
  #expect(target[0, 0] == 0xFFFF_FFFF)
}

@Test("R12 dither: what a format holds stays as it is; white stays white; the mean of a 4×4 cell is the colour")
func ditherKeepsTheMean() {
  func check<Format: PixelFormat>(_ format: Format.Type, _ numbers: Range<UInt32>) {
    let kept = numbers.allSatisfy { value in
      let argb = format.unpack(pixel(format, value))
      return (UInt32(0)...15).allSatisfy { number(format.pack(argb, threshold: $0)) == value }
    }
    #expect(kept, "\(format)")
    #expect(format.unpack(format.pack(0xFFFF_FFFF, threshold: 15)) == 0xFFFF_FFFF)
  }
  check(RGB565.self, 0..<65536)
  check(BGR565.self, 0..<65536)
  check(RGB332.self, 0..<256)
  for value in UInt32(0)...255 {
    var sums = [0, 0, 0]
    for threshold in UInt32(0)...15 {
      let argb = RGB565.unpack(RGB565.pack(value * 0x010101, threshold: threshold))
      for i in 0..<3 {
        let channel = Int(argb >> UInt32(8 * i)) & 255
        sums[i] += channel
        #expect(abs(channel - Int(value)) <= (i == 1 ? 4 : 9), "no further than a level")
      }
    }
    for sum in sums { #expect(abs(sum - 16 * Int(value)) <= 16, "mean within one of \(value)") }
  }
  for y in Int32(-8)..<8 {
    for x in Int32(-8)..<8 { #expect(ditherThreshold(x: x, y: y) == bayer[Int(y & 3)][Int(x & 3)]) }
  }
}

// MARK: - One bit

/// Display memory of one bit a pixel; its width need not be a multiple of 8.
@safe
private final class MonoMemory {
  let width: Int, height: Int, stride: Int
  private let memory: UnsafeMutableRawPointer

  init(width: Int, height: Int, filledWith byte: UInt8) {
    (self.width, self.height, stride) = (width, height, (width + 7) / 8 + 3)
    unsafe memory = .allocate(byteCount: stride * height, alignment: 8)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: byte, count: stride * height)
  }

  deinit { unsafe memory.deallocate() }

  var display: DisplayMemory {
    unsafe DisplayMemory(
      base: memory, width: width, height: height, bytesPerRow: stride, layout: .mono, owner: self)
  }

  var bytes: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: memory, count: stride * height)) }
}

@Test("R20 1-bit mono: eight pixels a byte, leftmost highest; bytes not wholly in the area keep their neighbours' bits")
func monoIsStoredInWholeBytes() {
  var random = SplitMix(seed: 1)
  for width in [40, 37] {
    for (minX, maxX) in [(0, 40), (8, 24), (3, 29), (16, 40), (9, 15), (-4, 20), (30, 44)] as [(Int32, Int32)] {
      for dithers in [false, true] {
        let tile = randomTile(Int(maxX - minX), 6, &random)
        let target = MonoMemory(width: width, height: 6, filledWith: 0xC3)
        target.display.store(
          tile.surface, at: PixelRect(minX: minX, minY: 0, maxX: maxX, maxY: 6), dithers: dithers)
        var expected = [UInt8](repeating: 0xC3, count: target.stride * 6)
        for y in 0..<6 {
          for byte in 0..<(width + 7) / 8 {
            let columns = byte * 8..<min(byte * 8 + 8, width)
            if columns.lowerBound < Int(minX) || columns.upperBound > Int(maxX) { continue }
            var bits: UInt8 = 0
            for x in columns {
              let gray = luma(tile[x - Int(minX), y])
              let limit = dithers ? 128 - 4 - 8 * bayer[y & 3][x & 3] + gray >> 1 : 128
              if gray >= limit { bits |= 0x80 >> UInt8(x & 7) }
            }
            expected[y * target.stride + byte] = bits
          }
        }
        #expect(target.bytes == expected, "\(minX)..<\(maxX) of \(width)")
      }
    }
  }
}

@Test("R20 damage is widened to whole bytes where pixels share them, and only there; nothing is left out then")
func damageIsWidened() {
  let target = MonoMemory(width: 37, height: 6, filledWith: 0)
  func area(_ minX: Int32, _ maxX: Int32) -> PixelRect { PixelRect(minX: minX, minY: 1, maxX: maxX, maxY: 5) }
  #expect(target.display.storableArea(area(3, 9)) == area(0, 16))
  #expect(target.display.storableArea(area(8, 16)) == area(8, 16))
  #expect(target.display.storableArea(area(30, 33)) == area(24, 37))
  #expect(target.display.storableArea(area(-9, 90)) == area(0, 37))
  #expect(target.display.storableArea(area(9, 9)).isEmpty && target.display.storableArea(area(40, 50)).isEmpty)
  let words = TestMemory(RGB565.self, width: 37, height: 6)
  #expect(words.display.storableArea(area(3, 9)) == area(3, 9))
  for minX in Int32(0)..<37 {
    for maxX in minX + 1...37 {
      let white = TestMemory(ARGB8888.self, width: 40, height: 6, filledWith: 0xFF)
      let memory = MonoMemory(width: 37, height: 6, filledWith: 0)
      let widened = memory.display.storableArea(area(minX, maxX))
      memory.display.store(white.surface, at: widened)
      let count = memory.bytes.reduce(0) { $0 + $1.nonzeroBitCount }
      #expect(count == widened.width * widened.height)
    }
  }
}
