// Stage: instruments. The kind of clocks: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let clock = InstrumentKind(
    48, { ClockInstrument($0) },
    KindSpec(
      name: "clock", main: KeySpec("clock", .text, .clockPattern, summary: "How the time is shown."),
      keys: .placement + [
        .ownTitle, KeySpec("zone", .zoneOffset, .zoneOffset, "local", summary: "The time zone."),
      ],
      summary:
        "The time. The letters of its pattern, each run of one letter together: `HH` the hour from 00 to 23, `h` and "
        + "`hh` from 1 to 12, `a` AM or PM, `mm` minutes, `ss` seconds, `d` and `dd` the day, `M` and `MM` the month's "
        + "number, `MMM` its name, `yy` and `yyyy` the year, `EEE` the weekday. All else stands as it is.",
      example: "{clock: \"HH:mm\"}"))
}
