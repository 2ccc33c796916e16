import CBench
import FixedRaster
import LayerRuntime

/// What moves by animations: each frame of these has a time, and sets nothing, or now and then.
extension LayerScene {
  /// S12 with its middle needle animated implicitly, 60 frames a second: it turns by a degree a frame, as that of ``panel(_:)``
  /// does by hand, and is told every half second where it will be in a second.
  static func implicitNeedle(_ name: StaticString) -> LayerScene {
    let panel = PanelTree()
    return LayerScene(name, root: panel.root, clock: .animated(framesPerSecond: 60)) { frame in
      if frame % 30 != 1 { return }
      Transaction.animationDuration = .seconds(1)
      Transaction.animationTimingFunction = .linear
      panel.needle.advance(to: frame + 59)
    }
  }

  /// Lamps of 8 × 8 points, each with an animation of its own: every other one of its colour, the others of their opacity.
  static func lamps(_ name: StaticString, count: Int) -> LayerScene {
    let root = stage()
    let lamps = (0..<count).map { i in
      let lamp = Layer()
      lamp.frame = Rect(x: Fixed(8 + i % 40 * 20), y: Fixed(8 + i / 40 * 18), width: 8, height: 8)
      lamp.backgroundColor = Color(argb: 0xFF30_C060)
      root.addSublayer(lamp)
      return lamp
    }
    return LayerScene(name, root: root, capacity: count + 2, clock: .animated(framesPerSecond: 30)) {
      for (i, lamp) in lamps.enumerated() {
        let blink = BasicAnimation(keyPath: i % 2 == 0 ? "backgroundColor" : "opacity")
        blink.fromValue = i % 2 == 0 ? .color(Color(argb: 0xFFC0_3020)) : 0.25
        loop(blink, seconds: Fixed(3 + i % 5))
        lamp.add(blink, forKey: nil)
      }
    } change: { _ in
    }
  }

  /// The list of ``list(_:count:)`` with its origin animated, at three points a frame.
  static func animatedList(_ name: StaticString, count: Int) -> LayerScene {
    let list = LayerScene.list(name, count: count)
    let scroll = BasicAnimation(keyPath: "bounds.origin.y")
    scroll.toValue = .fixed(Fixed(count * 32 - height))
    loop(scroll, seconds: Fixed(count * 32 - height) / 90)
    return LayerScene(name, root: list.root, capacity: list.capacity, clock: .animated(framesPerSecond: 30)) {
      list.root.add(scroll, forKey: nil)
    } change: { _ in
    }
  }

  /// The panel of S12 that gives way to a page of another colour, again and again, and back.
  static func transition(_ name: StaticString, _ type: Transition.TransitionType) -> LayerScene {
    let (root, panel, page) = (Layer(), PanelTree().root, GradientLayer())
    cover(root)
    root.backgroundColor = .black
    cover(page)
    page.colors = [Color(argb: 0xFF40_2030), Color(argb: 0xFF10_0810)]
    for i in 0..<6 {
      let text = PanelTree.text("Line \(i)", x: 40, baseline: Fixed(60 + 60 * i), width: 300, .white)
      page.addSublayer(text)
    }
    page.isHidden = true
    root.sublayers = [panel, page]
    let change = Transition()
    (change.type, change.subtype, change.duration) = (type, .fromRight, .seconds(1))
    return LayerScene(name, root: root, clock: .animated(framesPerSecond: 30)) { frame in
      if frame % 29 != 1 { return }
      root.add(change, forKey: "page")
      (page.isHidden, panel.isHidden) = (panel.isHidden, page.isHidden)
    }
  }

  /// Fifty layers, ten of each row, with an animation of another kind each.
  static func animations(_ name: StaticString) -> LayerScene {
    let root = stage()
    let kinds = (0..<50).map { AnimatedKind.allCases[$0 % AnimatedKind.allCases.count] }
    let layers = kinds.enumerated().map { i, kind in
      kind.layer(at: Point(x: Fixed(40 + i % 10 * 80), y: Fixed(48 + i / 10 * 96)))
    }
    root.sublayers = layers
    return LayerScene(name, root: root, clock: .animated(framesPerSecond: 30)) {
      for i in kinds.indices { kinds[i].animate(layers[i]) }
    } change: { _ in
    }
  }
}

/// Has an animation run back and forth for good.
private func loop(_ animation: Animation, seconds: Fixed) {
  animation.duration = .milliseconds(Int((seconds * 100).rounded) * 10)
  (animation.repeatCount, animation.autoreverses) = (Animation.forever, true)
}

/// What one of fifty layers animates.
private enum AnimatedKind: CaseIterable {
  case opacity, color, turn, spring, alongPath, group, additive, gradient, shadow, shape, stroke, filter, size

  /// A layer of 48 × 48 points about a place.
  func layer(at place: Point) -> Layer {
    let layer = makeLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 48, height: 48)
    layer.position = place
    return layer
  }

  func animate(_ layer: Layer) {
    for animation in animations(at: layer.position) {
      loop(animation, seconds: 1.5)
      layer.add(animation, forKey: nil)
    }
  }

  private func makeLayer() -> Layer {
    let color = Color(argb: 0xFF40_90D0)
    switch self {
    case .gradient:
      let layer = GradientLayer()
      layer.colors = [color, .black]
      layer.locations = [0, 1]
      return layer
    case .shape, .stroke:
      let layer = ShapeLayer()
      (layer.path, layer.fillColor, layer.strokeColor) = (Self.star(8), nil, color)
      layer.lineWidth = 3
      return layer
    default:
      let layer = Layer()
      (layer.backgroundColor, layer.cornerRadius) = (color, 6)
      if self == .shadow { (layer.shadowOpacity, layer.shadowRadius) = (0.75, 2) }
      if self == .filter { layer.filters = [Filter(.colorControls, name: "look")] }
      return layer
    }
  }

  private func animations(at place: Point) -> [Animation] {
    switch self {
    case .opacity: [Self.basic("opacity", to: 0.25)]
    case .color: [Self.basic("backgroundColor", to: .color(Color(argb: 0xFFE0_6020)))]
    case .turn: [Self.basic("transform.rotation.z", to: .fixed(.pi))]
    case .spring: [spring(place)]
    case .alongPath: [way(place)]
    case .group: [group()]
    case .additive:
      [
        Self.basic("position.x", from: -8, to: 8, isAdditive: true),
        Self.basic("position.y", from: -6, to: 6, isAdditive: true),
      ]
    case .gradient:
      [
        Self.basic("colors", to: [.color(Color(argb: 0xFFE0_6020)), .color(.white)]),
        Self.basic("locations", to: [0.25, 0.75]),
      ]
    case .shadow: [Self.basic("shadowRadius", to: 8), Self.basic("shadowOffset", to: .size(Size(width: 6, height: 6)))]
    case .shape: [Self.basic("path", to: .path(Self.star(20)))]
    case .stroke: [Self.basic("strokeEnd", to: 0.25), Self.basic("strokeColor", to: .color(.white))]
    case .filter: [Self.basic("filters.look.inputSaturation", to: 0)]
    case .size: [Self.basic("bounds.size", to: .size(Size(width: 64, height: 32))), Self.basic("borderWidth", to: 4)]
    }
  }

  private static func basic(_ keyPath: String, from: Value? = nil, to: Value, isAdditive: Bool = false) -> Animation {
    let animation = BasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.isAdditive) = (from, to, isAdditive)
    return animation
  }

  private func spring(_ place: Point) -> Animation {
    let spring = SpringAnimation(keyPath: "position")
    spring.fromValue = .point(Point(x: place.x - 12, y: place.y))
    (spring.stiffness, spring.damping) = (80, 4)
    return spring
  }

  private func way(_ place: Point) -> Animation {
    let way = KeyframeAnimation(keyPath: "position")
    way.path = Path(ellipseIn: Rect(x: place.x - 12, y: place.y - 12, width: 24, height: 24))
    (way.calculationMode, way.rotationMode) = (.paced, .rotateAuto)
    return way
  }

  private func group() -> Animation {
    let (group, steps) = (AnimationGroup(), KeyframeAnimation(keyPath: "cornerRadius"))
    steps.values = [6, 24, 12, 0]
    steps.calculationMode = .cubic
    group.animations = [Self.basic("transform.scale", to: 0.5), steps]
    return group
  }

  /// Eight corners, every other one so far from the middle.
  private static func star(_ inner: Int) -> Path {
    var path = Path()
    for i in 0..<8 {
      let turn = sineCosine(.pi / 4 * Fixed(i))
      let radius = Fixed(i % 2 == 0 ? 22 : inner)
      let point = Point(x: 24 + turn.cosine.fixed * radius, y: 24 + turn.sine.fixed * radius)
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
  }
}
