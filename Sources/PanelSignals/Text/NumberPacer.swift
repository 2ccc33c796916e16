// Stage: signals. Digits that change too fast, or to and fro, cannot be read.

/// Lets the digits of a value change four times a second at most, and only once the value is three quarters of the last
/// digit away from them. So they change up and down half a digit apart, and noise between two digits shows one of them.
public struct NumberPacer {
  /// Nanoseconds between two changes at least.
  public var interval: Int64
  private var shown: Reading = .none
  private var changedAt: Int64?
  private var wanted: Reading = .none

  /// - Parameter interval: nanoseconds.
  /// Nanoseconds.
  public static var standardInterval: Int64 { 250_000_000 }

  public init(interval: Int64 = standardInterval) { self.interval = interval }

  /// The value whose digits are to be shown.
  public var value: Reading { shown }

  /// When ``take(_:_:at:)`` will change the digits though the value stays; `nil` for never.
  public var nextTime: Int64? { wanted == shown ? nil : changedAt.map { later($0, interval) } }

  /// Takes a value, and perhaps shows it.
  /// - Returns: whether the digits change.
  public mutating func take(_ reading: Reading, _ format: NumberFormat, at time: Int64) -> Bool {
    // A change of quality is shown at once.
    if reading.quality != shown.quality || changedAt == nil { return show(reading, time) }
    if !format.isAway(reading.value, from: shown.value) {
      wanted = shown
      return false
    }
    wanted = reading
    if let changedAt, time - changedAt < interval { return false }
    return show(reading, time)
  }

  private mutating func show(_ reading: Reading, _ time: Int64) -> Bool {
    let isChange = shown != reading
    (shown, wanted, changedAt) = (reading, reading, time)
    return isChange
  }
}

extension NumberFormat {
  /// Whether a value has left the digits that are shown for another: by three quarters of the last digit. A clock and a
  /// date have no use for that.
  fileprivate func isAway(_ value: Fixed64, from shown: Fixed64) -> Bool {
    if isCutOff { return lastDigits(of: value) != lastDigits(of: shown) }
    // From the digits that are shown, not from the value that they were made of.
    return (value - shownValue(of: shown)).magnitude.rawValue >= lastDigit(of: shown).rawValue / 4 * 3
  }
}
