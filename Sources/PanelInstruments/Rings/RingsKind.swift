// Stage: instruments. The kind of rings: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let rings = InstrumentKind(
    67, { RingsInstrument($0) },
    KindSpec(
      name: "rings",
      main: KeySpec(
        "rings",
        .signals(.init(1...6, "a list of signals")),
        members: [KeySpec("title", .title, .text, "the signal's", summary: "Its name."), .color],
        summary: "What they show, from the outermost on."),
      keys: .placement + [
        .ownTitle,
        KeySpec("value", .showsValue, .flag, true, summary: "Whether names and values are written at the rings."),
        KeySpec(
          "start", .start, .bounded(.angle, 0...359), 0,
          summary:
            "Where they begin, in degrees clockwise from twelve o'clock. Names and values stand in the quarter before twelve, "
            + "and only where no ring is there."),
        KeySpec("sweep", .sweep, .bounded(.angle, 30...360), 270, summary: "Their angle in degrees."),
        KeySpec("segments", .segments, .count(2...100), summary: "How many parts each ring is cut into."),
        KeySpec(
          "thickness", .thickness, .length, "16percent",
          summary:
            "How wide a ring is: `16percent` of the outermost one's radius, or a length. The gaps have 3 percent, and a quarter stays free in the middle: "
            + "two rings leave 65 for a number."),
      ], summary: "Rings about one centre, each with its signal's range.",
      example: "{rings: [coolant, oil, {signal: rpm, color: accent}]}"))
}
