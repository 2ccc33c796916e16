import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct GeometryTests {
  @Test("L10 position says where the anchor lies; the anchor's default is the middle")
  func anchorPlacesTheLayer() {
    let layer = Layer()
    layer.bounds = Rect(x: 0, y: 0, width: 40, height: 20)
    layer.position = Point(x: 100, y: 100)
    #expect(layer.frame == Rect(x: 80, y: 90, width: 40, height: 20))
    layer.anchorPoint = .zero
    #expect(layer.frame == Rect(x: 100, y: 100, width: 40, height: 20))
    layer.anchorPoint = Point(x: 1, y: 1)
    #expect(layer.frame == Rect(x: 60, y: 80, width: 40, height: 20))
  }

  @Test("L10 position and anchorPoint leave each other alone, and the bounds")
  func independence() {
    let layer = makeLayer(0, 0, 40, 20)
    layer.anchorPoint = Point(x: 0.25, y: 3)
    #expect(layer.position == Point(x: 20, y: 10))
    layer.position = Point(x: 7, y: 8)
    #expect(layer.anchorPoint == Point(x: 0.25, y: 3))
    #expect(layer.bounds == Rect(x: 0, y: 0, width: 40, height: 20))
  }

  @Test("L10 an anchor outside 0…1 places the layer away from its position, and is what the transform turns about")
  func anchorOutside() {
    // The compass letter of the documents: 20 × 10, held three heights below its top.
    let letter = Layer()
    letter.bounds = Rect(x: 0, y: 0, width: 20, height: 10)
    letter.anchorPoint = Point(x: 0.5, y: 3)
    letter.position = Point(x: 100, y: 100)
    #expect(letter.frame == Rect(x: 90, y: 70, width: 20, height: 10))
    letter.setAffineTransform(AffineTransform(rotationAngle: .pi / 2))
    #expect(letter.frame == Rect(x: 120, y: 90, width: 10, height: 20))
    letter.anchorPoint = Point(x: -1, y: -2)
    letter.setAffineTransform(.identity)
    #expect(letter.frame == Rect(x: 120, y: 120, width: 20, height: 10))
  }

  @Test("L50 the transform is applied about the anchor, in the plane and in space")
  func aboutTheAnchor() {
    let layer = Layer()
    layer.bounds = Rect(x: 5, y: 6, width: 10, height: 20)
    layer.anchorPoint = Point(x: 0.5, y: 0.875)
    layer.position = Point(x: 50, y: 50)
    let anchor = Point(x: 10, y: 23.5)
    for step in -8...8 {
      layer.transform = Transform3D(rotationAngle: Fixed(step, over: 3), x: Fixed(step), y: 1, z: 2)
      #expect(layer.convert(anchor, to: nil) == layer.position)
    }
    layer.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0)
    layer.anchorPointZ = 30
    // The layer lies 30 behind its anchor; turned about y, the plane stands 30 from the position, edge on.
    let place = layer.convert(anchor, to: nil)
    #expect(abs(place.x.double - 20) < 0.001 && place.y == 50)
  }

  @Test("L50 affineTransform gives what setAffineTransform set, and both are transform")
  func affineAccessors() {
    let layer = Layer()
    #expect(layer.affineTransform().isIdentity && layer.transform.isIdentity && layer.sublayerTransform.isIdentity)
    let affine = AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    layer.setAffineTransform(affine)
    #expect(layer.affineTransform() == affine && layer.transform == Transform3D(affine))
    layer.transform = Transform3D(scaleX: 2, y: 3, z: 4)
    #expect(layer.affineTransform() == AffineTransform(scaleX: 2, y: 3))
  }

  @Test("L12 the bounds' origin moves the sublayers, not the contents, and not the frame")
  func boundsOrigin() {
    let layer = makeLayer(10, 20, 100, 80)
    let inner = makeLayer(30, 30, 10, 10)
    layer.addSublayer(inner)
    #expect(inner.convert(inner.bounds, to: nil) == Rect(x: 40, y: 50, width: 10, height: 10))
    layer.bounds.origin = Point(x: 5, y: 25)
    #expect(layer.frame == Rect(x: 10, y: 20, width: 100, height: 80))
    #expect(inner.frame == Rect(x: 30, y: 30, width: 10, height: 10))
    #expect(inner.convert(inner.bounds, to: nil) == Rect(x: 35, y: 25, width: 10, height: 10))
    // The layer's own rectangle, which its contents fill, stays where it was.
    #expect(layer.convert(layer.bounds, to: nil) == Rect(x: 10, y: 20, width: 100, height: 80))
    #expect(layer.position == Point(x: 60, y: 60))
  }

  @Test("L12 the bounds' origin does not move the frame of a turned layer either")
  func boundsOriginUnderRotation() {
    let layer = makeLayer(10, 20, 100, 80)
    layer.setAffineTransform(AffineTransform(rotationAngle: 1))
    let frame = layer.frame
    layer.bounds.origin = Point(x: -300, y: 25)
    #expect(layer.frame == frame)
  }

  @Test("L11 the frame is the box of the transformed bounds")
  func frameGetter() {
    let layer = makeLayer(0, 0, 40, 20)
    layer.position = Point(x: 100, y: 100)
    layer.setAffineTransform(AffineTransform(rotationAngle: .pi / 2))
    #expect(layer.frame == Rect(x: 90, y: 80, width: 20, height: 40))
    for angle in [0.3, 1.0, 2.2, -2.8] {
      let turn = Fixed(rawValue: Int32(angle * 65536))
      layer.setAffineTransform(AffineTransform(rotationAngle: turn))
      let (s, c) = (abs(sin(turn.double)), abs(cos(turn.double)))
      let (w, h) = (40 * c + 20 * s, 40 * s + 20 * c)
      let frame = layer.frame
      #expect(abs(frame.minX.double - (100 - w / 2)) < 0.001 && abs(frame.minY.double - (100 - h / 2)) < 0.001)
      #expect(abs(frame.width.double - w) < 0.001 && abs(frame.height.double - h) < 0.001)
    }
    layer.setAffineTransform(AffineTransform(scaleX: -2, y: 3))
    #expect(layer.frame == Rect(x: 60, y: 70, width: 80, height: 60))
  }

  @Test("L11 setting the frame sets size and position exactly, and keeps the bounds' origin and the anchor")
  func frameSetter() {
    var random = SplitMix(seed: 6)
    for _ in 0..<500 {
      let layer = Layer()
      layer.bounds.origin = Point(x: 7, y: -8)
      let anchor = Point(x: random.fixed(-3...3), y: random.fixed(-3...3))
      layer.anchorPoint = anchor
      let frame = Rect(
        x: random.fixed(-500...500), y: random.fixed(-500...500), width: random.fixed(0...900),
        height: random.fixed(0...900))
      layer.frame = frame
      #expect(layer.frame == frame)
      #expect(layer.bounds == Rect(origin: Point(x: 7, y: -8), size: frame.size) && layer.anchorPoint == anchor)
      let x = frame.minX.double + anchor.x.double * frame.width.double
      #expect(abs(layer.position.x.double - x) <= 0x1p-17)
    }
  }

  @Test("L11 a frame whose middle lies between two steps of 1/65536 comes back exactly too")
  func frameSetterHalfSteps() {
    let layer = Layer()
    for (x, width) in [(1, 1), (-1, 1), (65537, 3), (-65537, 21845)] as [(Int32, Int32)] {
      let (x, width) = (Fixed(rawValue: x), Fixed(rawValue: width))
      layer.frame = Rect(x: x, y: x, width: width, height: width)
      #expect(layer.frame == Rect(x: x, y: x, width: width, height: width))
      #expect(layer.bounds.size == Size(width: width, height: width))
    }
  }

  @Test("L11 setting the frame of a transformed layer gives that frame, where some size has it as its box")
  func frameSetterUnderTransforms() {
    var random = SplitMix(seed: 7)
    var (solved, bestFits) = (0, 0)
    for _ in 0..<2000 {
      let layer = Layer()
      layer.anchorPoint = Point(x: random.fixed(-1...2), y: random.fixed(-1...2))
      let turn = AffineTransform(rotationAngle: random.fixed(-3.2...3.2))
      let scale = AffineTransform(scaleX: Coefficient(random.fixed(0.5...2)), y: Coefficient(random.fixed(-2 ... -0.5)))
      layer.setAffineTransform(scale.concatenating(turn))
      let frame = Rect(
        x: random.fixed(-500...500), y: random.fixed(-500...500), width: random.fixed(10...400),
        height: random.fixed(10...400))
      layer.frame = frame
      let got = layer.frame
      // The middle always fits; a size step of 1/65536 is up to 2 in each of two terms.
      let tolerance = 8.0 / 65536
      #expect(abs(got.minX.double + got.maxX.double - frame.minX.double - frame.maxX.double) < 2 * tolerance)
      #expect(abs(got.minY.double + got.maxY.double - frame.minY.double - frame.maxY.double) < 2 * tolerance)
      #expect(
        got.width.double <= frame.width.double + tolerance && got.height.double <= frame.height.double + tolerance)
      #expect(layer.bounds.width > 0 && layer.bounds.height > 0)
      let isTight = (
        abs(got.width.double - frame.width.double) < tolerance, abs(got.height.double - frame.height.double) < tolerance
      )
      #expect(isTight.0 || isTight.1)
      if isTight.0 && isTight.1 { solved += 1 } else { bestFits += 1 }
    }
    #expect(solved > 500 && bestFits > 100)
  }

  @Test("L11 a frame set through a quarter turn and a scale comes back exactly")
  func frameSetterQuarterTurn() {
    let layer = Layer()
    layer.setAffineTransform(AffineTransform(rotationAngle: .pi / 2))
    layer.frame = Rect(x: 10, y: 20, width: 60, height: 30)
    #expect(layer.frame == Rect(x: 10, y: 20, width: 60, height: 30))
    #expect(layer.bounds.size == Size(width: 30, height: 60) && layer.position == Point(x: 40, y: 35))
    layer.setAffineTransform(AffineTransform(scaleX: 2, y: 1 / 2))
    layer.frame = Rect(x: 10, y: 20, width: 60, height: 30)
    #expect(
      layer.bounds.size == Size(width: 30, height: 60) && layer.frame == Rect(x: 10, y: 20, width: 60, height: 30))
    layer.setAffineTransform(AffineTransform(scaleX: 0, y: 1))
    layer.frame = Rect(x: 0, y: 0, width: 5, height: 5)
    #expect(layer.bounds.size == Size(width: 30, height: 60) && layer.position == Point(x: 2.5, y: 2.5))
  }

  @Test("L11 the superlayer's sublayerTransform has no part in the frame")
  func frameWithoutSublayerTransform() {
    let (above, layer) = (makeLayer(0, 0, 100, 100), makeLayer(10, 10, 20, 20))
    above.addSublayer(layer)
    above.sublayerTransform = Transform3D(scaleX: 2, y: 2, z: 1)
    #expect(layer.frame == Rect(x: 10, y: 10, width: 20, height: 20))
  }

  @Test("L11 negative sizes are standardised, in frame and in bounds")
  func negativeSizes() {
    let layer = Layer()
    layer.frame = Rect(x: 100, y: 100, width: -40, height: -20)
    #expect(layer.frame == Rect(x: 60, y: 80, width: 40, height: 20))
    #expect(layer.bounds == Rect(x: 0, y: 0, width: 40, height: 20) && layer.position == Point(x: 80, y: 90))
    layer.bounds = Rect(x: 10, y: 10, width: -10, height: 5)
    #expect(layer.bounds.size == Size(width: 10, height: 5) && layer.bounds.origin == Point(x: 0, y: 10))
  }
}
