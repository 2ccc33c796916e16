// Stage: instruments. A number with its unit, in one text.
import PanelFile
import PanelSignals

/// How the values of a signal are written in one text.
struct NumberWords {
  let shown: ShownUnit
  let format: NumberFormat
  let unit: String?

  /// - Parameter entry: where the signal stands, perhaps with a unit of its own.
  init(_ signal: PanelRecord, in entry: PanelRecord? = nil, _ builder: PanelBuilder) {
    shown = ShownUnit(signal, in: entry)
    format = builder.numbers(of: signal, shown)
    unit = entry?.text(.unit) ?? signal.text(.unit)
  }

  /// - Parameter value: in the signal's own unit.
  func number(of value: Fixed64) -> String { format.text(of: shown.apply(value)) }

  /// A shown value with its unit; without it where that would take memory: more than ten bytes.
  func text(ofShown value: Fixed64) -> String {
    let number = format.text(of: value)
    guard let unit, number.utf8.count + unit.utf8.count < 10 else { return number }
    return number + " " + unit
  }
}
