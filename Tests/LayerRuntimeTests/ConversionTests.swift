import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

/// A transform of the plane in 64-bit floating point: exact enough to judge 1/1024 pt by.
private struct Exact {
  var a = 1.0, b = 0.0, c = 0.0, d = 1.0, x = 0.0, y = 0.0

  init() {}
  init(_ t: Transform3D) {
    (a, b, c, d, x, y) = (t.m11.double, t.m12.double, t.m21.double, t.m22.double, t.m41.double, t.m42.double)
  }
  init(move dx: Double, _ dy: Double) { (x, y) = (dx, dy) }

  func then(_ n: Exact) -> Exact {
    var r = Exact()
    (r.a, r.b, r.c, r.d) = (a * n.a + b * n.c, a * n.b + b * n.d, c * n.a + d * n.c, c * n.b + d * n.d)
    (r.x, r.y) = (x * n.a + y * n.c + n.x, x * n.b + y * n.d + n.y)
    return r
  }
  func apply(_ p: (Double, Double)) -> (Double, Double) { (a * p.0 + c * p.1 + x, b * p.0 + d * p.1 + y) }
  func undo(_ p: (Double, Double)) -> (Double, Double) {
    let (dx, dy, determinant) = (p.0 - x, p.1 - y, a * d - b * c)
    return ((d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant)
  }

  /// From the layer's coordinates to its superlayer's, straight from the definition.
  static func step(_ layer: Layer) -> Exact {
    func anchor(_ l: Layer) -> (Double, Double) {
      let down = l.isGeometryFlipped ? 1 - l.anchorPoint.y.double : l.anchorPoint.y.double
      return (
        l.bounds.origin.x.double + l.anchorPoint.x.double * l.bounds.width.double,
        l.bounds.origin.y.double + down * l.bounds.height.double
      )
    }
    let own = anchor(layer)
    var flip = Exact()
    if layer.isGeometryFlipped { flip.d = -1 }
    var result = Exact(move: -own.0, -own.1).then(flip).then(Exact(layer.transform))
      .then(Exact(move: layer.position.x.double, layer.position.y.double))
    if let above = layer.superlayer {
      let center = anchor(above)
      result = result.then(Exact(move: -center.0, -center.1)).then(Exact(above.sublayerTransform))
        .then(Exact(move: center.0, center.1))
    }
    return result
  }
}

@Suite struct ConversionTests {
  /// A layer of random place, anchor and transform; about every other one bends its sublayers too, or is flipped.
  private func randomLayer(_ random: inout SplitMix, scales: ClosedRange<Double>) -> Layer {
    let layer = Layer()
    layer.bounds = Rect(
      x: random.fixed(-50...50), y: random.fixed(-50...50), width: random.fixed(1...300), height: random.fixed(1...300))
    layer.position = Point(x: random.fixed(-200...200), y: random.fixed(-200...200))
    layer.anchorPoint = Point(x: random.fixed(-1...2), y: random.fixed(-1...2))
    func transform() -> AffineTransform {
      AffineTransform(scaleX: Coefficient(random.fixed(scales)), y: -Coefficient(random.fixed(scales)))
        .concatenating(AffineTransform(a: 1, b: Coefficient(random.fixed(-0.3...0.3)), c: 0, d: 1, tx: 0, ty: 0))
        .concatenating(AffineTransform(rotationAngle: random.fixed(-3.1...3.1)))
    }
    layer.setAffineTransform(transform())
    if Bool.random(using: &random) { layer.sublayerTransform = Transform3D(transform()) }
    layer.isGeometryFlipped = Bool.random(using: &random)
    return layer
  }

  private func chain(_ count: Int, _ random: inout SplitMix, scales: ClosedRange<Double>) -> [Layer] {
    let layers = (0..<count).map { _ in randomLayer(&random, scales: scales) }
    for (above, below) in zip(layers, layers.dropFirst()) { above.addSublayer(below) }
    return layers
  }

  @Test("L13 L14 a point goes up through 16 nested transformed layers, and down, within 1/1024 pt of the exact value")
  func sixteenLayers() {
    var random = SplitMix(seed: 8)
    var counts = (up: 0, down: 0, bending: 0, flipped: 0, worst: 0.0)
    for _ in 0..<400 {
      let layers = chain(16, &random, scales: 0.6...1.4)
      let whole = layers.reversed().reduce(Exact()) { $0.then(Exact.step($1)) }
      counts.bending += layers.count { !$0.sublayerTransform.isIdentity }
      counts.flipped += layers.count { $0.isGeometryFlipped }
      let point = Point(x: random.fixed(-300...300), y: random.fixed(-300...300))
      let up = whole.apply((point.x.double, point.y.double))
      if max(abs(up.0), abs(up.1)) < 30000 {
        let got = layers[15].convert(point, to: nil)
        let error = max(abs(got.x.double - up.0), abs(got.y.double - up.1))
        counts.worst = max(counts.worst, error)
        #expect(error < 1.0 / 1024)
        #expect(layers[0].convert(point, from: layers[15]) == layers[15].convert(point, to: layers[0]))
        counts.up += 1
      }
      let down = whole.undo((point.x.double, point.y.double))
      if max(abs(down.0), abs(down.1)) < 30000 {
        let got = layers[15].convert(point, from: nil)
        let error = max(abs(got.x.double - down.0), abs(got.y.double - down.1))
        counts.worst = max(counts.worst, error)
        #expect(error < 1.0 / 1024)
        counts.down += 1
      }
      // A layer does not own those above it.
      withExtendedLifetime(layers) {}
    }
    #expect(counts.up > 200 && counts.down > 200 && counts.bending > 2000 && counts.flipped > 2000)
    #expect(counts.worst < 1.0 / 8192, "worst error \(counts.worst)")
  }

  @Test("L13 up eight layers and down eight others, small scales and great ones undoing each other, within 1/1024 pt")
  func acrossTheTree() {
    var random = SplitMix(seed: 9)
    var compared = 0
    for round in 0..<400 {
      let small = round % 2 == 0 ? 0.2...0.5 : 0.6...1.4
      let root = randomLayer(&random, scales: 1...1)
      let (left, right) = (chain(8, &random, scales: small), chain(8, &random, scales: small))
      root.sublayers = [left[0], right[0]]
      let up = left.reversed().reduce(Exact()) { $0.then(Exact.step($1)) }
      let down = right.reversed().reduce(Exact()) { $0.then(Exact.step($1)) }
      let point = Point(x: random.fixed(-300...300), y: random.fixed(-300...300))
      let exact = down.undo(up.apply((point.x.double, point.y.double)))
      if max(abs(exact.0), abs(exact.1)) > 30000 { continue }
      let got = right[7].convert(point, from: left[7])
      #expect(abs(got.x.double - exact.0) < 1.0 / 1024 && abs(got.y.double - exact.1) < 1.0 / 1024)
      compared += 1
    }
    #expect(compared > 150)
  }

  @Test("L13 rotations through 16 layers agree with true sines and cosines within 1/1024 pt")
  func trueAngles() {
    var random = SplitMix(seed: 10)
    for _ in 0..<200 {
      let angles = (0..<16).map { _ in random.fixed(0.1...1.4) }
      let layers = angles.map { angle in
        let layer = Layer()
        layer.setAffineTransform(AffineTransform(rotationAngle: angle))
        return layer
      }
      for (above, below) in zip(layers, layers.dropFirst()) { above.addSublayer(below) }
      let point = Point(x: random.fixed(-1000...1000), y: random.fixed(-1000...1000))
      let sum = angles.reduce(0) { $0 + $1.double }
      let got = layers[15].convert(point, to: nil)
      #expect(abs(got.x.double - (point.x.double * cos(sum) - point.y.double * sin(sum))) < 1.0 / 1024)
      #expect(abs(got.y.double - (point.x.double * sin(sum) + point.y.double * cos(sum))) < 1.0 / 1024)
      withExtendedLifetime(layers) {}
    }
  }

  @Test("L13 nil means the space the root's position is in; from and to are each other's inverse")
  func nilMeansTheDisplay() {
    let root = makeLayer(10, 20, 100, 100)
    root.bounds.origin = Point(x: 1, y: 2)
    let layer = makeLayer(30, 40, 10, 10)
    root.addSublayer(layer)
    #expect(layer.convert(Point.zero, to: nil) == Point(x: 39, y: 58))
    #expect(layer.convert(Point(x: 39, y: 58), from: nil) == .zero)
    #expect(root.convert(Point(x: 10, y: 20), from: nil) == Point(x: 1, y: 2))
    #expect(layer.convert(Point.zero, to: root) == Point(x: 30, y: 40))
    #expect(root.convert(Point(x: 30, y: 40), to: layer) == .zero)
    #expect(layer.convert(Point(x: 3, y: 4), to: layer) == Point(x: 3, y: 4))
  }

  @Test("L13 between siblings, what lies above both has no part in it")
  func siblings() {
    let (root, above) = (Layer(), Layer())
    let (a, b) = (makeLayer(10, 10, 20, 20), makeLayer(100, 50, 20, 20))
    root.addSublayer(above)
    above.sublayers = [a, b]
    above.setAffineTransform(AffineTransform(scaleX: 0, y: 0))
    #expect(a.convert(Point.zero, to: b) == Point(x: -90, y: -40))
    #expect(b.convert(Rect(x: 0, y: 0, width: 5, height: 6), to: a) == Rect(x: 90, y: 40, width: 5, height: 6))
    // Into what is flattened: its anchor, and no trap.
    #expect(a.convert(Point(x: 3, y: 3), from: nil) == Point(x: -10, y: -10))
  }

  @Test("L13 layers of two trees meet in the display's space")
  func twoTrees() {
    let (a, b) = (makeLayer(10, 10, 20, 20), makeLayer(100, 50, 20, 20))
    #expect(a.convert(Point.zero, to: b) == Point(x: -90, y: -40))
  }

  @Test("L13 a rectangle becomes the box of its four corners, boxed once and not at every layer")
  func rectangles() {
    let (root, turned, back) = (Layer(), Layer(), Layer())
    root.addSublayer(turned)
    turned.addSublayer(back)
    turned.setAffineTransform(AffineTransform(rotationAngle: 1))
    let rect = Rect(x: 10, y: 10, width: 20, height: 20)
    let (s, c) = (sin(1.0), cos(1.0))
    let box = turned.convert(rect, to: root)
    #expect(abs(box.minX.double - (10 * c - 30 * s)) < 0.001 && abs(box.width.double - 20 * (s + c)) < 0.001)
    #expect(abs(box.minY.double - (10 * s + 10 * c)) < 0.001 && abs(box.height.double - 20 * (s + c)) < 0.001)
    back.setAffineTransform(AffineTransform(rotationAngle: -1))
    let same = back.convert(rect, to: root)
    #expect(abs(same.minX.double - 10) < 0.001 && abs(same.width.double - 20) < 0.001)
    #expect(root.convert(rect, from: back) == same && root.convert(box, to: root) == box)
  }

  @Test("L13 sublayerTransform is applied about the superlayer's anchor, to sublayers only")
  func sublayerTransform() {
    let above = makeLayer(0, 0, 100, 100)
    let layer = makeLayer(60, 50, 10, 10)
    above.addSublayer(layer)
    above.sublayerTransform = Transform3D(scaleX: 2, y: 2, z: 1)
    #expect(layer.convert(layer.bounds, to: nil) == Rect(x: 70, y: 50, width: 20, height: 20))
    #expect(above.convert(Point(x: 3, y: 4), to: nil) == Point(x: 3, y: 4))
    #expect(layer.convert(Point(x: 70, y: 50), from: above) == .zero)
    above.anchorPoint = .zero
    above.position = .zero
    #expect(layer.convert(layer.bounds, to: nil) == Rect(x: 120, y: 100, width: 20, height: 20))
    // A turn about x squeezes both heights and, once more, places: half of the turned plane's.
    above.sublayerTransform = Transform3D(rotationAngle: .pi / 3, x: 1, y: 0, z: 0)
    let box = layer.convert(layer.bounds, to: nil)
    #expect(abs(box.minY.double - 25) < 0.001 && abs(box.height.double - 5) < 0.001 && box.minX == 60)
  }

  @Test("L13 a transform and a sublayerTransform by a thousandth each keep their precision on the way down")
  func smallScales() {
    let (above, layer) = (Layer(), Layer())
    above.addSublayer(layer)
    let thousandth: Coefficient = 1 / 1000
    layer.transform = Transform3D(scaleX: thousandth, y: thousandth, z: 1)
    above.sublayerTransform = Transform3D(scaleX: thousandth, y: thousandth, z: 1)
    let place = layer.convert(Point(x: Fixed(rawValue: 1000), y: Fixed(rawValue: -655)), from: nil)
    let scale = thousandth.double * thousandth.double * 65536
    #expect(abs(place.x.double - 1000 / scale) < 1.0 / 1024 && abs(place.y.double + 655 / scale) < 1.0 / 1024)
  }

  @Test("L53 a layer parallel to the display in a perspective is smaller the farther away it is")
  func parallelPerspective() {
    let above = makeLayer(0, 0, 200, 200)
    let layer = makeLayer(100, 100, 50, 50)
    above.addSublayer(layer)
    above.sublayerTransform.m34 = -1 / 1000
    #expect(layer.convert(layer.bounds, to: above) == Rect(x: 100, y: 100, width: 50, height: 50))
    layer.zPosition = -1000
    let box = layer.convert(layer.bounds, to: above)
    #expect(abs(box.minX.double - 100) < 0.01 && abs(box.width.double - 25) < 0.01)
  }
}
