// What is on the display: layers, some of them of one's own.
import PanelKit

/// A round knob that a finger turns.
final class Knob: Layer {
  /// In radians, clockwise from the right.
  private(set) var angle: Fixed = 0
  /// How often it was touched.
  private(set) var touches = 0

  override init() {
    super.init()
    setNeedsDisplay()
  }

  private var center: Point { Point(x: bounds.size.width / 2, y: bounds.size.height / 2) }

  override func touchesBegan(_ touch: Touch) {
    touches += 1
    turn(to: touch)
  }

  override func touchesMoved(_ touch: Touch) { turn(to: touch) }

  private func turn(to touch: Touch) {
    let place = touch.location(in: self)
    angle = arctangent(y: place.y - center.y, x: place.x - center.x)
    setNeedsDisplay()
  }

  /// `knob.setValue(.fixed(1), forKey: "angle")` turns it too.
  override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "angle": if let new = access.exchange(angle, default: 0) { angle = new }
    default: super.accessProperty(key, &access)
    }
  }

  override func contains(_ point: Point) -> Bool {
    let (x, y, radius) = (point.x - center.x, point.y - center.y, bounds.size.width / 2)
    return x * x + y * y < radius * radius
  }

  override func draw(in context: DrawingContext) {
    context.setFillColor(Color(argb: 0xFF30_4050))
    context.fillEllipse(in: bounds)
    context.translateBy(x: center.x, y: center.y)
    context.rotate(by: angle)
    context.setFillColor(.white)
    context.fill(Rect(x: 10, y: -2, width: 10, height: 4))
  }
}

/// A knob and a lamp.
final class Panel {
  let root = Layer()
  let knob = Knob()
  let lamp = Layer()

  init() {
    knob.frame = Rect(x: 10, y: 10, width: 50, height: 50)
    lamp.frame = Rect(x: 70, y: 30, width: 10, height: 10)
    (lamp.cornerRadius, lamp.backgroundColor) = (5, .white)
    root.sublayers = [knob, lamp]
  }
}
