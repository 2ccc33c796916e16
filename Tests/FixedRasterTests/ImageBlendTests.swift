import TestSupport
import Testing

@testable import FixedRaster

/// A row of premultiplied pixels with runs of clear and of opaque ones.
private func row(_ count: Int, _ random: inout SplitMix) -> [UInt32] {
  var pixels: [UInt32] = []
  while pixels.count < count {
    let kind = random.next(in: 0...2)
    for _ in 0..<random.next(in: 1...20) {
      let color = UInt32(truncatingIfNeeded: random.next())
      pixels.append(kind == 0 ? 0 : kind == 1 ? color | 0xFF00_0000 : Color(argb: color).premultiplied.argb)
    }
  }
  return Array(pixels[..<count])
}

private func check(_ random: inout SplitMix) {
  var kinds = (clear: 0, opaque: 0, mixed: 0)
  for count in 0...40 {
    for coverage in [255, 1, 2, 127, 128, 254] as [UInt32] {
      let source = row(count, &random)
      let (spanned, masked) = (
        TestMemory(ARGB8888.self, width: count + 2, height: 1), TestMemory(ARGB8888.self, width: count + 2, height: 1)
      )
      for x in 0..<count + 2 {
        spanned[x, 0] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
        masked[x, 0] = spanned[x, 0]
      }
      let before = (0..<count + 2).map { spanned[$0, 0] }
      let mask = [UInt32](repeating: coverage | coverage << 16, count: count + 4)
      unsafe source.withUnsafeBufferPointer { source in
        guard let base = source.baseAddress else { return }
        unsafe blendPixels(spanned.surface.row(0) + 1, count, base, coverage)
        unsafe mask.withUnsafeBufferPointer {
          unsafe blendPixels(masked.surface.row(0) + 1, count, base, 255, $0.baseAddress!)
        }
      }
      #expect(spanned[0, 0] == before[0] && spanned[count + 1, 0] == before[count + 1])
      for x in 0..<count {
        let expected = over(product(source[x], coverage), before[x + 1])
        #expect(spanned[x + 1, 0] == expected && masked[x + 1, 0] == expected)
        switch source[x] >> 24 {
        case 0: kinds.clear += 1
        case 255: kinds.opaque += 1
        default: kinds.mixed += 1
        }
      }
    }
  }
  #expect(kinds.clear > 100 && kinds.opaque > 100 && kinds.mixed > 100, "\(kinds)")
}

@Test("R22 rows of pixels: wide kernels and tails are correctly rounded; a span gives a mask's bytes")
func pixelRowsAreBlended() {
  var random = SplitMix(seed: 221)
  check(&random)
}

@Test("R22 rows of pixels under a varying mask and an opacity: each product rounded, mask first")
func maskedRowsAreBlended() {
  var random = SplitMix(seed: 222)
  for opacity in [1, 100, 200, 255] as [UInt32] {
    let count = 83
    let source = row(count, &random)
    let coverage = (0..<count).map { _ in UInt32(random.byte()) }
    let mask = coverage.map { $0 | $0 << 16 } + [0, 0, 0, 0]
    let target = TestMemory(ARGB8888.self, width: count, height: 1)
    for x in 0..<count { target[x, 0] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
    let before = (0..<count).map { target[$0, 0] }
    unsafe source.withUnsafeBufferPointer { source in
      unsafe mask.withUnsafeBufferPointer {
        unsafe blendPixels(target.surface.row(0), count, source.baseAddress!, opacity, $0.baseAddress!)
      }
    }
    for x in 0..<count {
      let factor = product(coverage[x], opacity)
      #expect(target[x, 0] == over(product(source[x], factor), before[x]))
    }
  }
}

@Test("R22 every alpha of a source over every destination value, 565 and 8888")
func pixelAlphaIsExact() {
  let target = TestMemory(ARGB8888.self, width: 256, height: 1)
  for alpha in 0...255 as ClosedRange<UInt32> {
    let source = [UInt32](repeating: Color(argb: alpha << 24 | 0x00FF_8001).premultiplied.argb, count: 256)
    for x in 0..<256 { target[x, 0] = 0xFF00_0000 | UInt32(x) &* 0x01_0101 }
    let before = (0..<256).map { target[$0, 0] }
    unsafe source.withUnsafeBufferPointer {
      unsafe blendPixels(target.surface.row(0), 256, $0.baseAddress!, 255)
    }
    for x in 0..<256 { #expect(target[x, 0] == over(source[x], before[x])) }
  }
}
