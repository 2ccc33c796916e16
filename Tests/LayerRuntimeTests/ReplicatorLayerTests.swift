import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

private func move(_ x: Fixed, _ y: Fixed, _ z: Fixed = 0) -> Transform3D { Transform3D(translationX: x, y: y, z: z) }

/// A replicator of the size of its stage of 120 × 90, which is black.
@Suite struct ReplicatorLayerTests {
  private let root = makeLayer(0, 0, 120, 90)
  private let copies = ReplicatorLayer()
  private let display = TestDisplay(width: 120, height: 90)
  private let image = TestImage(width: 8, height: 6) { x, y in 0xFF00_0000 | UInt32(x * 30) << 16 | UInt32(y * 40) }

  init() {
    copies.frame = root.bounds
    root.addSublayer(copies)
  }

  private func draw() { Compositor(root: root, width: 120, height: 90).drawFrame(into: display.memory) }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 { display.pixel(x, y) & 0xFFFFFF }

  /// A layer with something of everything.
  private func makeSample(_ x: Fixed, _ y: Fixed) -> Layer {
    let layer = makeLayer(x, y, 14, 12)
    (layer.cornerRadius, layer.backgroundColor) = (4, Color(argb: 0xFF30_6090))
    (layer.borderWidth, layer.borderColor) = (1.5, .white)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowColor) = (1, 2, Color(argb: 0xFF00_FF00))
    // Of a layer by hand it falls by whole pixels, whichever way the layer is turned.
    layer.shadowOffset = .zero
    let shape = ShapeLayer()
    shape.frame = Rect(x: 3, y: 2, width: 8, height: 8)
    shape.path = Path(ellipseIn: shape.bounds)
    (shape.fillColor, shape.strokeColor) = (Color(argb: 0xC0FF_8000), .black)
    let text = TextLayer()
    (text.frame, text.string, text.fontSize) = (layer.bounds, "8", 9)
    let picture = makeLayer(9, 6, 8, 6)
    picture.setContents(image.image, owner: image)
    (picture.cornerRadius, picture.masksToBounds) = (3, true)
    for child in [shape, text, picture] { layer.addSublayer(child) }
    return layer
  }

  @Test("L43 copies that are moved by whole pixels are the pixels of layers by hand")
  func moved() {
    copies.addSublayer(makeSample(6, 5))
    (copies.instanceCount, copies.instanceTransform) = (4, move(27, 20))
    draw()
    let shown = display.bytes
    root.sublayers = (0..<4).map { makeSample(6 + 27 * Fixed($0), 5 + 20 * Fixed($0)) }
    draw()
    #expect(shown == display.bytes && pixel(12, 8) != 0)
  }

  @Test("L43 copies are turned and scaled about the middle of the bounds, each against the one before it")
  func turned() {
    copies.addSublayer(makeSample(54, 6))
    (copies.instanceCount, copies.instanceTransform) = (7, Transform3D(rotationAngle: .pi * 2 / 7, x: 0, y: 0, z: 1))
    draw()
    let shown = TestDisplay(width: 120, height: 90)
    shown.copy(display)
    root.sublayers = (0..<7).map { i in
      let layer = makeSample(54, 6)
      // The middle of the replicator.
      (layer.anchorPoint, layer.position) = (Point(x: 6 / 14, y: 39 / 12), Point(x: 60, y: 45))
      layer.setAffineTransform(AffineTransform(rotationAngle: Fixed(i) * .pi * 2 / 7))
      return layer
    }
    draw()
    var (worst, lit) = (0, 0)
    for y in 0..<90 {
      for x in 0..<120 {
        let (a, b) = (shown.pixel(x, y), display.pixel(x, y))
        for shift in [UInt32(0), 8, 16] { worst = max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255))) }
        if a & 0xFFFFFF != 0 { lit += 1 }
      }
    }
    // A shadow that is turned is sampled, one by hand is blurred again; glyphs lie on rows.
    #expect(worst <= 9 && lit > 1500, "\(worst) \(lit)")
  }

  @Test("L43 L62 the shadow of a turned copy is drawn without a group of its own: also where groups are nested 16 deep")
  func turnedShadow() {
    /// What the first group leaves of each of two copies' shadows, where so many layers are groups.
    func shadows(groups: Int) -> (shown: [Bool], refused: Int) {
      let (root, copies, mark) = (makeLayer(0, 0, 120, 90), ReplicatorLayer(), makeLayer(30, 10, 20, 10))
      root.backgroundColor = .black
      var outer = root
      for _ in 0..<groups {
        let group = makeLayer(0, 0, 120, 90)
        (group.backgroundColor, group.opacity) = (Color(argb: 0x0100_0000), 0.99)
        outer.addSublayer(group)
        outer = group
      }
      (copies.frame, copies.instanceCount) = (root.bounds, 2)
      copies.instanceTransform = Transform3D(rotationAngle: .pi * 3 / 4, x: 0, y: 0, z: 1)
      (mark.backgroundColor, mark.shadowColor) = (.white, Color(argb: 0xFF00_FF00))
      (mark.shadowOpacity, mark.shadowRadius, mark.shadowOffset) = (1, 2, .zero)
      copies.addSublayer(mark)
      outer.addSublayer(copies)
      let compositor = Compositor(root: root, width: 120, height: 90)
      compositor.drawFrame(into: display.memory)
      func isGreen(_ x: Int, _ y: Int) -> Bool { (pixel(x, y) >> 8) & 255 > 40 && (pixel(x, y) >> 16) & 255 < 20 }
      let right = (60..<120).contains { x in (0..<90).contains { isGreen(x, $0) } }
      let left = (0..<60).contains { x in (0..<45).contains { isGreen(x, $0) } }
      return ([left, right], compositor.overflow.groups)
    }
    let (few, most, more) = (shadows(groups: 1), shadows(groups: 16), shadows(groups: 17))
    #expect(few.shown == [true, true] && most.shown == [true, true] && few.refused == 0 && most.refused == 0)
    #expect(more.refused > 0)
  }

  @Test("L43 the colour of each copy is multiplied by instanceColor, to which the offsets are added copy by copy")
  func colors() {
    let mark = makeLayer(10, 10, 12, 12)
    mark.backgroundColor = .white
    let picture = makeLayer(0, 0, 6, 6)
    let white = TestImage(width: 6, height: 6) { _, _ in 0xFF80_8080 }
    picture.setContents(white.image, owner: white)
    mark.addSublayer(picture)
    copies.addSublayer(mark)
    (copies.instanceCount, copies.instanceTransform) = (4, move(20, 0))
    copies.instanceColor = Color(red: 255, green: 128, blue: 0, alpha: 255)
    (copies.instanceRedOffset, copies.instanceBlueOffset) = (-0.4, 0.4)
    draw()
    let expected: [UInt32] = [0xFF8000, 0x998066, 0x3380CC, 0x0080FF]
    for i in 0..<4 { #expect(pixel(10 + 20 * i + 9, 19) == expected[i], "\(i)") }
    #expect(pixel(12, 12) == 0x804000 && pixel(72, 12) == 0x004080)
    // Alpha fades a copy as a whole; below 0 nothing is left.
    (copies.instanceColor, copies.instanceRedOffset, copies.instanceBlueOffset) = (nil, 0, 0)
    copies.instanceAlphaOffset = Fixed(-128, over: 255)
    draw()
    #expect(pixel(19, 19) == 0xFFFFFF && pixel(39, 19) == 0x7F7F7F && pixel(59, 19) == 0)
    (copies.instanceAlphaOffset, copies.instanceGreenOffset) = (0, -1)
    draw()
    #expect(pixel(39, 19) == 0xFF00FF)
  }

  @Test("L43 each copy is drawn over those before it, all sublayers of one together")
  func order() {
    let (back, front) = (makeLayer(10, 10, 30, 30), makeLayer(20, 10, 12, 30))
    (back.backgroundColor, front.backgroundColor) = (Color(argb: 0xFFFF_0000), Color(argb: 0xFF00_FF00))
    copies.sublayers = [back, front]
    (copies.instanceCount, copies.instanceTransform) = (2, move(15, 5))
    draw()
    // The second back lies over the first front.
    #expect(pixel(26, 20) == 0xFF0000 && pixel(22, 12) == 0x00FF00 && pixel(36, 20) == 0x00FF00)
  }

  @Test(
    "L43 with preservesDepth the copies lie in space; without it the first ones are farthest, wherever they are moved")
  func depth() {
    root.sublayerTransform.m34 = -1 / 100
    let mark = makeLayer(40, 30, 40, 30)
    mark.backgroundColor = .white
    copies.addSublayer(mark)
    (copies.instanceCount, copies.instanceTransform) = (3, move(0, 0, -40))
    copies.instanceGreenOffset = -0.5
    draw()
    // Flattened: all of one size, the last on top.
    #expect(pixel(60, 45) == 0xFF00FF && pixel(41, 31) == 0xFF00FF && pixel(38, 45) == 0)
    copies.preservesDepth = true
    draw()
    #expect(pixel(60, 45) == 0xFFFFFF && pixel(41, 31) == 0xFFFFFF)
    copies.instanceTransform = move(0, 0, 40)
    draw()
    // 80 of 100 before the plane: five times as large, and before all others.
    #expect(pixel(2, 45) == 0xFF00FF && pixel(60, 45) == 0xFF00FF)
    // Through each other: the first one upright, the next turned about the middle.
    copies.instanceCount = 2
    copies.instanceTransform = Transform3D(rotationAngle: 1, x: 0, y: 1, z: 0)
    let compositor = Compositor(root: root, width: 120, height: 90)
    compositor.drawFrame(into: display.memory)
    #expect(compositor.renderNodes.contains { $0.isCrossing })
    #expect(pixel(55, 45) != pixel(65, 45) && pixel(47, 45) != 0 && pixel(73, 45) != 0)
  }

  @Test("L43 a copy that is turned away is left out where isDoubleSided says so, one that is seen from its edge always")
  func backs() {
    root.sublayerTransform.m34 = -1 / 200
    let mark = makeLayer(80, 30, 20, 30)
    (mark.backgroundColor, mark.isDoubleSided) = (.white, false)
    copies.addSublayer(mark)
    (copies.instanceCount, copies.preservesDepth) = (2, true)
    copies.instanceTransform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    draw()
    #expect(pixel(90, 45) == 0xFFFFFF && pixel(30, 45) == 0)
    mark.isDoubleSided = true
    draw()
    #expect(pixel(90, 45) == 0xFFFFFF && pixel(30, 45) == 0xFFFFFF)
    // The first copy is seen from its edge, the second is not.
    mark.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0)
    mark.transform.m11 = 0
    copies.instanceTransform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0)
    draw()
    #expect(display.bytes.contains(255))
  }

  @Test("L43 a replicator in a replicator multiplies, with both colours")
  func nested() {
    let (row, mark) = (ReplicatorLayer(), makeLayer(10, 10, 8, 8))
    row.frame = copies.bounds
    mark.backgroundColor = .white
    row.addSublayer(mark)
    (row.instanceCount, row.instanceTransform, row.instanceRedOffset) = (5, move(16, 0), -0.2)
    copies.addSublayer(row)
    (copies.instanceCount, copies.instanceTransform, copies.instanceBlueOffset) = (4, move(0, 18), -0.2)
    draw()
    for y in 0..<4 {
      for x in 0..<5 {
        let expected = UInt32(255 - 51 * x) << 16 | 0xFF00 | UInt32(255 - 51 * y)
        #expect(pixel(14 + 16 * x, 14 + 18 * y) == expected, "\(x) \(y)")
      }
    }
    copies.instanceTransform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1)
    draw()
    // A quarter turn about (60, 45): (14, 14) comes to (91, −1), (78, 14) to (91, 63).
    #expect(pixel(91, 63) & 0xFFFF == 0xFFCC)
  }

  @Test(
    "L43 planes of a transform layer are copied with their depth, in a replicator that keeps it and in one that does not"
  )
  func spaces() {
    let space = TransformLayer()
    space.frame = copies.bounds
    let (low, high) = (makeLayer(10, 10, 20, 20), makeLayer(15, 15, 20, 20))
    (low.backgroundColor, high.backgroundColor) = (Color(argb: 0xFFFF_0000), Color(argb: 0xFF00_FF00))
    (low.zPosition, high.zPosition) = (5, -5)
    space.sublayers = [low, high]
    copies.addSublayer(space)
    (copies.instanceCount, copies.instanceTransform) = (3, move(30, 20))
    for keepsDepth in [false, true] {
      copies.preservesDepth = keepsDepth
      draw()
      for i in 0..<3 {
        #expect(
          pixel(20 + 30 * i, 20 + 20 * i) == 0xFF0000 && pixel(33 + 30 * i, 33 + 20 * i) == 0x00FF00, "\(keepsDepth)")
      }
    }
    // Turned over, the other one is in front.
    space.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    copies.instanceTransform = move(-30, 20)
    draw()
    #expect(pixel(120 - 20, 20) == 0x00FF00 && pixel(120 - 50, 40) == 0x00FF00)
  }

  @Test("L43 hit testing knows the first copy alone")
  func hitTesting() {
    let mark = makeLayer(10, 10, 12, 12)
    copies.addSublayer(mark)
    (copies.instanceCount, copies.instanceTransform) = (3, move(30, 0))
    for order in [Layer.HitTestOrder.tree, .drawing] {
      #expect(root.hitTest(Point(x: 15, y: 15), order: order) === mark)
      #expect(root.hitTest(Point(x: 45, y: 15), order: order) === copies)
    }
    copies.preservesDepth = true
    #expect(root.hitTest(Point(x: 15, y: 15), order: .drawing) === mark)
  }

  @Test("L43 a copy takes no node; those that find no plane are counted; there are 0 to 4096")
  func nodes() {
    copies.addSublayer(makeSample(1, 1))
    let compositor = Compositor(
      root: root, width: 120, height: 90, capacities: CompositorCapacities(layers: 6, planes: 90))
    (copies.instanceCount, copies.instanceTransform) = (80, move(1, 1))
    compositor.drawFrame(into: display.memory)
    #expect(compositor.overflow.total == 0 && pixel(85, 85) != 0)
    copies.instanceCount = 95
    compositor.drawFrame(into: display.memory)
    #expect(compositor.overflow.layers == 0 && compositor.overflow.planes > 0)
    copies.instanceCount = 0
    compositor.drawFrame(into: display.memory)
    #expect(!display.bytes.contains { $0 != 0 && $0 != 255 } && pixel(5, 5) == 0)
    copies.instanceCount = -4
    #expect(copies.instanceCount == 0)
    copies.instanceCount = 100_000
    #expect(copies.instanceCount == 4096)
    copies.instanceDelay = .milliseconds(250)
    #expect(copies.instanceDelay == .milliseconds(250))
  }

  @Test("L43 L100 what changes in a sublayer is drawn again in all copies, and goes with it")
  func changes() {
    let mark = makeSample(6, 5)
    copies.addSublayer(mark)
    (copies.instanceCount, copies.instanceTransform) = (3, Transform3D(rotationAngle: 0.4, x: 0, y: 0, z: 1))
    let compositor = Compositor(root: root, width: 120, height: 90)
    func compare(_ what: String) {
      compositor.drawFrame(into: display.memory)
      let whole = TestDisplay(width: 120, height: 90)
      Compositor(root: root, width: 120, height: 90).drawFrame(into: whole.memory)
      #expect(display.firstDifference(from: whole) == nil, "\(what)")
      root.host = nil
      root.host = compositor
      compositor.invalidate()
      compositor.drawFrame(into: display.memory)
    }
    compositor.drawFrame(into: display.memory)
    mark.backgroundColor = .white
    compare("colour")
    mark.sublayers?.first?.position.x += 6
    compare("a layer below")
    copies.isGeometryFlipped = true
    compare("flipped")
    copies.masksToBounds = true
    copies.bounds.size.width = 70
    compare("clipped")
    copies.cornerRadius = 20
    (copies.shadowOpacity, copies.masksToBounds) = (1, false)
    compare("its shadow")
    mark.sublayers?.last?.removeFromSuperlayer()
    compare("a layer that goes")
    mark.filters = [Filter(.boxBlur)]
    compare("filtered")
    mark.removeFromSuperlayer()
    compare("all gone")
    #expect(!compositor.drawFrame(into: display.memory) && compositor.statistics.pixels == 0)
  }

  @Test("L43 L104 copies of copies are 65,536 altogether: the inner replicator shows fewer", arguments: [false, true])
  func copiesOfCopies(isSpace: Bool) {
    let display = TestDisplay(width: 40, height: 16)
    let (root, space, outer, inner) = (makeLayer(0, 0, 40, 16), TransformLayer(), ReplicatorLayer(), ReplicatorLayer())
    (outer.instanceCount, inner.instanceCount) = (4096, 4096)
    inner.instanceTransform = Transform3D(translationX: 2, y: 0, z: 0)
    let dot = makeLayer(0, 0, 2, 2)
    dot.backgroundColor = .white
    inner.addSublayer(dot)
    outer.addSublayer(inner)
    space.addSublayer(outer)
    root.addSublayer(space)
    (outer.preservesDepth, inner.preservesDepth) = (isSpace, isSpace)
    let compositor = Compositor(
      root: root, width: 40, height: 16, capacities: CompositorCapacities(planes: isSpace ? 32 : 8192))
    compositor.drawFrame(into: display.memory)
    #expect(display.pixel(31, 1) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(32, 1) & 0xFF_FFFF == 0)
    #expect(compositor.overflow.planes == (isSpace ? 65536 - 32 : 0))
    outer.instanceCount = 8192
    inner.instanceCount = 3
    compositor.drawFrame(into: display.memory)
    #expect(display.pixel(5, 1) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(6, 1) & 0xFF_FFFF == 0)
  }
}
