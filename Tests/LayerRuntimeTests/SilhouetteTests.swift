import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct SilhouetteTests {
  private let stage = Stage(width: 64, height: 48)
  private let layer = makeLayer(8, 8, 12, 12)

  init() {
    stage.root.backgroundColor = .white
    stage.root.addSublayer(layer)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, Size(width: 20, height: 0))
  }

  private func makeSublayer(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed, _ argb: UInt32) -> Layer {
    let sublayer = makeLayer(x, y, width, height)
    sublayer.backgroundColor = Color(argb: argb)
    layer.addSublayer(sublayer)
    return sublayer
  }

  private var made: Int { stage.compositor.drawing?.shadows.made ?? -1 }

  @Test("L62 the shadow has the alpha of the contents, holes as well as outlines")
  func contents() {
    let dots = TestImage(width: 3, height: 3) { x, y in x == 1 && y == 1 ? 0 : (x == 2 ? 0x8000_0000 : 0xFF00_0000) }
    layer.contents = dots.image
    layer.magnificationFilter = .nearest
    #expect(stage.color(28, 8) == 0 && stage.color(34, 14) == 0xFF_FFFF && stage.color(33, 19) == 0)
    #expect(stage.color(37, 10) == 0x7F_7F7F && stage.color(40, 10) == 0xFF_FFFF)
  }

  @Test("L62 the shadow is that of strokes, of text, and of borders")
  func strokes() {
    let shape = ShapeLayer()
    shape.frame = Rect(x: 8, y: 30, width: 12, height: 12)
    var path = Path()
    path.addRect(Rect(x: 2, y: 2, width: 8, height: 8))
    (shape.path, shape.fillColor, shape.strokeColor, shape.lineWidth) = (path, nil, .black, 2)
    (shape.shadowOpacity, shape.shadowRadius, shape.shadowOffset) = (1, 0, Size(width: 20, height: 0))
    stage.root.addSublayer(shape)
    #expect(stage.color(29, 31) == 0 && stage.color(38, 35) == 0 && stage.color(33, 35) == 0xFF_FFFF)
    layer.borderWidth = 2
    #expect(stage.color(28, 8) == 0 && stage.color(29, 19) == 0 && stage.color(33, 14) == 0xFF_FFFF)
    layer.borderWidth = 0
    let text = TextLayer()
    (text.string, text.fontSize, text.foregroundColor, text.frame) = ("A", 12, .black, layer.bounds)
    layer.addSublayer(text)
    stage.show()
    let ink = (28..<40).contains { x in (8..<20).contains { y in stage.display.pixel(x, y) & 0xFF < 0xFF } }
    #expect(ink)
  }

  @Test(
    "L62 the shadow follows a layer that is turned over, also where its picture stays as it is",
    arguments: [false, true])
  func turnedOver(isRasterized: Bool) {
    layer.shouldRasterize = isRasterized
    // Both ways round they reach as far.
    let strips = [makeSublayer(0, 0, 12, 4, 0xFF00_0000), makeSublayer(0, 8, 12, 4, 0x8000_0000)]
    #expect(stage.color(30, 9) == 0 && stage.color(30, 18) == 0x7F_7F7F)
    layer.isGeometryFlipped = true
    #expect(stage.color(30, 9) == 0x7F_7F7F && stage.color(30, 18) == 0)
    layer.isGeometryFlipped = false
    #expect(stage.color(30, 9) == 0 && stage.color(30, 18) == 0x7F_7F7F)
    let back = makeSublayer(0, 0, 12, 4, 0x8000_0000)
    (strips[0].isDoubleSided, back.zPosition) = (false, -1)
    (layer.shadowOffset, layer.position.x) = (Size(width: 0, height: 20), 32)
    #expect(stage.color(32, 29) == 0 && stage.color(32, 38) == 0x7F_7F7F)
    layer.transform = Transform3D(scaleX: -1, y: 1, z: 1)
    #expect(stage.color(32, 29) == 0x7F_7F7F && stage.color(32, 38) == 0x7F_7F7F)
  }

  @Test("L62 sublayers throw a shadow where they reach beyond the background, with their opacity and their shadows")
  func sublayers() {
    layer.backgroundColor = .black
    let out = makeSublayer(4, -4, 4, 4, 0x80FF_0000)
    #expect(stage.color(32, 4) == 0x7F_7F7F && stage.color(32, 8) == 0 && stage.color(31, 4) == 0xFF_FFFF)
    (out.shadowOpacity, out.shadowRadius, out.shadowOffset) = (1, 0, Size(width: 0, height: -4))
    #expect(stage.color(32, 0) == 0x7F_7F7F)
    out.opacity = 0.5
    #expect(abs(Int(stage.color(32, 4) & 0xFF) - 0xBF) <= 1)
    out.isHidden = true
    #expect(stage.color(32, 4) == 0xFF_FFFF && stage.color(32, 8) == 0)
  }

  @Test("L62 what lies within an opaque background changes nothing of the shadow, which is not made again")
  func within() {
    layer.backgroundColor = .black
    layer.cornerRadius = 4
    stage.show()
    let before = made
    let inside = makeSublayer(2, 2, 4, 4, 0xFFFF_0000)
    stage.show()
    inside.position.x += 1
    stage.show()
    #expect(made == before)
    inside.position = .zero
    #expect(stage.color(27, 7) == 0 && made == before + 1)
  }

  @Test("L62 a shadow that is blurred from all that shows is made again when something below changes, and then only")
  func changes() {
    let out = makeSublayer(4, -4, 4, 4, 0xFF00_0000)
    let leaf = makeLayer(0, 0, 1, 1)
    out.addSublayer(leaf)
    stage.show()
    #expect(made == 1)
    layer.shadowColor = Color(argb: 0xFF00_00FF)
    #expect(stage.color(32, 4) == 0xFF && made == 1)
    layer.position.x += 4
    #expect(stage.color(32, 4) == 0xFF_FFFF && stage.color(36, 4) == 0xFF && made == 1)
    leaf.backgroundColor = .white
    stage.show()
    #expect(made == 2)
    out.position.y += 1
    #expect(stage.color(36, 4) == 0xFF_FFFF && made == 3)
    layer.sublayerTransform = Transform3D(translationX: 1, y: 0, z: 0)
    #expect(stage.color(36, 5) == 0xFF_FFFF && stage.color(40, 5) == 0xFF && made == 4)
    layer.bounds.origin.x = 1
    #expect(stage.color(36, 5) == 0xFF && made == 5)
    out.removeFromSuperlayer()
    #expect(stage.color(36, 5) == 0xFF_FFFF && stage.compositor.bitmapBytesUsed == 0)
  }

  @Test(
    "L85 the shadow of all that shows is that of a transition below at the frame's time, whatever frames come before it"
  )
  func transition() {
    let (often, seldom) = (SilhouetteTests(), SilhouetteTests())
    for run in [often, seldom] {
      let page = run.makeSublayer(0, 0, 12, 12, 0xFF00_0000)
      page.actions = ["backgroundColor": NullAction.shared]
      #expect(run.shadow(at: 0) == "############")
      let push = Transition()
      (push.type, push.subtype, push.duration) = (.push, .fromLeft, .seconds(1))
      page.add(push, forKey: nil)
      page.backgroundColor = Color(argb: 0x8000_0000)
      #expect(run.shadow(at: 0) == "############")
    }
    #expect(often.shadow(at: 250) == "+++#########")
    #expect(often.shadow(at: 500) == "++++++######" && seldom.shadow(at: 500) == "++++++######")
    #expect(often.shadow(at: 900) == "+++++++++++#")
    for run in [often, seldom] {
      #expect(run.shadow(at: 1000) == "++++++++++++")
      let made = run.made
      #expect(run.shadow(at: 1100) == "++++++++++++" && run.made == made)
    }
  }

  /// A row of the shadow after a frame at so many milliseconds: black, half black, or neither.
  private func shadow(at time: Int) -> String {
    stage.compositor.drawFrame(at: .milliseconds(time), into: stage.display.memory)
    return String((28..<40).map { [0: "#", 0x7F_7F7F: "+"][stage.display.pixel($0, 14) & 0xFF_FFFF] ?? "?" })
  }

  @Test("L62 moved by whole pixels a shadow keeps its coverage; between pixels, turned or resized it is blurred again")
  func moves() {
    layer.backgroundColor = .black
    layer.shadowRadius = 1
    stage.show()
    #expect(made == 1)
    layer.position.x += 3
    layer.position.y -= 2
    let moved = stage.color(42, 7)
    #expect(made == 1)
    stage.compositor.invalidate()
    #expect(stage.color(42, 7) == moved && moved != 0xFF_FFFF)
    layer.position.x += 0.5
    stage.show()
    #expect(made == 2)
    layer.bounds.size.width += 1
    stage.show()
    #expect(made == 3)
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 4, height: 4))
    layer.shadowPath = path
    stage.show()
    #expect(made == 4)
    // With a path the layer's own outline plays no part.
    layer.cornerRadius = 3
    layer.backgroundColor = nil
    stage.show()
    #expect(made == 4)
  }

  @Test("L62 what lies beside the display, or beyond a layer that clips, throws its shadow to where it is seen")
  func beside() {
    layer.frame = Rect(x: -18, y: 8, width: 12, height: 12)
    _ = makeSublayer(0, 0, 12, 6, 0xFF00_0000)
    #expect(stage.color(2, 8) == 0 && stage.color(13, 13) == 0 && stage.color(13, 14) == 0xFF_FFFF)
    let window = makeLayer(30, 20, 20, 20)
    window.masksToBounds = true
    stage.root.addSublayer(window)
    window.addSublayer(layer)
    layer.backgroundColor = .white
    layer.isOpaque = true
    // Opaque, and outside the window: it must not be taken for what covers the pixels there.
    stage.root.backgroundColor = Color(argb: 0xFF11_2233)
    #expect(stage.color(32, 28) == 0 && stage.color(44, 28) == 0x11_2233 && stage.color(20, 28) == 0x11_2233)
  }

  @Test("L62 what finds no room in the pool is shown without its shadow, and counted")
  func noRoom() {
    let small = Compositor(
      root: Layer(), width: 32, height: 32, capacities: CompositorCapacities(layers: 4, bitmapBytes: 64))
    let display = TestDisplay(width: 32, height: 32)
    let layer = makeLayer(4, 4, 12, 12)
    layer.borderWidth = 2
    (layer.shadowOpacity, layer.shadowOffset) = (1, .zero)
    small.root.addSublayer(layer)
    small.drawFrame(into: display.memory)
    #expect(small.overflow.bitmaps > 0 && small.bitmapBytesUsed == 0)
    layer.borderColor = .white
    small.drawFrame(into: display.memory)
    #expect(display.pixel(4, 4) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(3, 3) & 0xFF_FFFF == 0)
  }

  @Test("L62 a bitmap with more bytes than a word can count is refused, and counted")
  func hugeBitmaps() {
    let pool = BitmapPool(capacity: 4096)
    #expect(pool.bitmap(width: .max / 2, height: 3) == nil && pool.bitmap(width: .max / 8, height: 4) == nil)
    #expect(pool.take(.max) == nil && pool.refused == 3 && pool.used == 0)
    #expect(pool.bitmap(width: 32, height: 32) != nil)
  }
}
