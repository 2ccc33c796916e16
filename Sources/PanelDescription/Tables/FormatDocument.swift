// docs/panel-format.md, as the tables make it.
import PanelFile
import PanelInstruments
import PanelSignals
import PanelSources

/// The document that describes panel descriptions.
public func formatDocument() -> String {
  var document = FormatDocument()
  return document.make()
}

/// The hues of colours at some lightnesses, as a picture for the document.
public func colorSwatches() -> String {
  let hues = NamedColor.hues.keys.sorted().filter { $0 != "grey" }
  let lightnesses = [20, 30, 40, 50, 60, 70, 80, 90]
  var lines = [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(80 + lightnesses.count * 48)\" height=\"\(24 + hues.count * 24)\" "
      + "font-family=\"sans-serif\" font-size=\"12\">",
    "<rect width=\"100%\" height=\"100%\" fill=\"#808080\"/>",
  ]
  for (column, lightness) in lightnesses.enumerated() {
    lines.append("<text x=\"\(96 + column * 48)\" y=\"16\">\(lightness)</text>")
  }
  for (row, hue) in hues.enumerated() {
    lines.append("<text x=\"8\" y=\"\(40 + row * 24)\">\(hue)</text>")
    for (column, lightness) in lightnesses.enumerated() {
      guard case .rgb(let rgb)? = NamedColor("\(hue)-\(lightness)") else { continue }
      let digits = String(rgb, radix: 16)
      let color = String(repeating: "0", count: 6 - digits.count) + digits
      lines.append(
        "<rect x=\"\(80 + column * 48)\" y=\"\(24 + row * 24)\" width=\"46\" height=\"22\" fill=\"#\(color)\"/>")
    }
  }
  return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
}

private struct FormatDocument {
  private var lines: [String] = []

  mutating func make() -> String {
    lines = formatIntroduction.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    add("", "## Top level", "")
    table(Vocabulary.panel)
    add("", formatLanguages)
    add("", "## Sources", "", "A source has a name, by which signals and controls name it: `in/rpm`.", "")
    for kind in Vocabulary.sources {
      describe(kind)
      if !kind.isBuilt {
        add("This version checks it and does not read it: its signals have no value. `lamina check` warns of that.", "")
      }
    }
    let own = SourceKind.panel.spec
    add("### `\(own.name)`", "", own.summary, "", "```yaml", own.example, "```", "", own.notes, "")
    add(
      "## Signals", "", "```yaml", "signals:",
      "  rpm: {from: in/rpm, unit: rpm, range: 0..4000, stale: 500ms, follow: 150ms, demo: sweep 8s}",
      "  load: {is: rpm / 4000 * 100, unit: percent}", "```", "")
    table(Vocabulary.signal)
    add("", formatPast)
    add("", formatTexts, "", "A value of `enum` is a text, or a map:", "")
    table(Vocabulary.enumeration)
    add(
      "", "## Zones", "",
      "`zones:` has the zones of a signal by its name: `normal`, `advisory`, `caution`, `warning`, each a range or a list of ranges. An end may be a signal.",
      "An outermost zone that ends where the signal's range does goes on beyond it. The digits decide: a value that is written as",
      "99.5 lies in a zone that begins there. All instruments of a signal show one state. A more urgent one shows at once, a less",
      "urgent one when the value has been half a digit beyond its limit for half a second.",
      "", "## Alarms", "")
    table(Vocabulary.alarm)
    add(
      "", "## Themes", "",
      "Besides these keys a theme has colours for roles: " + Vocabulary.roles.map { "`\($0)`" }.joined(separator: ", ")
        + ".",
      "A theme may have up to \(Theme.ownRoleLimit) roles more, by names of the panel's own: `themes: {dark: {port: red-60}, night: {port: red-30}}`, "
        + "and then `color: port`. Where a theme does not name one it is ink.",
      "A colour is `black`, `white`, a hue and its lightness in percent as `red-60`, or `\"#ff8800\"` in quotation marks. Hues: "
        + NamedColor.hues.keys.sorted().filter { $0 != "grey" }.joined(separator: ", ") + ".", "",
      "![The hues at lightnesses of 20 to 90](colors.svg)", "")
    table(Vocabulary.theme)
    add(
      "",
      "The first theme whose condition holds is shown. Where none holds, or their signals are not fresh, the first without a "
        + "condition is shown, or the first of all. With `day: {when: lux above 30}` and `night: {}` it is night below 30, with "
        + "`night: {during: 21:30..6:00}` and `day: {}` at night."
    )
    add("", "## Styles and templates", "", formatReuse, "")
    add("## Pages", "", formatPages, "")
    table(Vocabulary.page)
    add("", "Of everything that has a place:", "")
    table(Vocabulary.place)
    add(
      "",
      "`row`, `column`, `stack` and `scroll` have these, `gap`, within a page a `title` that stands above them, and `each` with "
        + "keys that all their elements share, as `each: {card: outline}`; an element's own come before. In a `scroll` an "
        + "element without a `height` is a third as high as the part that is seen, of which percent are too. `at` is one of "
        + Vocabulary.places.map { "`\($0)`" }.joined(separator: ", ") + ", or two lengths.", "")
    add("## Several displays", "", formatDisplays, "")
    table(Vocabulary.display)
    add("", "## On every page, and when nobody is there", "", "`bar`:", "")
    table(Vocabulary.bar)
    add("", "`idle`:", "")
    table(Vocabulary.idle)
    add("", formatKeys, "")
    table(Vocabulary.key)
    add("", "`numbers`:", "")
    table(Vocabulary.numbers)
    add(
      "", "## Instruments", "",
      "The first key of an instrument names its kind. Each has the keys of [everything that has a place](#pages) too.",
      "")
    add(formatQuality, "")
    for kind in Vocabulary.instruments where !kind.isControl { describe(kind) }
    add("## Controls", "", formatControls, "")
    for kind in Vocabulary.instruments where kind.isControl { describe(kind) }
    describe(Vocabulary.setpoint)
    addUnits()
    add(
      "## Names of before", "",
      "For a key's former name, or its name in other programs, the message has the name here:", "")
    add("| written | is called |", "| --- | --- |")
    for (old, new) in Vocabulary.formerNames.sorted(by: { $0.key < $1.key }) { add("| `\(old)` | `\(new)` |") }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ more: String...) { lines += more }

  private mutating func describe(_ kind: KindSpec) {
    add("### `\(kind.name)`", "", kind.summary, "", "```yaml", kind.example, "```", "")
    if !kind.notes.isEmpty { add(kind.notes, "") }
    let places = Vocabulary.place.map(\.name)
    table([kind.main].compactMap { $0 } + kind.keys.filter { !places.contains($0.name) })
    add("")
    if let main = kind.main, !main.members.isEmpty {
      add("In the place of a signal may stand a map of `signal` and:", "")
      table(main.members)
      add("")
    }
  }

  private mutating func table(_ keys: [KeySpec]) {
    add("| key | value | if not said | |", "| --- | --- | --- | --- |")
    for key in keys {
      add("| `\(key.name)` | \(cell(key.type.expectation)) | \(cell(key.standard ?? "")) | \(cell(key.summary)) |")
    }
  }

  private func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private mutating func addUnits() {
    add(
      "## Units", "",
      "Units of one row convert into each other. There are none of one's own: a value in another unit is `plain`, with the unit in its",
      "title. Digits are rounded to the nearest, halves away from zero.", "", "| dimension | units |", "| --- | --- |")
    for (name, dimension) in Units.dimensions {
      let units = Units.all.filter { $0.dimension == dimension }
      add("| \(name) | " + units.map { "`\($0.text)`" }.joined(separator: ", ") + " |")
    }
    add("| none | `plain` |", "")
  }
}

private let formatTexts = """
  A signal of `type: text` has a text for its value: a mode, a file's name, a fault. Its sources tell words, `mode=heat`, texts in
  quotation marks, `file="part 7.gcode"`, or texts of JSON, `{"mode": "heat"}`; a source of `files` tells the word in place of
  its star, or the file's first line. `null` is no value. A text is cut at 64 bytes, or at `length`. Letters are packed by `glyphs`:
  others are shown as a box.

  ```yaml
  signals:
    mode: {from: in/mode, type: text, stale: 10s, demo: [heat, cool]}
    file: {from: in/file, type: text, length: 128}
    part: {is: 'part(file, \"/\", 2)'}
    heats: {is: mode is "heat"}
  pages:
    main: [{text: =mode}, {text: '=join(\"File: \", upper(part))'}, {lamp: heats}]
  ```

  A text stands wherever a text of an instrument may: `text: =mode`, or `text: $mode` for a signal alone. Texts are compared with
  `is` and `is not`. `upper` and `lower` change letters of ASCII, Latin-1, Greek and Cyrillic, `first(text, 3)` takes letters from the
  start, `part(text, "/", 2)` the second part between slashes and
  `-1` the last one, `join(a, b, …)` puts texts behind each other. A text of the source
  that `texts` translates is translated. With words for keys, `enum: {off: Stop, heat: {text: Heating, icon: fire}}`, a signal
  is a number as with any `enum`, and its source tells the words. A number without a word is shown as a number; a word without one
  fails.

  The word `error` is a text as others. A signal of texts fails where its source does, as by MQTT's `alive`.
  """

private let formatIntroduction = """
  # Descriptions of panels

  <!-- Written by `panel-assets format` from the tables that check: change Sources/PanelDescription/Tables, or the
  kinds beside the instruments, then run scripts/panel-format. -->

  A panel is a YAML file. It describes values, not widgets: everything about a value stands once, at its signal. An instrument
  names a signal and is complete in one line.

      lamina check engine.yaml                    # checks
      lamina check engine.yaml -o engine.panel    # checks, and writes the file of the device
      lamina preview engine.yaml                  # shows it while it is written

  [panel.schema.json](panel.schema.json) is a JSON Schema for editors.

  The checker reports all mistakes at once, a line each: `file:line:column: mistake — expected … — did you mean …`.

  ## Values

  The key decides how a scalar is read: `on`, `12:30` or `010` never become something else. Numbers are plain
  decimals. Numbers that go with a signal are in the signal's `unit`, or have one: `setpoint: 190degF`. In a range the unit of
  one end holds for both: `8..10bar`. Words that begin
  with a sign of YAML's own (`%`, `#`, `>`, `!`, `*`, `@`) need quotation marks. The vocabulary does without them: `percent`,
  names of colours, `above` and `below`, `not`.

  Wherever a number, a condition or a colour stands, an expression of signals may. Texts that are expressions begin with
  `=`: `title: '=if(ok(rpm), "Engine", "No engine")'`. In `{ }` a comma ends a value: an expression with one stands in
  quotation marks there.

  Temperatures are points on a scale: `coolant - ambient` is a difference, in `delta_degC`, and converts without an offset.
  So does `5K` that is added to a temperature or taken from one. `coolant - 20degC` is a difference too; `coolant - 5K` and
  `coolant - 5` are temperatures, five degrees below. A computed difference may have the units of temperatures, `unit: K`. A
  source's value is a difference where its unit is `delta_K`, `delta_degC` or `delta_degF`.

  The sum of two temperatures, for means as `(a + b) / 2`, stays in its unit. So does a value plus a number without a unit.
  Another unit for these is an error. A sum with a product or quotient that has no unit here, as `rpm * oil + coolant`, is an
  error too.

  By a signal with `unit: plain` a value keeps its unit. By a number that is written there it keeps its unit too, unless that number
  is about the conversion itself: with `unit: kW`, `power / 1000` of watts is converted by hand and taken as it is, and `power * 2`
  is converted. The nearer of the two counts. By a signal without a unit it may have become anything: the result has the unit that
  `unit` says. A quotient of two lengths, or of other like units, is a ratio: `unit: percent` makes percents of it.

  Products that have a unit, and the quotients that follow from them: `V · A = W`, `W · s = J`, `Ah · V = Wh`, `A · h = Ah`,
  `ohm · A = V`, `N · m/s = W`, `kg · m/s2 = N`, `m/s · s = m`, `m/s2 · s = m/s`, `Wh/km · km = Wh`, `Wh/km · km/h = W`,
  `l/h · h = l`, `l/100km · km = l`, `l/100km · km/h = l/h`; and `J / N = m`. Any units of these dimensions will do, as `mV`.

  | | |
  | --- | --- |
  | `+ - * / mod`, `( )` | units of one dimension are converted; some products and quotients have a unit, as above; a division by zero is no value |
  | `above below equals is between 3..5`, `< > <= >= = !=` | between values of one dimension; `gear is "Drive"` and `gear above "Park"` with the number that has that name in the `enum` of the signal at the left; two signals with an `enum` by their numbers |
  | `and or not` | what one side decides does not depend on the other: `a or b` is true where `a` is, though `b` has failed |
  | `min max abs clamp round floor sqrt` | |
  | `if(condition, a, b)`, `map(signal, code, value, …, otherwise)` | of numbers, texts or colours |
  | `ok(s)`, `age(s)`, `quality(s)` | fresh or not; seconds; 0 fresh, 1 old, 2 failed, 3 none |
  | `state(s)` | the most urgent zone that holds, by the shown digits as in every instrument, but at once: `state(oil) is warning` |
  | `unit(s)` | the unit that `s` is shown in, as a text |
  | `bit(s, n)` | a bit of a status word, from 0 |
  | `avg(s, 10min)`, `min(s, 10min)`, `max(s, 10min)`, `rate(s, 1min)` | of the latest part of time; the change a second, from the oldest value received in it to the newest |
  | `captured(s, condition, start)` | what it was when the condition last became true: a trip is `log - captured(log, reset, 0)`. Until then, and again when the program starts, it is `start` |
  """

private let historyBytes = SignalStore.pastBytes([Histories.definition], [])
private let windowBytes = SignalStore.pastBytes([], [WindowDefinition(SignalIndex(0), duration: 1)])

private let formatPast = """
  Histories and windows of time, `avg(s, 10min)`, take \(SignalStore.pastLimit) bytes together at most: \(historyBytes) for each signal
  with a history, and as many again for a trend at most half as long as another one of the signal; \(windowBytes) for each signal
  and each stretch of time that is asked for. So there are \(SignalStore.pastLimit / historyBytes) histories, or \(SignalStore.pastLimit / windowBytes) windows. A
  panel has \(PanelFile.recordLimit) records at most (signals, zones, alarms, elements and their entries), 20000 elements
  among them, and a file of \(PanelFile.byteLimit) bytes. `lamina check` refuses more at its line, and so does the device.
  """

private let formatControls = """
  ```yaml
  pump: {switch: Pump, sends: plant/pump, state: pump}
  wanted: {stepper: Wanted, sets: wanted, range: 5..30, step: 0.5}
  ```

  A control sends a value to an address of a source (`sends`), sets a variable of the panel (`sets`), or runs a command of the
  device (`runs`). A source of `lines` at a
  Unix socket or a serial line gets it as a line, `pump=1`; a source of `files` writes a file of /sys; one of `mqtt` publishes
  to a topic; `modbus`, `gpio` and, with `sends: true`, `can` send too; other sources take none. What is shown is `state`, which came back, and not what was sent; a variable is its
  own state. While a finger holds a control its value follows the finger, whatever the state says meanwhile.

  | the value is | look |
  | --- | --- |
  | sent | an edge in the accent, and three dots, until `state` is the value |
  | not confirmed within `within` | a dashed edge and a question mark; the state is shown again |
  | refused: no connection, view only, not possible, exit status 3 | an edge in the colour of a warning for a second, and the reason for three |

  Standard error has each reason of a refusal once, with the control and the source.

  A value that has no connection is refused at once, and never sent later. With `queue: 1` it waits for the connection, as long as
  `within` says, and is sent once; of several the newest. It counts as sent meanwhile. Behind that time it is not confirmed, and is
  not sent any more. A control that is disabled or hidden meanwhile lets go of it, unless it is what `back` says. A page that is left
  and a client that does not read change nothing. **Choose a short `within`:** a machine that starts half a minute after the touch
  may meet a hand. A value that had a connection, which broke before the answer, is refused: it may have had its effect.

  A number is sent in the `unit` of the state's signal, whatever the control shows, with a point and six decimals at most: `22.5`,
  `22.777778`. Without a state it goes as it is.

  A button sends nothing, and says so, while the value of `to` is not fresh, or that of `back` was never heard. A stepper and a knob
  begin nowhere while their `state` is not known.

  `{switch: Pump, runs: pump, state: pump}` runs the command `pump` of the file of `panel-ui --commands`, a line each:
  `pump /usr/local/bin/pump --now`. The value is its last argument, here 1 or 0, as `22.5` of a slider. A button's command has no
  value, or that of `to`. No shell reads any of it. A value is sent when the command starts and accepted when it ends with exit status
  0; `state` confirms as everywhere. Another status, or a signal, refuses it: the control and standard error say *exit status 3*.
  A command that the list has not, or that cannot start, is refused at once; `panel-ui doctor --commands FILE PANEL` names those.
  Behind `within` the value is not confirmed, and the command runs on. While it runs another value is refused as *still running*:
  it is not ended, and the value is not kept. `back`, `repeats` and `live` do not go with it. Commands take Linux 5.3 or later.

  `lock` asks for a PIN above the page, which frees the control for a minute; a wrong one is waited for, each longer than the one
  before. There are no users to log in: `lock` at a page asks whenever somebody turns to it. `confirm: hold 1s` sends when it was
  held so long, and says *hold 1 s* below its label, or in its place after a shorter touch. `confirm: dialog` asks first, with the
  value: *Pump: Off?*, *Wanted: 21.5 °C?*, and *Stop?* of a button. The key that answers has the
  control's `color`. Beside the other one, *Cancel*, a label as *Stop print* is clearer than *Cancel print*. Nothing behind a
  question is pressed; a touch beside it leaves it. A picture of a question is made by a test: `tap: Stop` and `expect: {picture: stop.png}`.

  The words that controls have of themselves, from Cancel to *view only*, are known in Czech, Danish, Dutch, Finnish, French,
  German, Italian, Norwegian, Polish, Portuguese, Spanish and Swedish; `texts` may have others: `de: {Cancel: Zurück}`.

  Other things may change under a finger:

  | meanwhile | the press |
  | --- | --- |
  | values, alarms, the theme | goes on |
  | the page, `visible` or `enabled` of the control, a question above the page | is cancelled: no value is sent, and a button with `back` sends that |
  | the language, the system of units, the panel's file | the same, to the sources of before; the finger means nothing until it is up |
  | the touchscreen is unplugged, the program ends | the same |

  Whatever a held button has switched on must end without the panel too: nobody sends `back` where the board loses its power.

  A control whose `state` is old, failed or missing has the mark of that. With `panel-ui --view-only` nothing is sent, set or run;
  with `--demo` nothing is sent or run, and the state becomes the value. A control that has no state to show it says *view only*
  in both. Numbers of `range`, `step` and `to` are in the unit in which the variable or
  the state is shown, or in the control's own `unit`; they may have units, as `to: 300kPa`. A system of units does not change
  them, nor the unit of a control. Steps count from the lower end of `range`: plus and minus lead from a value between two steps to the next one. A target is 7 mm or larger: `lamina check` warns of smaller ones.
  """

private let formatReuse = """
  ```yaml
  styles:
    quiet: {color: dim, pace: 1s}
  templates:
    vessel:
      takes: [level, name]
      column: [{text: $name}, {tank: $level, value: false}]
  pages:
    main:
      row:
        - {number: rpm, style: quiet}
        - repeat: {vessel: [[fuel, Diesel], [water, Water]]}
  ```

  A style is a map of keys. An instrument takes those of its kind that it does not have itself. A template is an element with
  parameters: `{vessel: [fuel, Diesel]}` or `{vessel: {level: fuel, name: Diesel}}` puts it in. A parameter may be a
  part of a text too, as in `sends: farm/zone$n/valve`. `repeat` does so for each item of a list, with a template or an
  instrument: `repeat: {gauge: [rpm, oil]}`. `include` takes in the sections of
  other files. Two things of one name are an error. `{file: own.yaml, optional: true}` is a file that may be missing.

  One description serves several panels with switches: `only: boat is big`, or `is not`, at any element, signal, page, alarm or file
  that is included leaves it out of the others. `lamina check --set boat=big` says the value, or `set: {boat: big}` at the top
  where that does not. A switch without a value is an error.
  """

private let formatLanguages = """
  `texts` has as many languages as there are: with `texts: {de: {Engine: Motor}, fr: {Engine: Moteur}}` and `language: lang`
  the panel says Engine where `lang` is 0 or no language, Motor where it is 1, Moteur where it is 2. `language: de` always says
  Motor; a signal of texts tells the name, `de`. Texts without a
  translation stay as they are. Texts that expressions choose among are translated too, and texts with numbers as a whole:
  `"{wind} of {gust} kn": "{wind} von {gust} kn"`.

  `units` has systems of units in the same way: with

  ```yaml
  units:
    speed: km/h
    us: {speed: mph, temperature: degF 0, tank: gal 0.0}
  system: units_wanted
  ```

  all speeds are shown in km/h where `units_wanted` is 0 or no system; where it is 1 they are shown in mph, temperatures in
  degF without decimals, and the signal `tank` in gal. `units_wanted` is a signal as others are: with
  `units_wanted: {from: in/units, initial: 0}` a line `units=1` chooses. A system names dimensions, and signals that are shown in another unit
  than the others; units come with a format or without. It holds for signals whatever their `show` says; an instrument that has
  a `unit` of its own keeps it.
  """

private let formatDisplays = """
  ```yaml
  displays:
    helm: {pages: [sail, engine]}
    mast: {display: fb:/dev/fb1, rotate: 90, pages: [wind]}
  ```

  One program shows them all. They share values, alarms and acknowledgements. A bar is on each. `panel-ui --on mast` shows the
  pages of that display alone, on the display of `--display`, `--touch` and `--rotate`. A picture in memory is of the first
  display, or of that one.
  """

private let formatKeys = """
  `keys`:

  ```yaml
  keys:
    f1: {page: engine}
    f2: {presses: Horn}
    volumeup: {raises: Volume}
    encoder: {turns: Volume}
  ```

  A key is named as in the kernel, with or without `KEY_`: `f1` to `f24`, letters, digits, `up`, `enter`, `pageup`,
  `volumeup`, `button1` for `BTN_1`, or `code 183`. Controls are named by the words that are written on them; of several with
  the same words the one on the shown page counts.

  Without `keys` a keyboard and an encoder reach every control: Tab, the arrows and the encoder move the focus, Enter or the
  encoder's button presses a button, and begins and ends the setting of a value, Escape takes it back. A focused control and a
  dialog get a key before `keys` does. The key that wakes a dimmed panel does nothing else.
  """

private let formatQuality = """
  An old, failed or missing value never looks fresh. An instrument's mark is a filled corner for old and a cross for failed. It
  shows the worst of its value and of all signals that its options follow: titles, texts, colours, setpoints, second needles,
  zones' ends. A setpoint or another addition is left out where its signal has no value. Where a signal places the value, as an
  end of the `range`, `sweep`, `start`, `from`, `span` or `turn`, the value is as bad as that signal. It goes where that has
  failed or never had a value. `visible` hides an instrument only by a fresh condition. With an old, failed or missing one the
  instrument is shown, with the mark; in a stack, where it would lie over others, `unknown` says otherwise.
  `visible: 'if(ok(mode), mode is 2, false)'` hides it then too.
  """

private let formatPages = """
  ```yaml
  pages:
    main:
      areas: |
        tach tach oil
        tach tach temp
      columns: 1fr 1fr 200px
      tach: {gauge: rpm}
      oil: {number: oil}
      temp: [{bar: coolant}, {number: coolant, at: centre, size: 50percent 30percent}]
  ```

  A page has `areas`, or one of `row`, `column`, `stack` or an instrument; a list is a stack. Areas nest: an area may be
  a map with `areas` itself. Lengths are points of `size` (`120px`), shares of the rest (`2fr`), `percent` of the
  parent, or millimetres of the display (`20mm`). A hidden element gives its place up in rows and columns, and keeps it in
  areas, and in a bar with a `size` in pixels or millimetres, so that a lamp that blinks there moves nothing.
  """

/// A line of the document that is whole.
public struct FormatExample: Sendable, CustomStringConvertible {
  public let text: String
  /// Whether it is a source, not an instrument.
  public let isSource: Bool

  public var description: String { text }
}

/// The examples of all kinds.
public func formatExamples() -> [FormatExample] {
  Vocabulary.sources.map { FormatExample(text: $0.example, isSource: true) }
    + Vocabulary.instruments.map { FormatExample(text: $0.example, isSource: false) }
}
