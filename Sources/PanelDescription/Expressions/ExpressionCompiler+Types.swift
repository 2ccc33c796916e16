// The types of an expression: the units of its names and operators, by those below them.
import PanelSignals

extension ExpressionCompiler {
  /// Parts that `between` and map() take several times would grow without an end where these lie in each other.
  func typed(_ tree: Expression, _ wanted: WantedType) throws(ExpressionError) -> CompiledExpression {
    try countPart(tree.column)
    let result = try typedPart(tree, wanted)
    try checkLength(result.steps.count, tree.column)
    return result
  }

  func checkLength(_ steps: Int, _ column: Int) throws(ExpressionError) {
    if steps <= ExpressionCode.maximumLength { return }
    throw ExpressionError(
      column: column, found: "an expression that takes more than \(ExpressionCode.maximumLength) steps",
      expected: "fewer: make a signal of a part of it")
  }

  func typedPart(_ tree: Expression, _ wanted: WantedType) throws(ExpressionError) -> CompiledExpression {
    switch tree {
    case .number(let number, let unit, let column):
      guard let unit else { return CompiledExpression(constant: number, .plain, column: column) }
      guard let found = Units.named(unit) else {
        throw ExpressionError(
          column: column, found: "a number and '\(unit)', which is no unit", expected: "an operator, or a unit",
          meant: Units.meant(unit))
      }
      return CompiledExpression(constant: number, .unit(found), column: column)
    case .text(let text, let column):
      if case .color = wanted, let color = draft.color(named: text) { return colorConstant(color, column) }
      guard case .text = wanted else { return textConstant(text, column) }
      if let plain = BracedText(text)?.plain { return textConstant(plain, column) }
      guard let joined = compileBraces(text, at: place.moved(by: column + 1)) else {
        throw ExpressionError.reported
      }
      return joined
    case .name(let name, let column): return try typedName(name, column, wanted)
    case .operation(let operation, let parts, let column): return try typed(operation, parts, column, wanted)
    case .call(let name, let arguments, let column): return try typedCall(name, arguments, column, wanted)
    }
  }

  /// A role's number, or 2²⁴ and RRGGBB.
  private func colorConstant(_ color: NamedColor, _ column: Int) -> CompiledExpression {
    let code =
      switch color {
      case .role(let role): role
      case .rgb(let rgb): 1 << 24 | Int(rgb)
      }
    return CompiledExpression(constant: Fixed64(code), .color, column: column)
  }

  func typedName(_ name: String, _ column: Int, _ wanted: WantedType) throws(ExpressionError)
    -> CompiledExpression
  {
    if let number = signals.number(of: name) {
      resolver?.resolve(number)
      let entry = signals[number]
      if entry.isText {
        return CompiledExpression(Instruction(.signal, Int32(number)), .text, column: column)
      }
      if case .text = wanted, !entry.texts.isEmpty { return textsOfSignal(entry, [:], column) }
      let type: ExpressionType = entry.isCondition ? .condition : entry.unit.map { .unit($0) } ?? .plain
      var value = CompiledExpression(Instruction(.signal, Int32(number)), type, column: column)
      value.hasNamelessUnit = entry.hasNamelessUnit && entry.unit == nil
      return value
    }
    if name == "true" || name == "false" {
      return CompiledExpression(constant: name == "true" ? 1 : 0, .condition, column: column)
    }
    if case .color = wanted, let color = draft.color(named: name) { return colorConstant(color, column) }
    if let state = Vocabulary.states.firstIndex(of: name) {
      return CompiledExpression(constant: Fixed64(state), .state, column: column)
    }
    if signals.entries.contains(where: { $0.texts.contains { $0.text == name } }) {
      throw ExpressionError(
        column: column, found: "no signal '\(name)'", expected: "the text of an enum in quotation marks: \"\(name)\"")
    }
    var names = Array(signals.names)
    if case .color = wanted { names += NamedColor.names + draft.ownRoles }
    if case .condition = wanted { names += ["true", "false"] }
    var meant = problems.isFull ? nil : nearest(name, in: names)
    if case .condition = wanted, let flag = Flag.meant(name) { meant = flag }
    if case .text = wanted, meant == nil {
      throw ExpressionError(
        column: column, found: "no signal '\(name)'",
        expected: "a text in quotation marks, or a signal of texts or with an enum")
    }
    let kind = if case .color = wanted { "signal or colour" } else { "signal" }
    throw ExpressionError(
      column: column, found: "no \(kind) '\(name)'",
      expected: meant == nil ? (signals.names.isEmpty ? "signals: there are none" : "one of the signals") : nil,
      meant: meant)
  }

  /// The names of the signal's values.
  func textsOfSignal(
    _ entry: SignalEntry, _ translations: [String: String], _ column: Int
  ) -> CompiledExpression {
    let value = code(ofSignal: entry.number, column)
    let pairs = entry.texts.map {
      (
        CompiledExpression(constant: $0.value, .plain, column: column),
        textConstant(translations[$0.text] ?? $0.text, column)
      )
    }
    return choice(value, pairs, otherwise: textConstant("", column), .text, column)
  }

  /// The code of a value that has words: the nearest whole number, as instruments take it.
  func code(ofSignal number: Int, _ column: Int) -> CompiledExpression {
    let value = CompiledExpression(Instruction(.signal, Int32(number)), .plain, column: column)
    return CompiledExpression(Instruction(.round), [value], .plain, column: column)
  }

  /// One of some constants by a code, from a table.
  func choice(
    _ value: CompiledExpression, _ pairs: [(code: CompiledExpression, result: CompiledExpression)],
    otherwise: CompiledExpression, _ type: ExpressionType, _ column: Int
  ) -> CompiledExpression {
    let entries = pairs.compactMap { pair in
      pair.code.constant.flatMap { code in pair.result.constant.map { (code, $0) } }
    }
    let number = tables.addLookup(entries.sorted { $0.0 < $1.0 }, otherwise: otherwise.constant)
    return CompiledExpression(Instruction(.map, Int32(number)), [value], type, column: column)
  }

  func typed(_ operation: Instruction.Operation, _ trees: [Expression], _ column: Int, _ wanted: WantedType)
    throws(ExpressionError) -> CompiledExpression
  {
    switch operation {
    case .and, .or, .not:
      var parts: [CompiledExpression] = []
      for tree in trees { parts.append(try typed(tree, .condition).converted(to: .condition)) }
      try checkBetween(trees, column)
      return CompiledExpression(Instruction(operation), parts, .condition, column: column)
    case .below, .above, .atMost, .atLeast, .equal, .unequal: return try comparison(operation, trees, column)
    default: break
    }
    var parts: [CompiledExpression] = []
    for tree in trees { parts.append(try number(tree)) }
    switch operation {
    case .multiply: return CompiledExpression.product(parts[0], parts[1], column)
    case .divide:
      if parts[1].constant == .zero {
        throw ExpressionError(
          column: column, found: "a division by zero, which has no value", expected: "another divisor")
      }
      return CompiledExpression.quotient(parts[0], parts[1], column)
    case .modulo:
      if let divisor = parts[1].constant, divisor <= 0 {
        throw ExpressionError(
          column: column, found: "a division by zero or less, which has no rest", expected: "a divisor above 0")
      }
      return try CompiledExpression.alike(Instruction(.modulo), parts, column)
    case .add, .subtract: return try CompiledExpression.sum(operation, parts[0], parts[1], column)
    case .negate: return CompiledExpression(Instruction(.negate), parts, parts[0].type, column: column)
    default: return try CompiledExpression.alike(Instruction(operation), parts, column)
    }
  }

  /// Refuses `between 2..1`, which is never true.
  private func checkBetween(_ trees: [Expression], _ column: Int) throws(ExpressionError) {
    guard trees.count == 2, case .operation(.atLeast, let low, column) = trees[0],
      case .operation(.atMost, let high, column) = trees[1], case .number(let least, let unit, let at) = low[1],
      case .number(let greatest, unit, _) = high[1], least > greatest
    else { return }
    throw ExpressionError(column: at, found: "ends in the wrong order", expected: "the least, '..' and the greatest")
  }

  /// A part that must be a number.
  func number(_ tree: Expression) throws(ExpressionError) -> CompiledExpression {
    try typed(tree, .number(nil)).converted(to: .number(nil))
  }

  func comparison(_ operation: Instruction.Operation, _ trees: [Expression], _ column: Int)
    throws(ExpressionError)
    -> CompiledExpression
  {
    if let result = try textComparison(operation, trees, column) { return result }
    // A text is the code of the signal that it is compared with.
    if case .text(let text, let at) = trees[1], case .name(let name, _) = trees[0],
      let number = signals.number(of: name)
    {
      resolver?.resolve(number)
      let words = signals[number].words
      guard
        let code = words.first(where: { $0.word == text })?.value
          ?? signals[number].texts.first(where: { $0.text == text })?.value
      else {
        throw ExpressionError(
          column: at, found: "'\(name)' is never called \"\(text)\"",
          expected: signals[number].texts.isEmpty
            ? "a number: the signal has no enum" : signals[number].texts.map(\.text).joined(separator: ", "),
          meant: nearest(text, in: signals[number].texts.map(\.text)))
      }
      let constant = CompiledExpression(constant: code, .plain, column: at)
      return CompiledExpression(
        Instruction(operation), [self.code(ofSignal: number, column), constant], .condition, column: column)
    }
    try refuseBareText(trees)
    let left = try typed(trees[0], .number(nil))
    let right = try typed(trees[1], .number(nil))
    switch (left.type, right.type) {
    case (.number, .number):
      return try CompiledExpression.alike(Instruction(operation), [left, right], column, result: .condition)
    case (.state, .state), (.condition, .condition), (.state, .number), (.condition, .number), (.number, .condition):
      return CompiledExpression(Instruction(operation), [left, right], .condition, column: column)
    case (.number, .state):
      throw ExpressionError(
        column: right.column, found: "a number compared with a state", expected: "state(…) on the left")
    default:
      throw ExpressionError(
        column: column, found: "\(left.type.words) compared with \(right.type.words)", expected: "two of one kind")
    }
  }

  /// Refuses `gear is Drive`, where `Drive` is called so by the signal's enum, or nearly so.
  private func refuseBareText(_ trees: [Expression]) throws(ExpressionError) {
    guard case .name(let word, let column) = trees[1], signals.number(of: word) == nil,
      case .name(let name, _) = trees[0],
      let number = signals.number(of: name)
    else { return }
    resolver?.resolve(number)
    let texts = signals[number].texts.map(\.text)
    if texts.isEmpty || ["true", "false"].contains(word) { return }
    let meant = texts.first { $0 == word } ?? nearest(word, in: texts)
    throw ExpressionError(
      column: column, found: "no signal '\(word)'",
      expected: meant == nil ? "one of \(texts.map { "\"\($0)\"" }.joined(separator: ", ")), or a signal" : nil,
      meant: meant.map { "\"\($0)\"" })
  }
}
