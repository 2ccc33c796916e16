import TestSupport
import Testing

@testable import FixedRaster

/// As shadows are made: a shape's mask, blurred and drawn.
@Suite struct MaskBlurTests {
  @Test("R04 R38 R37 masks of extreme shapes, blurred by any deviation: nothing traps, nothing is written outside")
  func extremes() {
    var random = SplitMix(seed: 384)
    var (drawn, limited) = (0, UInt64(0))
    withBlur(BlurWorkspace(width: 40, height: 30, maximumSigma: 5)) { blur in
      for round in 0..<60 {
        let shape = ExtremeFamily.allCases[round % 6].path(&random)
        let sigma = round % 3 == 0 ? random.extreme().x : Fixed(random.next(in: 0...9))
        let source = TestMask(PixelRect(minX: -12, minY: -9, maxX: 70, maxY: 60), filledWith: 0x5A)
        let target = TestMask(PixelRect(minX: -3, minY: -20, maxX: 64, maxY: 50), filledWith: 0x5A)
        let isDrawn = survives("\(shape)") { canvas in
          canvas.rasterize(
            shape.span, mapping: .identity, rule: round % 2 == 0 ? .nonZero : .evenOdd, into: source.mask)
          blur.blur(source.mask, sigma: sigma, into: target.mask)
          canvas.draw(target.mask, color: .white)
        }
        #expect(source.surroundings.allSatisfy { $0 == 0x5A } && target.surroundings.allSatisfy { $0 == 0x5A })
        if isDrawn { drawn += 1 }
      }
      limited = blur.limitedSigmas
    }
    print("R04: \(drawn) of 60 blurred masks drawn, \(limited) deviations held to the limit")
    #expect(drawn > 20 && limited > 5)
  }

  @Test("R38 a group's blur is its channels' blurs, each as of a mask, and the same in bands")
  func groupBlur() {
    var random = SplitMix(seed: 385)
    let bounds = PixelRect(minX: 5, minY: -3, maxX: 45, maxY: 27)
    let target = PixelRect(minX: -6, minY: -12, maxX: 60, maxY: 40)
    let group = TestMemory(ARGB8888.self, width: 40, height: 30)
    let blurred = [TestMemory(ARGB8888.self, width: 66, height: 52), TestMemory(ARGB8888.self, width: 66, height: 52)]
    let channels = (0..<4).map { _ in TestMask(bounds) }
    for y in 0..<30 {
      for x in 0..<40 {
        let pixel = (x / 9 + y / 7) % 2 == 0 ? TestImage.premultiplied(&random) : 0xFF40_C080
        group[x, y] = pixel
        for k in 0..<4 { channels[k][x + 5, y - 3] = UInt8(channelOf(pixel, k)) }
      }
    }
    for sigma in [0.5, 2, 4.25, 9] as [Fixed] {
      for (k, size) in [(66, 52), (17, 11)].enumerated() {
        withBlur(BlurWorkspace(width: size.0, height: size.1, maximumSigma: 9, channels: 4)) {
          $0.blur(group.surface, at: bounds, sigma: sigma, into: blurred[k].surface, at: target)
        }
      }
      #expect(blurred[0].bytes == blurred[1].bytes)
      for k in 0..<4 {
        let mask = TestMask(target, filledWith: 0x5A)
        withBlur(BlurWorkspace(width: 66, height: 52, maximumSigma: 9)) {
          $0.blur(channels[k].mask, sigma: sigma, into: mask.mask)
        }
        let got = (0..<66 * 52).map { UInt8(channelOf(blurred[0][$0 % 66, $0 / 66], k)) }
        #expect(got == mask.pixels && got.contains { $0 > 0 })
      }
    }
  }
}
