// Stage: instruments. The kind of gauges: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var pointer: Self { .style }
  static var direction: Self { .turns }
  static var numerals: Self { .alignment }
}

/// What an arc has and a needle has not.
private let arc = ("pointer", ["arc", "both"])

extension InstrumentKind {
  static let gauge = InstrumentKind(
    40, { GaugeInstrument($0) },
    KindSpec(
      name: "gauge", main: .shown("gauge"),
      keys: .filled + .scale + [
        KeySpec(
          "sweep", .sweep, .bounded(.angle, GaugeInstrument.sweepLimits), KeyDefault(GaugeInstrument.standardSweep),
          summary: "The angle of the scale in degrees, 60 to 360."),
        KeySpec(
          "start", .start, .value(.angle),
          summary: "Where its lower end lies, in degrees clockwise from twelve o'clock."),
        .showsValue,
        KeySpec(
          "pointer", .pointer, .choice(of: GaugeInstrument.Pointer.self), "needle",
          summary: "What points: a needle, an arc that is filled, or both."),
        KeySpec(
          "direction", .direction, .choice(of: GaugeInstrument.Direction.self), "clockwise",
          summary: "The way in which values grow."),
        KeySpec(
          "mirror", .isMirrored, .flag, false,
          summary: "Whether left and right change places: of the second of a pair of dials."),
        KeySpec(
          "numerals", .numerals, .choice(of: GaugeInstrument.NumeralPlace.self), "outside",
          summary:
            "Where the numerals stand beside a needle: outside of the marks, where it covers none, or inside. Those of a filled arc "
            + "stand inside; `labels: none` leaves its middle to something else that lies there, as a number."),
        KeySpec(
          "segments", .segments, .count(2...100), needs: arc, summary: "How many parts a filled arc is cut into."),
        KeySpec(
          "radius", .radius, .length, needs: arc,
          summary:
            "How far a filled arc is from its centre, in percent of half the place's shorter side, 100 at most. The centre is that of "
            + "the place then, and it has no card, no frame and no title unless one is given here: rings in a stack lie about one. "
            + "Without it a piece of a ring is as large as it fits, whatever the place of its centre."),
        KeySpec(
          "thickness", .thickness, .length, needs: arc,
          summary: "How wide a filled arc is: `12percent`, as `radius`, or a length."),
        KeySpec("second", .second, .value(.ofSignal), summary: "What a second needle shows, on the same scale."),
        KeySpec(
          "from", .from, .value(.ofSignal), needs: arc,
          summary: "Where a filled arc begins: at 0, or at the lower end of a range without it, if not said."),
      ], summary: "A round scale with a needle or a filled arc.", example: "{gauge: rpm, sweep: 270}",
      wantsRange: true))
}
