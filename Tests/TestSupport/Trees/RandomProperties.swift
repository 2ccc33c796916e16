import FixedRaster
import LayerRuntime

/// A property on which the picture depends, and what it may become at random; `nil` is its default.
public struct RandomProperty: Sendable {
  public let key: String
  public let value: @Sendable (inout SplitMix) -> Value?

  init(_ key: String, _ value: @escaping @Sendable (inout SplitMix) -> Value?) { (self.key, self.value) = (key, value) }

  /// A number, whose range is of whole ones.
  init(_ key: String, in range: ClosedRange<Int>) { self.init(key) { .fixed($0.fixed(in: range)) } }

  /// A whole number.
  fileprivate init(_ key: String, integerIn range: ClosedRange<Int>) { self.init(key) { .integer($0.next(in: range)) } }

  /// A point, each coordinate in the range.
  fileprivate init(_ key: String, pointIn range: ClosedRange<Int>) { self.init(key) { .point($0.point(in: range)) } }

  /// One of a few names.
  fileprivate init(_ key: String, _ names: [String]) {
    self.init(key) { .string(names[$0.next(in: 0...names.count - 1)]) }
  }

  /// Of so many times once true.
  init(_ key: String, oneIn count: Int) { self.init(key) { .bool($0.next(in: 1...count) == 1) } }

  /// A colour, or none, or the default.
  fileprivate init(color key: String) { self.init(key) { $0.next(in: 0...4) == 0 ? nil : .color($0.color()) } }
}

extension RandomProperty {
  /// By the class that has them, the first of them every layer's.
  public static let byClass: [(isOf: @Sendable (Layer) -> Bool, properties: [RandomProperty])] = [
    ({ _ in true }, geometry + appearance + contents), ({ $0 is ShapeLayer }, shapes),
    ({ $0 is GradientLayer }, gradients), ({ $0 is TextLayer }, texts), ({ $0 is ScrollLayer }, scrolling),
    ({ $0 is ReplicatorLayer }, copying),
    ({ $0 is TiledLayer }, tiles),
    ({ $0 is EmitterLayer }, emitting),
    // What the program keeps and draws.
    ({ $0 is SketchLayer }, [RandomProperty("hue", in: 0...1)]),
  ]

  private static let geometry: [RandomProperty] = [
    RandomProperty("position") { .point(Point(x: $0.fixed(in: -20...140), y: $0.fixed(in: -20...110))) },
    RandomProperty("bounds") { .rect(Rect(origin: $0.point(in: -9...9), size: $0.size())) },
    RandomProperty("frame") { .rect(Rect(origin: $0.point(in: -20...100), size: $0.size())) },
    RandomProperty("anchorPoint", pointIn: -1...1), RandomProperty("anchorPointZ", in: -9...9),
    RandomProperty("zPosition") {
      $0.next(in: 0...2) == 0 ? .fixed($0.fixed(in: -120...160)) : .integer($0.next(in: -2...2))
    },
    RandomProperty("transform") { random in
      if random.next(in: 0...2) == 0 {
        let turned = Transform3D(
          rotationAngle: random.fixed(in: -3...3), x: Fixed(random.next(in: -1...1)),
          y: Fixed(random.next(in: -1...1)), z: Fixed(random.next(in: -1...1)))
        return .transform(random.next(in: 0...1) == 0 ? turned : turned.concatenating(Transform3D(eye: 150)))
      }
      if random.next(in: 0...1) == 0 {
        return .affineTransform(AffineTransform(rotationAngle: random.fixed(in: -3...3)))
      }
      let (x, y) = (Coefficient(random.fixed(in: -2...2)), Coefficient(random.fixed(in: 0...2)))
      return .affineTransform(AffineTransform(scaleX: x, y: y))
    },
    RandomProperty("sublayerTransform") { random in
      var turned = Transform3D(rotationAngle: random.fixed(in: -1...1), x: 1, y: -1, z: 0)
      switch random.next(in: 0...3) {
      case 0: return .affineTransform(AffineTransform(rotationAngle: random.fixed(in: -1...1)))
      case 1: turned = .identity
      case 2: break
      default: return nil
      }
      turned.m34 = -1 / Coefficient(random.fixed(in: 90...400))
      return .transform(turned)
    },
    RandomProperty("isGeometryFlipped", oneIn: 2), RandomProperty("isDoubleSided", oneIn: 2),
    RandomProperty("isHidden", oneIn: 4),
  ]

  private static let appearance: [RandomProperty] = [
    RandomProperty("opacity") { $0.next(in: 0...1) == 0 ? 1 : .fixed(Fixed(rawValue: Int32($0.next(in: 0...65536)))) },
    RandomProperty("allowsGroupOpacity", oneIn: 2), RandomProperty("isOpaque", oneIn: 2),
    RandomProperty("masksToBounds", oneIn: 2), RandomProperty(color: "backgroundColor"),
    RandomProperty("cornerRadius") { $0.next(in: 0...1) == 0 ? 0 : .fixed($0.fixed(in: 0...40)) },
    RandomProperty("maskedCorners") { .integer($0.next(in: 0...15)) },
    RandomProperty("cornerCurve", ["circular", "continuous"]),
    RandomProperty("borderWidth") { $0.next(in: 0...1) == 0 ? 0 : .fixed($0.fixed(in: 0...12)) },
    RandomProperty(color: "borderColor"), RandomProperty(color: "shadowColor"),
    RandomProperty("shadowOpacity") { $0.next(in: 0...2) == 0 ? 0 : 0.75 },
    // Seldom as far as blurs go, and farther.
    RandomProperty("shadowRadius") { .fixed($0.fixed(in: $0.next(in: 0...2) == 0 ? 0...60 : 0...6)) },
    RandomProperty("shadowOffset") {
      let reach = $0.next(in: 0...7) == 0 ? -400...400 : -9...9
      return .size(Size(width: $0.fixed(in: reach), height: $0.fixed(in: reach)))
    },
    RandomProperty("shouldRasterize", oneIn: 2),
    RandomProperty("rasterizationScale") { .fixed([1, 1, 0.5, 0.3][$0.next(in: 0...3)]) },
    RandomProperty("compositingFilter", ["multiply", "screen", "plusLighter", "luminosity", "copy"]),
    RandomProperty("shadowPath") { $0.next(in: 0...2) == 0 ? .path($0.path()) : nil },
  ]

  private static let contents: [RandomProperty] = [
    RandomProperty("drawsAsynchronously", oneIn: 2),
    RandomProperty(
      "contentsGravity", ["center", "top", "bottomLeft", "right", "resize", "resizeAspect", "resizeAspectFill"]),
    RandomProperty("minificationFilter", ["nearest", "linear", "trilinear"]),
    RandomProperty("magnificationFilter", ["nearest", "linear", "trilinear"]),
    RandomProperty("contentsRect") {
      $0.next(in: 0...2) == 0 ? .rect(Rect(x: -0.25, y: 0.25, width: 0.75, height: 1.5)) : nil
    },
    RandomProperty("contentsCenter") {
      $0.next(in: 0...1) == 0 ? .rect(Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)) : nil
    },
    RandomProperty("contentsScale") { .integer($0.next(in: 0...2) == 0 ? 2 : 1) },
  ]

  private static let shapes: [RandomProperty] = [
    RandomProperty("path") { .path($0.path()) }, RandomProperty(color: "fillColor"),
    RandomProperty(color: "strokeColor"),
    RandomProperty("fillRule", ["nonZero", "evenOdd"]), RandomProperty("lineWidth", in: 0...9),
    RandomProperty("lineCap", ["butt", "round", "square"]), RandomProperty("lineJoin", ["miter", "round", "bevel"]),
    RandomProperty("miterLimit", in: 1...9), RandomProperty("lineDashPhase", in: -9...9),
    RandomProperty("lineDashPattern") { $0.next(in: 0...1) == 0 ? nil : .array([.fixed($0.fixed(in: 1...9)), 3]) },
    RandomProperty("strokeStart") { $0.next(in: 0...1) == 0 ? 0 : 0.25 },
    RandomProperty("strokeEnd") { $0.next(in: 0...1) == 0 ? 1 : 0.75 },
  ]

  private static let gradients: [RandomProperty] = [
    RandomProperty("colors") { random in .array((0..<random.next(in: 0...3)).map { _ in .color(random.color()) }) },
    RandomProperty("locations") { $0.next(in: 0...1) == 0 ? nil : .array([0.25, 0.5]) },
    RandomProperty("startPoint", pointIn: 0...1), RandomProperty("endPoint", pointIn: 0...1),
    RandomProperty("type", ["axial", "radial", "conic"]),
  ]

  private static let texts: [RandomProperty] = [
    RandomProperty("string", ["12:08", "35 °C and\nrising", "some words that wrap"]),
    RandomProperty("font") { _ in .object(FontPack.missing) }, RandomProperty("fontSize", in: 3...40),
    RandomProperty(color: "foregroundColor"), RandomProperty("isWrapped", oneIn: 2),
    RandomProperty("alignmentMode", ["natural", "left", "right", "center", "justified"]),
    RandomProperty("verticalAlignmentMode", ["top", "center", "bottom"]),
    RandomProperty("truncationMode", ["none", "start", "end", "middle"]),
  ]

  private static let copying: [RandomProperty] = [
    RandomProperty("instanceCount") { .integer($0.next(in: 0...4)) },
    RandomProperty("instanceTransform") { random in
      let angle = random.fixed(in: -2...2)
      switch random.next(in: 0...3) {
      case 0: return .transform(Transform3D(rotationAngle: angle, x: 0, y: 1, z: Fixed(random.next(in: 0...1))))
      case 1: return .affineTransform(AffineTransform(rotationAngle: angle))
      default:
        let (x, y) = (random.next(in: -40...40), random.next(in: -30...30))
        return .transform(Transform3D(translationX: Fixed(x), y: Fixed(y), z: Fixed(random.next(in: -20...20))))
      }
    },
    RandomProperty(color: "instanceColor"), RandomProperty("preservesDepth", oneIn: 2),
    RandomProperty("instanceRedOffset", in: -1...1),
    RandomProperty("instanceGreenOffset", in: -1...1), RandomProperty("instanceBlueOffset", in: -1...1),
    RandomProperty("instanceAlphaOffset") { .fixed($0.fixed(in: -1...0)) },
  ]

  // Neither the memory nor the time is ever too short: what is shown then depends on what was shown before.
  private static let tiles: [RandomProperty] = [
    RandomProperty("tileSize") { .size(Size(width: Fixed($0.next(in: 16...40)), height: 20)) },
    RandomProperty("levelsOfDetail") { .integer($0.next(in: 1...3)) },
    RandomProperty("levelsOfDetailBias") { .integer($0.next(in: 0...2)) },
    RandomProperty(color: "placeholderColor"),
  ]

  private static let emitting: [RandomProperty] = [
    RandomProperty("birthRate", in: 0...2), RandomProperty("lifetime", in: 0...2),
    RandomProperty("velocity", in: -1...3),
    RandomProperty("scale", in: 0...2), RandomProperty("spin", in: -2...2), RandomProperty("seed", integerIn: 0...99),
    RandomProperty("emitterPosition", pointIn: -20...60), RandomProperty("emitterZPosition", in: -9...9),
    RandomProperty("emitterSize") { .size($0.size()) }, RandomProperty("emitterDepth", in: 0...20),
    RandomProperty("emitterShape", ["point", "line", "rectangle", "cuboid", "circle", "sphere"]),
    RandomProperty("emitterMode", ["points", "outline", "surface", "volume"]),
    RandomProperty("renderMode", ["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"]),
    RandomProperty("particleLimit", integerIn: 3000...3002),
  ]

  // The mode says how far `scroll` goes, the bounds' origin where it has gone.
  private static let scrolling: [RandomProperty] = [
    RandomProperty("scrollMode", ["none", "vertically", "horizontally", "both"])
  ]
}

extension SplitMix {
  mutating func point(in range: ClosedRange<Int>) -> Point { Point(x: fixed(in: range), y: fixed(in: range)) }

  mutating func size() -> Size { Size(width: fixed(in: 0...90), height: fixed(in: 0...70)) }

  mutating func filters() -> [Filter] {
    (0..<next(in: 0...2)).map { _ in
      var filter = Filter(Filter.Kind(rawValue: UInt8(next(in: 0...8))) ?? .boxBlur)
      (filter.radius, filter.scale, filter.intensity) = (fixed(in: 0...8), fixed(in: -1...6), 0.5)
      (filter.saturation, filter.contrast) = (fixed(in: 0...1), 1.5)
      filter.center = point(in: 0...40)
      if filter.kind == .pinchDistortion { filter.radius = filter.radius * 5 }
      filter.matrix.red.green = 0.5
      filter.isEnabled = next(in: 0...5) > 0
      filter.name = "first"
      return filter
    }
  }

  mutating func path() -> Path {
    var path = Path()
    switch next(in: 0...3) {
    case 0: path.addEllipse(in: Rect(x: fixed(in: -9...30), y: 0, width: fixed(in: 1...60), height: 40))
    case 1: path.addRoundedRect(in: Rect(x: 2, y: 2, width: 50, height: fixed(in: 1...60)), cornerRadius: 9)
    default:
      path.move(to: point(in: -20...80))
      for _ in 0..<next(in: 1...4) {
        if next(in: 0...1) == 0 {
          path.addLine(to: point(in: -20...80))
        } else {
          path.addCurve(to: point(in: -20...80), control1: point(in: -20...80), control2: point(in: -20...80))
        }
      }
      if next(in: 0...1) == 0 { path.closeSubpath() }
    }
    return path
  }
}

extension Transform3D {
  /// Seen from so far above.
  fileprivate init(eye distance: Coefficient) {
    self.init()
    m34 = -1 / distance
  }
}
