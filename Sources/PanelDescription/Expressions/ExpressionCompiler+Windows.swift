// Stretches of time in expressions, and values that were captured.
import PanelSignals

extension ExpressionCompiler {
  func time(_ tree: Expression) -> Fixed64? {
    guard case .number(let number, let name?, _) = tree, let unit = Units.named(name), unit.dimension == .time,
      let base = Units.named("s"),
      let seconds = try? CompiledExpression(constant: number, .unit(unit), column: 0).converted(to: base)
    else { return nil }
    return seconds.constant
  }

  /// `min(wind, 10min)` is of the last ten minutes, unless the signal is a time itself.
  func isWindow(_ arguments: [Expression]) -> Bool {
    guard arguments.count == 2, time(arguments[1]) != nil, case .name(let name, _) = arguments[0],
      let number = signals.number(of: name)
    else { return false }
    resolver?.resolve(number)
    return signals[number].unit?.dimension != .time
  }

  func window(_ operation: Instruction.Operation, _ arguments: [Expression], _ column: Int)
    throws(ExpressionError) -> CompiledExpression
  {
    guard let seconds = time(arguments[1]), seconds > 0, seconds <= Fixed64(366 * 86_400) else {
      throw ExpressionError(
        column: arguments[1].column, found: "no stretch of time", expected: "a time above 0 as 10min, up to 366 days")
    }
    let value = try number(arguments[0])
    let duration = Int64((Double(seconds.rawValue) / 4_294_967_296 * 1_000_000_000).rounded())
    let number = tables.addWindow(value.signal ?? addAnonymous(value), duration)
    if tables.windowBytes > SignalStore.pastLimit {
      throw ExpressionError(
        column: column, found: "windows of time that take \(tables.windowBytes) bytes in all",
        expected: Histories.expected)
    }
    var result = CompiledExpression(
      Instruction(operation, Int32(number)), operation == .rate ? .plain : value.type, column: column)
    if operation != .rate { result.timedSignal = value.signal }
    return result
  }

  /// The value of a signal at the time when a condition became true: of a trip, a tare.
  func captured(_ arguments: [Expression], _ column: Int) throws(ExpressionError) -> CompiledExpression {
    let value = try number(arguments[0])
    let condition = try typed(arguments[1], .condition).converted(to: .condition)
    var initial: Fixed64?
    if arguments.count == 3 {
      var start = try self.number(arguments[2])
      if let unit = value.type.unit, value.type.isFirm { start = try start.converted(to: unit) }
      guard let constant = start.constant else {
        throw ExpressionError(
          column: start.column, found: "a value to begin with that is no number", expected: "a number")
      }
      initial = constant
    }
    let number = tables.addCapture(
      value.signal ?? addAnonymous(value), condition.signal ?? addAnonymous(condition), initial)
    var result = CompiledExpression(Instruction(.captured, Int32(number)), value.type, column: column)
    result.timedSignal = value.signal
    return result
  }

  /// An argument that must be a signal itself.
  func signal(_ tree: Expression, _ function: String) throws(ExpressionError) -> Int {
    guard case .name(let name, let column) = tree else {
      throw ExpressionError(column: tree.column, found: "a value for \(function)()", expected: "the name of a signal")
    }
    guard let number = signals.number(of: name) else {
      throw ExpressionError(column: column, found: "no signal '\(name)'", meant: nearest(name, in: signals.names))
    }
    resolver?.resolve(number)
    return number
  }
}
