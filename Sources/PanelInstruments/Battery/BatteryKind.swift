// Stage: instruments. The kind of batteries: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let battery = InstrumentKind(
    52, { BatteryInstrument($0) },
    KindSpec(
      name: "battery", main: .shown("battery", .signal, "How full it is."),
      keys: .ranged + [
        .color, KeySpec("charging", .charging, .condition, summary: "Whether it is being filled."),
      ], summary: "A battery that is filled.", example: "{battery: charge}", unit: "percent"))
}
