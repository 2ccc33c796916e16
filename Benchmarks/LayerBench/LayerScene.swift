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
  let clock: Clock
  /// Called when the first frame is drawn: layers that are shown can be animated.
  private let start: () -> Void
  private let change: (_ frame: Int) -> Void

  /// What frames know of time.
  enum Clock {
    /// Nothing: what is set is shown at once.
    case none
    /// Each comes by so much later than the one before.
    case animated(framesPerSecond: Int)
  }

  init(
    _ name: StaticString, root: Layer, capacity: Int = 256, clock: Clock = .none, start: @escaping () -> Void = {},
    change: @escaping (_ frame: Int) -> Void
  ) {
    (self.name, self.root, self.capacity, self.change) = (name, root, capacity, change)
    (self.clock, self.start) = (clock, start)
  }

  /// Draws what is there before anything changes. Returns how many frames that took.
  func begin(with compositor: Compositor, into display: DisplayMemory) -> Int {
    _ = drawFrame(0, with: compositor, into: display)
    guard case .animated = clock else { return 0 }
    start()
    _ = draw(1, with: compositor, into: display)
    return 1
  }

  /// Changes what changes from a frame to the next, and draws it. Returns whether anything was drawn.
  func draw(_ frame: Int, with compositor: Compositor, into display: DisplayMemory) -> Bool {
    change(frame)
    return drawFrame(frame, with: compositor, into: display)
  }

  private func drawFrame(_ frame: Int, with compositor: Compositor, into display: DisplayMemory) -> Bool {
    guard case .animated(let rate) = clock else { return compositor.drawFrame(into: display) }
    let time = 10_000_000_000 + 1_000_000_000 / Int64(rate) * Int64(frame)
    return compositor.drawFrame(at: .nanoseconds(time), into: display)
  }

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
