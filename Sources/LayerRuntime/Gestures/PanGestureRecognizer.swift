import FixedRaster

/// Recognises a movement of one finger or several: a continuous gesture. It begins when their middle has moved by 3 mm, and
/// ends when all are up.
///
/// The ``translation(in:)`` counts from where those 3 mm were reached, between two samples where it has to be: so it
/// begins at zero, and is the same for devices with few samples a second and with many.
open class PanGestureRecognizer: GestureRecognizer {
  /// Fewer fingers do not move anything; 1... and held to that; 1 if not said.
  public final var minimumNumberOfTouches = 1 {
    didSet { minimumNumberOfTouches = Swift.max(1, minimumNumberOfTouches) }
  }
  /// With more fingers the gesture fails; more that come after it has begun are ignored. Any number if not said.
  public final var maximumNumberOfTouches = Int.max {
    didSet { maximumNumberOfTouches = Swift.max(1, maximumNumberOfTouches) }
  }

  /// The way of the fingers' middle, in 1/65536 point: without leaps where one comes or goes.
  private final var travel = GestureVector.zero
  /// Where the translation counts from.
  private final var origin = GestureVector.zero
  private final var lastCenter = Point.zero
  private final var history = MotionHistory()

  /// - Parameter action: see ``GestureRecognizer/addAction(_:)``.
  public convenience init(_ action: @escaping (PanGestureRecognizer) -> Void) {
    self.init()
    addAction { [unowned(unsafe) self] _ in unsafe action(self) }
  }

  /// How far the fingers have moved since the gesture began, or since ``setTranslation(_:in:)``, in points of a view's
  /// coordinates; `nil` for those of the display.
  public final func translation(in view: View?) -> Point {
    let moved = (travel - origin).vector
    guard let view else { return Point(x: moved.dx, y: moved.dy) }
    let (from, to) = (view.convert(center + -moved, from: nil), view.convert(center, from: nil))
    return Point(x: to.x - from.x, y: to.y - from.y)
  }

  /// Has ``translation(in:)`` go on from another value, as zero; speeds stay.
  public final func setTranslation(_ translation: Point, in view: View?) {
    var moved = GestureVector(from: .zero, to: translation)
    if let view {
      let (from, to) = (view.convert(Point.zero, to: nil), view.convert(translation, to: nil))
      moved = GestureVector(from: from, to: to)
    }
    origin = travel - moved
  }

  /// The speed of the last 40 ms in points a second, in a view's coordinates; `nil` for those of the display. Held to
  /// 32767 each way; zero where the fingers rested for 50 ms before they were lifted.
  public final func velocity(in view: View?) -> Point {
    let speed = history.velocity
    guard let view else { return Point(x: speed.vector.dx, y: speed.vector.dy) }
    // A sixteenth of it, or the place would lie beyond the numbers.
    let part = GestureVector(x: speed.x / 16, y: speed.y / 16).vector
    let (from, to) = (view.convert(center, from: nil), view.convert(center + part, from: nil))
    return Point(x: (to.x - from.x) * 16, y: (to.y - from.y) * 16)
  }

  /// Whether a movement of the fingers is one that the gesture begins with. Not where a slider, or another control that is
  /// dragged, lies under the finger.
  @usableFromInline
  func beginsWith(_ movement: Vector) -> Bool { !isKept(isVertical: movement.dy.magnitude >= movement.dx.magnitude) }

  open override func touchesBegan(_ touch: Touch) {
    if numberOfTouchesDown > maximumNumberOfTouches {
      if !isUnderWay { return state = .failed }
      ignore(touch)
    }
    if numberOfTouchesDown == 1 && !isUnderWay { history.start(travel, at: touch.timestamp) }
    lastCenter = center
  }

  open override func touchesMoved(_ touch: Touch) {
    let before = travel - origin
    let step = GestureVector(from: lastCenter, to: center)
    lastCenter = center
    if numberOfTouchesDown < minimumNumberOfTouches { return }
    travel = travel + step
    history.add(travel, at: touch.timestamp)
    if isUnderWay { return state = .changed }
    let now = travel - origin
    guard let part = before.crossing(to: now, distance: slop) else { return }
    let start = before.mixed(with: now, part)
    if !beginsWith(start.vector) { return state = .failed }
    origin = origin + start
    state = .began
  }

  open override func touchesEnded(_ touch: Touch) {
    if let middle = centerOfTouches {
      (center, lastCenter) = (middle, middle)
      return
    }
    history.lift(at: touch.timestamp)
    state = isUnderWay ? .ended : .failed
  }

  open override func reset() {
    (travel, origin, lastCenter) = (.zero, .zero, .zero)
    history.start(.zero, at: 0)
  }
}

extension Vector {
  fileprivate static prefix func - (a: Vector) -> Vector { Vector(dx: -a.dx, dy: -a.dy) }
}
