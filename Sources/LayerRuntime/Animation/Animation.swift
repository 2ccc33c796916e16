// Stage: time. The parts that all animations have: their time, and their delegate.

import FixedRaster
import SystemFiles

/// Is told when animations begin and end. Both calls come between frames, and may change anything.
public protocol AnimationDelegate: AnyObject {
  /// The first frame with the animation is about to be drawn.
  func animationDidStart(_ animation: Animation)
  /// The animation has ended, or was removed.
  ///
  /// - Parameters:
  ///   - animation: as its layer had it.
  ///   - finished: whether it reached its end.
  func animationDidStop(_ animation: Animation, finished: Bool)
}

extension AnimationDelegate {
  public func animationDidStart(_ animation: Animation) {}
  public func animationDidStop(_ animation: Animation, finished: Bool) {}
}

/// Changes a layer's picture with time, and leaves its properties alone: ``BasicAnimation``, ``KeyframeAnimation``,
/// ``SpringAnimation``, ``AnimationGroup``, ``Transition``.
///
/// ``Layer/add(_:forKey:)`` takes a copy. The shown value follows from the frame's time alone.
public class Animation: Action {
  init() {}

  final var timing = MediaTiming()

  // MARK: Time

  /// When the animation begins, in the time of its layer, or of its group; 0, if not said, means with the first frame that is
  /// drawn with it.
  public final var beginTime: Duration {
    get { Duration(nanoseconds: timing.space.beginTime) }
    set { timing.space.beginTime = newValue.heldNanoseconds }
  }
  /// How far the animation's time is ahead.
  public final var timeOffset: Duration {
    get { Duration(nanoseconds: timing.space.timeOffset) }
    set { timing.space.timeOffset = newValue.heldNanoseconds }
  }
  /// How fast its time runs: 1 if not said; below 0 from its end to its beginning.
  public final var speed: Fixed {
    get { timing.space.speed }
    set { timing.space.speed = newValue }
  }
  /// How long it takes once. If not said, or 0, as long as the transaction says in which it is added.
  public final var duration: Duration {
    get { Duration(nanoseconds: timing.duration) }
    set { timing.duration = Swift.max(0, newValue.heldNanoseconds) }
  }
  /// How often it runs, parts of a run as well; once if not said. ``forever`` for without an end.
  public final var repeatCount: Fixed {
    get { timing.repeatCount }
    set { timing.repeatCount = Swift.max(0, newValue) }
  }
  /// The ``repeatCount`` of an endless animation.
  public static var forever: Fixed { MediaTiming.forever }
  /// For how long it is repeated, whatever ``repeatCount`` says; 0 if not said.
  public final var repeatDuration: Duration {
    get { Duration(nanoseconds: timing.repeatDuration) }
    set { timing.repeatDuration = Swift.max(0, newValue.heldNanoseconds) }
  }
  /// Whether each run is followed by one backwards.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// The value before the beginning and after the end; none of the animation if not said.
  public final var fillMode: FillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
  /// How each run goes from its beginning to its end; evenly if not said.
  public final var timingFunction: MediaTimingFunction?
  /// Whether the layer lets go of the animation once it has ended; true if not said.
  public final var isRemovedOnCompletion = true
  /// Kept alive by the animation.
  public final var delegate: (any AnimationDelegate)?

  // MARK: On a layer

  /// Under which its layer has it.
  final var key = ""
  final var hasKey = false
  /// How much later than with the first frame it begins.
  final var delay: Int64 = 0
  /// The layer's next one.
  final var next: Animation?
  /// When it begins, in the time of its layer; known from the first frame on.
  final var start: Int64?
  final var isOver = false
  /// Whether it is over, and still shown in copies of the layer that are later.
  final var isTrailing = false
  /// Of the transaction in which it was added.
  final var completion: TransactionCompletion?
  /// The changes that a commit has to look at because of it.
  final var changes: LayerChanges = []
  /// Made by a compositor, and taken back by it.
  final var isPooled = false

  /// Whether it animates anything at all, or the layer itself.
  func copy() -> Animation { trap("Animation: has no copy") }

  final func copyTiming(from other: Animation) {
    (timing, timingFunction, isRemovedOnCompletion) = (other.timing, other.timingFunction, other.isRemovedOnCompletion)
    delegate = other.delegate
  }

  /// The last shown value, from which an animation in its place goes on.
  var lastValue: Value? { nil }

  /// Takes values from the layer when it is added: `old` is the value shown until now, if it is known.
  func prepare(on layer: Layer, showing old: Value?) {}

  /// Has a layer show the animated value.
  ///
  /// - Parameters:
  ///   - time: of the layer or of the group.
  func apply(to presentation: Presentation, at time: Int64) {}

  /// Has the layer show its value without the animation.
  func leave(_ presentation: Presentation) {}

  /// How long one run takes where ``duration`` does not say.
  var naturalDuration: Int64? { nil }

  /// Itself, while it is a transition that is shown.
  var shownTransition: Transition? { nil }

  /// Whether it has come to its end, by its layer's time.
  final func isOver(at time: Int64) -> Bool { timing.endTime.map { time >= $0 } ?? false }

  /// Whether the layer's contents are drawn with each frame of it.
  final var redraws = false
  /// In which phase they were looked at last.
  final var drawnPhase: MediaTiming.Phase?

  func redraws(_ layer: Layer) -> Bool { false }

  /// As it was before it was on a layer.
  final func renew() {
    (next, start, isOver, completion, changes) = (nil, nil, false, nil, [])
    (isTrailing, drawnPhase) = (false, nil)
  }

  // MARK: Action

  public func run(forKey key: String, on layer: Layer) { layer.add(self, forKey: key) }
}
