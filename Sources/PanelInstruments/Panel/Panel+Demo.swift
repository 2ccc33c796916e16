// Stage: a panel. What signals show without a source: docs/panel-format.md, "demo".
import PanelFile
import PanelSignals

extension Panel {
  /// Has signals show what the description has for demonstration, from the next ``advance(to:)`` on.
  public func showDemo() { demo = PanelDemo(file) }
}

/// Values that are made up, by time alone.
struct PanelDemo {
  private enum Course { case constant, sweep, noise, steps }

  private struct Part {
    let signal: SignalIndex
    let course: Course
    let values: [Fixed64]
    let lower, upper: Fixed64
    let period: Int64
  }

  private var parts: [Part] = []

  init(_ file: PanelFile) {
    for (index, record) in file.root.children(.signal).enumerated() {
      guard let number = record.choice(.demo), record.choice(.source) != nil || record[.expression] == nil else {
        continue
      }
      let courses: InlineArray<4, Course> = [.constant, .sweep, .noise, .steps]
      parts.append(
        Part(
          signal: SignalIndex(index), course: courses[number & 3],
          // Entries with a text are what values are called.
          values: record.children(.entry).filter { $0.text(.text) == nil }.map { $0.number(.value) ?? .zero },
          lower: record.number(.lower) ?? 0,
          upper: record.number(.upper) ?? 100, period: max(1_000_000, record.duration(.demoPeriod) ?? 1_000_000_000)))
    }
  }

  /// Nanoseconds between two values.
  static var interval: Int64 { 100_000_000 }

  func tell(_ signals: SignalStore, at time: Int64) {
    for part in parts { signals.set(part.signal, to: value(of: part, time), at: time) }
  }

  private func value(of part: Part, _ time: Int64) -> Fixed64 {
    switch part.course {
    case .constant: return part.values.first ?? .zero
    case .sweep:
      // Up and down again.
      let share = (Fixed64(rawValue: time % part.period) / Fixed64(rawValue: part.period)) ?? .zero
      let upward = share + share
      return part.lower + (part.upper - part.lower) * (upward > 1 ? 2 - upward : upward)
    case .noise:
      let (lower, upper) = (part.values.first ?? 0, part.values.last ?? 1)
      // splitmix64 of the tenth of a second and the signal. (Steele, Lea, Flood, 2014.)
      var bits = UInt64(bitPattern: time / Self.interval) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(part.signal.rawValue)
      bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      return lower + (upper - lower) * Fixed64(rawValue: Int64(bits >> 32))
    case .steps:
      if part.values.isEmpty { return .zero }
      return part.values[Int(truncatingIfNeeded: time / part.period % Int64(part.values.count))]
    }
  }
}
