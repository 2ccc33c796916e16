// Stage: instruments. The kind of winds: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var windSpeed: Self { .second }
  static var closeHauled: Self { .setpoint }
  static var secondWind: Self { .own(0) }
}

extension InstrumentKind {
  static let wind = InstrumentKind(
    55, { WindInstrument($0) },
    KindSpec(
      name: "wind", main: .shown("wind", .signalOf(.angle), "The angle that the wind comes from."),
      keys: .placement + [
        .title, KeySpec("speed", .windSpeed, .signalOf(.speed), summary: "The wind's speed."),
        KeySpec(
          "second", .secondWind, .signalOf(.angle),
          summary: "Another wind's angle, as that of the true one: a hollow mark."),
        KeySpec(
          "closehauled", .closeHauled, .value(.angle), KeyDefault(WindInstrument.standardCloseHauled),
          summary: "The sectors that a boat cannot sail in, to each side."),
      ], summary: "The wind's angle and speed.", example: "{wind: wind_angle, speed: wind}", unit: "deg"))
}
