// Stage: time. When an animation has to be looked at again, and when it can be taken away.

import FixedRaster

extension MediaTiming {
  /// When the animation's effect changes next.
  enum NextChange: Equatable {
    /// Not as long as its timing stays as it is.
    case never
    /// Not before this time of its layer.
    case at(Int64)
    /// With every frame.
    case now
  }

  /// The next change of the effect after a time of its layer.
  func nextChange(after parentTime: Int64) -> NextChange {
    // It stands still.
    if space.speed == 0 { return .never }
    let (local, active) = (space.inside(parentTime), activeDuration)
    if local >= 0 && local < active { return .now }
    // Before it begins, or, backwards, after its end. One that takes no time is over as soon as it begins.
    let start: Int64
    if space.speed > 0 {
      if local >= 0 { return .never }
      start = 0
    } else {
      if local < 0 { return .never }
      start = active &- 1
    }
    return space.firstTime(reaching: start).map { .at($0) } ?? .never
  }

  /// When the effect changes next where its layer's time runs backwards.
  func lastChange(before parentTime: Int64) -> NextChange {
    if space.speed == 0 { return .never }
    let (local, active) = (space.inside(parentTime), activeDuration)
    if local >= 0 && local < active { return .now }
    if space.speed > 0 { return local < 0 ? .never : .at(space.outside(active)) }
    return local < 0 ? .at(space.outside(0)) : .never
  }

  /// The first time of its layer at which the animation is over: after its end, or, backwards, before its beginning.
  /// `nil` where that does not come: it stands still, repeats forever, or ends beyond the range of times.
  var endTime: Int64? {
    if space.speed == 0 || (space.speed > 0 && isForever) { return nil }
    return space.firstTime(reaching: space.speed > 0 ? activeDuration : -1)
  }
}
