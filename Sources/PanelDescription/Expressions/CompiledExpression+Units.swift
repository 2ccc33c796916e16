// The units of values: a value in another unit, an operation on values in one unit.
import PanelSignals

extension CompiledExpression {
  /// The value where a type is wanted.
  func converted(to wanted: WantedType) throws(ExpressionError) -> CompiledExpression {
    switch (wanted, type) {
    case (.number(let unit?), .number): return try converted(to: unit)
    case (.number, .number), (.condition, .condition), (.text, .text), (.color, .color), (.any, .number),
      (.any, .condition), (.any, .state), (.any, .text):
      return self
    // Conditions are 1 and 0, states 0 to 3.
    case (.number(let unit), .condition) where unit?.isPlain ?? true: return self
    case (.number(let unit), .state) where unit?.isPlain ?? true: return self
    case (.condition, .number(let unit, let isFirm)):
      if let unit, isFirm, !unit.isPlain {
        throw ExpressionError(
          column: column, found: "a number in \(unit.text), where a condition is needed",
          expected: "a comparison, as 'above 100'")
      }
      return self
    default:
      throw ExpressionError(
        column: column, found: "\(type.words), where \(wanted.kind) is needed", expected: wanted.words)
    }
  }

  /// The value in a unit.
  func converted(to unit: UnitOfMeasure) throws(ExpressionError) -> CompiledExpression {
    if isUncertain, let own = type.unit { try Self.refuseUncertain(own, unit, column) }
    var value = self
    // A number with a unit of temperatures, where a difference is wanted, is one.
    if unit.dimension == .temperatureDifference, value.type.isTemperature, value.constant != nil,
      let own = value.type.unit
    {
      value.type = .unit(Units.ofDifferences(own))
    }
    guard case .number(let own?, isFirm: true) = value.type, own.text != unit.text else { return value }
    guard own.dimension == unit.dimension, let from = Units.number(own), let to = Units.number(unit) else {
      throw ExpressionError(
        column: value.column, found: "a value in \(own.text), where one in \(unit.text) is needed",
        expected: "values that measure the same")
    }
    return CompiledExpression(
      Instruction(.convert, Int32(from << 8 | to)), [value], .unit(unit), column: value.column)
  }

  /// An operation on values in one unit, which its result is in.
  static func alike(
    _ instruction: Instruction, _ parts: [CompiledExpression], _ column: Int, result: ExpressionType? = nil
  )
    throws(ExpressionError) -> CompiledExpression
  {
    let leading = parts.first { $0.type.isTemperatureDifference } ?? parts.first { $0.type.isFirm }
    guard let unit = leading?.type.unit else {
      let soft = parts.lazy.compactMap(\.type.unit).first
      return CompiledExpression(instruction, parts, result ?? .number(soft, isFirm: false), column: column)
    }
    if !unit.isPlain, let part = parts.first(where: { !$0.type.isNumber }) {
      throw ExpressionError(
        column: part.column, found: "\(part.type.words), where a number in \(unit.text) is needed",
        expected: "if(condition, a, b)")
    }
    if !unit.isPlain, let part = parts.first(where: { $0.hasNamelessUnit }) {
      throw ExpressionError(
        column: part.column,
        found: "a product or quotient of units that has no unit, where a value in \(unit.text) is needed",
        expected: "values that measure the same, or a signal of its own for it, with its unit")
    }
    var same: [CompiledExpression] = []
    for part in parts { same.append(try part.converted(to: unit)) }
    return CompiledExpression(instruction, same, result ?? .unit(unit), column: column)
  }

  /// Two results of a choice, in one unit.
  static func sameKind(_ a: CompiledExpression, _ b: CompiledExpression) throws(ExpressionError)
    -> (CompiledExpression, CompiledExpression)
  {
    switch (a.type, b.type) {
    case (.number, .number):
      if a.type.isFirm, let unit = a.type.unit { return (a, try b.converted(to: unit)) }
      if b.type.isFirm, let unit = b.type.unit {
        var a = a
        a.type = .unit(unit)
        return (a, b)
      }
      return (a, b)
    case (.condition, .condition), (.text, .text), (.color, .color), (.state, .state): return (a, b)
    default:
      throw ExpressionError(
        column: b.column, found: "a choice of \(a.type.words) or \(b.type.words)", expected: "two of one kind")
    }
  }
}
