// Stage: instruments. The kind of groups of bars: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let bars = InstrumentKind(
    64, { BarsInstrument($0) },
    KindSpec(
      name: "bars",
      main: KeySpec(
        "bars",
        .signals(.init(1...64, "a list of signals", sharesScale: true)),
        members: [KeySpec("title", .title, .text, "the signal's", summary: "Written above it."), .color],
        summary: "What they show."),
      keys: .placement + [
        KeySpec("title", .title, .text, summary: "Written above them."),
        KeySpec("range", .range(.lower, .upper), "the first signal's", summary: "The ends of the scale."),
        KeySpec(
          "zones", .showsZones, .flag, true,
          summary: "Whether the scales mark the zones. The state of each value shows in either case."),
        KeySpec("upright", .isUpright, .flag, true, summary: "Whether they stand."),
      ], summary: "Several values of one kind, beside each other.", example: "{bars: [coolant, oil]}"))
}
