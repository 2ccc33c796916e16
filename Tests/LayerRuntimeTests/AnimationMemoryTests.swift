import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Memory of animations")
struct AnimationMemoryTests {
  /// A line to the right in so many pieces, and down at its end.
  private func line(_ count: Int, _ end: Fixed) -> Path {
    var path = Path()
    path.move(to: .zero)
    for i in 1..<count { path.addLine(to: Point(x: Fixed(i), y: i == count - 1 ? end : 0)) }
    return path
  }

  private func end(_ shape: ShapeLayer) -> Fixed? { shape.presentation()?.value(forKey: "path")?.path?.bounds?.maxY }

  @Test("L80 paths of 64 elements are animated implicitly; one of more changes at once, and is counted")
  func longPaths() {
    let shape = ShapeLayer()
    let stage = AnimationStage(shape)
    shape.path = line(64, 0)
    stage.draw(1000)
    shape.path = line(64, 8)
    stage.draw(2000)
    stage.draw(2125)
    #expect(end(shape).map { $0 > 2 && $0 < 7 } == true && stage.compositor.overflow.animations == 0)
    shape.path = line(65, 0)
    // Of another structure: it is there at the half.
    stage.draw(3000)
    stage.draw(4000)
    let before = stage.compositor.overflow.animations
    shape.path = line(65, 8)
    #expect(shape.animation(forKey: "path") == nil)
    stage.draw(4001)
    #expect(end(shape) == 8 && stage.compositor.overflow.animations == before + 1)
  }

  @Test("L80 of more paths at once than there is memory for the last ones change at once; what ends gives it back")
  func manyPaths() {
    let stage = AnimationStage(capacities: CompositorCapacities(animations: 16))
    let shapes = (0..<3).map { _ in ShapeLayer() }
    for shape in shapes {
      shape.path = line(4, 0)
      stage.root.addSublayer(shape)
    }
    stage.draw(1000)
    for round in [0, 1] as [Fixed] {
      for shape in shapes { shape.path = line(4, 8 - round * 8) }
      #expect(shapes.map { $0.animation(forKey: "path") != nil } == [true, true, false])
      stage.draw(2000 + 1000 * round.floor)
      stage.draw(2500 + 1000 * round.floor)
      #expect(shapes.allSatisfy { $0.animation(forKey: "path") == nil && end($0) == 8 - round * 8 })
      #expect(stage.compositor.overflow.animations == round.floor + 1)
    }
  }

  @Test("L80 a path that is replaced between goes on from what was shown, whatever takes the memory of the former one")
  func replacedPaths() {
    let (a, b) = (ShapeLayer(), ShapeLayer())
    let stage = AnimationStage(a)
    stage.root.addSublayer(b)
    (a.path, b.path) = (line(4, 0), line(4, 100))
    stage.draw(1000)
    Transaction.animationTimingFunction = .linear
    a.path = line(4, 8)
    stage.draw(2000)
    stage.draw(2125)
    #expect(end(a) == 4)
    Transaction.animationTimingFunction = .linear
    a.path = line(4, 0)
    b.path = line(4, 50)
    stage.draw(2125)
    #expect(end(a) == 4 && end(b) == 100)
    stage.draw(2250)
    #expect(end(a) == 2 && end(b) == 75)
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
    "L45 L83 tiles on a layer whose time is slowed come as it moves, and on one that is paused nothing moves or wakes")
  func tiles() {
    let (moved, still) = (MapStage(), MapStage())
    func draw(_ milliseconds: Int) {
      repeat {
        moved.stage.compositor.drawFrame(at: .milliseconds(milliseconds), into: moved.stage.display.memory)
      } while moved.stage.compositor.needsFrame
    }
    func expect(_ x: Fixed) {
      still.window.bounds.origin.x = x
      still.settle()
      #expect(moved.pixels == still.pixels, "at \(x)")
    }
    Transaction.disableActions = true
    draw(1000)
    moved.window.speed = 0.5
    let move = BasicAnimation(keyPath: "bounds.origin.x")
    (move.fromValue, move.toValue, move.duration) = (0, 512, .seconds(1))
    moved.window.add(move, forKey: "move")
    draw(2000)
    _ = moved.map.takeDrawn()
    draw(3000)
    expect(256)
    #expect(!moved.map.takeDrawn().isEmpty && moved.stage.compositor.nextFrameTime != nil)
    moved.window.timeOffset = moved.window.convertTime(.seconds(3), from: nil)
    (moved.window.speed, moved.window.beginTime) = (0, .zero)
    draw(3000)
    draw(9000)
    expect(256)
    #expect(moved.map.takeDrawn().isEmpty && moved.stage.compositor.nextFrameTime == nil)
  }
}
