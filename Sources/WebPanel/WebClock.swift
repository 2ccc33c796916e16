// Stage: a page. Times of the page as times of the panel.

/// The page's clock. It never goes back, whatever the page says.
struct WebClock {
  /// The last time, in nanoseconds.
  private(set) var now: Int64 = 0

  /// The latest time in milliseconds: 104 days, of which a number of the page still tells nanoseconds.
  static var limit: Double { 9_000_000_000 }

  /// - Parameter milliseconds: of the page.
  /// - Returns: nanoseconds, not before the last time.
  mutating func advance(to milliseconds: Double) -> Int64 {
    // A comparison with NaN is false.
    if milliseconds > 0 {
      now = max(now, Int64(min(milliseconds, Self.limit) * 1_000_000 + 0.5))
    }
    return now
  }

  /// The time of a value, which may have been heard before the last time.
  mutating func timeOfValue(_ milliseconds: Double) -> Int64 {
    let now = advance(to: milliseconds)
    return milliseconds > 0 ? min(now, Int64(min(milliseconds, Self.limit) * 1_000_000 + 0.5)) : now
  }

  /// Milliseconds of the page; infinity for never.
  static func milliseconds(_ time: Int64?) -> Double {
    guard let time, time < .max else { return .infinity }
    return Double(time) / 1_000_000
  }

  /// Nanoseconds of a time of day or of a zone, within 200 years of 1970.
  static func nanoseconds(_ milliseconds: Double) -> Int64 {
    milliseconds > -6.3e12 && milliseconds < 6.3e12 ? Int64(milliseconds.rounded()) * 1_000_000 : 0
  }
}
