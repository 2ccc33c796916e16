// A part of an expression, compiled: its steps, its type, the depth of its stack.
import PanelSignals

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

  /// The product of the plain numbers that it was multiplied by: 1000 may be a conversion by hand.
  var factor = 1.0
  /// How many times the same expression without conversions it is, and the steps of that one; `nil` where it is the same.
  var scale = 1.0
  var unconverted: [CompiledStep]?

  /// The signal that its window of time or its captured value is of.
  var timedSignal: Int?

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

  /// A text of texts, which only the device makes.
  init(_ operation: Instruction, ofTexts parts: [CompiledExpression], _ column: Int) {
    steps = parts.flatMap(\.steps) + [.operation(operation)]
    depth = parts.enumerated().map { $0.offset + $0.element.depth }.max() ?? 1
    (type, self.column) = (.text, column)
  }

  /// An operation on parts. Parts without a signal are computed here, with the device's own code.
  init(_ operation: Instruction, _ parts: [CompiledExpression], _ type: ExpressionType, column: Int) {
    steps = parts.flatMap(\.steps) + [.operation(operation)]
    depth = parts.enumerated().map { $0.offset + $0.element.depth }.max() ?? 1
    (self.type, self.column) = (type, column)
    isUncertain = parts.contains { $0.isUncertain }
    if type.isNumber, let part = parts.first(where: { $0.type.unit != nil }) {
      (factor, scale) = (part.factor, part.scale)
    }
    hasNamelessUnit = type.isNumber && type.unit == nil && parts.contains { $0.hasNamelessUnit }
    if operation.operation == .convert {
      unconverted = parts[0].unconverted ?? parts[0].steps
    } else if parts.contains(where: { $0.unconverted != nil }) {
      unconverted = parts.flatMap { $0.unconverted ?? $0.steps } + [.operation(operation)]
    }
    if parts.allSatisfy({ $0.constant != nil }), let value = evaluate(steps) {
      (steps, depth) = ([.constant(value)], 1)
      unconverted = unconverted.flatMap { evaluate($0) }.map { [.constant($0)] }
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
