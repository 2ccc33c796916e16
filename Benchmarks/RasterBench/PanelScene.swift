import FixedRaster

/// S12: an instrument panel, and S12p: the part of it about the middle gauge.
@safe
struct PanelScene: ~Copyable {
  private let ramp: GradientRamp
  private var text: Text
  private let style: (arc: StrokeStyle, tick: StrokeStyle, border: StrokeStyle, chart: StrokeStyle)

  /// What S12p draws: the pixels about the middle gauge.
  static var middle: PixelRect { PixelRect(minX: 320, minY: 70, maxX: 480, maxY: 230) }

  /// Where the line of the chart lies, with its joins.
  private static var chart: Rect { Rect(x: 402, y: 290, width: 396, height: 107) }

  // Angles in radians: gauges run from 135° over 270°.
  private static var start: Fixed { 2.35619449 }
  private static var sweep: Fixed { 4.71238898 }
  private static var cy: Fixed { 150 }

  init() {
    ramp = Gradients.ramp(Color(argb: 0xFF18_2030), Color(argb: 0xFF06_080C))
    text = Text()
    style = (
      StrokeStyle(width: 12, cap: .round), StrokeStyle(width: 2), StrokeStyle(width: 2), StrokeStyle(width: 2)
    )
  }

  /// Draws all of it within the canvas's clip.
  mutating func draw(on canvas: inout Canvas, _ path: inout PathArray) {
    let whole = PixelRect(width: SceneData.width, height: SceneData.height)
    canvas.fill(whole, paint: Gradients.vertical(ramp, from: 0, to: 480))
    gauge(on: &canvas, &path, center: 140, value: 0.33, color: Color(argb: 0xFF35_C8F0))
    gauge(on: &canvas, &path, center: 400, value: 0.62, color: Color(argb: 0xFFF0_A030))
    gauge(on: &canvas, &path, center: 660, value: 0.81, color: Color(argb: 0xFF60_E070))
    card(on: &canvas, &path, 0, "SPEED 123", "km/h 4567")
    card(on: &canvas, &path, 1, "TORQUE 88", "Nm   0321")
    card(on: &canvas, &path, 2, "TEMP 0954", "degC 0087")
    card(on: &canvas, &path, 3, "FUEL 4410", "litre 042")
    card(on: &canvas, &path, 4, "VOLT 1380", "mV   1123")
    card(on: &canvas, &path, 5, "PRESS 231", "kPa  0099")
    guard isVisible(Self.chart, on: canvas) else { return }
    path.removeAll()
    path.move(to: SceneData.chartPoint(0))
    for i in 1..<200 { path.addLine(to: SceneData.chartPoint(i)) }
    canvas.stroke(path.span, style: style.chart, mapping: identity, color: Color(argb: 0xFF50_D0A0))
  }

  private var identity: Mapping { Mapping.identity }

  /// Whether a part lies in the clip: as a tree of layers leaves out what lies beside a tile.
  private func isVisible(_ box: Rect, on canvas: borrowing Canvas) -> Bool { canvas.clip.intersects(pixels(box)) }

  private func gauge(
    on canvas: inout Canvas, _ path: inout PathArray, center x: Fixed, value: Fixed, color: Color
  ) {
    let center = Point(x: x, y: Self.cy)
    guard isVisible(Rect(x: x - 110, y: Self.cy - 110, width: 220, height: 220), on: canvas) else { return }
    path.removeAll()
    path.addArc(center: center, radius: 104, startAngle: Self.start, endAngle: Self.start + Self.sweep, clockwise: true)
    canvas.stroke(path.span, style: style.arc, mapping: identity, color: Color(argb: 0xFF30_3848))
    let end = Self.start + Self.sweep * value
    path.removeAll()
    path.addArc(center: center, radius: 104, startAngle: Self.start, endAngle: end, clockwise: true)
    canvas.stroke(path.span, style: style.arc, mapping: identity, color: color)
    for i in 0..<40 {
      let turn = sineCosine(Self.start + Self.sweep * Fixed(i) / 39)
      path.removeAll()
      path.move(to: Self.point(center, turn, 84))
      path.addLine(to: Self.point(center, turn, 94))
      canvas.stroke(path.span, style: style.tick, mapping: identity, color: Color(argb: 0xFFC0_C8D0))
    }
    let turn = sineCosine(end)
    let (sine, cosine) = (turn.sine.fixed, turn.cosine.fixed)
    path.removeAll()
    path.move(to: Self.point(center, turn, 78))
    path.addLine(to: Point(x: center.x - sine * 6, y: center.y + cosine * 6))
    path.addLine(to: Point(x: center.x + sine * 6, y: center.y - cosine * 6))
    path.closeSubpath()
    canvas.fill(path.span, mapping: identity, color: Color(argb: 0xFFE0_4040))
    path.removeAll()
    path.addEllipse(in: Rect(x: center.x - 10, y: center.y - 10, width: 20, height: 20))
    canvas.fill(path.span, mapping: identity, color: Color(argb: 0xFFE0_E0E0))
  }

  private static func point(_ center: Point, _ turn: SineCosine, _ radius: Fixed) -> Point {
    Point(x: center.x + turn.cosine.fixed * radius, y: center.y + turn.sine.fixed * radius)
  }

  private mutating func card(
    on canvas: inout Canvas, _ path: inout PathArray, _ index: Int, _ title: StaticString, _ line: StaticString
  ) {
    let (x, y) = (10 + index % 3 * 130, 285 + index / 3 * 95)
    guard isVisible(Rect(x: Fixed(x), y: Fixed(y), width: 122, height: 86), on: canvas) else { return }
    path.removeAll()
    path.addRoundedRect(in: Rect(x: Fixed(x), y: Fixed(y), width: 122, height: 86), cornerRadius: 10)
    canvas.fill(path.span, mapping: identity, color: Color(argb: 0xFF1C_2430))
    path.removeAll()
    path.addRoundedRect(in: Rect(x: Fixed(x + 1), y: Fixed(y + 1), width: 120, height: 84), cornerRadius: 9)
    canvas.stroke(path.span, style: style.border, mapping: identity, color: Color(argb: 0xFF4A_5A70))
    draw(title, x: x + 14, y: y + 34, Color(argb: 0xFFE0_E0E0), on: &canvas)
    draw(line, x: x + 14, y: y + 62, Color(argb: 0xFF90_A0B0), on: &canvas)
  }

  private mutating func draw(
    _ string: StaticString, x: Int, y: Int, _ color: Color, on canvas: inout Canvas
  ) {
    unsafe string.utf8Start.withMemoryRebound(to: CChar.self, capacity: string.utf8CodeUnitCount + 1) {
      unsafe text.draw($0, x: x, y: y, size: 16, color: color, on: &canvas)
    }
  }
}

extension Scenes {
  func s12(_ panel: inout PanelScene, _ path: inout PathArray, on canvas: inout Canvas) {
    panel.draw(on: &canvas, &path)
  }

  /// The same with only the 160 × 160 pixels about the middle gauge drawn.
  func s12p(_ panel: inout PanelScene, _ path: inout PathArray, on canvas: inout Canvas) {
    let clip = canvas.clip
    canvas.setClip(clip.intersection(PanelScene.middle))
    panel.draw(on: &canvas, &path)
    canvas.setClip(clip)
  }
}
