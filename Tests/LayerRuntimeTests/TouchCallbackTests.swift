import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct TouchCallbackTests {
  private let stage = Stage()
  private var root: Layer { stage.root }

  /// A finger on a layer whose handler puts it into `elsewhere` when it is cancelled.
  private func holding(_ elsewhere: Layer) -> (layer: Layer, router: TouchRouter) {
    let layer = white(0, 0, 8, 8)
    root.addSublayer(layer)
    layer.touchHandler = { if $0.phase == .cancelled { elsewhere.addSublayer(layer) } }
    let router = TouchRouter(root: root)
    router.handle(finger: 0, phase: .began, at: Point(x: 4, y: 4))
    return (layer, router)
  }

  @Test("L07 a handler that puts its layer elsewhere while it becomes a mask, or one of a list, has the last word")
  func cancelledWhileMoving() {
    let operations: [(Layer, Layer) -> Void] = [
      { $0.mask = $1 }, { $0.sublayers = [Layer(), $1, Layer()] }, { $0.addSublayer($1) },
      { (other, layer) in
        let old = Layer()
        other.addSublayer(old)
        other.replaceSublayer(old, with: layer)
      },
    ]
    for (i, operation) in operations.enumerated() {
      let (other, elsewhere) = (Layer(), Layer())
      root.addSublayer(elsewhere)
      let (layer, router) = holding(elsewhere)
      stage.show()
      operation(other, layer)
      #expect(layer.superlayer === elsewhere && elsewhere.children.count == 1, "\(i)")
      #expect(other.mask == nil && !other.children.contains { $0 === layer }, "\(i)")
      #expect(stage.shown() == PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 8), "\(i)")
      layer.removeFromSuperlayer()
      #expect(stage.shown() == nil, "\(i)")
      withExtendedLifetime(router) {}
      root.sublayers = nil
    }
  }

  @Test("L07 a handler may change the tree, its handler and its router's fingers in every phase")
  func handlersThatChange() {
    for phase in [Touch.Phase.began, .moved, .ended, .cancelled] {
      let layer = white(0, 0, 8, 8)
      root.addSublayer(layer)
      let router = TouchRouter(root: root)
      var heard: [Touch.Phase] = []
      layer.touchHandler = { touch in
        heard.append(touch.phase)
        if touch.phase != phase { return }
        layer.touchHandler = nil
        router.cancelAll()
        root.sublayers = nil
        root.addSublayer(white(8, 0, 8, 8))
        router.handle(finger: 0, phase: .began, at: Point(x: 12, y: 4))
      }
      router.handle(finger: 0, phase: .began, at: Point(x: 4, y: 4))
      router.handle(finger: 0, phase: .moved, at: Point(x: 4, y: 5))
      router.handle(finger: 0, phase: phase == .cancelled ? .cancelled : .ended, at: Point(x: 4, y: 5))
      #expect(heard.last == phase && heard.filter { $0 == phase }.count == 1)
      #expect(stage.shown() == PixelRect(minX: 8, minY: 0, maxX: 16, maxY: 8))
      root.sublayers = nil
    }
  }

  @Test("L07 contains(_:) may change the tree during a hit test: what it takes away is not hit, what it adds not asked")
  func containsThatChanges() {
    for order in [Layer.HitTestOrder.tree, .drawing] {
      let front = Obedient(0, 0, 8, 8)
      let (middle, back) = (white(0, 0, 8, 8), white(0, 0, 8, 8))
      front.zPosition = 2
      root.sublayers = [back, middle, front]
      let start = Point(x: 4, y: 4)
      front.onContains = {
        middle.removeFromSuperlayer()
        front.removeFromSuperlayer()
        for _ in 0..<20 { root.addSublayer(white(0, 0, 8, 8)) }
      }
      // It said that it holds the point, and was no longer there.
      #expect(root.hitTest(start, order: order) == nil)
      #expect(root.children.count == 21 && root.children[0] === back)
      root.sublayers = [back, middle, front]
      front.onContains = {
        middle.removeFromSuperlayer()
        front.bounds.size = .zero
      }
      #expect(root.hitTest(start, order: order) === back)
      front.bounds.size = Size(width: 8, height: 8)
      root.sublayers = [back, front]
      front.onContains = { root.sublayers = nil }
      #expect(root.hitTest(start, order: order) == nil && root.sublayers == nil)
    }
    let mask = Obedient(0, 0, 8, 8)
    let masked = white(0, 0, 8, 8)
    root.addSublayer(masked)
    masked.mask = mask
    mask.onContains = { masked.mask = nil }
    #expect(root.hitTest(Point(x: 4, y: 4), order: .drawing) === masked && masked.mask == nil)
  }

  @Test("L07 a router whose hit test comes back to it follows the later finger")
  func containsThatTouches() {
    let front = Obedient(0, 0, 8, 8)
    let router = TouchRouter(root: root)
    var heard: [String] = []
    front.touchHandler = { heard.append("\($0.finger) \($0.phase) \($0.location.x.rounded)") }
    root.addSublayer(front)
    front.onContains = {
      front.onContains = nil
      router.handle(finger: 1, phase: .began, at: Point(x: 2, y: 2))
    }
    router.handle(finger: 1, phase: .began, at: Point(x: 4, y: 4))
    router.handle(finger: 1, phase: .ended, at: Point(x: 5, y: 4))
    #expect(heard == ["1 began 2", "1 ended 5"])
  }
}
