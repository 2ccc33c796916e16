// Stage: instruments. The kind of tables: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let table = InstrumentKind(
    56, { TableInstrument($0) },
    KindSpec(
      name: "table",
      main: KeySpec(
        "table", .rows,
        summary:
          "Its rows: a signal, or a map of a text to a signal. A signal of texts shows its words, and so does an expression of texts behind `=`."
      ),
      keys: .placement + [.ownTitle], summary: "Rows of names and values.",
      example: "{table: [rpm, coolant, Oil pressure: oil]}"))
}
