// Stage: instruments. The kind of trends: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var timeCount: Self { .style }
  /// The value of a pen now.
  static func newest(ofPen pen: Int) -> Self { .own(UInt16(pen)) }
  /// The pen of ``newest(ofPen:)``.
  var pen: Int? { rawValue >= Self.firstOwn ? Int(rawValue - Self.firstOwn) : nil }
}

extension InstrumentKind {
  static let trend = InstrumentKind(
    45, takesTaps: true, { TrendInstrument($0) },
    KindSpec(
      name: "trend",
      main: KeySpec(
        "trend",
        .signals(.init(1...8, "a signal, or a list of signals", sharesScale: true)),
        members: [
          KeySpec("title", .title, .text, "the signal's", summary: "Its name in the legend."), .color,
          KeySpec("width", .lineWidth, .count(1...8), 2, summary: "How wide the line is, in pixels."),
          KeySpec("fill", .fill, .flag, false, summary: "Whether the field between the line and zero is filled."),
          KeySpec(
            "average", .average, .longInterval,
            summary: "The line is the mean of so much time before each of its places."),
          KeySpec(
            "axis", .axis, .choice(of: TrendPen.Axis.self), "left", summary: "The side on which its scale stands."),
        ], summary: "What its pens draw."),
      keys: .placement + [
        KeySpec(
          "title", .title, .text, "the signal's; none where a legend names several",
          summary: "Written above it; `\"\"` for none."),
        KeySpec(
          "range", .automaticRange(.lower, .upper, .isAutomatic), "the first signal's",
          summary: "The ends of the scale that the pens share. With `auto` they follow what is seen, in round numbers; "
            + "before that they are the signal's."),
        KeySpec(
          "least", .least, .difference, needs: ("range", ["auto"]),
          summary: "How far the ends of an automatic scale are apart at least."),
        KeySpec(
          "right", .automaticRange(.rightLower, .rightUpper, .rightIsAutomatic), "the first right pen's",
          summary: "The ends of the scale at the right, of pens with `axis: right`, or `auto`."),
        KeySpec(
          "times", .timeCount, .choice(of: TrendTimes.Count.self), "age",
          summary: "Whether the marks of time say how long ago that was, or when by the clock."),
        KeySpec(
          "markers", .alarms,
          summary: "Alarms, or `all`: a line stands where one was raised."),
        KeySpec(
          "last", .last, .past(standard: TrendInstrument.standardDuration),
          KeyDefault(duration: TrendInstrument.standardDuration), summary: "How much of the past is shown."),
        KeySpec(
          "zones", .showsZones, .flag, false,
          summary: "Whether zones are shown as bands. The frame shows the state in either case."),
        KeySpec("band", .band, .flag, true, summary: "Whether the least and the greatest value are shown."),
        KeySpec("upright", .isUpright, .flag, false, summary: "Whether time runs down."),
      ], summary: "The past as a line. A tap stops it, and two strokes say so; another one lets it go on.",
      example: "{trend: [wind, depth], last: 30min}"))
}
