// Products and quotients of units: volts times amperes are watts.
import PanelSignals

extension CompiledExpression {
  /// `a · b = c` in base units.
  private static let products: [(UnitOfMeasure.Dimension, UnitOfMeasure.Dimension, UnitOfMeasure.Dimension)] = [
    (.voltage, .current, .power), (.speed, .time, .length), (.power, .time, .energy), (.resistance, .current, .voltage),
    (.force, .speed, .power), (.acceleration, .mass, .force), (.acceleration, .time, .speed),
  ]

  static func product(_ a: CompiledExpression, _ b: CompiledExpression, _ column: Int) -> CompiledExpression {
    if let (x, y) = firmDimensions(a, b) {
      for (first, second, result) in Self.products where first == x && second == y || first == y && second == x {
        if let unit = Units.base(result), let left = based(a), let right = based(b) {
          return CompiledExpression(Instruction(.multiply), [left, right], .unit(unit), column: column)
        }
      }
      if x == .ratio, let left = based(a) {
        return CompiledExpression(Instruction(.multiply), [left, b], b.type, column: column)
      }
      if y == .ratio, let right = based(b) {
        return CompiledExpression(Instruction(.multiply), [a, right], a.type, column: column)
      }
      return nameless(CompiledExpression(Instruction(.multiply), [a, b], .plain, column: column))
    }
    var value = CompiledExpression(
      Instruction(.multiply), [a, b], scaled(a.type.unit ?? b.type.unit), column: column)
    // Whoever multiplies by a plain number converts by hand.
    value.hasNamelessUnit = false
    return value
  }

  static func quotient(_ a: CompiledExpression, _ b: CompiledExpression, _ column: Int) -> CompiledExpression {
    if let (x, y) = firmDimensions(a, b) {
      if x == y, let unit = b.type.unit, let left = try? a.converted(to: unit) {
        return CompiledExpression(Instruction(.divide), [left, b], .plain, column: column)
      }
      for (first, second, result) in Self.products where result == x && (first == y || second == y) {
        if let unit = Units.base(first == y ? second : first), let left = based(a), let right = based(b) {
          return CompiledExpression(Instruction(.divide), [left, right], .unit(unit), column: column)
        }
      }
      let value = CompiledExpression(Instruction(.divide), [a, b], .plain, column: column)
      return y == .ratio ? value : nameless(value)
    }
    var value = CompiledExpression(
      Instruction(.divide), [a, b], b.type.unit == nil ? scaled(a.type.unit) : .plain, column: column)
    value.hasNamelessUnit = false
    return value
  }

  private static func nameless(_ value: CompiledExpression) -> CompiledExpression {
    var value = value
    value.hasNamelessUnit = value.constant == nil
    return value
  }

  /// By a plain number a value is scaled, or converted by hand: its unit is not certain.
  private static func scaled(_ unit: UnitOfMeasure?) -> ExpressionType { .number(unit, isFirm: false) }

  private static func firmDimensions(_ a: CompiledExpression, _ b: CompiledExpression)
    -> (UnitOfMeasure.Dimension, UnitOfMeasure.Dimension)?
  {
    guard a.type.isFirm, b.type.isFirm, let x = a.type.unit?.dimension, let y = b.type.unit?.dimension, x != .none,
      y != .none
    else { return nil }
    return (x, y)
  }

  private static func based(_ value: CompiledExpression) -> CompiledExpression? {
    guard let unit = value.type.unit, let base = Units.base(unit.dimension) else { return nil }
    return try? value.converted(to: base)
  }
}
