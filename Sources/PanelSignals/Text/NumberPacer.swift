// Stage: signals. Digits that change too fast, or to and fro, cannot be read.

/// Lets the digits of a value change four times a second at most, and only once the value is three quarters of the last
/// digit away from them, or once other digits have been the nearest for a second. So they change up and down half a digit
/// apart, noise between two digits shows one of them, and a value that rests shows its nearest digits.
public struct NumberPacer {
  /// Nanoseconds between two changes at least.
  public var interval: Int64
  private var shown: Reading = .none
  private var changedAt: Int64?
  private var isWanted = false
  /// The value of the nearest digits while these are not the shown ones.
  private var nearest: Fixed64?
  /// Since when they have been the nearest.
  private var nearestSince: Int64 = 0

  /// Nanoseconds.
  public static var standardInterval: Int64 { 250_000_000 }
  /// Nanoseconds for which digits have to be the nearest before they are shown.
  public static var restTime: Int64 { 1_000_000_000 }

  /// - Parameter interval: nanoseconds.
  public init(interval: Int64 = standardInterval) { self.interval = interval }

  /// The value whose digits are to be shown.
  public var value: Reading { shown }

  /// When ``take(_:_:at:)`` will change the digits though the value stays; `nil` for never.
  public var nextTime: Int64? {
    guard let changedAt else { return nil }
    let free = later(changedAt, interval)
    return isWanted ? free : nearest == nil ? nil : Swift.max(free, later(nearestSince, Self.restTime))
  }

  /// Takes a value, and perhaps shows it.
  /// - Returns: whether the digits change.
  public mutating func take(_ reading: Reading, _ format: NumberFormat, at time: Int64) -> Bool {
    // A change of quality is shown at once.
    guard reading.quality == shown.quality, let changedAt else { return show(reading, time) }
    let (digits, shownDigits) = (format.shownValue(of: reading.value), format.shownValue(of: shown.value))
    if digits == shownDigits {
      (nearest, isWanted) = (nil, false)
      return false
    }
    if digits != nearest { (nearest, nearestSince) = (digits, time) }
    isWanted = format.isAway(reading.value, from: shown.value, shownDigits) || time - nearestSince >= Self.restTime
    if !isWanted || time - changedAt < interval { return false }
    return show(reading, time)
  }

  private mutating func show(_ reading: Reading, _ time: Int64) -> Bool {
    let isChange = shown != reading
    (shown, changedAt, nearest, isWanted) = (reading, time, nil, false)
    return isChange
  }
}

extension NumberFormat {
  /// Whether a value has left the digits that are shown for another: by three quarters of the last digit. A clock and a
  /// date have no use for that.
  /// - Parameter digits: the value of the digits that are shown.
  fileprivate func isAway(_ value: Fixed64, from shown: Fixed64, _ digits: Fixed64) -> Bool {
    if isCutOff { return lastDigits(of: value) != lastDigits(of: shown) }
    // From the digits that are shown, not from the value that they were made of.
    return (value - digits).magnitude.rawValue >= lastDigit(of: shown).rawValue / 4 * 3
  }
}
