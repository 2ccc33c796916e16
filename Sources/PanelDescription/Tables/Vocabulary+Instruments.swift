// The instruments' table.
import PanelFile

extension Vocabulary {
  private static let title = KeySpec("title", .title, .text, "the signal's", summary: "Written above it.")
  private static let format = KeySpec(
    "format", .special("a format, as 0.0"), "the signal's", summary: "How the number is written.")
  private static let color = KeySpec("color", .color, .color, summary: "The colour of what shows the value.")
  private static let writesValue = KeySpec(
    "value", .showsValue, .flag, "true", summary: "Whether the value is written too.")

  /// Of instruments that show a number.
  private static let numbered: [KeySpec] =
    place + [
      title, KeySpec("unit", .special("a unit"), "the signal's", summary: "The unit in which it is shown."), format,
    ]

  /// Of instruments whose value has a range.
  private static let ranged: [KeySpec] =
    numbered + [KeySpec("range", .range(.lower, .upper), "the signal's", summary: "The ends of the scale.")]

  /// Of instruments with a scale.
  private static let scaled: [KeySpec] =
    ranged + [
      KeySpec(
        "zones", .showsZones, .flag, "true",
        summary: "Whether the scale marks the signal's zones. The state of the value shows in either case.")
    ]

  private static let shown: [KeySpec] = scaled + [color]

  private static let scale: [KeySpec] = [
    KeySpec(
      "labels", .special("x10, x100, x1000 or none"), summary: "What numerals are divided by, or that there are none."),
    KeySpec("log", .isLogarithmic, .flag, "false", summary: "Whether each step is a multiple of the one before."),
    KeySpec("step", .step, .value(.ofSignal), "automatic", summary: "From numeral to numeral."),
    KeySpec("setpoint", .setpoint, .value(.ofSignal), summary: "A mark on the scale where the value should be."),
    KeySpec(
      "peak", .special("a time, or hold"),
      summary: "A mark at the greatest value of that time, or since the start; a tap forgets that."),
    KeySpec(
      "low", .special("a time, or hold"),
      summary: "A mark at the least value of that time, or since the start; a tap forgets that."),
  ]

  private static let controlled: [KeySpec] =
    place + [
      KeySpec("title", .title, .text, summary: "Written on or above it."),
      KeySpec("sends", .special("a source and an address"), summary: "Where what it is set to goes."),
      KeySpec(
        "sets", .special("a variable"), summary: "The variable that it sets: a signal with nothing but `initial`."),
      KeySpec("state", .shownState, .signal, summary: "What came back, which is what it shows."),
      KeySpec("confirm", .special("hold TIME, or dialog"), summary: "What is needed besides a touch."),
      KeySpec("lock", .pin, .text, summary: "A PIN that frees it."),
      KeySpec("enabled", .enabled, .condition, "true", summary: "Whether it can be touched."),
    ]

  static let instruments: [KindSpec] = [
    KindSpec(
      name: "gauge", record: .gauge, main: KeySpec("gauge", .value, .signal, summary: "What it shows."),
      keys: shown + scale + [
        KeySpec("sweep", .sweep, .value(.angle), "270", summary: "The angle of the scale in degrees, 60 to 360."),
        KeySpec("start", .start, .value(.angle), summary: "Where it begins, in degrees clockwise from twelve o'clock."),
        writesValue,
        KeySpec(
          "pointer", .style, .choice(["needle", "arc"]), "needle",
          summary: "What points: a needle, or an arc that is filled."),
        KeySpec("second", .second, .signal, summary: "What a second needle shows."),
        KeySpec("from", .from, .value(.ofSignal), summary: "Where a filled arc begins."),
      ], summary: "A round scale with a needle or a filled arc.", example: "{gauge: rpm, sweep: 270}"),
    KindSpec(
      name: "bar", record: .bar, main: KeySpec("bar", .value, .signal, summary: "What it shows."),
      keys: shown + scale + [
        KeySpec("upright", .isUpright, .flag, "false", summary: "Whether it stands."),
        KeySpec(
          "from", .special("zero, centre, or a value"), "the range's lower end", summary: "Where the filling begins."),
        KeySpec("segments", .segments, .count(2...100), summary: "How many parts it is cut into."),
        writesValue,
      ], summary: "A straight scale that is filled.", example: "{bar: coolant, upright: true, setpoint: 88}"),
    KindSpec(
      name: "number", record: .number, main: KeySpec("number", .value, .signal, summary: "What it shows."),
      keys: ranged + [color] + [
        KeySpec("digits", .style, .choice(["plain", "segments"]), "plain", summary: "Letters, or seven segments."),
        KeySpec("arrow", .arrow, .flag, "false", summary: "Whether an arrow shows where it goes."),
        KeySpec(
          "extremes", .showsRange, .flag, "false",
          summary: "Whether its least and greatest value so far are shown; a tap forgets them."),
        KeySpec("setpoint", .setpoint, .value(.ofSignal), summary: "What it should be, written beside it."),
        KeySpec("last", .last, .duration, summary: "How much of its past is drawn below it."),
        KeySpec("pace", .interval, .duration, "250ms", summary: "How long digits stay at least before others come."),
      ], summary: "A value in digits, with its unit.",
      example: "{number: depth, title: Depth}"),
    KindSpec(
      name: "text", record: .text, main: KeySpec("text", .text, .text, summary: "What it says."),
      keys: place + [
        KeySpec("align", .alignment, .choice(["left", "centre", "right"]), "left", summary: "To which side it lies."),
        KeySpec("color", .color, .color, "ink", summary: "Its colour."),
        KeySpec(
          "overflow", .overflow, .choice(["shorten", "scroll"]), "shorten",
          summary: "What happens to a text that is too long."),
      ], summary: "Words.", example: "{text: Port engine}"),
    KindSpec(
      name: "lamp", record: .lamp, main: KeySpec("lamp", .value, .condition, summary: "Whether it is lit."),
      keys: place + [
        KeySpec("title", .title, .text, summary: "What is written on it."),
        KeySpec("color", .color, .color, "caution", summary: "Its colour when lit."),
        KeySpec("flash", .flashes, .condition, "false", summary: "Whether it flashes when lit."),
        KeySpec("state", .state, .choice(states), "caution", summary: "How urgent it is: its shape says so."),
      ], summary: "A field that is lit by a condition.", example: "{lamp: oil below 100, title: OIL}"),
    KindSpec(
      name: "enum", record: .enumeration,
      main: KeySpec("enum", .value, .signal, summary: "What it shows, by the signal's `enum`."),
      keys: place + [
        KeySpec("title", .title, .text, "the signal's", summary: "Written above it.")
      ], summary: "The name of a value.", example: "{enum: gear}"),
    KindSpec(
      name: "symbol", record: .symbol,
      main: KeySpec("symbol", .special("the name of an icon, or a signal with an enum"), summary: "The icon."),
      keys: place + [
        KeySpec("color", .color, .color, "ink", summary: "Its colour."),
        KeySpec("turn", .turns, .value(.angle), summary: "By how many degrees it is turned."),
      ], summary: "An icon.", example: "{symbol: engine, color: accent}"),
    KindSpec(
      name: "image", record: .image, main: KeySpec("image", .special("a PNG file"), summary: "The picture."),
      keys: place + [
        KeySpec("fit", .fit, .choice(["contain", "cover", "fill"]), "contain", summary: "How it fills its place."),
        KeySpec("turn", .turns, .value(.angle), summary: "By how many degrees it is turned."),
      ], summary: "A picture.", example: "{image: logo.png}"),
    KindSpec(
      name: "trend", record: .trend,
      main: KeySpec("trend", .special("a signal, or a list of signals"), summary: "What its pens draw."),
      keys: place + [
        KeySpec("title", .title, .text, "the first signal's", summary: "Written above it."),
        KeySpec(
          "range", .range(.lower, .upper), "the first signal's", summary: "The ends of the scale, which all pens share."
        ),
        KeySpec("last", .last, .duration, "5min", summary: "How much of the past is shown."),
        KeySpec(
          "zones", .showsZones, .flag, "false",
          summary: "Whether zones are shown as bands. The frame shows the state in either case."),
        KeySpec("band", .band, .flag, "true", summary: "Whether the least and the greatest value are shown."),
        KeySpec("upright", .isUpright, .flag, "false", summary: "Whether time runs down."),
      ], summary: "The past as a line.", example: "{trend: [wind, depth], last: 30min}"),
    KindSpec(
      name: "bars", record: .bars, main: KeySpec("bars", .special("a list of signals"), summary: "What they show."),
      keys: place + [
        KeySpec("title", .title, .text, summary: "Written above them."),
        KeySpec("range", .range(.lower, .upper), "the first signal's", summary: "The ends of the scale."),
        KeySpec(
          "zones", .showsZones, .flag, "true",
          summary: "Whether the scales mark the zones. The state of each value shows in either case."),
        KeySpec("upright", .isUpright, .flag, "true", summary: "Whether they stand."),
      ], summary: "Several values of one kind, beside each other.", example: "{bars: [coolant, oil]}"),
    KindSpec(
      name: "xy", record: .plot, main: KeySpec("xy", .special("two signals"), summary: "To the right, and up."),
      keys: place + [
        KeySpec("title", .title, .text, summary: "Written above it."),
        KeySpec("last", .last, .duration, "10s", summary: "How long the trace is."),
      ], summary: "One value over another.", example: "{xy: [heading, depth]}"),
    KindSpec(
      name: "tank", record: .tank, main: KeySpec("tank", .value, .signal, summary: "How full it is."),
      keys: shown + [writesValue], summary: "A vessel that is filled.", example: "{tank: fuel, color: amber-60}"),
    KindSpec(
      name: "battery", record: .battery, main: KeySpec("battery", .value, .signal, summary: "How full it is."),
      keys: ranged + [color] + [KeySpec("charging", .charging, .condition, summary: "Whether it is being filled.")],
      summary: "A battery that is filled.", example: "{battery: fuel}"),
    KindSpec(
      name: "compass", record: .compass, main: KeySpec("compass", .value, .signalOf(.angle), summary: "The heading."),
      keys: place + [
        title, format, KeySpec("turns", .style, .choice(["card", "needle"]), "card", summary: "What turns."),
        KeySpec("bug", .setpoint, .value(.angle), summary: "A mark at a heading."),
        KeySpec("second", .second, .signalOf(.angle), summary: "A second mark, as the course over ground."),
        KeySpec("value", .showsValue, .flag, "true", summary: "Whether the heading is written."),
      ], summary: "A compass.", example: "{compass: heading, turns: card}"),
    KindSpec(
      name: "heading", record: .heading, main: KeySpec("heading", .value, .signalOf(.angle), summary: "The heading."),
      keys: place + [title, KeySpec("bug", .setpoint, .value(.angle), summary: "A mark at a heading.")],
      summary: "A tape of headings.", example: "{heading: heading}"),
    KindSpec(
      name: "wind", record: .wind,
      main: KeySpec("wind", .value, .signalOf(.angle), summary: "The angle that the wind comes from."),
      keys: place + [
        title, KeySpec("speed", .second, .signalOf(.speed), summary: "The wind's speed."),
        KeySpec(
          "closehauled", .setpoint, .value(.angle), "45",
          summary: "The sectors that a boat cannot sail in, to each side."),
      ], summary: "The wind's angle and speed.", example: "{wind: heading, speed: wind}"),
    KindSpec(
      name: "horizon", record: .horizon,
      main: KeySpec("horizon", .special("two signals: pitch and roll"), summary: "Pitch and roll in degrees."),
      keys: place + [KeySpec("slip", .target, .signal, summary: "The ball.")],
      summary: "An artificial horizon.", example: "{horizon: [heading, heading]}"),
    KindSpec(
      name: "tape", record: .tape, main: KeySpec("tape", .value, .signal, summary: "What it shows."),
      keys: scaled + [
        KeySpec("span", .span, .value(.ofSignal), summary: "How much of the scale is seen."),
        KeySpec("side", .style, .choice(["left", "right"]), "left", summary: "Where its numerals are."),
        KeySpec("setpoint", .setpoint, .value(.ofSignal), summary: "A mark."),
      ], summary: "A scale that moves behind a window.", example: "{tape: depth}"),
    KindSpec(
      name: "altimeter", record: .altimeter,
      main: KeySpec("altimeter", .value, .signalOf(.length), summary: "The height."),
      keys: scaled + [KeySpec("pressure", .second, .signalOf(.pressure), summary: "The setting in its window.")],
      summary: "A tape of heights, with the pressure below it.", example: "{altimeter: depth}"),
    KindSpec(
      name: "clock", record: .clock,
      main: KeySpec("clock", .special("a pattern as HH:mm"), summary: "How the time is shown."),
      keys: place + [
        KeySpec("title", .title, .text, summary: "Written above it."),
        KeySpec("zone", .zoneOffset, .special("an offset as +02:00, or local"), "local", summary: "The time zone."),
      ],
      summary:
        "The time. The letters of its pattern, each run of one letter together: `HH` the hour from 00 to 23, `h` and "
        + "`hh` from 1 to 12, `a` AM or PM, `mm` minutes, `ss` seconds, `d` and `dd` the day, `M` and `MM` the month's "
        + "number, `MMM` its name, `yy` and `yyyy` the year, `EEE` the weekday. All else stands as it is.",
      example: "{clock: \"HH:mm\"}"),
    KindSpec(
      name: "timer", record: .timer,
      main: KeySpec("timer", .special("a time, or up"), summary: "How long it runs down, or that it counts up."),
      keys: place + [
        KeySpec("title", .title, .text, summary: "Written above it."),
        KeySpec("runs", .enabled, .condition, summary: "When it runs; it has buttons of its own otherwise."),
      ], summary: "A stopwatch.", example: "{timer: 5min}"),
    KindSpec(
      name: "hours", record: .hours, main: KeySpec("hours", .value, .signal, summary: "What its drums count."),
      keys: numbered, summary: "Drums of a counter, as of hours or of a trip.", example: "{hours: depth}"),
    KindSpec(
      name: "table", record: .table,
      main: KeySpec(
        "table", .special("a list of signals"), summary: "Its rows: a signal, or a map of a text to a signal."),
      keys: place + [KeySpec("title", .title, .text, summary: "Written above it.")],
      summary: "Rows of names and values.", example: "{table: [rpm, coolant, Oil pressure: oil]}"),
    KindSpec(
      name: "shape", record: .shape,
      main: KeySpec("shape", .style, .choice(["line", "box", "circle", "polygon", "pipe"]), summary: "What it is."),
      keys: place + [
        KeySpec(
          "points", .special("a list of places, as [[0, 0], [100percent, 0]]"),
          summary: "The points of a line, polygon or pipe."),
        KeySpec("color", .color, .color, "mark", summary: "Its line."),
        KeySpec("fill", .fill, .color, summary: "Its inside."),
        KeySpec("line", .thickness, .length, "2px", summary: "How wide its line is."),
        KeySpec("corner", .corner, .length, "0px", summary: "The radius of a box's corners."),
        KeySpec("flow", .flow, .value(.plain), summary: "How fast what is in a pipe moves; below 0 backwards."),
      ], summary: "A line, a box, a pipe.", example: "{shape: box, color: dim, line: 1px}"),
    KindSpec(
      name: "alarms", record: .alarms,
      main: KeySpec("alarms", .style, .choice(["newest", "all"]), summary: "The newest one, or a list."),
      keys: place + [
        KeySpec("rows", .rows, .count(1...20), "6", summary: "How many are seen."),
        KeySpec("acknowledge", .acknowledges, .flag, "true", summary: "Whether a touch acknowledges."),
      ],
      summary:
        "Alarms, the most urgent first, and of these the newest. What nobody has acknowledged flashes; what has gone is dim; "
        + "a tick stands for none. A tap acknowledges one, the two ticks beside a list all that are seen in it. One that is held for a "
        + "second is shelved for a quarter of an hour: it lies below the others of the list, and a tap brings it back.",
      example: "{alarms: all, rows: 6}"),
    KindSpec(
      name: "pages", record: .pages,
      main: KeySpec(
        "pages", .style, .choice(["tabs", "dots", "next"]),
        summary: "How pages are chosen; this version shows tabs for all of them."),
      keys: place + [KeySpec("swipe", .swipes, .flag, "true", summary: "Whether a swipe turns pages too.")],
      summary: "Chooses pages.", example: "{pages: tabs}"),
    KindSpec(
      name: "wait", record: .wait, main: KeySpec("wait", .value, .condition, summary: "Whether it turns."),
      keys: place, summary: "A mark that turns while something goes on.", example: "{wait: not ok(rpm)}"),
    KindSpec(
      name: "button", record: .button, main: KeySpec("button", .text, .text, summary: "What is written on it."),
      keys: controlled + [
        KeySpec(
          "toggles", .special("a source and an address, or a variable"), summary: "What is switched between 0 and 1."),
        KeySpec("to", .payload, .value(.plain), "1", summary: "What is sent or set."),
        KeySpec("back", .released, .value(.plain), summary: "What is sent or set when it is let go."),
        KeySpec("repeats", .interval, .duration, summary: "How often it is sent while it is held."),
        KeySpec("runs", .command, .text, summary: "A command of the device's list."),
        KeySpec("page", .page, .text, summary: "The page that it shows."),
        KeySpec("resets", .resets, .signal, summary: "The signal whose peaks it forgets."),
        KeySpec("icon", .icon, .icon, summary: "An icon beside the words."),
      ], summary: "A button.", example: "{button: Horn, sends: in/horn, back: 0}"),
    KindSpec(
      name: "switch", record: .switch, main: KeySpec("switch", .text, .text, summary: "What is written beside it."),
      keys: controlled, summary: "On or off.", example: "{switch: Pump, sends: in/pump, state: fuel above 50}"),
    KindSpec(
      name: "slider", record: .slider, main: KeySpec("slider", .text, .text, summary: "What is written above it."),
      keys: controlled + setting + [KeySpec("upright", .isUpright, .flag, "false", summary: "Whether it stands.")],
      summary: "A number that is set by moving.", example: "{slider: Fan, sends: in/fan, range: 0..100, step: 5}"),
    KindSpec(
      name: "knob", record: .knob, main: KeySpec("knob", .text, .text, summary: "What is written below it."),
      keys: controlled + setting, summary: "A number that is set by turning.",
      example: "{knob: Volume, sets: volume, range: 0..10}"),
    KindSpec(
      name: "selector", record: .selector,
      main: KeySpec("selector", .text, .text, summary: "What is written above it."),
      keys: controlled + [
        KeySpec(
          "of", .special("a list of texts"), "the enum of `state`",
          summary: "What can be chosen: its place in the list, from 0, is sent.")
      ],
      summary: "One of several.", example: "{selector: Mode, of: [Off, Auto, Manual], sends: in/mode}"),
    KindSpec(
      name: "keypad", record: .keypad, main: KeySpec("keypad", .text, .text, summary: "What is written above it."),
      keys: controlled + setting, summary: "A number that is typed.",
      example: "{keypad: Depth alarm, sets: volume, range: 0..50}"),
  ]

  private static let setting: [KeySpec] = [
    KeySpec("range", .range(.lower, .upper), "0..100", summary: "What it can be set to."),
    KeySpec("step", .step, .value(.plain), summary: "From one value to the next."),
    KeySpec("unit", .special("a unit"), summary: "The unit of what is set."),
    KeySpec("format", .special("a format, as 0.0"), summary: "How the number is written."),
  ]

  static func instrument(_ name: String) -> KindSpec? { instruments.first { $0.name == name } }
}
