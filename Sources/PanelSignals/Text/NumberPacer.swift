// Stage: signals. Digits that change too fast, or to and fro, cannot be read.

/// Lets the digits of a value change four times a second at most, and not for less than half of the last digit and a
/// quarter: a value between two digits stays with the one that is shown.
public struct NumberPacer {
  /// Nanoseconds between two changes at least.
  public var interval: Int64 = 250_000_000
  private var shown: Reading = .none
  private var changedAt: Int64?
  private var wanted: Reading = .none

  public init() {}

  /// The value whose digits are to be shown.
  public var value: Reading { shown }

  /// When ``take(_:_:at:)`` will change the digits though the value stays; `nil` for never.
  public var nextTime: Int64? { wanted == shown ? nil : changedAt.map { $0 + interval } }

  /// Takes a value, and perhaps shows it.
  /// - Returns: whether the digits change.
  public mutating func take(_ reading: Reading, _ format: NumberFormat, at time: Int64) -> Bool {
    // What is worse, or better, to believe is shown at once.
    if reading.quality != shown.quality || changedAt == nil { return show(reading, time) }
    let digit = Fixed64(digits: 1, exponent: -format.decimals)
    let threshold = Fixed64(rawValue: digit.rawValue / 4 * 3)
    // The distance from the digits that are shown, not from the value that they were made of.
    let digits = format.lastDigits(of: shown.value)
    let center = Fixed64(digits: digits.magnitude, exponent: -format.decimals, isNegative: digits < 0)
    if (reading.value - center).magnitude < threshold {
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
