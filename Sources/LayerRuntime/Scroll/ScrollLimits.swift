// Stage: scroll. Where an axis can be scrolled to, and how far a finger pulls it beyond.

import FixedRaster

/// The places between which one axis rests, in 1/65536 point; `low` is not above `high`.
struct ScrollLimits {
  let low, high: Int64
  /// The length of the view along the axis.
  let viewport: Int64

  /// - Parameters:
  ///   - content: the content's length; 0 or above.
  ///   - before: the inset at the content's beginning.
  ///   - after: the inset at its end.
  ///   - viewport: 0 or above.
  init(content: Int64, before: Int64, after: Int64, viewport: Int64) {
    low = 0 - before
    high = Swift.max(low, content + after - viewport)
    self.viewport = viewport
  }

  var hasRoom: Bool { low < high }

  func contains(_ place: Int64) -> Bool { low <= place && place <= high }

  func held(_ place: Int64) -> Int64 { Swift.max(low, Swift.min(high, place)) }

  /// How far a finger's way of 1 moves content that is pulled a little beyond its limit: 0.55, as in UIKit.
  private static var slack: Coefficient { 0.55 }

  /// The place that a finger pulls to: beyond a limit the content follows less and less, and never by a whole view.
  ///
  /// With the way `w` beyond the limit, the view's length `d` and the slack `c`: d · cw / (d + cw).
  func stretched(_ pulled: Int64) -> Int64 {
    let limit = held(pulled)
    let way = scaled(Swift.min((pulled - limit).magnitude64, 1 << 44), by: Self.slack)
    if way == 0 || viewport <= 0 { return limit }
    let beyond = scaled(viewport, by: ratio(way, viewport + way))
    return pulled < limit ? limit - beyond : limit + beyond
  }

  /// The way of a finger that pulls to a place: the reverse of ``stretched(_:)``.
  func pull(to place: Int64) -> Int64 {
    let limit = held(place)
    // Close to a whole view the way would be without end.
    let beyond = Swift.min((place - limit).magnitude64, viewport - viewport / 16)
    if beyond <= 0 { return limit }
    let way = scaled(scaled(beyond, by: ratio(viewport, viewport - beyond)), by: 1 / Self.slack)
    return place < limit ? limit - way : limit + way
  }
}

extension Int64 {
  var magnitude64: Int64 { self < 0 ? 0 - self : self }
}
