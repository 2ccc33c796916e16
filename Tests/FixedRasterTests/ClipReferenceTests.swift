import TestSupport
import Testing

@testable import FixedRaster

private let (width, height) = (96, 64)

/// How many of the clips' pixels the drawings met.
private struct Met {
  var (clipped, partial, whole) = (0, 0, 0)
}

/// What is there before: colours of every alpha.
private let ground = (0..<width * height).map { Color(argb: UInt32($0) &* 0x0765_4321).premultiplied.argb }

/// A drawing call and what it draws in parts, found without clips.
private struct Parts {
  let drawing: ClipDrawing
  let shape: [UInt8]
  let source: [UInt32]

  init(_ drawing: ClipDrawing) {
    self.drawing = drawing
    shape = whiteCoverage(width, height, drawing.coverage)
    source = picture(width, height, drawing.source)
  }

  /// Draws over the ground through clips, and compares each pixel with the definition: the shape's coverage times each
  /// clip's, outermost first among the clips, each product rounded to 1/255.
  func check(
    _ clips: [TestClip], _ limit: [UInt32], mode: BlendMode = .sourceOver, _ met: inout Met, isBanded: Bool
  ) {
    let blend = mode == .sourceOver ? drawing.blend : .mode(mode, opacity: drawing.opacity ?? 255)
    let target = TestMemory(ARGB8888.self, width: width, height: height)
    for i in ground.indices { target[i % width, i / width] = ground[i] }
    withClippedCanvas(target.surface, rows: isBanded ? 7 : nil, width: isBanded ? 23 : nil) { canvas in
      for clip in clips { clip.push(&canvas) }
      drawing.draw(&canvas, mode)
      for _ in clips { canvas.popClip() }
      #expect(canvas.clip == target.surface.bounds && canvas.clipOverflow == 0)
    }
    var wrong = 0
    for i in ground.indices {
      // Outermost first, the shape last: as the masks are made.
      let coverage = product(UInt32(shape[i]), limit[i])
      let expected = coverage == 0 ? ground[i] : blend.result(source[i], coverage, over: ground[i])
      if target[i % width, i / width] != expected { wrong += 1 }
      if shape[i] == 0 { continue }
      if limit[i] == 0 { met.clipped += 1 } else if limit[i] == 255 { met.whole += 1 } else { met.partial += 1 }
    }
    #expect(wrong == 0, "\(drawing.name), \(mode), through \(clips.count) clips: \(wrong) pixels differ")
  }
}

/// What clips leave of each pixel, 0...255.
private func limit(_ clips: [TestClip]) -> [UInt32] {
  var limit = [UInt32](repeating: 255, count: width * height)
  for clip in clips { limit = zip(limit, clip.coverage(width, height)).map { product($0, UInt32($1)) } }
  return limit
}

private func nests(_ random: inout SplitMix, _ depths: [Int]) -> [[TestClip]] {
  depths.map { depth in (0..<depth).map { _ in TestClip.random(&random, width: width, height: height) } }
}

private func checkAll(seed: UInt64) {
  var random = SplitMix(seed: seed)
  let drawings = ClipDrawings(width, height)
  var met = Met()
  for (number, drawing) in drawings.all().enumerated() {
    let parts = Parts(drawing)
    for clips in nests(&random, [1, 2]) {
      parts.check(clips, limit(clips), &met, isBanded: number % 2 == 1)
    }
  }
  #expect(met.clipped > 20_000 && met.partial > 3_000 && met.whole > 20_000, "\(met)")
}

@Test("R34 every drawing call honours nested clips: coverage is the product, pixel by pixel")
func everyCallIsClipped() { checkAll(seed: 1) }

@Test("R22 R34 every drawing call takes every blend mode: B of its pixels, as much of it as shape and clips cover")
func everyCallTakesEveryMode() {
  var random = SplitMix(seed: 5)
  let drawings = ClipDrawings(width, height)
  let modes = (UInt8.min...UInt8.max).compactMap(BlendMode.init(rawValue:))
  var (met, calls) = (Met(), 0)
  for (number, drawing) in drawings.all().enumerated() where drawing.opacity != nil {
    let parts = Parts(drawing)
    let clips = nests(&random, [number % 3])[0]
    let limit = limit(clips)
    for mode in modes { parts.check(clips, limit, mode: mode, &met, isBanded: number % 2 == 1) }
    calls += 1
  }
  #expect(modes.count == 28 && calls > 40, "\(calls) calls")
  #expect(met.clipped > 500_000 && met.partial > 100_000 && met.whole > 1_000_000, "\(met)")
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
    Parts(calls[i * 3 % calls.count]).check(clips, limit(clips), &met, isBanded: i % 2 == 0)
  }
  #expect(met.partial > 500 && met.whole > 5_000, "\(met)")
}
