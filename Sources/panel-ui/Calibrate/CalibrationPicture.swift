// Stage: program. Input: the step of a calibration, and fingers. Output: layers. Without words: whoever stands in front of
// the display sees where to touch, and how long there is time to confirm.
import PanelKit

/// A cross; then a button with a tick in a ring that empties, and a dot below each finger.
final class CalibrationPicture {
  let root = Layer()
  private let cross = ShapeLayer()
  private let ring = ShapeLayer()
  private let tick = ShapeLayer()
  private let dot = ShapeLayer()
  private let size: (width: Int, height: Int)
  /// Half the width of the button and of a cross, in pixels.
  private let radius: Fixed

  init(width: Int, height: Int) {
    size = (width, height)
    radius = max(8, Fixed(min(width, height)) / 8)
    root.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    root.backgroundColor = .black
    root.showsChangesAtOnce = true
    let line = max(1, radius / 16)
    for layer in [cross, ring, tick, dot] {
      layer.fillColor = nil
      layer.strokeColor = .white
      layer.lineWidth = line
      layer.lineCap = .round
      root.addSublayer(layer)
    }
    cross.path = crossPath()
    let circle = Rect(x: -radius, y: -radius, width: radius * 2, height: radius * 2)
    ring.path = Path(ellipseIn: circle)
    ring.lineWidth = line * 3
    tick.path = tickPath()
    tick.lineWidth = line * 2
    tick.position = InputDevice.cross(4, width: width, height: height).layerPoint
    ring.position = tick.position
    dot.fillColor = Color(argb: 0xFF39_BDF8)
    dot.strokeColor = nil
    dot.path = Path(ellipseIn: circle.insetBy(dx: radius * 3 / 4, dy: radius * 3 / 4))
    dot.isHidden = true
    show(.cross(0), secondsLeft: 0)
  }

  private func crossPath() -> Path {
    var path = Path(capacity: 24)
    for (x, y) in [(radius, Fixed.zero), (0, radius)] {
      path.move(to: Point(x: -x, y: -y))
      path.addLine(to: Point(x: x, y: y))
    }
    let circle = radius / 4
    path.addEllipse(in: Rect(x: -circle, y: -circle, width: circle * 2, height: circle * 2))
    return path
  }

  private func tickPath() -> Path {
    var path = Path(capacity: 3)
    path.move(to: Point(x: -radius / 3, y: 0))
    path.addLine(to: Point(x: -radius / 12, y: radius / 4))
    path.addLine(to: Point(x: radius * 3 / 8, y: -radius / 4))
    return path
  }

  func show(_ step: CalibrationSteps.Step, secondsLeft: Int) {
    cross.isHidden = true
    if case .cross(let index) = step {
      cross.isHidden = false
      let place = CalibrationSteps.order[index]
      cross.position = InputDevice.cross(place, width: size.width, height: size.height).layerPoint
    }
    ring.isHidden = !cross.isHidden
    tick.isHidden = !cross.isHidden
    ring.strokeEnd = Fixed(secondsLeft) / 15
  }

  /// Draws a dot where a finger is by the calibration that is tried.
  func showDot(_ sample: TouchSample) {
    dot.isHidden = sample.phase == .ended || sample.phase == .cancelled
    dot.position = sample.position.layerPoint
  }

  /// Whether a place lies on the button.
  func isOnButton(_ place: PixelPoint) -> Bool {
    let point = place.layerPoint
    return max((point.x - tick.position.x).magnitude, (point.y - tick.position.y).magnitude) <= radius
  }
}

extension PixelPoint {
  /// A pixel is a point here.
  fileprivate var layerPoint: Point { Point(x: x, y: y) }
}
