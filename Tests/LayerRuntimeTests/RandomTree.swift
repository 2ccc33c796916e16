import FixedRaster

@testable import LayerRuntime

/// A seeded generator (Steele, Lea & Flood 2014): the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func next(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

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
enum Change: CaseIterable {
  case position, bounds, boundsOrigin, anchorPoint, rotation, scale, zPosition, isHidden, masksToBounds, background
  case cornerRadius, border, opacity, sublayerTransform, add, remove, move, path, fill, stroke, dash
  case contents, contentsPlace, colors, gradient, mask, groupOpacity, many, isGeometryFlipped, shadow, corners,
    isDoubleSided, rasterize, filters, compositing, backgroundFilters, turnInSpace, depth, perspective, pattern
}

/// A tree that grows and changes at random; two with the same seed go through the same changes.
final class RandomTree {
  let root = Layer()
  private(set) var layers: [Layer] = []
  private var random: SplitMix
  private(set) var counts: [Change: Int] = [:]
  /// Without layers in numbers that are tied into bundles.
  private var isFull = false
  private let images = [
    TestImage(width: 7, height: 5) { x, y in 0xFF00_0000 | UInt32(x * 36) << 16 | UInt32(y * 60) },
    TestImage(width: 40, height: 30, isOpaque: true) { x, y in 0xFF00_0000 | UInt32(x * 6) << 8 | UInt32(y * 8) },
    TestImage(width: 16, height: 16) { x, y in UInt32(x * 16) * 0x0101_0001 },
  ]

  private lazy var patterns = images.map { Pattern($0.image, scale: $0 === images[0] ? 1 : 1.5, owner: $0) }

  init(seed: UInt64, width: Int, height: Int, layers count: Int) {
    random = SplitMix(seed: seed)
    root.bounds = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    root.position = Point(x: Fixed(width) * 0.5, y: Fixed(height) * 0.5)
    root.backgroundColor = Color(argb: 0xFF10_2030)
    for _ in 0..<count { change(.add) }
  }

  /// One change of a random kind; answers which.
  @discardableResult
  func step() -> Change {
    let change = Change.allCases[random.next(in: 0...Change.allCases.count - 1)]
    self.change(change)
    return change
  }

  private func someLayer() -> Layer { layers[random.next(in: 0...layers.count - 1)] }

  private func change(_ change: Change) {
    counts[change, default: 0] += 1
    if layers.isEmpty && change != .add { return }
    switch change {
    case .position: someLayer().position = Point(x: random.fixed(in: -20...140), y: random.fixed(in: -20...110))
    case .bounds:
      let layer = someLayer()
      layer.bounds.size = Size(width: random.fixed(in: 0...90), height: random.fixed(in: 0...70))
    case .boundsOrigin: someLayer().bounds.origin = Point(x: random.fixed(in: -9...9), y: random.fixed(in: -9...9))
    case .anchorPoint: someLayer().anchorPoint = Point(x: random.fixed(in: -1...1), y: random.fixed(in: -1...1))
    case .rotation:
      someLayer().setAffineTransform(AffineTransform(rotationAngle: random.fixed(in: -3...3)))
    case .scale:
      let (x, y) = (Coefficient(random.fixed(in: -2...2)), Coefficient(random.fixed(in: 0...2)))
      someLayer().setAffineTransform(AffineTransform(scaleX: x, y: y))
    case .zPosition: someLayer().zPosition = Fixed(random.next(in: -2...2))
    case .isHidden: someLayer().isHidden = random.next(in: 0...3) == 0
    case .masksToBounds: someLayer().masksToBounds = random.next(in: 0...1) == 0
    case .background: someLayer().backgroundColor = random.next(in: 0...4) == 0 ? nil : random.color()
    case .cornerRadius: someLayer().cornerRadius = random.next(in: 0...1) == 0 ? 0 : random.fixed(in: 0...40)
    case .border:
      let layer = someLayer()
      layer.borderWidth = random.next(in: 0...1) == 0 ? 0 : random.fixed(in: 0...12)
      layer.borderColor = random.color()
    case .opacity:
      someLayer().opacity = random.next(in: 0...1) == 0 ? 1 : Fixed(rawValue: Int32(random.next(in: 0...65536)))
    case .sublayerTransform:
      someLayer().sublayerTransform =
        random.next(in: 0...1) == 0
        ? .identity : Transform3D(AffineTransform(rotationAngle: random.fixed(in: -1...1)))
    case .dash:
      let shape = someShape()
      shape?.lineDashPattern = random.next(in: 0...1) == 0 ? .solid : DashPattern(dash: random.fixed(in: 1...9), gap: 3)
      shape?.strokeStart = random.next(in: 0...1) == 0 ? 0 : 0.25
    case .contents: changeContents(someLayer())
    case .contentsPlace: placeContents(someLayer())
    case .colors: someGradient()?.colors = (0..<random.next(in: 0...3)).map { _ in random.color() }
    case .gradient:
      let gradient = someGradient()
      gradient?.type = [.axial, .radial, .conic][random.next(in: 0...2)]
      gradient?.startPoint = Point(x: 0.5, y: random.fixed(in: 0...1))
      gradient?.endPoint = Point(x: random.fixed(in: 0...1), y: 1)
    case .mask: changeMask()
    case .pattern: someLayer().backgroundPattern = random.next(in: 0...2) == 0 ? nil : patterns[random.next(in: 0...2)]
    case .isDoubleSided: someLayer().isDoubleSided = random.next(in: 0...1) == 0
    case .turnInSpace:
      let layer = someLayer()
      layer.transform = Transform3D(
        rotationAngle: random.fixed(in: -3...3), x: Fixed(random.next(in: -1...1)), y: Fixed(random.next(in: -1...1)),
        z: Fixed(random.next(in: -1...1)))
      if random.next(in: 0...3) > 0 { layer.transform = layer.transform.concatenating(Transform3D(eye: 150)) }
    case .depth:
      let layer = someLayer()
      layer.zPosition = random.fixed(in: -120...160)
      layer.anchorPointZ = random.next(in: 0...2) == 0 ? random.fixed(in: -30...30) : 0
    case .perspective:
      let layer = random.next(in: 0...1) == 0 ? root : someLayer()
      layer.sublayerTransform = Transform3D(rotationAngle: random.fixed(in: 0...1), x: 1, y: -1, z: 0)
      if random.next(in: 0...1) == 0 { layer.sublayerTransform = .identity }
      layer.sublayerTransform.m34 = random.next(in: 0...3) == 0 ? 0 : -1 / Coefficient(random.fixed(in: 90...400))
    case .corners:
      let layer = someLayer()
      layer.maskedCorners = CornerMask(rawValue: UInt8(random.next(in: 0...15)))
      layer.cornerCurve = random.next(in: 0...1) == 0 ? .circular : .continuous
    case .shadow:
      let layer = someLayer()
      layer.shadowOpacity = random.next(in: 0...2) == 0 ? 0 : 0.75
      layer.shadowRadius = random.fixed(in: 0...6)
      layer.shadowOffset = Size(width: random.fixed(in: -9...9), height: random.fixed(in: -9...9))
      layer.shadowPath = random.next(in: 0...2) == 0 ? randomPath() : nil
    case .rasterize:
      let layer = someLayer()
      layer.shouldRasterize = random.next(in: 0...3) > 0
      layer.rasterizationScale = [1, 1, 0.5, 0.3][random.next(in: 0...3)]
    case .filters: someLayer().filters = randomFilters()
    case .backgroundFilters: someLayer().backgroundFilters = randomFilters()
    case .compositing:
      someLayer().compositingFilter =
        random.next(in: 0...2) == 0 ? nil : BlendMode(rawValue: UInt8(random.next(in: 0...27)))
    case .groupOpacity: someLayer().allowsGroupOpacity = random.next(in: 0...1) == 0
    case .many: addMany()
    case .isGeometryFlipped: someLayer().isGeometryFlipped = random.next(in: 0...1) == 0
    case .add: add()
    case .remove: remove()
    case .move: move()
    case .path: (someShape())?.path = randomPath()
    case .fill: (someShape())?.fillColor = random.next(in: 0...3) == 0 ? nil : random.color()
    case .stroke:
      let shape = someShape()
      shape?.strokeColor = random.next(in: 0...3) == 0 ? nil : random.color()
      shape?.lineWidth = random.fixed(in: 0...9)
      shape?.lineJoin = [.miter, .round, .bevel][random.next(in: 0...2)]
      shape?.lineCap = [.butt, .round, .square][random.next(in: 0...2)]
    }
  }

  private func randomFilters() -> [Filter] {
    (0..<random.next(in: 0...2)).map { _ in
      var filter = Filter(FilterKind(rawValue: UInt8(random.next(in: 0...8))) ?? .boxBlur)
      (filter.radius, filter.scale, filter.intensity) = (random.fixed(in: 0...8), random.fixed(in: -1...6), 0.5)
      (filter.saturation, filter.contrast) = (random.fixed(in: 0...1), 1.5)
      filter.center = Point(x: random.fixed(in: 0...40), y: random.fixed(in: 0...40))
      if filter.kind == .pinchDistortion { filter.radius = filter.radius * 5 }
      filter.matrix.red.green = 0.5
      filter.isEnabled = random.next(in: 0...5) > 0
      return filter
    }
  }

  private func changeContents(_ layer: Layer) {
    let image = images[random.next(in: 0...images.count - 1)]
    if random.next(in: 0...3) == 0 { layer.contents = nil } else { layer.setContents(image.image, owner: image) }
  }

  private func placeContents(_ layer: Layer) {
    let gravities: [ContentsGravity] = [
      .center, .top, .bottomLeft, .right, .resize, .resizeAspect, .resizeAspectFill,
    ]
    layer.contentsGravity = gravities[random.next(in: 0...gravities.count - 1)]
    let filters: [ContentsFilter] = [.nearest, .linear, .trilinear]
    layer.minificationFilter = filters[random.next(in: 0...2)]
    layer.magnificationFilter = filters[random.next(in: 0...2)]
    let isPart = random.next(in: 0...2) == 0
    layer.contentsRect = isPart ? Rect(x: -0.25, y: 0.25, width: 0.75, height: 1.5) : .unit
    layer.contentsCenter = random.next(in: 0...1) == 0 ? Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.25) : .unit
    layer.contentsScale = random.next(in: 0...2) == 0 ? 2 : 1
  }

  private func changeMask() {
    let layer = someLayer()
    // A mask changes as sublayers do.
    if let mask = layer.mask, random.next(in: 0...2) > 0 {
      if random.next(in: 0...1) == 0 { mask.position.x += 5 } else { mask.opacity = random.fixed(in: 0...1) }
      return
    }
    if layer.mask != nil || random.next(in: 0...2) == 0 { return layer.mask = nil }
    let mask = random.next(in: 0...1) == 0 ? Layer() : ShapeLayer()
    mask.frame = Rect(x: random.fixed(in: -5...20), y: random.fixed(in: -5...20), width: 40, height: 30)
    mask.backgroundColor = random.next(in: 0...1) == 0 ? random.color() : nil
    (mask as? ShapeLayer)?.path = randomPath()
    layer.mask = mask
  }

  /// So many sublayers that they are tied into bundles of bundles, once.
  private func addMany() {
    if isFull { return }
    isFull = true
    let parent = Layer()
    parent.frame = Rect(x: 5, y: 5, width: 100, height: 60)
    root.addSublayer(parent)
    for i in 0..<300 {
      let layer = Layer()
      layer.frame = Rect(x: Fixed(i % 30 * 3), y: Fixed(i / 30 * 5), width: 2, height: 4)
      layer.backgroundColor = random.color()
      parent.addSublayer(layer)
      if i % 40 == 0 { layers.append(layer) }
    }
  }

  private func someShape() -> ShapeLayer? {
    let shapes = layers.compactMap { $0 as? ShapeLayer }
    return shapes.isEmpty ? nil : shapes[random.next(in: 0...shapes.count - 1)]
  }

  private func someGradient() -> GradientLayer? {
    let gradients = layers.compactMap { $0 as? GradientLayer }
    return gradients.isEmpty ? nil : gradients[random.next(in: 0...gradients.count - 1)]
  }

  private func add() {
    let kind = random.next(in: 0...3)
    let layer = kind == 0 ? ShapeLayer() : kind == 1 ? GradientLayer() : Layer()
    (layer as? GradientLayer)?.colors = [random.color(), random.color()]
    layer.bounds = Rect(x: 0, y: 0, width: random.fixed(in: 0...90), height: random.fixed(in: 0...70))
    layer.position = Point(x: random.fixed(in: 0...120), y: random.fixed(in: 0...90))
    layer.backgroundColor = random.color()
    if let shape = layer as? ShapeLayer {
      shape.path = randomPath()
      shape.fillColor = random.color()
    }
    let parent = layers.isEmpty || random.next(in: 0...2) == 0 ? root : someLayer()
    parent.insertSublayer(layer, at: random.next(in: 0...(parent.sublayers?.count ?? 0)))
    layers.append(layer)
  }

  private func remove() {
    if layers.count < 4 { return add() }
    let layer = someLayer()
    layer.removeFromSuperlayer()
    layers.removeAll { $0 === layer || isBelow($0, layer) }
  }

  private func move() {
    let layer = someLayer()
    let target = random.next(in: 0...3) == 0 ? root : someLayer()
    if target === layer || isBelow(target, layer) { return }
    target.insertSublayer(layer, at: random.next(in: 0...(target.sublayers?.count ?? 0) / 2))
  }

  private func isBelow(_ layer: Layer, _ ancestor: Layer) -> Bool {
    var above = layer.superlayer
    while let here = above {
      if here === ancestor { return true }
      above = here.superlayer
    }
    return false
  }

  private func randomPath() -> Path {
    var path = Path()
    switch random.next(in: 0...3) {
    case 0: path.addEllipse(in: Rect(x: random.fixed(in: -9...30), y: 0, width: random.fixed(in: 1...60), height: 40))
    case 1: path.addRoundedRect(Rect(x: 2, y: 2, width: 50, height: random.fixed(in: 1...60)), cornerRadius: 9)
    default:
      path.move(to: randomPoint())
      for _ in 0..<random.next(in: 1...4) {
        if random.next(in: 0...1) == 0 {
          path.line(to: randomPoint())
        } else {
          path.cubic(control1: randomPoint(), control2: randomPoint(), to: randomPoint())
        }
      }
      if random.next(in: 0...1) == 0 { path.close() }
    }
    return path
  }

  private func randomPoint() -> Point { Point(x: random.fixed(in: -20...80), y: random.fixed(in: -20...80)) }
}

extension Transform3D {
  /// Seen from so far above.
  fileprivate init(eye distance: Coefficient) {
    self.init()
    m34 = -1 / distance
  }
}

extension Rect {
  fileprivate static var unit: Rect { Rect(x: 0, y: 0, width: 1, height: 1) }
}
