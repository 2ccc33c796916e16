// Stage: sources. Input: the texts of a sensor's files. Output: its value, exactly.
import PanelSignals

/// A decimal number as the kernel writes it: up to 18 digits, a sign and a point.
struct SensorNumber {
  /// Below 10¹⁸.
  let digits: Int64
  /// Behind the point: 0...18.
  let decimals: Int

  static var zero: SensorNumber { SensorNumber(digits: 0, decimals: 0) }
  static var one: SensorNumber { SensorNumber(digits: 1, decimals: 0) }

  private init(digits: Int64, decimals: Int) { (self.digits, self.decimals) = (digits, decimals) }

  /// Reads the first line of a file, or a text up to a blank.
  /// - Returns: `nil` where something else stands there, and for too many digits.
  init?(_ text: Span<UInt8>) {
    var place = 0
    let isNegative = text.count > 0 && text[0] == 45
    if text.count > 0, text[0] == 45 || text[0] == 43 { place = 1 }
    var (digits, decimals, count, pending, hasPoint) = (Int64(0), 0, 0, 0, false)
    while place < text.count, !WordReader.isBlank(text[place]) {
      let byte = text[place]
      place += 1
      if byte == 46, !hasPoint {
        hasPoint = true
        continue
      }
      if byte < 48 || byte > 57 { return nil }
      count += 1
      // A zero behind the point counts when another digit follows.
      pending += hasPoint ? 1 : 0
      if hasPoint && byte == 48 { continue }
      for _ in 0..<Swift.max(1, pending) {
        if digits >= 100_000_000_000_000_000 { return nil }
        digits *= 10
      }
      digits += Int64(byte - 48)
      decimals += pending
      pending = 0
    }
    if count == 0 || decimals > 18 { return nil }
    (self.digits, self.decimals) = (isNegative ? -digits : digits, decimals)
  }

  /// `(raw + offset) · scale / 10^decimals`, the nearest number of 32.32, halves away from zero.
  /// - Returns: `nil` where it does not fit, or where one of the numbers has too many digits for 64 bits.
  static func value(
    _ raw: SensorNumber, offset: SensorNumber = .zero, scale: SensorNumber = .one, decimals: Int
  ) -> Fixed64? {
    let places = Swift.max(raw.decimals, offset.decimals)
    guard let a = raw.scaled(to: places), let b = offset.scaled(to: places) else { return nil }
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    guard !isTooLarge, let divisor = SensorNumber.one.scaled(to: places + scale.decimals + decimals) else { return nil }
    let product = sum.magnitude.multipliedFullWidth(by: scale.digits.magnitude)
    // One bit more than the result has; a divisor of 10¹⁸ at most is below 2⁶⁰.
    guard let numerator = WideNumber(high: product.high, low: product.low).shifted(by: 33)?.number else { return nil }
    let isNegative = (sum < 0) != (scale.digits < 0)
    let rounded = numerator.adding(WideNumber(high: 0, low: UInt64(divisor)))
    guard let quotient = rounded.divided(by: UInt64(divisor) &* 2), quotient < 1 << 63 else { return nil }
    let magnitude = Int64(truncatingIfNeeded: quotient)
    return Fixed64(rawValue: isNegative ? 0 &- magnitude : magnitude)
  }

  /// The digits with more decimals; `nil` where they do not fit.
  private func scaled(to places: Int) -> Int64? {
    if places > 18 { return nil }
    var number = digits
    var place = decimals
    while place < places {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      number = product
      place += 1
    }
    return number
  }
}
