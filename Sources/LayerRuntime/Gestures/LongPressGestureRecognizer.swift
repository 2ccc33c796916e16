import FixedRaster

/// Recognises fingers that rest for a while: a continuous gesture. It begins when the time is over, without a movement;
/// changes when they move; and ends when one of them is lifted.
open class LongPressGestureRecognizer: GestureRecognizer {
  /// How long the fingers rest, from 0 on; half a second if not said.
  public final var minimumPressDuration = Duration.milliseconds(500)
  /// How far a finger may move until then, in points, from 0 on; `nil` for 3 mm.
  public final var allowableMovement: Fixed?
  /// 1... and held to that; 1 if not said.
  public final var numberOfTouchesRequired = 1 {
    didSet { numberOfTouchesRequired = Swift.max(1, numberOfTouchesRequired) }
  }

  /// - Parameter action: see ``GestureRecognizer/addAction(_:)``.
  public convenience init(_ action: @escaping (LongPressGestureRecognizer) -> Void) {
    self.init()
    addAction { [unowned(unsafe) self] _ in unsafe action(self) }
  }

  open override func touchesBegan(_ touch: Touch) {
    if isUnderWay { return ignore(touch) }
    let count = numberOfTouchesDown
    if count > numberOfTouchesRequired { return state = .failed }
    if count < numberOfTouchesRequired { return }
    let wait = minimumPressDuration.heldNanoseconds
    if wait <= 0 { state = .began } else { deadline = touch.timestamp + wait }
  }

  open override func touchesMoved(_ touch: Touch) {
    if isUnderWay { return state = .changed }
    let allowed = allowableMovement.map { Int64($0.rawValue) } ?? slop
    if movement(of: touch).length > allowed { state = .failed }
  }

  open override func touchesEnded(_ touch: Touch) { state = isUnderWay ? .ended : .failed }

  open override func deadlineReached() { state = .began }
}
