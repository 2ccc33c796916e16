import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct FlippedGeometryTests {
  /// 100 × 80 at (10, 20), flipped.
  let above = makeLayer(10, 20, 100, 80)
  /// 30 × 10, 5 to the right of the corner and 7 from the edge that the superlayer measures from.
  let layer = makeLayer(5, 7, 30, 10)

  init() {
    above.isGeometryFlipped = true
    above.addSublayer(layer)
  }

  /// Where the layer's bounds are on the display.
  private func box(_ layer: Layer) -> Rect { layer.convert(layer.bounds, to: nil) }

  @Test("L14 geometry is not flipped at first, and flipping leaves the layer itself where it is")
  func itself() {
    let layer = makeLayer(10, 20, 100, 80)
    #expect(!layer.isGeometryFlipped && !layer.contentsAreFlipped())
    layer.anchorPoint = Point(x: 0.25, y: 0)
    layer.bounds.origin = Point(x: 3, y: -9)
    layer.setAffineTransform(AffineTransform(a: 1, b: 0.5, c: -1, d: 2, tx: 3, ty: 4))
    let (frame, position, bounds, shown) = (layer.frame, layer.position, layer.bounds, box(layer))
    layer.isGeometryFlipped = true
    #expect(layer.frame == frame && layer.position == position && layer.bounds == bounds && box(layer) == shown)
    #expect(layer.anchorPoint == Point(x: 0.25, y: 0))
    // What is set comes back all the same.
    layer.frame = Rect(x: 1, y: 2, width: 300, height: 400)
    #expect(abs(layer.frame.minX.double - 1) < 0.001 && abs(layer.frame.height.double - 400) < 0.001)
  }

  @Test("L14 sublayers are measured from the bottom edge, upwards")
  func fromTheBottom() {
    #expect(layer.frame == Rect(x: 5, y: 7, width: 30, height: 10))
    #expect(box(layer) == Rect(x: 15, y: 100 - 7 - 10, width: 30, height: 10))
    layer.position.y += 20
    #expect(box(layer) == Rect(x: 15, y: 63, width: 30, height: 10))
    above.isGeometryFlipped = false
    #expect(box(layer) == Rect(x: 15, y: 47, width: 30, height: 10))
  }

  @Test(
    "L14 a sublayer keeps its distance from the bottom edge when the height changes, and follows the bounds' origin")
  func bounds() {
    above.frame = Rect(x: 10, y: 20, width: 100, height: 200)
    #expect(box(layer) == Rect(x: 15, y: 203, width: 30, height: 10))
    above.bounds.origin = Point(x: 1, y: 50)
    #expect(box(layer) == Rect(x: 14, y: 253, width: 30, height: 10))
    #expect(above.frame == Rect(x: 10, y: 20, width: 100, height: 200))
  }

  @Test("L14 points and rectangles are converted both ways, and agree with the frame")
  func conversion() {
    #expect(above.convert(Point.zero, to: nil) == Point(x: 10, y: 100))
    #expect(above.convert(Point(x: 10, y: 100), from: nil) == .zero)
    #expect(above.convert(Point(x: 3, y: 80), to: nil) == Point(x: 13, y: 20))
    #expect(layer.convert(Point.zero, to: above) == Point(x: 5, y: 7))
    #expect(layer.convert(Point(x: 1, y: 2), to: nil) == Point(x: 16, y: 100 - 9))
    #expect(layer.convert(Point(x: 16, y: 91), from: nil) == Point(x: 1, y: 2))
    #expect(layer.convert(layer.bounds, to: above) == layer.frame)
    #expect(above.convert(above.bounds, to: nil) == above.frame)
    #expect(layer.convert(Rect(x: 15, y: 83, width: 30, height: 10), from: nil) == layer.bounds)
    let unflipped = makeLayer(0, 0, 500, 500)
    unflipped.addSublayer(above)
    let other = makeLayer(200, 200, 10, 10)
    unflipped.addSublayer(other)
    #expect(layer.convert(Point.zero, to: other) == Point(x: -185, y: -107))
    #expect(other.convert(Point(x: -185, y: -107), to: layer) == .zero)
  }

  @Test("L14 all below is flipped too, with its own sublayers, unless one of them is flipped again")
  func nested() {
    let leaf = makeLayer(1, 2, 4, 3)
    layer.addSublayer(leaf)
    // 2 above the bottom edge of its superlayer, which is not flipped itself.
    #expect(box(leaf) == Rect(x: 16, y: 93 - 2 - 3, width: 4, height: 3))
    #expect(leaf.contentsAreFlipped() && layer.contentsAreFlipped() && above.contentsAreFlipped())
    layer.isGeometryFlipped = true
    #expect(box(layer) == Rect(x: 15, y: 83, width: 30, height: 10))
    #expect(box(leaf) == Rect(x: 16, y: 83 + 2, width: 4, height: 3))
    #expect(leaf.convert(Point.zero, to: nil) == Point(x: 16, y: 85))
    #expect(!leaf.contentsAreFlipped() && !layer.contentsAreFlipped() && above.contentsAreFlipped())
    leaf.isGeometryFlipped = true
    #expect(box(leaf) == Rect(x: 16, y: 85, width: 4, height: 3) && leaf.contentsAreFlipped())
    #expect(leaf.convert(Point.zero, to: nil) == Point(x: 16, y: 88))
  }

  @Test("L14 the layer's own transform is not flipped, its sublayers' are; the anchor stays what both turn about")
  func transforms() {
    let quarter = AffineTransform(rotationAngle: .pi / 2)
    above.anchorPoint = Point(x: 0, y: 0)
    above.position = Point(x: 200, y: 200)
    above.setAffineTransform(quarter)
    #expect(above.frame == Rect(x: 120, y: 200, width: 80, height: 100))
    // The anchor, top left, has the flipped coordinates (0, 80).
    #expect(above.convert(Point(x: 0, y: 80), to: nil) == Point(x: 200, y: 200))
    #expect(above.convert(Point.zero, to: nil) == Point(x: 120, y: 200))
    above.setAffineTransform(.identity)
    above.position = Point(x: 0, y: 0)
    layer.setAffineTransform(quarter)
    // Clockwise where y runs down is anticlockwise here: the layer's x axis runs up the display.
    let (start, end) = (layer.convert(Point(x: 0, y: 5), to: nil), layer.convert(Point(x: 30, y: 5), to: nil))
    #expect(start == Point(x: 20, y: 80 - 12 + 15) && end == Point(x: 20, y: 80 - 12 - 15))
  }

  @Test("L14 sublayerTransform works in the flipped coordinates, about the anchor", arguments: [false, true])
  func sublayerTransform(_ inSpace: Bool) {
    above.anchorPoint = Point(x: 0, y: 1)
    above.position = Point(x: 10, y: 100)
    above.sublayerTransform = Transform3D(scaleX: 2, y: 3, z: inSpace ? 2 : 1)
    // The anchor is the bottom left corner, which the sublayers' places are measured from.
    #expect(box(layer) == Rect(x: 20, y: 100 - 3 * 17, width: 60, height: 30))
    #expect(layer.convert(Point(x: 20, y: 49), from: nil) == Point(x: 0, y: 10))
    // The layer itself is not scaled.
    #expect(above.convert(Point(x: 1, y: 1), to: nil) == Point(x: 11, y: 99))
    above.anchorPoint = Point(x: 0, y: 0)
    above.position = Point(x: 10, y: 20)
    #expect(box(layer) == Rect(x: 20, y: 20 + 3 * (80 - 17), width: 60, height: 30))
  }

  @Test("L14 a transform in space and a plane one give the same place in a flipped layer")
  func inSpace() {
    above.setAffineTransform(AffineTransform(a: 1, b: 0.25, c: -0.5, d: 2, tx: 3, ty: 4))
    let flat = box(layer)
    above.transform.m33 = 2
    #expect(above.transform.affine == nil && box(layer) == flat)
  }

  @Test("L14 hit tests find what is seen, flipped once, flipped twice and through a sublayerTransform")
  func hitTest() {
    for order in [Layer.HitTestOrder.tree, .drawing] {
      #expect(above.hitTest(Point(x: 16, y: 84), order: order) === layer)
      #expect(above.hitTest(Point(x: 16, y: 34), order: order) === above)  // where it would lie unflipped
      #expect(above.hitTest(Point(x: 16, y: 99), order: order) === above)
      #expect(above.hitTest(Point(x: 16, y: 101), order: order) == nil)
    }
    let leaf = makeLayer(0, 0, 30, 2)
    layer.addSublayer(leaf)
    #expect(above.hitTest(Point(x: 16, y: 92)) === leaf && above.hitTest(Point(x: 16, y: 84)) === layer)
    layer.isGeometryFlipped = true
    #expect(above.hitTest(Point(x: 16, y: 92)) === layer && above.hitTest(Point(x: 16, y: 84)) === leaf)
    above.sublayerTransform = Transform3D(translationX: 0, y: 10, z: 0)
    #expect(above.hitTest(Point(x: 16, y: 74)) === leaf && above.hitTest(Point(x: 16, y: 84)) === above)
  }

  @Test("L14 a flipped layer's sublayers are drawn where they are converted to")
  func drawing() {
    let root = makeLayer(0, 0, 128, 128)
    root.addSublayer(above)
    layer.backgroundColor = .white
    let display = TestDisplay(width: 128, height: 128)
    let compositor = Compositor(root: root, width: 128, height: 128)
    compositor.drawFrame(into: display.memory)
    #expect(display.pixel(15, 83) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(44, 92) & 0xFF_FFFF == 0xFF_FFFF)
    #expect(display.pixel(15, 82) & 0xFF_FFFF == 0 && display.pixel(15, 93) & 0xFF_FFFF == 0)
    above.isGeometryFlipped = false
    compositor.drawFrame(into: display.memory)
    #expect(display.pixel(15, 27) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(15, 83) & 0xFF_FFFF == 0)
  }
}
