// Stage: instruments. The kind of timers: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var runs: Self { .enabled }
}

extension InstrumentKind {
  static let timer = InstrumentKind(
    61, takesTaps: true, { TimerInstrument($0) },
    KindSpec(
      name: "timer",
      main: KeySpec("timer", .interval, .timer, summary: "How long it runs down, or that it counts up."),
      keys: .placement + [
        .ownTitle,
        KeySpec("runs", .runs, .condition, summary: "When it runs; it has buttons of its own otherwise."),
      ],
      summary: "A stopwatch.", example: "{timer: 5min}"))
}
