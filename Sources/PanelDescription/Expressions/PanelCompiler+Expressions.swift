// Trees become code: names are looked up, types and units checked, units converted, constants folded.
import PanelSignals

/// The compiled form of a text that may be an expression.
enum CompiledValue {
  case constant(Fixed64)
  /// The number of a signal, with a name or without.
  case signal(Int)
}

extension PanelCompiler {
  /// Compiles a text that is a number, a signal's name or an expression.
  /// - Returns: `nil` where it is wrong, which was reported.
  func compileValue(_ item: Item, _ wanted: WantedType, _ what: String) -> CompiledValue? {
    guard let compiled = compile(item, wanted, what) else { return nil }
    if let constant = compiled.constant { return .constant(constant) }
    if let signal = compiled.signal { return .signal(signal) }
    return .signal(addAnonymous(compiled))
  }

  /// Compiles the text of an item.
  func compile(_ item: Item, _ wanted: WantedType, _ what: String) -> CompiledExpression? {
    if item.isReported { return nil }
    guard let text = item.text, !item.isEmpty else {
      problems.report(item.place, "\(what) is \(item.words)", expected: wanted.words)
      return nil
    }
    // A flag as YAML's readers have it.
    if case .condition = wanted, let flag = Flag(text) {
      return CompiledExpression(constant: flag.value ? 1 : 0, .condition, column: 0)
    }
    return compile(text, at: item.textPlace, wanted)
  }

  func compile(_ text: String, at place: Place, _ wanted: WantedType) -> CompiledExpression? {
    let (outer, count) = (expressionPlace, partCount)
    (expressionPlace, partCount) = (place, 0)
    defer { (expressionPlace, partCount) = (outer, count) }
    do throws(ExpressionError) {
      let tree = try ExpressionParser.parse(text) { self.signalNumbers[$0] != nil }
      let compiled = try convert(try typed(tree, wanted), to: wanted)
      if compiled.depth > ExpressionCode.stackDepth {
        throw ExpressionError(
          column: 0, found: "an expression that needs \(compiled.depth) values at once",
          expected: "\(ExpressionCode.stackDepth) at most: make a signal of a part of it")
      }
      try checkLength(compiled.steps.count, 0)
      return compiled
    } catch {
      problems.report(place.moved(by: error.column), error.found, expected: error.expected, meant: error.meant)
      return nil
    }
  }

  /// A signal without a name that has the value of an expression; the same expression has the same one.
  func addAnonymous(_ compiled: CompiledExpression) -> Int {
    if let number = anonymous[compiled.steps] { return number }
    let record = RecordDraft(.signal)
    record[.expression] = .expression(emit(compiled))
    draft.root.children.append(record)
    let entry = SignalEntry(
      name: "", place: Place(file: "", line: 1, column: 1), number: signals.count, record: record, keys: [:])
    entry.state = .done
    if compiled.type.isFirm, let unit = compiled.type.unit {
      entry.unit = unit
      setUnit(shownUnit(unit), from: unit, record, at: expressionPlace)
    }
    signals.append(entry)
    anonymous[compiled.steps] = entry.number
    return entry.number
  }

  /// A signal that has the least or the greatest value of a stretch of another's time, in nanoseconds; 0 is all of it.
  func addWindowSignal(_ operation: Instruction.Operation, of signal: SignalEntry, _ duration: Int64) -> Int {
    let window = tables.addWindow(signal.number, duration, &draft)
    let type = signal.unit.map { ExpressionType.unit($0) } ?? .plain
    return addAnonymous(CompiledExpression(Instruction(operation, Int32(window)), type, column: 0))
  }

  /// - Returns: the number of the expression in the file.
  func emit(_ compiled: CompiledExpression) -> Int {
    let first = draft.instructions.count
    for step in compiled.steps {
      switch step {
      case .operation(let instruction): draft.instructions.append(instruction)
      case .constant(let value):
        let number = constantNumbers[value] ?? draft.constants.count
        if number == draft.constants.count { draft.constants.append(value) }
        constantNumbers[value] = number
        draft.instructions.append(Instruction(.constant, Int32(number)))
      }
    }
    draft.expressions.append(ExpressionRange(first: first, count: draft.instructions.count - first))
    return draft.expressions.count - 1
  }

  // MARK: The wanted type

  func convert(_ value: CompiledExpression, to wanted: WantedType) throws(ExpressionError) -> CompiledExpression {
    switch (wanted, value.type) {
    case (.number(let unit?), .number): return try converted(value, to: unit)
    case (.number, .number), (.condition, .condition), (.text, .text), (.color, .color), (.any, .number),
      (.any, .condition), (.any, .state):
      return value
    // Conditions are 1 and 0, states 0 to 3.
    case (.number(let unit), .condition) where unit?.isPlain ?? true: return value
    case (.number(let unit), .state) where unit?.isPlain ?? true: return value
    case (.condition, .number(let unit, let isFirm)):
      if let unit, isFirm, !unit.isPlain {
        throw ExpressionError(
          column: value.column, found: "a number in \(unit.text), where a condition is needed",
          expected: "a comparison, as 'above 100'")
      }
      return value
    default:
      throw ExpressionError(
        column: value.column, found: "\(value.type.words), where \(wanted.kind) is needed", expected: wanted.words)
    }
  }

  /// The value in a unit.
  func converted(_ value: CompiledExpression, to unit: UnitOfMeasure) throws(ExpressionError) -> CompiledExpression {
    if value.isUncertain, let own = value.type.unit { try refuseUncertain(own, unit, value.column) }
    var value = value
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
}

extension WantedType {
  var kind: String {
    switch self {
    case .number(let unit?): unit.isPlain ? "a number" : "a number in \(unit.text)"
    case .number: "a number"
    case .condition: "a condition"
    case .text: "a text"
    case .color: "a colour"
    case .any: "a number or a condition"
    }
  }

  /// The expectation of a message.
  var words: String {
    switch self {
    case .number, .any: "a number, a signal or an expression"
    case .condition: "a condition, as 'rpm above 100'"
    case .text: "a text in quotation marks, or a signal with an enum"
    case .color: "a role as caution, a colour as red-60 or \"#ff8800\", or an expression"
    }
  }
}
