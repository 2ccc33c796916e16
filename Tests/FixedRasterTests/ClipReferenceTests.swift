import TestSupport
import Testing

@testable import FixedRaster

private let (width, height) = (96, 64)

/// How many of the clips' pixels the drawings met.
private struct Met {
  var (clipped, partial, whole) = (0, 0, 0)
}

/// Draws over a ground of every colour through clips, and compares each pixel with the definition: the shape's coverage
/// times each clip's, outermost first among the clips, each product rounded to 1/255.
private func check(
  _ drawing: ClipDrawing, _ nests: [[TestClip]], _ met: inout Met, isBanded: Bool
) {
  let shape = whiteCoverage(width, height, drawing.coverage)
  let source = picture(width, height, drawing.source)
  for clips in nests { check(drawing, shape, source, clips, &met, isBanded) }
}

private func check(
  _ drawing: ClipDrawing, _ shape: [UInt8], _ source: [UInt32], _ clips: [TestClip], _ met: inout Met,
  _ isBanded: Bool
) {
  var limit = [UInt32](repeating: 255, count: width * height)
  for clip in clips { limit = zip(limit, clip.coverage(width, height)).map { product($0, UInt32($1)) } }

  let target = TestMemory(ARGB8888.self, width: width, height: height)
  let ground = (0..<width * height).map { Color(argb: UInt32($0) &* 0x0765_4321).premultiplied.argb }
  for i in ground.indices { target[i % width, i / width] = ground[i] }
  let before = ground.indices.map { target[$0 % width, $0 / width] }
  withClippedCanvas(target.surface, rows: isBanded ? 7 : nil, width: isBanded ? 23 : nil) { canvas in
    for clip in clips { clip.push(&canvas) }
    drawing.draw(&canvas)
    for _ in clips { canvas.popClip() }
    #expect(canvas.clip == target.surface.bounds && canvas.clipOverflow == 0)
  }
  var wrong = 0
  for i in before.indices {
    // Outermost first, the shape last: as the masks are made.
    let coverage = product(UInt32(shape[i]), limit[i])
    let there = before[i]
    let expected = coverage == 0 ? before[i] : drawing.blend.result(source[i], coverage, over: there)
    if target[i % width, i / width] != expected { wrong += 1 }
    if shape[i] == 0 { continue }
    if limit[i] == 0 { met.clipped += 1 } else if limit[i] == 255 { met.whole += 1 } else { met.partial += 1 }
  }
  #expect(wrong == 0, "\(drawing.name) through \(clips.count) clips: \(wrong) pixels differ")
}

private func nests(_ random: inout SplitMix, _ depths: [Int]) -> [[TestClip]] {
  depths.map { depth in (0..<depth).map { _ in TestClip.random(&random, width: width, height: height) } }
}

private func checkAll(seed: UInt64) {
  var random = SplitMix(seed: seed)
  let drawings = ClipDrawings(width, height)
  var met = Met()
  for (number, drawing) in drawings.all().enumerated() {
    check(drawing, nests(&random, [1, 2]), &met, isBanded: number % 2 == 1)
  }
  #expect(met.clipped > 20_000 && met.partial > 3_000 && met.whole > 20_000, "\(met)")
}

@Test("R34 every drawing call honours nested clips: coverage is the product, pixel by pixel")
func everyCallIsClipped() { checkAll(seed: 1) }

@Test("R34 R22 every blend mode is limited by clips: what the clip leaves out stays, whatever the mode")
func everyModeIsClipped() {
  var random = SplitMix(seed: 5)
  let drawings = ClipDrawings(width, height)
  var (met, modes) = (Met(), 0)
  while let mode = BlendMode(rawValue: UInt8(modes)) {
    modes += 1
    for drawing in drawings.moded(mode) {
      check(drawing, nests(&random, [1]), &met, isBanded: false)
    }
    for drawing in drawings.moded(mode) {
      check(drawing, nests(&random, [2]), &met, isBanded: true)
    }
  }
  #expect(modes == 28 && met.clipped > 50_000 && met.partial > 5_000 && met.whole > 50_000, "\(met)")
}

@Test("R34 clips nested sixteen deep: each product is rounded, the mask is the product of all")
func deepNestsAreProducts() {
  var random = SplitMix(seed: 6)
  let drawings = ClipDrawings(width, height)
  var met = Met()
  let calls = drawings.all()
  for i in 0..<6 {
    // Large ovals, each a little elsewhere: at their edges many clips are partial.
    let clips = (0..<16).map { _ in
      var oval = PathRecorder()
      let (dx, dy) = (random.real(-1...1), random.real(-1...1))
      oval.addEllipse(in: Rect(x: Fixed(nearest: 3 + dx), y: Fixed(nearest: 2 + dy), width: 90, height: 60))
      return TestClip.path(oval.elements, .nonZero, .identity)
    }
    check(calls[i * 3 % calls.count], [clips], &met, isBanded: i % 2 == 0)
  }
  #expect(met.partial > 500 && met.whole > 5_000, "\(met)")
}
