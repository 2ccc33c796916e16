import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A window of 120 × 90 over a page with lists, of which one has its geometry flipped, one is copied, one is drawn to an
/// offscreen surface, one casts a shadow, one has a mask; their rows are of many kinds.
private final class ScrolledTree {
  let root = makeLayer(0, 0, 130, 100)
  let window = ScrollLayer()
  private(set) var lists: [ScrollLayer] = []
  private(set) var rows: [Layer] = []
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    root.backgroundColor = Color(argb: 0xFF10_2030)
    window.frame = Rect(x: 5, y: 5, width: 120, height: 90)
    window.masksToBounds = seed % 2 == 0
    root.addSublayer(window)
    for k in 0..<6 { addList(k) }
  }

  private func addList(_ k: Int) {
    let list = ScrollLayer()
    list.frame = Rect(x: Fixed(k % 3 * 45), y: Fixed(k / 3 * 70), width: 40, height: 60)
    list.backgroundColor = Color(argb: 0xFF30_4050 + UInt32(k) * 0x1010)
    list.isGeometryFlipped = k == 1
    list.masksToBounds = k != 2
    if k == 2 { (list.shadowOpacity, list.shadowRadius) = (0.75, 3) }
    if k == 3 { list.shouldRasterize = true }
    if k == 4 {
      let mask = makeLayer(4, 4, 30, 50)
      (mask.backgroundColor, mask.cornerRadius) = (.white, 9)
      list.mask = mask
    }
    var parent: Layer = list
    if k == 5 {
      let copies = ReplicatorLayer()
      copies.frame = list.bounds
      (copies.instanceCount, copies.instanceTransform) = (2, Transform3D(translationX: 20, y: 4, z: 0))
      list.addSublayer(copies)
      parent = copies
    }
    for n in 0..<24 { parent.addSublayer(makeRow(n)) }
    window.addSublayer(list)
    lists.append(list)
  }

  private func makeRow(_ n: Int) -> Layer {
    let row = makeLayer(1, Fixed(n * 12), 36, 11)
    row.backgroundColor = Color(argb: 0xFF50_6070 &+ UInt32(n * 9))
    let text = TextLayer()
    (text.fontSize, text.string) = (8, "row \(n)")
    text.frame = Rect(x: 2, y: 1, width: 30, height: 10)
    row.addSublayer(text)
    switch n % 8 {
    case 1: (row.shadowOpacity, row.shadowOffset) = (0.5, Size(width: 5, height: 20))
    case 2: row.setAffineTransform(AffineTransform(rotationAngle: 0.25))
    case 3: row.shouldRasterize = true
    case 4: row.backgroundFilters = [Filter(.colorInvert)]
    case 5: (row.cornerRadius, row.masksToBounds) = (4, true)
    case 6: row.sublayerTransform = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    case 7: row.opacity = 0.5
    default: break
    }
    rows.append(row)
    return row
  }

  func step() {
    let list = lists[random.next(in: 0...5)]
    let row = rows[random.next(in: 0...rows.count - 1)]
    let half = Fixed(random.next(in: -90...90)) * 0.5
    switch random.next(in: 0...19) {
    case 0: row.isHidden.toggle()
    case 1: row.position.y = Fixed(random.next(in: 0...280))
    case 2: row.backgroundColor = Color(argb: 0xFF00_0000 | UInt32(random.next(in: 0...0xFF_FFFF)))
    case 3: row.opacity = row.opacity == 0 ? 1 : 0
    case 4: row.sublayers?[0].position.x += 3
    case 5: row.bounds.size.height += 4
    case 6: list.addSublayer(makeRow(random.next(in: 0...23)))
    case 7: list.frame.size.height = Fixed(random.next(in: 30...80))
    case 8: list.setAffineTransform(AffineTransform(rotationAngle: Fixed(random.next(in: 0...1)) * 0.5))
    case 9: window.bounds.origin = .zero
    case 10...12: window.bounds.origin.y += half
    case 13: window.bounds.origin.x += Fixed(random.next(in: -40...40))
    case 14: list.position.x += half
    case 15: list.bounds.origin = .zero
    default: list.bounds.origin.y += random.next(in: 0...1) == 0 ? half : Fixed(random.next(in: -40...60))
    }
  }

  /// The row that is found at a place, as its number.
  func hit(_ place: Point) -> Int? { root.hitTest(place).flatMap { hit in rows.firstIndex { $0 === hit } } }
}

@Suite("Layers that stay out of sight") struct OutOfSightTests {
  @Test(
    "L100 lists that are scrolled by whole pixels and by halves, in each other, look as when all of them is drawn",
    arguments: 0..<12)
  func pictures(seed: UInt64) {
    let (changing, twin) = (ScrolledTree(seed: seed), ScrolledTree(seed: seed))
    let scale: Fixed = [1, 1.5, 2][Int(seed) % 3]
    let (width, height) = ((130 * scale).rounded, (100 * scale).rounded)
    let compositor = Compositor(root: changing.root, width: width, height: height, scale: scale)
    let display = TestDisplay(width: width, height: height)
    var (behind, hits) = (0, 0)
    for step in 0..<60 {
      for _ in 0..<1 + step % 3 {
        changing.step()
        twin.step()
      }
      compositor.drawFrame(into: display.memory)
      behind += compositor.siblings.counts.behind
      let full = TestDisplay(width: width, height: height)
      Compositor(root: twin.root, width: width, height: height, scale: scale).drawFrame(into: full.memory)
      if let (x, y) = display.firstDifference(from: full) {
        Issue.record("seed \(seed), step \(step): \(x), \(y) differs")
        return
      }
      let place = Point(x: Fixed(step * 37 % 130), y: Fixed(step * 53 % 100))
      #expect(changing.hit(place) == twin.hit(place))
      if changing.hit(place) != nil { hits += 1 }
    }
    #expect(behind > 1000 && hits > 3, "\(behind), \(hits)")
  }

  /// A list of rows with a sublayer each.
  private func list(_ count: Int) -> (list: ScrollLayer, rows: [Layer]) {
    let list = ScrollLayer()
    list.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    let rows = (0..<count).map { i in
      let row = makeLayer(0, Fixed(i * 10), 100, 9)
      row.backgroundColor = .white
      row.addSublayer(makeLayer(1, 1, 8, 8))
      row.sublayers?[0].backgroundColor = Color(argb: 0xFF00_0080)
      return row
    }
    list.sublayers = rows
    return (list, rows)
  }

  @Test(
    "L103 a list that is scrolled has its rows copied that are in sight; ten times as many out of sight change nothing")
  func visits() {
    func visitsOfScrolling(_ count: Int, by step: Fixed) -> Int {
      let list = list(count).list
      let compositor = Compositor(
        root: list, width: 100, height: 100, capacities: CompositorCapacities(layers: 2 * count + 1))
      let display = TestDisplay(width: 100, height: 100)
      compositor.drawFrame(into: display.memory)
      var most = 0
      for _ in 0..<20 {
        list.bounds.origin.y += step
        #expect(compositor.drawFrame(into: display.memory))
        most = max(most, compositor.statistics.visits)
      }
      return most
    }
    for step: Fixed in [3, 2.5] {
      let (few, many) = (visitsOfScrolling(100, by: step), visitsOfScrolling(1000, by: step))
      #expect(few > 20 && many < 2 * few, "\(few), \(many)")
    }
  }

  @Test("L103 a row that changes out of sight is right when it comes into sight, by itself or with the list")
  func changed() {
    let (list, rows) = list(60)
    let compositor = Compositor(root: list, width: 100, height: 100)
    let display = TestDisplay(width: 100, height: 100)
    func draw() { compositor.drawFrame(into: display.memory) }
    draw()
    list.bounds.origin.y = 3
    draw()
    #expect(compositor.siblings.counts.behind == 49)
    // Copied where it is now, still out of sight.
    rows[40].sublayers?[0].backgroundColor = .white
    draw()
    #expect(compositor.siblings.counts.behind == 48)
    // Into sight without the list.
    rows[50].position.y -= 500
    draw()
    #expect(compositor.siblings.counts.behind == 47)
    #expect(display.pixel(50, 1) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(2, 0) & 0xFF_FFFF == 0x80)
    list.bounds.origin.y = 400
    draw()
    #expect(display.pixel(2, 2) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(2, 12) & 0xFF_FFFF == 0x80)
    #expect(compositor.siblings.counts.behind == 38)
    // What all of it looks like is not for those in sight alone.
    compositor.overlays = .outlines
    draw()
    #expect(compositor.siblings.counts.behind == 0)
  }

  @Test("L84 a layer that was out of sight when it was moved may want frames: what moves it may bring it into sight")
  func pacing() {
    let (list, rows) = list(60)
    let compositor = Compositor(root: list, width: 100, height: 100)
    let display = TestDisplay(width: 100, height: 100)
    compositor.drawFrame(at: .seconds(1), into: display.memory)
    Transaction.disableActions = true
    list.bounds.origin.y = 3
    compositor.drawFrame(at: .seconds(2), into: display.memory)
    #expect(compositor.siblings.counts.behind == 49 && compositor.nextFrameTime == nil)
    let move = BasicAnimation(keyPath: "position.y")
    (move.toValue, move.duration) = (50, .seconds(1))
    rows[40].add(move, forKey: nil)
    compositor.drawFrame(at: .seconds(3), into: display.memory)
    #expect(compositor.nextFrameTime.map { $0 < .milliseconds(3100) } == true)
    compositor.drawFrame(at: .milliseconds(3900), into: display.memory)
    #expect(compositor.siblings.counts.behind == 48 && !compositor.damagedRects.span.isEmpty)
  }
}
