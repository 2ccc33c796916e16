import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Filled paths of which a stretch changes: only that is drawn again, and the picture is that of a full redraw.
@Suite struct ChangedPathTests {
  /// A few subpaths of random elements, closed or open.
  private func randomElements(_ random: inout SplitMix) -> [PathElement] {
    func point() -> Point { Point(x: random.fixed(2...118), y: random.fixed(2...88)) }
    var elements: [PathElement] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      elements.append(.move(point()))
      for _ in 0..<Int.random(in: 1...7, using: &random) { elements.append(randomElement(&random)) }
      if Bool.random(using: &random) { elements.append(.close) }
    }
    return elements
  }

  private func randomElement(
    _ random: inout SplitMix, x: Double = 60, y: Double = 45, reach: Double = 43
  ) -> PathElement {
    func point() -> Point { Point(x: random.fixed(x - reach...x + reach), y: random.fixed(y - reach...y + reach)) }
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: .line(point())
    case 1: .quadratic(control: point(), end: point())
    case 2: .conic(control: point(), end: point(), weight: random.fixed(-0.5...3))
    default: .cubic(control1: point(), control2: point(), end: point())
    }
  }

  private func path(_ elements: [PathElement]) -> Path {
    var path = Path()
    path.append(elements.span)
    return path
  }

  /// Takes elements out at a random place, and puts others in; now and then anywhere else too.
  private func change(_ elements: inout [PathElement], _ random: inout SplitMix) {
    repeat {
      let first = Int.random(in: 0...elements.count, using: &random)
      let count = Int.random(in: 0...min(2, elements.count - first), using: &random)
      let (x, y) = (Double.random(in: 10...110, using: &random), Double.random(in: 10...80, using: &random))
      let new = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        switch Int.random(in: 0..<12, using: &random) {
        case 0: PathElement.close
        case 1: PathElement.move(Point(x: random.fixed(2...118), y: random.fixed(2...88)))
        default: randomElement(&random, x: x, y: y, reach: 8)
        }
      }
      elements.replaceSubrange(first..<first + count, with: new)
    } while Int.random(in: 0..<6, using: &random) == 0
    if case .move = elements.first { return }
    elements.insert(.move(Point(x: 60, y: 45)), at: 0)
  }

  @Test("L41 L100 of a path of which a stretch changes only that is drawn again: the picture is that of a full redraw")
  func randomStretches() {
    var random = SplitMix(seed: 41)
    var (partial, whole) = (0, 0)
    for round in 0..<60 {
      let root = makeLayer(0, 0, 120, 90)
      root.backgroundColor = .white
      let shape = ShapeLayer()
      shape.frame = root.bounds
      shape.fillColor = Color(argb: 0x9020_60C0)
      shape.fillRule = round % 2 == 0 ? .nonZero : .evenOdd
      if round % 5 == 4 { shape.setAffineTransform(AffineTransform(rotationAngle: 0.3)) }
      if round % 7 == 6 { shape.isGeometryFlipped = true }
      root.addSublayer(shape)
      var elements = randomElements(&random)
      shape.path = path(elements)
      let compositor = Compositor(root: root, width: 120, height: 90)
      let (display, full) = (TestDisplay(width: 120, height: 90), TestDisplay(width: 120, height: 90))
      compositor.drawFrame(into: display.memory)
      for step in 0..<25 {
        change(&elements, &random)
        shape.path = path(elements)
        compositor.drawFrame(into: display.memory)
        if let box = compositor.drawnBox, box.width * box.height < 120 * 90 / 3 { partial += 1 } else { whole += 1 }
        Compositor(root: snapshot(of: root), width: 120, height: 90).drawFrame(into: full.memory)
        if let place = display.firstDifference(from: full) {
          Issue.record("round \(round), step \(step): another pixel at \(place)")
          return
        }
      }
    }
    // Both ways were gone.
    #expect(partial > 100 && whole > 100, "\(partial) small, \(whole) large")
  }

  @Test("L41 L103 an arc that grows by a little is drawn again about its end alone")
  func growingArc() throws {
    let root = makeLayer(0, 0, 240, 240)
    let arc = ShapeLayer()
    arc.frame = root.bounds
    root.addSublayer(arc)
    func show(_ end: Fixed) {
      var path = Path()
      path.addArc(center: Point(x: 120, y: 120), radius: 100, startAngle: 0, endAngle: 1)
      path.addArc(center: Point(x: 120, y: 120), radius: 100, startAngle: 1, endAngle: end)
      path.addLine(to: Point(x: 120, y: 120))
      path.closeSubpath()
      arc.path = path
    }
    show(1.5)
    let compositor = Compositor(root: root, width: 240, height: 240)
    let display = TestDisplay(width: 240, height: 240)
    compositor.drawFrame(into: display.memory)
    show(1.6)
    compositor.drawFrame(into: display.memory)
    let box = try #require(compositor.drawnBox)
    // The arc's end from 57 degrees on, and the lines from there to the middle.
    #expect(box.minX >= 110 && box.maxX <= 180 && box.minY >= 115, "\(box)")
    // With another colour all of it is.
    arc.fillColor = .white
    compositor.drawFrame(into: display.memory)
    #expect(try #require(compositor.drawnBox).maxX >= 219)
    // So it is with a stroke, whose corners reach farther.
    arc.strokeColor = .black
    compositor.drawFrame(into: display.memory)
    show(1.7)
    compositor.drawFrame(into: display.memory)
    #expect(try #require(compositor.drawnBox).maxX >= 219)
  }

  /// The same tree with layers of its own, which a second compositor may show.
  private func snapshot(of root: Layer) -> Layer {
    let copy = makeLayer(0, 0, 120, 90)
    copy.backgroundColor = root.backgroundColor
    guard let shape = root.sublayers?.first as? ShapeLayer else { return copy }
    let other = ShapeLayer()
    (other.bounds, other.position, other.transform) = (shape.bounds, shape.position, shape.transform)
    (other.fillColor, other.fillRule, other.path) = (shape.fillColor, shape.fillRule, shape.path)
    other.isGeometryFlipped = shape.isGeometryFlipped
    copy.addSublayer(other)
    return copy
  }
}
