// Products and quotients of units: volts times amperes are watts.
import PanelSignals

extension CompiledExpression {
  /// `a · b · factor = c` in base units.
  private struct ProductRule {
    let a, b, c: UnitOfMeasure.Dimension
    /// A number of 32.32; `divisor` takes the place of one below 1.
    var factor: Fixed64 = 1
    var divisor: Fixed64 = 1
  }

  private static let products = [
    ProductRule(a: .voltage, b: .current, c: .power), ProductRule(a: .speed, b: .time, c: .length),
    ProductRule(a: .power, b: .time, c: .energy), ProductRule(a: .resistance, b: .current, c: .voltage),
    ProductRule(a: .force, b: .speed, c: .power), ProductRule(a: .acceleration, b: .mass, c: .force),
    ProductRule(a: .acceleration, b: .time, c: .speed), ProductRule(a: .energyPerLength, b: .length, c: .energy),
    ProductRule(a: .energyPerLength, b: .speed, c: .power),
    // Litres for 100 km and metres; litres an hour and metres a second.
    ProductRule(a: .fuelPerLength, b: .length, c: .volume, divisor: 100_000),
    ProductRule(a: .fuelPerLength, b: .speed, c: .flow, factor: 36, divisor: 1000),
    ProductRule(a: .flow, b: .time, c: .volume, divisor: 3600),
    ProductRule(a: .current, b: .time, c: .charge, divisor: 3600),
    // Ampere-hours and volts are watt-hours.
    ProductRule(a: .charge, b: .voltage, c: .energy, factor: 3600),
  ]

  /// Of these the product may be something else: a force by a length is a torque too.
  private static let quotients = [ProductRule(a: .force, b: .length, c: .energy)]

  static func product(_ a: CompiledExpression, _ b: CompiledExpression, _ column: Int) -> CompiledExpression {
    guard let (x, y) = dimensions(a, b) else {
      let isFirst = b.type.unit == nil || b.type.unit?.isPlain == true && a.type.unit != nil
      return scaled(Instruction(.multiply), isFirst ? a : b, isFirst ? b : a, [a, b], column)
    }
    for rule in products where rule.a == x && rule.b == y || rule.a == y && rule.b == x {
      if let unit = Units.base(rule.c), let left = a.inBase, let right = b.inBase {
        return combined(.multiply, left, right, unit, column).scaled(rule.factor, over: rule.divisor)
      }
    }
    if x == .ratio, let left = a.inBase { return combined(.multiply, left, b, b.type.unit, column) }
    if y == .ratio, let right = b.inBase { return combined(.multiply, a, right, a.type.unit, column) }
    return combined(.multiply, a, b, nil, column)
  }

  static func quotient(_ a: CompiledExpression, _ b: CompiledExpression, _ column: Int) -> CompiledExpression {
    guard let (x, y) = dimensions(a, b) else {
      if b.type.unit == nil || b.type.unit?.isPlain == true {
        return scaled(Instruction(.divide), a, b, [a, b], column)
      }
      var value = CompiledExpression(Instruction(.divide), [a, b], .plain, column: column)
      value.hasNamelessUnit = a.hasNamelessUnit
      return value
    }
    if x == y, let unit = b.type.unit, let left = a.converted(always: unit) {
      // A ratio, which the file's author may give any unit.
      var value = combined(.divide, left, b, Units.base(.ratio), column)
      value.type = .number(value.type.unit, isFirm: false)
      return value
    }
    for rule in products + quotients where rule.c == x && (rule.a == y || rule.b == y) {
      if let unit = Units.base(rule.a == y ? rule.b : rule.a), let left = a.inBase, let right = b.inBase {
        return combined(.divide, left, right, unit, column).scaled(rule.divisor, over: rule.factor)
      }
    }
    if y == .ratio, let right = b.inBase { return combined(.divide, a, right, a.type.unit, column) }
    return combined(.divide, a, b, nil, column)
  }

  /// A product or a quotient of two units.
  /// - Parameter unit: its unit; `nil` for none of the catalogue.
  private static func combined(
    _ operation: Instruction.Operation, _ a: CompiledExpression, _ b: CompiledExpression, _ unit: UnitOfMeasure?,
    _ column: Int
  ) -> CompiledExpression {
    let isFirm = a.type.isFirm && b.type.isFirm
    var value = CompiledExpression(
      Instruction(operation), [a, b], unit.map { .number($0, isFirm: isFirm) } ?? .plain, column: column)
    value.factor = operation == .multiply ? a.factor * b.factor : a.factor / b.factor
    value.scale = operation == .multiply ? a.scale * b.scale : a.scale / b.scale
    // Whoever multiplies by a plain number converts by hand.
    value.hasNamelessUnit = unit == nil && isFirm && value.constant == nil
    return value
  }

  /// A value times a number without a unit, or divided by one. By a number that is written there it may be converted by hand, and
  /// so by a signal without any unit: its unit is not certain. By one that is plain it keeps its unit.
  private static func scaled(
    _ instruction: Instruction, _ value: CompiledExpression, _ number: CompiledExpression,
    _ parts: [CompiledExpression],
    _ column: Int
  ) -> CompiledExpression {
    let isPlain = number.constant == nil && (number.type.unit?.isPlain == true || !number.type.isNumber)
    let isFirm = value.type.isFirm && isPlain && value.type.unit?.dimension != .temperature
    var result = CompiledExpression(
      instruction, parts, .number(value.type.unit, isFirm: isFirm), column: column)
    result.hasNamelessUnit = isPlain && value.hasNamelessUnit
    if number.hasNamelessUnit {
      result.type = .plain
      result.hasNamelessUnit = true
    }
    let constant = number.constant.map { Double($0.rawValue) / 4_294_967_296 } ?? 1
    let factor = number.factor * (constant == 0 ? 1 : abs(constant))
    result.factor = instruction.operation == .multiply ? value.factor * factor : value.factor / factor
    result.scale = value.scale
    return result
  }

  /// The value by a factor of its unit.
  private func scaled(_ factor: Fixed64, over divisor: Fixed64) -> CompiledExpression {
    var result = self
    for (operation, number) in [(Instruction.Operation.multiply, factor), (.divide, divisor)] where number != 1 {
      result = CompiledExpression(
        Instruction(operation), [result, CompiledExpression(constant: number, .plain, column: column)], type,
        column: column)
    }
    (result.factor, result.unconverted) = (self.factor, unconverted ?? steps)
    result.scale = scale * Double(factor.rawValue) / Double(divisor.rawValue)
    return result
  }

  private static func dimensions(_ a: CompiledExpression, _ b: CompiledExpression)
    -> (UnitOfMeasure.Dimension, UnitOfMeasure.Dimension)?
  {
    guard let x = a.type.unit?.dimension, let y = b.type.unit?.dimension, x != .none, y != .none else { return nil }
    return (x, y)
  }

  private var inBase: CompiledExpression? {
    type.unit.flatMap { Units.base($0.dimension) }.flatMap { converted(always: $0) }
  }
}
