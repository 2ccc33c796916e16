import FixedRaster

/// Recognises two fingers that move apart or together: a continuous gesture. It begins when the distance between them has
/// changed by 3 mm, and ends when both are up. A third finger is ignored.
open class PinchGestureRecognizer: GestureRecognizer {
  /// The distance between the fingers as a multiple of the one that the gesture began with: above 0, up to 32767.99. Set
  /// it, to have it go on from another value.
  public final var scale: Fixed {
    get {
      // Below 2^31 · 2^31.
      let raw = Int64(whole.rawValue) * Int64(scaleAtSetting.rawValue) / Int64(wholeAtSetting.rawValue)
      return Swift.max(Fixed(rawValue: 1), Fixed(held: raw))
    }
    set { (scaleAtSetting, wholeAtSetting) = (Swift.max(newValue, Fixed(rawValue: 1)), whole) }
  }
  /// The change in a second, by the last 40 ms, of the scale since the gesture began; −32768…32767.99.
  public final var velocity: Fixed { Fixed(held: history.velocity.x) }

  /// The scale since the gesture began, above 0.
  private final var whole: Fixed = 1
  private final var scaleAtSetting: Fixed = 1
  private final var wholeAtSetting: Fixed = 1
  /// The distance at which ``whole`` was ``factor``, in 1/65536 point.
  private final var base: Int64 = 1
  private final var factor: Fixed = 1
  private final var history = MotionHistory()

  /// - Parameter action: see ``GestureRecognizer/addAction(_:)``.
  public convenience init(_ action: @escaping (PinchGestureRecognizer) -> Void) {
    self.init()
    addAction { [unowned(unsafe) self] _ in unsafe action(self) }
  }

  open override func touchesBegan(_ touch: Touch) {
    if numberOfTouchesDown > 2 { return ignore(touch) }
    guard let line = lineBetweenFingers else { return }
    (base, factor) = (line.length, whole)
    history.start(GestureVector(x: Int64(whole.rawValue), y: 0), at: touch.timestamp)
  }

  open override func touchesMoved(_ touch: Touch) {
    guard let distance = lineBetweenFingers?.length else { return }
    let isBeginning = !isUnderWay
    if isBeginning {
      if Int64((distance - base).magnitude) <= slop { return }
      // The distance at which the gesture began lay between two samples.
      base += distance > base ? slop : -slop
    }
    // A distance is below 2^35; without its last 8 bits, which are zero, the product stays below 2^58.
    let raw = (distance >> 8) * Int64(factor.rawValue) / Swift.max(1, base >> 8)
    whole = Swift.max(Fixed(rawValue: 1), Fixed(held: raw))
    history.add(GestureVector(x: Int64(whole.rawValue), y: 0), at: touch.timestamp)
    state = isBeginning ? .began : .changed
  }

  open override func touchesEnded(_ touch: Touch) {
    if numberOfTouchesDown == 1 { history.lift(at: touch.timestamp) }
    if numberOfTouchesDown == 0 { state = isUnderWay ? .ended : .failed }
  }

  open override func reset() {
    (whole, scaleAtSetting, wholeAtSetting, base, factor) = (1, 1, 1, 1, 1)
    history.start(.zero, at: 0)
  }
}
