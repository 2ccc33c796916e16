// Stage: instruments. The kind of tapes: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var side: Self { .style }
}

extension InstrumentKind {
  static let tape = InstrumentKind(
    54, { TapeInstrument($0) },
    KindSpec(
      name: "tape", main: .shown("tape"),
      keys: .scaled + [
        KeySpec("span", .span, .value(.difference), summary: "How much of the scale is seen."),
        KeySpec("side", .side, .choice(of: TapeInstrument.Side.self), "left", summary: "Where its numerals are."),
        KeySpec("setpoint", .setpoint, .value(.ofSignal), summary: "A mark."),
      ], summary: "A scale that moves behind a window.", example: "{tape: depth}", wantsRange: true))
}
