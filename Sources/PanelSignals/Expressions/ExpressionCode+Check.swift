// Stage: signals. The check of code that comes from outside: everything that running it takes for granted.

extension ExpressionCode {
  /// Checks code that comes from a file: every operand is in its range, the stack never has too few values or too many,
  /// each expression has one result, and no signal depends on itself.
  ///
  /// Takes time in proportion to the signals and the lengths of their expressions.
  /// - Returns: the numbers of the signals that are computed, each behind those that it depends on.
  /// - Throws: the first thing that is wrong.
  @discardableResult
  public static func check(_ instructions: [Instruction], _ data: ExpressionData, _ definitions: [SignalDefinition])
    throws(Refusal) -> [Int]
  {
    try check(data, signalCount: definitions.count)
    // Expressions may share instructions, but not so that checking them takes the square of their number.
    var room = 4 * instructions.count + maximumLength
    for definition in definitions {
      guard let range = definition.expression else { continue }
      try check(range, instructions, data, signalCount: definitions.count)
      room -= range.count
      if room < 0 { throw Refusal(.range, range.first) }
    }
    return try order(instructions, data, definitions)
  }

  private static func check(_ data: ExpressionData, signalCount: Int) throws(Refusal) {
    for (number, table) in data.tables.enumerated() {
      let isWithin =
        table.first >= 0 && table.count >= 0 && table.first <= data.entries.count
        && table.count <= data.entries.count - table.first
      if !isWithin { throw Refusal(.table, number) }
      for entry in table.first..<table.first + table.count where entry > table.first {
        if data.entries[entry].key <= data.entries[entry - 1].key { throw Refusal(.table, number) }
      }
    }
    for (number, window) in data.windows.enumerated() {
      let isSound =
        window.signal.number >= 0 && window.signal.number < signalCount && window.duration >= 0
        && window.duration <= WindowDefinition.maximumDuration && window.columns > 0
        && window.columns <= WindowDefinition.maximumColumns
      if !isSound { throw Refusal(.window, number) }
    }
    for (number, capture) in data.captures.enumerated() {
      let isSound =
        capture.signal.number >= 0 && capture.signal.number < signalCount && capture.trigger.number >= -1
        && capture.trigger.number < signalCount
      if !isSound { throw Refusal(.capture, number) }
    }
  }

  private static func check(
    _ range: ExpressionRange, _ instructions: [Instruction], _ data: ExpressionData, signalCount: Int
  ) throws(Refusal) {
    if range.first < 0 || range.count < 1 || range.count > maximumLength || range.first > instructions.count
      || range.count > instructions.count - range.first
    {
      throw Refusal(.range, range.first)
    }
    var depth = 0
    for place in range.first..<range.first + range.count {
      let instruction = instructions[place]
      if !isSound(instruction, data, signalCount) { throw Refusal(.operand, place) }
      if depth < instruction.operation.inputs { throw Refusal(.underflow, place) }
      depth += 1 - instruction.operation.inputs
      if depth > stackDepth { throw Refusal(.overflow, place) }
    }
    if depth != 1 { throw Refusal(.result, range.first + range.count - 1) }
  }

  /// Whether the operand names something that is there.
  private static func isSound(_ instruction: Instruction, _ data: ExpressionData, _ signalCount: Int) -> Bool {
    let operand = Int(instruction.operand)
    let limit =
      switch instruction.operation {
      case .constant: data.constants.count
      case .bit: 31
      case .map: data.tables.count
      case .captured: data.captures.count
      case .textOf, .joinedText: data.textFunctions.count
      case .convert: UnitOfMeasure.conversion(code: operand) == nil ? 0 : Int.max
      default:
        instruction.operation.namesSignal ? signalCount : instruction.operation.namesWindow ? data.windows.count : 1
      }
    return operand >= 0 && operand < limit
  }

  /// The computed signals, each behind those it depends on: taken one after the other when nothing is left that it waits
  /// for. (Kahn, Topological sorting of large networks, 1962.)
  private static func order(_ instructions: [Instruction], _ data: ExpressionData, _ definitions: [SignalDefinition])
    throws(Refusal) -> [Int]
  {
    // Which computed signals name each signal, as lists in one array.
    var heads = [Int](repeating: -1, count: definitions.count)
    var links: [(user: Int, next: Int)] = []
    var waits = [Int](repeating: 0, count: definitions.count)
    for (user, definition) in definitions.enumerated() {
      guard let range = definition.expression else { continue }
      for place in range.first..<range.first + range.count {
        forEachInput(instructions[place], data) { named in
          // Named twice by one signal, it still waits once.
          if definitions[named].expression == nil || heads[named] >= 0 && links[heads[named]].user == user { return }
          links.append((user, heads[named]))
          heads[named] = links.count - 1
          waits[user] += 1
        }
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
    if let stuck = definitions.indices.first(where: { waits[$0] > 0 }) { throw Refusal(.cycle, stuck) }
    return order
  }
}
