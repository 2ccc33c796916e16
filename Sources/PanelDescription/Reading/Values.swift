// Scalars become values, by the type that their key expects.
import PanelFile
import PanelSignals

/// A number as panel files have it: plain decimals.
package func parseNumber(_ text: some StringProtocol) -> Fixed64? {
  let bytes = Array(text.utf8)
  // `5_000`, `0x10` and `.inf` are numbers to YAML, and `010` is 8.
  if bytes.count > 1, bytes[0] == 48, bytes[1] >= 48, bytes[1] <= 57 { return nil }
  // A number of a source that does not fit is held to the ends: here it is a mistake.
  guard let number = Fixed64(decimal: bytes.span), number > .min, number < .max,
    !bytes.contains(where: { $0 | 32 == 101 })
  else { return nil }
  return number
}

/// Nanoseconds of `150ms`, `2s`, `5min`, `1h`, `1d`.
package func parseDuration(_ text: some StringProtocol) -> Int64? {
  let units: [(String, Int64)] = [
    ("ms", 1_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000), ("h", 3_600_000_000_000),
    ("d", 86_400_000_000_000),
  ]
  for (unit, nanoseconds) in units where text.hasSuffix(unit) {
    guard let number = parseNumber(text.dropLast(unit.count)), number >= .zero else { return nil }
    let product = Double(number.rawValue) / 4_294_967_296 * Double(nanoseconds)
    return product < 3.1e18 ? Int64(product.rounded()) : nil
  }
  return nil
}

/// `700..3200`, `..100`, `3600..`: an end that is left out is `nil`.
func parseRange(_ text: some StringProtocol) -> (lower: Fixed64?, upper: Fixed64?)? {
  let text = String(text)
  guard let dots = text.range(of: "..") else { return nil }
  let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
  if first.isEmpty && last.isEmpty { return nil }
  let (lower, upper) = (parseNumber(first), parseNumber(last))
  if (lower == nil) != first.isEmpty || (upper == nil) != last.isEmpty { return nil }
  if let lower, let upper, lower >= upper { return nil }
  return (lower, upper)
}

/// `120`, `120px`, `20mm`, `30percent`, `2fr`.
func parseLength(_ text: some StringProtocol) -> (Fixed64, LengthUnit)? {
  let units: [(String, LengthUnit)] = [
    ("px", .points), ("mm", .millimetres), ("percent", .percent), ("%", .percent), ("fr", .fraction),
  ]
  for (suffix, unit) in units where text.hasSuffix(suffix) {
    return parseNumber(text.dropLast(suffix.count)).flatMap { $0 >= .zero ? ($0, unit) : nil }
  }
  return parseNumber(text).flatMap { $0 >= .zero ? ($0, .points) : nil }
}

/// `800x480`.
func parseSize(_ text: some StringProtocol) -> (width: Int, height: Int)? {
  let parts = text.split(separator: "x", omittingEmptySubsequences: false)
  guard parts.count == 2, let width = parseNumber(parts[0]), let height = parseNumber(parts[1]),
    (16...16384).contains(width.floor), (16...16384).contains(height.floor)
  else { return nil }
  return (width.floor, height.floor)
}

/// How a number is written, as `0.0`, `000`, `+0`, `h:mm:ss`.
func parseFormat(_ text: some StringProtocol) -> NumberFormat? { NumberFormat(pattern: Array(text.utf8).span) }

extension NumberFormat {
  /// The expectation in place of another format.
  static let examples = "a format as 0, 0.0, 000, +0, 0,000, h:mm:ss, 'd h:mm' or lat.000"

  /// The unit that its numbers count, which is not written behind them; `nil` for any.
  var unitName: String? {
    switch style {
    case .decimal: nil
    case .daysHoursMinutes, .hoursMinutesSeconds, .hoursMinutes, .minutesSeconds, .clock, .clockSeconds: "s"
    case .date, .dateWithPoints, .dateWithSlashes: "d"
    case .latitude, .longitude: "deg"
    }
  }

  /// As ``PropertyKey/format`` has it.
  var property: PropertyDraft { .number(Fixed64(Int(packed))) }
}

/// Whether a text is a time beyond the range of durations.
func isTooLong(_ text: String) -> Bool {
  guard parseDuration(text) == nil, let unit = ["ms", "min", "s", "h", "d"].first(where: { text.hasSuffix($0) }) else {
    return false
  }
  let number = text.dropLast(unit.count)
  return !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) }
}

/// The time that was probably meant: `5` is `5s`, and `5sec` too; `150` is `150ms`, and `1000` is `1s`.
/// - Parameter isLong: whether nobody means milliseconds.
func meantDuration(_ text: String, isLong: Bool = false) -> String? {
  if let number = parseNumber(text) {
    if isLong || number < 100 { return "\(text)s" }
    let isWhole = number == Fixed64(number.floor) && number.floor % 1000 == 0
    return isWhole ? "\(number.floor / 1000)s" : "\(text)ms"
  }
  let names = [
    "milliseconds": "ms", "msec": "ms", "seconds": "s", "second": "s", "secs": "s", "sec": "s", "minutes": "min",
    "minute": "min", "mins": "min", "m": "min", "hours": "h", "hour": "h", "hrs": "h", "hr": "h", "days": "d",
    "day": "d",
  ]
  let number = text.prefix { $0.isNumber || $0 == "." }
  let unit = text.dropFirst(number.count).split(separator: " ").joined()
  guard parseNumber(number) != nil, let name = names[unit] ?? (parseDuration("1\(unit)") != nil ? unit : nil) else {
    return nil
  }
  return "\(number)\(name)"
}
