// Stage: instruments. The kind of altimeters: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var pressure: Self { .second }
}

extension InstrumentKind {
  static let altimeter = InstrumentKind(
    62, { AltimeterInstrument($0) },
    KindSpec(
      name: "altimeter", main: .shown("altimeter", .signalOf(.length), "The height."),
      keys: .scaled + [
        KeySpec("span", .span, .difference, summary: "How much of the scale is seen."),
        KeySpec("pressure", .pressure, .signalOf(.pressure), summary: "The setting in its window."),
      ],
      summary: "A tape of heights, with the pressure below it.", example: "{altimeter: altitude}"))
}
