import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Explicit animations")
struct ExplicitAnimationTests {
  private func basic(_ keyPath: String, _ from: Value?, _ to: Value?, by: Value? = nil) -> BasicAnimation {
    let animation = BasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
    animation.duration = .seconds(1)
    return animation
  }

  @Test("L82 from, to and by in all combinations", arguments: 0..<7)
  func ends(_ mask: Int) {
    let stage = AnimationStage()
    stage.layer.borderWidth = 0
    Transaction.disableActions = true
    stage.layer.cornerRadius = 4
    stage.draw(0)
    let all =
      [(1, 3, nil), (1, nil, 6), (nil, 3, 1), (1, nil, nil), (nil, 3, nil), (nil, nil, 2), (nil, nil, nil)]
      as [(Fixed?, Fixed?, Fixed?)]
    let half = [2, 4, 2.5, 2.5, 3.5, 5, 4] as [Fixed]
    let (from, to, by) = all[mask]
    let animation = basic("cornerRadius", from.map { .fixed($0) }, to.map { .fixed($0) }, by: by.map { .fixed($0) })
    stage.layer.add(animation, forKey: "a")
    stage.draw(0)
    #expect(stage.shown(500) { $0.cornerRadius } == half[mask])
    #expect(stage.shown(1000) { $0.cornerRadius } == 4 && stage.layer.cornerRadius == 4)
  }

  @Test("L84 delegates hear of beginning and end; a key takes the place of its former animation")
  func delegates() {
    let stage = AnimationStage()
    let log = AnimationLog()
    let animation = basic("opacity", 0, 1)
    animation.delegate = log
    stage.layer.add(animation, forKey: "fade")
    #expect(log.entries.isEmpty)
    stage.draw(0)
    stage.draw(16)
    #expect(log.entries == ["start"])
    stage.layer.add(animation, forKey: "fade")
    stage.draw(32)
    stage.draw(48)
    #expect(log.entries == ["start", "stop", "start"])
    stage.draw(1032)
    #expect(log.entries == ["start", "stop", "start", "end"] && stage.layer.animationKeys() == nil)
    // What the layer has is a copy.
    stage.layer.add(animation, forKey: "fade")
    #expect(stage.layer.animation(forKey: "fade") !== animation)
    stage.layer.removeAnimation(forKey: "fade")
    stage.draw(1048)
    #expect(log.entries.last == "stop")
  }

  @Test("L83 L84 one that is not removed stays as its fill mode says, and ends once")
  func fill() {
    let stage = AnimationStage()
    let log = AnimationLog()
    let animation = basic("opacity", 0, 0.5)
    (animation.fillMode, animation.isRemovedOnCompletion, animation.delegate) = (.forwards, false, log)
    stage.layer.add(animation, forKey: "fade")
    for time in [0, 500, 1000, 2000, 3000] { stage.draw(time) }
    #expect(stage.layer.presentation()?.opacity == 0.5 && log.entries == ["start", "end"])
    #expect(stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
    #expect(stage.color(5, 5) == 0x80_8080)
    stage.layer.removeAnimation(forKey: "fade")
    stage.draw(4000)
    #expect(stage.color(5, 5) == 0xFF_FFFF && log.entries == ["start", "end"])
  }

  @Test("L83 a layer that is paused stands still and goes on without a jump")
  func pause() {
    let stage = AnimationStage()
    stage.layer.add(basic("position", .point(Point(x: 5, y: 5)), .point(Point(x: 45, y: 5))), forKey: "move")
    stage.draw(0)
    #expect(stage.shown(250) { $0.position.x } == 15)
    let paused = stage.layer.convertTime(.milliseconds(250), from: nil)
    (stage.layer.speed, stage.layer.timeOffset) = (0, paused)
    #expect(stage.shown(700) { $0.position.x } == 15)
    #expect(stage.compositor.nextFrameTime == nil)
    (stage.layer.speed, stage.layer.timeOffset, stage.layer.beginTime) = (1, .zero, .zero)
    stage.layer.beginTime = stage.layer.convertTime(.milliseconds(1000), from: nil) - paused
    #expect(stage.shown(1000) { $0.position.x } == 15)
    #expect(stage.shown(1250) { $0.position.x } == 25)
  }

  @Test("L82 groups, additive and cumulative animations, value functions")
  func combined() {
    let stage = AnimationStage()
    let group = AnimationGroup()
    let (first, second) = (basic("cornerRadius", 0, 4), basic("position.x", 5, 25))
    second.duration = .milliseconds(500)
    second.fillMode = .forwards
    group.animations = [first, second]
    group.duration = .seconds(1)
    stage.layer.add(group, forKey: nil)
    stage.draw(0)
    stage.draw(500)
    #expect(stage.layer.presentation()?.cornerRadius == 2 && stage.layer.presentation()?.position.x == 25)
    stage.draw(1000)
    #expect(stage.layer.presentation()?.cornerRadius == 0 && stage.layer.presentation()?.position.x == 5)
    let additive = basic("position.x", 0, 10)
    additive.isAdditive = true
    (additive.isCumulative, additive.repeatCount) = (true, 3)
    stage.layer.add(additive, forKey: "a")
    stage.draw(2000)
    stage.draw(4500)
    #expect(stage.layer.presentation()?.position.x == 30, "two runs of 10 and a half above 5")
    let turn = basic("transform", 0, .fixed(2 * .pi))
    turn.valueFunction = .rotateZ
    stage.layer.removeAllAnimations()
    stage.layer.add(turn, forKey: "turn")
    stage.draw(5000)
    stage.draw(5250)
    let angle = stage.layer.presentation()?.value(forKeyPath: "transform.rotation.z")?.fixed ?? 0
    #expect(abs(angle.rawValue - Fixed.pi.rawValue / 2) < 4)
  }

  @Test("L82 keyframes: times, curves, discrete and paced values, a path with rotation")
  func keyframes() {
    let stage = AnimationStage()
    let animation = KeyframeAnimation(keyPath: "cornerRadius")
    animation.values = [0, 4, 2]
    animation.duration = .seconds(1)
    func radius(_ time: Int) -> Fixed? {
      stage.layer.removeAllAnimations()
      stage.layer.add(animation, forKey: "a")
      stage.draw(10_000)
      return stage.shown(10_000 + time) { $0.cornerRadius }
    }
    #expect([250, 500, 750].map { radius($0) } == [2, 4, 3])
    animation.keyTimes = [0, 0.25, 1]
    #expect([125, 250, 625].map { radius($0) } == [2, 4, 3])
    animation.timingFunctions = [.linear, .easeIn]
    let eased = radius(625)
    #expect(radius(125) == 2 && eased.map { $0 > 3 } == true, "\(String(describing: eased))")
    (animation.keyTimes, animation.timingFunctions) = (nil, nil)
    animation.calculationMode = .discrete
    #expect([0, 300, 400, 700].map { radius($0) } == [0, 0, 4, 2])
    animation.calculationMode = .paced
    #expect(radius(500) == 3, "4 of 6 are two thirds")
    animation.calculationMode = .cubic
    let curved = radius(250)
    #expect(radius(500) == 4 && curved.map { $0 > 2 && $0 < 3 } == true, "\(String(describing: curved))")
    let along = KeyframeAnimation(keyPath: "position")
    var path = Path()
    path.move(to: Point(x: 10, y: 10))
    path.addLine(to: Point(x: 50, y: 10))
    path.addLine(to: Point(x: 50, y: 30))
    (along.path, along.rotationMode, along.calculationMode) = (path, .rotateAuto, .paced)
    along.duration = .seconds(6)
    stage.layer.removeAllAnimations()
    stage.layer.add(along, forKey: "along")
    stage.draw(20_000)
    #expect(stage.shown(22_000) { $0.position } == Point(x: 30, y: 10))
    #expect(stage.shown(25_000) { $0.position } == Point(x: 50, y: 20))
    let angle = stage.layer.presentation()?.value(forKeyPath: "transform.rotation.z")?.fixed ?? 0
    #expect(abs(angle.rawValue - Fixed.pi.rawValue / 2) < 4)
    #expect(stage.layer.transform.isIdentity)
    #expect(stage.shown(26_000) { $0.transform.isIdentity } == true)
  }

  @Test("L82 a spring swings beyond its end and settles in its time")
  func spring() {
    let stage = AnimationStage()
    let spring = SpringAnimation(keyPath: "position.x")
    (spring.fromValue, spring.toValue, spring.damping) = (5, 45, 5)
    let duration =
      Int(spring.settlingDuration.components.attoseconds / 1_000_000_000_000_000)
      + Int(spring.settlingDuration.components.seconds) * 1000
    stage.layer.add(spring, forKey: "spring")
    stage.draw(0)
    var furthest: Fixed = 0
    for time in stride(from: 0, to: duration, by: 20) {
      furthest = Swift.max(furthest, stage.shown(time) { $0.position.x } ?? 0)
    }
    #expect(furthest > 50 && furthest < 85)
    #expect(stage.shown(duration - 1) { $0.position.x }.map { abs(($0 - 45).rawValue) < 6000 } == true)
    stage.draw(duration + 1)
    #expect(stage.layer.animationKeys() == nil)
  }

  @Test("L82 colours, rects, transforms and paths have values between; others change at the half")
  func kinds() {
    let shape = ShapeLayer()
    let stage = AnimationStage(shape)
    func half(_ keyPath: String, _ from: Value, _ to: Value) -> Value? {
      shape.removeAllAnimations()
      shape.add(basic(keyPath, from, to), forKey: "a")
      stage.draw(0)
      return stage.shown(500) { $0.value(forKeyPath: keyPath) } ?? nil
    }
    #expect(half("backgroundColor", .color(.black), .color(.white)) == .color(Color(red: 128, green: 128, blue: 128)))
    let rects = (Rect(x: 0, y: 0, width: 10, height: 20), Rect(x: 4, y: 2, width: 20, height: 10))
    #expect(half("bounds", .rect(rects.0), .rect(rects.1)) == .rect(Rect(x: 2, y: 1, width: 15, height: 15)))
    let turned = Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1).scaledBy(x: 3, y: 3, z: 1)
    guard case .transform(let middle)? = half("transform", .transform(.identity), .transform(turned)) else {
      Issue.record("no transform")
      return
    }
    let wanted = Transform3D(rotationAngle: .pi / 4, x: 0, y: 0, z: 1).scaledBy(x: 2, y: 2, z: 1)
    #expect((middle.m11 - wanted.m11).magnitude < 0.0001 && (middle.m12 - wanted.m12).magnitude < 0.0001)
    var (a, b) = (Path(), Path())
    a.addRect(rects.0)
    b.addRect(rects.1)
    guard case .path(let path)? = half("path", .path(a), .path(b)) else {
      Issue.record("no path")
      return
    }
    #expect(path.bounds == Rect(x: 2, y: 1, width: 15, height: 15))
    #expect(half("lineCap", .string("butt"), .string("round")) == .string("round"))
    #expect(half("filters.blur.inputRadius", 0, 4) == nil)
    shape.filters = [Filter(.gaussianBlur, name: "blur")]
    #expect(half("filters.blur.inputRadius", 0, 4) == 2)
  }

  @Test("L84 touches meet what is seen, and hit tests of the presentation too")
  func hits() {
    final class Button: Layer {
      var touches = 0
      override func touchesBegan(_ touch: Touch) { touches += 1 }
    }
    let button = Button()
    let stage = AnimationStage(button)
    let router = TouchRouter(root: stage.root)
    button.add(basic("position.x", 5, 45), forKey: "move")
    stage.draw(0)
    stage.draw(500)
    router.handle(finger: 0, phase: .began, at: Point(x: 5, y: 5))
    #expect(button.touches == 0)
    router.handle(finger: 1, phase: .began, at: Point(x: 25, y: 5))
    #expect(button.touches == 1)
    #expect(button.presentation()?.hitTest(Point(x: 25, y: 5)) === button)
    #expect(stage.root.presentation()?.hitTest(Point(x: 5, y: 5)) === stage.root)
    #expect(stage.root.hitTest(Point(x: 5, y: 5)) === button)
  }

  @Test("L07 layers are removed from callbacks of animations")
  func removal() {
    let stage = AnimationStage()
    let other = makeLayer(20, 0, 10, 10)
    stage.root.addSublayer(other)
    stage.draw(0)
    other.add(basic("opacity", 0, 1), forKey: "fade")
    Transaction.begin()
    Transaction.completion = {
      stage.layer.removeFromSuperlayer()
      other.removeFromSuperlayer()
    }
    stage.layer.opacity = 0
    Transaction.commit()
    for time in [0, 100, 250, 300] { stage.draw(time) }
    #expect(stage.layer.superlayer == nil && other.animationKeys() == nil)
    #expect(stage.compositor.nextFrameTime == nil)
  }

  @Test("L85 the same times show the same, whatever frames come between")
  func frames() {
    func picture(_ times: [Int]) -> [UInt32] {
      let stage = AnimationStage()
      stage.draw(10)
      stage.layer.position = Point(x: 50, y: 40)
      stage.layer.transform = Transform3D(rotationAngle: 1, x: 0, y: 0, z: 1)
      stage.layer.backgroundColor = Color(red: 255, green: 0, blue: 0)
      for time in times { stage.draw(time) }
      return (0..<60).flatMap { y in (0..<80).map { x in stage.color(x, y) } }
    }
    #expect(picture([20, 33, 50, 51, 80, 140]) == picture([20, 140]))
  }
}
