// The types of expressions: a number with its unit, a condition, a text, a colour.
import PanelSignals

/// The type of an expression's value.
enum ExpressionType {
  /// - Parameters:
  ///   - unit: `nil` for a number of no unit, as literals are.
  ///   - isFirm: whether it is certain: a value that was multiplied by a plain number may be in another unit by now.
  case number(UnitOfMeasure?, isFirm: Bool)
  case condition
  case text
  case color
  /// How urgent something is: normal, advisory, caution or warning.
  case state

  static var plain: ExpressionType { .number(nil, isFirm: false) }
  static func unit(_ unit: UnitOfMeasure) -> ExpressionType { .number(unit, isFirm: true) }

  var words: String {
    switch self {
    case .number(let unit?, isFirm: true): "a number in \(unit.text)"
    case .number: "a number"
    case .condition: "a condition"
    case .text: "a text"
    case .color: "a colour"
    case .state: "a state"
    }
  }

  var unit: UnitOfMeasure? { if case .number(let unit, _) = self { unit } else { nil } }
  var isFirm: Bool { if case .number(_, true) = self { true } else { false } }
  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether it is a temperature: a point on a scale, which has no sum with another.
  var isTemperature: Bool { isFirm && unit?.dimension == .temperature }
  var isTemperatureDifference: Bool { isFirm && unit?.dimension == .temperatureDifference }
}

/// The type that a place wants.
enum WantedType {
  /// In a unit, or in any.
  case number(UnitOfMeasure?)
  case condition, text, color
  /// The types of a signal: a number, a condition or a text.
  case any
}

extension WantedType {
  var kind: String {
    switch self {
    case .number(let unit?): unit.isPlain ? "a number" : "a number in \(unit.text)"
    case .number: "a number"
    case .condition: "a condition"
    case .text: "a text"
    case .color: "a colour"
    case .any: "a number or a condition"
    }
  }

  /// The expectation of a message.
  var words: String {
    switch self {
    case .number, .any: "a number, a signal or an expression"
    case .condition: "a condition, as 'rpm above 100'"
    case .text: "a text in quotation marks, or a signal of texts or with an enum"
    case .color: "a role as caution, a colour as red-60 or \"#ff8800\", or an expression"
    }
  }
}
