import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct LifetimeTests {
  @Test("L01 a superlayer that goes first leaves its sublayers without one")
  func superlayerFirst() {
    var gone: [String] = []
    let kept = Layer()
    do {
      let top = Witness { gone.append("top") }
      top.addSublayer(kept)
      #expect(kept.superlayer === top)
    }
    #expect(gone == ["top"])
    #expect(kept.superlayer == nil && kept.root === kept)
    kept.position = Point(x: 1, y: 2)
    #expect(kept.convert(Point.zero, to: nil) == Point(x: 1, y: 2))
  }

  @Test("L01 a superlayer keeps its sublayers, and they go with it, from the top down")
  func everythingTogether() {
    var gone: [String] = []
    do {
      let top = Witness { gone.append("top") }
      let middle = Witness { gone.append("middle") }
      top.addSublayer(middle)
      middle.addSublayer(Witness { gone.append("leaf") })
    }
    #expect(gone == ["top", "middle", "leaf"])
  }

  @Test("L01 a removed layer that nobody else holds goes at once; the layers around it stay right")
  func removedOnes() {
    var gone = 0
    let top = Layer()
    top.addSublayer(Witness { gone += 1 })
    top.addSublayer(Witness { gone += 1 })
    top.children[0].removeFromSuperlayer()
    #expect(gone == 1 && top.children.count == 1 && top.children[0].superlayer === top)
    top.sublayers = nil
    #expect(gone == 2)
  }

  @Test("L01 the middle of a chain can go while its ends are held")
  func middleOfAChain() {
    var gone = 0
    let (top, leaf) = (Layer(), Layer())
    do {
      let middle = Witness { gone += 1 }
      top.addSublayer(middle)
      middle.addSublayer(leaf)
    }
    #expect(gone == 0 && leaf.root === top)
    leaf.superlayer?.removeFromSuperlayer()
    #expect(gone == 1 && leaf.superlayer == nil && top.sublayers == nil)
  }

  @Test("L01 every order of letting go of three nested layers is safe", arguments: 0..<6)
  func everyOrder(_ permutation: Int) {
    var gone = 0
    var held: [Layer?] = (0..<3).map { _ in Witness { gone += 1 } }
    held[0]?.addSublayer(held[1]!)
    held[1]?.addSublayer(held[2]!)
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for index in orders[permutation] {
      held[index] = nil
      for layer in held { _ = layer?.root.sublayers?.first?.superlayer?.name }
    }
    #expect(gone == 3)
  }

  @Test("L07 a layer may be removed and let go of from its own touch handler")
  func removalFromTheHandler() {
    var gone = 0
    var phases: [Touch.Phase] = []
    let root = makeLayer(0, 0, 100, 100)
    let router = TouchRouter(root: root)
    do {
      let button = Witness { gone += 1 }
      button.frame = Rect(x: 0, y: 0, width: 50, height: 50)
      button.touchHandler = { touch in
        phases.append(touch.phase)
        if touch.phase == .began { touch.layer.removeFromSuperlayer() }
        if touch.phase == .cancelled { root.addSublayer(named("after")) }
      }
      root.addSublayer(button)
    }
    router.handle(finger: 1, phase: .began, at: Point(x: 10, y: 10))
    #expect(gone == 1)
    #expect(phases == [.began, .cancelled])
    #expect(names(root.sublayers) == ["after"])
    router.handle(finger: 1, phase: .ended, at: Point(x: 10, y: 10))
    #expect(phases.count == 2)
  }

  @Test("L07 a router that goes leaves its root usable")
  func routerFirst() {
    let root = makeLayer(0, 0, 10, 10)
    do { _ = TouchRouter(root: root) }
    #expect(root.touchRouter == nil)
    root.addSublayer(Layer())
    root.sublayers = nil
  }
}
