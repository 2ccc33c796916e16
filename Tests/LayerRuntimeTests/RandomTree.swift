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
  case cornerRadius, border, opacity, sublayerTransform, add, remove, move, path, fill, stroke
  case isGeometryFlipped
}

/// A tree that grows and changes at random; two with the same seed go through the same changes.
final class RandomTree {
  let root = Layer()
  private(set) var layers: [Layer] = []
  private var random: SplitMix
  private(set) var counts: [Change: Int] = [:]

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

  private func someShape() -> ShapeLayer? {
    let shapes = layers.compactMap { $0 as? ShapeLayer }
    return shapes.isEmpty ? nil : shapes[random.next(in: 0...shapes.count - 1)]
  }

  private func add() {
    let isShape = random.next(in: 0...2) == 0
    let layer = isShape ? ShapeLayer() : Layer()
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
