// Stage: instruments. The kind of names of values: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let enumeration = InstrumentKind(
    59, { EnumInstrument($0) },
    KindSpec(
      name: "enum", main: .shown("enum", .signalOfNames, "What it shows, by the signal's `enum`."),
      keys: .placement + [.title], summary: "The name of a value.", example: "{enum: gear}"))
}
