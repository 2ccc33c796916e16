import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// What is animated: from a value to another, and what is shown half-way; `nil` for what changes there from one to the other.
private struct AnimatedProperty {
  let path: String
  let from, to: Value
  var half: Value?
  /// What is read of it, if it is not the whole.
  var part = ""

  init(_ path: String, _ from: Value, _ to: Value, _ half: Value? = nil, part: String = "") {
    (self.path, self.from, self.to, self.half, self.part) = (path, from, to, half, part)
  }

  /// The property's own name.
  var key: String { String(path.prefix { $0 != "." }) }
}

private typealias Row = AnimatedProperty

private func number(_ path: String, _ from: Fixed = 1, _ to: Fixed = 3) -> Row {
  Row(path, .fixed(from), .fixed(to), .fixed((from + to) / 2))
}

private func color(_ path: String) -> Row {
  Row(path, .color(.black), .color(.white), .color(Color(red: 128, green: 128, blue: 128)))
}

private func flag(_ path: String) -> Row { Row(path, .bool(false), .bool(true)) }

private func choice(_ path: String, _ from: String, _ to: String) -> Row { Row(path, .string(from), .string(to)) }

private func transform(_ path: String) -> Row {
  Row(
    path, .transform(.identity), .transform(Transform3D(translationX: 4, y: 2, z: 0)), .fixed(2), part: ".translation.x"
  )
}

@Suite("Animated properties")
struct AnimatedPropertyTests {
  private let small = Rect(x: 0, y: 0, width: 2, height: 4)
  private let large = Rect(x: 2, y: 4, width: 6, height: 4)
  private let middle = Rect(x: 1, y: 2, width: 4, height: 4)
  private let unit = Rect(x: 0, y: 0, width: 1, height: 1)
  private let here = Point(x: 1, y: 1)
  private let there = Point(x: 3, y: 5)
  private let between = Point(x: 2, y: 3)

  private var ofEveryLayer: [Row] {
    let quarter = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
    let most = Rect(x: 0, y: 0, width: 0.75, height: 0.75)
    let (first, second) = (Pattern(image), Pattern(image))
    return [
      Row("bounds", .rect(small), .rect(large), .rect(middle)), number("bounds.size.width", 2, 6),
      number("bounds.origin.y"), Row("position", .point(here), .point(there), .point(between)), number("position.x"),
      Row("anchorPoint", .point(.zero), .point(Point(x: 1, y: 1)), .point(Point(x: 0.5, y: 0.5))),
      number("anchorPointZ"), number("zPosition"), transform("transform"), number("transform.scale.x", 1, 2),
      number("transform.rotation.z", 0, 1), transform("sublayerTransform"), flag("isGeometryFlipped"),
      flag("isHidden"), number("opacity", 0.25, 0.75), flag("isOpaque"), flag("masksToBounds"),
      color("backgroundColor"), Row("backgroundPattern", .object(first), .object(second)), number("cornerRadius"),
      choice("cornerCurve", "circular", "continuous"), number("borderWidth"), color("borderColor"),
      choice("contentsGravity", "center", "left"), Row("contentsRect", .rect(unit), .rect(quarter), .rect(most)),
      Row("contentsCenter", .rect(unit), .rect(quarter), .rect(most)), number("contentsScale"),
      choice("minificationFilter", "nearest", "trilinear"), choice("magnificationFilter", "linear", "nearest"),
      flag("isDoubleSided"), flag("allowsGroupOpacity"), flag("shouldRasterize"), number("rasterizationScale"),
      choice("compositingFilter", "multiply", "screen"), color("shadowColor"), number("shadowOpacity", 0.25, 0.75),
      number("shadowRadius"),
      Row(
        "shadowOffset", .size(small.size), .size(large.size), .size(Size(width: 4, height: 4))),
      Row("shadowPath", .path(Path(rect: small)), .path(Path(rect: large)), .path(Path(rect: middle))),
      number("filters.one.inputRadius"), number("filters.one.inputScale"), number("filters.one.inputIntensity"),
      number("filters.one.inputSaturation"), number("filters.one.inputBrightness"),
      number("filters.one.inputContrast"), flag("filters.one.isEnabled"),
      Row("filters.one.inputCenter", .point(here), .point(there), .point(between)),
      Row("filters.one.inputRVector", [1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0.5, 0, 0]),
      number("backgroundFilters.one.inputRadius"),
    ]
  }

  private let ofShapes: [Row] = [
    Row(
      "path", .path(Path(rect: Rect(x: 0, y: 0, width: 2, height: 2))),
      .path(Path(rect: Rect(x: 2, y: 2, width: 4, height: 4))),
      .path(Path(rect: Rect(x: 1, y: 1, width: 3, height: 3)))),
    color("fillColor"), choice("fillRule", "nonZero", "evenOdd"), color("strokeColor"), number("lineWidth"),
    choice("lineCap", "butt", "round"), choice("lineJoin", "miter", "bevel"), number("miterLimit"),
    number("lineDashPhase"), Row("lineDashPattern", [1, 2], [3, 4], [2, 3]), number("strokeStart", 0, 0.5),
    number("strokeEnd", 0.5, 1),
  ]
  private let ofGradients: [Row] = [
    Row(
      "colors", [.color(.black), .color(.white)], [.color(.white), .color(.black)],
      [.color(Color(red: 128, green: 128, blue: 128)), .color(Color(red: 128, green: 128, blue: 128))]),
    Row("locations", [0, 0.5], [0.5, 1], [0.25, 0.75]),
    Row("startPoint", .point(.zero), .point(Point(x: 1, y: 1)), .point(Point(x: 0.5, y: 0.5))),
    Row("endPoint", .point(.zero), .point(Point(x: 1, y: 1)), .point(Point(x: 0.5, y: 0.5))),
    choice("type", "axial", "conic"),
  ]
  private let ofTexts: [Row] = [
    number("fontSize", 8, 12), color("foregroundColor"), choice("string", "a", "b"), flag("isWrapped"),
    choice("alignmentMode", "left", "right"), choice("verticalAlignmentMode", "top", "bottom"),
    choice("truncationMode", "start", "end"),
  ]
  private let ofReplicators: [Row] = [
    Row("instanceCount", .integer(1), .integer(5), .integer(3)), transform("instanceTransform"), color("instanceColor"),
    Row("instanceDelay", .duration(.seconds(1)), .duration(.seconds(3)), .duration(.seconds(2))),
    number("instanceRedOffset", -1, 0), number("instanceGreenOffset", -1, 0), number("instanceBlueOffset", -1, 0),
    number("instanceAlphaOffset", -1, 0),
  ]
  private let ofEmitters: [Row] = [
    number("birthRate"), number("lifetime"), number("velocity"), number("scale"), number("spin"),
    Row("emitterPosition", .point(.zero), .point(Point(x: 4, y: 2)), .point(Point(x: 2, y: 1))),
    number("emitterZPosition"),
    Row(
      "emitterSize", .size(Size(width: 0, height: 0)), .size(Size(width: 4, height: 2)),
      .size(Size(width: 2, height: 1))),
    number("emitterDepth"), choice("emitterShape", "line", "circle"), choice("emitterMode", "points", "surface"),
    choice("renderMode", "oldestFirst", "additive"), number("emitterCells.spark.birthRate"),
    number("emitterCells.spark.velocity"), color("emitterCells.spark.color"),
  ]
  private let ofTiles: [Row] = [color("placeholderColor")]
  private let ofScrolls: [Row] = [choice("scrollMode", "horizontally", "vertically")]

  private let image = TestImage(width: 8, height: 8, isOpaque: true) { _, _ in 0xFF80_8080 }.image

  /// A layer that has something of everything to show.
  private func furnish<Kind: Layer>(_ layer: Kind) -> Kind {
    (layer.filters, layer.backgroundFilters) = ([Filter(.boxBlur, name: "one")], [Filter(.boxBlur, name: "one")])
    layer.contents = image
    let below = makeLayer(1, 1, 14, 4)
    below.backgroundColor = Color(argb: 0xFFFF_0000)
    layer.addSublayer(below)
    (layer as? ShapeLayer)?.path = Path(ellipseIn: Rect(x: 1, y: 1, width: 8, height: 8))
    (layer as? ShapeLayer)?.strokeColor = .white
    (layer as? GradientLayer)?.colors = [.black, .white]
    (layer as? TextLayer)?.string = "text"
    var spark = makeCell(20, lifetime: 1)
    spark.name = "spark"
    (layer as? EmitterLayer)?.emitterCells = [spark]
    return layer
  }

  private func check(_ rows: [Row], _ make: () -> Layer) {
    for row in rows {
      let layer = furnish(make())
      let stage = AnimationStage(layer)
      let read = row.path + row.part
      let model = layer.value(forKeyPath: row.path)
      let animation = BasicAnimation(keyPath: row.path)
      (animation.fromValue, animation.toValue, animation.duration) = (row.from, row.to, .seconds(1))
      layer.add(animation, forKey: nil)
      stage.draw(1000)
      func shown(_ time: Int) -> Value? { stage.shown(time) { $0.value(forKeyPath: read) } ?? nil }
      if let half = row.half {
        let value = shown(1500)
        let isClose = half.fixed.map { number in value?.fixed.map { ($0 - number).magnitude < 0.001 } ?? false }
        #expect(isClose ?? (value == half), "\(type(of: layer)) \(row.path): \(String(describing: value))")
      } else {
        #expect(shown(1490) == row.from && shown(1510) == row.to, "\(type(of: layer)) \(row.path)")
      }
      #expect(layer.value(forKeyPath: row.path) == model, "\(row.path) itself stays what it is")
      #expect(stage.compositor.nextFrameTime != nil || ["isHidden"].contains(row.path), "\(row.path)")
      stage.draw(2000)
      #expect(layer.presentation()?.value(forKeyPath: row.path) == model && layer.firstAnimation == nil, "\(row.path)")
      #expect(layer is EmitterLayer || stage.compositor.nextFrameTime == nil, "\(row.path)")
    }
  }

  @Test("L82 every property of every layer is shown between its ends half-way, or from there on, and itself at the end")
  func everyLayer() {
    check(ofEveryLayer) { Layer() }
    check(ofEveryLayer) { ShapeLayer() }
  }

  @Test("L82 so is every property of the layer classes")
  func classes() {
    check(ofShapes) { ShapeLayer() }
    check(ofGradients) { GradientLayer() }
    check(ofTexts) { TextLayer() }
    check(ofReplicators) { ReplicatorLayer() }
    check(ofEmitters) { EmitterLayer() }
    check(ofTiles) { TiledLayer() }
    check(ofScrolls) { ScrollLayer() }
  }

  @Test("L82 no property is missing among those that are animated here")
  func completeness() {
    // Of no meaning in time: what layers are made of, whom they ask, how they are laid out and drawn, and time itself.
    let still: Set<String> = [
      "frame", "name", "delegate", "sublayers", "superlayer", "mask", "view", "visibleRect", "autoresizingMask",
      "constraints", "layoutManager", "touchHandler", "beginTime", "timeOffset", "speed", "maskedCorners", "seed",
      "needsDisplayOnBoundsChange", "drawsAsynchronously", "tileSize", "levelsOfDetail", "levelsOfDetailBias",
      "cacheCapacity", "drawingBudget", "drawableSize", "pixelFormat", "maximumDrawableCount", "particleLimit", "font",
      "attributedString", "emitterCells", "preservesDepth",
    ]
    let rows = [ofEveryLayer, ofShapes, ofGradients, ofTexts, ofReplicators, ofEmitters, ofTiles, ofScrolls]
    let animated = Set(rows.flatMap { $0 }.map(\.key))
    let kinds = [
      Layer(), ShapeLayer(), ScrollLayer(), GradientLayer(), TextLayer(), SurfaceLayer(), TransformLayer(),
      ReplicatorLayer(), TiledLayer(), EmitterLayer(),
    ]
    var names = Set(kinds.flatMap { type(of: $0).keysWithDefaults })
    for layer in kinds {
      var mirror: Mirror? = Mirror(reflecting: layer)
      while let here = mirror {
        for name in here.children.compactMap(\.label) {
          var access = PropertyAccess.reading
          layer.accessProperty(ValueKey(name), &access)
          if access.outcome == .done { names.insert(name) }
        }
        mirror = here.superclassMirror
      }
    }
    #expect(names.count > 90)
    for name in names where !still.contains(name) { #expect(animated.contains(name), "\(name)") }
  }

  @Test("L82 a mask's own properties are animated while it masks")
  func mask() {
    let stage = AnimationStage()
    let mask = makeLayer(0, 0, 10, 10)
    mask.backgroundColor = .white
    (mask.anchorPoint, mask.position) = (.zero, .zero)
    Transaction.disableActions = true
    stage.layer.mask = mask
    stage.draw(0)
    let animation = BasicAnimation(keyPath: "bounds.size.width")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 10, .seconds(1))
    mask.add(animation, forKey: nil)
    stage.draw(1000)
    stage.draw(1500)
    #expect(stage.color(3, 5) == 0xFF_FFFF && stage.color(7, 5) == 0)
    let fade = BasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (1, 0, .seconds(1))
    mask.removeAllAnimations()
    mask.add(fade, forKey: nil)
    stage.draw(2000)
    stage.draw(2500)
    #expect((126...129).contains(stage.color(5, 5) & 0xFF))
    stage.draw(3000)
    #expect(stage.color(5, 5) == 0xFF_FFFF)
  }

  @Test("L82 an image gives way to another at the half, and a list is scrolled by its bounds' origin")
  func contents() {
    let images = [0xFF_0000, 0x00FF00].map { color in
      TestImage(width: 2, height: 2, isOpaque: true) { _, _ in 0xFF00_0000 | UInt32(color) }
    }
    let stage = AnimationStage()
    Transaction.disableActions = true
    stage.layer.setContents(images[0].image, owner: images[0])
    let first = stage.layer.value(forKey: "contents")
    stage.layer.setContents(images[1].image, owner: images[1])
    let animation = BasicAnimation(keyPath: "contents")
    (animation.fromValue, animation.toValue) = (first, stage.layer.value(forKey: "contents"))
    animation.duration = .seconds(1)
    stage.layer.add(animation, forKey: nil)
    stage.draw(1000)
    for (time, color) in [(1490, 0xFF0000), (1510, 0x00FF00), (2000, 0x00FF00)] as [(Int, UInt32)] {
      stage.draw(time)
      #expect(stage.color(5, 5) == color, "\(time)")
    }
    let scroll = BasicAnimation(keyPath: "bounds.origin.x")
    (scroll.fromValue, scroll.toValue, scroll.duration) = (0, 40, .seconds(1))
    stage.root.add(scroll, forKey: nil)
    stage.draw(3000)
    stage.draw(3100)
    #expect(stage.color(5, 5) == 0x00FF00 && stage.color(6, 5) == 0)
  }

  @Test("L80 what is set of emitters, dashes, texts, delays is animated by itself; a path where its action says so")
  func implicit() {
    func keys(_ layer: Layer, _ change: () -> Void) -> [String]? {
      let stage = AnimationStage(layer)
      change()
      return withExtendedLifetime(stage) { layer.animationKeys() }
    }
    let (emitter, shape, text, copies) = (EmitterLayer(), ShapeLayer(), TextLayer(), ReplicatorLayer())
    #expect(
      keys(emitter) {
        (emitter.birthRate, emitter.lifetime, emitter.velocity, emitter.scale, emitter.spin) = (2, 2, 2, 2, 2)
        (emitter.emitterPosition, emitter.emitterZPosition) = (Point(x: 1, y: 1), 1)
        (emitter.emitterSize, emitter.emitterDepth) = (Size(width: 1, height: 1), 1)
      } == [
        "birthRate", "lifetime", "velocity", "scale", "spin", "emitterPosition", "emitterZPosition", "emitterSize",
        "emitterDepth",
      ])
    #expect(keys(shape) { (shape.lineDashPhase, shape.lineWidth) = (2, 3) } == ["lineDashPhase", "lineWidth"])
    #expect(
      keys(text) { (text.fontSize, text.foregroundColor) = (9, .black) } == ["fontSize", "foregroundColor"])
    #expect(keys(copies) { copies.instanceDelay = .seconds(1) } == ["instanceDelay"])
    let other = ShapeLayer()
    #expect(keys(other) { other.path = Path(rect: Rect(x: 0, y: 0, width: 2, height: 2)) } == nil)
    other.actions = ["path": BasicAnimation(keyPath: "path"), "shadowPath": BasicAnimation(keyPath: "shadowPath")]
    let stage = AnimationStage(other)
    other.path = Path(rect: Rect(x: 0, y: 0, width: 8, height: 8))
    other.shadowPath = other.path
    #expect(other.animationKeys() == ["path", "shadowPath"])
    stage.draw(0)
    let shown = stage.shown(125) { $0.value(forKeyPath: "path") } ?? nil
    guard case .path(let path)? = shown else {
      Issue.record("no path")
      return
    }
    #expect(path.bounds.map { $0.width > 2 && $0.width < 8 } == true)
  }
}
