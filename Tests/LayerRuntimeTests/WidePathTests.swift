import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Paths and layers that are wider than a coordinate can be large, and hairlines.
@Suite struct WidePathTests {
  private static let width = 900

  /// The columns of a row that show something of a shape on a display of 900 × 8 pixels, over three frames: from the
  /// path, and from its coverage.
  private func columns(y: Int = 4, _ place: (ShapeLayer) -> Void) -> [[Int]] {
    let root = makeLayer(0, 0, Fixed(Self.width), 8)
    root.backgroundColor = .black
    let shape = ShapeLayer()
    shape.fillColor = .white
    root.addSublayer(shape)
    place(shape)
    let display = TestDisplay(width: Self.width, height: 8)
    let compositor = Compositor(root: root, width: Self.width, height: 8)
    return (0..<3).map { _ in
      compositor.invalidate()
      compositor.drawFrame(into: display.memory)
      return (0..<Self.width).filter { display.pixel($0, y) & 0xFF_FFFF != 0 }
    }
  }

  private func expectAll(_ columns: [[Int]], _ words: String) {
    for frame in columns.indices { #expect(columns[frame] == Array(0..<Self.width), "\(words), frame \(frame)") }
  }

  @Test("L41 two rectangles from −32000 to 0 and from 0 to 32000 paint every column")
  func rectangles() {
    expectAll(
      columns { shape in
        var path = Path()
        path.addRect(Rect(x: -32000, y: 0, width: 32000, height: 8))
        path.addRect(Rect(x: 0, y: 0, width: 32000, height: 8))
        shape.path = path
      }, "two rectangles")
  }

  @Test("L41 a path across all coordinates is stroked, however wide")
  func strokes() {
    for (width, join) in [(6, .miter), (2000, .miter), (32767, .round)] as [(Fixed, LineJoin)] {
      expectAll(
        columns { shape in
          var path = Path()
          path.move(to: Point(x: .min, y: 4))
          path.addLine(to: Point(x: .max, y: 4))
          shape.path = path
          (shape.fillColor, shape.strokeColor, shape.lineWidth, shape.lineJoin) = (nil, .white, width, join)
        }, "width \(width.rounded)")
    }
  }

  @Test("L41 what a scale brings in from beyond the coordinates is drawn: half a wide stroke's width")
  func scaled() {
    // The stroke reaches from 22,768 to 42,768 points, a fiftieth of which are pixels 456 to 855.
    let shown = columns { shape in
      var path = Path()
      path.move(to: Point(x: .max, y: -400))
      path.addLine(to: Point(x: .max, y: 400))
      shape.path = path
      (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, .white, 20_000)
      shape.setAffineTransform(AffineTransform(scaleX: 0.02, y: 0.02))
    }
    for frame in shown { #expect(frame.first == 455 && frame.last == 855 && frame.count == 401) }
  }

  @Test("L10 a layer that a scale makes wider than 32767 pixels covers the display")
  func wideLayer() {
    let root = makeLayer(0, 0, 900, 8)
    let wide = Layer()
    wide.bounds = Rect(x: 0, y: 0, width: 30_000, height: 8)
    // From −32500 to 57500.
    (wide.position, wide.backgroundColor) = (Point(x: 12_500, y: 4), .white)
    wide.setAffineTransform(AffineTransform(scaleX: 3, y: 1))
    root.addSublayer(wide)
    let display = TestDisplay(width: 900, height: 8)
    for radius in [0, 2] as [Fixed] {
      wide.cornerRadius = radius
      let compositor = Compositor(root: root, width: 900, height: 8)
      compositor.drawFrame(into: display.memory)
      #expect((0..<900).allSatisfy { display.pixel($0, 4) & 0xFF_FFFF == 0xFF_FFFF }, "radius \(radius.rounded)")
    }
  }

  @Test("L62 the shadow of a path wider than 32767 points falls where the path is")
  func shadow() {
    let root = makeLayer(0, 0, 900, 8)
    root.backgroundColor = .white
    let layer = makeLayer(0, 0, 900, 2)
    var path = Path()
    path.addRect(Rect(x: -32000, y: 0, width: 32000, height: 2))
    path.addRect(Rect(x: 0, y: 0, width: 900, height: 2))
    (layer.shadowPath, layer.shadowOpacity, layer.shadowRadius) = (path, 1, 0)
    layer.shadowOffset = Size(width: 0, height: 4)
    root.addSublayer(layer)
    let display = TestDisplay(width: 900, height: 8)
    let compositor = Compositor(root: root, width: 900, height: 8)
    compositor.drawFrame(into: display.memory)
    #expect((0..<900).allSatisfy { display.pixel($0, 5) & 0xFF_FFFF == 0 })
  }

  @Test("L32 parts of the contents that no rectangle holds together are all drawn")
  func dirtyParts() {
    let layer = makeLayer(0, 0, 40, 8)
    layer.setNeedsDisplay(Rect(x: -32760, y: 0, width: 10, height: 8))
    layer.setNeedsDisplay(Rect(x: 30, y: 0, width: 10, height: 8))
    #expect(layer.content.isAllDirty)
    let other = makeLayer(0, 0, 40, 8)
    other.setNeedsDisplay(Rect(x: 2, y: 2, width: 3, height: 3))
    other.setNeedsDisplay(Rect(x: 20, y: 1, width: 4, height: 2))
    #expect(!other.content.isAllDirty && other.content.dirty == Rect(x: 2, y: 1, width: 22, height: 4))
  }
}

@Suite struct HairlineTests {
  /// The rows in which a horizontal line in the middle of a layer shows, with their grey.
  private func rows(
    _ width: Fixed, scale: Fixed = 1, _ change: (ShapeLayer) -> Void = { _ in }
  ) -> [Int: UInt32] {
    let root = makeLayer(0, 0, 64, 64)
    root.backgroundColor = .black
    let shape = ShapeLayer()
    var path = Path()
    path.move(to: Point(x: -2000, y: 8.5))
    path.addLine(to: Point(x: 2000, y: 8.5))
    shape.path = path
    (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, .white, width)
    change(shape)
    root.addSublayer(shape)
    let display = TestDisplay(width: 64, height: 64)
    Compositor(root: root, width: 64, height: 64, scale: scale).drawFrame(into: display.memory)
    var found: [Int: UInt32] = [:]
    for y in 0..<64 where display.pixel(30, y) & 0xFF != 0 { found[y] = display.pixel(30, y) & 0xFF }
    return found
  }

  @Test("L41 a line of no width is a hairline: one pixel of the display, whatever the scale and the transform")
  func hairline() {
    #expect(rows(0) == [8: 255])
    #expect(rows(-3) == [8: 255])
    #expect(rows(0.5) == [8: 127] || rows(0.5) == [8: 128])
    // At 17 and 34, between two rows.
    #expect(rows(0, scale: 2) == [16: 127, 17: 127] || rows(0, scale: 2) == [16: 128, 17: 128])
    #expect(rows(2, scale: 2) == [15: 255, 16: 255, 17: 255, 18: 255])
    let stretched = rows(0) { $0.setAffineTransform(AffineTransform(scaleX: 1, y: 5)) }
    #expect(stretched == [42: 255])
    #expect(rows(0) { $0.strokeColor = nil } == [:])
    let flattened = rows(0) {
      $0.setAffineTransform(AffineTransform(scaleX: 1, y: 0.001))
      $0.position.y = 20.5
    }
    #expect(flattened.values.reduce(0, +) >= 254 && flattened[20, default: 0] > 250)
  }

  @Test("L31 a context draws hairlines of one pixel of the contents")
  func inContext() {
    final class Sketch: Layer {
      override func draw(in context: DrawingContext) {
        context.setStrokeColor(.white)
        context.setLineWidth(0)
        context.scaleBy(x: 1, y: 4)
        var path = Path()
        path.move(to: Point(x: 0, y: 2.125))
        path.addLine(to: Point(x: 16, y: 2.125))
        context.stroke(path)
      }
    }
    let root = makeLayer(0, 0, 16, 16)
    root.backgroundColor = .black
    let sketch = Sketch()
    sketch.frame = root.bounds
    root.addSublayer(sketch)
    sketch.setNeedsDisplay()
    let display = TestDisplay(width: 16, height: 16)
    Compositor(root: root, width: 16, height: 16).drawFrame(into: display.memory)
    #expect((0..<16).map { display.pixel(7, $0) & 0xFF } == [0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0])
  }
}
