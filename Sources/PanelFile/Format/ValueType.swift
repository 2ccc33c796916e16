// Stage: panel file. The syntax of a key's value.
import PanelSignals

/// The syntax of a key's value, and its meaning in the file.
package enum ValueType: Sendable {
  // Plain values
  case text
  case number
  /// A number that is a difference of two values: without the zero of a scale.
  case difference
  case count(ClosedRange<Int>)
  case duration
  /// A duration above 0.
  case interval
  /// A duration above 0, of minutes rather than milliseconds.
  case longInterval
  case flag
  case length
  /// One of some words; the value is its index in the list. Empty words are indices without a meaning.
  case choice([String])
  /// The glyph of an icon.
  case icon
  case unit
  /// The digits of a number, as `0.0`.
  case format

  // Values that may be signals or expressions
  /// A number, a signal, or an expression of signals.
  case value(Measure)
  /// A number from the range.
  case bounded(Measure, ClosedRange<Int>)
  /// `700..3200`, as the two keys of its ends; an end may be an expression.
  case range(PropertyKey, PropertyKey)
  /// A range, or `auto`, which sets the third key.
  case automaticRange(PropertyKey, PropertyKey, PropertyKey)
  /// A signal, or an expression of signals.
  case signal
  /// A signal of one dimension; angles become degrees.
  case signalOf(UnitOfMeasure.Dimension)
  /// A signal whose values have names.
  case signalOfNames
  /// An expression that is true or false.
  case condition
  /// A role, a named colour, `"#rrggbb"`, or an expression of these.
  case color

  // Values of instruments that become several properties, or records
  /// A list of signals.
  case signals(SignalList)
  /// Rows: a signal, or a map of a text to a signal.
  case rows
  /// A stretch of the past: the history of every signal that the instrument shows keeps as much.
  /// - Parameter standard: nanoseconds where nothing is written; `nil` for none.
  case past(standard: Int64?)
  /// The greatest or the least value of a stretch of time, or since the start.
  case extreme(isGreatest: Bool)
  /// A flag: both extremes since the start.
  case extremes
  /// A flag: the direction in which the value goes.
  case arrow
  /// A value, or a map of the keys of a setpoint that a finger moves.
  case setpoint
  /// The divisor of numerals, or none.
  case labels
  /// The start of a filling: zero, the centre, or a value.
  case origin
  /// An icon, or a signal whose values have icons.
  case iconOrSignal
  case picture
  case clockPattern
  case zoneOffset
  /// A time to run down, or `up`.
  case timer
  case points
  /// True, false, or zones of the instrument's own in place of the signal's.
  case zones
  /// A list of alarms, or `all`.
  case alarms

  // Values of sources
  /// A place, kept as its text. The closure returns the expectation of a message for a text that is none, with the usual one
  /// as its second argument.
  case place(String, @Sendable (String, String) -> String?)
  /// `every` and a duration of so many nanoseconds at least; with the expectation of messages.
  case every(Int64, String)

  /// Checked by code of its own; the text is the expectation of messages.
  case special(String)

  /// The unit of a number that has none of its own.
  package enum Measure: Sendable {
    case plain, angle
    /// The signal's.
    case ofSignal
    /// The signal's, of a difference between two values: without the zero of a scale.
    case difference
  }

  /// The signals of a list.
  package struct SignalList: Sendable {
    package let counts: ClosedRange<Int>
    /// The expectation of messages.
    package let words: String
    /// Whether they are angles, in degrees.
    package let areAngles: Bool
    /// Whether they lie on one scale, so that their dimensions should agree.
    package let sharesScale: Bool

    package init(_ counts: ClosedRange<Int>, _ words: String, areAngles: Bool = false, sharesScale: Bool = false) {
      (self.counts, self.words, self.areAngles, self.sharesScale) = (counts, words, areAngles, sharesScale)
    }
  }

  /// The cases of an enumeration, by the names that they have in Swift.
  package static func choice<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> ValueType
  where Choice.RawValue == Int {
    #if hasFeature(Embedded)
    return .choice([])
    #else
    var words: [String] = []
    for choice in type.allCases {
      while words.count < choice.rawValue { words.append("") }
      words.append(String(describing: choice))
    }
    return .choice(words)
    #endif
  }
}
