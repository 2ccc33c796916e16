// Stage: instruments. The kind of numbers: its number in files, its keys and their documents.
import PanelFile
import PanelSignals

extension PropertyKey {
  static var digits: Self { .style }
  static var extremes: Self { .showsRange }
}

extension InstrumentKind {
  static let number = InstrumentKind(
    42, { NumberInstrument($0) },
    KindSpec(
      name: "number", main: .shown("number"),
      keys: .ranged + [
        .color,
        KeySpec(
          "digits", .digits, .choice(of: NumberInstrument.Digits.self), "plain", font: .segments,
          summary: "Letters, or seven segments."),
        KeySpec("arrow", .arrow, .arrow, false, summary: "Whether an arrow shows where it goes."),
        KeySpec(
          "extremes", .extremes, .extremes, false,
          summary: "Whether its least and greatest value so far are shown; a tap forgets them."),
        KeySpec("setpoint", .setpoint, .value(.ofSignal), summary: "What it should be, written beside it."),
        KeySpec("last", .last, .past(standard: nil), summary: "How much of its past is drawn below it."),
        KeySpec(
          "pace", .interval, .duration, KeyDefault(duration: NumberPacer.standardInterval),
          summary: "How long digits stay at least before others come."),
      ], summary: "A value in digits, with its unit.", example: "{number: depth, title: Depth}"))
}
