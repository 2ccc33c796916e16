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
        The names are those of Material Design Icons, <https://pictogrammers.com/library/mdi/>, as far as Debian's package
        `fonts-materialdesignicons-webfont` has them: `grep -o '"[a-z0-9-]*":' /usr/share/fonts-materialdesignicons-webfont/scss/_variables.scss`
        lists them. A name that there is not is an error, with the one that was probably meant.
        """))
}
