import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct GradientLayerTests {
  private let stage = Stage(width: 24, height: 24)
  private let layer = GradientLayer()

  init() {
    layer.frame = Rect(x: 4, y: 4, width: 16, height: 16)
    layer.colors = [Color(argb: 0xFFFF_0000), Color(argb: 0xFF00_00FF)]
    stage.root.addSublayer(layer)
  }

  private func red(_ x: Int, _ y: Int) -> UInt32 { stage.color(x, y) >> 16 }

  @Test("L42 the colours run from the start point to the end point, from top to bottom if not said")
  func axial() {
    #expect(red(12, 4) > 240 && red(12, 19) < 15 && red(4, 11) == red(19, 11))
    #expect(abs(Int(red(12, 12)) - 128) < 12)
    (layer.startPoint, layer.endPoint) = (Point(x: 1, y: 0), Point(x: 0, y: 0))
    #expect(red(19, 4) > 240 && red(4, 19) < 15 && red(11, 4) == red(11, 19))
  }

  @Test("L42 the locations say where each colour lies; without them they are evenly spread")
  func locations() {
    layer.colors = [.white, Color(argb: 0xFFFF_0000), .black]
    #expect(stage.color(12, 4) & 0xFF > 200 && red(12, 12) > 230 && stage.color(12, 12) & 0xFF < 20)
    layer.locations = [0, 0, 0.25]
    #expect(stage.color(12, 8) == 0 && red(12, 4) > 200)
    layer.locations = [1]  // another number than of colours
    #expect(red(12, 12) > 230)
  }

  @Test("L42 a radial gradient is an ellipse about the start point, as wide and high as the end point is away")
  func radial() {
    layer.type = .radial
    (layer.startPoint, layer.endPoint) = (Point(x: 0.5, y: 0.5), Point(x: 1, y: 0.75))
    #expect(red(11, 11) > 210 && red(19, 12) < 20 && red(12, 16) < 20 && red(12, 4) == 0)
    #expect(abs(Int(red(16, 12)) - Int(red(12, 14))) < 30)
  }

  @Test("L42 a conic gradient goes once around from the direction of the end point")
  func conic() {
    layer.type = .conic
    (layer.startPoint, layer.endPoint) = (Point(x: 0.5, y: 0.5), Point(x: 0.5, y: 0))
    #expect(red(13, 4) > 230 && red(10, 4) < 25 && abs(Int(red(12, 19)) - 128) < 20)
    #expect(red(19, 12) > red(4, 12))
  }

  @Test("L42 it is clipped to the rounded corners, shows no contents, and fades as one with what lies on it")
  func corners() {
    let image = TestImage(width: 1, height: 1, isOpaque: true) { _, _ in 0xFFFF_FFFF }
    layer.contents = image.image
    #expect(stage.color(12, 12) & 0xFF00 == 0)
    layer.cornerRadius = 8
    #expect(stage.color(4, 4) == 0 && stage.color(19, 19) == 0 && red(12, 4) > 200)
    layer.opacity = 0.5
    #expect(abs(Int(red(12, 4)) - 120) < 12)
    layer.colors = []
    #expect(stage.shown() == nil)
  }

  @Test("L105 an opaque gradient hides what lies behind it")
  func hides() {
    let behind = makeLayer(4, 4, 16, 16)
    behind.backgroundColor = .white
    stage.root.insertSublayer(behind, below: layer)
    _ = stage.shown()
    let nodes = stage.compositor.renderNodes
    #expect(nodes[layer.renderState.node.offset].opaque == PixelRect(minX: 4, minY: 4, maxX: 20, maxY: 20))
    layer.colors = [.white, .clear]
    _ = stage.shown()
    #expect(stage.compositor.renderNodes[layer.renderState.node.offset].opaque.isEmpty)
  }
}
