import FixedRaster

/// Recognises one tap or several with one finger or several: a discrete gesture.
///
/// Each finger stays within 3 mm of the place where it came down, and the fingers of a tap are up again within 750 ms.
/// The next tap begins within 350 ms, and within 9 mm of the first.
open class TapGestureRecognizer: GestureRecognizer {
  /// Taps in a row, 1... and held to that; 1 if not said.
  public final var numberOfTapsRequired = 1 { didSet { numberOfTapsRequired = Swift.max(1, numberOfTapsRequired) } }
  /// Fingers of each tap, 1... and held to that; 1 if not said.
  public final var numberOfTouchesRequired = 1 {
    didSet { numberOfTouchesRequired = Swift.max(1, numberOfTouchesRequired) }
  }

  private final var taps = 0
  private final var hasAllFingers = false
  private final var place = Point.zero
  private final var firstPlace: Point?

  /// - Parameter action: see ``GestureRecognizer/addAction(_:)``.
  public convenience init(_ action: @escaping (TapGestureRecognizer) -> Void) {
    self.init()
    addAction { [unowned(unsafe) self] _ in unsafe action(self) }
  }

  open override var numberOfTouches: Int { state == .ended ? numberOfTouchesRequired : super.numberOfTouches }

  /// A button, a switch and their like are tapped themselves; a gesture of theirs is for the program.
  @usableFromInline
  override var isForControl: Bool {
    numberOfTapsRequired == 1 && numberOfTouchesRequired == 1
      && hasLayerUnderFinger { $0.view?.isPressedByTouch == true }
  }

  open override func touchesBegan(_ touch: Touch) {
    let count = numberOfTouchesDown
    // One that comes when others have been lifted belongs to no tap.
    if count > numberOfTouchesRequired || hasAllFingers { return state = .failed }
    if count == 1 { deadline = touch.timestamp + 750_000_000 }
    if count < numberOfTouchesRequired { return }
    (hasAllFingers, place) = (true, center)
    guard let firstPlace else { return firstPlace = center }
    if GestureVector(from: firstPlace, to: center).length > 3 * slop { state = .failed }
  }

  open override func touchesMoved(_ touch: Touch) { if movement(of: touch).length > slop { state = .failed } }

  open override func touchesEnded(_ touch: Touch) {
    if !hasAllFingers { return state = .failed }
    if numberOfTouchesDown > 0 { return }
    taps += 1
    hasAllFingers = false
    if taps < numberOfTapsRequired { return deadline = touch.timestamp + 350_000_000 }
    deadline = nil
    center = place
    state = .ended
  }

  open override func deadlineReached() { state = .failed }

  open override func reset() { (taps, hasAllFingers, firstPlace) = (0, false, nil) }

  /// A tap leaves those that wait for more taps.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }
}
