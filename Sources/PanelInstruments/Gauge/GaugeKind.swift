// Stage: instruments. The kind of gauges: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var pointer: Self { .style }
}

extension InstrumentKind {
  static let gauge = InstrumentKind(
    40, { GaugeInstrument($0) },
    KindSpec(
      name: "gauge", main: .shown("gauge"),
      keys: .filled + .scale + [
        KeySpec(
          "sweep", .sweep, .bounded(.angle, GaugeInstrument.sweepLimits), KeyDefault(GaugeInstrument.standardSweep),
          summary: "The angle of the scale in degrees, 60 to 360."),
        KeySpec("start", .start, .value(.angle), summary: "Where it begins, in degrees clockwise from twelve o'clock."),
        .showsValue,
        KeySpec(
          "pointer", .pointer, .choice(of: GaugeInstrument.Pointer.self), "needle",
          summary: "What points: a needle, an arc that is filled, or both."),
        KeySpec("second", .second, .signal, summary: "What a second needle shows."),
        KeySpec("from", .from, .value(.ofSignal), summary: "Where a filled arc begins."),
      ], summary: "A round scale with a needle or a filled arc.", example: "{gauge: rpm, sweep: 270}",
      wantsRange: true))
}
