// No errors, but later regrets: text that cannot be read from where its reader stands, too many alarms, colours that
// are hard to tell apart.
import Foundation
import PanelFile
import PanelSignals

/// Warns of colours, alarms and ranges while they are read.
struct Warnings {
  let problems: Problems

  // MARK: Colours

  /// Contrast of text (4.5:1) and marks (3:1), as WCAG 2.2 asks for, and states that the colour-blind tell apart.
  func warnOfColors(_ name: String, _ colors: [UInt32], _ keys: Keys, _ place: Place) {
    func index(_ role: String) -> Int { Vocabulary.roles.firstIndex(of: role) ?? 0 }
    func origin(of first: String, _ second: String) -> Place {
      keys[first]?.value.place ?? keys[second]?.value.place ?? place
    }
    let linear = colors.map { LinearColor($0) }
    for ground in ["ground", "surface"] {
      for (role, least) in [
        ("ink", 4.5), ("dim", 4.5), ("mark", 3), ("needle", 3), ("accent", 3), ("normal", 3), ("advisory", 3),
        ("caution", 3), ("warning", 3), ("stale", 3),
      ] {
        // Our own colours are our matter.
        if keys[role] == nil && keys[ground] == nil { continue }
        let contrast = linear[index(role)].contrast(linear[index(ground)])
        if contrast < least {
          problems.warn(
            origin(of: role, ground),
            "the theme '\(name)' has \(role) on \(ground) at a contrast of \(oneDecimal(contrast)):1 — expected \(oneDecimal(least)):1 or more"
          )
        }
      }
    }
    let states = Vocabulary.states
    for (number, first) in states.enumerated() {
      for second in states[(number + 1)...] {
        if keys[first] == nil && keys[second] == nil { continue }
        let (a, b) = (linear[index(first)], linear[index(second)])
        let bad = LinearColor.Blindness.allCases.filter { a.seen(with: $0).difference(b.seen(with: $0)) < 0.05 }
        if !bad.isEmpty {
          problems.warn(
            origin(of: second, first),
            "the theme '\(name)' has \(first) and \(second) that look alike with \(bad.map(\.rawValue).joined(separator: ", "))"
          )
        }
      }
    }
  }

  // MARK: Alarms

  /// Few alarms are of the highest priority where they mean something: about 80, 15 and 5 of a hundred. (EEMUA 191.)
  func warnOfLoad(_ counts: [Int], _ pairs: Pairs) {
    let total = counts.reduce(0, +)
    guard total >= 10, let place = pairs.first?.key.place else { return }
    if counts[3] * 20 > total && counts[3] > 1 {
      problems.warn(
        place, "\(counts[3]) of \(total) alarms are warnings: EEMUA 191 has about 5 of 100, or nobody believes them")
    }
    if counts[2] * 4 > total {
      problems.warn(place, "\(counts[2]) of \(total) alarms are cautions: EEMUA 191 has about 15 of 100")
    }
  }

  /// An alarm at a bare limit comes and goes with the last digit.
  func warnOfFlapping(_ name: String, _ key: Item, _ keys: Keys) {
    guard keys["until"] == nil, keys["for"] == nil, let when = keys["when"]?.value.text,
      when.contains(" above ") || when.contains(" below ") || when.contains(">") || when.contains("<")
    else { return }
    problems.warn(key.place, "the alarm '\(name)' has neither until nor for: it will come and go around its limit")
  }

  // MARK: Ranges

  func warnOfRange(_ kind: String, _ keys: Keys, _ shown: SignalEntry?, _ item: Item) {
    guard keys["range"] == nil, let shown, shown.record[.lower] == nil,
      shown.record[.upper] == nil, shown.unit?.text != "percent"
    else { return }
    problems.warn(item.place, "the \(kind) has no range, and neither has '\(item.text ?? "")': 0..100 is taken")
  }
}

/// A number above 0 with one digit behind the point, rounded down.
func oneDecimal(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded(.down))
  return "\(tenths / 10).\(tenths % 10)"
}
