import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct BackgroundFilterTests {
  private let stage = Stage(width: 64, height: 48)
  private let behind = makeLayer(0, 0, 32, 48)
  private let glass = makeLayer(20, 12, 24, 24)

  init() {
    stage.root.backgroundColor = .white
    behind.backgroundColor = Color(argb: 0xFF00_00FF)
    stage.root.addSublayer(behind)
    stage.root.addSublayer(glass)
  }

  private func box(_ radius: Fixed) -> Filter {
    var filter = Filter(.boxBlur)
    filter.radius = radius
    return filter
  }

  @Test("L64 background filters change what lies behind the layer, within its bounds, and not the layer")
  func behindTheLayer() {
    #expect(glass.backgroundFilters == nil)
    glass.backgroundFilters = [Filter(.colorInvert)]
    #expect(stage.color(20, 12) == 0xFF_FF00 && stage.color(43, 35) == 0 && stage.color(19, 12) == 0xFF)
    #expect(stage.color(44, 35) == 0xFF_FFFF)
    let sublayer = makeLayer(0, 0, 4, 4)
    sublayer.backgroundColor = Color(argb: 0xFF00_FF00)
    glass.addSublayer(sublayer)
    glass.backgroundColor = Color(argb: 0x8000_0000)
    #expect(stage.color(20, 12) == 0xFF00 && stage.color(30, 20) == 0x7F_7F00)
    glass.backgroundFilters = []
    #expect(stage.color(30, 20) == 0x7F && stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L64 they are clipped to rounded corners, turned with the layer, and faded with its opacity")
  func outline() {
    glass.backgroundFilters = [Filter(.colorInvert)]
    glass.cornerRadius = 12
    #expect(stage.color(20, 12) == 0xFF && stage.color(30, 14) == 0xFF_FF00)
    (glass.cornerRadius, glass.opacity) = (0, 0.5)
    #expect(stage.color(22, 14) == 0x80_807F)
    glass.opacity = 1
    glass.setAffineTransform(AffineTransform(rotationAngle: 0.785398))
    #expect(stage.color(21, 13) == 0xFF && stage.color(17, 24) == 0xFF_FF00 && stage.color(31, 9) == 0xFF_FF00)
    glass.isHidden = true
    #expect(stage.color(31, 9) == 0xFF)
  }

  @Test(
    "L64 a blur mixes in what lies around, and follows changes there as far as it reaches; beyond it nothing is drawn")
  func reach() {
    glass.backgroundFilters = [box(2)]
    #expect((29..<35).map { stage.color($0, 24) >> 16 } == [0, 51, 102, 153, 204, 255])
    // At the layer's edge: what lies beside it is mixed in.
    let near = makeLayer(45, 18, 4, 8)
    near.backgroundColor = .black
    stage.root.insertSublayer(near, below: glass)
    #expect(stage.color(43, 22) >> 16 == 204 && stage.color(42, 22) >> 16 == 255)
    let made = stage.compositor.surfaces.filter { $0.start != nil }.count
    near.position.x += 1
    #expect(stage.color(43, 22) == 0xFF_FFFF && made == 1)
    near.position.x += 4
    stage.show()
    #expect(stage.compositor.statistics.pixels < 24 * 24)
    near.position.x -= 5
    stage.show()
    #expect(stage.compositor.statistics.pixels >= 24 * 24)
  }

  @Test("L64 what comes later is not behind: neither the layer itself, nor its sublayers, nor what lies in front")
  func inFront() {
    glass.backgroundFilters = [box(2)]
    glass.borderWidth = 1
    let front = makeLayer(42, 12, 8, 8)
    front.backgroundColor = .black
    stage.root.addSublayer(front)
    #expect(stage.color(41, 16) == 0xFF_FFFF && stage.color(21, 24) == 0xFF)
    front.zPosition = -1
    #expect(stage.color(41, 16) >> 16 == 153 && stage.color(42, 16) >> 16 == 102)
    // Also in a tile of its own that a layer above the glass does not reach, as rows 42 and 43 are here.
    let window = makeLayer(0, 0, 64, 42)
    window.masksToBounds = true
    stage.root.insertSublayer(window, below: front)
    window.addSublayer(glass)
    glass.frame = Rect(x: 20, y: 12, width: 24, height: 36)
    glass.borderWidth = 0
    front.zPosition = 0
    front.frame = Rect(x: 20, y: 42, width: 24, height: 4)
    #expect(stage.color(40, 41) == 0xFF_FFFF && stage.color(40, 42) == 0)
  }

  @Test(
    "L64 one shows another that lies behind it; they lie in groups, and in pictures, where they show what is in there")
  func nested() {
    glass.backgroundFilters = [Filter(.colorInvert)]
    let second = makeLayer(30, 20, 24, 24)
    second.backgroundFilters = [Filter(.colorInvert)]
    stage.root.addSublayer(second)
    #expect(stage.color(40, 30) == 0xFF_FFFF && stage.color(50, 30) == 0 && stage.color(24, 16) == 0xFF_FF00)
    behind.frame.size.width = 48
    #expect(stage.color(40, 30) == 0xFF && stage.color(40, 16) == 0xFF_FF00)
    second.removeFromSuperlayer()
    let group = makeLayer(0, 0, 64, 48)
    group.backgroundColor = Color(argb: 0xFF00_FF00)
    group.opacity = 0.5
    stage.root.addSublayer(group)
    group.addSublayer(glass)
    stage.show()
    group.opacity = 1
    group.shouldRasterize = true
    #expect(stage.color(30, 20) == 0xFF_00FF && stage.color(4, 4) == 0xFF00)
    group.backgroundColor = .white
    #expect(stage.color(30, 20) == 0 && stage.color(4, 4) == 0xFF_FFFF)
  }

  @Test("L64 their parameters change by key path, and memory that is not there leaves them out")
  func parameters() {
    glass.backgroundFilters = [box(2)]
    #expect(glass.value(forKeyPath: "backgroundFilters.boxBlur.inputRadius") == 2)
    #expect(stage.color(32, 24) >> 16 == 153)
    #expect(glass.setValue(4, forKeyPath: "backgroundFilters.boxBlur.inputRadius"))
    #expect(stage.color(32, 24) >> 16 == 142 && glass.filters == nil)
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: 64, height: 48)
    let small = Compositor(root: root, width: 64, height: 48, capacities: CompositorCapacities(bitmapBytes: 64))
    root.addSublayer(behind)
    root.addSublayer(glass)
    small.drawFrame(into: stage.display.memory)
    #expect(small.overflow.bitmaps > 0 && stage.display.pixel(31, 24) & 0xFF_FFFF == 0xFF)
  }
}
