// Stage: time. Animations that swing.

import FixedRaster

/// A ``BasicAnimation`` that moves as a mass on a spring does that is let go at the beginning and comes to rest at the end.
/// Its ``Animation/timingFunction`` is of no use. If its ``Animation/duration`` is not said, it is the ``settlingDuration``.
public final class SpringAnimation: BasicAnimation {
  /// Above 0; 1 if not said.
  public var mass: Fixed = 1 { didSet { updateMotion() } }
  /// Of the spring, above 0; 100 if not said.
  public var stiffness: Fixed = 100 { didSet { updateMotion() } }
  /// The damping of the motion; 0 lets it swing on; 10 if not said. From 2·√(stiffness · mass) on nothing swings.
  public var damping: Fixed = 10 { didSet { updateMotion() } }
  /// In ways from the beginning to the end a second: above 0 towards the end. 0 if not said.
  public var initialVelocity: Fixed = 0 { didSet { updateMotion() } }

  public override init(keyPath: String) {
    super.init(keyPath: keyPath)
    updateMotion()
  }

  /// How long it takes until less than 1/1024 of the way is missing, and stays so.
  public var settlingDuration: Duration { Duration(nanoseconds: motion?.settlingDuration ?? 0) }

  override func copy() -> Animation {
    let copy = SpringAnimation(keyPath: keyPath)
    copy.copyValues(from: self)
    (copy.mass, copy.stiffness, copy.damping, copy.initialVelocity) = (mass, stiffness, damping, initialVelocity)
    return copy
  }

  override var naturalDuration: Int64? { motion?.settlingDuration }

  private func updateMotion() {
    motion = SpringMotion(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
  }
}
