import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct RasterizationTests {
  private let stage = Stage(width: 64, height: 48)
  private let layer = makeLayer(8, 8, 16, 12)
  private let leaf = makeLayer(2, 2, 4, 4)

  init() {
    layer.backgroundColor = Color(argb: 0xFF00_00FF)
    leaf.backgroundColor = Color(argb: 0xFFFF_0000)
    layer.addSublayer(leaf)
    stage.root.addSublayer(layer)
  }

  /// Pixels of the display that a frame draws, and of bitmaps: what is composed for the display shows none of them.
  private func tiles() -> Int {
    stage.show()
    return stage.compositor.statistics.tiles
  }

  @Test("L65 a rasterized layer looks as it does without, sublayers beyond it, corners, shadows and masks included")
  func looksTheSame() {
    let out = makeLayer(-4, 10, 8, 8)
    out.backgroundColor = Color(argb: 0x8000_FF00)
    layer.addSublayer(out)
    (layer.cornerRadius, layer.shadowOpacity, layer.shadowRadius) = (4, 0.5, 2)
    stage.show()
    let directly = stage.display.bytes
    #expect(!layer.shouldRasterize && layer.rasterizationScale == 1 && stage.compositor.bitmapBytesUsed > 0)
    let used = stage.compositor.bitmapBytesUsed
    layer.shouldRasterize = true
    stage.show()
    // Groups are rounded twice.
    let pairs = zip(stage.display.bytes, directly)
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 1 } && stage.compositor.bitmapBytesUsed > used + 16 * 12 * 4)
    layer.shouldRasterize = false
    stage.show()
    #expect(stage.display.bytes == directly && stage.compositor.bitmapBytesUsed < used + 16 * 12 * 4)
    let mask = makeLayer(0, 0, 8, 8)
    mask.backgroundColor = .white
    (layer.mask, layer.shouldRasterize) = (mask, true)
    #expect(stage.shown() == PixelRect(minX: 8, minY: 8, maxX: 16, maxY: 16) && stage.color(10, 10) == 0xFF_0000)
  }

  @Test("L65 a scale of 0.3 gives the look of a picture out of focus: fewer pixels, drawn larger")
  func outOfFocus() {
    (layer.shouldRasterize, layer.rasterizationScale) = (true, 0.3)
    layer.bounds.size = Size(width: 40, height: 30)
    layer.position = Point(x: 28, y: 23)
    leaf.frame = Rect(x: 20, y: 0, width: 20, height: 30)
    stage.show()
    #expect(stage.compositor.bitmapBytesUsed <= 14 * 11 * 4)
    #expect(stage.color(12, 20) == 0xFF && stage.color(44, 20) == 0xFF_0000)
    // The edge between the two is as wide as a pixel of the bitmap.
    let mixed = (8..<48).filter { ![0xFF, 0xFF_0000].contains(stage.color($0, 20)) }
    #expect(mixed.count >= 2 && mixed.count <= 7, "\(mixed)")
    layer.rasterizationScale = 0
    #expect(layer.rasterizationScale == 1 && stage.color(27, 20) == 0xFF && stage.color(28, 20) == 0xFF_0000)
    layer.rasterizationScale = 2
    stage.show()
    #expect(stage.compositor.bitmapBytesUsed == 80 * 60 * 4)
  }

  @Test("L65 the bitmap stays while nothing below changes: moved, turned, faded, reordered, it is only drawn again")
  func isKept() {
    layer.shouldRasterize = true
    let front = makeLayer(0, 0, 4, 4)
    stage.root.addSublayer(front)
    stage.show()
    let made = stage.compositor.surfacesDrawn
    #expect(made == 1)
    layer.position.x += 3
    #expect(stage.color(13, 11) == 0xFF_0000 && stage.color(10, 11) == 0)
    layer.position.y += 0.5
    stage.show()
    layer.setAffineTransform(AffineTransform(rotationAngle: 0.5))
    stage.show()
    layer.setAffineTransform(AffineTransform(scaleX: 2, y: 2))
    stage.show()
    (layer.opacity, layer.zPosition) = (0.5, 2)
    stage.show()
    layer.isHidden = true
    #expect(stage.shown() == nil)
    (layer.isHidden, layer.opacity) = (false, 1)
    layer.removeFromSuperlayer()
    stage.root.insertSublayer(layer, at: 0)
    stage.show()
    // Taken out of the tree it is forgotten.
    #expect(stage.compositor.surfacesDrawn == made + 1)
    stage.root.bounds.origin.x = 5
    stage.show()
    #expect(stage.compositor.surfacesDrawn == made + 1)
  }

  @Test("L65 a change below draws that part of the bitmap again, and of the display where it shows")
  func changesBelow() {
    layer.shouldRasterize = true
    layer.bounds.size = Size(width: 30, height: 30)
    layer.position = Point(x: 30, y: 24)
    stage.show()
    #expect(stage.color(18, 12) == 0xFF_0000)
    leaf.position.x += 10
    #expect(stage.color(18, 12) == 0xFF && stage.color(28, 12) == 0xFF_0000)
    #expect(stage.compositor.statistics.pixels <= 16 * 6 && stage.compositor.surfacesDrawn == 2)
    layer.setAffineTransform(AffineTransform(rotationAngle: .pi))
    stage.show()
    leaf.backgroundColor = Color(argb: 0xFF00_FF00)
    #expect(stage.color(31, 35) == 0xFF00 && stage.compositor.statistics.pixels <= 8 * 8)
    leaf.removeFromSuperlayer()
    #expect(stage.color(31, 35) == 0xFF && stage.compositor.statistics.pixels <= 8 * 8)
    let text = TextLayer()
    (text.string, text.frame) = ("x", Rect(x: 0, y: 0, width: 20, height: 20))
    layer.addSublayer(text)
    stage.show()
    let before = stage.compositor.surfacesDrawn
    text.string = "y"
    stage.show()
    #expect(stage.compositor.surfacesDrawn == before + 1)
  }

  @Test("L65 opacity fades the bitmap as a whole; it clips, and is hit, like the layer")
  func opacity() {
    (layer.shouldRasterize, layer.opacity) = (true, 0.5)
    #expect(stage.color(20, 16) == 0x80 && stage.color(11, 11) == 0x80_0000)
    layer.masksToBounds = true
    leaf.frame = Rect(x: 12, y: 8, width: 20, height: 20)
    #expect(stage.shown() == PixelRect(minX: 8, minY: 8, maxX: 24, maxY: 20))
    #expect(stage.root.hitTest(Point(x: 22, y: 18), order: .drawing) === leaf)
    let window = makeLayer(0, 0, 12, 12)
    window.masksToBounds = true
    stage.root.addSublayer(window)
    window.addSublayer(layer)
    #expect(stage.shown() == PixelRect(minX: 8, minY: 8, maxX: 12, maxY: 12))
  }

  @Test("L65 rasterized layers lie in each other, are masks, and are the root")
  func nested() {
    let other = makeLayer(8, 0, 8, 12)
    other.backgroundColor = Color(argb: 0xFF00_FF00)
    layer.addSublayer(other)
    for each in [stage.root, layer, leaf, other] { each.shouldRasterize = true }
    #expect(stage.color(11, 11) == 0xFF_0000 && stage.color(20, 10) == 0xFF00 && stage.color(9, 9) == 0xFF)
    leaf.backgroundColor = .white
    #expect(stage.color(11, 11) == 0xFF_FFFF && stage.compositor.statistics.pixels <= 8 * 8)
    layer.mask = other
    #expect(stage.shown() == PixelRect(minX: 16, minY: 8, maxX: 24, maxY: 20) && stage.color(20, 10) == 0xFF)
    leaf.isDoubleSided = false
    layer.mask = nil
    layer.setAffineTransform(AffineTransform(scaleX: -1, y: 1))
    #expect(stage.color(20, 11) == 0xFF && stage.color(9, 11) == 0xFF)
  }

  @Test("L65 what finds no room is not shown, and counted; the memory goes back when the layer goes")
  func noRoom() {
    let root = Layer()
    let small = Compositor(
      root: root, width: 32, height: 32, capacities: CompositorCapacities(layers: 8, bitmapBytes: 640))
    let display = TestDisplay(width: 32, height: 32)
    layer.removeFromSuperlayer()
    layer.shouldRasterize = true
    layer.position = Point(x: 16, y: 16)
    root.addSublayer(layer)
    small.drawFrame(into: display.memory)
    #expect(small.overflow.bitmaps == 1 && small.overflow.layers == 0 && display.pixel(16, 16) & 0xFF_FFFF == 0)
    layer.bounds.size.height = 8
    small.drawFrame(into: display.memory)
    #expect(small.bitmapBytesUsed == 512 && display.pixel(16, 16) & 0xFF_FFFF != 0)
    layer.removeFromSuperlayer()
    small.drawFrame(into: display.memory)
    #expect(small.bitmapBytesUsed == 0 && display.pixel(16, 16) & 0xFF_FFFF == 0)
  }
}
