import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Implicit animations")
struct ImplicitAnimationTests {
  @Test("L80 a property that is set is reached in a quarter of a second, and the layer says so at once")
  func position() {
    let stage = AnimationStage()
    stage.layer.position.x = 45
    #expect(stage.layer.position.x == 45)
    #expect(stage.shown(100) { $0.position.x } == 5, "begins with the first frame")
    let half = stage.shown(225) { $0.position.x }
    #expect(half.map { $0 > 25 && $0 < 45 } == true, "ease: more than half at the half")
    #expect(stage.shown(349) { $0.position.x }.map { $0 > 44 && $0 < 45 } == true)
    #expect(stage.shown(350) { $0.position.x } == 45 && stage.left == 40)
    #expect(stage.layer.animationKeys() == nil && stage.compositor.nextFrameTime == nil)
  }

  @Test("L80 setting what a property is starts nothing")
  func equal() {
    let stage = AnimationStage()
    (stage.layer.position, stage.layer.opacity) = (stage.layer.position, 1)
    #expect(stage.layer.animationKeys() == nil && stage.compositor.nextFrameTime == nil)
  }

  @Test("L80 a change in flight goes on from what is shown")
  func retarget() throws {
    let stage = AnimationStage()
    stage.layer.position.x = 45
    stage.draw(0)
    let shown = try #require(stage.shown(100) { $0.position.x })
    #expect(shown > 5 && shown < 45)
    stage.layer.position.x = 5
    #expect(stage.shown(100) { $0.position.x } == shown)
    #expect(stage.shown(116) { $0.position.x }.map { $0 < shown } == true)
    #expect(stage.shown(350) { $0.position.x } == 5)
  }

  @Test("L80 without a time, outside of a tree and before it is shown nothing is animated")
  func without() {
    let stage = AnimationStage()
    let other = makeLayer(20, 20, 10, 10)
    other.opacity = 0.5
    stage.root.addSublayer(other)
    other.opacity = 0.25
    #expect(other.animationKeys() == nil)
    let (root, display) = (makeLayer(0, 0, 8, 8), TestDisplay(width: 8, height: 8))
    let compositor = Compositor(root: root, width: 8, height: 8)
    compositor.drawFrame(into: display.memory)
    root.backgroundColor = .white
    compositor.drawFrame(into: display.memory)
    #expect(display.pixel(4, 4) & 0xFF_FFFF == 0xFF_FFFF && root.animationKeys() == nil)
  }

  @Test("L80 the delegate is asked first, then actions, style and class; null ends the search")
  func search() {
    final class Asked: LayerDelegate {
      var answer: (any Action)?
      override func action(for layer: Layer, forKey key: String) -> (any Action)? { answer }
    }
    final class Own: Layer {
      static var classAction: BasicAnimation {
        let animation = BasicAnimation(keyPath: "opacity")
        animation.duration = .seconds(4)
        return animation
      }
      override class func defaultAction(forKey key: String) -> (any Action)? { key == "opacity" ? classAction : nil }
    }
    let stage = AnimationStage(Own())
    func duration() -> Duration? {
      stage.layer.removeAllAnimations()
      stage.layer.opacity = stage.layer.opacity == 1 ? 0.5 : 1
      return stage.layer.animation(forKey: "opacity")?.duration
    }
    func animation(_ seconds: Int) -> BasicAnimation {
      let animation = BasicAnimation(keyPath: "opacity")
      animation.duration = .seconds(seconds)
      return animation
    }
    #expect(duration() == .seconds(4))
    let style = LayerStyle()
    style.actions["opacity"] = animation(3)
    stage.layer.style = LayerStyle(base: style)
    #expect(duration() == .seconds(3))
    stage.layer.actions = ["opacity": animation(2)]
    #expect(duration() == .seconds(2))
    let delegate = Asked()
    stage.layer.delegate = delegate
    #expect(duration() == .seconds(2))
    delegate.answer = animation(1)
    #expect(duration() == .seconds(1))
    delegate.answer = NullAction.shared
    #expect(duration() == nil)
    withExtendedLifetime(delegate) {}
  }

  @Test("L72 a custom key has an action, is animated, and is drawn where the class says so")
  func custom() {
    final class Dial: Layer {
      var drawn: [Fixed] = []
      override class func needsDisplay(forKey key: String) -> Bool { key == "angle" }
      override func draw(in context: DrawingContext) { drawn.append(value(forKey: "angle")?.fixed ?? -1) }
    }
    let dial = Dial()
    let stage = AnimationStage(dial)
    let action = BasicAnimation(keyPath: "angle")
    action.duration = .milliseconds(200)
    dial.setValue(.fixed(0), forKey: "angle")
    stage.draw(0)
    #expect(dial.drawn == [0])
    dial.actions = ["angle": action]
    dial.setValue(.fixed(10), forKey: "angle")
    for time in [0, 50, 100, 200, 300] { stage.draw(time) }
    #expect(dial.drawn.last == 10 && dial.drawn.contains(5) && dial.drawn.contains(2.5), "\(dial.drawn)")
    let count = dial.drawn.count
    stage.draw(400)
    #expect(dial.drawn.count == count)
  }

  @Test("L80 what finds no animation changes at once and is counted")
  func overflow() {
    let stage = AnimationStage(capacities: CompositorCapacities(animations: 1))
    stage.layer.position.x = 45
    stage.layer.opacity = 0.5
    stage.draw(0)
    #expect(stage.layer.animationKeys() == ["position"] && stage.compositor.overflow.animations == 1)
    stage.draw(250)
    stage.layer.opacity = 1
    #expect(stage.layer.animationKeys() == ["opacity"])
  }

  @Test("L80 animations that the program holds on to do not take those that are there for others")
  func heldAnimations() {
    let stage = AnimationStage(capacities: CompositorCapacities(animations: 2))
    var held: Animation?
    for round in 1...8 {
      stage.layer.opacity = round % 2 == 0 ? 1 : 0.5
      #expect(stage.layer.animationKeys() == ["opacity"], "round \(round)")
      held = stage.layer.animation(forKey: "opacity")
      stage.draw(1000 * round)
      stage.draw(1000 * round + 500)
    }
    #expect(stage.compositor.overflow.animations == 0)
    withExtendedLifetime(held) {}
  }

  @Test("L80 where all animations are in use the property's own one makes room: it goes on from what is shown")
  func fullRetarget() throws {
    let stage = AnimationStage(capacities: CompositorCapacities(animations: 1))
    stage.layer.position.x = 45
    stage.draw(0)
    let shown = try #require(stage.shown(100) { $0.position.x })
    stage.layer.position.x = 5
    #expect(stage.layer.animationKeys() == ["position"] && stage.compositor.overflow.animations == 0)
    #expect(stage.shown(100) { $0.position.x } == shown && shown > 5)
    #expect(stage.shown(350) { $0.position.x } == 5 && stage.layer.animationKeys() == nil)
  }

  @Test("L81 transactions say how long, by which curve, and whether at all")
  func transactions() {
    let stage = AnimationStage()
    Transaction.begin()
    Transaction.animationDuration = .seconds(1)
    Transaction.animationTimingFunction = .linear
    Transaction.begin()
    Transaction.disableActions = true
    stage.layer.opacity = 0.5
    Transaction.commit()
    #expect(!Transaction.disableActions)
    stage.layer.position.x = 45
    Transaction.commit()
    #expect(Transaction.animationDuration == .milliseconds(250))
    #expect(stage.layer.animationKeys() == ["position"])
    stage.draw(0)
    #expect(stage.shown(500) { $0.position.x } == 25 && stage.shown(1000) { $0.position.x } == 45)
  }

  @Test("L81 outside of a transaction what is said holds until the next frame")
  func implicitTransaction() {
    let stage = AnimationStage()
    Transaction.disableActions = true
    stage.layer.opacity = 0.5
    #expect(stage.layer.animationKeys() == nil)
    stage.draw(16)
    stage.layer.opacity = 1
    #expect(stage.layer.animationKeys() == ["opacity"])
  }

  @Test("L81 completions come once, inner ones first, after the last animation, and without one at the commit")
  func completion() {
    let stage = AnimationStage()
    var log: [String] = []
    Transaction.begin()
    Transaction.completion = { log.append("outer") }
    Transaction.begin()
    Transaction.completion = { log.append("inner") }
    Transaction.animationDuration = .milliseconds(100)
    stage.layer.opacity = 0.5
    Transaction.commit()
    stage.layer.position.x = 45
    Transaction.commit()
    #expect(log.isEmpty)
    for time in [0, 100, 200] { stage.draw(time) }
    #expect(log == ["inner"])
    stage.draw(250)
    stage.draw(1000)
    #expect(log == ["inner", "outer"])
    Transaction.begin()
    Transaction.completion = { log.append("nothing") }
    Transaction.commit()
    #expect(log.last == "nothing")
    Transaction.begin()
    Transaction.completion = { log.append("removed") }
    stage.layer.position.x = 5
    Transaction.commit()
    stage.layer.removeFromSuperlayer()
    stage.draw(1016)
    stage.draw(2000)
    #expect(log == ["inner", "outer", "nothing", "removed"])
  }

  @Test("L81 values by key are those of the transaction or of the one around it")
  func values() {
    Transaction.begin()
    Transaction.setValue(.integer(1), forKey: "a")
    Transaction.begin()
    #expect(Transaction.value(forKey: "a") == .integer(1))
    Transaction.setValue(.integer(2), forKey: "a")
    #expect(Transaction.value(forKey: "a") == .integer(2))
    Transaction.commit()
    #expect(Transaction.value(forKey: "a") == .integer(1))
    Transaction.commit()
    #expect(Transaction.value(forKey: "a") == nil)
  }

  @Test("L90 views change at once, and within animate with its time")
  func views() {
    let stage = AnimationStage()
    let view = View(frame: Rect(x: 20, y: 20, width: 10, height: 10))
    stage.root.addSublayer(view.layer)
    stage.draw(0)
    view.center.x = 30
    #expect(view.layer.animationKeys() == nil)
    var ended: [Bool] = []
    View.animate(withDuration: .seconds(1), delay: .seconds(1), options: .curveLinear) {
      view.center.x = 50
      View.performWithoutAnimation { view.alpha = 0.5 }
    } completion: {
      ended.append($0)
    }
    #expect(view.layer.animationKeys() == ["position"])
    stage.draw(0)
    #expect(view.layer.presentation()?.position.x == 30)
    stage.draw(1500)
    #expect(view.layer.presentation()?.position.x == 40 && ended.isEmpty)
    stage.draw(2000)
    #expect(ended == [true])
    View.animate(withDuration: .seconds(1), usingSpringWithDamping: 0.5) {
      view.center.x = 20
    } completion: {
      ended.append($0)
    }
    var furthest: Fixed = 100
    for time in stride(from: 2000, to: 3000, by: 20) {
      stage.draw(time)
      furthest = Swift.min(furthest, view.layer.presentation()?.position.x ?? 100)
    }
    #expect(furthest < 18 && furthest > 10, "swings beyond: \(furthest)")
    view.layer.removeAllAnimations()
    stage.draw(3000)
    #expect(ended == [true, false])
  }

  @Test(
    "L80 L82 lists of colours and of numbers are animated from one to the other, by themselves and as lists of values")
  func lists() {
    let sky = GradientLayer()
    sky.colors = [.black, .white]
    let stage = AnimationStage(sky)
    sky.colors = [.white, .white]
    stage.draw(0)
    let first = stage.shown(125) { $0.value(forKey: "colors")?.colors }
    #expect(first??.count == 2 && (1...254).contains(first??[0].red ?? 0) && first??[1] == .white)
    #expect(sky.colors == [.white, .white] && sky.value(forKey: "colors") == [.color(.white), .color(.white)])
    #expect(stage.shown(500) { $0.value(forKey: "colors")?.colors } == [.white, .white])
    let move = BasicAnimation(keyPath: "locations")
    (move.fromValue, move.toValue, move.duration) = ([0, 1], [0.5, 1], .seconds(1))
    sky.add(move, forKey: nil)
    stage.draw(1000)
    #expect(stage.shown(1500) { $0.value(forKey: "locations")?.numbers } == [0.25, 1])
    // Of another number of them nothing lies between.
    move.toValue = [0.5, 0.75, 1]
    sky.removeAllAnimations()
    sky.add(move, forKey: nil)
    stage.draw(2000)
    #expect(stage.shown(2400) { $0.value(forKey: "locations")?.numbers } == [0, 1])
    #expect(stage.shown(2600) { $0.value(forKey: "locations")?.numbers } == [0.5, 0.75, 1])
  }
}
