import FixedRaster
import Testing

@testable import LayerRuntime

/// A display in memory.
@safe
final class TestDisplay {
  let width: Int, height: Int
  private let bits: Int
  private let base: UnsafeMutableRawPointer
  private let layout: PixelLayout
  private let stride: Int

  init(width: Int, height: Int, layout: PixelLayout = .xrgb8888) {
    (self.width, self.height, self.layout) = (width, height, layout)
    bits = Int(layout.bitsPerPixel)
    stride = ((width * bits + 7) / 8 + 23) & ~3
    unsafe base = .allocate(byteCount: stride * height, alignment: 64)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * height)
  }

  deinit { unsafe base.deallocate() }

  var memory: DisplayMemory {
    unsafe DisplayMemory(base: base, width: width, height: height, bytesPerRow: stride, layout: layout)
  }

  /// A row's pixels, without the padding.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let place = y * stride + x * bits / 8
    if bits < 8 { return UInt32(byte(place) >> UInt8(7 - x % 8)) & 1 }
    return (0..<bits / 8).reduce(0) { $0 | UInt32(byte(place + $1)) << UInt32(8 * $1) }
  }

  private func byte(_ place: Int) -> UInt8 { unsafe base.load(fromByteOffset: place, as: UInt8.self) }
  private func setByte(_ place: Int, _ byte: UInt8) {
    unsafe base.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
  }

  /// Turns every bit over.
  func invert() {
    for i in 0..<stride * height { setByte(i, ~byte(i)) }
  }

  /// Turns over every bit of the pixels outside the rectangles, and of the padding.
  func invert(outside rects: [PixelRect]) {
    var isInside = [Bool](repeating: false, count: width * height)
    for rect in rects {
      for y in Int(rect.minY)..<Int(rect.maxY) {
        for x in Int(rect.minX)..<Int(rect.maxX) { isInside[y * width + x] = true }
      }
    }
    for y in 0..<height {
      for i in 0..<stride {
        var mask: UInt8 = 0
        for bit in 0..<8 {
          let x = (i * 8 + bit) / bits
          if x >= width || !isInside[y * width + x] { mask |= 0x80 >> UInt8(bit) }
        }
        setByte(y * stride + i, byte(y * stride + i) ^ mask)
      }
    }
  }

  var bytes: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: base, count: stride * height)) }
}

func damagedRects(_ compositor: Compositor) -> [PixelRect] {
  var rects: [PixelRect] = []
  compositor.forEachDamagedRect { rects.append($0) }
  return rects
}

private func areDisjoint(_ rects: [PixelRect]) -> Bool {
  for i in rects.indices { for j in rects.indices where j > i && rects[i].intersects(rects[j]) { return false } }
  return true
}

@Test(
  "L100 L101 the picture made from damage alone equals a full redraw byte for byte; nothing outside the damage is written",
  arguments: [
    (PixelLayout.xrgb8888, 12), (.rgb565, 12), (.xbgr8888, 3), (.rgbx8888, 3), (.bgrx8888, 3), (.rgb888, 3),
    (.bgr888, 3), (.bgr565, 3), (.rgb332, 3), (.gray8, 3), (.mono, 6),
  ])
func damageEqualsFullRedraw(layout: PixelLayout, seeds: Int) {
  // The width is no multiple of eight: 1-bit pixels end within a byte.
  let (width, height) = (130, 95)
  // Room for any picture: what finds none is left out, and which that is depends on what came before.
  let capacities = CompositorCapacities(bitmapBytes: 64 << 20)
  var counts: [Change: Int] = [:]
  var partial = 0, groups = 0, covers = 0, silhouettes = 0, pictures = 0, filtered = 0, blended = 0, backdrops = 0
  for seed in UInt64(0)..<UInt64(seeds) {
    let changing = RandomTree(seed: seed, width: width, height: height, layers: 9)
    let twin = RandomTree(seed: seed, width: width, height: height, layers: 9)
    let compositor = Compositor(root: changing.root, width: width, height: height, capacities: capacities)
    let display = TestDisplay(width: width, height: height, layout: layout)
    compositor.drawFrame(into: display.memory)
    for step in 0..<60 {
      for _ in 0...step % 3 {
        changing.step()
        twin.step()
      }
      // All bits turned over beforehand: a pixel that should have been drawn and was not would show.
      display.invert()
      compositor.drawFrame(into: display.memory)
      let rects = damagedRects(compositor)
      display.invert(outside: rects)
      #expect(areDisjoint(rects) && rects.allSatisfy { display.memory.storableArea($0) == $0 })
      if !rects.isEmpty && compositor.statistics.pixels < Int64(width * height) { partial += 1 }
      let full = TestDisplay(width: width, height: height, layout: layout)
      let fresh = Compositor(root: twin.root, width: width, height: height, capacities: capacities)
      fresh.drawFrame(into: full.memory)
      if let x = firstDifference(display, full) {
        Issue.record("seed \(seed), step \(step): pixel \(x % width),\(x / width) differs")
        return
      }
      let nodes = fresh.renderNodes
      groups += nodes.filter { $0.isGroup || ($0.masksToBounds && !$0.isPixelAligned) }.count
      covers += nodes.filter { !$0.opaque.isEmpty }.count
      pictures += nodes.filter { $0.hasPicture && !$0.extent.isEmpty }.count
      filtered += fresh.pictures.filter { $0.start >= 0 && !$0.filters.isEmpty }.count
      backdrops += nodes.filter { $0.isBackdrop && $0.hasPicture }.count
      blended += nodes.filter { $0.mode != .sourceOver && !$0.subtree.isEmpty }.count
      silhouettes += fresh.shadowShapes.filter { if case .shown = $0?.silhouette { true } else { false } }.count
    }
    #expect(compositor.bitmapOverflow == 0)
    counts.merge(changing.counts, uniquingKeysWith: +)
  }
  print("changes:", counts.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", "))
  print(
    "partial frames \(partial), groups \(groups), covering layers \(covers), silhouettes \(silhouettes), pictures \(pictures), filtered \(filtered), blended \(blended), backdrops \(backdrops)"
  )
  for change in Change.allCases { #expect(counts[change, default: 0] > 0, "\(change) never happened") }
  #expect(partial > 10 * seeds && groups > 10 * seeds && covers > 10 * seeds)
  // Of what takes several changes to come about, a few seeds may have none.
  let isLong = seeds >= 6
  #expect(
    !isLong || silhouettes > seeds && pictures > seeds && filtered > seeds && blended > seeds && backdrops > seeds)
}

func firstDifference(_ a: TestDisplay, _ b: TestDisplay) -> Int? {
  for y in 0..<a.height { for x in 0..<a.width where a.pixel(x, y) != b.pixel(x, y) { return y * a.width + x } }
  return nil
}

@Test("L102 a frame in which nothing changed writes nothing and schedules nothing")
func stillFramesDoNothing() {
  let tree = RandomTree(seed: 5, width: 100, height: 80, layers: 10)
  let compositor = Compositor(root: tree.root, width: 100, height: 80)
  let display = TestDisplay(width: 100, height: 80)
  #expect(compositor.needsFrame)
  #expect(compositor.drawFrame(into: display.memory))
  var requests = 0
  compositor.onNeedsFrame = { requests += 1 }
  display.invert()
  let before = display.bytes
  #expect(!compositor.needsFrame)
  #expect(!compositor.drawFrame(into: display.memory))
  #expect(display.bytes == before && compositor.statistics == FrameStatistics() && requests == 0)
  // Equal values are no change.
  let layer = tree.layers[0]
  let (position, color) = (layer.position, layer.backgroundColor)
  layer.position = position
  layer.backgroundColor = color
  #expect(!compositor.needsFrame && requests == 0)
  layer.position = Point(x: layer.position.x + 1, y: layer.position.y)
  layer.opacity = 0.5
  #expect(compositor.needsFrame && requests == 1)
}

@Test("L105 what an opaque layer hides is not drawn; L103 a small change draws a small area")
func opaqueLayersHide() {
  let root = Layer()
  root.bounds = Rect(x: 0, y: 0, width: 256, height: 128)
  root.position = Point(x: 128, y: 64)
  root.backgroundColor = .white
  let back = Layer()
  back.frame = Rect(x: 10, y: 10, width: 200, height: 100)
  back.backgroundColor = Color(argb: 0xFFFF_0000)
  let front = Layer()
  front.frame = Rect(x: 0, y: 0, width: 256, height: 128)
  front.backgroundColor = Color(argb: 0xFF00_FF00)
  root.addSublayer(back)
  root.addSublayer(front)
  let compositor = Compositor(root: root, width: 256, height: 128)
  let display = TestDisplay(width: 256, height: 128)
  compositor.drawFrame(into: display.memory)
  // Each tile: the root behind all, and `back` in those it reaches (all sixteen).
  #expect(compositor.statistics.tiles == 16 && compositor.statistics.hiddenLayers == 32)
  #expect(display.pixel(20, 20) == 0xFF00_FF00)
  front.frame = Rect(x: 250, y: 120, width: 6, height: 8)
  compositor.drawFrame(into: display.memory)
  #expect(display.pixel(20, 20) == 0xFFFF_0000 && display.pixel(5, 5) == 0xFFFF_FFFF)
  front.frame = Rect(x: 248, y: 120, width: 6, height: 8)
  compositor.drawFrame(into: display.memory)
  #expect(compositor.statistics.pixels == 8 * 8)
}

@Test("L101 damage keeps every pixel, stays disjoint and within its capacity, and merges what is cheaper as one")
func damageLosesNothing() {
  var random = SplitMix(seed: 101)
  var overflows = 0, merged = 0
  for _ in 0..<300 {
    var damage = Damage()
    var expected = Set<Int>()
    let count = random.next(in: 1...40)
    for _ in 0..<count {
      let x = random.next(in: 0...190), y = random.next(in: 0...190)
      let rect = PixelRect(
        minX: Int32(x), minY: Int32(y), maxX: Int32(x + random.next(in: 0...60)),
        maxY: Int32(y + random.next(in: 0...60)))
      damage.add(rect)
      for py in Int(rect.minY)..<Int(rect.maxY) {
        for px in Int(rect.minX)..<Int(rect.maxX) { expected.insert(py * 1000 + px) }
      }
      let rects = (0..<damage.count).map { damage[$0] }
      #expect(damage.count <= Damage.capacity && areDisjoint(rects))
      if rects.count == Damage.capacity { overflows += 1 }
    }
    var kept = Set<Int>()
    for i in 0..<damage.count {
      for y in Int(damage[i].minY)..<Int(damage[i].maxY) {
        for x in Int(damage[i].minX)..<Int(damage[i].maxX) { kept.insert(y * 1000 + x) }
      }
    }
    #expect(kept.isSuperset(of: expected))
    #expect(damage.area == Int64(kept.count))
    if kept.count > expected.count { merged += 1 }
  }
  #expect(overflows > 20 && merged > 20)
  var two = Damage()
  two.add(PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10))
  two.add(PixelRect(minX: 12, minY: 0, maxX: 22, maxY: 10))
  #expect(two.count == 1)
  two.add(PixelRect(minX: 500, minY: 400, maxX: 510, maxY: 410))
  #expect(two.count == 2)
}

@Test("R39 R34 layers nested deeper than groups and clips go are drawn all the same, the same in damage and in full")
func deepNestsAreDrawn() {
  let root = makeLayer(0, 0, 100, 70)
  var parent = root
  for depth in 0..<24 {
    let layer = makeLayer(2, 1.5, Fixed(96 - 4 * depth), Fixed(68 - 2 * depth))
    layer.backgroundColor = Color(argb: 0xFF10_2030 &+ UInt32(depth) &* 0x0008_0602)
    layer.opacity = 0.9375
    layer.cornerRadius = 7.5
    layer.masksToBounds = true
    parent.addSublayer(layer)
    parent = layer
  }
  let compositor = Compositor(root: root, width: 100, height: 70)
  let (display, full) = (TestDisplay(width: 100, height: 70), TestDisplay(width: 100, height: 70))
  compositor.drawFrame(into: display.memory)
  #expect(compositor.groupOverflow > 0 && compositor.clipOverflow > 0)
  #expect(display.pixel(50, 37) != display.pixel(4, 37) && display.pixel(50, 37) != 0xFF00_0000)
  parent.backgroundColor = .white
  compositor.drawFrame(into: display.memory)
  compositor.invalidate()
  compositor.drawFrame(into: full.memory)
  let isSame = display.bytes == full.bytes
  #expect(isSame)
}
