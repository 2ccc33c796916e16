// Stage: instruments. The kind of icons: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let symbol = InstrumentKind(
    50, { SymbolInstrument($0) },
    KindSpec(
      name: "symbol", main: KeySpec("symbol", .iconOrSignal, summary: "The icon."),
      keys: .placement + [
        KeySpec("color", .color, .color, "ink", summary: "Its colour."),
        KeySpec("turn", .turns, .value(.angle), summary: "By how many degrees it is turned."),
      ], summary: "An icon.", example: "{symbol: engine, color: accent}"))
}
