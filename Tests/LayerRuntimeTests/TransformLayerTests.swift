import FixedRaster
import Glibc
import SystemFiles
import TestSupport
import Testing

@testable import LayerRuntime

private let (red, green, blue): (UInt32, UInt32, UInt32) = (0xFF0000, 0x00FF00, 0x0000FF)

private func opaque(_ rgb: UInt32) -> Color { Color(argb: 0xFF00_0000 | rgb) }

/// A transform layer of the size of its stage of 96 × 72, which is black.
@Suite struct TransformLayerTests {
  private let root = makeLayer(0, 0, 96, 72)
  private let space = TransformLayer()
  private let display = TestDisplay(width: 96, height: 72)

  init() {
    space.frame = root.bounds
    root.addSublayer(space)
  }

  private func add(_ rgb: UInt32, _ frame: Rect, z: Fixed = 0, to layer: Layer? = nil) -> Layer {
    let plane = Layer()
    (plane.frame, plane.zPosition, plane.backgroundColor) = (frame, z, opaque(rgb))
    (layer ?? space).addSublayer(plane)
    return plane
  }

  private func draw() { Compositor(root: root, width: 96, height: 72).drawFrame(into: display.memory) }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 { display.pixel(x, y) & 0xFFFFFF }

  /// As the documents have it: green lies before blue, and then what holds both is turned over.
  private func turnPage(_ page: Layer) -> (UInt32, Layer?) {
    let root = makeLayer(0, 0, 96, 72)
    page.frame = root.bounds
    root.addSublayer(page)
    let behind = add(blue, Rect(x: 20, y: 10, width: 40, height: 40), to: page)
    let before = add(green, Rect(x: 30, y: 20, width: 40, height: 40), z: 10, to: page)
    page.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    Compositor(root: root, width: 96, height: 72).drawFrame(into: display.memory)
    let hit = root.hitTest(Point(x: 50, y: 30), order: .drawing)
    return (pixel(50, 30), hit === behind ? behind : hit === before ? before : nil)
  }

  @Test("L54 a flipped ordinary layer keeps its sublayers' order, a flipped transform layer reverses it by depth")
  func flipped() {
    let (seen, hit) = turnPage(Layer())
    #expect(seen == green && hit?.zPosition == 10)
    let (turned, turnedHit) = turnPage(TransformLayer())
    #expect(turned == blue && turnedHit?.zPosition == 0)
  }

  @Test("L46 a transform layer draws nothing itself, and its mask, clip, corners, filters and blend mode are ignored")
  func drawsNothing() {
    _ = add(red, Rect(x: -10, y: 20, width: 60, height: 30))
    draw()
    let plain = display.bytes
    #expect(pixel(2, 30) == red && pixel(60, 30) == 0)
    space.frame = Rect(x: 0, y: 0, width: 20, height: 72)
    space.bounds.origin = .zero
    (space.backgroundColor, space.borderWidth, space.borderColor) = (.white, 4, .white)
    let image = TestImage(width: 4, height: 4) { _, _ in 0xFFFF_FFFF }
    space.setContents(image.image, owner: image)
    (space.shadowOpacity, space.masksToBounds, space.cornerRadius) = (1, true, 9)
    let mask = Layer()
    mask.frame = Rect(x: 0, y: 0, width: 5, height: 5)
    space.mask = mask
    space.filters = [Filter(.gaussianBlur)]
    space.backgroundFilters = [Filter(.colorInvert)]
    (space.compositingFilter, space.shouldRasterize, space.isDoubleSided) = (.multiply, true, false)
    draw()
    #expect(display.bytes == plain)
    // Turned over it still shows what is in it.
    space.anchorPoint = Point(x: 0.5, y: 0.5)
    space.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    draw()
    #expect(pixel(2, 30) == red)
  }

  @Test("L46 the opacity of a transform layer is that of each sublayer: they show through each other")
  func opacity() {
    _ = add(red, Rect(x: 10, y: 10, width: 40, height: 40))
    let front = add(blue, Rect(x: 30, y: 20, width: 40, height: 40))
    _ = add(green, Rect(x: 10, y: 10, width: 10, height: 10), to: front)
    space.opacity = Fixed(128, over: 255)
    draw()
    #expect(pixel(20, 20) == 0x800000 && pixel(60, 40) == 0x000080 && pixel(40, 40) == 0x400080)
    // A sublayer with sublayers is composed as a whole.
    #expect(pixel(45, 35) == 0x408000)
    space.opacity = 0
    draw()
    #expect(pixel(20, 20) == 0 && root.hitTest(Point(x: 20, y: 20), order: .drawing) === root)
  }

  @Test("L46 L53 depth counts under a perspective from above, through transform layers in each other")
  func nested() {
    root.sublayerTransform.m34 = -1 / 120
    let inner = TransformLayer()
    inner.frame = space.bounds
    inner.zPosition = 20
    space.addSublayer(inner)
    let near = add(red, Rect(x: 38, y: 26, width: 20, height: 20), z: 20, to: inner)
    draw()
    // 40 of 120 before the display's plane: half as large again.
    #expect(pixel(34, 22) == red && pixel(61, 49) == red && pixel(32, 36) == 0 && pixel(63, 36) == 0)
    #expect(root.hitTest(Point(x: 34, y: 22), order: .drawing) === near)
    // What lies in the other one shares the space: it is farther away, though it comes later.
    let far = add(blue, Rect(x: 28, y: 26, width: 40, height: 20), z: 30)
    draw()
    #expect(pixel(48, 36) == red && pixel(30, 36) == blue)
    far.zPosition = 41
    draw()
    #expect(pixel(48, 36) == blue && root.hitTest(Point(x: 48, y: 36), order: .drawing) === far)
  }

  @Test("R3A L46 planes in the same place are drawn in the order of the layers")
  func samePlane() {
    space.transform = Transform3D(rotationAngle: 0.7, x: 1, y: 2, z: 0.5)
    root.sublayerTransform.m34 = -1 / 200
    let planes = (0..<6).map {
      add([red, green, blue][$0 % 3], Rect(x: 20 + Fixed(2 * $0), y: 10, width: 40, height: 50))
    }
    for (i, plane) in planes.enumerated() { plane.anchorPoint = Point(x: Fixed(i, over: 5), y: 0.3) }
    for plane in planes { plane.position = Point(x: 30 + plane.anchorPoint.x * 40, y: 25) }
    let compositor = Compositor(root: root, width: 96, height: 72)
    compositor.drawFrame(into: display.memory)
    #expect(!compositor.renderNodes.contains { $0.isCrossing })
    let middle = planes[5].convert(Point(x: planes[5].bounds.midX, y: planes[5].bounds.midY), to: nil)
    #expect(pixel(middle.x.floor, middle.y.floor) == blue)
    #expect(root.hitTest(middle, order: .drawing) === planes[5])
  }

  @Test("L46 of anything that planes show the picture is the same as in an ordinary layer, byte for byte")
  func contents() {
    func fill(_ layer: Layer) {
      root.sublayers = [layer]
      layer.frame = root.bounds
      let (text, gradient, shape) = (TextLayer(), GradientLayer(), ShapeLayer())
      let image = TestImage(width: 12, height: 9) { x, y in 0xFF00_0000 | UInt32(x * 20) << 16 | UInt32(y * 25) }
      let picture = add(0, Rect(x: 2, y: 2, width: 30, height: 20), to: layer)
      picture.setContents(image.image, owner: image)
      (picture.cornerRadius, picture.masksToBounds) = (6, true)
      (text.frame, text.string, text.fontSize) = (Rect(x: 40, y: 4, width: 50, height: 20), "12.5", 16)
      (gradient.frame, gradient.colors) = (Rect(x: 4, y: 40, width: 30, height: 24), [.white, .black])
      (gradient.shadowOpacity, gradient.shadowRadius) = (1, 3)
      gradient.shadowColor = opaque(green)
      shape.frame = Rect(x: 50, y: 34, width: 30, height: 30)
      shape.path = Path(ellipseIn: shape.bounds)
      shape.fillColor = opaque(red)
      let mask = Layer()
      (mask.frame, mask.backgroundColor) = (Rect(x: 5, y: 5, width: 30, height: 12), .white)
      shape.mask = mask
      for child in [text, gradient, shape] { layer.addSublayer(child) }
    }
    var pictures: [[UInt8]] = []
    for layer in [Layer(), TransformLayer()] {
      fill(layer)
      layer.transform = Transform3D(rotationAngle: 0.4, x: 0.2, y: 1, z: 0.1)
      draw()
      pictures.append(display.bytes)
    }
    // In an ordinary layer all lie in its plane, as they do here in space: at depth 0, none before another.
    #expect(haveSameBytes(pictures[0], pictures[1]))
  }

  private func haveSameBytes(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }

  @Test("L46 a place is converted to and from planes in space as it is seen")
  func conversion() {
    root.sublayerTransform.m34 = -1 / 150
    space.transform = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    let inner = TransformLayer()
    inner.frame = Rect(x: 10, y: 10, width: 60, height: 50)
    inner.transform = Transform3D(rotationAngle: -0.3, x: 1, y: 0, z: 0)
    space.addSublayer(inner)
    let plane = add(red, Rect(x: 5, y: 5, width: 40, height: 30), z: 12, to: inner)
    let other = add(blue, Rect(x: 15, y: 5, width: 40, height: 30), z: -7)
    for place in [Point(x: 0, y: 0), Point(x: 13, y: 22), Point(x: 40, y: 30)] {
      let seen = plane.convert(place, to: nil)
      let exact = ExactSpace(plane).look(at: (seen.x.double, seen.y.double))
      #expect(
        abs((exact?.place.x ?? -99) - place.x.double) < 0.01 && abs((exact?.place.y ?? -99) - place.y.double) < 0.01)
      let there = plane.convert(place, to: other)
      let back = other.convert(there, to: nil)
      #expect((back.x - seen.x).magnitude < 0.01 && (back.y - seen.y).magnitude < 0.01)
      let again = plane.convert(seen, from: nil)
      #expect((again.x - place.x).magnitude < 0.01 && (again.y - place.y).magnitude < 0.01)
    }
  }

  @Test("L46 hitTest(_:) answers nil for a transform layer, and finds nothing in one")
  func treeOrder() {
    _ = add(red, Rect(x: 10, y: 10, width: 40, height: 40))
    #expect(space.hitTest(Point(x: 20, y: 20)) == nil && root.hitTest(Point(x: 20, y: 20)) === root)
    #expect(space.hitTest(Point(x: 20, y: 20), order: .drawing) === space.sublayers?.first)
  }

  @Test("L104 planes that find no place are not shown, and are counted")
  func capacity() {
    for i in 0..<5 { _ = add(red, Rect(x: Fixed(i * 15), y: 10, width: 10, height: 10)) }
    let compositor = Compositor(
      root: root, width: 96, height: 72, capacities: CompositorCapacities(planes: 3))
    compositor.drawFrame(into: display.memory)
    #expect(pixel(35, 15) == red && pixel(50, 15) == 0 && compositor.overflow.planes == 2)
  }
}

// MARK: - Planes that cross

extension TransformLayerTests {
  private static let colors: [UInt32] = [0xFFD0_3010, 0xFF20_B040, 0xFF30_50E0, 0xFFF0_D020, 0x80FF_FFFF, 0xC080_20C0]

  /// Planes anywhere, turned in any way.
  private func scatter(_ count: Int, _ random: inout SplitMix) -> [Layer] {
    space.sublayers = nil
    return (0..<count).map { i in
      let plane = Layer()
      plane.bounds = Rect(x: 0, y: 0, width: random.fixed(20...60), height: random.fixed(20...50))
      plane.position = Point(x: random.fixed(25...70), y: random.fixed(20...50))
      plane.zPosition = random.fixed(-15...15)
      plane.transform = Transform3D(
        rotationAngle: random.fixed(-1.3...1.3), x: random.fixed(-1...1), y: random.fixed(-1...1),
        z: random.fixed(-0.4...0.4))
      plane.backgroundColor = Color(argb: TransformLayerTests.colors[i % 6])
      space.addSublayer(plane)
      return plane
    }
  }

  @Test("R3A L54 planes in random places are seen as sixteen samples of each pixel say, where they cross too")
  func crossing() {
    var random = SplitMix(seed: 54)
    root.sublayerTransform.m34 = -1 / 200
    var (crossings, worst, sum, count) = (0, 0.0, 0.0, 0)
    for round in 0..<10 {
      space.transform = Transform3D(rotationAngle: random.fixed(-1...1), x: 0.3, y: 1, z: 0)
      let planes = scatter(2 + round % 5, &random)
      let compositor = Compositor(root: root, width: 96, height: 72)
      compositor.drawFrame(into: display.memory)
      if compositor.renderNodes.contains(where: { $0.isCrossing }) { crossings += 1 }
      let exact = exactPicture(planes, width: 96, height: 72)
      var bad = 0
      for i in exact.indices {
        let shown = display.pixel(i % 96, i / 96)
        let errors = [
          abs(Double(shown >> 16 & 255) - exact[i].red), abs(Double(shown >> 8 & 255) - exact[i].green),
          abs(Double(shown & 255) - exact[i].blue),
        ]
        let error = errors.max() ?? 0
        (worst, sum, count) = (max(worst, error), sum + error, count + 1)
        if error > 40 { bad += 1 }
      }
      // Sixteen samples know an edge's coverage to 1/16 as a rule, to 1/4 where it runs along their rows.
      #expect(bad < 12, "round \(round): \(bad)")
    }
    #expect(crossings > 6 && sum / Double(count) < 0.8, "\(crossings) \(worst) \(sum / Double(count))")
  }

  @Test("R3A L54 L100 what is seen of planes that cross does not depend on tiles, threads or what was damaged")
  func tiles() {
    var random = SplitMix(seed: 55)
    root.sublayerTransform.m34 = -1 / 200
    for round in 0..<6 {
      let planes = scatter(5 + 6 * round, &random)
      let compositor = Compositor(root: root, width: 96, height: 72)
      compositor.drawFrame(into: display.memory)
      for _ in 0..<5 {
        planes[2].position.x += 3
        planes[1].backgroundColor = random.next(in: 0...1) == 0 ? .white : opaque(red)
        compositor.drawFrame(into: display.memory)
        compositor.invalidate(PixelRect(minX: 17, minY: 9, maxX: 61, maxY: 44))
        compositor.drawFrame(into: display.memory)
        let whole = TestDisplay(width: 96, height: 72)
        var capacities = CompositorCapacities(threads: 3)
        capacities.leastTilesForThreads = 1
        Compositor(root: root, width: 96, height: 72, capacities: capacities).drawFrame(into: whole.memory)
        #expect(display.firstDifference(from: whole) == nil, "round \(round)")
      }
    }
  }

  @Test("R3A L54 three planes that lie partly behind each other in a circle are seen as they lie")
  func circle() {
    root.sublayers = [space]
    space.sublayers = nil
    let planes = (0..<3).map { add([red, green, blue][$0], Rect(x: 18, y: 26, width: 60, height: 12)) }
    for (i, plane) in planes.enumerated() {
      let turn = Transform3D(rotationAngle: Fixed(i) * 2 * .pi / 3, x: 0, y: 0, z: 1)
      plane.position = Point(x: 48, y: 36)
      let lean = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
      plane.transform = lean.concatenating(Transform3D(translationX: 0, y: 12, z: 0)).concatenating(turn)
    }
    let compositor = Compositor(root: root, width: 96, height: 72)
    compositor.drawFrame(into: display.memory)
    let exact = exactPicture(planes, width: 96, height: 72)
    var (different, lit) = (0, 0)
    for i in exact.indices {
      let shown = display.pixel(i % 96, i / 96)
      if abs(Double(shown >> 16 & 255) - exact[i].red) > 40 || abs(Double(shown & 255) - exact[i].blue) > 40 {
        different += 1
      }
      if shown & 0xFFFFFF != 0 { lit += 1 }
    }
    #expect(compositor.renderNodes.contains { $0.isCrossing } && different < 5 && lit > 1000, "\(different) \(lit)")
  }

  @Test("L46 hit testing ends also where each of three layers counts as lying before the next one")
  func hitsInACircle() {
    let (root, space) = (makeLayer(0, 0, 40, 40), TransformLayer())
    root.addSublayer(space)
    // A little less apart than the tolerance of depth, those of later layers farther away.
    for z in [2, 1, 0] {
      let layer = makeLayer(0, 0, 8, 8)
      layer.transform = Transform3D(translationX: 0, y: 0, z: Fixed(z, over: 300))
      space.addSublayer(layer)
    }
    #expect(root.hitTest(Point(x: 20, y: 20), order: .drawing) === root)
    #expect(root.hitTest(Point(x: 4, y: 4), order: .drawing)?.superlayer === space)
  }
}
