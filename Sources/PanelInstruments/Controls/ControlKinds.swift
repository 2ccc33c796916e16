// Stage: controls. The kinds of controls: their numbers in files, their keys and their documents.
import PanelFile

extension InstrumentKind {
  static let button = control(
    70, .pressed, { ButtonInstrument($0) },
    KindSpec(
      name: "button", main: KeySpec("button", .text, .text, summary: "What is written on it."),
      keys: .controlled + [
        KeySpec(
          "toggles", .special("a source and an address, or a variable"), summary: "What is switched between 0 and 1."),
        KeySpec("to", .payload, .value(.ofSignal), 1, summary: "What is sent or set."),
        KeySpec("back", .released, .value(.ofSignal), summary: "What is sent or set when it is let go."),
        KeySpec("repeats", .interval, .interval, summary: "How often it is sent while it is held."),
        KeySpec("page", .page, .text, summary: "The page that it shows."),
        KeySpec("resets", .resets, .signal, summary: "The signal whose peaks it forgets."),
        KeySpec("icon", .icon, .icon, summary: "An icon beside the words."),
        KeySpec("color", .color, .color, summary: "Of its field, as warning for one that stops a machine."),
      ],
      summary:
        "A button. With a `state` it looks on where that is what it sends, or, where it `toggles`, for all but 0.",
      example: "{button: Horn, sends: in/horn, back: 0}"))

  static let `switch` = control(
    71, .pressed, { SwitchInstrument($0) },
    KindSpec(
      name: "switch", main: KeySpec("switch", .text, .text, summary: "What is written beside it."), keys: .controlled,
      summary: "On or off.", example: "{switch: Pump, sends: in/pump, state: fuel above 50}"))

  static let slider = control(
    72, .set, { SliderInstrument($0) },
    KindSpec(
      name: "slider", main: KeySpec("slider", .text, .text, summary: "What is written above it."),
      keys: .controlled + .setting + [KeySpec("upright", .isUpright, .flag, false, summary: "Whether it stands.")],
      summary: "A number that is set by moving.", example: "{slider: Fan, sends: in/fan, range: 0..100, step: 5}"))

  static let knob = control(
    73, .set, { KnobInstrument($0) },
    KindSpec(
      name: "knob", main: KeySpec("knob", .text, .text, summary: "What is written below it."),
      keys: .controlled + .setting, summary: "A number that is set by turning.",
      example: "{knob: Volume, sets: volume, range: 0..10}"))

  static let selector = control(
    74, .set, { SelectorInstrument($0) },
    KindSpec(
      name: "selector", main: KeySpec("selector", .text, .text, summary: "What is written above it."),
      keys: .controlled + [.choices],
      summary: "One of several.", example: "{selector: Mode, of: [Off, Auto, Manual], sends: in/mode}"))

  static let picker = control(
    78, .set, { PickerInstrument($0) },
    KindSpec(
      name: "picker", main: KeySpec("picker", .text, .text, summary: "What is written above it."),
      keys: .controlled + [.choices], summary: "One of many, on a wheel.",
      example: "{picker: Mode, of: [Off, Auto, Manual, Test], sends: in/mode}"))

  static let menu = control(
    79, .set, { MenuInstrument($0) },
    KindSpec(
      name: "menu", main: KeySpec("menu", .text, .text, summary: "What is written above it."),
      keys: .controlled + [.choices], summary: "One of up to 14, from a list that is shown above the page.",
      example: "{menu: Mode, of: [Off, Auto, Manual, Test], sends: in/mode}"))

  static let keypad = control(
    75, .set, { KeypadInstrument($0) },
    KindSpec(
      name: "keypad", main: KeySpec("keypad", .text, .text, summary: "What is written above it."),
      keys: .controlled + .setting, summary: "A number that is typed.",
      example: "{keypad: Depth alarm, sets: volume, range: 0..50}"))

  static let stepper = control(
    76, .set, { StepperInstrument($0) },
    KindSpec(
      name: "stepper", main: KeySpec("stepper", .text, .text, summary: "What is written above it."),
      keys: .controlled + .setting, summary: "A number that is set by steps.",
      example: "{stepper: Wanted, sets: volume, range: 0..10, step: 1}"))

  /// A part of a gauge or a bar: it has no name of its own.
  package static let setpoint = control(
    77, .set, { SetpointHandle($0) },
    KindSpec(
      name: "setpoint", main: nil, keys: .acting + .moved,
      summary: "A setpoint on the scale of a gauge or a bar, which a finger, keys or an encoder move.",
      example: "{gauge: coolant, setpoint: {sets: volume, range: 0..10, step: 1}}"))

  private static func control(
    _ record: RecordKind, _ use: ControlUse, _ make: @escaping @Sendable (InstrumentStyle) -> Instrument,
    _ spec: @autoclosure () -> KindSpec
  ) -> InstrumentKind {
    InstrumentKind(record, takesTaps: true, make, marked(spec(), use))
  }
}

private func marked(_ spec: KindSpec, _ use: ControlUse) -> KindSpec {
  var spec = spec
  spec.control = use
  return spec
}

extension KeySpec {
  fileprivate static var choices: KeySpec {
    KeySpec(
      "of", .special("a list of texts, or a map of numbers to texts"), "the enum of `state`",
      summary: "What can be chosen: the number is sent, of a list its place in it from 0.")
  }
}

extension [KeySpec] {
  fileprivate static var controlled: [KeySpec] {
    placement + [KeySpec("title", .title, .text, summary: "Written on or above it.")] + acting
  }

  /// Where the value goes, and who may set it.
  fileprivate static var acting: [KeySpec] {
    [
      KeySpec("sends", .special("a source and an address"), summary: "Where what it is set to goes."),
      KeySpec(
        "sets", .special("a variable"), summary: "The variable that it sets: a signal with nothing but `initial`."),
      KeySpec(
        "runs", .command, .text,
        summary: "A command of the device's list, which gets the value as its last argument; of a button that of `to`, "
          + "or none without it."),
      KeySpec("state", .shownState, .signal, summary: "What came back, which is what it shows."),
      KeySpec(
        "confirm", .special("hold TIME, or dialog"),
        summary: "What is needed besides a touch: to hold a button or a switch for a time, or an answer."),
      KeySpec("lock", .pin, .text, summary: "A PIN that frees it for a minute."),
      KeySpec("enabled", .enabled, .condition, true, summary: "Whether it can be touched."),
      KeySpec(
        "because", .reason, .text, needs: ("enabled", []),
        summary: "Why it cannot be touched, shown to who tries; no expression."),
      KeySpec(
        "within", .within, .duration, "2s",
        summary: "How long `state` may take to become what was sent, before it is marked as not confirmed."),
      KeySpec(
        "queue", .queue, .count(0...1), 0,
        summary: "With 1 a value without a connection waits for one, as long as `within` says. The newest one counts."),
    ]
  }

  /// What it can be set to, and when it is sent.
  fileprivate static var moved: [KeySpec] {
    [
      KeySpec(
        "live", .live, .interval, summary: "How often it is sent while it moves; without, when it is let go."),
      KeySpec("range", .range(.lower, .upper), "0..100", summary: "What it can be set to."),
      KeySpec("step", .step, .value(.difference), summary: "From one value to the next."),
    ]
  }

  fileprivate static var setting: [KeySpec] {
    moved + [
      KeySpec(
        "unit", .unit, "the state's",
        summary: "The unit in which it is shown and set; `range` and `step` are in it too."),
      KeySpec("format", .format, summary: "How the number is written."),
    ]
  }
}
