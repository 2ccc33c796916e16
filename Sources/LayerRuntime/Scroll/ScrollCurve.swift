// Stage: scroll. The movement of one axis by itself, in closed forms of the elapsed time: the same at every frame rate.

import FixedRaster

/// A movement of one axis from a place to another: a throw that decays, a spring, or an eased way. Lengths in 1/65536
/// point, times in nanoseconds.
///
/// With the place `s` and the speed `v` at the beginning, the end `e` and the time `t`:
///
///     decay   s + v / k · (1 − e^(−kt))
///     spring  e + (A + Bt) · e^(−ωt),  A = s − e,  B = v + ωA: critically damped
///
/// A throw ends where its speed falls to ``stopSpeed``, a spring where it stays within half a point of its end.
struct ScrollCurve {
  private enum Kind: UInt8 { case still, decay, spring, eased }

  /// 10 points a second, in 1/65536 point a second.
  static var stopSpeed: Int64 { 10 << 16 }
  /// How much a spring's pull outweighs: ω, in 1 / s.
  static var springRate: Coefficient { 10 }
  /// A longer way of a finger's speed takes a harder spring, up to this.
  private static var highestSpringRate: Coefficient { 60 }

  private let kind: Kind
  private let start: Int64
  /// The place from ``duration`` on, exactly.
  let end: Int64
  let duration: Int64
  /// k or ω.
  private let rate: Coefficient
  /// v / k, or A.
  private let reach: Int64
  /// v, or B.
  private let push: Int64

  private init(
    _ kind: Kind, from start: Int64, to end: Int64, duration: Int64, rate: Coefficient = 0, reach: Int64 = 0,
    push: Int64 = 0
  ) {
    (self.kind, self.start, self.end, self.duration) = (kind, start, end, duration)
    (self.rate, self.reach, self.push) = (rate, reach, push)
  }

  // MARK: Kinds

  static func still(at place: Int64) -> ScrollCurve { ScrollCurve(.still, from: place, to: place, duration: 0) }

  /// A throw that nothing stops.
  ///
  /// - Parameters:
  ///   - speed: at the beginning.
  ///   - rate: k, in 1 / s; above 0.
  static func thrown(from start: Int64, speed: Int64, rate: Coefficient) -> ScrollCurve {
    if speed.magnitude64 <= stopSpeed { return still(at: start) }
    let rest = ratio(stopSpeed, speed.magnitude64)
    let reach = (Coefficient(rawValue: speed) / rate).rawValue
    return ScrollCurve(
      .decay, from: start, to: start + scaled(reach, by: Coefficient.one - rest),
      duration: nanoseconds(decayExponent(rest) / rate),
      rate: rate, reach: reach, push: speed)
  }

  /// A spring that pulls to a place.
  ///
  /// - Parameter overshoots: whether a speed towards the end may carry it beyond; where not, the spring is as hard as
  ///   the speed needs.
  static func spring(from start: Int64, speed: Int64, to end: Int64, overshoots: Bool) -> ScrollCurve {
    var (rate, speed) = (springRate, speed)
    let offset = start - end
    if !overshoots && (speed < 0) != (offset < 0) && offset != 0 {
      rate = Swift.max(rate, Swift.min(ratio(speed.magnitude64, offset.magnitude64), highestSpringRate))
      let highest = scaled(offset.magnitude64, by: rate)
      speed = Swift.max(0 - highest, Swift.min(highest, speed))
    }
    let push = speed + scaled(offset, by: rate)
    return ScrollCurve(
      .spring, from: start, to: end, duration: settlingTime(offset, push, rate), rate: rate, reach: offset, push: push)
  }

  /// A way in 0.3 s that begins and ends slowly.
  static func eased(from start: Int64, to end: Int64) -> ScrollCurve {
    start == end ? still(at: end) : ScrollCurve(.eased, from: start, to: end, duration: 300_000_000)
  }

  /// When a spring has come within half a point for good.
  private static func settlingTime(_ offset: Int64, _ push: Int64, _ rate: Coefficient) -> Int64 {
    if offset == 0 && push == 0 { return 0 }
    // The bound of the distance falls from 1 / ω on; at 23 / ω nothing is left of it.
    var (early, late) = (nanoseconds(1 / rate), nanoseconds(23 / rate))
    while late - early > 1000 {
      let middle = (early + late) / 2
      let time = seconds(middle)
      let bound = scaled(offset.magnitude64 + scaled(push.magnitude64, by: time), by: decay(rate * time))
      if bound < 0x8000 { late = middle } else { early = middle }
    }
    return late
  }

  // MARK: The movement

  /// - Parameter elapsed: since the beginning; the start before it.
  func place(at elapsed: Int64) -> Int64 {
    if elapsed >= duration { return end }
    let time = seconds(Swift.max(0, elapsed))
    switch kind {
    case .still: return end
    case .decay: return start + scaled(reach, by: Coefficient.one - decay(rate * time))
    case .spring: return end + scaled(reach + scaled(push, by: time), by: decay(rate * time))
    case .eased:
      let part = MediaTimingFunction.easeInEaseOut.value(at: ratio(Swift.max(0, elapsed), duration))
      return start + scaled(end - start, by: part)
    }
  }

  /// In 1/65536 point a second; 0 of an eased way.
  func speed(at elapsed: Int64) -> Int64 {
    if elapsed >= duration { return 0 }
    let time = seconds(Swift.max(0, elapsed))
    switch kind {
    case .still, .eased: return 0
    case .decay: return scaled(push, by: decay(rate * time))
    case .spring:
      let place = reach + scaled(push, by: time)
      return scaled(push - scaled(place, by: rate), by: decay(rate * time))
    }
  }

  /// A throw as far as a place between its start and its end, and its speed there.
  func cut(at limit: Int64) -> (curve: ScrollCurve, speed: Int64) {
    let rest = Coefficient.one - ratio(limit - start, reach)
    let time = nanoseconds(decayExponent(rest) / rate)
    let curve = ScrollCurve(.decay, from: start, to: limit, duration: time, rate: rate, reach: reach, push: push)
    return (curve, scaled(push, by: rest))
  }
}

/// The movement of one axis: a curve, and another where the first one ends at a limit.
struct AxisMotion {
  private let first: ScrollCurve
  private let second: ScrollCurve?
  /// Whether a limit has cut the movement short.
  let isCut: Bool

  init(_ curve: ScrollCurve) { (first, second, isCut) = (curve, nil, false) }

  /// A throw within limits. One that comes to a limit swings beyond it and back, or ends there. One from beyond a limit
  /// goes in if it is fast enough; otherwise a spring brings it back.
  ///
  /// - Parameters:
  ///   - rate: of the decay, in 1 / s.
  ///   - bounces: whether it swings beyond limits.
  init(from place: Int64, speed: Int64, limits: ScrollLimits, rate: Coefficient, bounces: Bool) {
    let free = ScrollCurve.thrown(from: place, speed: speed, rate: rate)
    let (isBelow, isAbove) = (place < limits.low, place > limits.high)
    if isBelow && free.end <= limits.low || isAbove && free.end >= limits.high {
      first = .spring(from: place, speed: speed, to: limits.held(place), overshoots: false)
      (second, isCut) = (nil, true)
    } else if limits.contains(free.end) {
      (first, second, isCut) = (free, nil, false)
    } else {
      let limit = limits.held(free.end)
      let (curve, speed) = free.cut(at: limit)
      first = curve
      second = bounces ? .spring(from: limit, speed: speed, to: limit, overshoots: true) : nil
      isCut = true
    }
  }

  /// When it begins, in nanoseconds of the whole movement.
  var begin: Int64 = 0
  var end: Int64 { second?.end ?? first.end }
  /// Until the end, from the beginning of the whole movement.
  var duration: Int64 { begin + first.duration + (second?.duration ?? 0) }

  func place(at elapsed: Int64) -> Int64 {
    let own = elapsed - begin
    guard let second, own > first.duration else { return first.place(at: own) }
    return second.place(at: own - first.duration)
  }

  func speed(at elapsed: Int64) -> Int64 {
    let own = elapsed - begin
    guard let second, own >= first.duration else { return first.speed(at: own) }
    return second.speed(at: own - first.duration)
  }
}
