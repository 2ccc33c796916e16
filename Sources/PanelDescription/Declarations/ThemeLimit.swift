// Conditions of themes that compare one signal with one number.
import PanelSignals

/// A signal above or below a number, as `lux below 15`.
struct ThemeLimit {
  private let signal: String
  private let isAbove: Bool
  /// Whether the number itself counts.
  private let isInclusive: Bool
  private let number: Fixed64
  private let unit: String?

  /// - Returns: `nil` for any other condition.
  init?(_ text: String) {
    guard let tree = try? ExpressionParser.parse(text, isSignal: { _ in false }),
      case .operation(let operation, let parts, _) = tree, parts.count == 2, case .name(let signal, _) = parts[0],
      case .number(let number, let unit, _) = parts[1]
    else { return nil }
    switch operation {
    case .above: (isAbove, isInclusive) = (true, false)
    case .atLeast: (isAbove, isInclusive) = (true, true)
    case .below: (isAbove, isInclusive) = (false, false)
    case .atMost: (isAbove, isInclusive) = (false, true)
    default: return nil
    }
    (self.signal, self.number, self.unit) = (signal, number, unit)
  }

  /// Whether it holds for each value for which the other does.
  func holds(whenever other: ThemeLimit) -> Bool {
    if signal != other.signal || unit != other.unit || isAbove != other.isAbove { return false }
    if number == other.number { return isInclusive || !other.isInclusive }
    return isAbove ? number < other.number : number > other.number
  }
}
