// The functions of expressions, and the choices among values.
import PanelSignals

extension ExpressionCompiler {
  func typedCall(_ name: String, _ arguments: [Expression], _ column: Int, _ wanted: WantedType)
    throws(ExpressionError) -> CompiledExpression
  {
    try checkCount(name, arguments, column)
    switch name {
    case "avg", "rate": return try window(name == "avg" ? .average : .rate, arguments, column)
    case "min" where isWindow(arguments), "max" where isWindow(arguments):
      return try window(name == "min" ? .least : .greatest, arguments, column)
    case "captured": return try captured(arguments, column)
    case "min", "max": return try extreme(name == "min" ? .minimum : .maximum, arguments, column)
    case "abs", "round", "floor":
      let value = try number(arguments[0])
      let operation: Instruction.Operation = name == "abs" ? .absolute : name == "round" ? .round : .floor
      return CompiledExpression(Instruction(operation), [value], value.type, column: column)
    case "sqrt": return try squareRoot(arguments[0], column)
    case "clamp": return try clamped(arguments, column)
    case "if": return try conditional(arguments, column, wanted)
    case "map": return try mapped(arguments, column, wanted)
    case "bit": return try bit(arguments, column)
    case "ok":
      return CompiledExpression(Instruction(.isFresh, try operand(arguments, name)), .condition, column: column)
    case "age":
      let type = Units.named("s").map { ExpressionType.unit($0) } ?? .plain
      return CompiledExpression(Instruction(.age, try operand(arguments, name)), type, column: column)
    case "quality":
      return CompiledExpression(Instruction(.quality, try operand(arguments, name)), .plain, column: column)
    case "state": return try stateOf(try signal(arguments[0], name), column)
    case "upper", "lower", "first", "part", "join", "text", "unit": return try textFunction(name, arguments, column)
    default:
      let meant = nearest(name, in: Self.functions)
      throw ExpressionError(
        column: column, found: "no function '\(name)'",
        expected: meant == nil ? Self.functions.joined(separator: ", ") : nil, meant: meant)
    }
  }

  /// The counts of values that functions take, and their usage in messages.
  private static let usages: [String: (counts: ClosedRange<Int>, usage: String)] = [
    "abs": (1...1, "abs(a)"), "age": (1...1, "age(signal)"),
    "avg": (2...2, "avg(signal, time), as avg(wind, 10min)"), "bit": (2...2, "bit(signal, number)"),
    "first": (2...2, "first(text, count)"), "join": (2...16, "join(text, text, …)"), "lower": (1...1, "lower(text)"),
    "part": (3...3, "part(text, separator, number), as part(file, \"/\", 2)"), "upper": (1...1, "upper(text)"),
    "captured": (2...3, "captured(signal, condition), or with a value to begin with"),
    "clamp": (3...3, "clamp(value, least, greatest)"), "floor": (1...1, "floor(a)"),
    "if": (3...3, "if(condition, value, otherwise)"), "map": (4...130, "map(signal, code, value, …, otherwise)"),
    "max": (2...64, "max(a, b, …)"), "min": (2...64, "min(a, b, …)"), "ok": (1...1, "ok(signal)"),
    "quality": (1...1, "quality(signal)"), "rate": (2...2, "rate(signal, time), as rate(wind, 10min)"),
    "round": (1...1, "round(a)"), "sqrt": (1...1, "sqrt(a)"), "state": (1...1, "state(signal)"),
    "text": (1...2, "text(number), or text(number, \"0.0\")"), "unit": (1...1, "unit(signal)"),
  ]

  static let functions = usages.keys.sorted()

  private func checkCount(_ name: String, _ arguments: [Expression], _ column: Int) throws(ExpressionError) {
    guard let (counts, usage) = Self.usages[name], !counts.contains(arguments.count) else { return }
    throw ExpressionError(
      column: column, found: "\(arguments.count) \(arguments.count == 1 ? "value" : "values") for \(name)()",
      expected: usage)
  }

  private func operand(_ arguments: [Expression], _ function: String) throws(ExpressionError) -> Int32 {
    Int32(try signal(arguments[0], function))
  }

  private func extreme(_ operation: Instruction.Operation, _ arguments: [Expression], _ column: Int)
    throws(ExpressionError) -> CompiledExpression
  {
    var result = try number(arguments[0])
    for tree in arguments.dropFirst() {
      result = try CompiledExpression.alike(Instruction(operation), [result, try number(tree)], column)
    }
    return result
  }

  private func squareRoot(_ tree: Expression, _ column: Int) throws(ExpressionError) -> CompiledExpression {
    let radicand = try number(tree)
    if let constant = radicand.constant, constant < 0 {
      throw ExpressionError(
        column: tree.column, found: "the square root of a number below 0", expected: "0 or above")
    }
    return CompiledExpression(Instruction(.squareRoot), [radicand], .plain, column: column)
  }

  private func clamped(_ arguments: [Expression], _ column: Int) throws(ExpressionError) -> CompiledExpression {
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
  }

  private func bit(_ arguments: [Expression], _ column: Int) throws(ExpressionError) -> CompiledExpression {
    guard case .number(let bit, nil, _) = arguments[1], bit == Fixed64(bit.floor), (0...30).contains(bit.floor) else {
      throw ExpressionError(column: arguments[1].column, found: "no bit's number", expected: "a number from 0 to 30")
    }
    return CompiledExpression(
      Instruction(.bit, Int32(bit.floor)), [try number(arguments[0])], .condition, column: column)
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
  /// The first or the last value whose digits lie in a zone that ends at a limit: the digits decide, as for instruments.
  /// - Returns: the value, and whether it is the first one that does not.
  private func digitLimit(_ limit: Fixed64, of entry: SignalEntry, isUpper: Bool) -> (Fixed64, isExclusive: Bool) {
    let format = shownFormat(of: entry) ?? NumberFormat()
    let end = shown(limit, of: entry)
    let digit = format.lastDigit(of: end)
    guard format.style == .decimal, format.significantDigits == 0, digit > .zero, let count = end / digit else {
      return (limit, false)
    }
    let (whole, half) = (digit * Fixed64(count.floor), Fixed64(rawValue: digit.rawValue / 2))
    let edge = isUpper || whole != end ? whole + half : whole - half
    if isUpper ? edge <= end : edge >= end { return (limit, false) }
    return (converted(edge, from: entry.shownUnit, to: entry.unit), isUpper)
  }

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
      for (end, isUpper) in [(zone.lower, false), (zone.upper, true)] {
        guard let end else { continue }
        var operation: Instruction.Operation = isUpper ? .atMost : .atLeast
        let limit: CompiledExpression
        switch end {
        case .constant(let end):
          let (number, isExclusive) = digitLimit(end, of: entry, isUpper: isUpper)
          if isExclusive { operation = .below }
          limit = CompiledExpression(constant: number, .plain, column: column)
        case .signal(let signal):
          limit = CompiledExpression(Instruction(.signal, Int32(signal)), .plain, column: column)
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
