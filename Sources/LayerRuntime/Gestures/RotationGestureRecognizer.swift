import FixedRaster

/// Recognises two fingers that turn about each other: a continuous gesture. It begins when one has moved by 3 mm about the
/// other, and ends when both are up. A third finger is ignored.
open class RotationGestureRecognizer: GestureRecognizer {
  /// The angle since the gesture began, in radians, clockwise on the display if positive; not held to a turn. Set it, to
  /// have it go on from another value.
  public final var rotation: Fixed {
    get { Fixed(held: turned - base) }
    set { base = turned - Int64(newValue.rawValue) }
  }
  /// Radians in a second, by the last 40 ms; −32768…32767.99.
  public final var velocity: Fixed { Fixed(held: history.velocity.x) }

  /// The angle since two fingers are down, in 1/65536 radian.
  private final var turned: Int64 = 0
  private final var base: Int64 = 0
  private final var angle: Fixed = 0
  /// The angle that the gesture begins with: 3 mm at the distance of the fingers.
  private final var threshold: Int64 = 0
  private final var history = MotionHistory()

  /// - Parameter action: see ``GestureRecognizer/addAction(_:)``.
  public convenience init(_ action: @escaping (RotationGestureRecognizer) -> Void) {
    self.init()
    addAction { [unowned(unsafe) self] _ in unsafe action(self) }
  }

  open override func touchesBegan(_ touch: Touch) {
    if numberOfTouchesDown > 2 { return ignore(touch) }
    guard let line = lineBetweenFingers else { return }
    angle = line.angle
    // Half a radian at most, which fingers that lie close have soon.
    threshold = Swift.min(32768, (slop << 16) / Swift.max(1, line.length))
    history.start(GestureVector(x: turned, y: 0), at: touch.timestamp)
  }

  open override func touchesMoved(_ touch: Touch) {
    guard let line = lineBetweenFingers else { return }
    let new = line.angle
    var step = Int64((new - angle).rawValue)
    // The shorter way round; a turn is 411775/65536.
    if step > 205_887 { step -= 411_775 } else if step < -205_887 { step += 411_775 }
    (angle, turned) = (new, turned + step)
    history.add(GestureVector(x: turned, y: 0), at: touch.timestamp)
    if isUnderWay { return state = .changed }
    if Int64((turned - base).magnitude) <= threshold { return }
    base += turned > base ? threshold : -threshold
    state = .began
  }

  open override func touchesEnded(_ touch: Touch) {
    if numberOfTouchesDown == 1 { history.lift(at: touch.timestamp) }
    if numberOfTouchesDown == 0 { state = isUnderWay ? .ended : .failed }
  }

  open override func reset() {
    (turned, base, angle, threshold) = (0, 0, 0, 0)
    history.start(.zero, at: 0)
  }
}

extension GestureVector {
  /// In radians, clockwise from the x axis.
  fileprivate var angle: Fixed { arctangent(y: Fixed(held: y >> 2), x: Fixed(held: x >> 2)) }
}
