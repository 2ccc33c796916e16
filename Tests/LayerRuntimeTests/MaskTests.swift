import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct LayerMaskTests {
  private let stage = Stage()
  private let layer = makeLayer(4, 4, 12, 8)
  private let mask = makeLayer(2, 2, 4, 4)

  init() {
    layer.backgroundColor = .white
    mask.backgroundColor = .black
    stage.root.addSublayer(layer)
  }

  @Test("L63 a layer shows only where its mask has alpha, placed like a sublayer; the mask's colour does not matter")
  func shows() {
    layer.mask = mask
    #expect(stage.shown() == PixelRect(minX: 6, minY: 6, maxX: 10, maxY: 10) && stage.color(6, 6) == 0xFF_FFFF)
    mask.position.x += 2
    #expect(stage.shown() == PixelRect(minX: 8, minY: 6, maxX: 12, maxY: 10))
    layer.bounds.origin.x = 2
    #expect(stage.shown() == PixelRect(minX: 6, minY: 6, maxX: 10, maxY: 10))
    layer.mask = nil
    #expect(stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 16, maxY: 12) && mask.superlayer == nil)
  }

  @Test("L63 half an alpha shows half, and sublayers and borders are masked too")
  func translucent() {
    mask.backgroundColor = Color(argb: 0x8000_0000)
    layer.mask = mask
    let sublayer = makeLayer(0, 0, 24, 8)
    sublayer.backgroundColor = Color(argb: 0xFF00_00FF)
    layer.addSublayer(sublayer)
    (layer.borderWidth, layer.borderColor) = (3, Color(argb: 0xFFFF_0000))
    #expect(stage.shown() == PixelRect(minX: 6, minY: 6, maxX: 10, maxY: 10))
    #expect(stage.color(9, 8) == 0x80 && stage.color(6, 6) == 0x80_0000)
  }

  @Test("L63 a mask of shapes makes outlines and holes, and a mask has sublayers and a mask of its own")
  func shapes() {
    let shape = ShapeLayer()
    shape.frame = layer.bounds
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 12, height: 8))
    path.addRect(Rect(x: 4, y: 2, width: 4, height: 4))
    (shape.path, shape.fillRule) = (path, .evenOdd)
    layer.mask = shape
    #expect(stage.color(4, 4) == 0xFF_FFFF && stage.color(9, 7) == 0 && stage.color(15, 11) == 0xFF_FFFF)
    let plug = makeLayer(5, 3, 1, 1)
    plug.backgroundColor = .white
    shape.addSublayer(plug)
    #expect(stage.color(9, 7) == 0xFF_FFFF && stage.color(10, 7) == 0)
    let half = makeLayer(0, 0, 6, 8)
    half.backgroundColor = .white
    shape.mask = half
    #expect(stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 10, maxY: 12) && stage.color(9, 7) == 0xFF_FFFF)
  }

  @Test("L63 an image's alpha masks, and contents are masked by it")
  func images() {
    let dots = TestImage(width: 4, height: 4) { x, y in (x + y) % 2 == 0 ? 0xFF00_0000 : 0 }
    mask.backgroundColor = nil
    mask.contents = dots.image
    layer.mask = mask
    #expect(stage.color(6, 6) == 0xFF_FFFF && stage.color(7, 6) == 0 && stage.color(7, 7) == 0xFF_FFFF)
  }

  @Test("L63 a mask is no sublayer: it is moved when it becomes one, or another's mask, and goes with its layer")
  func ownership() {
    layer.mask = mask
    #expect(mask.superlayer === layer && layer.sublayers == nil)
    layer.addSublayer(mask)
    #expect(layer.mask == nil && layer.sublayers?.first === mask)
    let other = makeLayer(0, 0, 4, 4)
    other.mask = mask
    #expect(layer.sublayers == nil && mask.superlayer === other)
    mask.removeFromSuperlayer()
    #expect(other.mask == nil && mask.superlayer == nil)
    var isGone = false
    do {
      let short = Layer()
      short.mask = Witness { isGone = true }
    }
    #expect(isGone)
  }

  @Test("L63 a hidden mask, or an empty one, hides all; a touch does not land where nothing shows")
  func hidden() {
    layer.mask = mask
    #expect(layer.hitTest(Point(x: 7, y: 7), order: .drawing) === layer)
    #expect(layer.hitTest(Point(x: 5, y: 5), order: .drawing) == nil)
    mask.isHidden = true
    #expect(stage.shown() == nil && layer.hitTest(Point(x: 7, y: 7), order: .drawing) == nil)
  }
}
