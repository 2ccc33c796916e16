import FixedRaster
import LayerRuntime
import TestSupport
import Testing

/// Draws by a closure.
private final class Canvas: Layer {
  let body: (DrawingContext, Rect) -> Void

  init(_ body: @escaping (DrawingContext, Rect) -> Void) {
    self.body = body
    super.init()
    frame = Rect(x: 0, y: 0, width: 40, height: 30)
    setNeedsDisplay()
  }

  override func draw(in context: DrawingContext) { body(context, bounds) }
}

/// What somebody who knows Core Graphics writes first, about paths and drawing.
@Suite struct SnippetDrawingTests {
  private let stage = Stage(width: 40, height: 30)

  private func draw(_ body: @escaping (DrawingContext, Rect) -> Void) {
    let canvas = Canvas(body)
    stage.root.sublayers = [canvas]
  }

  private func shape(_ path: Path) -> ShapeLayer {
    let shape = ShapeLayer()
    shape.path = path
    shape.fillColor = .white
    stage.root.sublayers = [shape]
    return shape
  }

  @Test("L33 rectangles and ellipses are filled and stroked")
  func filling() {
    draw { context, bounds in
      context.setFillColor(.red)
      context.fill(bounds)
      context.setFillColor(Color(gray: 1, alpha: 1))
      context.fillEllipse(in: bounds.insetBy(dx: 10, dy: 5))
      context.setStrokeColor(.blue)
      context.stroke(bounds, width: 4)
    }
    #expect(stage.color(1, 15) == 0xFF && stage.color(5, 5) == 0xFF0000 && stage.color(20, 15) == 0xFFFFFF)
  }

  @Test("L33 several rectangles at once")
  func rects() {
    draw { context, _ in
      context.setFillColor(.green)
      context.fill([Rect(x: 0, y: 0, width: 5, height: 5), Rect(x: 10, y: 0, width: 5, height: 5)])
    }
    #expect(stage.color(2, 2) == 0x00FF00 && stage.color(7, 2) == 0 && stage.color(12, 2) == 0x00FF00)
  }

  @Test("L33 state is saved, moved, turned and restored")
  func state() {
    draw { context, _ in
      context.setFillColor(.white)
      context.saveGState()
      context.translateBy(x: 20, y: 15)
      context.rotate(by: .pi / 2)
      context.scaleBy(x: 2, y: 2)
      context.setFillColor(.red)
      context.fill(Rect(x: 0, y: 0, width: 5, height: 1))
      context.restoreGState()
      context.fill(Rect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(stage.color(19, 20) == 0xFF0000 && stage.color(0, 0) == 0xFFFFFF && stage.color(22, 15) == 0)
  }

  @Test("L33 drawing is clipped to a path")
  func clip() {
    draw { context, bounds in
      context.clip(to: Path(ellipseIn: bounds))
      context.fill(bounds)
      context.setFillColor(.red)
      context.clip(to: Rect(x: 0, y: 0, width: 20, height: 30))
      context.fill(bounds)
    }
    #expect(stage.color(0, 0) == 0 && stage.color(10, 15) == 0xFF0000)
  }

  @Test("L33 a dashed line between points")
  func lines() {
    draw { context, _ in
      context.setStrokeColor(.white)
      context.setLineWidth(2)
      context.setLineCap(.butt)
      context.setLineDash(phase: 0, lengths: [5, 5])
      context.strokeLineSegments(between: [
        Point(x: 0, y: 5), Point(x: 40, y: 5), Point(x: 0, y: 20), Point(x: 10, y: 20),
      ])
    }
    #expect(stage.color(2, 5) == 0xFFFFFF && stage.color(7, 5) == 0 && stage.color(2, 20) == 0xFFFFFF)
    #expect(stage.color(20, 12) == 0)
  }

  @Test("L33 a gradient is drawn along a line")
  func gradient() {
    draw { context, bounds in
      let gradient = Gradient(colors: [.black, .white], locations: [0, 1])
      context.drawLinearGradient(
        gradient, start: .zero, end: Point(x: bounds.maxX, y: 0), options: [.drawsAfterEndLocation])
    }
    #expect(stage.color(1, 5) & 0xFF < 0x20 && stage.color(38, 5) & 0xFF > 0xE0)
  }

  @Test("L33 an image is drawn into a rectangle, faded")
  func image() {
    let picture = TestImage(width: 1, height: 1, isOpaque: true) { _, _ in 0xFFFF_FFFF }
    draw { context, _ in
      context.setAlpha(0.5)
      context.draw(picture.image, in: Rect(x: 0, y: 0, width: 10, height: 10))
    }
    #expect(stage.color(5, 5) == 0x808080 && stage.color(11, 5) == 0)
  }

  @Test("L33 a part is cleared, and blended")
  func blending() {
    draw { context, bounds in
      context.setFillColor(.white)
      context.fill(bounds)
      context.clear(Rect(x: 0, y: 0, width: 10, height: 10))
      context.setBlendMode(.multiply)
      context.setFillColor(.red)
      context.fill(Rect(x: 20, y: 0, width: 10, height: 10))
    }
    #expect(stage.color(5, 5) == 0 && stage.color(25, 5) == 0xFF0000 && stage.color(15, 5) == 0xFFFFFF)
  }

  @Test("R30 a triangle")
  func triangle() {
    var path = Path()
    path.move(to: Point(x: 20, y: 0))
    path.addLine(to: Point(x: 40, y: 30))
    path.addLine(to: Point(x: 0, y: 30))
    path.closeSubpath()
    withExtendedLifetime(shape(path)) {
      #expect(stage.color(20, 20) == 0xFFFFFF && stage.color(5, 5) == 0 && stage.color(35, 5) == 0)
    }
  }

  @Test("R30 a star, from its angles")
  func star() {
    var path = Path()
    for i in 0..<10 {
      let radius: Fixed = i.isMultiple(of: 2) ? 14 : 5
      let angle = Fixed.pi / 5 * i - .pi / 2
      let point = Point(x: 20 + radius * cos(angle), y: 15 + radius * sin(angle))
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    _ = shape(path)
    #expect(stage.color(20, 4) != 0 && stage.color(20, 15) == 0xFFFFFF && stage.color(10, 4) == 0 && path.count == 11)
  }

  @Test("R30 a piece of a cake, and a gauge's arc")
  func arcs() {
    var piece = Path()
    piece.move(to: Point(x: 20, y: 15))
    piece.addArc(
      center: Point(x: 20, y: 15), radius: 14, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    piece.closeSubpath()
    _ = shape(piece)
    #expect(stage.color(25, 20) == 0xFFFFFF && stage.color(15, 10) == 0 && stage.color(25, 10) == 0)
    let gauge = ShapeLayer()
    var arc = Path()
    arc.addArc(center: Point(x: 20, y: 15), radius: 10, startAngle: .pi, endAngle: 0, clockwise: true)
    gauge.path = arc
    gauge.fillColor = nil
    gauge.strokeColor = .red
    gauge.lineWidth = 4
    gauge.strokeEnd = 0.5
    stage.root.sublayers = [gauge]
    #expect(stage.color(10, 13) == 0xFF0000 && stage.color(29, 13) == 0 && stage.color(20, 25) == 0)
  }

  @Test("R30 a speech bubble has curves and rounded corners")
  func curves() {
    var path = Path()
    path.move(to: Point(x: 0, y: 30))
    path.addCurve(to: Point(x: 40, y: 30), control1: Point(x: 0, y: 0), control2: Point(x: 40, y: 0))
    path.addQuadCurve(to: Point(x: 0, y: 30), control: Point(x: 20, y: 20))
    _ = shape(path)
    #expect(stage.color(20, 15) == 0xFFFFFF && stage.color(20, 28) == 0 && stage.color(2, 2) == 0)
    var round = Path()
    round.move(to: .zero)
    round.addArc(tangent1End: Point(x: 40, y: 0), tangent2End: Point(x: 40, y: 30), radius: 20)
    round.addLine(to: Point(x: 40, y: 30))
    round.addLine(to: Point(x: 0, y: 30))
    _ = shape(round)
    #expect(stage.color(39, 0) == 0 && stage.color(1, 1) == 0xFFFFFF && stage.color(39, 29) == 0xFFFFFF)
  }

  @Test("R30 a rounded rectangle, of one radius and of two")
  func rounded() {
    _ = shape(Path(roundedRect: Rect(x: 0, y: 0, width: 40, height: 30), cornerRadius: 10))
    #expect(stage.color(0, 0) == 0 && stage.color(20, 0) == 0xFFFFFF)
    _ = shape(
      Path(roundedRect: Rect(x: 0, y: 0, width: 40, height: 30), cornerWidth: 10, cornerHeight: 5, transform: nil))
    #expect(stage.color(0, 0) == 0 && stage.color(12, 0) == 0xFFFFFF)
    var added = Path()
    added.addRoundedRect(in: Rect(x: 0, y: 0, width: 40, height: 30), cornerWidth: 10, cornerHeight: 10)
    #expect(added.boundingBox == Rect(x: 0, y: 0, width: 40, height: 30))
  }

  @Test("R30 a chart from a list of points")
  func chart() {
    let values: [Fixed] = [5, 20, 10, 25]
    var path = Path()
    path.addLines(between: values.enumerated().map { Point(x: Fixed($0) * 10, y: $1) })
    #expect(path.currentPoint == Point(x: 30, y: 25) && path.boundingBox == Rect(x: 0, y: 5, width: 30, height: 20))
    let bars = values.enumerated().map { Rect(x: Fixed(10 * $0), y: 0, width: 5, height: Fixed($1.floor)) }
    var columns = Path()
    columns.addRects(bars)
    #expect(columns.contains(Point(x: 12, y: 15)) && !columns.contains(Point(x: 7, y: 2)))
  }

  @Test("R30 one path is put into another, moved")
  func adding() {
    let dot = Path(ellipseIn: Rect(x: -2, y: -2, width: 4, height: 4))
    var dots = Path()
    for i in 0..<3 { dots.addPath(dot, transform: AffineTransform(translationX: 10 * i, y: 10)) }
    #expect(dots.boundingBox == Rect(x: -2, y: 8, width: 24, height: 4) && dots.contains(Point(x: 20, y: 10)))
    #expect(!dots.contains(Point(x: 5, y: 10)) && dots != dot && !dots.isEmpty)
  }
}
