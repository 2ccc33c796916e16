// Expressions of a description: text becomes a tree. `+ - * / mod`, comparisons as words or signs, `and or not`,
// functions.
import PanelSignals

/// A part of an expression, with the column in the text at which it begins, from 0.
indirect enum Expression {
  /// - Parameter unit: as written behind the number; `nil` for none.
  case number(Fixed64, unit: String?, column: Int)
  case text(String, column: Int)
  case name(String, column: Int)
  case operation(Instruction.Operation, [Expression], column: Int)
  case call(String, [Expression], column: Int)

  var column: Int {
    switch self {
    case .number(_, _, let column), .text(_, let column), .name(_, let column), .operation(_, _, let column),
      .call(_, _, let column):
      column
    }
  }

  /// The unit behind a number; `nil` for none, and for anything else.
  var writtenUnit: String? {
    switch self {
    case .number(_, let unit, _): unit
    case .operation(.negate, let parts, _): parts.first?.writtenUnit
    default: nil
    }
  }

  /// A number without a unit in that of the other end of its range: `8..10bar`.
  func inUnit(of other: Expression) -> Expression {
    switch (self, other.writtenUnit) {
    case (.number(let value, nil, let column), let unit?) where Units.named(unit) != nil:
      .number(value, unit: unit, column: column)
    case (.operation(.negate, let parts, let column), _?):
      .operation(.negate, parts.map { $0.inUnit(of: other) }, column: column)
    default: self
    }
  }
}

/// Why a text is no expression.
struct ExpressionError: Error {
  let column: Int
  let found: String
  var expected: String?
  var meant: String?

  /// For what was reported where it was found.
  static let reported = ExpressionError(column: 0, found: "")
  var isReported: Bool { found.isEmpty }
}
