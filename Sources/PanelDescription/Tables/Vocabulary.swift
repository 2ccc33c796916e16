// The keys of a description. The checker and the encoder read by these tables, and docs/panel-format.md and the schema for
// editors are written from them. Instruments and controls have their keys beside their classes: PanelInstruments' InstrumentKind.
import PanelFile
import PanelInstruments
import PanelSources

/// The tables.
enum Vocabulary {
  static let instruments: [KindSpec] = InstrumentKind.all.map(\.spec).filter { $0.main != nil }
  /// A part of others: a setpoint that a finger moves.
  static let setpoint: KindSpec = InstrumentKind.setpoint.spec

  static func instrument(_ name: String) -> KindSpec? { instruments.first { $0.name == name } }

  static let panel: [KeySpec] = [
    KeySpec("panel", .special("1"), summary: "The version of the format: 1."),
    KeySpec(
      "size", .special("a size, as 800x480"),
      summary:
        "What the panel is designed for, in pixels. On another display a page fills it, and `px` and letters are scaled by the side that has less room; with `portrait` it is turned for a display of the other shape. A stack with places in px, as `at: '10px 20px'`, keeps its shape and lies in the middle."
    ),
    KeySpec(
      "diagonal", .special("a length as 7in or 178mm"),
      summary:
        "The diagonal of the display that the panel is designed for: lengths in mm and warnings of small text rest on it. "
        + "On a display of another `size` lengths in mm are those of that display, where its driver tells how large it is."
    ),
    KeySpec(
      "distance", .special("a distance, as 70cm"), "70cm",
      summary:
        "How far away its reader is: small text is warned of. Capitals of values and numerals need 0.41 percent of it, 2.9 mm at 70 cm "
        + "(14 minutes of arc), those of units and other texts 0.145 percent, 1.0 mm."),
    KeySpec(
      "include", .special("a file, or a list of files"),
      summary: "Files whose sources, signals, zones, alarms, themes, styles, templates, texts and pages are taken in."),
    KeySpec(
      "set", .special("a map of names to words"),
      summary: "The values of switches that `--set NAME=WORD` does not say."),
    KeySpec(
      "units", .special("a map of dimensions to units"),
      summary:
        "The units that signals are shown in unless they say otherwise, as `pressure: bar 0.0`; and systems of units to "
        + "choose among, as `us: {pressure: psi 0, temperature: degF}`."),
    KeySpec(
      "numbers", .special("a map: point, group"), summary: "The signs in numbers: `{point: \",\", group: \" \"}`."),
    KeySpec(
      "fonts", .special("a map: text, digits"),
      summary:
        "Font files before those of Debian: `{text: fonts/Inter.ttf, digits: [a.ttf, b.ttf]}`. A letter comes from the "
        + "first font that has it; DejaVu Sans closes each list."),
    KeySpec("sources", .special("a map of names to sources"), summary: "Where values come from."),
    KeySpec(
      "signals", .special("a map of names to signals"),
      summary: "The values, and everything that is to be said of them."),
    KeySpec("zones", .special("a map of signals to zones"), summary: "Ranges of a signal that mean something."),
    KeySpec("alarms", .special("a map of names to alarms"), summary: "Conditions that somebody has to know of."),
    KeySpec(
      "themes", .special("a map of names to themes"),
      summary:
        "Colours for the roles: the first theme whose condition holds is shown, else the first without a condition."),
    KeySpec(
      "styles", .special("a map of names to styles"),
      summary: "Keys that several instruments share, taken by `style: NAME`."),
    KeySpec(
      "templates", .special("a map of names to templates"), summary: "Parts of pages that are used several times."),
    KeySpec(
      "texts", .special("a map of languages to translations"),
      summary: "Texts in other languages: `de: {Engine: Motor}`."),
    KeySpec(
      "language", .language, .signal,
      summary:
        "Which language is shown: its name as `de`, a signal of texts that tells the name, or a number: 0 as written, then "
        + "those of `texts` in their order."),
    KeySpec(
      "system", .system, .signal,
      summary:
        "In which units signals are shown: the name of a system of `units`, a signal of texts that tells the name, or a "
        + "number: 0 as they say, then the systems in their order."),
    KeySpec(
      "bar", .special("a map: left, middle, right, at, height"),
      summary:
        "A strip that every page shows. In px its height is scaled with the panel, in percent it is of the display, and in mm it stays."
    ),
    KeySpec("under", .special("a list of instruments"), summary: "What lies under all pages."),
    KeySpec("over", .special("a list of instruments"), summary: "What lies over all pages."),
    KeySpec(
      "displays", .special("a map of names to displays"),
      summary: "Several displays at once, each with pages of its own."),
    KeySpec("idle", .special("a map"), summary: "What happens when nobody touches the panel."),
    KeySpec(
      "keys", .special("a map of keys"), summary: "What keys and a rotary encoder do, as `{f1: {page: engine}}`."),
    KeySpec(
      "transition", .transition, .choice(["none", "fade", "push"]), "none",
      summary: "How a page takes the place of another: at once, or within a fifth of a second. Fading and pushing take "
        + "memory for two pictures of the page while they last."),
    KeySpec("pages", .special("a map of names to pages"), summary: "What is shown, a page at a time."),
  ]

  static let included: [KeySpec] = [
    KeySpec("file", .special("a file"), summary: "The file."),
    KeySpec("optional", .special("true or false"), "false", summary: "Whether it may be missing."),
  ]

  // MARK: Sources

  /// Those that descriptions declare.
  static let sources: [KindSpec] = SourceKind.all.map(\.spec).filter { $0.main != nil }

  // MARK: Signals

  static let signal: [KeySpec] = [
    KeySpec(
      "from", .special("a source and an address, as in/rpm, or a list of them"),
      summary: "Where its value comes from; of several the freshest counts, the first before the others."),
    KeySpec("scale", .scale, .number, 1, summary: "What a number of the source is multiplied with: `0.1` for tenths."),
    KeySpec(
      "offset", .offset, .number, 0,
      summary: "What is added then. Ranges, limits and whatever is shown have the result; demonstrations tell it."),
    KeySpec("is", .special("an expression"), summary: "What it is computed of."),
    KeySpec(
      "unit", .unit, "plain",
      summary: "The unit of what the source tells; numbers in this file that go with the signal are in it too."),
    KeySpec(
      "show", .special("a unit, a format as 0.0, or both"),
      summary: "The unit and the format in which it is shown: `0.0`, `+0`, `000`, `'0,000'` with groups, `0.00~3` with "
        + "three digits that count, `0.0e3` in thousands; of times `h:mm:ss`, `h:mm`, `m:ss`, `d h:mm`, `HH:mm`; of days since "
        + "1970, UTC, `yyyy-MM-dd`, `dd.MM.yyyy`, `MM/dd/yyyy` (in seconds a signal counts up to January 2038); of degrees "
        + "`lat.000`, `lon.000`."),
    KeySpec(
      "type", .special("number or text"), "number",
      summary: "Whether its value is a number or a text: a mode, a file's name, a waypoint."),
    KeySpec("length", .textLength, .count(1...255), 64, summary: "The most bytes of a text."),
    KeySpec(
      "glyphs", .special("latin, digits, cyrillic, greek, letters in quotation marks, or a list of these"), "latin",
      summary: "The letters that a text may have: they are packed into the panel's file. Others are shown as a box."),
    KeySpec("title", .title, .text, summary: "Its name for people."),
    KeySpec("range", .range(.lower, .upper), "0..100", summary: "The least and the greatest value."),
    KeySpec("resolution", .resolution, .difference, summary: "The least difference that means anything."),
    KeySpec(
      "fails", .special("a number, a range as 32000.., or a list of them"),
      summary:
        "The numbers by which its source says that it has no value, as a sensor's `[-127, 85]`: it has failed then. In the "
        + "signal's unit, after `scale` and `offset`."),
    KeySpec("stale", .stale, .duration, "5s", summary: "How old a value may be."),
    KeySpec(
      "follow", .special("a time, or two as 50ms/150ms"), "50ms/150ms",
      summary: "How fast what is shown follows the value: away from zero, and back."),
    KeySpec(
      "wraps", .wraps, .difference,
      summary:
        "After how much it begins again, as 360. Its turn begins at the lower end of a `range` of that length, else at 0: 190 is "
        + "-170 in -180..180."),
    KeySpec(
      "history", .historyDuration, .longInterval,
      summary: "How much of its past is kept; what trends ask for is kept in any case."),
    KeySpec(
      "initial", .initial, .number,
      summary:
        "What it is before anything was heard, of `type: text` a text; alone, it makes a variable that controls set."),
    KeySpec(
      "keep", .keeps, .flag, false,
      summary: "Whether a variable has its last value after a restart: the board keeps it in a file, `--state`."),
    KeySpec(
      "enum", .special("a map of numbers, or of words of the source, to texts"),
      summary:
        "What its values are called: `{0: Stop, 1: {text: Run, icon: play, color: normal}}`. The source may tell words "
        + "for numbers: `{off: Stop, heat: Heating}`, which are 0, 1 and so on in their order. A control sends the number."
    ),
    KeySpec(
      "demo", .special("a number, sweep TIME, noise RANGE, walk RANGE TIME or steps [..]"),
      summary:
        "What it is when no source is asked: `84`, `sweep 8s`, `noise 4..9`, `walk 4..9 30s`, which wanders as a real value does, or "
        + "`steps 2s [1, 2, 3]` (numbers have the signal's unit, or say theirs: `40..90degC`), which stands in quotation marks within `{ }`; of a text, one or a list of them."
    ),
  ]

  static let states = ZoneState.allCases.map { String(describing: $0) }

  static let enumeration: [KeySpec] = [
    KeySpec("text", .text, .text, summary: "What the value is called."),
    KeySpec("icon", .icon, .icon, summary: "The icon that shows it."),
    KeySpec("color", .color, .color, summary: "The colour that shows it."),
  ]

  static let alarm: [KeySpec] = [
    KeySpec(
      "when", .when, .condition,
      summary:
        "What is wrong. One that asks whether a value is there, as `not ok(rpm)`, does not count at the start before the "
        + "signal's `stale` is over; `for` runs from the start too."),
    KeySpec("for", .onDelay, .duration, "0s", summary: "How long it must hold before it counts."),
    KeySpec(
      "until", .special("a number, a condition, or one of them and 'for TIME'"),
      summary: "What ends it: a value of the signal of `when`, or a condition."),
    KeySpec(
      "priority", .priority, .choice(["", "advisory", "caution", "warning"]), "caution", summary: "How urgent it is."),
    KeySpec("text", .text, .text, "its name", summary: "What it says: words without values of signals."),
    KeySpec(
      "runs", .command, .text,
      summary:
        "A command of the device's list, as a buzzer: from when it is raised until somebody acknowledges it, or its cause "
        + "has gone."),
    KeySpec(
      "latch", .latches, .flag, "false",
      summary:
        "Whether it looks as if its cause were there, after that has gone, until somebody acknowledges it; to shelve it is not to acknowledge it. Without, an "
        + "alarm that ends before somebody did stays in the list too, dimmed (ISA-18.2's returned to normal, "
        + "unacknowledged); one that was acknowledged goes with its cause, latched or not."),
  ]

  static let theme: [KeySpec] = [
    KeySpec(
      "like", .special("dark, day or night"), "dark",
      summary: "The theme whose colours hold for roles that are not named."),
    KeySpec(
      "when", .when, .condition,
      summary: "When it is shown; of several whose conditions hold, the first in the description."),
    KeySpec(
      "during", .special("two times of day"),
      summary:
        "The part of every day in which it may be shown, as `21:30..6:00`, by the board's clock and time zone; with `when` too, "
        + "both must hold."),
    KeySpec("backlight", .backlight, .number, summary: "The display's brightness in percent."),
    KeySpec(
      "dims", .size, .length, "60percent at night",
      summary: "How bright colours are that are no roles, as `red-60`, in percent."),
  ]
  static let roles = Role.allCases.map { String(describing: $0) }

  static let template: [KeySpec] = [
    KeySpec("takes", .special("a list of names"), summary: "Its parameters: `$name` stands for what is given.")
  ]

  static let numbers: [KeySpec] = [
    KeySpec("point", .decimalSign, .choice([".", ","]), ".", summary: "Before the decimals."),
    KeySpec("group", .groupSign, .choice(["", " ", ".", ",", "'"]), summary: "Between thousands."),
  ]

  static let display: [KeySpec] = [
    KeySpec(
      "display", .display, .text, "auto",
      summary:
        "What it is, as the program's option `--display` has it: `fb:/dev/fb1`, `fb:DRIVER`. Of the first one the options "
        + "`--display`, `--touch` and `--rotate` come before what is said here."),
    KeySpec(
      "touch", .touch, .text, "none",
      summary:
        "Its touchscreen's path, as `/dev/input/by-path/platform-i2c-event`, or `none`; of the first one all that there are."
    ),
    KeySpec(
      "rotate", .rotation, .choice(["0", "90", "180", "270"]), "0",
      summary: "How the picture is rotated on it, clockwise."),
    KeySpec("pages", .special("a list of pages"), summary: "What it shows; the first of them at the start."),
  ]

  static let idle: [KeySpec] = [
    KeySpec("after", .onDelay, .longInterval, summary: "How long after the last touch."),
    KeySpec(
      "dim", .backlight, .number,
      summary: "The brightness then, in percent: of the display's light, or of the picture where it has none."),
    KeySpec("page", .page, .text, summary: "The page that is shown then."),
    KeySpec(
      "shift", .interval, .longInterval,
      summary: "How often the picture moves by two points then, around its place, so that no picture burns in."),
    KeySpec("off", .offDelay, .longInterval, summary: "How long after the last touch the display is switched off."),
    KeySpec("unless", .when, .condition, summary: "What keeps it awake."),
    KeySpec(
      "wakes", .priority, .choice(["none", "advisory", "caution", "warning"]), "caution",
      summary: "The least urgent alarm that wakes it, and keeps it awake until somebody has acknowledged it."),
  ]

  static let key: [KeySpec] = [
    KeySpec("page", .page, .text, summary: "Shows a page, or `next` or `previous`; an encoder these two."),
    KeySpec(
      "focus", .special("next, previous, up, down, left or right"), summary: "Moves the focus from control to control."),
    KeySpec(
      "presses", .special("the words of a button or switch"), summary: "Presses it for as long as the key is down."),
    KeySpec("raises", .special("the words of a control"), summary: "Goes a step up; sent once, 0.3 s after the last."),
    KeySpec("lowers", .special("the words of a control"), summary: "Goes a step down."),
    KeySpec("turns", .special("the words of a control"), summary: "Of `encoder`: goes a step for each step of it."),
  ]

  static let bar: [KeySpec] = [
    KeySpec("at", .anchor, .choice(["top", "bottom"]), "top", summary: "Where it lies."),
    KeySpec("height", .height, .length, "10percent", summary: "How high it is."),
    KeySpec(
      "left", .special("a list of instruments"),
      summary:
        "From its left end. Widths in percent are those of this part, which has as much of the bar as its contents need."
    ),
    KeySpec("middle", .special("a list of instruments"), summary: "In its middle."),
    KeySpec("right", .special("a list of instruments"), summary: "To its right end."),
  ]

  // MARK: Pages

  static let page: [KeySpec] =
    [
      KeySpec("title", .title, .text, "its name", summary: "What tabs call it."),
      KeySpec("lock", .pin, .text, summary: "A PIN that opens it, asked whenever somebody turns to it."),
      KeySpec(
        "when", .when, .condition,
        summary:
          "Shows the page once this begins to hold, and then the one of before. Another page may be chosen meanwhile."
      ),
      KeySpec("margin", .margin, .length, "8px", summary: "Around it."),
      KeySpec(
        "portrait", .special("areas, columns and rows"),
        summary:
          "Other areas for a display that is higher than wide, of a page that has `areas`. What they do not name is not shown there, and what they alone name is shown there alone."
      ),
      KeySpec(
        "otherwise", .special("a list of maps with when, areas, columns, rows and gap"),
        summary:
          "Other areas for other displays, as `[{when: narrower than 400px, areas: …}]`: `portrait`, `landscape`, or `narrower`, "
          + "`wider`, `lower`, `higher` and a number of the display's pixels. The first that holds counts."),
    ] + grid + strips

  static let grid: [KeySpec] = [
    KeySpec(
      "areas", .special("rows of words"),
      summary:
        "Drawn as words, a line each: one that spans is one area; '.' is empty. Each word is a key whose value is an instrument, or a list of them in one place."
    ),
    KeySpec("columns", .special("lengths, as 1fr 2fr 120px"), "equal", summary: "The widths of the columns."),
    KeySpec("rows", .special("lengths, as 1fr 2fr 120px"), "equal", summary: "The heights of the rows."),
    KeySpec("gap", .gap, .length, "8px", summary: "Between them."),
  ]

  static let strips: [KeySpec] = [
    KeySpec("row", .special("a list of instruments"), summary: "Beside each other."),
    KeySpec("column", .special("a list of instruments"), summary: "Below each other."),
    KeySpec("stack", .special("a list of instruments"), summary: "In one place, the last in front."),
    KeySpec("scroll", .special("a list of instruments"), summary: "Below each other, moved by a finger."),
  ]

  /// Of everything that has a place.
  static let place: [KeySpec] = .placement
  static let places = [
    "top-left", "top", "top-right", "left", "centre", "right", "bottom-left", "bottom", "bottom-right",
  ]

  static let containers: [(name: String, record: RecordKind, summary: String)] = [
    ("row", .row, "Elements beside each other."), ("column", .column, "Elements below each other."),
    ("stack", .stack, "Elements in one place, the last in front."),
    (
      "scroll", .scroll,
      "Elements below each other, which a finger moves where there is no room for all. One without a `height` is a third "
        + "as high as the part that is seen."
    ),
  ]

  static let containerKeys: [KeySpec] =
    place + [
      KeySpec("gap", .gap, .length, "8px", summary: "Between its elements."),
      KeySpec("title", .special("a text"), summary: "Written above them."),
      KeySpec(
        "each", .special("a map of keys"),
        summary: "Keys of all its elements, as `{card: outline, color: dim}`; an element's own come before."),
    ]

  /// Keys that have, or had, another name: of older versions, and of other programs.
  static let formerNames: [String: String] = [
    "vertical": "upright", "min": "range", "max": "range", "minimum": "range", "maximum": "range", "label": "title",
    "caption": "title", "name": "title", "colour": "color", "source": "from", "expression": "is", "expr": "is",
    "timeout": "stale", "damping": "follow", "smoothing": "follow", "decimals": "format", "hidden": "visible",
    "limits": "zones", "thresholds": "zones", "severity": "priority", "delay": "for", "latched": "latch",
    "bottom_bar": "bar", "layout": "areas", "variables": "signals", "position": "at", "duration": "last",
    "target": "setpoint", "angle": "sweep", "brightness": "backlight",
    "background": "ground", "foreground": "ink", "text_color": "ink", "danger": "warning", "alarm": "warning",
    "precision": "show", "wrap": "overflow", "led": "lamp", "indicator": "lamp", "chart": "trend", "graph": "trend",
    "dial": "gauge", "arc": "gauge", "switch_page": "pages", "icon": "symbol", "picture": "image", "progress": "bar",
  ]

  /// Names of other things that somebody writes as an element or as a key, and what is written for them.
  static let usages: [String: String] = [
    "pipe": "{shape: pipe}", "box": "{shape: box}", "rectangle": "{shape: box}", "circle": "{shape: circle}",
    "line": "{shape: line}", "polygon": "{shape: polygon}", "label": "{text: Words}", "group": "row, column or stack",
    "scale": "range, step, labels or log", "needle": "pointer: needle, arc or both", "font": "fonts of the panel",
    "font_size": "letters, or a larger place", "zones": "the panel's section zones, or zones at an instrument",
  ]
}
