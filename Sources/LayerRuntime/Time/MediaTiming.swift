// Stage: time. When an animation runs, and how far it has come: the arithmetic of Core Animation's CAMediaTiming. In: a
// time of the layer that it belongs to. Out: a sample, a function of that time alone.

import FixedRaster

/// The timing of an animation. Times are nanoseconds, held within ±(2^62 − 1).
///
/// Its local time is `(time − beginTime) · speed + timeOffset`. It runs from the local time 0 up to, not including,
/// ``activeDuration``, one repeat after another.
struct MediaTiming {
  /// Where the local time begins, and how fast it runs.
  var space = TimeSpace()
  /// How long one way from beginning to end takes. Up to 0 it is over at once.
  var duration: Int64 = 0
  /// How many repeats there are, whole or not; up to 0 one; ``forever`` for repeats without an end.
  var repeatCount: Fixed = 0
  /// How long it repeats: if above 0, instead of the repeat count.
  var repeatDuration: Int64 = 0
  /// Each repeat goes back to the beginning too, which takes as long again.
  var autoreverses = false
  var fillMode = FillMode.removed

  /// The repeat count that has no end.
  static var forever: Fixed { .max }

  /// Repeats end by nothing but a speed below 0.
  var isForever: Bool { duration > 0 && repeatDuration <= 0 && repeatCount == Self.forever }

  /// How much local time passes from the beginning to the end: within half a nanosecond where a repeat count cuts a
  /// repeat short. Greater than every held time for one that runs forever.
  var activeDuration: Int64 {
    if duration <= 0 { return 0 }
    if isForever { return .max }
    if repeatDuration > 0 { return repeatDuration }
    let cycle = held(autoreverses ? duration &* 2 : duration)
    return repeatCount <= 0 ? cycle : cycle.scaled(by: repeatCount)
  }

  /// The animation's state at a time of its layer.
  func sample(at parentTime: Int64) -> Sample {
    let local = space.inside(parentTime)
    let active = activeDuration
    let phase: Phase = local < 0 ? .before : local < active ? .active : .after
    let (progress, cycle, runTime) = way(after: Swift.max(0, Swift.min(local, active)), isEnd: local >= active)
    return Sample(
      phase: phase, hasEffect: hasEffect(phase), progress: progress, cycle: cycle, runTime: runTime, localTime: local)
  }

  private func hasEffect(_ phase: Phase) -> Bool {
    switch phase {
    case .before: fillMode == .backwards || fillMode == .both
    case .active: true
    case .after: fillMode == .forwards || fillMode == .both
    }
  }

  /// How far it has come within a repeat, how many repeats are complete before that one, and how much of its duration has
  /// passed, `time` after the beginning.
  private func way(after time: Int64, isEnd: Bool) -> (progress: Coefficient, cycle: Int64, runTime: Int64) {
    if duration <= 0 { return (autoreverses ? 0 : 1, 0, 0) }
    var (ways, rest) = time.quotientAndRemainder(dividingBy: duration)
    // The end is the end of a way there or back, not the beginning of one that does not come.
    if isEnd && rest == 0 && time > 0 { (ways, rest) = (ways &- 1, duration) }
    let progress = part(rest)
    if !autoreverses { return (progress, ways, rest) }
    return ways & 1 == 0 ? (progress, ways &>> 1, rest) : (1 - progress, ways &>> 1, duration - rest)
  }

  /// The part of the duration up to a time: to the nearest 2⁻³².
  private func part(_ time: Int64) -> Coefficient {
    // Up to 2 seconds one division does: below 2^63. A quotient of numbers in 2^-32 is that of the numbers.
    duration < 1 &<< 31
      ? Coefficient(rawValue: (time &<< 32 &+ duration &>> 1) / duration)
      : Coefficient(rawValue: time) / Coefficient(rawValue: duration)
  }
}

extension MediaTiming {
  /// Where a local time lies. With a speed below 0 the animation is first after, then active, then before.
  enum Phase { case before, active, after }

  struct Sample: Equatable {
    let phase: Phase
    /// It is active, or its fill mode shows it in this phase.
    let hasEffect: Bool
    /// 0 at the beginning and 1 at the far end of each repeat; before the beginning and after the end that of there.
    let progress: Coefficient
    /// How many repeats are complete before the one that ``progress`` belongs to. At the end that is the last one: two
    /// repeats end in cycle 1.
    let cycle: Int64
    /// How much of the duration ``progress`` is: the time of animations that are held in this one.
    let runTime: Int64
    let localTime: Int64
  }
}
