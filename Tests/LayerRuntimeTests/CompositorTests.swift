import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

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

@Test("L100 L102 a compositor that takes over another's root shows it, and goes on when that one is gone")
func rootIsTakenOver() {
  let root = makeLayer(0, 0, 32, 16)
  root.backgroundColor = .white
  var first: Compositor? = Compositor(root: root, width: 16, height: 16)
  let display = TestDisplay(width: 32, height: 16)
  first?.drawFrame(into: display.memory)
  let second = Compositor(root: root, width: 32, height: 16)
  var requests = 0
  second.onNeedsFrame = { requests += 1 }
  #expect(second.drawFrame(into: display.memory) && display.pixel(31, 8) & 0xFF_FFFF == 0xFF_FFFF)
  #expect(first != nil && requests == 0)
  first = nil
  root.backgroundColor = .black
  #expect(requests == 1 && second.drawFrame(into: display.memory) && display.pixel(31, 8) & 0xFF_FFFF == 0)
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
  #expect(compositor.overflow.groups > 0 && compositor.overflow.clips > 0)
  #expect(display.pixel(50, 37) != display.pixel(4, 37) && display.pixel(50, 37) != 0xFF00_0000)
  parent.backgroundColor = .white
  compositor.drawFrame(into: display.memory)
  compositor.invalidate()
  compositor.drawFrame(into: full.memory)
  let isSame = display.bytes == full.bytes
  #expect(isSame)
}

@Test("L100 a masked layer that is nested too deep to be composed apart shows nothing beyond the mask's box")
func deepMasksLimit() {
  let root = makeLayer(0, 0, 64, 64)
  var parent = root
  for _ in 0..<17 {
    let layer = makeLayer(0, 0, 64, 64)
    layer.backgroundColor = Color(argb: 0xFF00_0010)
    layer.opacity = 0.9375
    parent.addSublayer(layer)
    parent = layer
  }
  let masked = makeLayer(8, 8, 40, 40)
  masked.backgroundColor = .white
  masked.mask = makeLayer(0, 0, 10, 10)
  masked.mask?.backgroundColor = .white
  parent.addSublayer(masked)
  let compositor = Compositor(root: root, width: 64, height: 64)
  let display = TestDisplay(width: 64, height: 64)
  compositor.drawFrame(into: display.memory)
  #expect(compositor.overflow.groups > 0)
  #expect(display.pixel(12, 12) != display.pixel(4, 4))
  #expect(display.pixel(30, 30) == display.pixel(4, 4))
}

@Test("L100 a layer for which there was no room is shown as soon as another one is removed, wherever that was")
func waitingLayersAreShown() {
  let root = makeLayer(0, 0, 64, 64)
  let parents = [makeLayer(0, 0, 32, 64), makeLayer(32, 0, 32, 64)]
  for parent in parents {
    let layer = makeLayer(4, 4, 20, 20)
    layer.backgroundColor = .white
    parent.addSublayer(layer)
    root.addSublayer(parent)
  }
  let compositor = Compositor(
    root: root, width: 64, height: 64, capacities: CompositorCapacities(layers: 4))
  let display = TestDisplay(width: 64, height: 64)
  compositor.drawFrame(into: display.memory)
  #expect(compositor.overflow.layers == 1)
  #expect(display.pixel(10, 10) == 0xFFFF_FFFF && display.pixel(42, 10) == 0xFF00_0000)
  parents[0].sublayers![0].removeFromSuperlayer()
  compositor.drawFrame(into: display.memory)
  #expect(compositor.overflow.layers == 0)
  #expect(display.pixel(10, 10) == 0xFF00_0000 && display.pixel(42, 10) == 0xFFFF_FFFF)
}

@Test("L100 a layer whose mask finds no place is drawn without it, also in tiles that an opaque layer in it covers")
func waitingMasks() {
  let root = makeLayer(0, 0, 128, 64)
  let (masked, opaque) = (makeLayer(0, 0, 128, 64), makeLayer(0, 0, 128, 64))
  opaque.backgroundColor = .white
  masked.addSublayer(opaque)
  root.addSublayer(masked)
  let compositor = Compositor(root: root, width: 128, height: 64, capacities: CompositorCapacities(layers: 3))
  let display = TestDisplay(width: 128, height: 64)
  compositor.drawFrame(into: display.memory)
  masked.mask = makeLayer(0, 0, 10, 10)
  display.invert()
  compositor.drawFrame(into: display.memory)
  #expect(compositor.overflow.layers == 1 && display.pixel(40, 40) == 0xFFFF_FFFF)
}
