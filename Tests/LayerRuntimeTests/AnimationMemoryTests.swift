import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Memory of animations")
struct AnimationMemoryTests {
  /// So many places, all 0 but the last.
  private func list(_ count: Int, _ end: Fixed) -> [Fixed] { [Fixed](repeating: 0, count: count - 1) + [end] }

  private func gradient(_ locations: [Fixed]) -> GradientLayer {
    let layer = GradientLayer()
    layer.frame = Rect(x: 0, y: 0, width: 8, height: 8)
    layer.locations = locations
    return layer
  }

  private func end(_ layer: GradientLayer) -> Fixed? { layer.presentation()?.value(forKey: "locations")?.numbers?.last }

  @Test("L80 lists of 64 elements are animated implicitly; one of more changes at once, and is counted")
  func longLists() {
    let layer = gradient(list(64, 0))
    let stage = AnimationStage(layer)
    stage.draw(1000)
    layer.locations = list(64, 1)
    stage.draw(2000)
    stage.draw(2125)
    #expect(end(layer).map { $0 > 0 && $0 < 1 } == true && stage.compositor.overflow.animations == 0)
    stage.draw(3000)
    layer.locations = list(65, 0)
    #expect(layer.animation(forKey: "locations") != nil)
    stage.draw(4000)
    stage.draw(5000)
    #expect(layer.animation(forKey: "locations") == nil && stage.compositor.overflow.animations == 0)
    layer.locations = list(65, 1)
    #expect(layer.animation(forKey: "locations") == nil)
    stage.draw(5001)
    #expect(end(layer) == 1 && stage.compositor.overflow.animations == 1)
  }

  @Test("L80 of more lists at once than there is memory for the last ones change at once; what ends gives it back")
  func manyLists() {
    let stage = AnimationStage(capacities: CompositorCapacities(animations: 16))
    let layers = (0..<3).map { _ in gradient(list(4, 0)) }
    for layer in layers { stage.root.addSublayer(layer) }
    stage.draw(1000)
    for round in 0..<2 {
      for layer in layers { layer.locations = list(4, round == 0 ? 1 : 0) }
      #expect(layers.map { $0.animation(forKey: "locations") != nil } == [true, true, false])
      stage.draw(2000 + 1000 * round)
      stage.draw(2500 + 1000 * round)
      #expect(layers.allSatisfy { $0.animation(forKey: "locations") == nil && end($0) == (round == 0 ? 1 : 0) })
      #expect(stage.compositor.overflow.animations == round + 1)
    }
  }

  @Test("L80 a list that is replaced between goes on from what was shown, whatever takes the memory of the former one")
  func replacedLists() {
    let (a, b) = (gradient(list(4, 0)), gradient(list(4, 0.5)))
    let stage = AnimationStage(a)
    stage.root.addSublayer(b)
    stage.draw(1000)
    Transaction.animationTimingFunction = .linear
    a.locations = list(4, 1)
    stage.draw(2000)
    stage.draw(2125)
    #expect(end(a) == 0.5)
    Transaction.animationTimingFunction = .linear
    a.locations = list(4, 0)
    b.locations = list(4, 1)
    stage.draw(2125)
    #expect(end(a) == 0.5 && end(b) == 0.5)
    stage.draw(2250)
    #expect(end(a) == 0.25 && end(b) == 0.75)
  }

  @Test("L43 L82 in six copies that are later a path shows what the first one did, in memory of their own")
  func copies() {
    let (replicator, shape) = (ReplicatorLayer(), ShapeLayer())
    let stage = AnimationStage(replicator)
    (replicator.backgroundColor, replicator.instanceCount) = (nil, 6)
    replicator.instanceDelay = .milliseconds(100)
    replicator.instanceTransform = Transform3D(translationX: 12, y: 0, z: 0)
    (shape.path, shape.fillColor) = (Path(rect: Rect(x: 0, y: 0, width: 10, height: 2)), .white)
    replicator.addSublayer(shape)
    stage.draw(900)
    let grow = BasicAnimation(keyPath: "path")
    (grow.toValue, grow.duration) = (.path(Path(rect: Rect(x: 0, y: 0, width: 10, height: 52))), .seconds(1))
    grow.fillMode = .both
    grow.isRemovedOnCompletion = false
    shape.add(grow, forKey: nil)
    stage.draw(1000)
    for time in [1500, 1800, 1900] {
      stage.draw(time)
      for copy in 0..<6 {
        let height = 2 + Swift.min(1000, Swift.max(0, time - 1000 - 100 * copy)) / 20
        #expect((0..<60).filter { stage.color(12 * copy + 5, $0) == 0xFF_FFFF }.count == height, "\(time), \(copy)")
      }
    }
  }

  @Test("L43 L80 an implicit animation of a list has memory for each copy that is later, or the list changes at once")
  func implicitCopies() {
    let (replicator, sample) = (ReplicatorLayer(), gradient(list(4, 0)))
    let stage = AnimationStage(replicator, capacities: CompositorCapacities(animations: 64))
    replicator.instanceDelay = .milliseconds(100)
    replicator.addSublayer(sample)
    stage.draw(1000)
    // Of eight, seven copies and the layer itself take all, and give all back.
    for (round, count) in [7, 7, 8].enumerated() {
      replicator.instanceCount = count
      stage.draw(1999 + 2000 * round)
      sample.locations = list(4, round == 1 ? 0 : 1)
      #expect((sample.animation(forKey: "locations") != nil) == (count == 7), "\(round)")
      for time in [0, 125, 600, 1500] { stage.draw(2000 + 2000 * round + time) }
      #expect(sample.animation(forKey: "locations") == nil)
    }
    #expect(stage.compositor.overflow.animations == 1)
  }

  @Test("L60 L84 a vector of a filter by key path is between two lists, and the matrix follows it and back")
  func vectors() {
    let stage = AnimationStage()
    stage.layer.filters = [Filter(.colorMatrix, name: "look")]
    stage.draw(1000)
    let turn = BasicAnimation(keyPath: "filters.look.inputRVector")
    (turn.fromValue, turn.toValue) = (.numbers([1, 0, 0, 0]), .numbers([0, 0, 0, 0]))
    turn.duration = .seconds(1)
    stage.layer.add(turn, forKey: nil)
    stage.draw(2000)
    stage.draw(2500)
    #expect([0x7F_FFFF, 0x80_FFFF].contains(stage.color(5, 5)))
    #expect(stage.layer.filters?[0].matrix == .identity)
    var look = Filter(.colorMatrix, name: "look")
    look.matrix.green.bias = 0.5
    stage.layer.filters = [look]
    #expect(stage.layer.value(forKeyPath: "filters.look.inputBiasVector")?.numbers == [0, 0.5, 0, 0])
    #expect(stage.layer.setValue([0, 0, 1, 0], forKeyPath: "filters.look.inputGVector"))
    #expect(stage.layer.filters?[0].matrix.green.blue == 1 && stage.layer.filters?[0].matrix.green.bias == 0.5)
  }

  @Test(
    "L82 animations that were added before there is a compositor run from its first frame on, and again in a later one")
  func earlyAnimations() {
    let (root, layer) = (makeLayer(0, 0, 20, 20), makeLayer(0, 0, 10, 10))
    root.addSublayer(layer)
    let display = TestDisplay(width: 20, height: 20)
    for _ in 0..<2 {
      let fade = BasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0, 1, .seconds(1))
      layer.add(fade, forKey: "fade")
      let compositor = Compositor(root: root, width: 20, height: 20)
      #expect(layer.animation(forKey: "fade") != nil)
      compositor.drawFrame(at: .seconds(5), into: display.memory)
      #expect(layer.presentation()?.opacity == 0 && compositor.nextFrameTime != nil)
      compositor.drawFrame(at: .milliseconds(5500), into: display.memory)
      #expect(layer.presentation()?.opacity == 0.5)
      compositor.drawFrame(at: .seconds(6), into: display.memory)
      #expect(layer.animationKeys() == nil && compositor.animator.isIdle)
      layer.add(fade, forKey: "fade")
      compositor.drawFrame(at: .seconds(7), into: display.memory)
    }
  }

  @Test(
    "L07 a layer whose last animation gave way to a change at once is looked at no more when it, or its display, goes")
  func changedAtOnce() {
    func changeAtOnce(_ layer: Layer) {
      layer.position.x = 45
      #expect(layer.animationKeys() == ["position"])
      Transaction.begin()
      Transaction.animationDuration = .zero
      layer.position.x = 15
      Transaction.commit()
      #expect(layer.animationKeys() == nil)
    }
    let stage = AnimationStage()
    changeAtOnce(stage.layer)
    stage.layer.removeFromSuperlayer()
    #expect(stage.compositor.animator.isIdle)
    // What the next display animates does not depend on what the one before it listed.
    let (root, layer) = (makeLayer(0, 0, 80, 60), makeLayer(0, 0, 10, 10))
    root.addSublayer(layer)
    for _ in 0..<2 {
      let compositor = Compositor(root: root, width: 80, height: 60)
      func draw(_ time: Int) {
        compositor.drawFrame(at: .milliseconds(time), into: stage.display.memory)
      }
      draw(0)
      layer.position.x = 5 + layer.position.x
      let end = layer.position.x
      draw(0)
      draw(125)
      #expect(!compositor.animator.isIdle)
      let place = layer.presentation()?.position.x ?? end
      #expect(place > end - 5 && place < end)
      changeAtOnce(layer)
      withExtendedLifetime(compositor) {}
    }
  }
}
