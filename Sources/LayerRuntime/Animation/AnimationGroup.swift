// Stage: time. Several animations of one layer as one.

import FixedRaster

/// Animations that run together, in the time of the group: one that is longer than the group is cut off with it.
///
/// Of the ``animations``, delegates are not told, and ``Animation/isRemovedOnCompletion`` says nothing.
public final class AnimationGroup: Animation {
  /// Applied one after the other. One without a ``Animation/duration`` takes the group's.
  public var animations: [Animation] = []

  public override init() { super.init() }

  override func copy() -> Animation {
    let copy = AnimationGroup()
    copy.copyTiming(from: self)
    copy.animations = animations.map { $0.copy() }
    return copy
  }

  override func prepare(on layer: Layer, showing old: Value?) {
    for animation in animations {
      if animation.timing.duration == 0 { animation.timing.duration = animation.naturalDuration ?? timing.duration }
      animation.prepare(on: layer, showing: nil)
    }
  }

  override func apply(to presentation: Presentation, at time: Int64) {
    let sample = timing.sample(at: time)
    var inside = sample.runTime
    if let timingFunction { inside = timing.duration.scaled(by: timingFunction.value(at: sample.progress)) }
    for animation in animations {
      if sample.hasEffect { animation.apply(to: presentation, at: inside) } else { animation.leave(presentation) }
    }
    changes = animations.reduce(into: []) { $0.formUnion($1.changes) }
  }

  override func redraws(_ layer: Layer) -> Bool { animations.contains { $0.redraws(layer) } }

  override func leave(_ presentation: Presentation) { for animation in animations { animation.leave(presentation) } }
}

extension Int64 {
  /// The product, of a time.
  fileprivate func scaled(by place: Coefficient) -> Int64 {
    let (seconds, rest) = quotientAndRemainder(dividingBy: 1_000_000_000)
    // Of seconds that 32 bits hold, as those of animations are.
    let whole = Coefficient(Int(clamping: seconds)) * place
    let (up, fraction) = (whole.rawValue &>> 32, whole.rawValue & 0xFFFF_FFFF)
    return up * 1_000_000_000 + (fraction * 1_000_000_000) &>> 32 + (Coefficient(Int(rest)) * place).rawValue &>> 32
  }
}
