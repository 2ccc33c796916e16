import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// So many small layers in rows, or one here and the next there, with a gap in the middle, and one that turns in the
/// gap, above or below all others.
private final class StillLayers {
  let root = makeLayer(0, 0, 800, 480)
  let needle = ShapeLayer()
  let compositor: Compositor
  private let display = TestDisplay(width: 800, height: 480)

  init(count: Int, depth: Fixed = 0, areScattered: Bool = false) {
    root.backgroundColor = Color(argb: 0xFF10_2030)
    var place = 0
    for _ in 0..<count {
      var (x, y) = (0, 0)
      repeat {
        // 7,919 is a prime number: each of the 160 × 96 places is taken once, far from the one before.
        let spot = areScattered ? place * 7919 % 15360 : place
        (x, y) = (spot % 160 * 5, spot / 160 * 5)
        place += 1
      } while x >= 305 && x < 490 && y >= 145 && y < 330
      let layer = makeLayer(Fixed(x), Fixed(y), 4, 4)
      layer.backgroundColor = .white
      root.addSublayer(layer)
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

  /// The most layers and clusters looked at in a frame, while the needle turns by a degree in each of a whole turn.
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

@Test("L103 a needle among 10, 1,000 and 10,000 still layers: a frame looks at a few clusters more, not at the layers")
func stillLayersAreNotLookedAt() {
  // The clusters of every level that lie beside the gap, sixteen nodes each, in the commit and once for the damage.
  for depth in [Fixed(0), -1] {
    let few = StillLayers(count: 10, depth: depth).visitsOfTurn()
    let many = StillLayers(count: 1000, depth: depth).visitsOfTurn()
    let most = StillLayers(count: 10_000, depth: depth).visitsOfTurn()
    #expect(few > 10 && few < 100)
    #expect(many - few < 6 * SiblingIndex.clusterSize, "\(few), then \(many)")
    #expect(most - few < 24 * SiblingIndex.clusterSize, "\(few), then \(most)")
    print("visits:", "\(few), \(many), \(most)")
  }
}

@Test("L103 the same where neighbours among the siblings lie far from each other")
func scatteredLayersAreNotLookedAt() {
  for depth in [Fixed(0), -1] {
    let few = StillLayers(count: 10, depth: depth, areScattered: true).visitsOfTurn()
    let many = StillLayers(count: 1000, depth: depth, areScattered: true).visitsOfTurn()
    let most = StillLayers(count: 10_000, depth: depth, areScattered: true).visitsOfTurn()
    #expect(few > 10 && few < 100)
    // Squares of clusters reach farther into the gap than rows.
    #expect(many - few < 8 * SiblingIndex.clusterSize, "\(few), then \(many)")
    #expect(most - few < 24 * SiblingIndex.clusterSize, "\(few), then \(most)")
    print("visits:", "\(few), \(many), \(most)")
  }
}

@Test("L103 siblings that are tied by where they lie are drawn in their order", arguments: [17, 40, 300, 1000])
func scatteredLayersKeepTheirOrder(count: Int) {
  var random = SplitMix(seed: UInt64(count))
  let root = makeLayer(0, 0, 400, 300)
  var frames: [Rect] = []
  for i in 0..<count {
    let layer = makeLayer(Fixed(random.next(in: 0...390)), Fixed(random.next(in: 0...290)), 10, 10)
    layer.backgroundColor = Color(argb: 0xFF00_0000 + UInt32(i + 1))
    root.addSublayer(layer)
    frames.append(layer.frame)
  }
  let compositor = Compositor(root: root, width: 400, height: 300, capacities: CompositorCapacities(layers: count + 1))
  let display = TestDisplay(width: 400, height: 300)
  func check() -> Bool {
    (0..<400 * 300).allSatisfy { i in
      let (x, y) = (i % 400, i / 400)
      let top = frames.lastIndex { x >= $0.minX.floor && x < $0.maxX.floor && y >= $0.minY.floor && y < $0.maxY.floor }
      return display.pixel(x, y) & 0xFF_FFFF == UInt32(top.map { $0 + 1 } ?? 0)
    }
  }
  compositor.drawFrame(into: display.memory)
  #expect((compositor.siblings.counts.scattered > 0) == (count >= 300))
  #expect(check())
  // One goes elsewhere.
  root.sublayers?[count / 2].position = Point(x: 200, y: 150)
  frames[count / 2] = root.sublayers?[count / 2].frame ?? .zero
  compositor.drawFrame(into: display.memory)
  #expect(check())
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
  #expect(rects == [PixelRect(minX: 40, minY: 0, maxX: 43, maxY: 10)])
}
