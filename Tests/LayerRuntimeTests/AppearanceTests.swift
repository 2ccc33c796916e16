import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct AppearanceTests {
  private let stage = Stage()
  private let layer = makeLayer(4, 4, 12, 8)

  init() {
    layer.backgroundColor = .white
    stage.root.addSublayer(layer)
  }

  @Test("L52 a layer that is not double-sided hides its back, with its sublayers, from sight and from touch")
  func back() {
    let sublayer = makeLayer(2, 2, 4, 4)
    sublayer.backgroundColor = Color(argb: 0xFFFF_0000)
    layer.addSublayer(sublayer)
    layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    #expect(layer.isDoubleSided && stage.color(5, 5) == 0xFF_FFFF && stage.color(11, 7) == 0xFF_0000)
    #expect(stage.root.hitTest(Point(x: 5, y: 5), order: .drawing) === layer)
    layer.isDoubleSided = false
    #expect(stage.shown() == nil && stage.root.hitTest(Point(x: 5, y: 5), order: .drawing) === stage.root)
    layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 0, z: 1)
    #expect(stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 16, maxY: 12))
  }

  @Test("L52 what counts is the side that is seen: turned with its superlayer, turned twice, in flipped geometry")
  func nested() {
    let sublayer = makeLayer(2, 2, 4, 4)
    sublayer.backgroundColor = Color(argb: 0xFFFF_0000)
    sublayer.isDoubleSided = false
    layer.addSublayer(sublayer)
    let turned = Transform3D(rotationAngle: .pi, x: 1, y: 0, z: 0)
    layer.transform = turned
    #expect(stage.color(8, 7) == 0xFF_FFFF && layer.hitTest(Point(x: 8, y: 7), order: .drawing) === layer)
    sublayer.transform = turned
    #expect(stage.color(8, 7) == 0xFF_0000)
    (layer.transform, sublayer.transform) = (.identity, .identity)
    layer.isGeometryFlipped = true
    #expect(stage.color(8, 7) == 0xFF_0000 && layer.hitTest(Point(x: 8, y: 7), order: .drawing) === sublayer)
  }

  @Test("L61 the border runs inward from the bounds, above contents and sublayers")
  func border() {
    let image = TestImage(width: 1, height: 1, isOpaque: true) { _, _ in 0xFF00_FF00 }
    layer.contents = image.image
    let sublayer = makeLayer(0, 0, 6, 8)
    sublayer.backgroundColor = Color(argb: 0xFFFF_0000)
    layer.addSublayer(sublayer)
    #expect(layer.borderWidth == 0 && layer.borderColor == .black)
    (layer.borderWidth, layer.borderColor) = (2, Color(argb: 0xFF00_00FF))
    #expect(stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 16, maxY: 12))
    for (x, y) in [(4, 4), (5, 8), (15, 11), (10, 5), (10, 10)] { #expect(stage.color(x, y) == 0xFF, "\(x), \(y)") }
    #expect(stage.color(6, 6) == 0xFF_0000 && stage.color(13, 9) == 0xFF00)
    // Wider than the layer: it is all border.
    layer.borderWidth = 20
    #expect(stage.color(10, 8) == 0xFF)
    layer.borderColor = nil
    #expect(stage.color(4, 4) == 0xFF_0000)
  }
}
