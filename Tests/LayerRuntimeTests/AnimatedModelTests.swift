import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// What the random trees with animations have found.
@Suite("Animations and the model")
struct AnimatedModelTests {
  private func animate(_ layer: Layer, _ key: String, from: Value, to: Value) {
    let animation = BasicAnimation(keyPath: key)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, .seconds(1))
    layer.add(animation, forKey: key)
  }

  @Test("L84 a replicator whose depth is animated asks for no frame after a frame, and keeps its depth")
  func depth() {
    let replicator = ReplicatorLayer()
    let stage = AnimationStage(replicator)
    animate(replicator, "preservesDepth", from: true, to: true)
    stage.draw(0)
    stage.draw(100)
    #expect(!stage.compositor.needsFrame && !replicator.preservesDepth)
    #expect(stage.layer.presentation()?.value(forKey: "preservesDepth") == .bool(false))
    replicator.preservesDepth = true
    #expect(replicator.preservesDepth && stage.compositor.needsFrame)
  }

  @Test("L84 a tiled layer keeps its tiles while their size is animated: it is not")
  func tiles() {
    let tiled = TiledSketchLayer()
    let stage = AnimationStage(tiled)
    stage.draw(0)
    let former = tiled.cache
    #expect(former != nil)
    animate(tiled, "tileSize", from: .size(Size(width: 20, height: 20)), to: .size(Size(width: 40, height: 20)))
    animate(tiled, "cacheCapacity", from: 2, to: 3)
    stage.draw(0)
    stage.draw(100)
    #expect(tiled.cache === former && !stage.compositor.needsFrame)
    #expect(tiled.tileSize == Size(width: 16, height: 16))
  }
}
