// The words of messages and documents for the syntax of a value.
import PanelFile
import PanelSignals

extension ValueType {
  /// The expectation of a message.
  var expectation: String {
    switch self {
    case .text: "a text"
    case .number, .difference: "a number, as 12.5"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration, .interval, .longInterval, .past: "a time, as 150ms, 2s, 5min or 1h"
    case .flag, .arrow, .extremes: "true or false"
    case .length: "a length, as 120px, 20mm, 30percent or 2fr"
    case .range: "a range, as 0..100, 90.. or ..10"
    case .automaticRange: "a range as 0..100, or auto"
    case .choice(let words): joined(words.filter { !$0.isEmpty })
    case .value, .bounded: "a number, a signal or an expression"
    case .signal, .signalOfNames: "a signal or an expression"
    case .signalOf(let dimension): "a signal or an expression, in \(Units.list(dimension))"
    case .condition: "a condition, as 'rpm above 100'"
    case .color: "a role as caution, a colour as red-60 or \"#ff8800\", or an expression"
    case .icon: "the name of an icon of Material Design Icons"
    case .unit: "a unit"
    case .format: "a format, as 0.0"
    case .signals(let list): list.words
    case .rows: "a list of signals"
    case .extreme: "a time, or hold"
    case .setpoint: "a number, a signal, an expression, or a map as {sets: wanted}"
    case .labels: "x10, x100, x1000, ends, none or a map of numbers to words"
    case .origin: "zero, centre, or a value"
    case .iconOrSignal: "the name of an icon, or a signal with an enum"
    case .picture: "a PNG file"
    case .clockPattern: "a pattern as HH:mm"
    case .zoneOffset: "an offset as +02:00, or local"
    case .timer: "a time, or up"
    case .zones: "true, false, or zones as {caution: 90..100, warning: 100..}"
    case .alarms: "a list of alarms, or all"
    case .points: "a list of places, as [[0, 0], [100percent, 0]]"
    case .place(let words, _), .every(_, let words), .special(let words): words
    }
  }

  private func joined(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
