import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct LayerShadowTests {
  private let stage = Stage(width: 64, height: 48)
  private let layer = makeLayer(16, 16, 16, 12)

  init() {
    stage.root.backgroundColor = .white
    layer.backgroundColor = Color(argb: 0xFFFF_0000)
    stage.root.addSublayer(layer)
  }

  private func grey(_ x: Int, _ y: Int) -> Int { Int(stage.color(x, y) & 0xFF) }

  @Test(
    "L62 there is no shadow until its opacity says so; black, 3 points wide and 3 points up if nothing else is said")
  func defaults() {
    #expect(layer.shadowOpacity == 0 && layer.shadowColor == .black && layer.shadowRadius == 3)
    #expect(layer.shadowOffset == Size(width: 0, height: -3) && layer.shadowPath == nil)
    #expect(grey(24, 14) == 255)
    layer.shadowOpacity = 1
    #expect(grey(24, 14) < 100 && grey(24, 8) > grey(24, 12) && grey(24, 29) > grey(24, 14))
    layer.shadowOpacity = 2
    #expect(layer.shadowOpacity == 1)
  }

  @Test("L62 radius 0 is the sharp shape, the offset moves it, colour and opacity tint it")
  func sharp() {
    (layer.shadowOpacity, layer.shadowRadius) = (1, 0)
    layer.shadowOffset = Size(width: 20, height: 4)
    #expect(stage.color(36, 20) == 0 && stage.color(51, 31) == 0 && stage.color(52, 31) == 0xFF_FFFF)
    #expect(stage.color(36, 19) == 0xFF_FFFF && stage.color(51, 32) == 0xFF_FFFF && stage.color(20, 20) == 0xFF_0000)
    (layer.shadowColor, layer.shadowOpacity) = (Color(argb: 0xFF00_00FF), 0.5)
    let tint = stage.color(40, 24)
    #expect(tint & 0xFF == 0xFF && abs(Int(tint >> 16) - 0x80) <= 1)
    layer.shadowColor = nil
    #expect(stage.color(40, 24) == 0xFF_FFFF)
  }

  @Test("R38 L62 the blur is a Gaussian of the radius: a straight edge has half its strength there, 16 % a radius out")
  func gaussian() {
    layer.frame = Rect(x: -40, y: 24, width: 144, height: 60)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 4, Size(width: 0, height: -12))
    // The edge lies between rows 11 and 12; two rows share the step across it.
    let edge = (grey(32, 11) + grey(32, 12)) / 2
    let out = (grey(32, 7) + grey(32, 8)) / 2
    #expect(abs(edge - 128) < 4 && abs(out - 214) < 6, "\(edge), \(out)")
  }

  @Test("L62 shadowPath is the shape instead of the layer's own, and needs no background")
  func path() {
    var path = Path()
    path.addRect(Rect(x: 20, y: 0, width: 4, height: 4))
    layer.backgroundColor = nil
    (layer.shadowPath, layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (path, 1, 0, .zero)
    #expect(stage.color(36, 16) == 0 && stage.color(39, 19) == 0 && stage.color(40, 19) == 0xFF_FFFF)
    #expect(stage.color(20, 20) == 0xFF_FFFF)
  }

  @Test("L62 the shadow follows rounded corners, a shape's filled path, and the alpha of the background")
  func shapes() {
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, Size(width: 20, height: 0))
    layer.cornerRadius = 6
    #expect(stage.color(36, 16) == 0xFF_FFFF && stage.color(44, 22) == 0)
    layer.backgroundColor = Color(argb: 0x80FF_0000)
    #expect(abs(grey(44, 22) - 127) <= 1)
    let shape = ShapeLayer()
    shape.frame = Rect(x: 4, y: 34, width: 8, height: 8)
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 4, height: 8))
    (shape.path, shape.shadowOpacity, shape.shadowRadius) = (path, 1, 0)
    shape.shadowOffset = Size(width: 10, height: 0)
    stage.root.addSublayer(shape)
    #expect(stage.color(14, 36) == 0 && stage.color(18, 36) == 0xFF_FFFF)
  }

  @Test("L62 masksToBounds clips the shadow away; opacity fades layer and shadow as one")
  func clipped() {
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, Size(width: 8, height: 0))
    layer.opacity = 0.5
    #expect(abs(grey(36, 20) - 127) <= 1)
    // Under the layer no shadow shines through.
    #expect(stage.color(28, 20) >> 16 == 0xFF)
    layer.masksToBounds = true
    #expect(grey(36, 20) == 255)
  }

  @Test("L62 a shadow is blurred once, and not again until its shape or its place changes; its memory is accounted")
  func cached() {
    layer.shadowOpacity = 1
    _ = stage.shown()
    let maker = stage.compositor.drawing?.shadows
    let used = stage.compositor.bitmapBytesUsed
    #expect(maker?.made == 1 && used > 0)
    layer.shadowColor = Color(argb: 0xFF00_00FF)
    layer.shadowOpacity = 0.5
    let sublayer = makeLayer(2, 2, 4, 4)
    sublayer.backgroundColor = .white
    layer.addSublayer(sublayer)
    _ = stage.shown()
    sublayer.position.x += 1
    _ = stage.shown()
    #expect(maker?.made == 1 && stage.compositor.bitmapBytesUsed == used)
    layer.shadowRadius = 2
    _ = stage.shown()
    #expect(maker?.made == 2 && stage.compositor.bitmapBytesUsed < used)
    layer.shadowOpacity = 0
    _ = stage.shown()
    #expect(stage.compositor.bitmapBytesUsed == 0)
    layer.shadowOpacity = 1
    _ = stage.shown()
    layer.removeFromSuperlayer()
    _ = stage.shown()
    #expect(stage.compositor.bitmapBytesUsed == 0)
  }
}
