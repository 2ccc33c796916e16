// A page as panels have them, whose values change from frame to frame: gauges with needles, numbers, bars.
import DefaultFont
import FixedRaster
import LayerRuntime

/// The page and its compositor. A frame of 800 by 480 pixels damages some 25,000 of them.
final class ProbePage {
  let compositor: Compositor
  private let root = Layer()
  private var needles: [ShapeLayer] = []
  private var numbers: [TextLayer] = []
  private var bars: [(layer: Layer, place: Rect)] = []
  private(set) var frame = 0

  init(width: Int, height: Int) {
    root.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    root.backgroundColor = Color(argb: 0xFF10_1820)
    for index in 0..<3 { Self.addGauge(to: root, x: Fixed(130 + 260 * index), y: 130, &needles) }
    for index in 0..<4 {
      let number = TextLayer()
      number.frame = Rect(x: Fixed(20 + 200 * index), y: 270, width: 160, height: 50)
      (number.fontSize, number.string) = (40, "0.0")
      root.addSublayer(number)
      numbers.append(number)
      let place = Rect(x: Fixed(20 + 200 * index), y: 340, width: 160, height: 20)
      let (ground, bar) = (Layer(), Layer())
      (ground.frame, ground.backgroundColor) = (place, Color(argb: 0xFF30_3848))
      (bar.frame, bar.backgroundColor) = (place, Color(argb: 0xFF35_C8F0))
      root.addSublayer(ground)
      root.addSublayer(bar)
      bars.append((bar, place))
    }
    compositor = Compositor(root: root, width: width, height: height, capacities: CompositorCapacities(layers: 64))
  }

  private static func addGauge(to root: Layer, x: Fixed, y: Fixed, _ needles: inout [ShapeLayer]) {
    let gauge = Layer()
    gauge.position = Point(x: x, y: y)
    var arc = Path()
    arc.addArc(center: .zero, radius: 104, startAngle: 2.356, endAngle: 7.069, clockwise: true)
    let rim = ShapeLayer()
    (rim.path, rim.fillColor, rim.strokeColor, rim.lineWidth) = (arc, nil, Color(argb: 0xFF60_E070), 10)
    gauge.addSublayer(rim)
    for index in 0...10 {
      let turn = sineCosine(2.356 + 0.4713 * Fixed(index))
      var path = Path()
      path.move(to: Point(x: turn.cosine.fixed * 80, y: turn.sine.fixed * 80))
      path.addLine(to: Point(x: turn.cosine.fixed * 94, y: turn.sine.fixed * 94))
      let tick = ShapeLayer()
      (tick.path, tick.strokeColor, tick.lineWidth) = (path, Color(argb: 0xFFC0_C8D0), 2)
      gauge.addSublayer(tick)
    }
    var path = Path()
    path.move(to: Point(x: -4, y: 0))
    path.addLine(to: Point(x: 0, y: -78))
    path.addLine(to: Point(x: 4, y: 0))
    path.closeSubpath()
    let needle = ShapeLayer()
    (needle.path, needle.fillColor) = (path, Color(argb: 0xFFF0_4030))
    gauge.addSublayer(needle)
    needles.append(needle)
    root.addSublayer(gauge)
  }

  /// Changes all values.
  func move() {
    frame += 1
    for (index, needle) in needles.enumerated() {
      let angle = sineCosine(Fixed(frame % 360) * 0.0349 + Fixed(index)).sine.fixed * 2
      needle.setAffineTransform(AffineTransform(rotationAngle: angle))
    }
    for (index, number) in numbers.enumerated() {
      let value = (frame * (7 + index)) % 1000
      number.string = String(value / 10) + "." + String(value % 10)
    }
    for (index, bar) in bars.enumerated() {
      var place = bar.place
      place.size.width = Fixed(10 + (frame * (1 + index)) % 150)
      bar.layer.frame = place
    }
  }
}
