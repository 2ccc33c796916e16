import FixedRaster
import LayerRuntime

extension SplitMix {
  /// A number in steps of 1/4 (mostly) or of 1/65536.
  mutating func fixed(in range: ClosedRange<Int>) -> Fixed {
    let whole = next(in: range)
    switch next(in: 0...3) {
    case 0: return Fixed(rawValue: Int32(whole) << 16 | Int32(next(in: 0...65535)))
    case 1: return Fixed(rawValue: Int32(whole) << 16 | Int32(next(in: 0...3)) << 14)
    default: return Fixed(whole)
    }
  }

  mutating func color() -> Color {
    let alpha: UInt8 = next(in: 0...2) == 0 ? UInt8(next(in: 0...255)) : 255
    return Color(argb: UInt32(truncatingIfNeeded: next()) & 0xFF_FFFF | UInt32(alpha) << 24)
  }
}

/// What a random step does to a tree.
public enum Change: String, CaseIterable, Sendable {
  case property, contents, pattern, filters, backgroundFilters, mask, add, remove, move, display
  /// So far that sublayers go out of sight and come back.
  case scroll
  /// Once in a while, and once to a tree.
  case many, nest
  /// Far apart: more places than are damaged one by one.
  case scatter
  /// Trees with callbacks alone, these at the end of the list: what layers do when they are called; fingers; questions
  /// for the layer at a place; moves between two roots.
  case callback, touch, hitTest, otherRoot
  /// Trees with animations alone.
  case animation

  /// By how often they come.
  static let ofCallbacks: [Change] = [.callback, .callback, .callback, .touch, .touch, .hitTest, .otherRoot]
}

/// Draws itself; the other layers draw nothing when they are asked to. Does something else besides, once.
public final class SketchLayer: Layer {
  var color = Color.white
  var onDraw: (() -> Void)?
  var onLayout: (() -> Void)?
  var onContains: (() -> Void)?
  private let gradient = Gradient(colors: [Color(argb: 0xFFFF_8000), Color(argb: 0x8000_80FF)])

  public override class func needsDisplay(forKey key: String) -> Bool { key == "hue" }

  public override func draw(in context: DrawingContext) {
    context.setFillColor(color)
    context.fill(bounds.insetBy(dx: 2, dy: 1.5))
    if let hue = value(forKey: "hue")?.fixed {
      context.setFillColor(Color(red: UInt8(clamping: (hue * 255).floor), green: 128, blue: 0, alpha: 255))
      context.fill(Rect(x: 8, y: 8, width: 12 * hue, height: 9))
    }
    context.saveGState()
    context.clip(to: Rect(x: 5, y: 5, width: 20, height: 60))
    context.rotate(by: 0.25)
    context.drawLinearGradient(gradient, start: .zero, end: Point(x: 30, y: 9), options: .drawsAfterEndLocation)
    context.restoreGState()
    context.setLineWidth(2.5)
    context.setStrokeColor(Color(red: color.red, green: color.green, blue: color.blue, alpha: 99))
    for i in 0..<4 { context.strokeEllipse(in: Rect(x: Fixed(4 * i), y: 3, width: 30, height: 40)) }
    exchange(&onDraw, with: nil)?()
    for i in 4..<9 { context.strokeEllipse(in: Rect(x: Fixed(4 * i), y: 3, width: 30, height: 40)) }
  }

  public override func layoutSublayers() { exchange(&onLayout, with: nil)?() }

  public override func contains(_ point: Point) -> Bool {
    exchange(&onContains, with: nil)?()
    return super.contains(point)
  }
}

/// Draws itself in tiles, all of them in one frame.
public final class TiledSketchLayer: TiledLayer {
  var color = Color.white

  public override init() {
    super.init()
    tileSize = Size(width: 16, height: 16)
    (cacheCapacity, drawingBudget) = (1024, .seconds(1000))
  }

  public override func draw(in context: DrawingContext) {
    context.setFillColor(color)
    context.fill(Rect(x: -50, y: -50, width: 300, height: 300))
    context.setStrokeColor(Color(argb: 0xFF20_8040))
    for i in 0..<9 { context.strokeEllipse(in: Rect(x: Fixed(7 * i), y: 3, width: 30, height: 40)) }
  }
}

/// Fills its middle.
final class SketchView: View {
  var color = Color.white

  override func draw(_ rect: Rect, in context: DrawingContext) {
    context.setFillColor(color)
    context.fill(bounds.insetBy(dx: 3, dy: 2))
  }
}

/// A tree that grows and changes at random; two with the same seed go through the same changes.
public final class RandomTree {
  public let root = Layer()
  /// Shown beside it where there are callbacks.
  public let otherRoot = makeLayer(0, 0, 60, 40)
  public let router: TouchRouter
  public private(set) var layers: [Layer] = []
  var random: SplitMix
  /// How often each change was made, and each property set, by name.
  public internal(set) var counts: [String: Int] = [:]
  /// What was changed since the last time it was emptied.
  public var log: [String] = []
  private var made: Set<Change> = []
  private var scattered: [Layer] = []
  /// Layers do not keep the views that own them.
  private var views: [View] = []
  private let images = [
    TestImage(width: 7, height: 5) { x, y in 0xFF00_0000 | UInt32(x * 36) << 16 | UInt32(y * 60) },
    TestImage(width: 40, height: 30, isOpaque: true) { x, y in 0xFF00_0000 | UInt32(x * 6) << 8 | UInt32(y * 8) },
    TestImage(width: 16, height: 16) { x, y in UInt32(x * 16) * 0x0101_0001 },
  ]

  private lazy var patterns = images.map { Pattern($0.image, scale: $0 === images[0] ? 1 : 1.5, owner: $0) }

  /// Whether layers are filtered or rasterized, and so drawn to offscreen surfaces.
  let hasOffscreenSurfaces: Bool
  let hasCallbacks: Bool
  /// Whether there are animations: for those that hand frames their times, and draw each with one compositor.
  public let hasAnimations: Bool
  /// The time of the last frame.
  public var now = Duration.zero
  /// Whether a callback is at work.
  var isPerforming = false
  /// Whether there are emitters: for those that hand frames their times.
  private let hasEmitters: Bool
  /// The layer that does something in the next frame: one at a time, because the order in which layers are called is
  /// nobody's promise.
  weak var called: SketchLayer?

  public init(
    seed: UInt64, width: Int, height: Int, layers count: Int, hasOffscreenSurfaces: Bool = true,
    hasCallbacks: Bool = false, hasEmitters: Bool = false, hasAnimations: Bool = false
  ) {
    random = SplitMix(seed: seed)
    (self.hasOffscreenSurfaces, self.hasCallbacks, self.hasEmitters) = (hasOffscreenSurfaces, hasCallbacks, hasEmitters)
    self.hasAnimations = hasAnimations
    router = TouchRouter(root: root)
    root.bounds = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    root.position = Point(x: Fixed(width) * 0.5, y: Fixed(height) * 0.5)
    root.backgroundColor = Color(argb: 0xFF10_2030)
    for _ in 0..<count { add() }
  }

  /// One change of a random kind.
  public func step() {
    let isProperty = random.next(in: 0...9) < (hasCallbacks ? 5 : 7)
    var other = Change.allCases[random.next(in: 1...Change.allCases.count - 6)]
    if hasCallbacks && random.next(in: 0...1) == 0 { other = Change.ofCallbacks[random.next(in: 0...6)] }
    if hasAnimations && random.next(in: 0...3) == 0 { return countStep(.animation) }
    countStep(layers.isEmpty ? .add : isProperty ? .property : other)
  }

  private func countStep(_ change: Change) {
    if change == .animation && layers.isEmpty { return }
    switch change {
    case .property: changeProperty(of: someLayer())
    case .contents: changeContents(of: someLayer())
    case .pattern: someLayer().backgroundPattern = random.next(in: 0...2) == 0 ? nil : patterns[random.next(in: 0...2)]
    case .filters: someLayer().filters = hasOffscreenSurfaces ? random.filters() : []
    case .backgroundFilters: someLayer().backgroundFilters = hasOffscreenSurfaces ? random.filters() : []
    case .mask: changeMask(of: someLayer())
    case .display: redraw(someLayer())
    case .add: add()
    case .remove: remove()
    case .move: move()
    case .many, .nest:
      if random.next(in: 0...29) > 0 || !made.insert(change).inserted { return step() }
      if change == .many { addMany() } else { addNest() }
    case .scatter: scatter()
    case .scroll: scroll()
    case .callback: prepareCallback()
    case .touch: touch()
    case .hitTest: hitTest()
    case .otherRoot: changeRoot(of: someLayer())
    case .animation: animate()
    }
    counts[change.rawValue, default: 0] += 1
    log.append(change.rawValue)
  }

  func someLayer() -> Layer { layers[random.next(in: 0...layers.count - 1)] }

  func changeProperty(of layer: Layer) {
    let lists = RandomProperty.byClass.filter { $0.isOf(layer) }.map(\.properties)
    let list = lists[random.next(in: 0...lists.count - 1)]
    let property = list[random.next(in: 0...list.count - 1)]
    let value = property.value(&random)
    if !hasOffscreenSurfaces && property.key == "shouldRasterize" { return }
    if !layer.setValue(value, forKey: property.key) { return }
    counts[property.key, default: 0] += 1
    log.append(property.key)
  }

  /// Moves the origin of a layer that has sublayers, by whole points or by halves, or back.
  private func scroll() {
    let layer = layers.filter { $0.sublayers != nil }.randomElement(using: &random) ?? root
    let (x, y) = (Fixed(random.next(in: -50...50)), Fixed(random.next(in: -50...50)))
    let way = random.next(in: 0...2) == 0 ? Vector(dx: 0, dy: y * 0.5) : Vector(dx: x, dy: y)
    let isFar = abs(layer.bounds.origin.x.rounded) + abs(layer.bounds.origin.y.rounded) > 120
    layer.bounds.origin = isFar || random.next(in: 0...3) == 0 ? .zero : layer.bounds.origin + way
  }

  func changeContents(of layer: Layer) {
    if let layer = layer as? SurfaceLayer { return present(layer) }
    let image = images[random.next(in: 0...images.count - 1)]
    if random.next(in: 0...3) == 0 { layer.contents = nil } else { layer.setContents(image.image, owner: image) }
  }

  /// All of it or a part.
  private func redraw(_ layer: Layer) {
    let color = random.color()
    (layer as? SketchLayer)?.color = color
    if let tiled = layer as? TiledSketchLayer {
      tiled.color = color
      return tiled.setNeedsDisplay()
    }
    if random.next(in: 0...1) == 0 { return layer.setNeedsDisplay() }
    layer.setNeedsDisplay(Rect(origin: random.point(in: -5...20), size: random.size()))
  }

  private func changeMask(of layer: Layer) {
    // A mask changes as sublayers do.
    if let mask = layer.mask, random.next(in: 0...2) > 0 {
      if random.next(in: 0...1) == 0 { mask.position.x += 5 } else { changeProperty(of: mask) }
      return
    }
    if layer.mask != nil || random.next(in: 0...2) == 0 { return layer.mask = nil }
    let mask = random.next(in: 0...1) == 0 ? Layer() : ShapeLayer()
    mask.frame = Rect(x: random.fixed(in: -5...20), y: random.fixed(in: -5...20), width: 40, height: 30)
    mask.backgroundColor = random.next(in: 0...1) == 0 ? random.color() : nil
    (mask as? ShapeLayer)?.path = random.path()
    layer.mask = mask
  }

  func add() {
    let layer: Layer
    switch random.next(in: 0...15) {
    case 0...1: layer = ShapeLayer()
    case 2...3: layer = GradientLayer()
    case 4: layer = TextLayer()
    case 5: layer = ScrollLayer()
    case 6 where hasOffscreenSurfaces:
      layer = SketchLayer()
      layer.setNeedsDisplay()
    case 7: layer = TransformLayer()
    case 8: layer = makeReplicator()
    case 9: layer = TiledSketchLayer()
    case 10 where hasEmitters: layer = makeEmitter()
    case 11: layer = makeSurface()
    case 12 where hasOffscreenSurfaces: layer = makeView()
    default: layer = Layer()
    }
    layer.bounds = Rect(origin: .zero, size: random.size())
    layer.position = Point(x: random.fixed(in: 0...120), y: random.fixed(in: 0...90))
    layer.backgroundColor = random.color()
    (layer as? GradientLayer)?.colors = [random.color(), random.color()]
    (layer as? TextLayer)?.string = "12.5 °C"
    if let shape = layer as? ShapeLayer {
      shape.path = random.path()
      shape.fillColor = random.color()
    }
    insert(layer)
    if layer is TransformLayer { addPlanes(to: layer) }
  }

  /// Adds layers that pass through each other.
  private func addPlanes(to space: Layer) {
    for _ in 0..<random.next(in: 0...3) {
      let layer = makeLayer(random.fixed(in: 0...60), random.fixed(in: 0...40), 40, 30)
      layer.backgroundColor = random.color()
      layer.transform = Transform3D(
        rotationAngle: random.fixed(in: -1...1), x: random.fixed(in: -1...1), y: random.fixed(in: -1...1), z: 0)
      space.addSublayer(layer)
      layers.append(layer)
    }
  }

  private func makeSurface() -> Layer {
    let layer = SurfaceLayer()
    layer.drawableSize = Size(width: 12, height: 9)
    present(layer)
    return layer
  }

  /// Shows another picture.
  private func present(_ layer: SurfaceLayer) {
    let first = UInt32(truncatingIfNeeded: random.next())
    guard var drawable = layer.nextDrawable() else { return }
    var bytes = drawable.bytes
    for i in 0..<bytes.byteCount / 4 {
      bytes.storeBytes(of: first &* UInt32(truncatingIfNeeded: i | 1), toByteOffset: 4 * i, as: UInt32.self)
    }
    drawable.present()
    layer.showPresented()
  }

  /// A view that draws itself.
  private func makeView() -> Layer {
    let view = SketchView()
    view.color = random.color()
    view.contentMode = random.next(in: 0...1) == 0 ? .redraw : .center
    views.append(view)
    view.setNeedsDisplay()
    return view.layer
  }

  /// A view whose layer is in the list.
  func someView() -> View? {
    let shown = views.filter { view in layers.contains { $0 === view.layer } }
    return shown.isEmpty ? nil : shown[random.next(in: 0...shown.count - 1)]
  }

  private func makeReplicator() -> Layer {
    let layer = ReplicatorLayer()
    layer.instanceCount = random.next(in: 2...4)
    let turn = Transform3D(rotationAngle: random.fixed(in: -1...1), x: 0, y: 0, z: 1)
    let move = Transform3D(translationX: Fixed(random.next(in: -30...30)), y: Fixed(random.next(in: -20...20)), z: 0)
    layer.instanceTransform = random.next(in: 0...1) == 0 ? move : turn
    return layer
  }

  /// An emitter whose particles emit others; fewer than its limit live, for which of them are left out is nobody's promise.
  private func makeEmitter() -> EmitterLayer {
    var (spark, rocket) = (EmitterCell(), EmitterCell())
    spark.contents = images[2].image
    (spark.birthRate, spark.lifetime, spark.scale, spark.scaleSpeed) = (15, 0.5, 0.25, 0.5)
    (spark.velocity, spark.emissionRange, spark.alphaSpeed) = (random.fixed(in: 0...60), 6, -1)
    rocket.contents = images[random.next(in: 0...2)].image
    (rocket.birthRate, rocket.lifetime, rocket.lifetimeRange) = (random.fixed(in: 1...6), 1, 0.5)
    (rocket.velocity, rocket.spin, rocket.spinRange) = (random.fixed(in: 0...80), random.fixed(in: 0...3), 1)
    (rocket.scale, rocket.yAcceleration, rocket.color) = (0.5, random.fixed(in: -50...50), random.color())
    (rocket.redRange, rocket.emissionLongitude) = (1, random.fixed(in: -3...3))
    (spark.name, rocket.name, rocket.emitterCells) = ("spark", "rocket", [spark])
    let emitter = EmitterLayer()
    (emitter.seed, emitter.emitterCells) = (UInt32(truncatingIfNeeded: random.next()), [rocket, spark])
    return emitter
  }

  func insert(_ layer: Layer) {
    let parent = layers.isEmpty || random.next(in: 0...2) == 0 ? root : someLayer()
    layers.append(layer)
    parent.insertSublayer(layer, at: random.next(in: 0...(parent.sublayers?.count ?? 0)))
  }

  /// Adds so many sublayers in rows that they are gathered into clusters of clusters; and some that are scattered.
  private func addMany() {
    addGrid(of: 300, stride: 1)
    addGrid(of: 150, stride: 77)
  }

  private func addGrid(of count: Int, stride: Int) {
    let parent = makeLayer(5, 5, 100, 60)
    root.addSublayer(parent)
    for i in 0..<count {
      let spot = i * stride % count
      let layer = makeLayer(Fixed(spot % 30 * 3), Fixed(spot / 30 * 5), 2, 4)
      layer.backgroundColor = random.color()
      parent.addSublayer(layer)
      if i % 40 == 0 { layers.append(layer) }
    }
  }

  /// Deeper than groups and clips go.
  private func addNest() {
    var parent = root
    for _ in 0..<18 {
      let layer = makeLayer(2, 1.5, 90, 70)
      (layer.backgroundColor, layer.opacity) = (random.color(), 0.9375)
      (layer.cornerRadius, layer.masksToBounds) = (7.5, true)
      parent.addSublayer(layer)
      layers.append(layer)
      parent = layer
    }
  }

  private func scatter() {
    if scattered.isEmpty {
      for i in 0..<20 {
        scattered.append(makeLayer(Fixed(3 + 26 * (i % 5)), Fixed(3 + 24 * (i / 5)), 12, 12))
        root.addSublayer(scattered[i])
      }
    }
    for layer in scattered { layer.backgroundColor = random.color() }
  }

  func remove() {
    if layers.count < 8 { return add() }
    remove(someLayer())
  }

  func remove(_ layer: Layer) {
    if layer.animationKeys() != nil { counts["animated layers removed", default: 0] += 1 }
    layer.removeFromSuperlayer()
    layers.removeAll { $0 === layer || isBelow($0, layer) }
  }

  func move() {
    let layer = someLayer()
    let target = random.next(in: 0...3) == 0 ? root : someLayer()
    if target === layer || isBelow(target, layer) { return }
    target.insertSublayer(layer, at: random.next(in: 0...(target.sublayers?.count ?? 0) / 2))
  }

  func isBelow(_ layer: Layer, _ ancestor: Layer) -> Bool {
    var above = layer.superlayer
    while let here = above {
      if here === ancestor { return true }
      above = here.superlayer
    }
    return false
  }
}
