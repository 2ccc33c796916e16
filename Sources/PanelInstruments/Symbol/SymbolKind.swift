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
      ], summary: "An icon.", example: "{symbol: engine, color: accent}",
      notes: """
        The names are those of Material Design Icons, <https://pictogrammers.com/library/mdi/>, version 7, which has
        some 7,000; `scripts/assets` installs them, and `grep pump /usr/local/share/lamina/icons/names` lists those with a word in
        their name. A name that there is not is an error, with the three that were probably meant.
        """))
}
