// Stage: instruments. The kind of artificial horizons: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var roll: Self { .second }
  static var slip: Self { .target }
}

extension InstrumentKind {
  static let horizon = InstrumentKind(
    53, { HorizonInstrument($0) },
    KindSpec(
      name: "horizon",
      main: KeySpec(
        "horizon", .signals(.init(2...2, "two signals: pitch and roll", areAngles: true)),
        summary: "Pitch and roll in degrees."),
      keys: .placement + [.title, KeySpec("slip", .slip, .signal, summary: "The ball.")],
      summary: "An artificial horizon.", example: "{horizon: [pitch, roll]}"))
}
