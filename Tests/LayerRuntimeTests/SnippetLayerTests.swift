import FixedRaster
import LayerRuntime
import TestSupport
import Testing

/// What somebody who knows Core Animation writes first, about layers and what they look like: it compiles, and does what
/// is expected.
@Suite struct SnippetLayerTests {
  private let stage = Stage(width: 40, height: 30)
  private var root: Layer { stage.root }

  private func add(_ frame: Rect) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.backgroundColor = .white
    root.addSublayer(layer)
    return layer
  }

  @Test("L05 L06 a coloured layer with a frame is shown there")
  func colored() {
    let layer = Layer()
    layer.frame = Rect(x: 10, y: 5, width: 20, height: 10)
    layer.backgroundColor = .red
    root.addSublayer(layer)
    #expect(stage.color(10, 5) == 0xFF0000 && stage.color(29, 14) == 0xFF0000 && stage.color(30, 15) == 0)
  }

  @Test("L60 half a side as corner radius makes a circle")
  func circle() {
    let layer = add(Rect(x: 0, y: 0, width: 20, height: 20))
    layer.cornerRadius = layer.bounds.width / 2
    #expect(stage.color(0, 0) == 0 && stage.color(10, 10) == 0xFFFFFF && layer.cornerRadius == 10)
  }

  @Test("L60 some corners only are rounded")
  func corners() {
    let layer = add(Rect(x: 0, y: 0, width: 20, height: 20))
    layer.cornerRadius = 8
    layer.maskedCorners = [.minXMinYCorner, .maxXMinYCorner]
    #expect(stage.color(0, 0) == 0 && stage.color(19, 0) == 0 && stage.color(0, 19) == 0xFFFFFF)
    layer.cornerCurve = .continuous
    #expect(stage.color(0, 0) == 0)
  }

  @Test("L61 a border lies inside the bounds")
  func border() {
    let layer = add(Rect(x: 0, y: 0, width: 20, height: 20))
    layer.borderWidth = 2
    layer.borderColor = .blue
    #expect(stage.color(1, 1) == 0xFF && stage.color(2, 2) == 0xFFFFFF)
  }

  @Test("L62 a shadow falls below the layer, from its bounds as path")
  func shadow() {
    let layer = add(Rect(x: 5, y: 5, width: 10, height: 10))
    root.backgroundColor = .white
    layer.shadowColor = .black
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = Size(width: 0, height: 4)
    layer.shadowPath = Path(rect: layer.bounds)
    #expect(stage.color(10, 17) == 0 && stage.color(10, 20) == 0xFFFFFF && stage.color(10, 3) == 0xFFFFFF)
  }

  @Test("L63 opacity fades, isHidden hides")
  func fading() {
    let layer = add(Rect(x: 0, y: 0, width: 20, height: 20))
    layer.opacity = 0.5
    #expect(stage.color(5, 5) == 0x808080)
    layer.isHidden.toggle()
    #expect(stage.color(5, 5) == 0)
  }

  @Test("L01 L02 sublayers are put in, found by name, and removed")
  func tree() {
    let (a, b, c) = (Layer(), Layer(), Layer())
    (a.name, b.name, c.name) = ("a", "b", "c")
    root.sublayers = [a, b]
    root.insertSublayer(c, below: b)
    #expect(root.sublayers?.compactMap(\.name) == ["a", "c", "b"])
    #expect(root.sublayers?.first { $0.name == "c" } === c && c.superlayer === root)
    #expect(root.sublayers?.firstIndex { $0 === b } == 2 && root.sublayers?.last === b)
    root.sublayers?.forEach { $0.removeFromSuperlayer() }
    #expect(root.sublayers == nil)
  }

  @Test("L03 zPosition puts a layer before its siblings")
  func depth() {
    let front = add(Rect(x: 0, y: 0, width: 10, height: 10))
    let back = add(Rect(x: 0, y: 0, width: 10, height: 10))
    back.backgroundColor = .green
    front.zPosition = 1
    #expect(stage.color(5, 5) == 0xFFFFFF)
  }

  @Test("L64 a shape layer masks")
  func mask() {
    let layer = add(Rect(x: 0, y: 0, width: 20, height: 20))
    let mask = ShapeLayer()
    mask.frame = layer.bounds
    mask.path = Path(ellipseIn: layer.bounds)
    layer.mask = mask
    #expect(stage.color(0, 0) == 0 && stage.color(10, 10) == 0xFFFFFF)
    layer.mask = nil
    #expect(stage.color(0, 0) == 0xFFFFFF)
  }

  @Test("L06 masksToBounds cuts sublayers")
  func clipping() {
    let layer = add(Rect(x: 0, y: 0, width: 10, height: 10))
    let sublayer = Layer()
    sublayer.frame = layer.bounds.offsetBy(dx: 5, dy: 5)
    sublayer.backgroundColor = .red
    layer.addSublayer(sublayer)
    #expect(stage.color(12, 12) == 0xFF0000)
    layer.masksToBounds = true
    #expect(stage.color(12, 12) == 0 && stage.color(8, 8) == 0xFF0000)
  }

  @Test("L30 an image is contents, fitted, cut and scaled")
  func contents() {
    let picture = TestImage(width: 2, height: 2, isOpaque: true) { x, _ in x == 0 ? 0xFFFF_0000 : 0xFF00_FF00 }
    let layer = add(Rect(x: 0, y: 0, width: 20, height: 10))
    layer.backgroundColor = nil
    layer.contents = picture.image
    layer.contentsGravity = .resizeAspect
    layer.magnificationFilter = .nearest
    #expect(stage.color(2, 5) == 0 && stage.color(6, 5) == 0xFF0000 && stage.color(14, 5) == 0x00FF00)
    layer.contentsGravity = .resize
    layer.contentsRect = Rect(x: 0.5, y: 0, width: 0.5, height: 1)
    #expect(stage.color(2, 5) == 0x00FF00)
    layer.contentsRect = Rect(x: 0, y: 0, width: 1, height: 1)
    layer.contentsGravity = .topLeft
    layer.contentsScale = 2
    #expect(stage.color(0, 0) != 0 && stage.color(1, 0) == 0)
    layer.contents = nil
    #expect(stage.shown() == nil)
  }

  @Test("L31 a subclass draws itself, once asked")
  func drawing() {
    final class Cross: Layer {
      override func draw(in context: DrawingContext) {
        context.setFillColor(.red)
        context.fill(Rect(x: bounds.midX - 1, y: 0, width: 2, height: bounds.height))
      }
    }
    let layer = Cross()
    layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    layer.setNeedsDisplay()
    root.addSublayer(layer)
    #expect(stage.color(5, 2) == 0xFF0000 && stage.color(2, 2) == 0)
  }

  @Test("L31 a delegate draws for its layer")
  func delegate() {
    final class Painter: LayerDelegate {
      override func draw(_ layer: Layer, in context: DrawingContext) {
        context.setFillColor(.green)
        context.fill(layer.bounds)
      }
    }
    let (layer, painter) = (add(Rect(x: 0, y: 0, width: 10, height: 10)), Painter())
    layer.delegate = painter
    layer.setNeedsDisplay()
    #expect(stage.color(5, 5) == 0x00FF00)
    withExtendedLifetime(painter) {}
  }

  @Test("L40 a text layer takes a string and its attributes")
  func text() {
    let label = TextLayer()
    label.string = "72 °C"
    label.fontSize = 20
    label.foregroundColor = .white
    label.alignmentMode = .center
    label.truncationMode = .end
    label.isWrapped = true
    label.contentsScale = 2
    label.frame = Rect(x: 0, y: 0, width: 40, height: 30)
    root.addSublayer(label)
    #expect(label.string == "72 °C" && stage.shown() != nil && label.alignmentMode == TextLayer.AlignmentMode.center)
    label.string = "\(Fixed(72.5)) °C"
    #expect(label.string == "72.5 °C")
    var text = AttributedString("72", attributes: .init(fontSize: 20))
    text += AttributedString(" °C", attributes: .init(fontSize: 10, foregroundColor: .gray))
    label.attributedString = text
    #expect(label.string == "72 °C")
  }

  @Test("L42 a gradient layer runs between its points, as its type says")
  func gradient() {
    let gradient = GradientLayer()
    gradient.frame = root.bounds
    gradient.colors = [.red, .blue]
    gradient.locations = [0, 1]
    gradient.startPoint = Point(x: 0, y: 0.5)
    gradient.endPoint = Point(x: 1, y: 0.5)
    root.addSublayer(gradient)
    let (left, right) = (stage.color(0, 15), stage.color(39, 15))
    #expect(left >> 16 > 0xF0 && left & 0xFF < 0x10 && right >> 16 < 0x10 && right & 0xFF > 0xF0)
    let kind: GradientLayer.Kind = .radial
    gradient.type = kind
    gradient.startPoint = Point(x: 0.5, y: 0.5)
    gradient.endPoint = Point(x: 1, y: 1)
    #expect(stage.color(20, 15) >> 16 > 0xE0)
  }

  @Test("L41 a shape layer strokes a dashed line")
  func stroke() {
    let shape = ShapeLayer()
    var path = Path()
    path.move(to: Point(x: 0, y: 10))
    path.addLine(to: Point(x: 40, y: 10))
    shape.path = path
    shape.fillColor = nil
    shape.strokeColor = .red
    shape.lineWidth = 4
    shape.lineCap = .butt
    shape.lineJoin = .round
    shape.lineDashPattern = [6, 4]
    shape.strokeEnd = 0.5
    root.addSublayer(shape)
    #expect(stage.color(3, 10) == 0xFF0000 && stage.color(8, 10) == 0 && stage.color(13, 10) == 0xFF0000)
    #expect(stage.color(23, 10) == 0 && stage.color(3, 14) == 0)
    shape.lineDashPattern = []
    shape.strokeEnd = 1
    #expect(stage.color(8, 10) == 0xFF0000 && stage.color(39, 10) == 0xFF0000)
  }

  @Test("L41 a ring is two ellipses under the even-odd rule")
  func ring() {
    let (shape, path) = (ShapeLayer(), root.bounds.insetBy(dx: 5, dy: 0))
    var ring = Path(ellipseIn: path)
    ring.addEllipse(in: path.insetBy(dx: 8, dy: 8))
    shape.path = ring
    shape.fillColor = .green
    shape.fillRule = .evenOdd
    root.addSublayer(shape)
    #expect(stage.color(20, 15) == 0 && stage.color(20, 3) == 0x00FF00)
  }

  @Test("L70 values are set and read by key and by key path")
  func values() {
    let layer = Layer()
    layer.setValue(.fixed(5), forKey: "cornerRadius")
    layer.setValue(.fixed(2), forKeyPath: "transform.scale")
    layer.setValue(.string("oil"), forKey: "gauge")
    #expect(layer.cornerRadius == 5 && layer.transform == Transform3D(scaleX: 2, y: 2, z: 2))
    #expect(layer.value(forKey: "gauge")?.string == "oil" && layer.value(forKeyPath: "transform.scale.x")?.fixed == 2)
  }

  @Test("L32 a layer is drawn as a picture: rasterized, filtered, blended")
  func picture() {
    let layer = add(Rect(x: 0, y: 0, width: 20, height: 20))
    layer.shouldRasterize = true
    layer.rasterizationScale = 2
    layer.filters = [Filter(.colorInvert)]
    #expect(stage.color(10, 10) == 0)
    layer.filters = []
    layer.compositingFilter = .multiply
    root.backgroundColor = .red
    #expect(stage.color(10, 10) == 0xFF0000)
  }

  @Test("R20 colours have UIColor's names, and CGColor's ways to be made")
  func colors() {
    #expect(Color.red == Color(red: 255, green: 0, blue: 0) && Color.gray == Color(gray: 0.5))
    #expect(Color(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.25) == Color(red: 255, green: 128, blue: 0, alpha: 64))
    #expect(Color(gray: 2, alpha: -1) == Color(red: 255, green: 255, blue: 255, alpha: 0))
    #expect(Color.yellow.copy(alpha: 0.5) == Color(red: 255, green: 255, blue: 0, alpha: 128))
    #expect([Color.cyan, .magenta, .orange, .purple, .brown, .lightGray, .darkGray].allSatisfy { $0.alpha == 255 })
  }
}
