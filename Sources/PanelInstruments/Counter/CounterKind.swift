// Stage: instruments. The kind of counters: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let hours = InstrumentKind(
    60, { CounterInstrument($0) },
    KindSpec(
      name: "hours", main: .shown("hours", .signal, "What its drums count."), keys: .numbered,
      summary: "Drums of a counter, as of hours or of a trip.", example: "{hours: engine_hours}", font: .drums))
}
