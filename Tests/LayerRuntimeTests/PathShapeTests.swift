import FixedRaster
import LayerRuntime
import Testing

/// Paths by Core Graphics' names.
@Suite struct PathShapeTests {
  private func elements(_ path: Path) -> [PathElement] {
    path.withElements { span in span.indices.map { span[$0] } }
  }

  @Test("R30 every step of Core Graphics' paths is the element of that kind")
  func steps() {
    var path = Path()
    path.move(to: Point(x: 1, y: 2))
    path.addLine(to: Point(x: 3, y: 4))
    path.addQuadCurve(to: Point(x: 5, y: 6), control: Point(x: 7, y: 8))
    path.addCurve(to: Point(x: 9, y: 1), control1: Point(x: 2, y: 3), control2: Point(x: 4, y: 5))
    path.addConic(to: Point(x: 1, y: 1), control: Point(x: 2, y: 2), weight: 0.5)
    path.closeSubpath()
    path.addLines(between: [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1)])
    path.addLines(between: [])
    path.addRects([Rect(x: 0, y: 0, width: 1, height: 1)])
    let expected: [PathElement] = [
      .move(Point(x: 1, y: 2)), .line(Point(x: 3, y: 4)),
      .quadratic(control: Point(x: 7, y: 8), end: Point(x: 5, y: 6)),
      .cubic(control1: Point(x: 2, y: 3), control2: Point(x: 4, y: 5), end: Point(x: 9, y: 1)),
      .conic(control: Point(x: 2, y: 2), end: Point(x: 1, y: 1), weight: 0.5), .close, .move(.zero),
      .line(Point(x: 1, y: 0)), .line(Point(x: 1, y: 1)), .move(.zero), .line(Point(x: 1, y: 0)),
      .line(Point(x: 1, y: 1)), .line(Point(x: 0, y: 1)), .close,
    ]
    #expect(elements(path) == expected)
  }

  @Test("R30 the current point is the last end, after a close the start of what was closed")
  func currentPoint() {
    var path = Path()
    #expect(path.currentPoint == .zero && path.isEmpty && path.boundingBox.isNull)
    path.move(to: Point(x: 1, y: 2))
    #expect(path.currentPoint == Point(x: 1, y: 2))
    path.addCurve(to: Point(x: 9, y: 1), control1: Point(x: 2, y: 3), control2: Point(x: 4, y: 5))
    #expect(path.currentPoint == Point(x: 9, y: 1))
    path.closeSubpath()
    #expect(path.currentPoint == Point(x: 1, y: 2))
    path.addLine(to: Point(x: 5, y: 5))
    #expect(path.currentPoint == Point(x: 5, y: 5))
    path.closeSubpath()
    #expect(path.currentPoint == Point(x: 1, y: 2) && path.boundingBox == Rect(x: 1, y: 1, width: 8, height: 4))
  }

  @Test("R30 whole shapes are made as Core Graphics makes them, and moved by a transform")
  func shapes() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    var (box, ellipse) = (Path(), Path())
    box.addRect(rect)
    ellipse.addEllipse(in: rect)
    #expect(Path(rect: rect) == box && Path(ellipseIn: rect, transform: nil) == ellipse)
    let move = AffineTransform(translationX: 5, y: 0)
    #expect(Path(rect: rect, transform: move) == Path(rect: rect.offsetBy(dx: 5, dy: 0)))
    #expect(Path(ellipseIn: rect, transform: move).boundingBox == rect.offsetBy(dx: 5, dy: 0))
    #expect(box.applying(move) == Path(rect: rect, transform: move))
    let round = Path(roundedRect: rect, cornerRadius: 5)
    #expect(round.boundingBox == rect && round.contains(Point(x: 25, y: 40)) && !round.contains(Point(x: 11, y: 21)))
    #expect(round.contains(Point(x: 11, y: 25)) && round.contains(Point(x: 15, y: 21)))
    // Corners 12 wide and 4 high: open in the corner, and where only a circle of either radius would be.
    let oval = Path(roundedRect: rect, cornerWidth: 12, cornerHeight: 4)
    #expect(oval.boundingBox == rect && !oval.contains(Point(x: 12, y: 21)) && oval.contains(Point(x: 11, y: 24)))
    #expect(!oval.contains(Point(x: 15, y: 20.5)) && oval.contains(Point(x: 23, y: 20.5)))
    #expect(Path(roundedRect: rect, cornerWidth: 99, cornerHeight: 99).boundingBox == rect)
    #expect(Path(roundedRect: rect, cornerWidth: 0, cornerHeight: 5) == box)
  }

  @Test("R30 an arc begins with a line from the current point, so that a piece of a cake is three calls")
  func arcs() {
    var piece = Path()
    piece.move(to: .zero)
    piece.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2)
    piece.closeSubpath()
    #expect(
      piece.contains(Point(x: 5, y: 5)) && piece.contains(Point(x: 1, y: 1)) && !piece.contains(Point(x: 8, y: 8)))
    #expect(!piece.contains(Point(x: -1, y: 1)) && piece.boundingBox == Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(elements(piece).prefix(2) == [.move(.zero), .line(Point(x: 10, y: 0))])
    var alone = Path()
    alone.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(elements(alone).first == .move(Point(x: 10, y: 0)) && alone.contains(Point(x: -5, y: -5)))
    var back = Path()
    back.addRelativeArc(center: .zero, radius: 10, startAngle: 0, delta: -.pi / 2)
    #expect(back.currentPoint == Point(x: 0, y: -10) && back.count == 2)
  }

  @Test("R30 a corner is rounded off by an exact arc between its tangents")
  func tangents() {
    var path = Path()
    path.move(to: .zero)
    path.addArc(tangent1End: Point(x: 100, y: 0), tangent2End: Point(x: 100, y: 50), radius: 20)
    let half = Fixed(rawValue: 46341)  // √½
    #expect(
      elements(path) == [
        .move(.zero), .line(Point(x: 80, y: 0)),
        .conic(control: Point(x: 100, y: 0), end: Point(x: 100, y: 20), weight: half),
      ])
    // The circle's centre is (80, 20).
    #expect(path.contains(Point(x: 93, y: 7)) && !path.contains(Point(x: 95, y: 5)))
    // An angle of 60°: the arc begins r·√3 from the corner, and its weight is ½.
    var sharp = Path()
    sharp.move(to: Point(x: 100, y: 0))
    sharp.addArc(tangent1End: .zero, tangent2End: Point(x: 50, y: 86.60254), radius: 10)
    guard case .line(let start) = elements(sharp)[1], case .conic(_, let end, let weight) = elements(sharp)[2] else {
      Issue.record("no arc")
      return
    }
    #expect(abs(start.x - 17.32051) < 0.001 && start.y == 0 && abs(weight - 0.5) < 0.0001)
    #expect(abs(end.x - 8.66025) < 0.001 && abs(end.y - 15) < 0.001)
    for (corner, on, radius) in [
      (Point(x: 10, y: 0), Point(x: 20, y: 0), 5 as Fixed), (Point(x: 10, y: 0), Point(x: 10, y: 0), 5),
      (.zero, Point(x: 5, y: 5), 5), (Point(x: 10, y: 0), Point(x: 10, y: 9), 0),
      (Point(x: 10, y: 0), Point(x: 10, y: 9), -1),
    ] {
      var straight = Path()
      straight.move(to: .zero)
      straight.addArc(tangent1End: corner, tangent2End: on, radius: radius)
      #expect(elements(straight) == [.move(.zero), .line(corner)])
    }
  }

  @Test("R30 a path is added to another, or to itself, moved by a transform")
  func adding() {
    var path = Path()
    path.move(to: Point(x: 1, y: 1))
    path.addConic(to: Point(x: 3, y: 1), control: Point(x: 2, y: 0), weight: 0.5)
    path.addQuadCurve(to: Point(x: 1, y: 1), control: Point(x: 2, y: 3))
    path.addPath(path, transform: AffineTransform(scaleX: 2, y: 3))
    #expect(
      elements(path).suffix(3) == [
        .move(Point(x: 2, y: 3)), .conic(control: Point(x: 4, y: 0), end: Point(x: 6, y: 3), weight: 0.5),
        .quadratic(control: Point(x: 4, y: 9), end: Point(x: 2, y: 3)),
      ] && path.count == 6)
    var copy = Path()
    copy.addPath(path)
    #expect(copy == path)
  }

  @Test("R30 a point lies in a path by either rule; on an edge it does if the inside is right of it or below")
  func contains() {
    var path = Path(rect: Rect(x: 0, y: 0, width: 30, height: 30))
    path.addRect(Rect(x: 10, y: 10, width: 10, height: 10))
    #expect(path.contains(Point(x: 15, y: 15)) && !path.contains(Point(x: 15, y: 15), using: .evenOdd))
    #expect(path.contains(Point(x: 5, y: 5), using: .evenOdd) && !path.contains(Point(x: -1, y: 5)))
    #expect(path.contains(.zero) && !path.contains(Point(x: 30, y: 5)) && !path.contains(Point(x: 5, y: 30)))
    #expect(path.contains(Point(x: 100, y: 100), transform: AffineTransform(scaleX: 0.25, y: 0.25)))
    #expect(!Path().contains(.zero))
    // Open subpaths count as closed; far corners are no harder than near ones.
    var open = Path()
    open.addLines(between: [Point(x: -30000, y: -30000), Point(x: 30000, y: -30000), Point(x: 0, y: 30000)])
    #expect(open.contains(.zero) && !open.contains(Point(x: -20000, y: 20000)))
    // Every point that a circle's equation says lies in it, and no other.
    let circle = Path(ellipseIn: Rect(x: -20, y: -20, width: 40, height: 40))
    for y in -21...21 {
      for x in -21...21 where abs(x * x + y * y - 400) > 4 {
        #expect(circle.contains(Point(x: Fixed(x), y: Fixed(y))) == (x * x + y * y < 400))
      }
    }
  }
}
