// Stage: instruments. The kind of tables: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  package static var columnCount: Self { .own(1) }
}

extension [KeySpec] {
  /// Of rows of names and values.
  static var columns: [KeySpec] {
    [KeySpec("columns", .special("a list of texts"), summary: "What stands above the values of rows, one for each.")]
  }
}

extension InstrumentKind {
  static let table = InstrumentKind(
    56, { TableInstrument($0) },
    KindSpec(
      name: "table",
      main: KeySpec(
        "table", .rows,
        summary:
          "Its rows: a signal, or a map of a text to a signal, or to a list of as many in each row. A signal of texts shows its words, "
          + "and so does an expression of texts behind `=`."),
      keys: .placement + [.ownTitle] + .columns, summary: "Rows of names and values.",
      example: "{table: [rpm, coolant, Oil pressure: oil]}"))
}
