import CBench
import DefaultFont
import FixedRaster
import LayerRuntime

/// The arcs, ticks, needle and cap of a gauge, each a layer of its own.
struct Gauge {
  /// In radians: 135° and 270°.
  static var start: Fixed { 2.35619449 }
  static var sweep: Fixed { 4.71238898 }

  let layer = Layer()
  let needle: Needle

  init(center x: Fixed, value: Fixed, color: Color) {
    layer.position = Point(x: x, y: 150)
    let end = Gauge.start + Gauge.sweep * value
    layer.addSublayer(Gauge.arc(to: Gauge.start + Gauge.sweep, Color(argb: 0xFF30_3848)))
    layer.addSublayer(Gauge.arc(to: end, color))
    layer.addSublayer(Gauge.ticks())
    needle = Needle(center: .zero, angle: end)
    layer.addSublayer(needle.layer)
    let cap = ShapeLayer()
    var circle = Path()
    circle.addEllipse(in: Rect(x: -10, y: -10, width: 20, height: 20))
    cap.path = circle
    cap.fillColor = Color(argb: 0xFFE0_E0E0)
    layer.addSublayer(cap)
  }

  private static func arc(to end: Fixed, _ color: Color) -> ShapeLayer {
    var path = Path()
    path.addArc(center: .zero, radius: 104, startAngle: start, endAngle: end, clockwise: true)
    let arc = stroked(path, width: 12, color)
    arc.lineCap = .round
    return arc
  }

  private static func ticks() -> ShapeLayer {
    var path = Path(capacity: 80)
    for i in 0..<40 {
      let turn = sineCosine(start + sweep * Fixed(i) / 39)
      let (x, y) = (turn.cosine.fixed, turn.sine.fixed)
      path.move(to: Point(x: x * 84, y: y * 84))
      path.addLine(to: Point(x: x * 94, y: y * 94))
    }
    return stroked(path, width: 2, Color(argb: 0xFFC0_C8D0))
  }

  static func stroked(_ path: Path, width: Fixed, _ color: Color) -> ShapeLayer {
    let shape = ShapeLayer()
    shape.path = path
    shape.fillColor = nil
    shape.strokeColor = color
    shape.lineWidth = width
    return shape
  }
}

/// S12: the instrument panel of raster-bench, built from layers.
struct PanelTree {
  let root = GradientLayer()
  /// The middle gauge's.
  let needle: Needle

  init() {
    LayerScene.cover(root)
    root.colors = [Color(argb: 0xFF18_2030), Color(argb: 0xFF06_080C)]
    let middle = Gauge(center: 400, value: 0.62, color: Color(argb: 0xFFF0_A030))
    root.addSublayer(Gauge(center: 140, value: 0.33, color: Color(argb: 0xFF35_C8F0)).layer)
    root.addSublayer(middle.layer)
    root.addSublayer(Gauge(center: 660, value: 0.81, color: Color(argb: 0xFF60_E070)).layer)
    needle = middle.needle
    let texts = [
      ("SPEED 123", "km/h 4567"), ("TORQUE 88", "Nm   0321"), ("TEMP 0954", "degC 0087"), ("FUEL 4410", "litre 042"),
      ("VOLT 1380", "mV   1123"), ("PRESS 231", "kPa  0099"),
    ]
    for i in texts.indices { root.addSublayer(PanelTree.card(i, texts[i].0, texts[i].1)) }
    root.addSublayer(PanelTree.chart())
  }

  private static func card(_ index: Int, _ title: String, _ line: String) -> Layer {
    let card = Layer()
    card.frame = Rect(x: Fixed(10 + index % 3 * 130), y: Fixed(285 + index / 3 * 95), width: 122, height: 86)
    card.backgroundColor = Color(argb: 0xFF1C_2430)
    card.cornerRadius = 10
    card.borderColor = Color(argb: 0xFF4A_5A70)
    card.borderWidth = 2
    card.addSublayer(text(title, x: 14, baseline: 34, width: 104, Color(argb: 0xFFE0_E0E0)))
    card.addSublayer(text(line, x: 14, baseline: 62, width: 104, Color(argb: 0xFF90_A0B0)))
    return card
  }

  /// A line of text of 16 points.
  static func text(_ string: String, x: Fixed, baseline y: Fixed, width: Fixed, _ color: Color) -> TextLayer {
    let text = TextLayer()
    text.font = .dejaVuSans
    text.fontSize = 16
    text.foregroundColor = color
    text.string = string
    let metrics = text.font.metrics(size: 16)
    text.frame = Rect(x: x, y: y - Fixed(metrics.ascent.rounded), width: width, height: Fixed(metrics.lineHeight.ceil))
    return text
  }

  private static func chart() -> ShapeLayer {
    var path = Path(capacity: 200)
    for i in 0..<200 {
      let values = unsafe scene_chart_start() + i * 2
      let point = unsafe Point(x: Fixed(rawValue: values[0]), y: Fixed(rawValue: values[1]))
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return Gauge.stroked(path, width: 2, Color(argb: 0xFF50_D0A0))
  }
}
