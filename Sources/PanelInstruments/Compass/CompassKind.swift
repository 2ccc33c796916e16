// Stage: instruments. The kind of compasses: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var turningPart: Self { .style }
  static var bug: Self { .setpoint }
}

extension InstrumentKind {
  static let compass = InstrumentKind(
    47, { CompassInstrument($0) },
    KindSpec(
      name: "compass", main: .shown("compass", .signalOf(.angle), "The heading."),
      keys: .placement + [
        .title, .format,
        KeySpec(
          "turns", .turningPart, .choice(of: CompassInstrument.Turning.self), "card", summary: "What turns."),
        .bug,
        KeySpec("second", .second, .signalOf(.angle), summary: "A second mark, as the course over ground."),
        KeySpec("value", .showsValue, .flag, true, summary: "Whether the heading is written."),
      ], summary: "A compass.", example: "{compass: heading, turns: card}", unit: "deg"))
}

extension KeySpec {
  /// Of compasses and tapes of headings.
  static var bug: KeySpec { KeySpec("bug", .bug, .value(.angle), summary: "A mark at a heading.") }
}
