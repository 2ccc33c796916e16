// Stage: a panel. Values of signals without a source: docs/panel-format.md, "demo".
import PanelFile
import PanelSignals

/// Values of a demonstration, by time alone.
struct PanelDemo {
  private enum Course { case constant, sweep, noise, steps, walk }

  private struct Part {
    let signal: SignalIndex
    let course: Course
    let values: [Fixed64]
    let lower, upper: Fixed64
    let period: Int64
  }

  private let file: PanelFile
  private var parts: [Part] = []
  private var hasPast = false

  init(_ file: PanelFile) {
    self.file = file
    for (index, record) in file.root.children(.signal).enumerated() {
      guard let number = record.choice(.demo), record.choice(.source) != nil || record[.expression] == nil else {
        continue
      }
      let courses: InlineArray<5, Course> = [.constant, .sweep, .noise, .steps, .walk]
      parts.append(
        Part(
          signal: SignalIndex(index), course: courses.indices.contains(number) ? courses[number] : .constant,
          // Entries with a text are names of values, those with ends failures.
          values: record.children(.entry).filter { $0.text(.text) == nil && $0[.lower] == nil }
            .map { $0.number(.value) ?? .zero },
          lower: record.number(.lower) ?? 0,
          upper: record.number(.upper) ?? 100, period: max(1_000_000, record.duration(.demoPeriod) ?? 1_000_000_000)))
    }
  }

  /// Nanoseconds between two values.
  static var interval: Int64 { 100_000_000 }

  /// Writes all values; the first time the histories too, so that trends are not empty.
  /// - Parameter held: signals that show what a control has sent.
  mutating func write(to signals: SignalStore, at time: Int64, except held: [SignalIndex]) {
    if !hasPast && !signals.hasComputedHistory {
      for part in parts { signals.fillHistory(part.signal, to: time) { value(of: part, $0) } }
    } else if !hasPast {
      signals.fillHistories(by: SignalStore(file), to: time) { rehearsal, time, own in
        for part in parts { rehearsal.set(part.signal, to: value(of: part, time), at: own) }
      }
    }
    for part in parts where !held.contains(part.signal) {
      signals.set(part.signal, to: value(of: part, time), at: time)
    }
    hasPast = true
  }

  private func value(of part: Part, _ time: Int64) -> Fixed64 {
    switch part.course {
    case .constant: return part.values.first ?? .zero
    case .sweep:
      // Up and down again.
      let upward = turns(time, part.period).share * 2
      return part.lower + (part.upper - part.lower) * (upward > 1 ? 2 - upward : upward)
    case .noise:
      let (lower, upper) = (part.values.first ?? 0, part.values.last ?? 1)
      let half = Fixed64(1, over: 2)
      let share = (wander(part.signal, time) * 2 - half).held(.zero, .one)
      return lower + (upper - lower) * share
    case .walk:
      // Between random places, of which it takes one each period, without a corner; small movements over the large ones.
      let (lower, upper) = (part.values.first ?? 0, part.values.last ?? 1)
      let share =
        place(part, time, part.period) * Fixed64(4, over: 5) + place(part, time, part.period / 7 + 1)
        * Fixed64(1, over: 5)
      return lower + (upper - lower) * share
    case .steps:
      if part.values.isEmpty { return .zero }
      let count = Int64(part.values.count)
      return part.values[Int(truncatingIfNeeded: turns(time, part.period).number % count + count) % part.values.count]
    }
  }

  /// Value noise, from 0 to 1 and mostly in the middle: lines between random points, of which each series is eight times as
  /// slow as the one before, and counts more.
  private func wander(_ signal: SignalIndex, _ time: Int64) -> Fixed64 {
    var (sum, period): (Fixed64, Int64) = (.zero, 1_000_000_000)
    for weight in 1..<7 {
      let (number, share) = turns(time, period)
      let series = number &+ Int64(weight) << 48
      let start = random(signal, series)
      sum = sum + (start + (random(signal, series &+ 1) - start) * share) * Fixed64(weight)
      period *= 8
    }
    return (sum / 21) ?? .zero
  }

  /// A place from 0 to 1 on a smooth way from one random place to the next.
  private func place(_ part: Part, _ time: Int64, _ period: Int64) -> Fixed64 {
    let (number, share) = turns(time, period)
    let series = number &+ period << 20
    let (start, end) = (random(part.signal, series), random(part.signal, series &+ 1))
    // 3 s² − 2 s³: at rest at both places.
    return start + (end - start) * (share * share * (Fixed64(3) - share * 2))
  }

  /// splitmix64 of a number and a signal, from 0 to 1. (Steele, Lea, Flood, 2014.)
  private func random(_ signal: SignalIndex, _ number: Int64) -> Fixed64 {
    var bits = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(signal.rawValue)
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Fixed64(rawValue: Int64(bits >> 32))
  }

  /// How many periods have passed, and the share of the present one that has; before 0 too.
  private func turns(_ time: Int64, _ period: Int64) -> (number: Int64, share: Fixed64) {
    let rest = (time % period + period) % period
    return ((time - rest) / period, (Fixed64(rawValue: rest) / Fixed64(rawValue: period)) ?? .zero)
  }
}
