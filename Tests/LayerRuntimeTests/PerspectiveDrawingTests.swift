import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

private let white: UInt32 = 0xFF_FFFF

private func path(_ rect: Rect) -> Path {
  var path = Path()
  path.addRect(rect)
  return path
}

private func path(ellipse rect: Rect) -> Path {
  var path = Path()
  path.addEllipse(in: rect)
  return path
}

/// A layer of 60 × 40, turned in space, before an eye 120 above the middle of a stage of 96 × 72 on black.
@Suite struct PerspectiveDrawingTests {
  let root = makeLayer(0, 0, 96, 72)
  let layer: Layer

  init() { layer = PerspectiveDrawingTests.tilt(Layer(), in: root) }

  private static func tilt(_ layer: Layer, in root: Layer) -> Layer {
    layer.frame = Rect(x: 16, y: 14, width: 60, height: 40)
    root.sublayerTransform.m34 = -1 / 120
    layer.transform = Transform3D(rotationAngle: 0.9, x: -0.3, y: 1, z: 0.1)
    root.addSublayer(layer)
    return layer
  }

  /// - Parameters:
  ///   - whole: the largest difference allowed in a pixel of one colour, a corner of which may have another.
  ///   - edge: the same where an edge runs through: a curve is flattened to within 1/32 pixel.
  func expect(
    _ seen: [Seen], whole: Int = 6, edge: Int = 16, atLeast: Int = 800, _ location: SourceLocation = #_sourceLocation
  ) {
    let result = compare(root, width: 96, height: 72, seen)
    #expect(result.whole >= atLeast && result.edges > 50, "\(result)", sourceLocation: location)
    #expect(result.wholeError <= whole && result.edgeError <= edge, "\(result)", sourceLocation: location)
  }

  func isInside(_ p: ExactView.Place, _ rect: Rect, radius: Double = 0) -> Bool {
    let (dx, dy) = (
      max(rect.minX.double + radius - p.x, p.x - rect.maxX.double + radius),
      max(rect.minY.double + radius - p.y, p.y - rect.maxY.double + radius)
    )
    if dx > radius || dy > radius { return false }
    return radius == 0 || dx < 0 || dy < 0 || dx * dx + dy * dy <= radius * radius
  }

  @Test("R3A L55 L53 a background in perspective covers each pixel as its exact area says; with round corners too")
  func background() {
    layer.backgroundColor = .white
    expect([Seen(layer) { isInside($0, layer.bounds) ? white : nil }], edge: 12)
    layer.cornerRadius = 14
    expect([Seen(layer) { isInside($0, layer.bounds, radius: 14) ? white : nil }])
  }

  @Test("L55 L61 a border in perspective is narrower where it is farther away")
  func border() {
    (layer.borderWidth, layer.borderColor, layer.cornerRadius) = (5, .white, 12)
    let inner = layer.bounds.insetBy(dx: 5, dy: 5)
    expect(
      [Seen(layer) { isInside($0, layer.bounds, radius: 12) && !isInside($0, inner, radius: 7) ? white : nil }],
      atLeast: 200)
  }

  @Test("R3A L55 L34 contents in perspective show each of the image's pixels where it is seen, under every gravity")
  func contents() {
    func texel(_ x: Int, _ y: Int) -> UInt32 { UInt32(40 + x * 20) << 16 | UInt32(40 + y * 30) << 8 | 0x60 }
    let image = TestImage(width: 10, height: 6, isOpaque: true) { 0xFF00_0000 | texel($0, $1) }
    layer.setContents(image.image, owner: image)
    (layer.minificationFilter, layer.magnificationFilter) = (.nearest, .nearest)
    layer.contentsScale = 0.25  // 40 × 24 points
    let places: [(Layer.ContentsGravity, Rect)] = [
      (.resize, layer.bounds), (.center, Rect(x: 10, y: 8, width: 40, height: 24)),
      (.topLeft, Rect(x: 0, y: 0, width: 40, height: 24)), (.bottomRight, Rect(x: 20, y: 16, width: 40, height: 24)),
      (.resizeAspect, Rect(x: 0, y: 2, width: 60, height: 36)),
    ]
    for (gravity, target) in places {
      layer.contentsGravity = gravity
      let seen = Seen(layer) { p in
        if !isInside(p, target) { return nil }
        let (u, v) = (
          (p.x - target.minX.double) / target.width.double, (p.y - target.minY.double) / target.height.double
        )
        return texel(min(9, Int(u * 10)), min(5, Int(v * 6)))
      }
      // A pixel that an edge between two of the image's runs through has the colour of its middle.
      expect([seen], edge: 255, atLeast: 150)
    }
  }

  @Test("L55 L36 the nine parts of contents in perspective lie where they are stretched to")
  func parts() {
    func texel(_ x: Int, _ y: Int) -> UInt32 { UInt32(60 + x * 60) << 16 | UInt32(60 + y * 60) << 8 | 0x60 }
    let image = TestImage(width: 3, height: 3, isOpaque: true) { 0xFF00_0000 | texel($0, $1) }
    layer.setContents(image.image, owner: image)
    (layer.minificationFilter, layer.magnificationFilter) = (.nearest, .nearest)
    layer.contentsScale = 0.125  // 8 points each
    let third = Fixed(rawValue: 21845)
    layer.contentsCenter = Rect(x: third, y: third, width: third, height: third)
    let seen = Seen(layer) { p in
      if !isInside(p, layer.bounds) { return nil }
      return texel(p.x < 8 ? 0 : p.x < 52 ? 1 : 2, p.y < 8 ? 0 : p.y < 32 ? 1 : 2)
    }
    expect([seen], edge: 255)
    // Between parts of one colour there is no seam that black shows through.
    let plain = TestImage(width: 3, height: 3, isOpaque: true) { _, _ in 0xFFFF_FFFF }
    layer.setContents(plain.image, owner: plain)
    for filter in [Layer.ContentsFilter.nearest, .linear, .trilinear] {
      (layer.minificationFilter, layer.magnificationFilter) = (filter, filter)
      expect([Seen(layer) { isInside($0, layer.bounds) ? white : nil }], edge: 12)
    }
  }

  @Test("L14 L55 contents stay upright in perspective where geometry is flipped, shapes do not")
  func flipped() {
    let image = TestImage(width: 1, height: 2, isOpaque: true) { _, y in y == 0 ? 0xFFFF_0000 : 0xFF00_FF00 }
    layer.setContents(image.image, owner: image)
    (layer.minificationFilter, layer.magnificationFilter) = (.nearest, .nearest)
    let shape = ShapeLayer()
    shape.frame = layer.bounds
    shape.path = path(Rect(x: 0, y: 0, width: 10, height: 10))
    shape.fillColor = .white
    layer.addSublayer(shape)
    layer.isGeometryFlipped = true
    // y runs upwards in the layer: the image's upper half is above 20.
    expect(
      [
        Seen(layer) { p in isInside(p, layer.bounds) ? (p.y > 20 ? 0xFF_0000 : 0xFF00) : nil },
        Seen(shape) { p in isInside(p, Rect(x: 0, y: 0, width: 10, height: 10)) ? white : nil },
      ], edge: 255)
  }

  @Test("L55 L42 gradients in perspective have at each pixel the colour of the place that is seen there")
  func gradients() {
    let layer = PerspectiveDrawingTests.tilt(GradientLayer(), in: root) as! GradientLayer
    root.sublayers = [layer]
    layer.colors = [Color(red: 255, green: 60, blue: 0), Color(red: 0, green: 60, blue: 255)]
    func color(_ t: Double) -> UInt32 {
      let (s, q) = (min(1, max(0, t)), 60.0)
      return UInt32((255 * (1 - s)).rounded()) << 16 | UInt32(q) << 8 | UInt32((255 * s).rounded())
    }
    for type in [GradientLayer.Kind.axial, .radial, .conic] {
      layer.type = type
      layer.startPoint = type == .axial ? Point(x: 0, y: 0.5) : Point(x: 0.5, y: 0.5)
      layer.endPoint = type == .axial ? Point(x: 1, y: 0.5) : Point(x: 1, y: 1)
      let seen = Seen(layer) { p in
        if !isInside(p, layer.bounds) { return nil }
        let (u, v) = (p.x / 60 - 0.5, p.y / 40 - 0.5)
        switch type {
        case .axial: return color(u + 0.5)
        case .radial: return color(2 * (u * u + v * v).squareRoot())
        case .conic:
          let turn = (atan2(p.y - 20, p.x - 30) - atan2(20, 30)) / (2 * .pi)
          return color(turn - turn.rounded(.down))
        }
      }
      let result = compare(root, width: 96, height: 72, [seen])
      // No pixel is of one colour; where the cone begins, one colour meets the other.
      #expect(result.edges > 800 && result.edgeError <= (type == .conic ? 200 : 12), "\(type) \(result)")
      #expect(meanError(seen) < 1.5, "\(type)")
    }
  }

  /// The mean difference at the middles of pixels.
  private func meanError(_ seen: Seen) -> Double {
    let display = TestDisplay(width: 96, height: 72)
    Compositor(root: root, width: 96, height: 72).drawFrame(into: display.memory)
    var (sum, count) = (0.0, 0.0)
    for y in 2..<70 {
      for x in 2..<94 {
        func at(_ dx: Double, _ dy: Double) -> UInt32? {
          seen.view.undo((Double(x) + 0.5 + dx, Double(y) + 0.5 + dy)).flatMap { seen.color($0) }
        }
        guard let want = at(0, 0), at(-1, -1) != nil, at(1, 1) != nil, at(1, -1) != nil, at(-1, 1) != nil else {
          continue
        }
        for channel in [0, 8, 16] {
          sum += abs(Double(display.pixel(x, y) >> UInt32(channel) & 255) - Double(want >> UInt32(channel) & 255))
          count += 1
        }
      }
    }
    return count > 1000 ? sum / count : 999
  }

  @Test("L55 L41 a shape's fill and stroke in perspective cover what is seen of the disc and of the ring")
  func shape() {
    let shape = PerspectiveDrawingTests.tilt(ShapeLayer(), in: root) as! ShapeLayer
    root.sublayers = [shape]
    shape.path = path(ellipse: Rect(x: 10, y: 0, width: 40, height: 40))
    shape.fillColor = .white
    func radius(_ p: ExactView.Place) -> Double { ((p.x - 30) * (p.x - 30) + (p.y - 20) * (p.y - 20)).squareRoot() }
    expect([Seen(shape) { radius($0) < 20 ? white : nil }], atLeast: 500)
    (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, .white, 8)
    expect([Seen(shape) { abs(radius($0) - 20) < 4 ? white : nil }], atLeast: 300)
  }

  @Test("L06 L55 masksToBounds clips what lies inside to the rounded corners as they are seen; a mask to its alpha")
  func clips() {
    let inner = makeLayer(-20, -20, 70, 100)
    inner.backgroundColor = .white
    layer.addSublayer(inner)
    layer.masksToBounds = true
    layer.cornerRadius = 10
    expect(
      [Seen(layer) { isInside($0, layer.bounds, radius: 10) && $0.x < 50 ? white : nil }])
    // Without it all of the sublayer shows: it is seen through its superlayer's perspective.
    layer.masksToBounds = false
    expect([Seen(inner) { isInside($0, inner.bounds) ? white : nil }], edge: 12)
    let mask = makeLayer(10, 10, 30, 25)
    mask.backgroundColor = .white
    layer.mask = mask
    expect([Seen(mask) { isInside($0, mask.bounds) ? white : nil }], edge: 12, atLeast: 300)
  }

  @Test("L62 L55 a sharp shadow in perspective is what is seen of the outline, moved in the layer's plane")
  func shadow() {
    layer.backgroundColor = Color(red: 0, green: 0, blue: 0)
    (layer.shadowOpacity, layer.shadowColor, layer.shadowRadius) = (1, .white, 0)
    (layer.shadowOffset, layer.cornerRadius) = (Size(width: 12, height: 9), 8)
    let shadow = layer.bounds.offsetBy(dx: 12, dy: 9)
    expect(
      [
        Seen(layer) { isInside($0, shadow, radius: 8) ? white : nil },
        Seen(layer) { isInside($0, layer.bounds, radius: 8) ? 0 : nil },
      ], edge: 16, atLeast: 200)
    // Its own path, and blurred: it reaches farther than it did.
    layer.backgroundColor = nil
    layer.shadowPath = path(Rect(x: 0, y: 0, width: 20, height: 20))
    expect(
      [Seen(layer) { isInside($0, Rect(x: 12, y: 9, width: 20, height: 20)) ? white : nil }], edge: 12, atLeast: 150)
    layer.shadowRadius = 4
    let blurred = compare(root, width: 96, height: 72, [Seen(layer) { _ in nil }])
    #expect(blurred.wholeError > 150 && blurred.wholeError < 255)
  }

  @Test("L38 L55 a translucent layer in perspective is faded as one, once")
  func opacity() {
    let inner = makeLayer(10, 10, 30, 20)
    inner.backgroundColor = .white
    layer.addSublayer(inner)
    layer.backgroundColor = .white
    layer.opacity = 0.5
    expect([Seen(layer) { isInside($0, layer.bounds) ? 0x80_8080 : nil }], edge: 12)
  }
}
