// Stage: instruments. The kind of lists of alarms: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var extent: Self { .style }
}

extension InstrumentKind {
  static let alarms = InstrumentKind(
    51, takesTaps: true, { AlarmsInstrument($0) },
    KindSpec(
      name: "alarms",
      main: KeySpec(
        "alarms", .extent, .choice(of: AlarmsInstrument.Extent.self), summary: "The newest one, or a list."),
      keys: .placement + [
        KeySpec(
          "rows", .rows, .count(AlarmsInstrument.rowLimits), KeyDefault(AlarmsInstrument.standardRows),
          summary: "How many are seen."),
        KeySpec("empty", .text, .text, KeyDefault(word: "No alarms"), summary: "What a list without alarms says."),
        KeySpec("acknowledge", .acknowledges, .flag, true, summary: "Whether a touch acknowledges."),
      ],
      summary:
        "Alarms, the most urgent first, of these those that nobody has acknowledged, and of these the newest; behind them those that "
        + "have gone. What nobody has acknowledged flashes; what has gone is dim; "
        + "a line has the value that raised it and the present one, and how long ago that was, where its text leaves room; the newest alone says how many others there are. A tap acknowledges one, the two ticks beside a list all that are seen in it. One that is held for a "
        + "second is shelved for a quarter of an hour: it lies below the others of the list, and a tap brings it back. Where the causes of alarms are not known a list without alarms has dashes.",
      example: "{alarms: all, rows: 6}", letters: "→+–"))
}
