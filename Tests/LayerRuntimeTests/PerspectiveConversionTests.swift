import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A layer of random place and turn in space; about every other one sees its sublayers in perspective.
private func randomLayer(_ random: inout SplitMix) -> Layer {
  let layer = Layer()
  layer.bounds = Rect(
    x: random.fixed(-50...50), y: random.fixed(-50...50), width: random.fixed(1...200), height: random.fixed(1...200))
  layer.position = Point(x: random.fixed(-100...100), y: random.fixed(-100...100))
  layer.anchorPoint = Point(x: random.fixed(-1...2), y: random.fixed(-1...2))
  (layer.anchorPointZ, layer.zPosition) = (random.fixed(-20...20), random.fixed(-60...60))
  layer.transform = Transform3D(
    rotationAngle: random.fixed(-0.6...0.6), x: random.fixed(-1...1), y: random.fixed(-1...1), z: random.fixed(-1...1))
  if Bool.random(using: &random) { layer.transform.m34 = -1 / Coefficient(random.fixed(300...2000)) }
  if Bool.random(using: &random) {
    layer.sublayerTransform = Transform3D(rotationAngle: random.fixed(-0.4...0.4), x: 1, y: random.fixed(-1...1), z: 0)
    layer.sublayerTransform.m34 = -1 / Coefficient(random.fixed(300...2000))
  }
  layer.isGeometryFlipped = Bool.random(using: &random)
  return layer
}

private func chain(_ count: Int, _ random: inout SplitMix) -> [Layer] {
  let layers = (0..<count).map { _ in randomLayer(&random) }
  for (above, below) in zip(layers, layers.dropFirst()) { above.addSublayer(below) }
  return layers
}

/// A square of 100 before an eye that stands 200 above the middle of a root of 200 × 200.
private func makeStage() -> (root: Layer, layer: Layer) {
  let (root, layer) = (makeLayer(0, 0, 200, 200), makeLayer(50, 50, 100, 100))
  root.addSublayer(layer)
  root.sublayerTransform.m34 = -1 / 200
  return (root, layer)
}

@Suite struct PerspectiveConversionTests {
  @Test("L13 L50 L53 up through 16 nested layers in perspective, and down, within 1/1024 pt of the exact value")
  func sixteenLayers() {
    var random = SplitMix(seed: 21)
    var counts = (up: 0, down: 0, projective: 0, worst: 0.0)
    for _ in 0..<600 {
      let layers = chain(16, &random)
      let point = Point(x: random.fixed(-100...100), y: random.fixed(-100...100))
      var place = (x: point.x.double, y: point.y.double)
      var isNear = true
      for layer in layers.reversed() {
        let step = ExactView(step: layer)
        // Close to the eye any error grows without bound.
        if step.depth(place) < 0.4 { isNear = false }
        place = step.apply(place)
        if max(abs(place.x), abs(place.y)) > 2000 { isNear = false }
        counts.projective += layer.mappingToSuperlayer().affine == nil ? 1 : 0
      }
      if !isNear { continue }
      let up = layers[15].convert(point, to: nil)
      let error = max(abs(up.x.double - place.x), abs(up.y.double - place.y))
      #expect(error < 1.0 / 1024)
      #expect(layers[0].convert(point, from: layers[15]) == layers[15].convert(point, to: layers[0]))
      counts.up += 1
      // And down from there: the point where it came from, as far as 16.16 says where that is.
      guard let down = ExactView(layers[15]).undo((up.x.double, up.y.double)) else { continue }
      let back = layers[15].convert(up, from: nil)
      let downError = max(abs(back.x.double - down.x), abs(back.y.double - down.y))
      #expect(downError < 1.0 / 1024)
      counts.down += 1
      counts.worst = max(counts.worst, max(error, downError))
      withExtendedLifetime(layers) {}
    }
    print("perspective conversions:", counts)
    #expect(counts.up > 100 && counts.down > 100 && counts.projective > 4000)
  }

  @Test("L53 m34 = −1/1000 keeps a relative error below 10⁻⁴: sizes at every depth, before and behind the plane")
  func relativeError() {
    let root = makeLayer(0, 0, 200, 200)
    let layer = makeLayer(-300, -300, 800, 800)
    root.addSublayer(layer)
    root.sublayerTransform.m34 = -1 / 1000
    for z in stride(from: -29999, through: 950, by: 37) {
      layer.zPosition = Fixed(z)
      let width = layer.convert(layer.bounds, to: root).width.double
      let exact = 800 / (1 - Double(z) / 1000)
      #expect(abs(width / exact - 1) < 1e-4)
    }
    // The same of a plane in perspective: the farther half is foreshortened more.
    layer.zPosition = 0
    layer.transform = Transform3D(rotationAngle: 1, x: 0, y: 1, z: 0)
    let view = ExactView(layer)
    for x in stride(from: 0, through: 800, by: 25) {
      let got = layer.convert(Point(x: Fixed(x), y: 800), to: root)
      let exact = view.apply((Double(x), 800))
      #expect(abs((got.x.double - 100) / (exact.x - 100) - 1) < 1e-4 || abs(got.x.double - exact.x) < 0.0001)
      #expect(abs((got.y.double - 100) / (exact.y - 100) - 1) < 1e-4)
    }
  }

  @Test("L13 a rectangle in perspective becomes the box of its four corners, and the frame knows the layer's own m34")
  func rectangles() {
    let (root, layer) = makeStage()
    layer.transform = Transform3D(rotationAngle: 0.8, x: 0, y: 1, z: 0)
    let view = ExactView(layer)
    let corners = [(0.0, 0.0), (100, 0), (100, 100), (0, 100)].map { view.apply($0) }
    let box = layer.convert(layer.bounds, to: root)
    #expect(abs(box.minX.double - corners.map(\.x).min()!) < 0.001)
    #expect(abs(box.maxX.double - corners.map(\.x).max()!) < 0.001)
    #expect(abs(box.minY.double - corners.map(\.y).min()!) < 0.001)
    #expect(abs(box.maxY.double - corners.map(\.y).max()!) < 0.001)
    // The nearer side is the longer one.
    #expect(box.height.double > 120 && box == root.convert(layer.bounds, from: layer))
    // sublayerTransform has no part in the frame; a perspective of the layer's own has.
    let flat = layer.frame
    #expect(flat.height == 100)
    root.sublayerTransform = .identity
    layer.transform = layer.transform.concatenating(eye(200))
    #expect(
      abs(layer.frame.minX.double - box.minX.double) < 0.001
        && abs(layer.frame.height.double - box.height.double) < 0.001)
    // Setting it: the middle is exact, the size about right.
    layer.frame = Rect(x: 20, y: 30, width: 60, height: 50)
    #expect(abs(layer.frame.midX.double - 50) < 0.001 && abs(layer.frame.midY.double - 55) < 0.001)
    #expect(abs(layer.frame.width.double - 60) < 6 && abs(layer.frame.height.double - 50) < 12)
  }

  private func eye(_ distance: Coefficient) -> Transform3D {
    var transform = Transform3D()
    transform.m34 = -1 / distance
    return transform
  }

  @Test("L13 the anchor stands for a place that has no counterpart: behind the eye, beyond the horizon, edge-on")
  func noCounterpart() {
    let (root, layer) = makeStage()
    // Nearer than the eye: all of the layer lies behind it.
    layer.zPosition = 201
    layer.position.x = 90
    #expect(layer.convert(Point(x: 3, y: 4), to: root) == layer.position)
    #expect(layer.convert(Point(x: 3, y: 4), from: root) == Point(x: 50, y: 50))
    layer.zPosition = 199
    #expect(abs(layer.convert(Point(x: 50, y: 50), to: root).x.double + 1900) < 0.1)
    // A floor that runs to the horizon: the display's places above it show none of it.
    layer.position.x = 100
    layer.zPosition = 0
    layer.transform = Transform3D(rotationAngle: .pi / 3, x: 1, y: 0, z: 0)
    let view = ExactView(layer)
    var (seen, unseen) = (0, 0)
    for y in stride(from: -600, through: 600, by: 20) {
      let inside = layer.convert(Point(x: 40, y: Fixed(y)), from: root)
      if let exact = view.undo((40, Double(y))) {
        if max(abs(exact.x), abs(exact.y)) > 30000 { continue }
        #expect(abs(inside.x.double - exact.x) < 0.01 && abs(inside.y.double - exact.y) < 0.05)
        seen += 1
      } else {
        #expect(inside == Point(x: 50, y: 50))
        unseen += 1
      }
    }
    #expect(seen > 20 && unseen > 10)
    // The middle of a root of no size: seen from its edge.
    layer.anchorPointZ = 0
    layer.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0)
    layer.transform.m11 = 0
    layer.position.x = 100
    #expect(layer.convert(Point(x: 90, y: 90), from: root) == Point(x: 50, y: 50))
  }

  @Test(
    "L15 L13 visibleRect in perspective: what the window's corners make of it; all where the horizon runs through it")
  func visibleRect() {
    let window = ScrollLayer()
    window.frame = Rect(x: 0, y: 0, width: 200, height: 200)
    let layer = makeLayer(-400, -400, 1000, 1000)
    window.addSublayer(layer)
    window.sublayerTransform.m34 = -1 / 400
    layer.zPosition = -400
    #expect(layer.visibleRect == Rect(x: 300, y: 300, width: 400, height: 400))
    layer.zPosition = 0
    layer.transform = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    let view = ExactView(layer)
    let corners = [(0.0, 0.0), (200, 0), (200, 200), (0, 200)].compactMap { view.undo($0) }
    let visible = layer.visibleRect
    #expect(corners.count == 4 && abs(visible.minX.double - corners.map(\.x).min()!) < 0.01)
    #expect(abs(visible.maxX.double - corners.map(\.x).max()!) < 0.01)
    #expect(abs(visible.minY.double - corners.map(\.y).min()!) < 0.01)
    #expect(abs(visible.maxY.double - corners.map(\.y).max()!) < 0.01)
    // So near the eye and so steep that two corners of the window see no floor.
    window.sublayerTransform.m34 = -1 / 30
    layer.transform = Transform3D(rotationAngle: 1.2, x: 1, y: 0, z: 0)
    #expect(layer.visibleRect == layer.bounds)
    // Behind the eye nothing is visible.
    (layer.transform, layer.zPosition) = (.identity, 31)
    #expect(layer.visibleRect == .zero)
  }

  @Test("L16 L53 layers in perspective are hit where they are seen", arguments: [Layer.HitTestOrder.tree, .drawing])
  func hits(_ order: Layer.HitTestOrder) {
    var random = SplitMix(seed: 5)
    var (hits, misses, horizons) = (0, 0, 0)
    for _ in 0..<60 {
      let root = makeLayer(0, 0, 200, 200)
      root.sublayerTransform.m34 = -1 / 90
      let (panel, button) = (makeLayer(50, 50, 100, 100), makeLayer(20, 20, 30, 40))
      root.addSublayer(panel)
      panel.addSublayer(button)
      panel.transform = Transform3D(
        rotationAngle: random.fixed(-3...3), x: random.fixed(-1...1), y: random.fixed(-1...1), z: random.fixed(-1...1))
      panel.zPosition = random.fixed(-60...60)
      button.transform = Transform3D(rotationAngle: random.fixed(-1...1), x: 1, y: 0, z: 0)
      let (panelView, buttonView) = (ExactView(panel), ExactView(button))
      for x in stride(from: 3, to: 200, by: 11) {
        for y in stride(from: 3, to: 200, by: 11) {
          let place = (x: Double(x), y: Double(y))
          if panelView.undo(place) == nil { horizons += 1 }
          guard let inPanel = margin(panel, panelView, place), let inButton = margin(button, buttonView, place)
          else { continue }
          // By tree order the button counts only within the panel as all sublayers do: wherever it lies.
          let expected = inButton > 0 ? button : inPanel > 0 ? panel : root
          #expect(root.hitTest(Point(x: Fixed(x), y: Fixed(y)), order: order) === expected)
          if expected === root { misses += 1 } else { hits += 1 }
        }
      }
    }
    #expect(hits > 1000 && misses > 1000 && horizons > 50)
  }

  /// How far inside the bounds a place of the display lies, below zero outside; `nil` where that is too close to tell.
  private func margin(_ layer: Layer, _ view: ExactView, _ place: ExactView.Place) -> Double? {
    guard let p = view.undo(place) else { return -1 }
    let (w, h) = (layer.bounds.width.double, layer.bounds.height.double)
    let margin = min(min(p.x, w - p.x), min(p.y, h - p.y))
    return abs(margin) < 0.01 ? nil : margin
  }
}
