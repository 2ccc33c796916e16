import TestSupport
import Testing

@testable import FixedRaster
@testable import LayerRuntime

@Suite("Sizes of tiles")
struct TileSizeTests {
  @Test("R20 tiles have whole bytes of pixels on both sides, fit their memory and coverage, and fill the area")
  func sizes() {
    let coverage = CoverageWorkspace(width: TileSize.longestSide, rows: TileSize.pixels / TileSize.longestSide + 4)
    for width in 1...2100 {
      let area = PixelRect(width: width, height: 300)
      let size = TileSize(for: area)
      #expect(size.width % 8 == 0 && size.height % 8 == 0 && size.width * size.height <= TileSize.pixels, "\(width)")
      #expect((8...64).contains(size.width) && (8...64).contains(size.height), "\(width)")
      #expect(coverage.rows(width: size.width) >= size.height, "\(width)")
      #expect(size.tiles(in: area) * size.width * size.height >= width * 300)
      // No more columns than of 64 pixels.
      #expect((width + size.width - 1) / size.width == (width + 63) / 64, "\(width)")
    }
    #expect(TileSize(for: .empty).tiles(in: .empty) == 0)
    #expect(TileSize(for: PixelRect(width: 24, height: 60)).tiles(in: PixelRect(width: 24, height: 60)) == 1)
  }

  @Test("R20 L101 every pixel of a 1-bit display is stored, whatever the picture's width and rotation")
  func singleBits() {
    for rotation in [DisplayRotation.none, .clockwise90, .clockwise180, .clockwise270] {
      for width in [40, 100, 130, 200] {
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: Fixed(width), height: 120)
        root.backgroundColor = .white
        let compositor = Compositor(root: root, width: width, height: 120)
        let (columns, rows) = rotation.swapsAxes ? (120, width) : (width, 120)
        let display = TestDisplay(width: columns, height: rows, layout: .mono, rotation: rotation)
        // So that tiles are drawn: one colour over all of a tile is stored without it.
        let dots = makeLayer(1, 1, Fixed(width - 2), 118)
        dots.backgroundColor = Color(argb: 0xFFF0_F0F0)
        dots.cornerRadius = 1
        root.addSublayer(dots)
        compositor.drawFrame(into: display.memory)
        let dark = (0..<rows).reduce(0) { dark, y in dark + (0..<columns).count { display.pixel($0, y) == 0 } }
        #expect(dark == 0, "\(rotation) \(width)")
      }
    }
  }

  @Test("L105 a rounded layer hides what lies behind it in the tiles between its corners, whatever their curve")
  func rounded() {
    for curve in [Layer.CornerCurve.circular, .continuous] {
      for (radius, hidden) in [(Fixed(8), 1), (0, 3), (30, 0)] {
        let stage = Stage(width: 64, height: 96)
        let (behind, front) = (Layer(), Layer())
        for layer in [behind, front] {
          layer.frame = stage.root.bounds
          stage.root.addSublayer(layer)
        }
        (behind.backgroundColor, front.backgroundColor) = (.white, .black)
        (front.cornerRadius, front.cornerCurve) = (radius, curve)
        stage.show()
        // Of three tiles the one in the middle has no corner.
        #expect(stage.compositor.statistics.hiddenLayers == hidden, "\(curve) \(radius)")
        #expect(stage.display.pixel(0, 0) & 0xFF_FFFF == (radius > 0 ? 0xFF_FFFF : 0))
        #expect(stage.display.pixel(32, 0) & 0xFF_FFFF == 0 && stage.display.pixel(0, 48) & 0xFF_FFFF == 0)
      }
    }
  }
}
