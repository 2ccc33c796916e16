import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct PatternTests {
  private let stage = Stage()
  private let layer = makeLayer(4, 4, 12, 8)
  /// 3 × 2 opaque pixels, each in a colour of its own.
  private let tile = TestImage(width: 3, height: 2, isOpaque: true) { x, y in 0xFF00_0000 | UInt32(y * 3 + x + 1) * 0x20
  }

  init() {
    stage.root.addSublayer(layer)
    layer.backgroundPattern = Pattern(tile.image, owner: tile)
  }

  private func expectTiles(from left: Int, _ top: Int, _ comment: Comment? = nil) {
    stage.compositor.drawFrame(into: stage.display.memory)
    for y in 4..<12 {
      for x in 4..<16 {
        let (column, row) = (((x - left) % 3 + 3) % 3, ((y - top) % 2 + 2) % 2)
        #expect(stage.display.pixel(x, y) & 0xFF_FFFF == UInt32(row * 3 + column + 1) * 0x20, comment)
      }
    }
  }

  @Test("L37 a pattern tiles the background from the top left corner, within the bounds, in place of the colour")
  func tiled() {
    layer.backgroundColor = .white
    expectTiles(from: 4, 4)
    #expect(stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 16, maxY: 12))
    layer.backgroundPattern = nil
    #expect(stage.color(4, 4) == 0xFF_FFFF)
  }

  @Test("L37 L12 the bounds' origin moves sublayers, not the pattern")
  func origin() {
    layer.bounds.origin = Point(x: 1, y: 1)
    expectTiles(from: 4, 4)
  }

  @Test("L37 L14 a pattern is upright where geometry is flipped, and begins at the top left")
  func flipped() {
    layer.isGeometryFlipped = true
    expectTiles(from: 4, 4)
  }

  @Test("L37 a pattern of another scale shows at the right size")
  func scale() {
    layer.backgroundPattern = Pattern(tile.image, scale: 0.5)
    // Smoothed where pixels meet, so at the middle of each.
    let wide = TestImage(width: 2, height: 1, isOpaque: true) { x, _ in x == 0 ? 0xFFFF_0000 : 0xFF00_00FF }
    layer.backgroundPattern = Pattern(wide.image, scale: Fixed(1, over: 4), owner: wide)
    #expect(stage.color(5, 6) & 0xFF_0000 > 0xC0_0000 && stage.color(9, 6) & 0xFF > 0xC0)
    #expect(stage.color(13, 6) & 0xFF_0000 > 0xC0_0000)
    #expect(Pattern(tile.image, scale: 0).scale == 1 && Pattern(tile.image, scale: -2).scale == 1)
    // On a display of two pixels to a point.
    let large = Stage(scale: 2)
    let square = makeLayer(0, 0, 6, 4)
    large.root.addSublayer(square)
    square.backgroundPattern = Pattern(tile.image, scale: 2)
    #expect(large.color(0, 0) == 0x20 && large.color(3, 0) == 0x20 && large.color(4, 1) == 0xA0)
  }

  @Test("L37 L60 a pattern ends at rounded corners, and lies below contents and the border")
  func around() {
    layer.cornerRadius = 4
    #expect(stage.color(4, 4) == 0 && stage.color(15, 11) == 0 && stage.color(7, 8) == 0x20)
    layer.cornerRadius = 0
    layer.borderWidth = 1
    layer.borderColor = .white
    let image = TestImage(width: 12, height: 8) { x, _ in x < 6 ? 0xFFFF_0000 : 0 }
    layer.setContents(image.image, owner: image)
    #expect(stage.color(4, 4) == 0xFF_FFFF && stage.color(7, 8) == 0xFF_0000 && stage.color(10, 8) == 0x20)
  }

  @Test("L37 what is clear in a pattern shows what lies behind; opacity fades it with its layer")
  func translucent() {
    let dots = TestImage(width: 2, height: 1) { x, _ in x == 0 ? 0xFF00_FF00 : 0 }
    layer.backgroundPattern = Pattern(dots.image, owner: dots)
    layer.backgroundColor = .white
    stage.root.backgroundColor = Color(argb: 0xFF11_2233)
    #expect(stage.color(4, 4) == 0xFF00 && stage.color(5, 4) == 0x11_2233)
    layer.opacity = 0.5
    #expect(stage.color(4, 4) == 0x08_9119 && stage.color(5, 4) == 0x11_2233)
  }

  @Test(
    "L37 L105 an opaque pattern hides what lies behind it before that is drawn; one with rounded corners not at these")
  func opaque() {
    let behind = makeLayer(4, 4, 12, 8)
    behind.backgroundColor = .white
    stage.root.insertSublayer(behind, at: 0)
    // One tile of the display, which the layer has to cover.
    layer.frame = stage.root.bounds
    _ = stage.color(0, 0)
    #expect(stage.compositor.statistics.hiddenLayers == 1)
    layer.cornerRadius = 2
    _ = stage.color(0, 0)
    #expect(stage.compositor.statistics.hiddenLayers == 0)
    let sparse = TestImage(width: 1, height: 1) { _, _ in 0xFF00_0080 }
    layer.cornerRadius = 0
    layer.backgroundPattern = Pattern(sparse.image, owner: sparse)
    _ = stage.color(0, 0)
    #expect(stage.compositor.statistics.hiddenLayers == 0)
  }

  @Test("L37 setting the same pattern draws nothing, an empty one shows the colour, and a pattern lives while it shows")
  func lifetime() {
    _ = stage.color(0, 0)
    layer.backgroundPattern = layer.backgroundPattern
    #expect(!stage.compositor.needsFrame)
    final class Owner {}
    weak var owner: Owner?
    do {
      let made = Owner()
      owner = made
      layer.backgroundPattern = Pattern(tile.image, owner: made)
    }
    _ = stage.color(0, 0)
    #expect(owner != nil)
    layer.backgroundColor = .white
    let empty = TestImage(width: 0, height: 0) { _, _ in 0 }
    layer.backgroundPattern = Pattern(empty.image)
    #expect(stage.color(8, 8) == 0xFF_FFFF && owner == nil)
    layer.backgroundPattern = Pattern(tile.image, owner: tile)
    #expect(stage.color(4, 4) == 0x20)
    layer.removeFromSuperlayer()
    #expect(stage.shown() == nil)
  }
}
