// Stage: views. Changes of views that take time.

import FixedRaster

extension View {
  /// How ``animate(withDuration:delay:options:animations:completion:)`` goes about it.
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Begins slowly.
    public static var curveEaseIn: AnimationOptions { AnimationOptions(rawValue: 1) }
    /// Ends slowly.
    public static var curveEaseOut: AnimationOptions { AnimationOptions(rawValue: 2) }
    /// Begins and ends slowly; so it is if nothing is said.
    public static var curveEaseInOut: AnimationOptions { AnimationOptions(rawValue: 3) }
    public static var curveLinear: AnimationOptions { AnimationOptions(rawValue: 4) }
    /// Goes on and on.
    public static var `repeat`: AnimationOptions { AnimationOptions(rawValue: 8) }
    /// Goes back too.
    public static var autoreverse: AnimationOptions { AnimationOptions(rawValue: 16) }

    fileprivate var curve: MediaTimingFunction {
      switch rawValue & 7 {
      case 1: .easeIn
      case 2: .easeOut
      case 4: .linear
      default: .easeInEaseOut
      }
    }
  }

  /// Animates a closure's changes of views, from the shown value to the set one. Elsewhere changes of views show at
  /// once.
  ///
  /// - Parameters:
  ///   - duration: how long it takes; at 0 changes show at once.
  ///   - delay: how much later it begins.
  ///   - options: by which curve, and whether again and again.
  ///   - animations: called at once; may call this method for others.
  ///   - completion: called once, when the last of the animations has ended: whether all came to their end.
  public static func animate(
    withDuration duration: Duration, delay: Duration = .zero, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(duration, delay, options, spring: nil, animations, completion)
  }

  /// Animates as a spring does.
  ///
  /// - Parameters:
  ///   - duration: until it has settled.
  ///   - delay: how much later it begins.
  ///   - dampingRatio: above 0; from 1 on it does not swing.
  ///   - velocity: at the beginning, in ways a second.
  ///   - options: the curve is of no use.
  ///   - animations: called at once; may call this method for others.
  ///   - completion: called once, when the last of the animations has ended: whether all came to their end.
  public static func animate(
    withDuration duration: Duration, delay: Duration = .zero, usingSpringWithDamping dampingRatio: Fixed,
    initialSpringVelocity velocity: Fixed = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let ratio = Swift.max(Coefficient(dampingRatio), 0.01)
    // The rest is below a thousandth once damping · time has come to 9.2, also where it does not swing.
    let frequency: Coefficient = 9.2 / (ratio * View.seconds(duration))
    let spring = SpringMotion(
      mass: 1, stiffness: (frequency * frequency).fixed, damping: (frequency * ratio * 2).fixed,
      initialVelocity: velocity)
    animate(duration, delay, options, spring: spring, animations, completion)
  }

  /// Calls a closure whose changes of views show at once, also within an animation.
  public static func performWithoutAnimation(_ actions: () -> Void) {
    Transaction.begin()
    Transaction.disableActions = true
    actions()
    Transaction.commit()
  }

  private static func animate(
    _ duration: Duration, _ delay: Duration, _ options: AnimationOptions, spring: SpringMotion?,
    _ animations: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    let stack = TransactionStack.current
    stack.begin()
    if let completion { stack.setCompletion(completion) }
    stack.level.duration = Swift.max(0, duration.heldNanoseconds)
    stack.level.delay = Swift.max(0, delay.heldNanoseconds)
    stack.level.timingFunction = options.curve
    stack.level.repeatCount = options.contains(.repeat) ? Animation.forever : 0
    stack.level.autoreverses = options.contains(.autoreverse)
    stack.level.spring = spring
    stack.level.disablesActions = false
    stack.level.animatesViews = true
    animations()
    stack.commit()
  }

  private static func seconds(_ duration: Duration) -> Coefficient {
    let (whole, rest) = Swift.max(1_000_000, duration.heldNanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    return Coefficient(Int(clamping: whole)) + Coefficient(rawValue: (rest << 32) / 1_000_000_000)
  }
}
