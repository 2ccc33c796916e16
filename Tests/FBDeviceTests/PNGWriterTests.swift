import FixedRaster
import PanelAssets
import Testing

@testable import FBDevice

@Suite struct PNGWriterTests {
  /// Pictures of many kinds: one colour, noise, rows and columns that repeat, runs that end one before, at and behind the
  /// longest match.
  static let kinds: [(name: String, pixel: @Sendable (Int, Int) -> UInt32)] = [
    ("one colour", { _, _ in 0x12_3456 }), ("black", { _, _ in 0 }),
    ("noise", { x, y in UInt32(truncatingIfNeeded: (x &* 7919 &+ y &* 104_729) &* 2_654_435_761) >> 8 }),
    ("columns", { x, _ in UInt32(x) &* 0x01_0305 }), ("rows", { _, y in UInt32(y) &* 0x0F_0102 }),
    ("runs", { x, y in (x + y) % 87 < 86 ? 0xFFFFFF : 0 }), ("shifted", { x, y in UInt32((x + y) % 5) &* 0x332211 }),
    ("bytes", { x, y in UInt32((x + y * 256) % 256) &* 0x010101 }),
  ]

  @Test("D03 a snapshot is what libpng reads, pixel by pixel, whatever repeats in it", arguments: kinds.indices)
  func readByLibpng(kind: Int) throws {
    var compared = 0
    for (width, height) in [(1, 1), (1, 300), (2, 3), (85, 4), (86, 3), (87, 3), (88, 3), (300, 40), (8191, 5)] {
      let display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
      for y in 0..<height {
        for x in 0..<width { MemoryDisplayTests.store(Self.kinds[kind].pixel(x, y), x, y, in: display.memory) }
      }
      let png = display.snapshot()
      let picture = try decodePNG(png, name: "snapshot")
      #expect(picture.width == width && picture.height == height)
      for y in 0..<height {
        for x in 0..<width {
          let place = 4 * (y * width + x)
          let read = picture.rgba[place..<place + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
          if read != Self.kinds[kind].pixel(x, y) & 0xFF_FFFF {
            Issue.record("\(Self.kinds[kind].name) \(width)×\(height) at \(x), \(y): \(String(read, radix: 16))")
            return
          }
          compared += 1
        }
      }
      // Never much more than it would be stored.
      #expect(png.count <= (1 + 3 * width) * height * 9 / 8 + 200)
    }
    #expect(compared == 54_385)
  }

  @Test("D03 a snapshot of one colour has a hundredth of its pixels' bytes, and comes in parts of a few rows")
  func size() throws {
    let display = try MemoryDisplay(width: 800, height: 480, layout: .xrgb8888)
    #expect(display.snapshot().count < 800 * 480 * 3 / 60)
    for y in 0..<480 {
      for x in 0..<800 { MemoryDisplayTests.store(Self.kinds[2].pixel(x, y), x, y, in: display.memory) }
    }
    var largest = 0
    PNGWriter.encode(PixelReader(display.memory)) { largest = max(largest, $0.count) }
    #expect((32768..<40000).contains(largest))
  }
}
