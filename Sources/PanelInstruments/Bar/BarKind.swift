// Stage: instruments. The kind of bars: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  /// Of bars: whether the filling begins in the middle of the range.
  package static var beginsInMiddle: Self { .alignment }
}

extension InstrumentKind {
  static let bar = InstrumentKind(
    41, { BarInstrument($0) },
    KindSpec(
      name: "bar", main: .shown("bar"),
      keys: .filled + .scale + [
        KeySpec("upright", .isUpright, .flag, false, summary: "Whether it stands."),
        KeySpec(
          "from", .from, .origin, "0, or the lower end of a range without it and of temperatures",
          summary: "Where the filling begins."),
        KeySpec("segments", .segments, .count(2...100), summary: "How many parts it is cut into."),
        .showsValue,
      ], summary: "A straight scale that is filled.", example: "{bar: coolant, upright: true, setpoint: 88}",
      wantsRange: true))
}
