import FixedRaster
import Testing

@testable import LayerRuntime

/// So many small layers in rows, with a gap in the middle, and one that turns in the gap, above or below all others.
private final class StillLayers {
  let root = makeLayer(0, 0, 800, 480)
  let needle = ShapeLayer()
  let compositor: Compositor
  private let display = TestDisplay(width: 800, height: 480)

  init(count: Int, depth: Fixed = 0) {
    root.backgroundColor = Color(argb: 0xFF10_2030)
    var (x, y) = (0, 0)
    for _ in 0..<count {
      let layer = makeLayer(Fixed(x), Fixed(y), 4, 4)
      layer.backgroundColor = .white
      root.addSublayer(layer)
      repeat {
        x += 5
        if x >= 800 { (x, y) = (0, y + 5) }
      } while x >= 305 && x < 490 && y >= 145 && y < 330
    }
    var path = Path()
    path.addRect(Rect(x: 0, y: -6, width: 78, height: 12))
    needle.path = path
    needle.position = Point(x: 400, y: 240)
    needle.zPosition = depth
    root.addSublayer(needle)
    compositor = Compositor(
      root: root, width: 800, height: 480, capacities: CompositorCapacities(layers: count + 2))
    compositor.drawFrame(into: display.memory)
  }

  /// The most layers and bundles looked at in a frame, while the needle turns by a degree in each of a whole turn.
  func visitsOfTurn() -> Int {
    var most = 0
    for degree in 1...360 {
      needle.setAffineTransform(AffineTransform(rotationAngle: Fixed(degree) * 0.01745))
      #expect(compositor.drawFrame(into: display.memory))
      most = max(most, compositor.statistics.visits)
    }
    return most
  }
}

@Test("L103 a needle among 10, 1,000 and 10,000 still layers: a frame looks at a few bundles more, not at the layers")
func stillLayersAreNotLookedAt() {
  // The bundles of every level that lie beside the gap, sixteen nodes each, in the commit and once for the damage.
  for depth in [Fixed(0), -1] {
    let few = StillLayers(count: 10, depth: depth).visitsOfTurn()
    let many = StillLayers(count: 1000, depth: depth).visitsOfTurn()
    let most = StillLayers(count: 10_000, depth: depth).visitsOfTurn()
    #expect(few > 10 && few < 100)
    #expect(many - few < 6 * RenderTree.bundleSize, "\(few), then \(many)")
    #expect(most - few < 24 * RenderTree.bundleSize, "\(few), then \(most)")
    print("visits:", "\(few), \(many), \(most)")
  }
}

@Test("L102 L103 a frame in which nothing changed looks at no layer, however many there are")
func stillFramesLookAtNothing() {
  let layers = StillLayers(count: 1000)
  #expect(layers.compositor.statistics.visits > 1000)
  let display = TestDisplay(width: 800, height: 480)
  #expect(!layers.compositor.drawFrame(into: display.memory))
  #expect(layers.compositor.statistics.visits == 0)
}

@Test("L101 damage of 1-bit pixels is drawn in whole bytes: neighbours that share one keep what they show")
func damageOfSharedBytes() {
  let root = makeLayer(0, 0, 43, 10)
  let (left, right) = (makeLayer(0, 0, 11, 10), makeLayer(11, 0, 32, 10))
  right.backgroundColor = .white
  root.sublayers = [left, right]
  let compositor = Compositor(root: root, width: 43, height: 10)
  let display = TestDisplay(width: 43, height: 10, layout: .mono)
  compositor.drawFrame(into: display.memory)
  #expect(display.pixel(10, 5) == 0 && display.pixel(11, 5) == 1 && display.pixel(42, 9) == 1)
  left.frame = Rect(x: 10, y: 2, width: 1, height: 3)
  left.backgroundColor = .white
  compositor.drawFrame(into: display.memory)
  #expect(display.pixel(9, 3) == 0 && display.pixel(10, 3) == 1 && display.pixel(10, 5) == 0)
  #expect(display.pixel(11, 3) == 1 && display.pixel(15, 3) == 1)
  // On the right edge, which lies within a byte.
  right.frame = Rect(x: 11, y: 0, width: 31, height: 10)
  compositor.drawFrame(into: display.memory)
  #expect(display.pixel(41, 0) == 1 && display.pixel(42, 0) == 0)
  var rects: [PixelRect] = []
  compositor.forEachDamagedRect { rects.append($0) }
  #expect(rects == [PixelRect(minX: 8, minY: 0, maxX: 43, maxY: 10)])
}
