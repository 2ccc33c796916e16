import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct CallbackTests {
  private let stage = Stage()
  private var root: Layer { stage.root }

  // MARK: What a setter calls

  @Test("L07 onNeedsFrame may read and set anything of the layer whose property is being set, which has its new value")
  func needsFrameWhileSetting() {
    let layer = white(0, 0, 8, 8)
    root.addSublayer(layer)
    var path = Path()
    path.move(to: .zero)
    let image = TestImage(width: 1, height: 1) { _, _ in 0 }
    let sets: [(key: String, value: Value)] = [
      ("contentsGravity", "center"), ("contentsRect", .rect(Rect(x: 0, y: 0, width: 0.5, height: 1))),
      ("contentsCenter", .rect(Rect(x: 0, y: 0, width: 0.5, height: 1))), ("contentsScale", 2),
      ("minificationFilter", "nearest"), ("magnificationFilter", "nearest"), ("allowsGroupOpacity", false),
      ("isDoubleSided", false), ("shouldRasterize", true), ("rasterizationScale", 2), ("shadowColor", .color(.white)),
      ("shadowOpacity", 1), ("shadowRadius", 1), ("shadowOffset", .size(Size(width: 1, height: 1))),
      ("shadowPath", .path(path)), ("compositingFilter", "multiply"), ("contents", .image(image.image, owner: image)),
      ("position", .point(Point(x: 5, y: 5))), ("bounds", .rect(Rect(x: 0, y: 0, width: 5, height: 5))),
      ("zPosition", 3), ("opacity", 0.5), ("cornerRadius", 3),
    ]
    for (key, value) in sets {
      stage.show()
      var seen: Value?
      stage.compositor.onNeedsFrame = {
        seen = layer.value(forKey: key)
        for (other, value) in sets where other != key { layer.setValue(value, forKey: other) }
        layer.removeFromSuperlayer()
        root.addSublayer(layer)
        for (other, _) in sets where other != key { layer.setValue(nil, forKey: other) }
      }
      layer.setValue(value, forKey: key)
      #expect(seen != nil && "\(seen!)" == "\(layer.value(forKey: key)!)", "\(key)")
      stage.compositor.onNeedsFrame = nil
      layer.setValue(nil, forKey: key)
    }
  }

  @Test("L07 each change of the tree is complete when onNeedsFrame and touch handlers hear of it")
  func needsFrameWhileMoving() {
    let (a, b, c) = (named("a"), named("b"), named("c"))
    let operations: [(String, () -> Void, [String], String?)] = [
      ("add", { root.addSublayer(c) }, ["a", "b", "c"], nil),
      ("insert", { root.insertSublayer(c, at: 0) }, ["c", "a", "b"], nil),
      ("above", { root.insertSublayer(c, above: a) }, ["a", "c", "b"], nil),
      ("replace", { root.replaceSublayer(a, with: c) }, ["c", "b"], nil),
      ("remove", { b.removeFromSuperlayer() }, ["a"], nil), ("assign", { root.sublayers = [c, a] }, ["c", "a"], nil),
      ("mask", { root.mask = a }, ["b"], "a"), ("depth", { a.zPosition = 2 }, ["a", "b"], nil),
    ]
    for (name, operation, sublayers, mask) in operations {
      root.mask = nil
      root.sublayers = [a, b]
      c.removeFromSuperlayer()
      stage.show()
      var heard: [String] = []
      var heardMask: String?
      stage.compositor.onNeedsFrame = {
        heard = names(root.sublayers)
        heardMask = root.mask?.name
        root.sublayers = nil
        root.mask = nil
      }
      operation()
      stage.compositor.onNeedsFrame = nil
      #expect(heard == sublayers && heardMask == mask, "\(name)")
      #expect(root.sublayers == nil && [a, b, c].allSatisfy { $0.superlayer == nil }, "\(name)")
      stage.show()
      #expect(!stage.compositor.needsFrame, "\(name)")
    }
  }

  @Test("L07 a compositor's onNeedsFrame may replace itself, and what it holds may end by that")
  func needsFrameReplaced() {
    stage.show()
    var calls = 0
    let compositor = stage.compositor
    do {
      let will = LastWill { compositor.onNeedsFrame = { calls += 10 } }
      compositor.onNeedsFrame = {
        calls += 1
        compositor.onNeedsFrame = nil
        withExtendedLifetime(will) {}
      }
    }
    root.opacity = 0.5
    #expect(calls == 1)
    stage.show()
    root.opacity = 1
    #expect(calls == 11)
    compositor.onNeedsFrame = nil
  }
}
