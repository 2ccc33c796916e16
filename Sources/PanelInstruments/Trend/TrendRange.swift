// Stage: instruments. The ends of a scale that follow its values.
import PanelSignals

/// A range with round ends around some values.
enum TrendRange {
  /// - Parameters:
  ///   - values: the least and the greatest value that are seen.
  ///   - least: how far the ends are apart at least; 0 for no such length.
  ///   - former: the range that is shown now: a smaller one comes only where it takes less than three fifths of it.
  static func around(
    _ values: ClosedRange<Fixed64>, least: Fixed64, former: ClosedRange<Fixed64>
  ) -> ClosedRange<Fixed64> {
    var (low, high) = (values.lowerBound, values.upperBound)
    // No wider than what numbers can hold.
    let limit = Fixed64(1 << 29)
    (low, high) = (low.held(-limit, limit), high.held(-limit, limit))
    let magnitude = Swift.max(low.magnitude, high.magnitude)
    // Of values that do not move, a fiftieth of them.
    let wanted = Swift.max(least, high > low ? .zero : Swift.max((magnitude / 50) ?? 1, Fixed64(rawValue: 1 << 22)))
    if high - low < wanted {
      let missing = (wanted - (high - low)) / 2 ?? .zero
      (low, high) = (low - missing, high + missing)
    }
    // A fiftieth is free beyond the values: a line at the very edge looks cut. Zero may be an end itself.
    let margin = ((high - low) / 50) ?? .zero
    let (lowest, highest) = (values.lowerBound.held(-limit, limit), values.upperBound.held(-limit, limit))
    if lowest != .zero { low = Swift.min(low, lowest < .zero ? lowest - margin : Swift.max(.zero, lowest - margin)) }
    if highest != .zero {
      high = Swift.max(high, highest > .zero ? highest + margin : Swift.min(.zero, highest + margin))
    }
    let step = roundStep(((high - low) / 6) ?? 1)
    let range = multiple(low, of: step, isUp: false)...multiple(high, of: step, isUp: true)
    let holds = former.lowerBound <= low && former.upperBound >= high
    let (span, present) = (range.upperBound - range.lowerBound, former.upperBound - former.lowerBound)
    return holds && span > present * Fixed64(3, over: 5) ? former : range
  }

  /// The least of 1, 2 and 5 times a power of ten that is not below a number above 0.
  private static func roundStep(_ least: Fixed64) -> Fixed64 {
    for power in -8...9 {
      for digit in [1, 2, 5] {
        let step = Fixed64(digits: UInt64(digit), exponent: power)
        if step >= least && step > .zero { return step }
      }
    }
    return Fixed64(1_000_000_000)
  }

  private static func multiple(_ value: Fixed64, of step: Fixed64, isUp: Bool) -> Fixed64 {
    guard let count = value / step else { return value }
    // A multiple that was rounded is one all the same.
    let slack = Fixed64(rawValue: 1 << 12)
    return step * Fixed64(isUp ? -(-(count - slack)).floor : (count + slack).floor)
  }
}
