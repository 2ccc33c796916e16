// Stage: instruments. The kind of tapes of headings: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let heading = InstrumentKind(
    63, { HeadingInstrument($0) },
    KindSpec(
      name: "heading", main: .shown("heading", .signalOf(.angle), "The heading."), keys: .placement + [.title, .bug],
      summary: "A tape of headings.", example: "{heading: heading}", letters: "NESW", unit: "deg"))
}
