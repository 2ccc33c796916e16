// Stage: instruments. The kind of tanks: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let tank = InstrumentKind(
    46, { TankInstrument($0) },
    KindSpec(
      name: "tank", main: .shown("tank", .signal, "How full it is."), keys: .filled + [.showsValue],
      summary: "A vessel that is filled.", example: "{tank: fuel, color: amber-60}"))
}
