import TestSupport
import Testing

@testable import FixedRaster

private final class TestRounded {
  private let memory: GuardedMemory
  var shadow: RoundedShadow

  init(radius: Int, sigma: Fixed) {
    let workspace = RoundedShadowWorkspace(maximumRadius: radius, maximumSigma: sigma)
    memory = GuardedMemory(byteCount: workspace.byteCount, alignment: RoundedShadowWorkspace.alignment)
    unsafe shadow = RoundedShadow(memory: memory.base, workspace: workspace)
  }

  func prepare(_ rect: Rect, cornerRadii: CornerRadii, sigma: Fixed) -> Bool {
    shadow.prepare(rect, cornerRadii: cornerRadii, sigma: sigma)
  }

  var isClean: Bool { memory.isClean }
}

private final class TestPathShadow {
  private let memory: GuardedMemory
  var shadow: PathShadow

  init(width: Int, height: Int, sigma: Fixed) {
    let workspace = PathShadowWorkspace(width: width, height: height, maximumSigma: sigma)
    memory = GuardedMemory(byteCount: workspace.byteCount, alignment: PathShadowWorkspace.alignment)
    unsafe shadow = PathShadow(memory: memory.base, workspace: workspace)
  }

  func draw(
    _ path: [PathElement], rule: FillRule = .nonZero, sigma: Fixed, color: Color, on canvas: inout Canvas
  ) {
    canvas.drawShadow(
      of: path.span, mapping: .identity, rule: rule, sigma: sigma, color: color, using: &shadow)
  }

  var isClean: Bool { memory.isClean }
}

/// What `draw` in white adds to black, as coverage.
private func shade(_ width: Int, _ height: Int, _ draw: (inout Canvas) -> Void) -> [Int] {
  let memory = TestMemory(ARGB8888.self, width: width, height: height)
  withCanvas(memory.surface, draw)
  return (0..<width * height).map { Int(memory[$0 % width, $0 / width] >> 24) }
}

/// The shape's own coverage in a mask, blurred in floating point.
private func trueShadow(_ path: [PathElement], _ sigma: Double, _ width: Int, _ height: Int) -> [Double] {
  let margin = Int32(3 * sigma + 8)
  let source = TestMask(
    PixelRect(minX: -margin, minY: -margin, maxX: Int32(width) + margin, maxY: Int32(height) + margin))
  let scratch = TestMemory(ARGB8888.self, width: 1, height: 1)
  withCanvas(scratch.surface, rows: 64, width: 256) {
    $0.rasterize(path.span, mapping: .identity, into: source.mask)
  }
  return reference(source, sigma, PixelRect(width: width, height: height))
}

private func roundedPath(_ rect: Rect, _ radii: CornerRadii) -> [PathElement] {
  var path = PathRecorder()
  path.addRoundedRect(in: rect, cornerRadii: radii)
  return path.elements
}

@Suite struct ShadowTests {
  @Test(
    "R38 the shadow of a rounded rectangle is a true gaussian's of its coverage, within 1/255 + 1 %")
  func roundedShadows() {
    let held = TestRounded(radius: 32, sigma: 16)
    let radii = [
      CornerRadii(0), CornerRadii(8), CornerRadii(40),
      CornerRadii(topLeft: 3, topRight: 17.5, bottomRight: 0, bottomLeft: 24),
    ]
    let rects = [
      Rect(x: 20, y: 16, width: 60, height: 40), Rect(x: 30.25, y: 20.5, width: 41.375, height: 27.25),
      Rect(x: 44, y: 30, width: 3, height: 1.5), Rect(x: -20, y: -30, width: 200, height: 60),
    ]
    var (compared, worst) = (0, 0.0)
    for sigma in [0, 0.6, 1.5, 4, 9] as [Double] {
      for rect in rects {
        for radii in radii {
          #expect(held.prepare(rect, cornerRadii: radii, sigma: Fixed(nearest: sigma)))
          let got = shade(100, 72) { $0.draw(held.shadow, color: .white) }
          // No deviation is no blur: the gaussian of 1/8 pixel weighs the neighbours with 10⁻¹⁴.
          let expected = trueShadow(roundedPath(rect, radii), max(sigma, 0.125), 100, 72)
          for (a, b) in zip(got, expected) {
            worst = max(worst, abs(Double(a) - b) - 0.01 * b)
            compared += a > 0 ? 1 : 0
          }
        }
      }
    }
    print("R38: rounded shadows at worst \(worst)/255 beyond 1 % of a true gaussian, \(compared) pixels")
    #expect(worst <= 1 && compared > 100_000 && held.shadow.refused == 0 && held.isClean)
  }

  @Test("R38 the shadow of any path is a true gaussian's of its coverage, within 1/255 + 1 %, in bands too")
  func pathShadows() {
    var worst = 0.0
    for (width, height) in [(100, 72), (23, 17)] {
      let held = TestPathShadow(width: width, height: height, sigma: 10)
      for sigma in [0.5, 2, 5.5, 10] as [Double] {
        for rule in [FillRule.nonZero, .evenOdd] {
          let got = shade(100, 72) {
            held.draw(maskShapes, rule: rule, sigma: Fixed(nearest: sigma), color: .white, on: &$0)
          }
          if rule == .evenOdd { continue }
          for (a, b) in zip(got, trueShadow(maskShapes, sigma, 100, 72)) {
            worst = max(worst, abs(Double(a) - b) - 0.01 * b)
          }
          #expect(got.contains { $0 > 0 })
        }
      }
      #expect(held.isClean && held.shadow.limitedSigmas == 0)
    }
    print("R38: path shadows at worst \(worst)/255 beyond 1 % of a true gaussian")
    #expect(worst <= 1)
  }

  @Test("R38 shadows are the same in tiles,; what lies under an opaque box is left out and nothing else")
  func shadowsInTiles() {
    let color = Color(argb: 0xA010_2040)
    let rounded = TestRounded(radius: 12, sigma: 6)
    let radii = CornerRadii(topLeft: 3, topRight: 11.5, bottomRight: 0, bottomLeft: 8)
    #expect(rounded.prepare(Rect(x: 12.5, y: 9, width: 90, height: 44), cornerRadii: radii, sigma: 5))
    let path = TestPathShadow(width: 40, height: 30, sigma: 6)
    let box = CoveringBox(PixelRect(minX: 20, minY: 12, maxX: 97, maxY: 49), cornerRadius: 7)
    func check() {
      let isDrawn = survives(width: 130, height: 66, "rounded shadow") {
        $0.draw(rounded.shadow, color: color)
      }
      let isDrawnAround = survives(width: 130, height: 66, "shadow around a box") {
        $0.draw(rounded.shadow, color: color, covering: box)
      }
      let isPathDrawn = survives(width: 130, height: 66, "path shadow") {
        path.draw(maskShapes, sigma: 4.5, color: color, on: &$0)
      }
      #expect(isDrawn && isDrawnAround && isPathDrawn)
    }
    check()
    let (all, around) = (
      shade(130, 66) { $0.draw(rounded.shadow, color: .white) },
      shade(130, 66) { $0.draw(rounded.shadow, color: .white, covering: box) }
    )
    var (hidden, kept) = (0, 0)
    for y in 0..<66 {
      for x in 0..<130 {
        let isInRows = y >= 12 && y < 49
        let inset = y < 19 || y >= 42 ? 7 : 0
        if isInRows && x >= 20 + inset && x < 97 - inset {
          #expect(around[y * 130 + x] == 0)
          hidden += 1
        } else {
          #expect(around[y * 130 + x] == all[y * 130 + x])
          kept += 1
        }
      }
    }
    #expect(hidden > 2000 && kept > 2000)
  }

  @Test("R38 what a workspace does not hold is refused or limited, and counted; empty rectangles have no shadow")
  func limits() {
    let rounded = TestRounded(radius: 8, sigma: 4)
    let rect = Rect(x: 10, y: 10, width: 60, height: 40)
    #expect(!rounded.prepare(rect, cornerRadii: CornerRadii(9), sigma: 1))
    #expect(!rounded.prepare(rect, cornerRadii: CornerRadii(2), sigma: 4.5) && rounded.shadow.refused == 2)
    #expect(rounded.shadow.bounds.isEmpty)
    for empty in [Rect(x: 3, y: 3, width: 0, height: 9), Rect(x: 3, y: 3, width: 9, height: 0)] {
      #expect(rounded.prepare(empty, cornerRadii: CornerRadii(2), sigma: 2) && rounded.shadow.bounds.isEmpty)
    }
    // A radius beyond the limit that does not fit the rectangle anyway is no reason to refuse.
    #expect(rounded.prepare(Rect(x: 3, y: 3, width: 12, height: 12), cornerRadii: CornerRadii(90), sigma: 2))
    #expect(!rounded.shadow.bounds.isEmpty && rounded.shadow.refused == 2)
    let path = TestPathShadow(width: 30, height: 30, sigma: 3)
    let (wide, held) = (
      shade(90, 50) {
        path.draw(maskShapes, sigma: 20, color: .white, on: &$0)
      },
      shade(90, 50) {
        path.draw(maskShapes, sigma: 3, color: .white, on: &$0)
      }
    )
    #expect(wide == held && path.shadow.limitedSigmas > 0 && path.isClean && rounded.isClean)
  }

  @Test("R04 R38 shadows of extreme shapes and deviations: nothing traps, nothing is written outside")
  func extremes() {
    var random = SplitMix(seed: 384)
    let rounded = TestRounded(radius: 30, sigma: 10)
    let path = TestPathShadow(width: 40, height: 30, sigma: 5)
    var (roundedCount, pathCount) = (0, 0)
    for round in 0..<40 {
      let (p, q, r) = (random.extreme(), random.extreme(), random.extreme())
      let rect =
        round % 2 == 0
        ? Rect(x: p.x, y: p.y, width: q.x, height: q.y) : Rect(x: -5, y: 5, width: q.x, height: q.y)
      let sigma = round % 3 == 0 ? r.x : Fixed(random.next(in: 0...9))
      _ = rounded.prepare(
        rect, cornerRadii: CornerRadii(topLeft: r.x, topRight: r.y, bottomRight: 3, bottomLeft: 30), sigma: sigma)
      if survives("\(rect)", { $0.draw(rounded.shadow, color: .white) }) { roundedCount += 1 }
      let shape = ExtremeFamily.allCases[round % 6].path(&random)
      if survives(
        "\(shape)",
        {
          path.draw(shape, sigma: sigma, color: .white, on: &$0)
        })
      {
        pathCount += 1
      }
    }
    print("R04: \(roundedCount) rounded and \(pathCount) path shadows drawn of 40")
    #expect(roundedCount > 3 && pathCount > 8 && rounded.isClean && path.isClean)
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
