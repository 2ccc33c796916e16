// Subject: fifty. Fifty animations of every kind at fixed times, each frame with a line of its pixels' hash, which scripts/golden
// compares with Tests/Golden/fifty.txt on every processor. A second scene is drawn at the last of these times alone, and must
// look the same: what a frame shows follows from its time.
//
// output: `fifty-MILLISECONDS HASH` for each frame, and then the number of frames
import FixedRaster
import LayerRuntime

/// Frames of 320 × 240 pixels.
final class FiftyFrames {
  /// Milliseconds of the frames: some apart, some at ends and turns, and the last ones back in time.
  private static var times: [Int] {
    [0, 40, 125, 250, 333, 500, 501, 750, 999, 1000, 1250, 1500, 2000, 2750, 4000, 1100, 300]
  }

  private let scene = AnimationScene()
  private let display = HashedDisplay(width: 320, height: 240)
  private let compositor: Compositor

  private init() {
    compositor = Compositor(root: scene.root, width: 320, height: 240)
    // Transitions are from what was shown.
    compositor.drawFrame(at: .milliseconds(10_000), into: display.memory)
    scene.start()
  }

  /// Draws the frame of a time after the beginning, and returns the hash of its pixels.
  private func hash(_ time: Int) -> UInt64 {
    compositor.drawFrame(at: .milliseconds(10_000 + time), into: display.memory)
    var hash = ProbeHash()
    display.add(to: &hash)
    return hash.value
  }

  /// Draws the frames, and prints their hashes.
  /// - Returns: the exit status: 1 if a frame looks as the one before it, there are not fifty animations, or what was shown
  ///   depends on the frames before.
  static func draw() -> Int32 {
    let (frames, later) = (FiftyFrames(), FiftyFrames())
    // All begin with the first frame.
    _ = later.hash(times[0])
    var last: UInt64 = 0
    for time in times {
      let hash = frames.hash(time)
      if hash == last { return 1 }
      last = hash
      // Those that go back show what is over no more.
      if time == 1250 || time == 4000 { if later.hash(time) != hash { return 1 } }
      print("fifty-" + String(time) + " " + hexadecimal(hash))
    }
    print(String(times.count) + " cases")
    let overflow = frames.compositor.overflow
    return frames.scene.count == 50 && overflow.animations + overflow.bitmaps + overflow.groups == 0 ? 0 : 1
  }
}

/// Fifty layers in ten columns and five rows, each with an animation.
final class AnimationScene {
  let root = Layer()
  private(set) var count = 0
  private var cells: [Layer] = []
  private let repeatCount: Fixed?

  /// - Parameter repeatCount: how often all animations run; `nil` for some that end and some that do not.
  init(repeatCount: Fixed? = nil) {
    self.repeatCount = repeatCount
    root.frame = Rect(x: 0, y: 0, width: 320, height: 240)
    root.backgroundColor = Color(argb: 0xFF10_1828)
    for i in 0..<50 {
      let layer: Layer
      switch i {
      case 20...29:
        let shape = ShapeLayer()
        shape.path = AnimationScene.star(points: 5, inner: 5)
        (shape.fillColor, shape.strokeColor, shape.lineWidth) = (AnimationScene.color(i), .white, 2)
        layer = shape
      case 30...34:
        let gradient = GradientLayer()
        (gradient.colors, gradient.locations) = ([AnimationScene.color(i), .white], [0, 1])
        layer = gradient
      default:
        layer = Layer()
        layer.backgroundColor = AnimationScene.color(i)
      }
      layer.frame = Rect(x: Fixed(i % 10 * 32 + 4), y: Fixed(i / 10 * 48 + 8), width: 24, height: 32)
      cells.append(layer)
      root.addSublayer(layer)
    }
  }

  private static func color(_ i: Int) -> Color {
    Color(red: UInt8(40 + i * 37 % 200), green: UInt8(60 + i * 71 % 180), blue: UInt8(50 + i * 113 % 190))
  }

  private static func star(points: Int, inner: Fixed) -> Path {
    var path = Path()
    for i in 0..<2 * points {
      let turn = Transform3D(rotationAngle: .pi * Fixed(i) / Fixed(points), x: 0, y: 0, z: 1)
      let radius: Fixed = i % 2 == 0 ? 12 : inner
      let place = Point(x: (turn.m21 * Coefficient(radius)).fixed + 12, y: 16 - (turn.m11 * Coefficient(radius)).fixed)
      if i == 0 { path.move(to: place) } else { path.addLine(to: place) }
    }
    path.closeSubpath()
    return path
  }

  /// Adds the animations. They begin with the first frame after it, which is at 10 s of the root's time.
  func start() {
    addBasic()
    addKeyframes()
    addShapes()
    addOthers()
    addTransitions()
  }

  private func add(_ animation: Animation, _ seconds: Fixed = 1) {
    let milliseconds = (seconds * 1000).floor
    if animation.duration == .zero { animation.duration = .milliseconds(milliseconds) }
    if let repeatCount { animation.repeatCount = repeatCount }
    cells[count].add(animation, forKey: "a")
    count += 1
  }

  private func basic(
    _ keyPath: String, _ from: Value?, _ to: Value?, _ curve: MediaTimingFunction = .easeInEaseOut
  ) -> BasicAnimation {
    let animation = BasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.timingFunction) = (from, to, curve)
    return animation
  }

  /// Ten: of numbers, colours, parts, transforms; repeated, there and back, filled, slow, backwards.
  private func addBasic() {
    add(basic("opacity", 1, 0.25))
    let color = basic("backgroundColor", nil, .color(.white), .linear)
    (color.repeatCount, color.autoreverses) = (3, true)
    add(color, 0.5)
    add(basic("cornerRadius", 0, 12, .easeIn), 2)
    let turn = basic("transform", 0, .fixed(2 * .pi), .linear)
    (turn.valueFunction, turn.repeatCount) = (.rotateZ, Animation.forever)
    add(turn, 1.5)
    let space = Transform3D(rotationAngle: 2, x: 1, y: 1, z: 0)
    add(basic("transform", nil, .transform(space), .easeOut), 1.25)
    let part = basic("position.y", nil, nil)
    (part.byValue, part.fillMode, part.isRemovedOnCompletion) = (9, .forwards, false)
    add(part)
    let sum = basic("bounds.size.width", 0, 6)
    (sum.isAdditive, sum.isCumulative, sum.repeatCount) = (true, true, 2.5)
    add(sum, 0.75)
    let late = basic("borderWidth", 0, 8)
    (late.beginTime, late.fillMode) = (.milliseconds(10_400), .both)
    add(late)
    let slow = basic("shadowOffset", .size(.zero), .size(Size(width: 8, height: 8)))
    (slow.speed, cells[count].shadowOpacity, cells[count].shadowRadius) = (0.5, 0.75, 3)
    add(slow)
    let back = basic("anchorPoint", .point(.zero), .point(Point(x: 1, y: 1)))
    (back.speed, back.timeOffset) = (-1, .seconds(1))
    add(back)
  }

  /// Ten: through values in every mode, and along a path in each.
  private func addKeyframes() {
    let modes: [KeyframeAnimation.CalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
    for mode in modes {
      let animation = KeyframeAnimation(keyPath: "position")
      let middle = cells[count].position
      animation.values = [(0, 0), (8, -4), (-6, 10), (4, 4), (0, 0)].map {
        .point(Point(x: middle.x + Fixed($0.0), y: middle.y + Fixed($0.1)))
      }
      (animation.calculationMode, animation.timingFunctions) = (mode, [.easeIn, .easeOut])
      if mode == .linear { animation.keyTimes = [0, 0.1, 0.5, 0.6, 1] }
      if mode == .cubic { (animation.tensionValues, animation.biasValues) = ([0, 0.5, -0.5, 0, 0], [0, 0.5]) }
      add(animation, 2)
    }
    for mode in modes {
      let animation = KeyframeAnimation(keyPath: "position")
      let middle = cells[count].position
      var path = Path()
      path.move(to: middle)
      path.addCurve(
        to: Point(x: middle.x + 10, y: middle.y + 10), control1: Point(x: middle.x + 20, y: middle.y - 10),
        control2: Point(x: middle.x - 10, y: middle.y + 20))
      path.addLine(to: Point(x: middle.x - 8, y: middle.y + 4))
      path.closeSubpath()
      (animation.path, animation.calculationMode) = (path, mode)
      animation.rotationMode = mode == .linear ? .rotateAutoReverse : .rotateAuto
      add(animation, 1.75)
    }
  }

  /// Fifteen: of shapes and gradients.
  private func addShapes() {
    add(basic("path", nil, .path(AnimationScene.star(points: 5, inner: 11))), 1.5)
    add(basic("strokeEnd", 0, 1, .linear))
    add(basic("strokeStart", 0, 0.75))
    add(basic("fillColor", nil, .color(.black)))
    add(basic("strokeColor", nil, .color(.black)))
    add(basic("lineWidth", 0, 6))
    let dashes = basic("lineDashPhase", 0, 20, .linear)
    dashes.repeatCount = Animation.forever
    (cells[count] as? ShapeLayer)?.lineDashPattern = [4, 3]
    add(dashes)
    add(basic("fillRule", .string("nonZero"), .string("evenOdd")))
    add(basic("transform.rotation.y", 0, 3))
    add(basic("transform.scale", 1, 0.25))
    add(basic("colors", nil, .array([.color(.white), .color(.black)])))
    add(basic("locations", nil, .array([0.5, 0.75])))
    add(basic("startPoint", nil, .point(Point(x: 0, y: 1))))
    add(basic("endPoint", nil, .point(Point(x: 1, y: 0.25))))
    add(basic("isHidden", .bool(false), .bool(true)))
  }

  /// Seven: springs, groups, a filter, a layer whose time runs otherwise, and an implicit one.
  private func addOthers() {
    for (damping, velocity) in [(4, 0), (20, 3), (40, -8)] as [(Fixed, Fixed)] {
      let spring = SpringAnimation(keyPath: "transform.translation.x")
      (spring.fromValue, spring.toValue, spring.damping, spring.initialVelocity) = (-9, 9, damping, velocity)
      add(spring)
    }
    let group = AnimationGroup()
    let grow = basic("transform.scale", 1, 1.5)
    (grow.duration, grow.autoreverses) = (.milliseconds(400), true)
    (group.animations, group.timingFunction) = ([grow, basic("opacity", 1, 0)], .easeIn)
    add(group)
    cells[count].filters = [Filter(.boxBlur, name: "blur")]
    add(basic("filters.blur.inputRadius", 0, 6), 1.5)
    (cells[count].speed, cells[count].beginTime) = (2, .milliseconds(9000))
    add(basic("zPosition", -5, 5))
    Transaction.begin()
    (Transaction.animationDuration, Transaction.animationTimingFunction) = (.milliseconds(1100), .easeOut)
    cells[count].position.x += 8
    cells[count].backgroundColor = .white
    Transaction.commit()
    count += 1
  }

  /// Eight: transitions of every type, from two edges.
  private func addTransitions() {
    for subtype in [Transition.TransitionSubtype.fromLeft, .fromTop] {
      for type in [Transition.TransitionType.fade, .moveIn, .push, .reveal] {
        let transition = Transition()
        (transition.type, transition.subtype) = (type, subtype)
        let cell = cells[count]
        add(transition, 1.5)
        cell.backgroundColor = .white
        cell.cornerRadius = 6
      }
    }
  }
}
