import TestSupport
import Testing

@testable import FixedRaster

@Test("R22 R39 modes over rows of any length: masks of hundreds of pixels, spans, groups, at every offset of a block")
func modesOverLongRows() {
  // An edge that falls by two pixels over 500 touches all of its rows' cells: masks as wide as the picture.
  let width = 517
  let path: [PathElement] = [
    .move(Point(-3, 1.25)), .line(Point(520, 3.75)), .line(Point(520, 11.5)), .line(Point(-3, 8.25)), .close,
  ]
  let mask = TestMask(PixelRect(width: width, height: 13))
  let scratch = TestMemory(ARGB8888.self, width: width, height: 13)
  withCanvas(scratch.surface) { $0.rasterize(path.span, mapping: .identity, into: mask.mask) }
  // At least one row has more than two blocks of 64 between full and empty.
  #expect((0..<13).contains { y in (0..<width).filter { mask[$0, y] > 0 && mask[$0, y] < 255 }.count > 160 })
  let group = TestMemory(ARGB8888.self, width: width, height: 13)
  var random = SplitMix(seed: 22)
  for i in 0..<width * 13 { group[i % width, i / width] = TestImage.premultiplied(&random) }
  func check(_ mode: BlendMode, _ isGroup: Bool, _ left: Int32) {
    let color = Color(argb: 0xB0E0_8030)
    let target = TestMemory(ARGB8888.self, width: width, height: 13)
    for i in 0..<width * 13 {
      target[i % width, i / width] = TestImage.premultiplied(&random)
    }
    let before = (0..<width * 13).map { target[$0 % width, $0 / width] }
    withCanvas(target.surface) {
      $0.setClip(PixelRect(minX: left, minY: 0, maxX: Int32(width), maxY: 13))
      let identity = Mapping.identity
      if isGroup {
        $0.draw(group.surface, opacity: 255, through: path.span, mapping: identity, mode: mode)
      } else {
        $0.fill(path.span, mapping: identity, color: color, mode: mode)
      }
    }
    var wrong = 0
    for i in 0..<width * 13 {
      let (x, y) = (i % width, i / width)
      let coverage = x < left ? 0 : UInt32(mask[x, y])
      var (result, source, there) = (UInt32(0), isGroup ? group[x, y] : color.premultiplied.argb, before[i])
      unsafe blendRow(mode, &result, &source, &there, 1)
      let expected = coverage == 0 ? before[i] : interpolated(result, before[i], coverage)
      if target[x, y] != expected { wrong += 1 }
    }
    #expect(wrong == 0, "\(mode) from \(left)")
  }
  for left in [0, 1, 63, 64, 130, 300] as [Int32] {
    for isGroup in [false, true] {
      check(.multiply, isGroup, left)
      check(.xor, isGroup, left)
      check(.luminosity, isGroup, left)
      check(.plusLighter, isGroup, left)
    }
  }
}
