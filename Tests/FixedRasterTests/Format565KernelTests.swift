import Testing

@testable import FixedRaster

/// What a pixel becomes, in the words of the definition.
private func expected(_ color: UInt32, _ coverage: UInt32, over d: UInt16) -> UInt16 {
  RGB565.pack(sourceOver(color, coverage: coverage, RGB565.unpack(d)))
}

private let colors: [Color] = [
  Color(argb: 0xFFFF_FFFF), Color(argb: 0xFF00_0000), Color(argb: 0xFF80_40C0), Color(argb: 0xFF0B_F501),
]

@Test("R22 source-over at 565: every alpha over every level, byte for byte the definition, wide kernel and tails alike")
func spans565AreExact() {
  for alpha in 0...255 {
    for (base, coverage) in zip(colors, [255, 254, 128, 1] as [UInt32]) {
      let color = Color(red: base.red, green: base.green, blue: base.blue, alpha: UInt8(alpha)).premultiplied.argb
      // 64 pixels hold every level of each channel; 77 leave tails of 8, 4 and 1.
      let memory = TestMemory(RGB565.self, width: 77, height: 1)
      let before = (0..<77).map { UInt16(truncatingIfNeeded: $0 << 11 | $0 << 5 | 31 - $0 & 31) }
      for x in 0..<77 { memory[x, 0] = before[x] }
      unsafe blendSpan(RGB565.self, memory.surface.row(0), 77, color, coverage)
      #expect((0..<77).allSatisfy { memory[$0, 0] == expected(color, coverage, over: before[$0]) })
    }
  }
}

@Test("R22 source-over at 565 through a mask: every coverage, byte for byte the definition, wide kernel and tails")
func masks565AreExact() {
  var random = SplitMix(seed: 565)
  for coverage in UInt32(0)...255 {
    for alpha in [0, 1, 100, 254, 255] as [UInt8] {
      for base in colors {
        let color = Color(red: base.red, green: base.green, blue: base.blue, alpha: alpha).premultiplied.argb
        let count = 23
        let memory = TestMemory(RGB565.self, width: count, height: 1)
        let before = (0..<count).map { _ in UInt16(truncatingIfNeeded: random.next()) }
        for x in 0..<count { memory[x, 0] = before[x] }
        let mask = (0..<UInt32(count) + 1).map { ((coverage + $0 * 11) & 255) * 0x0001_0001 }
        unsafe mask.withUnsafeBufferPointer {
          unsafe blendMask(RGB565.self, memory.surface.row(0), count, color, $0.baseAddress!)
        }
        #expect((0..<count).allSatisfy { memory[$0, 0] == expected(color, mask[$0] & 255, over: before[$0]) })
      }
    }
  }
}

@Test("R22 565 spans and masks of every length write only their own pixels")
func lengths565() {
  for count in 0...40 {
    for first in 0...3 {
      let spanned = TestMemory(RGB565.self, width: 48, height: 1, filledWith: 0x6B)
      let masked = TestMemory(RGB565.self, width: 48, height: 1, filledWith: 0x6B)
      let color = Color(argb: 0x90FF_2010).premultiplied.argb
      let mask = [UInt32](repeating: 0x00FF_00FF, count: 44)
      unsafe blendSpan(RGB565.self, spanned.surface.row(0) + first, count, color, 255)
      unsafe mask.withUnsafeBufferPointer {
        unsafe blendMask(RGB565.self, masked.surface.row(0) + first, count, color, $0.baseAddress!)
      }
      for x in 0..<48 {
        let isInside = x >= first && x < first + count
        #expect(spanned[x, 0] == (isInside ? expected(color, 255, over: 0x6B6B) : 0x6B6B))
      }
      #expect(spanned.bytes == masked.bytes)
    }
  }
}
