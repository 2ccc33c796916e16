// The units of values: a value in another unit, an operation on values in one unit.
import Foundation
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
    guard case .number(let own?, let isFirm) = value.type else { return value }
    if !isFirm {
      if !own.measures(unit) { return value }
      switch value.handConversion(to: unit) {
      case .ofResult: return value
      case .ofParts: return value.withoutConversions(in: unit)
      case nil where own.text != unit.text && own.dimension == .temperature:
        throw ExpressionError(
          column: value.column,
          found: "a multiple of a temperature in \(own.text), where one in \(unit.text) is needed",
          expected: "it in \(own.text), as a signal of its own")
      case nil: break
      }
    }
    if own.text == unit.text { return value }
    guard let result = value.converted(always: unit) else {
      throw ExpressionError(
        column: value.column, found: "a value in \(own.text), where one in \(unit.text) is needed",
        expected: "values that measure the same")
    }
    return result
  }

  /// The value in another unit of its dimension, certain or not.
  func converted(always unit: UnitOfMeasure) -> CompiledExpression? {
    guard case .number(let own?, let isFirm) = type else { return nil }
    // A newton is a joule for each metre.
    if own.dimension == .force, unit.dimension == .energyPerLength,
      var result = Units.base(.force).flatMap({ converted(always: $0) }),
      let base = Units.base(.energyPerLength)
    {
      result.type = .number(base, isFirm: isFirm)
      return result.converted(always: unit)
    }
    if own.dimension != unit.dimension { return nil }
    if own.text == unit.text { return self }
    guard let from = Units.number(own), let to = Units.number(unit) else { return nil }
    var result = CompiledExpression(
      Instruction(.convert, Int32(from << 8 | to)), [self], .number(unit, isFirm: isFirm), column: column)
    result.scale = scale * own.ratio(to: unit)
    return result
  }

  /// A conversion by the plain numbers in an expression.
  private enum HandConversion {
    /// The result: `power / 1000` is in kW.
    case ofResult
    /// Its parts, as if these were not converted: `millivolts * amperes / 1000` is in W.
    case ofParts
  }

  /// - Returns: `nil` where the numbers are nearer to 1 than to a conversion, as in `power * 2`.
  private func handConversion(to unit: UnitOfMeasure) -> HandConversion? {
    guard let own = type.unit else { return nil }
    let ratio = own.ratio(to: unit)
    let (ofResult, ofParts, ofNothing) = (
      abs(log(factor / ratio)), abs(log(factor / (scale * ratio))), abs(log(factor))
    )
    if ofParts + 1e-9 < min(ofResult, ofNothing) { return .ofParts }
    return ofResult + 1e-9 < ofNothing ? .ofResult : nil
  }

  /// The value where no unit is wanted.
  var settled: CompiledExpression {
    guard case .number(let unit?, isFirm: false) = type, handConversion(to: unit) == .ofParts else { return self }
    var result = withoutConversions(in: unit)
    result.type = type
    return result
  }

  /// The value as if nothing were converted.
  private func withoutConversions(in unit: UnitOfMeasure) -> CompiledExpression {
    var result = self
    if let unconverted { result.steps = unconverted }
    (result.type, result.unconverted) = (.unit(unit), nil)
    (result.factor, result.scale) = (1, 1)
    return result
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
      var same = parts
      if let soft { for index in parts.indices.dropFirst() { same[index] = try parts[index].converted(to: soft) } }
      return CompiledExpression(instruction, same, result ?? .number(soft, isFirm: false), column: column)
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
        var a = try a.converted(to: unit)
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
