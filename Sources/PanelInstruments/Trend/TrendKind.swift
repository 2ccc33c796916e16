// Stage: instruments. The kind of trends: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let trend = InstrumentKind(
    45, { TrendInstrument($0) },
    KindSpec(
      name: "trend",
      main: KeySpec(
        "trend", .signals(.init(1...8, "a signal, or a list of signals", sharesScale: true)),
        summary: "What its pens draw."),
      keys: .placement + [
        KeySpec("title", .title, .text, "the first signal's", summary: "Written above it."),
        KeySpec(
          "range", .range(.lower, .upper), "the first signal's", summary: "The ends of the scale, which all pens share."
        ),
        KeySpec(
          "last", .last, .past(standard: TrendInstrument.standardDuration),
          KeyDefault(duration: TrendInstrument.standardDuration), summary: "How much of the past is shown."),
        KeySpec(
          "zones", .showsZones, .flag, false,
          summary: "Whether zones are shown as bands. The frame shows the state in either case."),
        KeySpec("band", .band, .flag, true, summary: "Whether the least and the greatest value are shown."),
        KeySpec("upright", .isUpright, .flag, false, summary: "Whether time runs down."),
      ], summary: "The past as a line.", example: "{trend: [wind, depth], last: 30min}"))
}
