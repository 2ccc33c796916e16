// Stage: instruments. Keys that several kinds have. Of the host alone.
import PanelFile

extension [KeySpec] {
  /// Of everything that has a place.
  package static var placement: [KeySpec] {
    [
      KeySpec("visible", .visible, .condition, true, summary: "Whether it is shown."),
      KeySpec(
        "unknown", .unknown, .choice(["hide", "show"]), "hide in a stack, show elsewhere",
        summary:
          "What becomes of it while the condition of `visible` was never heard. An old one shows it with `show`, and counts as it was last with `hide`. A failed one shows it."
      ),
      KeySpec(
        "at", .special("a place as centre, top-left or '10px 20px'"), "centre",
        summary:
          "Where it lies in a stack: the corner, edge or middle of both that meets, or how far its top left corner is "
          + "from that of the stack."),
      KeySpec(
        "size", .special("one or two lengths"),
        summary:
          "How wide and how high it is in a stack. With one length how wide in a row, how high in a column, and how "
          + "long in a strip."),
      KeySpec("width", .width, .length, summary: "How wide it is in a stack or a row."),
      KeySpec("height", .height, .length, summary: "How high it is in a stack or a column."),
      KeySpec(
        "style", .special("the name of a style, or a list of them"), summary: "Keys that it takes from `styles`."),
    ]
  }

  /// Of instruments that show a number.
  static var numbered: [KeySpec] {
    placement + [.title, KeySpec("unit", .unit, "the signal's", summary: "The unit in which it is shown."), .format]
  }

  /// Of instruments whose value has a range.
  static var ranged: [KeySpec] {
    numbered + [KeySpec("range", .range(.lower, .upper), "the signal's", summary: "The ends of the scale.")]
  }

  /// Of instruments with a scale.
  static var scaled: [KeySpec] {
    ranged + [
      KeySpec(
        "zones", .showsZones, .zones, true,
        summary:
          "Whether the scale marks the signal's zones, or zones of its own in their place, by which its state goes then. With "
          + "`false` the state of the value shows too.")
    ]
  }

  /// Of instruments with a scale and a part that shows the value on it.
  static var filled: [KeySpec] { scaled + [.color] }

  /// Of scales with numerals and marks.
  static var scale: [KeySpec] {
    [
      KeySpec(
        "labels", .labels,
        summary:
          "What numerals are divided by; `ends` for those of the two ends alone, or `none`; or words in their place, as "
          + "`{0: E, 50: 1/2, 100: F}`, by values in the unit of the signal."),
      KeySpec("log", .isLogarithmic, .flag, false, summary: "Whether each step is a multiple of the one before."),
      KeySpec("step", .step, .value(.difference), "automatic", summary: "From numeral to numeral."),
      KeySpec(
        "setpoint", .setpoint, .setpoint,
        summary: "A mark on the scale where the value should be; with a map, one that a finger [moves](#setpoint)."),
      KeySpec(
        "peak", .peak, .extreme(isGreatest: true),
        summary: "A mark at the greatest value of that time, or since the start; a tap forgets that."),
      KeySpec(
        "low", .low, .extreme(isGreatest: false),
        summary: "A mark at the least value of that time, or since the start; a tap forgets that."),
    ]
  }
}

extension KeySpec {
  static var title: KeySpec {
    KeySpec("title", .title, .text, "the signal's", summary: "Written above it; `\"\"` for none.")
  }
  /// A title of instruments that show more than one signal, or none.
  static var ownTitle: KeySpec { KeySpec("title", .title, .text, summary: "Written above it.") }
  static var format: KeySpec { KeySpec("format", .format, "the signal's", summary: "How the number is written.") }
  static var color: KeySpec { KeySpec("color", .color, .color, summary: "The colour of what shows the value.") }
  /// Of every kind that does nothing else when it is touched.
  static var tap: KeySpec {
    KeySpec("tap", .special("the name of a page"), summary: "The page that a tap shows.")
  }
  static var hold: KeySpec {
    KeySpec(
      "hold", .special("the name of a page"),
      summary: "The page that a finger shows which is lifted after 0.6 s or more.")
  }
  /// Of every kind.
  static var opacity: KeySpec {
    KeySpec(
      "opacity", .opacity, .bounded(.plain, 0...100), 100,
      summary: "How much of it is seen, in percent: what lies below shows through.")
  }
  /// Of every kind.
  static var card: KeySpec {
    KeySpec(
      "card", .card, .choice(["false", "true", "outline"]),
      summary:
        "Whether it lies on a field of its own, or only within the edge of one. Without one, whatever lies below it "
        + "shows through. Texts, clocks, shapes, pictures, symbols, pages and lists of alarms have none unless told.")
  }
  static var showsValue: KeySpec {
    KeySpec("value", .showsValue, .flag, true, summary: "Whether the value is written too.")
  }

  /// The key of a kind's own name, which is the signal that it shows.
  static func shown(_ name: String, _ type: ValueType = .signal, _ summary: String = "What it shows.") -> KeySpec {
    KeySpec(name, .value, type, summary: summary)
  }
}
