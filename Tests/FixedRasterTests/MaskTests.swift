import TestSupport
import Testing

@testable import FixedRaster

/// The formula of SourceOver.swift for one pixel, in plain words.
func overThroughCoverage(_ color: UInt32, _ coverage: Int, _ destination: UInt32) -> UInt32 {
  let rest = 255 - (2 * channelOf(color, 3) * coverage + 255) / 510
  var result: UInt32 = 0
  for k in 0..<4 {
    let sum = channelOf(color, k) * coverage + channelOf(destination, k) * rest
    result |= UInt32((2 * sum + 255) / 510) << UInt32(8 * k)
  }
  return result
}

/// Shapes with long even runs, thin lines and curves.
let maskShapes: [PathElement] = {
  var path = PathRecorder()
  path.addRoundedRect(in: Rect(x: 4.5, y: 3.25, width: 78, height: 20), cornerRadius: 6)
  path.addEllipse(in: Rect(x: 20, y: 12, width: 30.5, height: 30))
  path.move(to: Point(2, 44))
  path.addLine(to: Point(95, 40))
  path.addLine(to: Point(95, 41.5))
  path.closeSubpath()
  return path.elements
}()

private func pattern(_ memory: TestMemory<ARGB8888>) {
  for y in 0..<memory.height {
    for x in 0..<memory.width {
      let color = Color(argb: UInt32(truncatingIfNeeded: (x * 31 + y * 97) &* 0x0101_4327) | 0xC000_0000)
      memory[x, y] = color.premultiplied.argb
    }
  }
}

@Test("R37 a mask takes the alpha of the pixels that lie in it, and writes no others")
func alphaOfPixels() {
  let memory = TestMemory(ARGB8888.self, width: 9, height: 7)
  for y in 0..<7 { for x in 0..<9 { memory[x, y] = UInt32(10 * y + x) << 24 | 0x123456 } }
  let mask = TestMask(PixelRect(minX: -2, minY: 3, maxX: 5, maxY: 20), filledWith: 0xEE)
  let area = PixelRect(minX: 1, minY: -1, maxX: 10, maxY: 6)
  mask.mask.copyAlpha(of: memory.surface, at: area)
  for y in 3..<20 {
    for x in -2..<5 {
      let isInside = x >= 1 && y < 6
      #expect(Int(mask[x, y]) == (isInside ? 10 * (y + 1) + x - 1 : 0xEE), "\(x), \(y)")
    }
  }
  #expect(mask.surroundings.allSatisfy { $0 == 0xEE })
}

/// What `draw` makes of a pattern of 100×48 pixels.
private func drawn(_ draw: (inout Canvas) -> Void) -> [UInt8] {
  let memory = TestMemory(ARGB8888.self, width: 100, height: 48, filledWith: 0xA5)
  pattern(memory)
  withCanvas(memory.surface, draw)
  return memory.bytes
}

@Suite struct MaskTests {
  @Test("R37 a colour through a mask: every coverage and many alphas, byte for byte the definition")
  func everyCoverage() {
    func check() {
      // Random order, and runs of zeros and of one value as masks of glyphs have them.
      var random = SplitMix(seed: 37)
      let mask = TestMask(PixelRect(minX: 3, minY: 1, maxX: 98, maxY: 47))
      for y in 1..<47 {
        for x in 3..<98 { mask[x, y] = y < 12 ? UInt8((x + 95 * y) & 255) : UInt8(random.next(in: 0...255)) }
        for x in 20..<(20 + y) { mask[x, y] = y % 3 == 0 ? 0 : y % 3 == 1 ? 255 : UInt8(y * 5) }
      }
      var compared = 0
      for argb in [0xFF20_C0E0, 0x80FF_8040, 0x01FF_FFFF, 0xFEFF_FFFF, 0] as [UInt32] {
        let color = Color(argb: argb)
        let memory = TestMemory(ARGB8888.self, width: 100, height: 48, filledWith: 0xA5)
        pattern(memory)
        let before = (0..<4800).map { memory[$0 % 100, $0 / 100] }
        withCanvas(memory.surface) {
          $0.setClip(PixelRect(minX: 1, minY: 0, maxX: 97, maxY: 48))
          $0.draw(mask.mask, color: color)
        }
        for i in 0..<4800 {
          let (x, y) = (i % 100, i / 100)
          let coverage = x < 97 ? Int(mask[x, y]) : 0
          let expected = overThroughCoverage(color.premultiplied.argb, coverage, before[i])
          if coverage > 0 { compared += 1 }
          #expect(memory[x, y] == (coverage == 0 ? before[i] : expected), "\(x), \(y): \(coverage)")
        }
      }
      #expect(compared > 15_000)
    }
    check()
  }

  @Test("R37 colours, every paint and groups through a mask are what they are through the path the mask was made of")
  func masksAreShapes() {
    let identity = Mapping.identity
    let ramp = TestRamp([(0, 0xFF10_2040), (1, 0x40FF_C000)]).ramp
    var random = SplitMix(seed: 371)
    let image = TestImage(.rgb565, 31, 17, &random)
    let (p, q) = (Point(10, 5), Point(80, 40))
    let paints: [Paint] = [
      .color(Color(argb: 0xB0E0_8030)), .color(Color(argb: 0xFFE0_8030)),
      .linear(LinearGradient(from: p, to: q, ramp: ramp)),
      .radial(RadialGradient(startCenter: p, startRadius: 2, endCenter: q, endRadius: 50, ramp: ramp)),
      .conic(ConicGradient(center: p, startAngle: 1, endAngle: 5, ramp: ramp)),
      .image(ImagePaint(image.image, mapping: Mapping(AffineTransform(rotationAngle: 0.3)), wrap: .repeat)),
    ]
    let group = TestMemory(ARGB8888.self, width: 100, height: 48)
    pattern(group)
    func check() {
      let mask = TestMask(PixelRect(width: 100, height: 48), filledWith: 0x5A)
      for rule in [FillRule.nonZero, .evenOdd] {
        withCanvas(TestMemory(ARGB8888.self, width: 100, height: 48).surface) {
          $0.rasterize(maskShapes.span, mapping: identity, rule: rule, into: mask.mask)
        }
        #expect(mask.surroundings.allSatisfy { $0 == 0x5A })
        #expect(mask.pixels.contains(255) && mask.pixels.contains { $0 > 0 && $0 < 255 })
        for paint in paints {
          let through = drawn { $0.draw(mask.mask, paint: paint) }
          #expect(through == drawn { $0.fill(maskShapes.span, mapping: identity, rule: rule, paint: paint) })
        }
        let grouped = drawn { $0.draw(group.surface, opacity: 200, through: mask.mask) }
        #expect(
          grouped
            == drawn {
              $0.draw(group.surface, opacity: 200, through: maskShapes.span, mapping: identity, rule: rule)
            })
        #expect(grouped != drawn { _ in })
      }
      let style = StrokeStyle(width: 3, join: .round)
      withCanvas(TestMemory(ARGB8888.self, width: 100, height: 48).surface) {
        $0.rasterize(maskShapes.span, style: style, mapping: identity, into: mask.mask)
      }
      let stroked = drawn { $0.draw(mask.mask, color: Color(argb: 0xB0E0_8030)) }
      #expect(
        stroked
          == drawn {
            $0.stroke(maskShapes.span, style: style, mapping: identity, color: Color(argb: 0xB0E0_8030))
          })
    }
    check()
  }

  @Test("R37 a mask may lie anywhere: moved, beyond every edge, rasterized in bands and drawn in tiles")
  func placesAndTiles() {
    let mask = TestMask(PixelRect(minX: -10, minY: -8, maxX: 100, maxY: 48), filledWith: 0x5A)
    let banded = TestMask(mask.bounds, filledWith: 0x5A)
    let identity = Mapping.identity
    withCanvas(TestMemory(ARGB8888.self, width: 100, height: 48).surface, rows: 60) {
      $0.rasterize(maskShapes.span, mapping: identity, into: mask.mask)
    }
    withCanvas(TestMemory(ARGB8888.self, width: 1, height: 1).surface, rows: 3, width: 17) {
      $0.rasterize(maskShapes.span, mapping: identity, into: banded.mask)
    }
    #expect(mask.pixels == banded.pixels && mask.pixels.contains(255))
    for (x, y) in [(0, 0), (37, 11), (-60, 20), (90, 0), (0, 40), (-200, 0), (0, 300)] as [(Int32, Int32)] {
      let moved = mask.mask.offsetBy(x: x, y: y)
      let direct = Mapping(AffineTransform(translationX: Fixed(Int(x)), y: Fixed(Int(y))))
      func check() {
        let color = Color(argb: 0xC0FF_E040)
        let isDrawn = survives(width: 100, height: 48, "mask at \(x), \(y)") { $0.draw(moved, color: color) }
        #expect(isDrawn == (x > -100 && y < 100))
        // The mask holds all of the path: it is the path, moved.
        let through = drawn { $0.draw(moved, color: color) }
        #expect(through == drawn { $0.fill(maskShapes.span, mapping: direct, color: color) })
      }
      check()
    }
  }
}
