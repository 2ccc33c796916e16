// Stage: instruments. Input: a range and the room for it. Output: where marks and numerals stand. The rules are those of
// MIL-HDBK-759B and ASME B40.100: steps of 1, 2 or 5 times a power of ten, at most nine marks between numerals, marks of
// three lengths, and none finer than what the value can tell.
import PanelSignals

/// How a range is divided.
public struct ScaleDivision: Equatable, Sendable {
  /// How long a mark is.
  public enum Mark: Int, Sendable { case minor, medium, major }

  /// From one numeral to the next.
  public let step: Fixed64
  /// Parts that marks divide a step into, 1...10.
  public let parts: Int
  /// Digits behind the point that tell the numerals apart.
  public let decimals: Int
  private let lower, upper: Fixed64

  /// - Parameters:
  ///   - range: from the first value to the last; an empty one has no marks.
  ///   - numerals: how many there is room for, 2 at least.
  ///   - marks: how many marks there is room for.
  ///   - resolution: the least difference of the value that means anything.
  public init(_ range: ClosedRange<Fixed64>, numerals: Int, marks: Int, resolution: Fixed64 = .zero) {
    (lower, upper) = (range.lowerBound, range.upperBound)
    let span = upper - lower
    var exponent = -6
    var mantissa = 0
    var step = Fixed64.zero
    // The first of 10⁻⁶, 2 · 10⁻⁶, 5 · 10⁻⁶ … 5 · 10⁹ that has room.
    search: while exponent <= 9 {
      for candidate in [1, 2, 5] {
        step = Fixed64(digits: UInt64(candidate), exponent: exponent)
        mantissa = candidate
        if let count = span / step, count.floor < Swift.max(2, numerals), step >= resolution { break search }
      }
      exponent += 1
    }
    self.step = span > .zero ? step : .zero
    decimals = Swift.max(0, Swift.min(6, -exponent))
    var parts = 1
    let choices: InlineArray<3, Int> = mantissa == 2 ? [10, 4, 2] : mantissa == 5 ? [10, 5, 1] : [10, 5, 2]
    for index in choices.indices {
      let choice = choices[index]
      let part = Fixed64(rawValue: step.rawValue / Int64(choice))
      if part >= resolution, let count = span / part, count.floor <= marks {
        parts = choice
        break
      }
    }
    self.parts = parts
  }

  /// Calls `body` for every mark, from the lowest up, with its value.
  public func forEachMark(_ body: (Mark, Fixed64) -> Void) {
    if step <= .zero { return }
    // Whole parts of a step, counted from zero: no mark is off by what the ones before it were rounded by.
    guard let begin = lower / step, let end = upper / step else { return }
    for number in begin.floor...(end.floor + 1) {
      for part in 0..<parts {
        let value = step * Fixed64(number) + Fixed64(rawValue: step.rawValue / Int64(parts) * Int64(part))
        // Half a millionth of a step is how far a whole part may be off.
        let slack = Fixed64(rawValue: step.rawValue >> 20)
        if value + slack < lower || value - slack > upper { continue }
        body(part == 0 ? .major : part * 2 == parts ? .medium : .minor, value)
      }
    }
  }
}
