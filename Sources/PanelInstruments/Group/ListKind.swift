// Stage: instruments. The kind of lists: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let list = InstrumentKind(
    68, { ListInstrument($0) },
    KindSpec(
      name: "list",
      main: KeySpec(
        "list", .rows,
        summary:
          "Its rows: a signal, or a map of a text to a signal, or to a list of as many in each row. A signal of texts shows its words, "
          + "and so does an expression of texts behind `=`."),
      keys: .placement + [.ownTitle] + .columns,
      summary: "A table of any length, which a finger, arrow keys or an encoder move. Its rows keep their height.",
      example: "{list: [rpm, coolant, Oil pressure: oil]}"))
}
