// Stage: instruments. The kind of lamps: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let lamp = InstrumentKind(
    44, { LampInstrument($0) },
    KindSpec(
      name: "lamp", main: .shown("lamp", .condition, "Whether it is lit."),
      keys: .placement + [
        KeySpec("title", .title, .text, "the signal's", summary: "What is written on it."),
        KeySpec("icon", .icon, .icon, summary: "An icon before the words, or in their place."),
        KeySpec("color", .color, .color, "caution", summary: "Its colour when lit."),
        KeySpec("flash", .flashes, .condition, false, summary: "Whether it flashes when lit."),
        KeySpec(
          "state", .state, .choice(of: ZoneState.self), "caution", summary: "How urgent it is: its shape says so."),
      ], summary: "A field that is lit by a condition.", example: "{lamp: oil below 100, title: OIL}"))
}
