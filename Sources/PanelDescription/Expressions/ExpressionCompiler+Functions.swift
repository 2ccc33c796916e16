// The functions of expressions, and the choices among values.
import PanelSignals

extension ExpressionCompiler {
  static let functions = [
    "abs", "age", "avg", "bit", "captured", "clamp", "floor", "if", "map", "max", "min", "ok", "quality", "rate",
    "round",
    "sqrt", "state",
  ]

  func typedCall(_ name: String, _ arguments: [Expression], _ column: Int, _ wanted: WantedType)
    throws(ExpressionError) -> CompiledExpression
  {
    func need(_ counts: ClosedRange<Int>, _ usage: String) throws(ExpressionError) {
      if !counts.contains(arguments.count) {
        throw ExpressionError(
          column: column, found: "\(arguments.count) \(arguments.count == 1 ? "value" : "values") for \(name)()",
          expected: usage)
      }
    }
    switch name {
    case "avg", "rate":
      try need(2...2, "\(name)(signal, time), as \(name)(wind, 10min)")
      return try window(name == "avg" ? .average : .rate, arguments, column)
    case "min" where isWindow(arguments), "max" where isWindow(arguments):
      return try window(name == "min" ? .least : .greatest, arguments, column)
    case "captured":
      try need(2...3, "captured(signal, condition), or with a value to begin with")
      return try captured(arguments, column)
    case "min", "max":
      try need(2...64, "\(name)(a, b, …)")
      var result = try number(arguments[0])
      for tree in arguments.dropFirst() {
        result = try CompiledExpression.alike(
          Instruction(name == "min" ? .minimum : .maximum), [result, try number(tree)], column)
      }
      return result
    case "abs", "round", "floor":
      try need(1...1, "\(name)(a)")
      let value = try number(arguments[0])
      let operation: Instruction.Operation = name == "abs" ? .absolute : name == "round" ? .round : .floor
      return CompiledExpression(Instruction(operation), [value], value.type, column: column)
    case "sqrt":
      try need(1...1, "sqrt(a)")
      let radicand = try number(arguments[0])
      if let constant = radicand.constant, constant < 0 {
        throw ExpressionError(
          column: arguments[0].column, found: "the square root of a number below 0", expected: "0 or above")
      }
      return CompiledExpression(Instruction(.squareRoot), [radicand], .plain, column: column)
    case "clamp":
      try need(3...3, "clamp(value, least, greatest)")
      var parts: [CompiledExpression] = []
      for tree in arguments { parts.append(try number(tree)) }
      if case .number(let least, let unit, _) = arguments[1], case .number(let greatest, unit, _) = arguments[2],
        least >= greatest
      {
        throw ExpressionError(
          column: arguments[1].column,
          found: "clamp() to ends that are \(least == greatest ? "the same" : "in the wrong order")",
          expected: "clamp(value, least, greatest)")
      }
      return try CompiledExpression.alike(Instruction(.clamp), parts, column)
    case "if":
      try need(3...3, "if(condition, value, otherwise)")
      return try conditional(arguments, column, wanted)
    case "map":
      try need(4...130, "map(signal, code, value, …, otherwise)")
      return try mapped(arguments, column, wanted)
    case "bit":
      try need(2...2, "bit(signal, number)")
      guard case .number(let bit, nil, _) = arguments[1], bit == Fixed64(bit.floor), (0...30).contains(bit.floor) else {
        throw ExpressionError(column: arguments[1].column, found: "no bit's number", expected: "a number from 0 to 30")
      }
      return CompiledExpression(
        Instruction(.bit, Int32(bit.floor)), [try number(arguments[0])], .condition, column: column)
    case "ok", "age", "quality":
      try need(1...1, "\(name)(signal)")
      let operation: Instruction.Operation = name == "ok" ? .isFresh : name == "age" ? .age : .quality
      let type: ExpressionType =
        name == "ok" ? .condition : name == "age" ? Units.named("s").map { .unit($0) } ?? .plain : .plain
      return CompiledExpression(Instruction(operation, Int32(try signal(arguments[0], name))), type, column: column)
    case "state":
      try need(1...1, "state(signal)")
      return try stateOf(try signal(arguments[0], name), column)
    default:
      throw ExpressionError(
        column: column, found: "no function '\(name)'",
        expected: nearest(name, in: Self.functions) == nil ? Self.functions.joined(separator: ", ") : nil,
        meant: nearest(name, in: Self.functions))
    }
  }

  private func conditional(_ arguments: [Expression], _ column: Int, _ wanted: WantedType) throws(ExpressionError)
    -> CompiledExpression
  {
    let condition = try typed(arguments[0], .condition).converted(to: .condition)
    let (first, second) = try CompiledExpression.sameKind(
      try typed(arguments[1], wanted), try typed(arguments[2], wanted))
    return CompiledExpression(Instruction(.choose), [condition, first, second], first.type, column: column)
  }

  private func mapped(_ arguments: [Expression], _ column: Int, _ wanted: WantedType) throws(ExpressionError)
    -> CompiledExpression
  {
    if arguments.count % 2 != 0 {
      throw ExpressionError(
        column: column, found: "\(arguments.count) values for map()", expected: "map(signal, code, value, …, otherwise)"
      )
    }
    let value = try number(arguments[0])
    let otherwise = try typed(arguments[arguments.count - 1], wanted)
    var pairs: [(code: CompiledExpression, result: CompiledExpression)] = []
    for index in stride(from: 1, to: arguments.count - 1, by: 2) {
      var code = try number(arguments[index])
      if value.type.isFirm, let unit = value.type.unit { code = try code.converted(to: unit) }
      guard code.constant != nil else {
        throw ExpressionError(column: code.column, found: "a code that is no number", expected: "a number")
      }
      if pairs.contains(where: { $0.code.constant == code.constant }) {
        throw ExpressionError(column: code.column, found: "a code a second time in map()", expected: "each code once")
      }
      pairs.append((code, try CompiledExpression.sameKind(otherwise, try typed(arguments[index + 1], wanted)).1))
    }
    if otherwise.constant != nil, pairs.allSatisfy({ $0.result.constant != nil }) {
      return choice(value, pairs, otherwise: otherwise, otherwise.type, column)
    }
    var result = otherwise
    for pair in pairs.reversed() {
      let test = CompiledExpression(Instruction(.equal), [value, pair.code], .condition, column: column)
      result = CompiledExpression(Instruction(.choose), [test, pair.result, result], otherwise.type, column: column)
    }
    return result
  }

  /// The most urgent of the signal's zones that hold.
  private func stateOf(_ number: Int, _ column: Int) throws(ExpressionError) -> CompiledExpression {
    resolver?.readZones(number)
    let entry = signals[number]
    if entry.zones.isEmpty {
      throw ExpressionError(
        column: column, found: "'\(entry.name)' has no zones", expected: "zones: \(entry.name): {…}")
    }
    let value = CompiledExpression(Instruction(.signal, Int32(number)), .plain, column: column)
    var result = CompiledExpression(constant: 0, .state, column: column)
    for zone in entry.zones where zone.state > 0 {
      var test: CompiledExpression?
      for (end, operation) in [(zone.lower, Instruction.Operation.atLeast), (zone.upper, .atMost)] {
        guard let end else { continue }
        let limit =
          switch end {
          case .constant(let limit): CompiledExpression(constant: limit, .plain, column: column)
          case .signal(let signal): CompiledExpression(Instruction(.signal, Int32(signal)), .plain, column: column)
          }
        let part = CompiledExpression(Instruction(operation), [value, limit], .condition, column: column)
        test = test.map { CompiledExpression(Instruction(.and), [$0, part], .condition, column: column) } ?? part
      }
      guard let test else { continue }
      let level = CompiledExpression(constant: Fixed64(zone.state), .plain, column: column)
      let part = CompiledExpression(Instruction(.multiply), [test, level], .state, column: column)
      result = CompiledExpression(Instruction(.maximum), [result, part], .state, column: column)
    }
    return result
  }
}
