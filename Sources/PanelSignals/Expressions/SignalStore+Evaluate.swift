// Stage: signals. Runs checked code on a stack of fixed depth: no loop but the one over the instructions, no memory taken.

extension SignalStore {
  /// Runs an expression.
  /// - Parameter range: checked.
  /// - Returns: the result, as bad as the worst that it was made of.
  @_optimize(speed)
  func evaluate(_ range: ExpressionRange) -> Reading {
    var stack = InlineArray<16, Reading>(repeating: .none)
    var depth = 0
    for place in range.first..<range.first + range.count {
      let instruction = code.instructions[place]
      let operation = instruction.operation
      depth &-= operation.inputs
      switch operation.inputs {
      case 0: stack[depth] = pushed(operation, Int(instruction.operand))
      case 1:
        stack[depth] =
          operation == .textOf
          ? text(Int(instruction.operand), stack[depth])
          : operation.result(stack[depth], Int(instruction.operand), code)
      case 2: stack[depth] = result(instruction, stack[depth], stack[depth &+ 1])
      default: stack[depth] = operation.result(stack[depth], stack[depth &+ 1], stack[depth &+ 2])
      }
      depth &+= 1
    }
    return stack[0]
  }

  /// The result of an instruction without inputs.
  @_optimize(speed)
  private func pushed(_ operation: Instruction.Operation, _ operand: Int) -> Reading {
    switch operation {
    case .constant: Reading(code.data.constants[operand])
    case .signal: states[operand].reading
    case .isFresh: Reading(states[operand].reading.quality == .fresh ? 1 : 0)
    case .age: Reading(Fixed64(Int(age(operand))))
    case .quality: Reading(Fixed64(Int(states[operand].reading.quality.rawValue)))
    case .average: windows.average(operand)
    case .least: windows.least(operand)
    case .greatest: windows.greatest(operand)
    case .rate: Reading(result: windows.rate(operand, at: time))
    case .captured: captures[operand].reading
    default: .none
    }
  }

  /// The result of an instruction of two inputs.
  @_optimize(speed)
  private func result(_ instruction: Instruction, _ first: Reading, _ second: Reading) -> Reading {
    switch instruction.operation {
    case .joinedText: return text(Int(instruction.operand), first, second)
    case .and, .or: return decided(first, second, by: instruction.operation == .or)
    case .sameText:
      let quality = Quality.worst(first.quality, second.quality)
      return Reading(quality <= .old && texts.areEqual(first.value, second.value) ? 1 : 0, quality)
    default: return instruction.operation.result(first, second)
    }
  }

  /// The result of `or`, which a true side decides, or of `and`, which a false one does: what the other side is like does not
  /// matter then, so that a sensor that failed does not silence the alarm of another one.
  private func decided(_ first: Reading, _ second: Reading, by value: Bool) -> Reading {
    let firstDecides = first.quality <= .old && (first.value != 0) == value
    let secondDecides = second.quality <= .old && (second.value != 0) == value
    if !firstDecides && !secondDecides {
      return Reading(result: value ? 0 : 1, .worst(first.quality, second.quality))
    }
    let quality =
      !secondDecides ? first.quality : !firstDecides ? second.quality : Swift.min(first.quality, second.quality)
    return Reading(value ? 1 : 0, quality)
  }

  /// Whole seconds since a signal was heard; 10⁶ at most, and where it never was.
  private func age(_ signal: Int) -> Int64 {
    guard let receivedAt = states[signal].receivedAt else { return 1_000_000 }
    return Swift.max(0, Swift.min(1_000_000, (time - receivedAt) / 1_000_000_000))
  }
}

extension Instruction.Operation {
  /// Of one value. Without a result there is no value.
  @_optimize(speed)
  fileprivate func result(_ input: Reading, _ operand: Int, _ code: ExpressionCode) -> Reading {
    let a = input.value
    let value: Fixed64? =
      switch self {
      case .negate: -a
      case .not: a == 0 ? 1 : 0
      case .absolute: a.magnitude
      case .round: Fixed64(a.rounded)
      case .floor: Fixed64(a.floor)
      case .squareRoot: a.squareRoot
      case .bit: a.floor >> operand & 1 == 0 ? 0 : 1
      case .map: code.data.tables[operand].value(of: a, code.data.entries)
      case .convert: code.conversions[operand].convert(a)
      default: nil
      }
    return Reading(result: value, input.quality)
  }

  /// Of two values. Without a result, as after a division by zero, there is no value.
  @_optimize(speed)
  fileprivate func result(_ first: Reading, _ second: Reading) -> Reading {
    let (a, b) = (first.value, second.value)
    let value: Fixed64? =
      switch self {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: a / b
      case .modulo: a.modulo(b)
      case .below: a < b ? 1 : 0
      case .atMost: a <= b ? 1 : 0
      case .above: a > b ? 1 : 0
      case .atLeast: a >= b ? 1 : 0
      case .equal: a == b ? 1 : 0
      case .unequal: a != b ? 1 : 0
      case .minimum: Swift.min(a, b)
      case .maximum: Swift.max(a, b)
      default: nil
      }
    return Reading(result: value, .worst(first.quality, second.quality))
  }

  /// Of three values. A choice is as bad as its condition and the value that it takes.
  @_optimize(speed)
  fileprivate func result(_ a: Reading, _ b: Reading, _ c: Reading) -> Reading {
    if self == .choose {
      let chosen = a.value != 0 ? b : c
      return Reading(result: chosen.value, .worst(a.quality, chosen.quality))
    }
    return Reading(
      result: Swift.max(b.value, Swift.min(c.value, a.value)), .worst(a.quality, .worst(b.quality, c.quality)))
  }
}

extension Reading {
  /// A result: without a meaning if an input had none, so that two of these are the same. A result that was held to the
  /// ends of the range is wrong: it has failed. One that cannot be computed has failed where an input has.
  fileprivate init(result: Fixed64?, _ quality: Quality) {
    guard let result else {
      self = quality == .failed ? .failed : .none
      return
    }
    let isHeld = result == .max || result == .min
    let quality = isHeld ? Quality.worst(quality, .failed) : quality
    self.init(quality > .old ? .zero : result, quality)
  }

  fileprivate init(result: Reading) { self.init(result: result.value, result.quality) }
}
