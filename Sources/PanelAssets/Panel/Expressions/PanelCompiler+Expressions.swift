// Trees become code: names are looked up, types and units checked, units converted, constants folded.
import PanelSignals

/// What a text that may be an expression comes to.
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
  func addStretch(_ operation: Instruction.Operation, of signal: SignalEntry, _ duration: Int64) -> Int {
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

  // MARK: What is wanted

  private func convert(_ value: CompiledExpression, to wanted: WantedType) throws(ExpressionError) -> CompiledExpression
  {
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

  // MARK: Types

  /// What `between` and map() take several times would grow without an end where these lie in each other.
  private func typed(_ tree: Expression, _ wanted: WantedType) throws(ExpressionError) -> CompiledExpression {
    partCount += 1
    try checkLength(partCount, tree.column)
    let result = try typedPart(tree, wanted)
    try checkLength(result.steps.count, tree.column)
    return result
  }

  private func checkLength(_ steps: Int, _ column: Int) throws(ExpressionError) {
    if steps <= ExpressionCode.maximumLength { return }
    throw ExpressionError(
      column: column, found: "an expression that takes more than \(ExpressionCode.maximumLength) steps",
      expected: "fewer: make a signal of a part of it")
  }

  private func typedPart(_ tree: Expression, _ wanted: WantedType) throws(ExpressionError) -> CompiledExpression {
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
      if case .color = wanted, let color = NamedColor(text) { return colorConstant(color, column) }
      return textConstant(text, column)
    case .name(let name, let column): return try typedName(name, column, wanted)
    case .operation(let operation, let parts, let column): return try typed(operation, parts, column, wanted)
    case .call(let name, let arguments, let column): return try typedCall(name, arguments, column, wanted)
    }
  }

  func textConstant(_ text: String, _ column: Int) -> CompiledExpression {
    addText(text, at: expressionPlace)
    return CompiledExpression(constant: Fixed64(draft.texts.index(of: text)), .text, column: column)
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

  private func typedName(_ name: String, _ column: Int, _ wanted: WantedType) throws(ExpressionError)
    -> CompiledExpression
  {
    if let number = signalNumbers[name] {
      resolve(number)
      let entry = signals[number]
      if case .text = wanted, !entry.texts.isEmpty { return try textsOfSignal(entry, column) }
      let type: ExpressionType = entry.isCondition ? .condition : entry.unit.map { .unit($0) } ?? .plain
      return CompiledExpression(Instruction(.signal, Int32(number)), type, column: column)
    }
    if name == "true" || name == "false" {
      return CompiledExpression(constant: name == "true" ? 1 : 0, .condition, column: column)
    }
    if case .color = wanted, let color = NamedColor(name) { return colorConstant(color, column) }
    if let state = Vocabulary.states.firstIndex(of: name) {
      return CompiledExpression(constant: Fixed64(state), .state, column: column)
    }
    if signals.contains(where: { $0.texts.contains { $0.text == name } }) {
      throw ExpressionError(
        column: column, found: "no signal '\(name)'", expected: "the text of an enum in quotation marks: \"\(name)\"")
    }
    var names = Array(signalNumbers.keys)
    if case .color = wanted { names += NamedColor.names }
    if case .condition = wanted { names += ["true", "false"] }
    let meant = problems.isFull ? nil : nearest(name, in: names)
    if case .text = wanted, meant == nil {
      throw ExpressionError(
        column: column, found: "no signal '\(name)'", expected: "a text in quotation marks, or a signal with an enum")
    }
    let kind = if case .color = wanted { "signal or colour" } else { "signal" }
    throw ExpressionError(
      column: column, found: "no \(kind) '\(name)'",
      expected: meant == nil ? (signalNumbers.isEmpty ? "signals: there are none" : "one of the signals") : nil,
      meant: meant)
  }

  /// What the signal's values are called.
  private func textsOfSignal(_ entry: SignalEntry, _ column: Int) throws(ExpressionError) -> CompiledExpression {
    let value = CompiledExpression(Instruction(.signal, Int32(entry.number)), .plain, column: column)
    let pairs = entry.texts.map {
      (CompiledExpression(constant: $0.value, .plain, column: column), textConstant($0.text, column))
    }
    return choice(value, pairs, otherwise: textConstant("", column), .text, column)
  }

  /// One of some constants by a code, from a table.
  private func choice(
    _ value: CompiledExpression, _ pairs: [(code: CompiledExpression, result: CompiledExpression)],
    otherwise: CompiledExpression, _ type: ExpressionType, _ column: Int
  ) -> CompiledExpression {
    let entries = pairs.compactMap { pair in
      pair.code.constant.flatMap { code in pair.result.constant.map { (code, $0) } }
    }
    let number = tables.addLookup(entries.sorted { $0.0 < $1.0 }, otherwise: otherwise.constant, &draft)
    return CompiledExpression(Instruction(.map, Int32(number)), [value], type, column: column)
  }

  private func typed(_ operation: Instruction.Operation, _ trees: [Expression], _ column: Int, _ wanted: WantedType)
    throws(ExpressionError) -> CompiledExpression
  {
    switch operation {
    case .and, .or, .not:
      var parts: [CompiledExpression] = []
      for tree in trees { parts.append(try convert(try typed(tree, .condition), to: .condition)) }
      try checkBetween(trees, column)
      return CompiledExpression(Instruction(operation), parts, .condition, column: column)
    case .below, .above, .atMost, .atLeast, .equal, .unequal: return try comparison(operation, trees, column)
    default: break
    }
    var parts: [CompiledExpression] = []
    for tree in trees { parts.append(try number(tree)) }
    switch operation {
    case .multiply: return product(parts[0], parts[1], column)
    case .divide:
      if parts[1].constant == .zero {
        throw ExpressionError(
          column: column, found: "a division by zero, which has no value", expected: "another divisor")
      }
      return quotient(parts[0], parts[1], column)
    case .modulo:
      if let divisor = parts[1].constant, divisor <= 0 {
        throw ExpressionError(
          column: column, found: "a division by zero or less, which has no rest", expected: "a divisor above 0")
      }
      return try alike(Instruction(.modulo), parts, column)
    case .add, .subtract: return try sum(operation, parts[0], parts[1], column)
    case .negate: return CompiledExpression(Instruction(.negate), parts, parts[0].type, column: column)
    default: return try alike(Instruction(operation), parts, column)
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
  private func number(_ tree: Expression) throws(ExpressionError) -> CompiledExpression {
    try convert(try typed(tree, .number(nil)), to: .number(nil))
  }

  /// An operation on values in one unit, which its result is in.
  func alike(
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
    var same: [CompiledExpression] = []
    for part in parts { same.append(try converted(part, to: unit)) }
    return CompiledExpression(instruction, same, result ?? .unit(unit), column: column)
  }

  private func comparison(_ operation: Instruction.Operation, _ trees: [Expression], _ column: Int)
    throws(ExpressionError)
    -> CompiledExpression
  {
    // A text is the code of the signal that it is compared with.
    if case .text(let text, let at) = trees[1], case .name(let name, _) = trees[0], let number = signalNumbers[name] {
      resolve(number)
      guard let code = signals[number].texts.first(where: { $0.text == text })?.value else {
        throw ExpressionError(
          column: at, found: "'\(name)' is never called \"\(text)\"",
          expected: signals[number].texts.isEmpty
            ? "a number: the signal has no enum" : signals[number].texts.map(\.text).joined(separator: ", "),
          meant: nearest(text, in: signals[number].texts.map(\.text)))
      }
      let value = CompiledExpression(Instruction(.signal, Int32(number)), .plain, column: column)
      let constant = CompiledExpression(constant: code, .plain, column: at)
      return CompiledExpression(Instruction(operation), [value, constant], .condition, column: column)
    }
    let left = try typed(trees[0], .number(nil))
    let right = try typed(trees[1], .number(nil))
    switch (left.type, right.type) {
    case (.number, .number): return try alike(Instruction(operation), [left, right], column, result: .condition)
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

  // MARK: Products of units

  /// `a · b = c` in base units.
  private static let products: [(UnitOfMeasure.Dimension, UnitOfMeasure.Dimension, UnitOfMeasure.Dimension)] = [
    (.voltage, .current, .power), (.speed, .time, .length), (.power, .time, .energy), (.resistance, .current, .voltage),
    (.force, .speed, .power), (.acceleration, .mass, .force), (.acceleration, .time, .speed),
  ]

  private func product(_ a: CompiledExpression, _ b: CompiledExpression, _ column: Int) -> CompiledExpression {
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
      return CompiledExpression(Instruction(.multiply), [a, b], .plain, column: column)
    }
    return CompiledExpression(Instruction(.multiply), [a, b], scaled(a.type.unit ?? b.type.unit), column: column)
  }

  private func quotient(_ a: CompiledExpression, _ b: CompiledExpression, _ column: Int) -> CompiledExpression {
    if let (x, y) = firmDimensions(a, b) {
      if x == y, let unit = b.type.unit, let left = try? converted(a, to: unit) {
        return CompiledExpression(Instruction(.divide), [left, b], .plain, column: column)
      }
      for (first, second, result) in Self.products where result == x && (first == y || second == y) {
        if let unit = Units.base(first == y ? second : first), let left = based(a), let right = based(b) {
          return CompiledExpression(Instruction(.divide), [left, right], .unit(unit), column: column)
        }
      }
      return CompiledExpression(Instruction(.divide), [a, b], .plain, column: column)
    }
    return CompiledExpression(
      Instruction(.divide), [a, b], b.type.unit == nil ? scaled(a.type.unit) : .plain, column: column)
  }

  /// By a plain number a value is scaled, or converted by hand: its unit is not certain.
  private func scaled(_ unit: UnitOfMeasure?) -> ExpressionType { .number(unit, isFirm: false) }

  private func firmDimensions(_ a: CompiledExpression, _ b: CompiledExpression)
    -> (UnitOfMeasure.Dimension, UnitOfMeasure.Dimension)?
  {
    guard a.type.isFirm, b.type.isFirm, let x = a.type.unit?.dimension, let y = b.type.unit?.dimension, x != .none,
      y != .none
    else { return nil }
    return (x, y)
  }

  private func based(_ value: CompiledExpression) -> CompiledExpression? {
    guard let unit = value.type.unit, let base = Units.base(unit.dimension) else { return nil }
    return try? converted(value, to: base)
  }

  // MARK: Functions

  static let functions = [
    "abs", "age", "avg", "bit", "captured", "clamp", "floor", "if", "map", "max", "min", "ok", "quality", "rate",
    "round",
    "sqrt", "state",
  ]

  private func typedCall(_ name: String, _ arguments: [Expression], _ column: Int, _ wanted: WantedType)
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
        result = try alike(Instruction(name == "min" ? .minimum : .maximum), [result, try number(tree)], column)
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
      return try alike(Instruction(.clamp), parts, column)
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

  // MARK: Time

  private func time(_ tree: Expression) -> Fixed64? {
    guard case .number(let number, let name?, _) = tree, let unit = Units.named(name), unit.dimension == .time,
      let base = Units.named("s"),
      let seconds = try? converted(
        CompiledExpression(constant: number, .unit(unit), column: 0), to: base)
    else { return nil }
    return seconds.constant
  }

  /// `min(wind, 10min)` is of the last ten minutes, unless the signal is a time itself.
  private func isWindow(_ arguments: [Expression]) -> Bool {
    guard arguments.count == 2, time(arguments[1]) != nil, case .name(let name, _) = arguments[0],
      let number = signalNumbers[name]
    else { return false }
    resolve(number)
    return signals[number].unit?.dimension != .time
  }

  private func window(_ operation: Instruction.Operation, _ arguments: [Expression], _ column: Int)
    throws(ExpressionError) -> CompiledExpression
  {
    guard let seconds = time(arguments[1]), seconds > 0, seconds <= Fixed64(366 * 86_400) else {
      throw ExpressionError(
        column: arguments[1].column, found: "no stretch of time", expected: "a time above 0 as 10min, up to 366 days")
    }
    let value = try number(arguments[0])
    let duration = Int64((Double(seconds.rawValue) / 4_294_967_296 * 1_000_000_000).rounded())
    let number = tables.addWindow(value.signal ?? addAnonymous(value), duration, &draft)
    return CompiledExpression(
      Instruction(operation, Int32(number)), operation == .rate ? .plain : value.type, column: column)
  }

  /// What a signal was when a condition became true: of a trip, a tare.
  private func captured(_ arguments: [Expression], _ column: Int) throws(ExpressionError) -> CompiledExpression {
    let value = try number(arguments[0])
    let condition = try convert(try typed(arguments[1], .condition), to: .condition)
    var initial: Fixed64?
    if arguments.count == 3 {
      var start = try self.number(arguments[2])
      if let unit = value.type.unit, value.type.isFirm { start = try converted(start, to: unit) }
      guard let constant = start.constant else {
        throw ExpressionError(
          column: start.column, found: "a value to begin with that is no number", expected: "a number")
      }
      initial = constant
    }
    let number = tables.addCapture(
      value.signal ?? addAnonymous(value), condition.signal ?? addAnonymous(condition), initial, &draft)
    return CompiledExpression(Instruction(.captured, Int32(number)), value.type, column: column)
  }

  /// An argument that must be a signal itself.
  func signal(_ tree: Expression, _ function: String) throws(ExpressionError) -> Int {
    guard case .name(let name, let column) = tree else {
      throw ExpressionError(column: tree.column, found: "a value for \(function)()", expected: "the name of a signal")
    }
    guard let number = signalNumbers[name] else {
      throw ExpressionError(column: column, found: "no signal '\(name)'", meant: nearest(name, in: signalNumbers.keys))
    }
    resolve(number)
    return number
  }

  private func conditional(_ arguments: [Expression], _ column: Int, _ wanted: WantedType) throws(ExpressionError)
    -> CompiledExpression
  {
    let condition = try convert(try typed(arguments[0], .condition), to: .condition)
    let (first, second) = try sameKind(try typed(arguments[1], wanted), try typed(arguments[2], wanted))
    return CompiledExpression(Instruction(.choose), [condition, first, second], first.type, column: column)
  }

  /// Two results of a choice, in one unit.
  private func sameKind(_ a: CompiledExpression, _ b: CompiledExpression) throws(ExpressionError)
    -> (CompiledExpression, CompiledExpression)
  {
    switch (a.type, b.type) {
    case (.number, .number):
      if a.type.isFirm, let unit = a.type.unit { return (a, try converted(b, to: unit)) }
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
      if value.type.isFirm, let unit = value.type.unit { code = try converted(code, to: unit) }
      guard code.constant != nil else {
        throw ExpressionError(column: code.column, found: "a code that is no number", expected: "a number")
      }
      if pairs.contains(where: { $0.code.constant == code.constant }) {
        throw ExpressionError(column: code.column, found: "a code a second time in map()", expected: "each code once")
      }
      pairs.append((code, try sameKind(otherwise, try typed(arguments[index + 1], wanted)).1))
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
    readZones(number)
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

  /// What a message says is expected.
  var words: String {
    switch self {
    case .number, .any: "a number, a signal or an expression"
    case .condition: "a condition, as 'rpm above 100'"
    case .text: "a text in quotation marks, or a signal with an enum"
    case .color: "a role as caution, a colour as red-60 or \"#ff8800\", or an expression"
    }
  }
}

/// A flag as text: YAML's words for it differ from version to version.
struct Flag {
  let value: Bool

  init?(_ text: String) {
    switch text {
    case "true": value = true
    case "false": value = false
    default: return nil
    }
  }
}
