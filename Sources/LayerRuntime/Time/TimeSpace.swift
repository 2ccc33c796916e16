// Stage: time. How one time runs beside another. Times are nanoseconds, held within ±(2^62 − 1), which is 146 years:
// the sum of two fits.

import FixedRaster

/// The storage of ``Layer/beginTime``, ``Layer/timeOffset`` and ``Layer/speed``.
struct TimeSpace {
  var beginTime: Int64 = 0
  var timeOffset: Int64 = 0
  var speed: Fixed = 1

  /// A time of the superlayer's in the layer's own: rounded to the nearest nanosecond.
  func inside(_ time: Int64) -> Int64 { held(held(time - beginTime).scaled(by: speed) + timeOffset) }

  /// A time of the layer's own in the superlayer's. Where the layer stands still all times inside are one: it began
  /// then.
  func outside(_ time: Int64) -> Int64 {
    speed == 0 ? beginTime : held(held(time - timeOffset).divided(by: speed) + beginTime)
  }

  /// The first of the superlayer's times at which the layer's own is `time` or, as it runs, beyond: at or above it for a
  /// speed above 0, at or below it for one below 0. `nil` where no held time is, and where the layer stands still.
  /// - Parameter time: −1 ... 2^62 − 2, or one more for a speed above 0: the ends stand for all that lies beyond.
  func firstTime(reaching time: Int64) -> Int64? {
    if speed == 0 { return nil }
    let raw = Int64(speed.rawValue)
    let (end, divisor) = (Int64(1) << 62 - 1, Int64(bitPattern: raw.magnitude))
    // Distances d from the begin have the times (d · raw + 2^15) >> 16: at least `way` where
    // d ≥ (way · 2^16 − 2^15) / raw; at most −way, for a raw below 0, where d ≥ (way · 2^16 − 2^15 + 1) / −raw.
    let way = raw > 0 ? time - timeOffset : timeOffset - time
    if way > end { return nil }
    if way < -end { return -end }
    let (whole, rest) = way.quotientAndRemainder(dividingBy: divisor)
    if whole.magnitude >= 1 << 46 { return whole > 0 ? nil : -end }
    // The rest is below 2^31. A quotient of whole numbers is cut off: towards the greater below 0, as is wanted.
    let over = rest << 16 - (raw > 0 ? 0x8000 : 0x7FFF)
    let distance = whole << 16 + (over > 0 ? over + divisor - 1 : over) / divisor
    if distance > end { return nil }
    if distance <= -end { return -end }
    let first = distance + beginTime
    return first > end ? nil : Swift.max(-end, first)
  }
}

extension Duration {
  /// Whole nanoseconds within ±(2^62 − 1); parts of one are cut off.
  @inline(never)
  var heldNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    // 2^62 ns are less than 2^33 s: beyond, the product may not fit.
    if seconds.magnitude >= 1 << 33 { return held(seconds < 0 ? .min : .max) }
    return held(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
  }

  /// Made of parts: the general initialiser brings 128-bit division along.
  @inline(never)
  init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(secondsComponent: seconds, attosecondsComponent: rest * 1_000_000_000)
  }
}

/// A time within ±(2^62 − 1): the nearest where it is beyond.
func held(_ time: Int64) -> Int64 { Swift.max(1 - 1 << 62, Swift.min(1 << 62 - 1, time)) }

extension Int64 {
  /// The product, of a number within ±2^62; likewise held there.
  func scaled(by factor: Fixed) -> Int64 {
    let raw = Int64(factor.rawValue)
    // In two parts of 2^16: the upper product alone may not fit; the lower, below 2^47, may bring it back.
    let (upper, overflows) = (self >> 16).multipliedReportingOverflow(by: raw)
    if overflows || upper.magnitude >= 1 << 62 + 1 << 47 { return held((self < 0) == (raw < 0) ? .max : .min) }
    return held(upper + ((self & 0xFFFF) * raw + 0x8000) >> 16)
  }

  /// The quotient, of a number within ±2^62 by one that is not 0; likewise held there.
  fileprivate func divided(by divisor: Fixed) -> Int64 {
    let raw = Int64(divisor.rawValue)
    let (whole, rest) = quotientAndRemainder(dividingBy: raw)
    if whole.magnitude >= 1 << 46 { return held(whole < 0 ? .min : .max) }
    // The rest is below 2^31. Half of the divisor, towards the quotient's sign, rounds to the nearest.
    let half = (rest < 0 ? -1 : 1) * Int64(raw.magnitude / 2)
    return whole << 16 + (rest << 16 + half) / raw
  }
}
