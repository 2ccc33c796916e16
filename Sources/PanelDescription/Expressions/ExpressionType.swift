// The types of expressions: a number with its unit, a condition, a text, a colour.
import PanelSignals

/// The type of an expression's value.
enum ExpressionType {
  /// - Parameters:
  ///   - unit: `nil` for a number of no unit, as literals are.
  ///   - isFirm: whether it is certain: a value that was multiplied by a plain number may be in another unit by now.
  case number(UnitOfMeasure?, isFirm: Bool)
  case condition
  case text
  case color
  /// How urgent something is: normal, advisory, caution or warning.
  case state

  static var plain: ExpressionType { .number(nil, isFirm: false) }
  static func unit(_ unit: UnitOfMeasure) -> ExpressionType { .number(unit, isFirm: true) }

  var words: String {
    switch self {
    case .number(let unit?, isFirm: true): "a number in \(unit.text)"
    case .number: "a number"
    case .condition: "a condition"
    case .text: "a text"
    case .color: "a colour"
    case .state: "a state"
    }
  }

  var unit: UnitOfMeasure? { if case .number(let unit, _) = self { unit } else { nil } }
  var isFirm: Bool { if case .number(_, true) = self { true } else { false } }
  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether it is a temperature: a point on a scale, which has no sum with another.
  var isTemperature: Bool { isFirm && unit?.dimension == .temperature }
  var isTemperatureDifference: Bool { isFirm && unit?.dimension == .temperatureDifference }
}

/// The type that a place wants.
enum WantedType {
  /// In a unit, or in any.
  case number(UnitOfMeasure?)
  case condition, text, color
  /// The types of a signal: a number or a condition.
  case any
}

/// A part of an expression, compiled.
struct CompiledExpression {
  var steps: [CompiledStep]
  var type: ExpressionType
  /// How many values lie on the stack at once.
  var depth: Int
  /// Where it begins in the text.
  var column: Int
  /// Whether a number without a unit, or another temperature, was added to a temperature: the result may be a
  /// temperature or a difference, and is not converted.
  var isUncertain = false
  /// Whether it is a product or a quotient of two units which has no unit of the catalogue: it measures neither.
  var hasNamelessUnit = false

  /// Its value where no signal is in it.
  var constant: Fixed64? {
    if steps.count == 1, case .constant(let value) = steps[0] { return value }
    return nil
  }

  /// The signal that it is, where it is nothing else.
  var signal: Int? {
    if steps.count == 1, case .operation(let step) = steps[0], step.operation == .signal { return Int(step.operand) }
    return nil
  }

  init(constant: Fixed64, _ type: ExpressionType, column: Int) {
    (steps, self.type, depth, self.column) = ([.constant(constant)], type, 1, column)
  }

  init(_ instruction: Instruction, _ type: ExpressionType, column: Int) {
    (steps, self.type, depth, self.column) = ([.operation(instruction)], type, 1, column)
  }

  /// An operation on parts. Parts without a signal are computed here, with the device's own code.
  init(_ operation: Instruction, _ parts: [CompiledExpression], _ type: ExpressionType, column: Int) {
    steps = parts.flatMap(\.steps) + [.operation(operation)]
    depth = parts.enumerated().map { $0.offset + $0.element.depth }.max() ?? 1
    (self.type, self.column) = (type, column)
    isUncertain = parts.contains { $0.isUncertain }
    hasNamelessUnit = type.isNumber && type.unit == nil && parts.contains { $0.hasNamelessUnit }
    if parts.allSatisfy({ $0.constant != nil }), let value = evaluate(steps) {
      (steps, depth) = ([.constant(value)], 1)
    }
  }
}

/// An instruction whose constant has no number yet.
enum CompiledStep: Hashable {
  case constant(Fixed64)
  case operation(Instruction)

  static func == (a: CompiledStep, b: CompiledStep) -> Bool {
    switch (a, b) {
    case (.constant(let a), .constant(let b)): a == b
    case (.operation(let a), .operation(let b)): a == b
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .constant(let value): hasher.combine(value)
    case .operation(let step):
      hasher.combine(step.operation)
      hasher.combine(step.operand)
    }
  }
}

/// - Returns: `nil` where there is no value, as of a division by zero.
private func evaluate(_ steps: [CompiledStep]) -> Fixed64? {
  var (instructions, constants): ([Instruction], [Fixed64]) = ([], [])
  for step in steps {
    switch step {
    case .constant(let value):
      instructions.append(Instruction(.constant, Int32(constants.count)))
      constants.append(value)
    case .operation(let step): instructions.append(step)
    }
  }
  var definition = SignalDefinition()
  definition.sourceCount = 0
  definition.expression = ExpressionRange(first: 0, count: instructions.count)
  guard let code = try? ExpressionCode(instructions, constants: constants, [definition]) else { return nil }
  let store = SignalStore([definition], code)
  store.advance(to: 0)
  let reading = store.reading(SignalIndex(0))
  return reading.hasValue ? reading.value : nil
}
