// Stage: signals. Code from a file is checked once; what is run afterwards stays within its stack, constants and signals.

/// The code of all expressions of a panel, checked.
public struct ExpressionCode: Sendable {
  /// How many values an expression may have on its stack at once.
  public static var stackDepth: Int { 16 }

  /// What is wrong with code.
  public struct Refusal: Error, Equatable, Sendable {
    public enum Reason: Sendable { case range, operand, underflow, overflow, result, cycle }
    public let reason: Reason
    /// The instruction's number; of a cycle, a signal's.
    public let place: Int
  }

  let instructions: [Instruction]
  let constants: [Fixed64]
  /// The signals that are computed, each behind those that it depends on.
  let order: [Int]

  /// - Parameters:
  ///   - definitions: whose expressions the code is.
  /// - Throws: an expression has anything but one result, goes beyond its stack, names what is not there, or depends on
  ///   itself.
  public init(_ instructions: [Instruction], constants: [Fixed64], _ definitions: [SignalDefinition]) throws(Refusal) {
    (self.instructions, self.constants) = (instructions, constants)
    for definition in definitions {
      guard let range = definition.expression else { continue }
      try Self.check(range, instructions, constantCount: constants.count, signalCount: definitions.count)
    }
    order = try Self.order(instructions, definitions)
  }

  private static func check(
    _ range: ExpressionRange, _ instructions: [Instruction], constantCount: Int, signalCount: Int
  ) throws(Refusal) {
    if range.first < 0 || range.count < 1 || range.first > instructions.count
      || range.count > instructions.count - range.first
    {
      throw Refusal(reason: .range, place: range.first)
    }
    var depth = 0
    for place in range.first..<range.first + range.count {
      let instruction = instructions[place]
      let limit =
        instruction.operation == .constant
        ? constantCount : instruction.operation.namesSignal ? signalCount : instruction.operation == .bit ? 31 : 1
      if instruction.operand < 0 || Int(instruction.operand) >= limit { throw Refusal(reason: .operand, place: place) }
      if depth < instruction.operation.inputs { throw Refusal(reason: .underflow, place: place) }
      depth += 1 - instruction.operation.inputs
      if depth > stackDepth { throw Refusal(reason: .overflow, place: place) }
    }
    if depth != 1 { throw Refusal(reason: .result, place: range.first + range.count - 1) }
  }

  /// The computed signals, each behind those it depends on: taken one after the other when nothing is left that it waits
  /// for. (Kahn, Topological sorting of large networks, 1962.)
  private static func order(_ instructions: [Instruction], _ definitions: [SignalDefinition]) throws(Refusal) -> [Int] {
    // Which computed signals name each signal, as lists in one array.
    var heads = [Int](repeating: -1, count: definitions.count)
    var links: [(user: Int, next: Int)] = []
    var waits = [Int](repeating: 0, count: definitions.count)
    for (user, definition) in definitions.enumerated() {
      guard let range = definition.expression else { continue }
      for place in range.first..<range.first + range.count where instructions[place].operation.namesSignal {
        let named = Int(instructions[place].operand)
        if definitions[named].expression == nil { continue }
        links.append((user, heads[named]))
        heads[named] = links.count - 1
        waits[user] += 1
      }
    }
    var order = definitions.indices.filter { definitions[$0].expression != nil && waits[$0] == 0 }
    var next = 0
    while next < order.count {
      var link = heads[order[next]]
      while link >= 0 {
        waits[links[link].user] -= 1
        if waits[links[link].user] == 0 { order.append(links[link].user) }
        link = links[link].next
      }
      next += 1
    }
    if let stuck = definitions.indices.first(where: { waits[$0] > 0 }) { throw Refusal(reason: .cycle, place: stuck) }
    return order
  }

  // MARK: Running

  /// - Parameters:
  ///   - range: checked.
  ///   - reading: what a signal is, and the seconds since it was heard.
  /// - Returns: the result, as bad as the worst that it was made of.
  func evaluate(_ range: ExpressionRange, _ reading: (Int) -> (Reading, age: Fixed64)) -> Reading {
    var stack = InlineArray<16, Reading>(repeating: .none)
    var depth = 0
    for place in range.first..<range.first + range.count {
      let instruction = instructions[place]
      let operand = Int(instruction.operand)
      depth &-= instruction.operation.inputs
      switch instruction.operation {
      case .constant: stack[depth] = Reading(constants[operand])
      case .signal: stack[depth] = reading(operand).0
      case .isFresh: stack[depth] = Reading(reading(operand).0.quality == .fresh ? 1 : 0)
      case .age: stack[depth] = Reading(reading(operand).age)
      case .quality: stack[depth] = Reading(Fixed64(Int(reading(operand).0.quality.rawValue)))
      case .bit: stack[depth].value = stack[depth].value.floor >> operand & 1 == 0 ? 0 : 1
      default:
        let (a, b) = (stack[depth], instruction.operation.inputs > 1 ? stack[depth &+ 1] : Reading(0))
        stack[depth] =
          instruction.operation.inputs == 3
          ? instruction.operation.result(a, b, stack[depth &+ 2]) : instruction.operation.result(a, b)
      }
      depth &+= 1
    }
    return stack[0]
  }
}

extension Instruction.Operation {
  /// Of one or two values. What has no result, as a division by zero, is no value.
  fileprivate func result(_ first: Reading, _ second: Reading) -> Reading {
    let (a, b) = (first.value, second.value)
    let value: Fixed64? =
      switch self {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: a / b
      case .modulo: a.modulo(b)
      case .negate: -a
      case .below: a < b ? 1 : 0
      case .atMost: a <= b ? 1 : 0
      case .above: a > b ? 1 : 0
      case .atLeast: a >= b ? 1 : 0
      case .equal: a == b ? 1 : 0
      case .unequal: a != b ? 1 : 0
      case .and: a != 0 && b != 0 ? 1 : 0
      case .or: a != 0 || b != 0 ? 1 : 0
      case .not: a == 0 ? 1 : 0
      case .minimum: Swift.min(a, b)
      case .maximum: Swift.max(a, b)
      case .absolute: a.magnitude
      case .round: Fixed64(a.rounded)
      case .floor: Fixed64(a.floor)
      case .squareRoot: a.squareRoot
      default: nil
      }
    guard let value else { return .none }
    return Reading(value, Swift.max(first.quality, second.quality))
  }

  /// Of three values. A choice is as bad as its condition and the value that it takes.
  fileprivate func result(_ a: Reading, _ b: Reading, _ c: Reading) -> Reading {
    if self == .choose {
      let chosen = a.value != 0 ? b : c
      return Reading(chosen.value, Swift.max(a.quality, chosen.quality))
    }
    return Reading(
      Swift.max(b.value, Swift.min(c.value, a.value)), Swift.max(a.quality, Swift.max(b.quality, c.quality)))
  }
}
