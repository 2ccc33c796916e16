// Temperatures are points on scales whose zeros differ: the difference of two is no temperature, and converts without the
// offset. (Pint, Temperature conversion; UCUM §21: special units on non-ratio scales.)
import PanelSignals

extension CompiledExpression {
  /// A sum or a difference.
  ///
  /// | | |
  /// | --- | --- |
  /// | temperature − temperature | a difference |
  /// | temperature ± difference | a temperature |
  /// | temperature ± number in K, as `5K` | a temperature |
  /// | temperature ± number without a unit | a temperature in the same unit; it is not converted to another |
  /// | temperature + temperature | for means: in the same unit, and not converted |
  static func sum(
    _ operation: Instruction.Operation, _ first: CompiledExpression, _ second: CompiledExpression, _ column: Int
  )
    throws(ExpressionError) -> CompiledExpression
  {
    let a = operation == .add ? asTerm(first, besides: second) : first
    let b = asTerm(second, besides: first)
    let instruction = Instruction(operation)
    if !a.type.isTemperature && !b.type.isTemperature { return try alike(instruction, [a, b], column) }
    guard let unit = a.type.isTemperature ? a.type.unit : b.type.unit else { return a }
    if a.type.isTemperature && b.type.isTemperature {
      let parts = [a, try b.converted(to: unit)]
      if operation == .subtract {
        return CompiledExpression(instruction, parts, .unit(Units.ofDifferences(unit)), column: column)
      }
      if let constant = [a, b].first(where: { $0.constant != nil }) {
        throw ExpressionError(
          column: constant.column, found: "a temperature that is added to one",
          expected: "a difference, as 5K, or a number without a unit")
      }
      return uncertain(CompiledExpression(instruction, parts, .number(unit, isFirm: false), column: column))
    }
    if operation == .subtract && a.type.isTemperatureDifference {
      throw ExpressionError(
        column: b.column, found: "a temperature that is taken from a difference", expected: "two of one kind")
    }
    if a.type.isTemperatureDifference || b.type.isTemperatureDifference {
      let isFirst = a.type.isTemperatureDifference
      let difference = try (isFirst ? a : b).converted(to: Units.ofDifferences(unit))
      return CompiledExpression(
        instruction, isFirst ? [difference, b] : [a, difference], .unit(unit), column: column)
    }
    return uncertain(try alike(instruction, [a, b], column))
  }

  private static func uncertain(_ value: CompiledExpression) -> CompiledExpression {
    var value = value
    value.isUncertain = true
    return value
  }

  /// A number in kelvin that is added to a temperature, or taken from one, is a difference.
  private static func asTerm(_ value: CompiledExpression, besides other: CompiledExpression) -> CompiledExpression {
    guard value.constant != nil, value.type.isTemperature, value.type.unit?.text == "K", other.constant == nil,
      other.type.isTemperature, let unit = value.type.unit
    else { return value }
    var value = value
    value.type = .unit(Units.ofDifferences(unit))
    return value
  }

  /// A sum of which nobody knows whether it is a temperature or a difference stays in its unit.
  static func refuseUncertain(_ own: UnitOfMeasure, _ unit: UnitOfMeasure, _ column: Int) throws(ExpressionError) {
    if own.text == unit.text || own.dimension != .temperature || unit.dimension != .temperature { return }
    throw ExpressionError(
      column: column,
      found: "a sum with a temperature in \(own.text), needed in \(unit.text): nobody knows whether it is a difference",
      expected: "a difference with its unit in it, as 5K, or the sum in \(own.text)")
  }
}
