// Stage: instruments. The kind of texts: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let text = InstrumentKind(
    43, { TextInstrument($0) },
    KindSpec(
      name: "text", main: KeySpec("text", .text, .text, summary: "What it says."),
      keys: .placement + [
        KeySpec("align", .alignment, .choice(["left", "centre", "right"]), "left", summary: "To which side it lies."),
        KeySpec("color", .color, .color, "ink", summary: "Its colour."),
        KeySpec(
          "overflow", .overflow, .choice(of: TextInstrument.Overflow.self), "shorten",
          summary: "What happens to a text that is too long."),
      ], summary: "Words.", example: "{text: Port engine}"))
}
