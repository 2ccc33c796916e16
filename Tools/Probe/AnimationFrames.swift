// Subject: animations. Layers that are animated for as long as frames are drawn, each by another kind of animation; and layers
// whose properties are set now and then, so that implicit animations start, end, and take each other's place, and contents
// fade. scripts/heap runs it with few frames and with many, which must call the heap equally often: so a frame calls it never,
// and an implicit animation never, from its start to its end.
//
// output: how many pixels a frame drew on average
import CLinux
import FixedRaster
import LayerRuntime

/// Frames of a display in memory, in pixels.
enum AnimationFrames {
  static var width: Int { 480 }
  static var height: Int { 320 }

  /// Draws so many frames, and prints how many pixels they drew on average.
  /// - Returns: the exit status: 1 if a frame drew nothing, or something was not animated because there was no room.
  static func draw(_ frames: Int) -> Int32 {
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    let base = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    let display = unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: width * 4, layout: .xrgb8888)
    let (lasting, passing) = (LastingAnimations(in: root), PassingAnimations(in: root))
    let compositor = Compositor(root: root, width: width, height: height)
    compositor.drawFrame(at: .seconds(9), into: display)
    lasting.start()
    var pixels: Int64 = 0
    for frame in 0..<frames {
      readClock()
      passing.change(frame)
      if !compositor.drawFrame(at: .milliseconds(10_000 + 34 * frame), into: display) { return 1 }
      pixels += compositor.statistics.pixels
    }
    if compositor.overflow.animations > 0 || compositor.overflow.bitmaps > 0 { return 1 }
    print(String(Int(pixels / Int64(Swift.max(1, frames)))))
    return 0
  }
}

private func cell(_ number: Int, _ layer: Layer, in root: Layer) {
  layer.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
  layer.position = Point(x: Fixed(40 + number % 8 * 56), y: Fixed(40 + number / 8 * 60))
  layer.backgroundColor = Color(argb: 0xFF40_90D0)
  root.addSublayer(layer)
}

/// A star with four points, its other corners so far from the middle.
private func star(_ inner: Fixed) -> Path {
  var path = Path()
  for i in 0..<8 {
    let (turn, radius) = (sineCosine(.pi / 4 * Fixed(i)), i % 2 == 0 ? 18 : inner)
    let corner = Point(x: 20 + turn.cosine.fixed * radius, y: 20 + turn.sine.fixed * radius)
    if i == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
  }
  path.closeSubpath()
  return path
}

/// One animation of each kind, which runs back and forth for good.
private struct LastingAnimations {
  private var layers: [(layer: Layer, animation: Animation)] = []
  private let spark = SparkImage()

  init(in root: Layer) {
    for animation in [
      Self.basic("opacity", to: 0.25), Self.basic("backgroundColor", to: .color(.white)),
      Self.basic("position.x", from: -8, to: 8, isAdditive: true), Self.basic("transform.rotation.z", to: 3),
      Self.basic("transform", to: .transform(Transform3D(scaleX: 0.5, y: 0.75, z: 1))),
      Self.basic("bounds", to: .rect(Rect(x: 4, y: 0, width: 30, height: 50))), Self.basic("cornerRadius", to: 12),
      Self.basic("borderWidth", to: 6), Self.basic("zPosition", to: 3), Self.basic("hidden", from: false, to: true),
      Self.spring(), Self.way(), Self.steps(), Self.turns(), Self.group(),
    ] {
      add(Layer(), animation, in: root)
    }
    addShadows(in: root)
    addSubclasses(in: root)
    addLists(in: root)
    addDelayedCopies(in: root)
    addGrowingLists(in: root)
  }

  func start() {
    for (layer, animation) in layers {
      if animation.duration == .zero { animation.duration = .milliseconds(900) }
      (animation.repeatCount, animation.autoreverses) = (Animation.forever, true)
      layer.add(animation, forKey: nil)
    }
  }

  private mutating func add(_ layer: Layer, _ animation: Animation, in root: Layer) {
    if layer.superlayer == nil { cell(layers.count, layer, in: root) }
    layers.append((layer, animation))
  }

  private mutating func addShadows(in root: Layer) {
    let (shadow, filtered) = (Layer(), Layer())
    shadow.shadowOpacity = 0.75
    filtered.filters = [Filter(.colorControls, name: "look")]
    add(shadow, Self.basic("shadowRadius", to: 8), in: root)
    add(shadow, Self.basic("shadowOffset", to: .size(Size(width: 6, height: 6))), in: root)
    add(filtered, Self.basic("filters.look.inputSaturation", to: 0), in: root)
  }

  private mutating func addSubclasses(in root: Layer) {
    let (gradient, shape, copies) = (GradientLayer(), ShapeLayer(), ReplicatorLayer())
    gradient.colors = [.black, .white, .black]
    shape.path = star(8)
    (shape.strokeColor, shape.lineDashPattern) = (.white, [4, 2])
    (copies.instanceCount, copies.instanceTransform) = (3, Transform3D(translationX: 8, y: 0, z: 0))
    let copied = Layer()
    copied.frame = Rect(x: 0, y: 0, width: 6, height: 20)
    copied.backgroundColor = .black
    copies.addSublayer(copied)
    let colors: [Value] = [.color(.white), .color(.black), .color(.white)]
    add(gradient, Self.basic("colors", to: .array(colors)), in: root)
    add(gradient, Self.basic("locations", from: [0, 0.5, 1], to: [0, 0.25, 1]), in: root)
    add(gradient, Self.basic("endPoint", to: .point(Point(x: 1, y: 0))), in: root)
    add(shape, Self.basic("path", to: .path(star(16))), in: root)
    add(shape, Self.basic("lineDashPhase", to: 12), in: root)
    add(shape, Self.basic("strokeEnd", to: 0.5), in: root)
    add(copies, Self.basic("instanceTransform.translation.x", to: 12), in: root)
    add(copied, Self.basic("opacity", to: 0.5), in: root)
  }

  /// What is a list, a part of a list, and an emitter.
  private mutating func addLists(in root: Layer) {
    let (dashes, shadow, emitter) = (ShapeLayer(), Layer(), EmitterLayer())
    dashes.path = star(8)
    (dashes.strokeColor, dashes.lineDashPattern) = (.white, [4, 2])
    (shadow.shadowOpacity, shadow.shadowPath) = (0.75, star(8))
    var drop = EmitterCell()
    (drop.name, drop.contents, drop.birthRate, drop.lifetime) = ("drop", spark.image, 20, 1)
    (drop.velocity, drop.emissionRange, drop.scale) = (20, 6, 0.25)
    var dust = drop
    (dust.name, dust.birthRate, dust.lifetime) = ("dust", 4, 0.5)
    drop.emitterCells = [dust]
    (emitter.emitterPosition, emitter.emitterCells) = (Point(x: 20, y: 20), [drop])
    let filtered = Layer()
    filtered.filters = [Filter(.colorMatrix, name: "look")]
    let (weights, others): ([Fixed], [Fixed]) = ([1, 0, 0, 0], [0, 1, 0, 0])
    add(filtered, Self.basic("filters.look.inputRVector", from: .numbers(weights), to: .numbers(others)), in: root)
    add(filtered, Self.basic("filters.look.inputBiasVector", to: .numbers([0.5, 0.25, 0, 0])), in: root)
    add(emitter, Self.basic("emitterCells.drop.velocity", to: 40), in: root)
    add(emitter, Self.basic("emitterCells.drop.emitterCells.dust.scale", to: 0.25), in: root)
    add(dashes, Self.basic("lineDashPattern", from: [4, 2], to: [8, 6]), in: root)
    add(shadow, Self.basic("shadowPath", to: .path(star(16))), in: root)
    add(emitter, Self.basic("emitterPosition", to: .point(Point(x: 30, y: 10))), in: root)
  }

  /// Copies that show what the first one did earlier.
  private mutating func addDelayedCopies(in root: Layer) {
    let (copies, gradient, shape) = (ReplicatorLayer(), GradientLayer(), ShapeLayer())
    (copies.instanceCount, copies.instanceDelay) = (6, .milliseconds(100))
    copies.instanceTransform = Transform3D(translationX: 8, y: 0, z: 0)
    gradient.frame = Rect(x: 0, y: 0, width: 6, height: 20)
    gradient.colors = [.black, .white]
    shape.frame = Rect(x: 0, y: 20, width: 6, height: 20)
    shape.path = star(8)
    (shape.strokeColor, shape.lineDashPattern) = (.white, [4, 2])
    copies.sublayers = [gradient, shape]
    cell(layers.count, copies, in: root)
    add(gradient, Self.basic("colors", to: .array([.color(.white), .color(.black)])), in: root)
    add(gradient, Self.basic("opacity", to: 0.5), in: root)
    add(shape, Self.basic("path", to: .path(star(16))), in: root)
    add(shape, Self.basic("lineDashPattern", from: [4, 2], to: [8, 6]), in: root)
  }

  /// Lists that are longer in the second half of 480 frames than in the first.
  private mutating func addGrowingLists(in root: Layer) {
    let (gradient, shape) = (GradientLayer(), ShapeLayer())
    (gradient.colors, shape.strokeColor) = ([.black, .white], .white)
    func growing(_ key: String, _ values: [Value]) -> Animation {
      let animation = KeyframeAnimation(keyPath: key)
      (animation.values, animation.duration) = (values, .seconds(16))
      return animation
    }
    var (low, high) = (star(8), star(16))
    for _ in 0..<8 {
      low.addLine(to: .zero)
      high.addLine(to: Point(x: 20, y: 20))
    }
    let (short, long): ([Color], [Color]) = ([.black, .white], [Color](repeating: .white, count: 9))
    let black = [Color](repeating: .black, count: 9)
    add(
      gradient, growing("colors", [.colors(short), .colors(short.reversed()), .colors(long), .colors(black)]), in: root)
    add(shape, growing("path", [.path(star(8)), .path(star(16)), .path(low), .path(high)]), in: root)
  }

  private static func basic(_ key: String, from: Value? = nil, to: Value, isAdditive: Bool = false) -> Animation {
    let animation = BasicAnimation(keyPath: key)
    (animation.fromValue, animation.toValue, animation.isAdditive) = (from, to, isAdditive)
    return animation
  }

  private static func spring() -> Animation {
    let spring = SpringAnimation(keyPath: "transform.translation.y")
    (spring.fromValue, spring.toValue, spring.damping) = (-10, 0, 3)
    return spring
  }

  private static func way() -> Animation {
    let way = KeyframeAnimation(keyPath: "transform.translation")
    way.values = [.size(.zero), .size(Size(width: 8, height: 4)), .size(Size(width: -8, height: 8))]
    way.calculationMode = .cubicPaced
    return way
  }

  private static func steps() -> Animation {
    let steps = KeyframeAnimation(keyPath: "backgroundColor")
    steps.values = [.color(.black), .color(.white), .color(Color(argb: 0xFFFF_0000))]
    (steps.calculationMode, steps.timingFunctions) = (.linear, [.easeIn, .easeOut])
    return steps
  }

  private static func turns() -> Animation {
    let turns = BasicAnimation(keyPath: "transform")
    (turns.fromValue, turns.toValue) = (0, 1)
    (turns.valueFunction, turns.isCumulative) = (.rotateZ, true)
    return turns
  }

  private static func group() -> Animation {
    let (group, path) = (AnimationGroup(), KeyframeAnimation(keyPath: "position"))
    path.path = Path(ellipseIn: Rect(x: 360, y: 100, width: 20, height: 20))
    (path.rotationMode, path.calculationMode) = (.rotateAuto, .paced)
    group.animations = [path, basic("opacity", to: 0.5)]
    return group
  }
}

/// Layers whose properties are set now and then.
private final class PassingAnimations {
  private let lamp = Layer()
  private let dial = Layer()
  private let sky = GradientLayer()
  private let line = ShapeLayer()
  private let screen = Layer()
  private let copiedSky = GradientLayer()
  private let pictures: [Image]
  private let skies: [[Color]] = [[.black, .white], [.white, .black]]

  init(in root: Layer) {
    for (i, layer) in [lamp, dial, sky, line, screen].enumerated() { cell(32 + i, layer, in: root) }
    line.path = star(8)
    line.strokeColor = .black
    sky.colors = skies[0]
    pictures = [0xFF20_8040 as UInt32, 0xFF80_4020].map { color in
      let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 64)
      unsafe pixels.initialize(repeating: color, count: 64)
      return unsafe Image(.argb8888, pixels: UnsafeRawPointer(pixels), width: 8, height: 8, bytesPerRow: 32)
    }
    screen.contents = pictures[0]
    let copies = ReplicatorLayer()
    (copies.instanceCount, copies.instanceDelay) = (4, .milliseconds(20))
    copies.instanceTransform = Transform3D(translationX: 8, y: 0, z: 0)
    copiedSky.frame = Rect(x: 0, y: 0, width: 6, height: 20)
    copiedSky.colors = skies[0]
    copies.addSublayer(copiedSky)
    cell(37, copies, in: root)
  }

  /// Every tenth frame, when the animations of a quarter of a second are over; and of others in every fourth, before they are.
  func change(_ frame: Int) {
    let isOdd = frame / 10 % 2 == 1
    if frame % 10 == 0 {
      lamp.opacity = isOdd ? 1 : 0.25
      lamp.backgroundColor = isOdd ? .white : .black
      lamp.borderWidth = isOdd ? 0 : 3
      sky.colors = skies[isOdd ? 1 : 0]
      copiedSky.colors = skies[isOdd ? 1 : 0]
      copiedSky.opacity = isOdd ? 1 : 0.5
      screen.contents = pictures[isOdd ? 1 : 0]
      line.lineWidth = isOdd ? 4 : 1
      line.strokeColor = isOdd ? .white : .black
    }
    if frame % 4 == 0 {
      Transaction.begin()
      Transaction.animationDuration = .milliseconds(300)
      Transaction.animationTimingFunction = .easeInEaseOut
      dial.setAffineTransform(AffineTransform(rotationAngle: Fixed(frame % 16, over: 4)))
      dial.bounds.size.width = Fixed(30 + frame % 16)
      dial.position.y += frame % 8 == 0 ? 4 : -4
      dial.cornerRadius = Fixed(frame % 16)
      (dial.shadowOpacity, dial.shadowRadius) = (frame % 8 == 0 ? 0.5 : 0.75, Fixed(2 + frame % 8))
      Transaction.commit()
    }
    if frame % 40 == 3 { lamp.removeAllAnimations() }
  }
}
