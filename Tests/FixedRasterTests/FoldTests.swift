import TestSupport
import Testing

@testable import FixedRaster

/// A picture of noise but for columns and rows in its middle, which are all like the first of them.
private func stretched(
  _ bounds: PixelRect, _ columns: Range<Int>, _ rows: Range<Int>, _ random: inout SplitMix
) -> TestMask {
  let mask = TestMask(bounds)
  for y in Int(bounds.minY)..<Int(bounds.maxY) {
    for x in Int(bounds.minX)..<Int(bounds.maxX) {
      let (isColumn, isRow) = (columns.contains(x) && x > columns.lowerBound, rows.contains(y) && y > rows.lowerBound)
      if isRow {
        mask[x, y] = mask[x, rows.lowerBound]
      } else {
        mask[x, y] = isColumn ? mask[columns.lowerBound, y] : UInt8(random.next(in: 0...255))
      }
    }
  }
  return mask
}

/// Copies what the axes leave of a mask, part by part.
private func folded(_ source: TestMask, _ columns: FoldedAxis, _ rows: FoldedAxis) -> TestMask {
  let target = TestMask(source.bounds.folded(columns, rows))
  for y in Int(target.bounds.minY)..<Int(target.bounds.maxY) {
    for x in Int(target.bounds.minX)..<Int(target.bounds.maxX) {
      target[x, y] =
        source[
          x < Int(columns.cut) ? x : x + Int(columns.removed), y < Int(rows.cut) ? y : y + Int(rows.removed)]
    }
  }
  return target
}

@Test("R38 coverage that looks alike for long is blurred without most of it, to the same bytes")
func foldedBlur() {
  var random = SplitMix(seed: 381)
  var (left, kept) = (0, 0)
  for _ in 0..<60 {
    let sigma = Fixed(rawValue: Int32(random.next(in: 0...9 * 65536)))
    withBlur(BlurWorkspace(width: 16, height: 1, maximumSigma: 9, channels: 4)) { blur in
      let reach = blur.reach(sigma: sigma)
      let (width, height) = (random.next(in: 10...160), random.next(in: 10...160))
      let box = PixelRect(minX: -9, minY: 4, maxX: Int32(width - 9), maxY: Int32(height + 4))
      let (x, y) = (random.next(in: -9...width / 3 - 9), random.next(in: 4...height / 3 + 4))
      let (columns, rows) = (x..<random.next(in: x...width - 9), y..<random.next(in: y...height + 4))
      let whole = stretched(box, columns, rows, &random)
      // What is blurred may begin or end within the source.
      let limit = Int32(random.next(in: 0...2) == 0 ? 2 : 100)
      let target = box.expanded(by: reach).intersection(
        PixelRect(minX: -9 - limit, minY: 4 - limit, maxX: box.maxX + limit / 3, maxY: box.maxY - limit / 8))
      let source = box.intersection(target.expanded(by: reach))
      if source.isEmpty || target.isEmpty { return }
      let (expected, result) = (TestMask(target), TestMask(target, filledWith: 0x77))
      blur.blur(whole.mask, sigma: sigma, into: expected.mask)
      func axis(_ alike: Range<Int>, _ first: Int32, _ end: Int32) -> FoldedAxis {
        FoldedAxis(alike: Int32(alike.lowerBound)..<Int32(alike.upperBound), of: first..<end, reach: reach)
      }
      let across = axis(columns, source.minX, source.maxX), down = axis(rows, source.minY, source.maxY)
      let cut = TestMask(source)
      for y in Int(source.minY)..<Int(source.maxY) {
        for x in Int(source.minX)..<Int(source.maxX) { cut[x, y] = whole[x, y] }
      }
      blur.blur(
        folded(cut, across, down).mask, sigma: sigma,
        into: result.mask.part(target.folded(across, down), x: target.minX, y: target.minY))
      result.mask.unfold(across, down)
      #expect(result.pixels == expected.pixels, "\(sigma.rawValue) \(box) \(columns) \(rows) \(target)")
      #expect(result.surroundings.allSatisfy { $0 == 0x77 })
      if across.removed > 0 { left += 1 } else { kept += 1 }
      if down.removed > 0 { left += 1 } else { kept += 1 }
    }
  }
  #expect(left > 20 && kept > 20, "\(left) \(kept)")
}

@Test("R38 a blur takes memory for two rings of rows, whatever it blurs: no more for a higher picture")
func blurMemory() {
  let low = BlurWorkspace(width: 64, height: 1, maximumSigma: 32, channels: 4)
  let high = BlurWorkspace(width: 64, height: 4000, maximumSigma: 32, channels: 4)
  #expect(low.byteCount == high.byteCount && low.byteCount < 150_000)
}
