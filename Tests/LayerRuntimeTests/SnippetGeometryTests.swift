import FixedRaster
import LayerRuntime
import Testing

/// What somebody who knows Core Animation writes first, about places, rectangles, transforms and numbers.
@Suite struct SnippetGeometryTests {
  private let root = Layer()
  private let layer = Layer()

  init() {
    root.frame = Rect(x: 0, y: 0, width: 200, height: 100)
    layer.frame = Rect(x: 10, y: 20, width: 40, height: 30)
    root.addSublayer(layer)
  }

  @Test("L10 a layer is put into the middle of another")
  func centered() {
    layer.position = Point(x: root.bounds.midX, y: root.bounds.midY)
    #expect(layer.frame == Rect(x: 80, y: 35, width: 40, height: 30))
  }

  @Test("L11 members of frame and bounds are changed in place")
  func members() {
    layer.frame.origin.x += 10
    layer.frame.size.width *= 2
    layer.bounds.size.height -= 10
    #expect(layer.frame == Rect(x: 20, y: 25, width: 80, height: 20))
    layer.bounds = Rect(origin: .zero, size: Size(width: 10, height: 10))
    layer.position.y = 50
    #expect(layer.frame == Rect(x: 55, y: 45, width: 10, height: 10))
  }

  @Test("L10 a needle turns about its foot")
  func anchor() {
    layer.anchorPoint = Point(x: 0.5, y: 1)
    layer.position = Point(x: 100, y: 100)
    layer.setAffineTransform(AffineTransform(rotationAngle: .pi / 2))
    #expect(layer.frame == Rect(x: 100, y: 80, width: 30, height: 40))
    layer.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1)
    #expect(layer.frame == Rect(x: 100, y: 80, width: 30, height: 40))
  }

  @Test("L50 a transform is built up step by step")
  func steps() {
    let value: Fixed = 75
    let angle = value / 100 * .pi
    layer.setAffineTransform(AffineTransform(translationX: 5, y: 0).rotated(by: angle).scaledBy(x: 2, y: 2))
    #expect(layer.affineTransform().tx == 5 && abs(layer.affineTransform().a.fixed - 2 * cos(angle)) < 0.001)
    layer.transform = Transform3D.identity.translatedBy(x: 1, y: 2, z: 3).scaledBy(x: 2, y: 2, z: 1)
    #expect(layer.transform.m11 == 2 && layer.transform.m43 == 3)
    layer.transform = .identity
    #expect(layer.transform.isIdentity && layer.affineTransform().isIdentity)
  }

  @Test("L53 perspective is a coefficient, from a distance too")
  func perspective() {
    let distance: Fixed = 500
    var transform = Transform3D.identity
    transform.m34 = -1 / distance
    root.sublayerTransform = transform
    #expect(root.sublayerTransform.m34 == -1.0 / 500)
    layer.transform = layer.transform.rotated(by: .pi / 4, x: 0, y: 1, z: 0)
    #expect(!layer.transform.isIdentity)
  }

  @Test("L50 a scale from two numbers")
  func scale() {
    let (value, full): (Fixed, Fixed) = (30, 60)
    layer.setAffineTransform(AffineTransform(scaleX: value / full, y: 1))
    #expect(layer.frame.width == 20)
    layer.transform = Transform3D(scaleX: value / full, y: value / full, z: 1)
    #expect(layer.frame.size == Size(width: 20, height: 15))
  }

  @Test("L50 an inverse leads back, without a question")
  func inverse() {
    let transform = AffineTransform(translationX: 3, y: 4).scaledBy(x: 2, y: 2)
    let place = Point(x: 7, y: 9)
    #expect(place.applying(transform).applying(transform.inverted()) == place)
    #expect(transform.concatenating(transform.inverted()).isIdentity)
    #expect(layer.transform.concatenating(layer.transform.inverted()).isIdentity)
  }

  @Test("L13 places are converted between layers")
  func conversion() {
    #expect(layer.convert(Point(x: 1, y: 1), to: root) == Point(x: 11, y: 21))
    #expect(layer.convert(Point(x: 11, y: 21), from: root) == Point(x: 1, y: 1))
    #expect(layer.convert(layer.bounds, to: root) == layer.frame)
    #expect(root.convert(layer.frame, to: layer) == layer.bounds)
  }

  @Test("L16 the layer under a finger is found")
  func hit() {
    #expect(root.hitTest(Point(x: 15, y: 25)) === layer && root.hitTest(Point(x: 100, y: 50)) === root)
    #expect(root.hitTest(Point(x: 300, y: 50)) == nil && layer.contains(Point(x: 5, y: 5)))
    #expect(!layer.contains(Point(x: 40, y: 5)))
  }

  @Test("L16 a round button takes touches in its circle only")
  func roundHit() {
    final class Round: Layer {
      override func contains(_ point: Point) -> Bool { Path(ellipseIn: bounds).contains(point) }
    }
    let button = Round()
    button.frame = Rect(x: 100, y: 0, width: 40, height: 40)
    root.addSublayer(button)
    #expect(root.hitTest(Point(x: 120, y: 20)) === button && root.hitTest(Point(x: 102, y: 2)) === root)
  }

  @Test("L15 a scroll layer scrolls to a point, to a rectangle, from within")
  func scrolling() {
    let scroll = ScrollLayer()
    scroll.frame = root.bounds
    scroll.scrollMode = .vertically
    let row = Layer()
    row.frame = Rect(x: 0, y: 300, width: 200, height: 20)
    scroll.addSublayer(row)
    scroll.scroll(to: Point(x: 50, y: 60))
    #expect(scroll.bounds.origin == Point(x: 0, y: 60))
    row.scrollRectToVisible(row.bounds)
    #expect(scroll.bounds.origin == Point(x: 0, y: 220) && row.visibleRect == row.bounds)
    scroll.scroll(to: Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(scroll.bounds.origin == .zero)
    withExtendedLifetime(scroll) {}
  }

  @Test("L22 a sublayer grows with its superlayer")
  func autoresizing() {
    layer.autoresizingMask = [.widthSizable, .heightSizable]
    root.bounds.size = Size(width: 300, height: 200)
    #expect(layer.frame == Rect(x: 10, y: 20, width: 140, height: 130))
  }

  @Test("L23 constraints place a layer in the middle")
  func constraints() {
    root.layoutManager = ConstraintLayoutManager()
    layer.addConstraint(Constraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
    layer.addConstraint(Constraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY))
    root.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(layer.position == Point(x: 100, y: 50))
  }

  @Test("L20 a subclass lays its sublayers out in rows")
  func layout() {
    final class Column: Layer {
      override func layoutSublayers() {
        let rows = sublayers ?? []
        let height = bounds.height / rows.count
        for (index, row) in rows.enumerated() {
          row.frame = Rect(x: 0, y: height * index, width: bounds.width, height: height)
        }
      }
    }
    let column = Column()
    column.sublayers = [Layer(), Layer(), Layer(), Layer()]
    column.frame = Rect(x: 0, y: 0, width: 50, height: 100)
    column.setNeedsLayout()
    column.layoutIfNeeded()
    #expect(column.sublayers?.map(\.frame.minY) == [0, 25, 50, 75] && column.sublayers?[3].frame.height == 25)
  }

  @Test("R10 rectangles are cut, joined, inset and asked")
  func rectangles() {
    let (a, b) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 5, y: 5, width: 10, height: 10))
    #expect(a.intersects(b) && a.intersection(b) == Rect(x: 5, y: 5, width: 5, height: 5))
    #expect(a.union(b) == Rect(x: 0, y: 0, width: 15, height: 15) && a.contains(Rect(x: 1, y: 1, width: 2, height: 2)))
    #expect(a.insetBy(dx: 2, dy: 3) == Rect(x: 2, y: 3, width: 6, height: 4) && a.contains(Point(x: 3, y: 3)))
    #expect(Rect(x: 0.3, y: 0.7, width: 1, height: 1).integral == Rect(x: 0, y: 0, width: 2, height: 2))
    #expect(a.intersection(Rect(x: 50, y: 50, width: 1, height: 1)).isNull && Rect().isEmpty && Rect() == .zero)
    #expect(Rect(x: 5, y: 5, width: -5, height: -5).standardized == Rect(x: 0, y: 0, width: 5, height: 5))
    #expect((a.midX, a.midY, a.maxX, a.maxY) == (5, 5, 10, 10))
  }

  @Test("R10 a bar is divided off a rectangle")
  func division() {
    let (bar, rest) = root.bounds.divided(atDistance: 20, from: .minYEdge)
    #expect(bar == Rect(x: 0, y: 0, width: 200, height: 20) && rest == Rect(x: 0, y: 20, width: 200, height: 80))
    let (side, other) = root.bounds.divided(atDistance: 50, from: .maxXEdge)
    #expect(side == Rect(x: 150, y: 0, width: 50, height: 100) && other.width == 150 && other.minX == 0)
    #expect(root.bounds.divided(atDistance: 999, from: .minXEdge).remainder.isEmpty)
  }

  @Test("R10 ticks stand around a dial")
  func ticks() {
    let (center, radius) = (Point(x: 50, y: 50), 40 as Fixed)
    let count = 12
    let ticks = (0..<count).map { i in
      let angle = 2 * .pi * Fixed(i) / count
      return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    #expect(ticks[0] == Point(x: 90, y: 50) && abs(ticks[3].y - 90) < 0.01 && abs(ticks[6].x - 10) < 0.01)
  }

  @Test("R10 a grid has its lines at equal distances")
  func grid() {
    var path = Path()
    for x in stride(from: root.bounds.minX, through: root.bounds.maxX, by: 50) {
      path.move(to: Point(x: x, y: root.bounds.minY))
      path.addLine(to: Point(x: x, y: root.bounds.maxY))
    }
    #expect(path.count == 10 && path.boundingBox == root.bounds)
  }

  @Test("R10 numbers are mixed with counts, text and Double")
  func numbers() {
    let (width, columns, reading): (Fixed, Int, Double) = (200, 3, 0.25)
    #expect("\(width / columns)" == "66.66667" && Fixed(columns) * 2 == 6 && Int(width) / columns == 66)
    #expect(Fixed(reading) * width == 50 && Double(width) * reading == 50)
    #expect(max(width, 300) == 300 && min(width / 2, 50) == 50 && abs(-width) == 200)
    var level = width
    level /= columns
    level *= 3
    #expect(abs(level - width) < 0.001)
    #expect((370 as Fixed).truncatingRemainder(dividingBy: 360) == 10)
  }

  @Test("R10 numbers at equal distances end where they should, at the ends of the range too")
  func strides() {
    let (width, step): (Fixed, Fixed) = (1, 0.25)
    #expect(Array(stride(from: 0, to: width, by: step)) == [0, 0.25, 0.5, 0.75])
    #expect(Array(stride(from: 0, through: width, by: step)) == [0, 0.25, 0.5, 0.75, 1])
    #expect(Array(stride(from: width, to: 0, by: -0.5)) == [1, 0.5])
    #expect(
      Array(stride(from: 0, to: width, by: Fixed.zero)) == [] && Array(stride(from: width, to: 0, by: step)) == [])
    #expect(Array(stride(from: 32767, through: Fixed.max, by: step)) == [32767, 32767.25, 32767.5, 32767.75])
    #expect(Array(stride(from: 0, through: Fixed.min, by: -16384)) == [0, -16384, -32768])
  }
}
