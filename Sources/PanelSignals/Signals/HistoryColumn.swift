/// The values of a signal during one column of its history.
///
/// Of a signal that wraps, `lower` up to `upper` is the arc that it swept: `lower` lies within the turn, and `upper` may be
/// beyond its end, as of 350 up to 370. A whole turn or more is from 0 up to the wrap.
public struct HistoryColumn: Equatable, Sendable, BitwiseCopyable {
  /// The least, the greatest and the last value that it had; `lower` ≤ `upper`.
  public var lower, upper, last: Fixed64
  /// Whether it had any: there are gaps where it was old, failed or not there.
  public var hasValue: Bool

  static var gap: HistoryColumn { HistoryColumn(lower: .zero, upper: .zero, last: .zero, hasValue: false) }

  private init(lower: Fixed64, upper: Fixed64, last: Fixed64, hasValue: Bool) {
    (self.lower, self.upper, self.last, self.hasValue) = (lower, upper, last, hasValue)
  }

  /// A column of one value; a gap unless it is fresh.
  init(_ reading: Reading) {
    let value = reading.quality == .fresh ? reading.value : .zero
    self.init(lower: value, upper: value, last: value, hasValue: reading.quality == .fresh)
  }

  func shifted(by way: Fixed64) -> HistoryColumn {
    HistoryColumn(lower: lower + way, upper: upper + way, last: last + way, hasValue: hasValue)
  }

  /// Becomes both columns together, this one and a later one.
  @_optimize(speed)
  mutating func include(_ other: HistoryColumn, wraps: Fixed64) {
    if !other.hasValue { return }
    if !hasValue {
      self = other
      if wraps > .zero { bringIntoTurn(wraps) }
      return
    }
    if wraps <= .zero {
      (lower, upper, last) = (Swift.min(lower, other.lower), Swift.max(upper, other.upper), other.last)
      return
    }
    // Laid end to end with this one, the short way from the one's last value to the other's.
    let next = end(wraps) + shortWay(from: last, to: other.last, wraps: wraps)
    let shift = next - other.end(wraps)
    (lower, upper) = (Swift.min(lower, other.lower + shift), Swift.max(upper, other.upper + shift))
    last = other.last
    bringIntoTurn(wraps)
  }

  /// The last value, within the arc.
  private func end(_ wraps: Fixed64) -> Fixed64 { last < lower ? last + wraps : last }

  private mutating func bringIntoTurn(_ wraps: Fixed64) {
    last = last.modulo(wraps) ?? last
    if upper - lower >= wraps {
      (lower, upper) = (.zero, wraps)
      return
    }
    let start = lower.modulo(wraps) ?? lower
    (lower, upper) = (start, upper + (start - lower))
  }
}
