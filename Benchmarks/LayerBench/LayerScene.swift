import CBench
import FixedRaster
import LayerRuntime

/// A tree of layers and what changes in it from frame to frame.
final class LayerScene {
  static let width = 800
  static let height = 480

  let name: StaticString
  let root: Layer
  /// Layers that the compositor must have room for.
  let capacity: Int
  private let change: (_ frame: Int) -> Void

  init(_ name: StaticString, root: Layer, capacity: Int = 256, change: @escaping (_ frame: Int) -> Void) {
    (self.name, self.root, self.capacity, self.change) = (name, root, capacity, change)
  }

  func advance(to frame: Int) { change(frame) }

  /// A layer as large as the display.
  static func cover(_ layer: Layer) {
    layer.bounds = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    layer.position = Point(x: Fixed(width) / 2, y: Fixed(height) / 2)
  }
}

/// A layer that turns by a degree a frame.
final class Needle {
  let layer = ShapeLayer()
  // A degree in radians; angles go from 135° over 270° and back.
  private static var degree: Fixed { 0.01745329 }

  /// - Parameter angle: in radians, clockwise from the x axis.
  init(center: Point, angle: Fixed) {
    var path = Path(capacity: 4)
    path.move(to: Point(x: 78, y: 0))
    path.addLine(to: Point(x: 0, y: 6))
    path.addLine(to: Point(x: 0, y: -6))
    path.closeSubpath()
    layer.path = path
    layer.fillColor = Color(argb: 0xFFE0_4040)
    layer.position = center
    turn(to: angle)
  }

  func turn(to angle: Fixed) { layer.setAffineTransform(AffineTransform(rotationAngle: angle)) }

  func advance(to frame: Int) {
    let step = frame % 540
    turn(to: Gauge.start + Needle.degree * Fixed(step < 270 ? step : 540 - step))
  }
}
