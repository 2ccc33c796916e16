// Stage: instruments. The kind of plots: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let plot = InstrumentKind(
    65, { PlotInstrument($0) },
    KindSpec(
      name: "xy", main: KeySpec("xy", .signals(.init(2...2, "two signals")), summary: "To the right, and up."),
      keys: .placement + [
        .ownTitle,
        KeySpec(
          "last", .last, .longInterval, KeyDefault(duration: PlotInstrument.standardDuration),
          summary: "How long the trace is."),
      ], summary: "One value over another.", example: "{xy: [rpm, oil]}"))
}
