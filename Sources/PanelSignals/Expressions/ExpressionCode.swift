// Stage: signals. Code from a file is checked once; afterwards it stays within its stack, constants and signals.

/// The code of all expressions of a panel, checked.
public struct ExpressionCode: Sendable {
  /// How many values an expression may have on its stack at once.
  public static var stackDepth: Int { 16 }
  /// How many instructions an expression may have.
  public static var maximumLength: Int { 4096 }

  /// The reason why code is refused.
  public struct Refusal: Error, Equatable, Sendable {
    public enum Reason: Sendable {
      /// A run of instructions is empty, too long, or not within them.
      case range
      /// An operand names something that is not there, or stands where none belongs.
      case operand
      /// An instruction takes more values than there are.
      case underflow
      /// More values at once than ``ExpressionCode/stackDepth``.
      case overflow
      /// Another number of results than one.
      case result
      /// Signals need each other.
      case cycle
      /// A table is not within the entries, or its keys do not rise.
      case table
      /// A window or a captured value is of no signal, or has no duration or columns that are allowed.
      case window, capture
    }
    public let reason: Reason
    /// The instruction's number; of a cycle, a signal's; of a table, window or captured value, its own.
    public let place: Int

    public init(_ reason: Reason, _ place: Int) { (self.reason, self.place) = (reason, place) }
  }

  let instructions: [Instruction]
  let data: ExpressionData
  /// The signals that are computed, each behind those that it depends on.
  let order: [Int]
  /// For each of `order`, the run of signals in `inputs` that it depends on.
  let inputRuns: [ExpressionRange]
  let inputs: [Int]
  /// For each of `order`, whether it changes by time alone.
  let isTimed: [Bool]
  /// The signals whose age somebody asks.
  let agedSignals: [Int]
  /// Whether instructions name functions of texts.
  public var hasTextFunctions: Bool { !data.textFunctions.isEmpty }
  /// The windows of time that instructions name.
  public var windows: [WindowDefinition] { data.windows }
  /// The conversions that instructions name, in the order of these.
  let conversions: [UnitConversion]

  /// - Parameters:
  ///   - instructions: of all expressions, one behind the other.
  ///   - constants: that instructions name.
  ///   - definitions: whose expressions the code is.
  /// - Throws: the finding of ``check(_:_:_:)``.
  public init(_ instructions: [Instruction], constants: [Fixed64], _ definitions: [SignalDefinition]) throws(Refusal) {
    try self.init(instructions, ExpressionData(constants: constants), definitions)
  }

  /// - Parameters:
  ///   - instructions: of all expressions, one behind the other.
  ///   - data: the tables that instructions name.
  ///   - definitions: whose expressions the code is.
  /// - Throws: the finding of ``check(_:_:_:)``.
  public init(_ instructions: [Instruction], _ data: ExpressionData, _ definitions: [SignalDefinition]) throws(Refusal)
  {
    order = try Self.check(instructions, data, definitions)
    self.data = data
    var (linked, conversions) = (instructions, [UnitConversion]())
    for place in linked.indices where linked[place].operation == .convert {
      // Those that no expression reaches were not checked.
      let conversion = UnitOfMeasure.conversion(code: Int(linked[place].operand)) ?? .none
      let number = conversions.firstIndex(of: conversion) ?? conversions.count
      if number == conversions.count { conversions.append(conversion) }
      linked[place] = Instruction(.convert, Int32(truncatingIfNeeded: number))
    }
    (self.instructions, self.conversions) = (linked, conversions)
    var (inputs, runs, timed, aged) = ([Int](), [ExpressionRange](), [Bool](), [Int]())
    // Who named a signal last, and whether somebody asks its age: each is listed once.
    var users = [Int](repeating: -1, count: definitions.count)
    var isAged = [Bool](repeating: false, count: definitions.count)
    for signal in order {
      guard let range = definitions[signal].expression else { continue }
      let first = inputs.count
      var changesByTime = false
      for instruction in instructions[range.first..<range.first + range.count] {
        Self.forEachInput(instruction, data) {
          if users[$0] != signal { inputs.append($0) }
          users[$0] = signal
        }
        changesByTime = changesByTime || instruction.operation.isTimed
        let operand = Int(instruction.operand)
        if instruction.operation == .age, !isAged[operand] {
          isAged[operand] = true
          aged.append(operand)
        }
      }
      runs.append(ExpressionRange(first: first, count: inputs.count - first))
      timed.append(changesByTime)
    }
    (self.inputs, inputRuns, isTimed, agedSignals) = (inputs, runs, timed, aged)
  }

  /// The signals that an instruction reads.
  static func forEachInput(_ instruction: Instruction, _ data: ExpressionData, _ body: (Int) -> Void) {
    let operand = Int(instruction.operand)
    if instruction.operation.namesSignal {
      body(operand)
    } else if instruction.operation.namesWindow {
      body(data.windows[operand].signal.number)
    } else if instruction.operation == .captured {
      body(data.captures[operand].signal.number)
      if data.captures[operand].trigger != .none { body(data.captures[operand].trigger.number) }
    }
  }
}
