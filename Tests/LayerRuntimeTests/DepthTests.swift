import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct DepthTests {
  /// Runs `body` on a thread with a stack of so many bytes: where it overflows, the tests end.
  private func onStack(of bytes: Int, _ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = bytes
    thread.start()
    done.wait()
  }

  private static let small = 256 << 10

  /// A chain of layers of one size, each the only sublayer of the one before; the last one first.
  private static func chain(_ count: Int, in root: Layer, _ change: (Layer) -> Void = { _ in }) -> [Layer] {
    var layers: [Layer] = []
    // From the last one up: a layer that is added looks through all above it.
    for _ in 0..<count {
      let layer = makeLayer(0, 0, 16, 16)
      change(layer)
      if let below = layers.last { layer.addSublayer(below) }
      layers.append(layer)
    }
    if let first = layers.last { root.addSublayer(first) }
    return layers
  }

  /// Renders 16 × 16 pixels of it.
  private static func render(_ layer: Layer) {
    let pool = BitmapPool(capacity: 4096)
    layer.render(in: DrawingContext(pool.surface(at: 0, bounds: PixelRect(width: 16, height: 16))))
    withExtendedLifetime(pool) {}
  }

  @Test("L01 L13 L16 L20 a chain of twenty thousand layers is shown, touched, converted through, rendered, and ends")
  func longChain() {
    onStack(of: Self.small) {
      let root = makeLayer(0, 0, 16, 16)
      let stage = (Compositor(root: root, width: 16, height: 16), TestDisplay(width: 16, height: 16))
      let layers = Self.chain(20_000, in: root) {
        $0.position.x += 1
        $0.autoresizingMask = [.widthSizable]
        $0.setNeedsDisplay()
      }
      layers[0].backgroundColor = .white
      #expect(stage.0.drawFrame(into: stage.1.memory))
      #expect(stage.0.overflow.deepLayers == 20_001 - Layer.depthLimit && !stage.0.needsFrame)
      #expect(layers[0].convert(Point(x: 0, y: 3), to: layers[4_000]) == Point(x: 4_000, y: 3))
      #expect(layers[0].convert(Point(x: 4_000, y: 3), from: layers[4_000]) == Point(x: 0, y: 3))
      layers[10_000].speed = 0.5
      #expect(layers[0].convertTime(.seconds(3), from: nil) == .milliseconds(1500))
      for order in [Layer.HitTestOrder.tree, .drawing] {
        _ = root.hitTest(Point(x: 8, y: 8), order: order)
      }
      root.bounds.size.width = 20
      root.layoutIfNeeded()
      Self.render(root)
      root.sublayers = nil
      stage.0.drawFrame(into: stage.1.memory)
      #expect(stage.0.overflow.total == 0)
    }
  }

  @Test("L04 the layers down to the limit are shown and hit, the next is neither, and comes when it is moved up")
  func limit() {
    onStack(of: 2 << 20) {
      let stage = Stage()
      let layers = Self.chain(Layer.depthLimit, in: stage.root)
      let (beyond, last) = (layers[0], layers[1])
      last.backgroundColor = Color(argb: 0xFF00_00FF)
      beyond.backgroundColor = .white
      stage.show()
      #expect(stage.color(8, 8) == 0xFF && stage.compositor.overflow.deepLayers == 1)
      #expect(stage.root.hitTest(Point(x: 8, y: 8)) === last)
      #expect(stage.root.hitTest(Point(x: 8, y: 8), order: .drawing) === last)
      beyond.addSublayer(makeLayer(0, 0, 4, 4))
      #expect(stage.compositor.needsFrame)
      stage.show()
      #expect(stage.compositor.overflow.deepLayers == 2 && !stage.compositor.needsFrame)
      last.addSublayer(makeLayer(0, 0, 4, 4))
      layers[2].superlayer?.addSublayer(beyond)
      stage.show()
      #expect(stage.color(8, 8) == 0xFF_FFFF && stage.compositor.overflow.deepLayers == 1)
      #expect(stage.root.hitTest(Point(x: 8, y: 8), order: .drawing) === beyond)
      last.removeFromSuperlayer()
      stage.show()
      #expect(stage.compositor.overflow == Overflow())
    }
  }

  @Test("L20 L32 what a layer beyond the limit asks for waits, keeps no frame coming, and is done once it is shown")
  func requests() {
    onStack(of: 2 << 20) {
      let stage = Stage()
      let layers = Self.chain(Layer.depthLimit - 1, in: stage.root)
      let deep = Obedient(0, 0, 16, 16)
      var layouts = 0
      deep.onLayout = { layouts += 1 }
      deep.drawsWhite()
      layers[0].addSublayer(deep)
      deep.setNeedsDisplay()
      stage.show()
      #expect(!stage.compositor.needsFrame && layouts == 0 && deep.draws == 0)
      #expect(deep.needsDisplay() && deep.needsLayout())
      stage.root.addSublayer(deep)
      stage.show()
      #expect(layouts == 1 && deep.draws == 1 && stage.color(8, 8) == 0xFF_FFFF && !stage.compositor.needsFrame)
    }
  }

  @Test("L100 layers without a place are counted each, and what they ask for is done once there is room")
  func withoutPlaces() {
    let (root, group) = (makeLayer(0, 0, 32, 32), makeLayer(0, 0, 32, 32))
    let first = makeLayer(0, 0, 4, 4)
    root.addSublayer(first)
    root.addSublayer(group)
    let layers = (0..<5).map { _ in makeLayer(8, 8, 16, 16) }
    group.sublayers = layers
    layers[0].addSublayer(makeLayer(0, 0, 4, 4))
    let compositor = Compositor(root: root, width: 32, height: 32, capacities: CompositorCapacities(layers: 2))
    let display = TestDisplay(width: 32, height: 32)
    compositor.drawFrame(into: display.memory)
    #expect(compositor.overflow.layers == 7 && compositor.overflow.total == 7 && !compositor.needsFrame)
    let drawn = Obedient(8, 8, 16, 16)
    drawn.drawsWhite()
    group.sublayers = [drawn]
    compositor.drawFrame(into: display.memory)
    #expect(compositor.overflow.layers == 2 && !compositor.needsFrame)
    drawn.setNeedsDisplay()
    drawn.setNeedsLayout()
    compositor.drawFrame(into: display.memory)
    #expect(compositor.overflow.layers == 2 && !compositor.needsFrame)
    first.removeFromSuperlayer()
    compositor.drawFrame(into: display.memory)
    #expect(compositor.overflow.layers == 1)
    root.insertSublayer(first, at: 0)
    first.removeFromSuperlayer()
    root.addSublayer(drawn)
    group.removeFromSuperlayer()
    while compositor.needsFrame { compositor.drawFrame(into: display.memory) }
    #expect(compositor.overflow.total == 0 && display.pixel(16, 16) & 0xFF_FFFF == 0xFF_FFFF)
  }

  @Test("L65 a chain to the limit of rasterized layers, masks, groups and rounded clips takes less than 1 MB of stack")
  func heavy() {
    onStack(of: 1 << 20) {
      let stage = Stage()
      let layers = Self.chain(Layer.depthLimit - 2, in: stage.root) { layer in
        (layer.opacity, layer.cornerRadius, layer.masksToBounds) = (0.99, 3, true)
        (layer.shouldRasterize, layer.shadowOpacity) = (true, 0.5)
        layer.mask = makeLayer(0, 0, 16, 16)
        layer.mask?.backgroundColor = .white
      }
      layers[0].backgroundColor = .white
      stage.show()
      #expect(stage.compositor.overflow.deepLayers == 0 && stage.color(8, 8) > 0x20_2020)
      Self.render(stage.root)
      #expect(stage.root.hitTest(Point(x: 8, y: 8), order: .drawing) === layers[0])
    }
  }

  @Test("L22 sublayers follow their superlayers' sizes down to the limit")
  func autoresizing() {
    onStack(of: 2 << 20) {
      let root = makeLayer(0, 0, 16, 16)
      let layers = Self.chain(Layer.depthLimit + 1, in: root) { $0.autoresizingMask = [.widthSizable] }
      root.bounds.size.width = 20
      #expect(layers.last?.bounds.width == 20 && layers[1].bounds.width == 20 && layers[0].bounds.width == 16)
    }
  }

  @Test("L01 layers end with their superlayer unless somebody holds them, which are then roots")
  func ends() {
    var gone: [String] = []
    let held = named("held")
    var root: Layer? = Layer()
    weak var middle: Layer?
    do {
      let outer = Witness { gone.append("outer") }
      let inner = Witness { gone.append("inner") }
      let mask = Witness { gone.append("mask") }
      outer.addSublayer(inner)
      outer.mask = mask
      inner.addSublayer(held)
      held.addSublayer(Layer())
      root?.addSublayer(outer)
      middle = inner
    }
    root = nil
    #expect(gone.sorted() == ["inner", "mask", "outer"] && middle == nil)
    #expect(held.superlayer == nil && held.sublayers?.count == 1)
    held.bounds.size.width = 4
    let above = Layer()
    above.addSublayer(held)
    #expect(held.superlayer === above)
  }

  @Test("L01 L16 L20 L46 a chain of twenty thousand transform layers is shown, touched, converted through and rendered")
  func longSpace() {
    onStack(of: 1 << 20) {
      let stage = Stage()
      let leaf = makeLayer(0, 0, 8, 8)
      leaf.backgroundColor = .white
      var top = leaf
      for _ in 0..<20_000 {
        let above = TransformLayer()
        above.addSublayer(top)
        top = above
      }
      stage.root.addSublayer(top)
      stage.show()
      #expect(stage.compositor.overflow.deepLayers == 20_002 - Layer.depthLimit)
      #expect(leaf.convert(Point(x: 3, y: 4), to: nil) == Point(x: 3, y: 4))
      _ = stage.root.hitTest(Point(x: 8, y: 8), order: .drawing)
      Self.render(stage.root)
      stage.root.sublayers = nil
    }
  }
}
