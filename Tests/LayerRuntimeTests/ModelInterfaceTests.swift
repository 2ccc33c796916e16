import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct ModelInterfaceTests {
  private let stage = Stage(width: 64, height: 64)

  @Test("L71 properties start as their class says; values of another kind and unknown keys change nothing")
  func defaults() {
    class Card: ShapeLayer {
      override class func defaultValue(forKey key: String) -> Value? {
        switch key {
        case "masksToBounds": true
        case "cornerRadius": 8
        case "strokeColor": .color(.white)
        case "lineWidth": 3
        case "zPosition": .color(.white)
        case "answer": 42
        default: super.defaultValue(forKey: key)
        }
      }
    }
    final class Square: Card {
      override class func defaultValue(forKey key: String) -> Value? {
        key == "cornerRadius" ? 0 : super.defaultValue(forKey: key)
      }
    }
    let card = Card()
    #expect(card.masksToBounds && card.cornerRadius == 8 && card.strokeColor == .white && card.lineWidth == 3)
    #expect(card.zPosition == 0 && card.value(forKey: "answer") == 42 && card.opacity == 1)
    #expect(Square().cornerRadius == 0 && Square().lineWidth == 3 && !ShapeLayer().masksToBounds)
    card.cornerRadius = 2
    card.setValue(nil, forKey: "cornerRadius")
    #expect(card.cornerRadius == 8)
    card.frame = Rect(x: 0, y: 0, width: 32, height: 32)
    card.backgroundColor = .white
    stage.root.addSublayer(card)
    stage.show()
    #expect(stage.color(0, 0) == 0 && stage.color(16, 16) == 0xFF_FFFF)
  }

  @Test("L71 a scroll layer masks to its bounds unless its class says otherwise")
  func scrollLayers() {
    final class Open: ScrollLayer {
      override class func defaultValue(forKey key: String) -> Value? { key == "masksToBounds" ? false : nil }
    }
    #expect(ScrollLayer().masksToBounds && !Open().masksToBounds)
  }

  @Test("L71 each key that a layer asks its class for is a property of that class")
  func keysWithDefaults() {
    let layers = [
      Layer(), ShapeLayer(), GradientLayer(), TextLayer(), ScrollLayer(), EmitterLayer(), TiledLayer(),
      ReplicatorLayer(),
    ]
    for layer in layers {
      let keys = type(of: layer).keysWithDefaults
      for key in keys {
        var access = PropertyAccess.reading
        layer.accessProperty(ValueKey(key), &access)
        #expect(access.outcome == .done, "\(key)")
      }
      #expect(Set(keys).count == keys.count && keys.starts(with: Layer.keysWithDefaults))
    }
  }

  @Test("L16 an override of hitTest counts for layers above it and for touches, and may ask for another point")
  func hitTestOverridden() {
    final class Glass: Layer {
      override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? {
        let hit = super.hitTest(point, order: order)
        return hit === self ? nil : hit
      }
    }
    final class Shifted: Layer {
      override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? {
        super.hitTest(Point(x: point.x - 20, y: point.y), order: order)
      }
    }
    let (glass, button) = (Glass(), makeLayer(0, 0, 10, 10))
    glass.frame = Rect(x: 0, y: 0, width: 40, height: 40)
    glass.addSublayer(button)
    let shifted = Shifted()
    shifted.frame = Rect(x: 0, y: 44, width: 10, height: 10)
    let behind = makeLayer(0, 0, 64, 64)
    stage.root.sublayers = [behind, glass, shifted]
    for order in [Layer.HitTestOrder.tree, .drawing] {
      func hit(_ x: Fixed, _ y: Fixed) -> Layer? { stage.root.hitTest(Point(x: x, y: y), order: order) }
      #expect(hit(5, 5) === button && hit(30, 30) === behind && hit(5, 50) === behind && hit(25, 50) === shifted)
    }
    var touched = 0
    behind.touchHandler = { _ in touched += 1 }
    let router = TouchRouter(root: stage.root)
    router.handle(finger: 0, phase: .began, at: Point(x: 30, y: 30))
    #expect(touched == 1)
  }

  @Test("L16 hitTest without an order is the tree's: an override counts there alone, and only for layers below it")
  func hitTestInTreeOrder() {
    final class Wall: Layer {
      var answer: Layer?
      override func hitTest(_ point: Point) -> Layer? { answer }
    }
    let (wall, other) = (Wall(), makeLayer(0, 0, 10, 10))
    wall.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    stage.root.sublayers = [other, wall]
    let point = Point(x: 5, y: 5)
    #expect(stage.root.hitTest(point) === other && stage.root.hitTest(point, order: .tree) === other)
    #expect(stage.root.hitTest(point, order: .drawing) === wall)
    wall.answer = wall
    #expect(stage.root.hitTest(point) === wall)
    let stranger = Layer()
    wall.answer = stranger
    #expect(stage.root.hitTest(point) === other)
  }

  @Test("L16 an overriding layer far down is asked with the place that its superlayer knows, not with a rounded one")
  func hitTestPrecision() {
    final class Plain: Layer {
      override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? { super.hitTest(point, order: order) }
    }
    func chain(_ make: () -> Layer) -> Layer {
      let top = make()
      var layer = top
      for _ in 0..<12 {
        let next = make()
        for each in [layer, next] { each.bounds.size = Size(width: 8, height: 8) }
        next.setAffineTransform(AffineTransform(rotationAngle: 0.3).scaledBy(x: 1.5, y: 1.5))
        layer.addSublayer(next)
        layer = next
      }
      return top
    }
    let (plain, overriding) = (chain { Layer() }, chain { Plain() })
    func depth(_ hit: Layer?, _ top: Layer) -> Int {
      var (count, layer) = (0, hit)
      while let here = layer, here !== top { (count, layer) = (count + 1, here.superlayer) }
      return hit == nil ? -1 : count
    }
    var differing = 0
    for i in 0..<4000 {
      let point = Point(x: Fixed(rawValue: Int32(i * 131 - 262_144)), y: Fixed(rawValue: Int32(i * 57 - 100_000)))
      for order in [Layer.HitTestOrder.tree, .drawing] {
        let (a, b) = (plain.hitTest(point, order: order), overriding.hitTest(point, order: order))
        if depth(a, plain) != depth(b, overriding) { differing += 1 }
      }
    }
    #expect(differing == 0)
  }

  @Test("L01 layers are equal and hashed by identity")
  func identity() {
    let (a, b) = (Layer(), Layer())
    #expect(a == a && a != b && Set([a, b, a]).count == 2 && [b, a].firstIndex(of: a) == 1)
    let names: [Layer: String] = [a: "a", b: "b"]
    #expect(names[b] == "b")
  }

  @Test("L32 needsDisplay says whether the next frame draws the layer")
  func needsDisplay() {
    let layer = Obedient(0, 0, 8, 8)
    stage.root.addSublayer(layer)
    stage.show()
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay())
    stage.show()
    #expect(!layer.needsDisplay())
  }

  @Test("L21 L41 L42 L64 lists are nil at first, and where they were emptied")
  func lists() {
    let (shape, gradient) = (ShapeLayer(), GradientLayer())
    #expect(shape.constraints == nil && shape.filters == nil && shape.backgroundFilters == nil)
    #expect(shape.lineDashPattern == nil && gradient.colors == nil)
    (shape.filters, shape.backgroundFilters) = ([Filter(.colorInvert)], [Filter(.colorInvert)])
    (shape.lineDashPattern, gradient.colors) = ([2, 1], [.white])
    #expect(shape.filters?.count == 1 && shape.backgroundFilters?.count == 1 && shape.lineDashPattern == [2, 1])
    (shape.filters, shape.backgroundFilters, shape.lineDashPattern, gradient.colors) = (nil, [], [], nil)
    #expect(shape.filters == nil && shape.backgroundFilters == nil && shape.lineDashPattern == nil)
    #expect(gradient.colors == nil && gradient.value(forKey: "colors") == nil)
    shape.lineDashPattern = Array(repeating: 3, count: 40)
    #expect(shape.lineDashPattern?.count == 16)
  }

  @Test("L3B L14 a layer whose geometry is flipped, or lies in one that is, is rendered as the display shows it")
  func renderingFlipped() {
    for (isRootFlipped, isInnerFlipped) in [(true, false), (false, true), (true, true)] {
      let root = makeLayer(0, 0, 32, 32)
      (root.isGeometryFlipped, root.bounds.origin) = (isRootFlipped, Point(x: 3, y: 5))
      let inner = makeLayer(5, 9, 20, 16)
      (inner.isGeometryFlipped, inner.backgroundColor) = (isInnerFlipped, Color(argb: 0xFF00_40FF))
      let mark = makeLayer(2, 3, 6, 4)
      mark.backgroundColor = .white
      inner.addSublayer(mark)
      root.addSublayer(inner)
      let compositor = Compositor(root: root, width: 32, height: 32)
      let display = TestDisplay(width: 32, height: 32)
      compositor.drawFrame(into: display.memory)
      let pool = BitmapPool(capacity: 8192)
      let surface = pool.surface(at: 0, bounds: PixelRect(width: 32, height: 32))
      for layer in [root, inner] {
        let box = layer === root ? Rect(x: 0, y: 0, width: 32, height: 32) : root.convert(inner.bounds, from: inner)
        let shown = layer === root ? box : Rect(origin: CoordinateOf.display(box, root), size: box.size)
        unsafe surface.base.initializeMemory(as: UInt8.self, repeating: 0, count: 4096)
        let context = DrawingContext(surface)
        context.translateBy(x: -layer.bounds.minX, y: -layer.bounds.minY)
        layer.render(in: context)
        var differing = 0
        for y in 0..<Int(shown.height.rounded) {
          for x in 0..<Int(shown.width.rounded) {
            let word = unsafe surface.base.load(fromByteOffset: (y * 32 + x) * 4, as: UInt32.self)
            let there = display.pixel(x + shown.minX.rounded, y + shown.minY.rounded)
            if word & 0xFF_FFFF != there & 0xFF_FFFF { differing += 1 }
          }
        }
        #expect(differing == 0, "\(isRootFlipped) \(isInnerFlipped) \(layer === root)")
      }
      withExtendedLifetime(pool) {}
    }
  }
}

private enum CoordinateOf {
  /// The corner on the display of a rectangle of the root's.
  static func display(_ rect: Rect, _ root: Layer) -> Point { root.convert(rect, to: nil).origin }
}
