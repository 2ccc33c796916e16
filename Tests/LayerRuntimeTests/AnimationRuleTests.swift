import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Rules that the other suites of animations leave to this one.
@Suite("Rules of animations")
struct AnimationRuleTests {
  private func radius(_ from: Fixed, _ to: Fixed, seconds: Int = 1) -> BasicAnimation {
    let animation = BasicAnimation(keyPath: "cornerRadius")
    (animation.fromValue, animation.toValue, animation.duration) = (.fixed(from), .fixed(to), .seconds(seconds))
    return animation
  }

  /// What the stage's layer shows at times after the animation was added, in milliseconds.
  private func radii(_ animation: Animation, _ times: [Int]) -> [Fixed?] {
    let stage = AnimationStage()
    stage.layer.add(animation, forKey: "a")
    stage.draw(1000)
    return times.map { time in stage.shown(1000 + time) { $0.cornerRadius } }
  }

  @Test("L82 a group cuts its animations off, has them run in its time and at its speed, and repeats them")
  func groups() {
    let group = AnimationGroup()
    let (long, late) = (radius(0, 8, seconds: 4), BasicAnimation(keyPath: "borderWidth"))
    (late.fromValue, late.toValue, late.duration) = (0, 8, .seconds(1))
    (late.beginTime, late.fillMode) = (.seconds(1), .backwards)
    group.animations = [long, late]
    (group.duration, group.repeatCount, group.speed) = (.seconds(2), 2, 2)
    let stage = AnimationStage()
    stage.layer.borderWidth = 3
    stage.layer.removeAllAnimations()
    stage.layer.add(group, forKey: "g")
    stage.draw(1000)
    func shown(_ time: Int) -> [Fixed?] {
      [stage.shown(1000 + time) { $0.cornerRadius }, stage.layer.presentation()?.value(forKey: "borderWidth")?.fixed]
    }
    // Twice as fast: a second of the group is half of one.
    #expect(shown(250) == [1, 0] && shown(750) == [3, 4] && shown(999).first.map { $0.map { $0 < 4 } } == true)
    #expect(shown(1250) == [1, 0] && shown(1750) == [3, 4] && shown(2000) == [0, 3])
    #expect(stage.layer.animationKeys() == nil)
    // The group's curve bends the time of those in it.
    let eased = AnimationGroup()
    eased.animations = [radius(0, 8)]
    (eased.duration, eased.timingFunction) = (.seconds(1), .easeIn)
    #expect(radii(eased, [500])[0].map { $0 > 1 && $0 < 4 } == true)
    // One without a duration takes the group's; what fills does so within the group.
    let (plain, short) = (radius(0, 8), radius(0, 8))
    plain.duration = .zero
    (short.duration, short.fillMode) = (.milliseconds(500), .forwards)
    for (child, expected) in [(plain, [4, 6, 0]), (short, [8, 8, 0])] as [(BasicAnimation, [Fixed])] {
      let group = AnimationGroup()
      (group.animations, group.duration) = ([child], .seconds(1))
      #expect(radii(group, [500, 750, 1000]) == expected)
    }
  }

  @Test("L82 cumulative runs add up, there and back too; additive ones are added to what is below")
  func sums() {
    let steps = radius(1, 3)
    (steps.isCumulative, steps.repeatCount, steps.autoreverses) = (true, 3, false)
    #expect(radii(steps, [500, 1500, 2500, 3000]) == [2, 5, 8, 0])
    (steps.autoreverses, steps.repeatCount) = (true, 2)
    #expect(radii(steps, [500, 1500, 2500, 3500]) == [2, 2, 5, 5])
    let stage = AnimationStage()
    let (first, second) = (radius(2, 4), radius(0, 10))
    second.isAdditive = true
    stage.layer.add(first, forKey: "1")
    stage.layer.add(second, forKey: "2")
    stage.draw(1000)
    #expect(stage.shown(1500) { $0.cornerRadius } == 8)
    // Of what is by a value, the value alone is added.
    let by = BasicAnimation(keyPath: "cornerRadius")
    (by.byValue, by.duration) = (6, .seconds(1))
    stage.layer.removeAllAnimations()
    stage.layer.add(by, forKey: "by")
    stage.draw(2000)
    #expect(stage.shown(2500) { $0.cornerRadius } == 3)
  }

  @Test("L83 an animation added with a beginning in the past is under way at once, one in the future waits for it")
  func beginnings() {
    for (begin, fill, expected) in [
      (500, .removed, [6, 7, 0]), (1500, .removed, [0, 5, 7]), (1500, .backwards, [4, 5, 7]),
    ] as [(Int, FillMode, [Fixed])] {
      let animation = radius(4, 8)
      (animation.beginTime, animation.fillMode) = (.milliseconds(begin), fill)
      let shown = radii(animation, [0, begin < 1000 ? 250 : 750, begin < 1000 ? 500 : 1250])
      #expect(shown == expected, "\(begin) \(fill)")
    }
    let waiting = AnimationStage()
    let animation = radius(0, 8)
    animation.beginTime = .seconds(5)
    waiting.layer.add(animation, forKey: "a")
    waiting.draw(1000)
    #expect(waiting.compositor.nextFrameTime == .seconds(5) && waiting.layer.animationKeys() == ["a"])
  }

  @Test("L82 curves through values: tension, continuity and bias bend them, and all pass through their values")
  func splines() {
    func at(_ time: Int, _ change: (KeyframeAnimation) -> Void) -> Fixed? {
      let animation = KeyframeAnimation(keyPath: "cornerRadius")
      (animation.values, animation.calculationMode, animation.duration) = ([0, 8, 0], .cubic, .seconds(1))
      change(animation)
      return radii(animation, [time])[0]
    }
    for change: (KeyframeAnimation) -> Void in [
      { _ in }, { $0.tensionValues = [1, 1, 1] }, { $0.continuityValues = [0, -1, 0] }, { $0.biasValues = [0, 1, 0] },
    ] { #expect(at(500, change) == 8) }
    // Tangents at the ends are half of the first and the last way, in the middle there is none: by Hermite's functions
    // 8 · 1/2 + 4 · 1/8 = 4.5 at the half of the first step.
    #expect(at(250) { _ in } == 4.5)
    #expect(at(250) { $0.tensionValues = [1, 1, 1] } == 4)
    // With continuity −1 the curve comes and leaves along the chords: 8 · 1/2 + 4 · 1/8 − 8 · 1/8.
    #expect(at(250) { $0.continuityValues = [0, -1, 0] } == 3.5)
    // With bias 1 it goes on in the direction that it came in, and beyond the value.
    #expect(at(250) { $0.biasValues = [0, 1, 0] } == 3.5)
    #expect(at(550) { $0.biasValues = [0, 1, 0] }.map { $0 > 8 } == true)
    #expect(at(550) { $0.biasValues = [0, -1, 0] }.map { $0 < 8 } == true)
    // Paced: half of the way at the half of the time, whatever key times say.
    let paced = KeyframeAnimation(keyPath: "cornerRadius")
    (paced.values, paced.calculationMode, paced.duration) = ([0, 2, 8], .cubicPaced, .seconds(1))
    paced.keyTimes = [0, 0.9, 1]
    #expect(radii(paced, [500])[0].map { ($0 - 4).magnitude < 0.25 } == true)
    (paced.calculationMode) = .paced
    #expect(radii(paced, [500]) == [4])
  }

  @Test("L82 discrete values share the time evenly, or as key times say, of which there may be one more")
  func discrete() {
    let animation = KeyframeAnimation(keyPath: "cornerRadius")
    (animation.values, animation.calculationMode, animation.duration) = ([1, 2, 3, 4], .discrete, .seconds(1))
    #expect(radii(animation, [0, 249, 251, 501, 751, 999]) == [1, 1, 2, 3, 4, 4])
    animation.keyTimes = [0, 0.5, 0.75, 0.875, 1]
    #expect(radii(animation, [499, 501, 751, 876]) == [1, 2, 3, 4])
    animation.keyTimes = [0, 0.5, 0.75, 0.875]
    #expect(radii(animation, [499, 501, 751, 876]) == [1, 2, 3, 4])
    animation.keyTimes = [0, 1]
    #expect(radii(animation, [251]) == [2], "another number of them says nothing")
  }

  @Test("L82 along a path a layer turns with it, or half a turn further; values beside a path say nothing")
  func rotation() {
    for (mode, expected) in [(.rotateAuto, 0), (.rotateAutoReverse, Fixed.pi), (nil, 0)]
      as [(KeyframeAnimation.RotationMode?, Fixed)]
    {
      let stage = AnimationStage()
      let along = KeyframeAnimation(keyPath: "position")
      var path = Path()
      path.move(to: Point(x: 10, y: 10))
      path.addLine(to: Point(x: 50, y: 10))
      (along.path, along.rotationMode, along.duration) = (path, mode, .seconds(1))
      along.values = [.point(.zero), .point(.zero)]
      stage.layer.add(along, forKey: "a")
      stage.draw(1000)
      #expect(stage.shown(1500) { $0.position } == Point(x: 30, y: 10))
      let angle = stage.layer.presentation()?.value(forKeyPath: "transform.rotation.z")?.fixed ?? 9
      #expect((angle.magnitude - expected).magnitude < 0.001, "\(String(describing: mode))")
    }
  }

  @Test("L82 value functions make transforms of numbers, sizes and points", arguments: 0..<11)
  func functions(_ index: Int) {
    let all: [(ValueFunction, Value, String, Fixed)] = [
      (.rotateX, 1, "rotation.x", 0.5), (.rotateY, 1, "rotation.y", 0.5), (.rotateZ, 1, "rotation.z", 0.5),
      (.scale, 3, "scale", 1.5), (.scaleX, 3, "scale.x", 1.5), (.scaleY, 3, "scale.y", 1.5),
      (.scaleZ, 3, "scale.z", 1.5), (.translateX, 8, "translation.x", 4), (.translateY, 8, "translation.y", 4),
      (.translateZ, 8, "translation.z", 4), (.translate, .size(Size(width: 8, height: 2)), "translation.x", 4),
    ]
    let (function, end, part, expected) = all[index]
    let animation = BasicAnimation(keyPath: "transform")
    let isSize = end.size != nil
    (animation.fromValue, animation.toValue) = (isSize ? .size(Size(width: 0, height: 0)) : .fixed(0), end)
    (animation.valueFunction, animation.duration) = (function, .seconds(1))
    let stage = AnimationStage()
    stage.layer.add(animation, forKey: "a")
    stage.draw(1000)
    stage.draw(1500)
    let value = stage.layer.presentation()?.value(forKeyPath: "transform.\(part)")?.fixed
    #expect(value.map { ($0 - expected).magnitude < 0.001 } == true, "\(String(describing: value))")
  }

  @Test("L84 keys are in the order of their animations; delegates hear of each once, in order, also where all go")
  func keys() {
    final class Log { var entries: [String] = [] }
    final class Named: AnimationDelegate {
      let (name, log): (String, Log)
      init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
      func animationDidStart(_ animation: Animation) { log.entries.append("+\(name)") }
      func animationDidStop(_ animation: Animation, finished: Bool) {
        log.entries.append("\(finished ? "." : "-")\(name)")
      }
    }
    let log = Log()
    let stage = AnimationStage()
    for (name, key, seconds) in [("a", "a", 1), ("b", nil, 2), ("c", "c", 1), ("d", "d", 3)] as [(String, String?, Int)]
    {
      let animation = radius(0, 1, seconds: seconds)
      animation.delegate = Named(name, log)
      stage.layer.add(animation, forKey: key)
    }
    #expect(stage.layer.animationKeys() == ["a", "c", "d"] && log.entries.isEmpty)
    stage.draw(1000)
    stage.draw(1016)
    #expect(log.entries == ["+a", "+b", "+c", "+d"])
    stage.layer.removeAnimation(forKey: "nothing")
    stage.draw(2000)
    #expect(log.entries.suffix(2) == [".a", ".c"] && stage.layer.animationKeys() == ["d"])
    stage.layer.removeAllAnimations()
    #expect(stage.layer.animationKeys() == nil && log.entries.count == 6, "told between frames")
    stage.draw(2016)
    stage.draw(5000)
    #expect(log.entries.suffix(2) == ["-b", "-d"] && log.entries.count == 8)
  }

  @Test("L80 the search for an action ends at a null; an action is run with the layer, which has changed, and the key")
  func actions() {
    final class Noted: Action {
      var runs: [String] = []
      func run(forKey key: String, on layer: Layer) { runs.append("\(key) \(layer.opacity == 0.5)") }
    }
    let stage = AnimationStage()
    let noted = Noted()
    let style = LayerStyle()
    style.actions["opacity"] = noted
    stage.layer.style = style
    #expect(stage.layer.action(forKey: "opacity") === noted && stage.layer.action(forKey: "position") == nil)
    stage.layer.opacity = 0.5
    #expect(noted.runs == ["opacity true"] && stage.layer.animationKeys() == nil)
    stage.layer.actions["opacity"] = NullAction.shared
    #expect(stage.layer.action(forKey: "opacity") is NullAction)
    stage.layer.opacity = 1
    #expect(noted.runs.count == 1 && stage.layer.animationKeys() == nil)
  }

  @Test("L72 a custom key begins with its class's default, is animated by key path, and is drawn along with it")
  func custom() {
    final class Needle: Layer {
      var drawn: [Fixed] = []
      override class func defaultValue(forKey key: String) -> Value? {
        key == "angle" ? 4 : super.defaultValue(forKey: key)
      }
      override class func needsDisplay(forKey key: String) -> Bool { key == "angle" }
      override func draw(in context: DrawingContext) { drawn.append(value(forKey: "angle")?.fixed ?? -1) }
    }
    let needle = Needle()
    let stage = AnimationStage(needle)
    #expect(needle.value(forKey: "angle") == 4)
    let animation = BasicAnimation(keyPath: "angle")
    (animation.toValue, animation.duration) = (8, .seconds(1))
    needle.add(animation, forKey: "a")
    stage.draw(1000)
    stage.draw(1500)
    #expect(needle.drawn.last == 6 && needle.value(forKey: "angle") == 4)
    #expect(needle.presentation()?.value(forKey: "angle") == 6 && needle.presentation()?.model() === needle)
    stage.draw(2000)
    #expect(needle.drawn.last == 4)
  }

  @Test("L72 L80 a custom key goes from its class's default, or its style's value; setting the same starts nothing")
  func customDefault() {
    final class Needle: Layer {
      override class func defaultValue(forKey key: String) -> Value? {
        key == "angle" ? 4 : super.defaultValue(forKey: key)
      }
      override class func defaultAction(forKey key: String) -> (any Action)? {
        if key != "angle" { return nil }
        let animation = BasicAnimation(keyPath: key)
        animation.duration = .seconds(1)
        return animation
      }
    }
    let needle = Needle()
    let stage = AnimationStage(needle)
    func angle(_ time: Int) -> Value? { stage.shown(time) { $0.value(forKey: "angle") } ?? nil }
    needle.setValue(8, forKey: "angle")
    stage.draw(1000)
    #expect(angle(1500) == 6 && angle(2000) == 8)
    needle.setValue(nil, forKey: "angle")
    stage.draw(3000)
    #expect(angle(3500) == 6 && angle(4000) == 4)
    needle.setValue(4, forKey: "angle")
    #expect(needle.animationKeys() == nil)
    needle.setValue(nil, forKey: "angle")
    #expect(needle.animationKeys() == nil)
    needle.style = LayerStyle()
    needle.style?["angle"] = 12
    needle.setValue(12, forKey: "angle")
    #expect(needle.animationKeys() == nil)
    needle.setValue(8, forKey: "angle")
    stage.draw(5000)
    #expect(angle(5500) == 10 && angle(6000) == 8)
  }

  @Test("L71 L72 a key that nothing was stored under follows its style once an animation of it is over")
  func animatedStyle() {
    let stage = AnimationStage()
    let style = LayerStyle()
    style["angle"] = 12
    stage.layer.style = style
    stage.layer.setValue(1, forKey: "other")
    for (number, key) in ["angle", "other"].enumerated() {
      let animation = BasicAnimation(keyPath: key)
      (animation.toValue, animation.duration) = (20, .seconds(1))
      stage.layer.add(animation, forKey: nil)
      stage.draw(2000 * number)
      #expect(stage.shown(2000 * number + 500) { $0.value(forKey: key) } == (number == 0 ? 16 : 11))
      stage.draw(2000 * number + 1000)
    }
    style["angle"] = 30
    style["other"] = 30
    #expect(stage.layer.value(forKey: "angle") == 30 && stage.layer.value(forKey: "other") == 1)
  }

  @Test("L83 L84 an animation on a layer whose time runs backwards wakes nobody once it is before its beginning")
  func backwards() {
    let stage = AnimationStage()
    let animation = radius(0, 8)
    (animation.beginTime, animation.fillMode, animation.isRemovedOnCompletion) = (.seconds(2), .both, false)
    (stage.layer.speed, stage.layer.timeOffset) = (-1, .seconds(5))
    stage.layer.add(animation, forKey: "a")
    stage.draw(0)
    #expect(stage.layer.presentation()?.cornerRadius == 8)
    #expect(stage.compositor.nextFrameTime.map { $0 > .milliseconds(1900) && $0 <= .seconds(2) } == true)
    #expect(stage.shown(2500) { $0.cornerRadius } == 4 && stage.compositor.nextFrameTime != nil)
    #expect(stage.shown(3500) { $0.cornerRadius } == 0 && stage.compositor.nextFrameTime == nil)
  }

  @Test("L90 animations within animations have times of their own, and end with the outer one's completion last")
  func nestedViews() {
    let stage = AnimationStage()
    let (one, two) = (View(frame: Rect(x: 0, y: 20, width: 10, height: 10)), View(frame: .zero))
    for view in [one, two] { stage.root.addSublayer(view.layer) }
    stage.draw(0)
    var log: [String] = []
    View.animate(withDuration: .seconds(1), options: [.curveLinear]) {
      one.center.x = 45
      View.animate(withDuration: .seconds(2), options: [.curveLinear]) {
        two.alpha = 0
      } completion: { _ in
        log.append("in")
      }
    } completion: { _ in
      log.append("out")
    }
    stage.draw(1000)
    stage.draw(1500)
    #expect(one.layer.presentation()?.position.x == 25 && two.layer.presentation()?.opacity == 0.75)
    stage.draw(2000)
    #expect(log.isEmpty)
    stage.draw(3000)
    #expect(log == ["in", "out"] && one.layer.animationKeys() == nil && two.layer.animationKeys() == nil)
    // Back and forth, again and again; at a duration of 0 at once; with nothing to animate it is told at once.
    View.animate(withDuration: .seconds(1), options: [.curveLinear, .repeat, .autoreverse]) { one.alpha = 0 }
    stage.draw(4000)
    stage.draw(4500)
    #expect(one.layer.presentation()?.opacity == 0.5)
    stage.draw(7500)
    #expect(one.layer.presentation()?.opacity == 0.5 && stage.compositor.nextFrameTime != nil)
    var ends: [Bool] = []
    View.animate(withDuration: .zero) {
      two.alpha = 1
    } completion: {
      ends.append($0)
    }
    View.animate(withDuration: .seconds(1)) {
    } completion: {
      ends.append($0)
    }
    #expect(ends == [true, true] && two.layer.animationKeys() == nil)
  }
}
