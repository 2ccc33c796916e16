// Stage: instruments. The kind of texts: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let text = InstrumentKind(
    43, { TextInstrument($0) },
    KindSpec(
      name: "text", main: KeySpec("text", .text, .text, summary: "What it says."),
      keys: .placement + [
        .ownTitle,
        KeySpec("align", .alignment, .choice(["left", "centre", "right"]), "left", summary: "To which side it lies."),
        KeySpec("color", .color, .color, "ink", summary: "Its colour."),
        KeySpec(
          "overflow", .overflow, .choice(of: TextInstrument.Overflow.self), "shorten",
          summary:
            "What happens to a text that is too long: its letters get smaller and it is shortened, it passes by, or it has several lines."
        ),
        KeySpec(
          "letters", .size, .length, "by the place",
          summary: "How high capitals are, in percent of the place's height."),
      ], summary: "Words.", example: "{text: Port engine}",
      notes:
        "A text may have numbers in it, as `{text: \"{wind} of {gust:0.0} kn\"}`: an expression in braces, and behind a colon its "
        + "format. `{{` is a brace. Titles and other texts of instruments may have them too. Braces have no unit: the number is in the "
        + "signal's shown one. `{fuel} {unit(fuel)}` writes the unit too, and such a text follows the system of units. After a product with a plain number, as `{p * 2}`, it is in the signal's own. A part "
        + "without a value is a dash, and the words beside it stay. In a translation the words of an `enum` are translated too; those of "
        + "a signal of texts are not: these are words of a source, which `map` or an `enum` with words gives others. A text of an expression has braces too, `'=if(grid > 0, \"buys {grid} kW\", \"sells {-grid} kW\")'`, and stays in its language."
    ))
}
