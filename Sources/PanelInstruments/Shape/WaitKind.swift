// Stage: instruments. The kind of marks of waiting: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let wait = InstrumentKind(
    66, { WaitInstrument($0) },
    KindSpec(
      name: "wait", main: .shown("wait", .condition, "Whether it turns."), keys: .placement,
      summary: "A mark that turns while something goes on.", example: "{wait: not ok(rpm)}"))
}
