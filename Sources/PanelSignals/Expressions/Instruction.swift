// Stage: signals. Compiled expressions, made on the host: a run of operations on a stack, without jumps.

/// A step of an expression.
public struct Instruction: Equatable, Sendable, BitwiseCopyable {
  public enum Operation: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// Pushes the constant of the operand.
    case constant = 0
    /// Pushes the signal of the operand, with its quality.
    case signal = 1
    case add = 2
    case subtract = 3
    case multiply = 4
    case divide = 5
    case modulo = 6
    case negate = 7
    /// Comparisons push 1 or 0.
    case below = 10
    case atMost = 11
    case above = 12
    case atLeast = 13
    case equal = 14
    case unequal = 15
    case and = 16
    case or = 17
    case not = 18
    case minimum = 20
    case maximum = 21
    case absolute = 22
    /// A value, the least and the greatest that it is held to.
    case clamp = 23
    case round = 24
    case floor = 25
    case squareRoot = 26
    /// A condition, a value where it is not 0, and one where it is.
    case choose = 27
    /// Whether the signal of the operand is fresh; itself always fresh.
    case isFresh = 30
    /// Seconds since the signal of the operand was heard; itself always fresh, and held to 10⁶ where it never was.
    case age = 31
    /// The quality of the signal of the operand as a number: 0 fresh, 1 old, 2 failed, 3 none; itself always fresh.
    case quality = 32
    /// Bit of a whole number: the operand says which, from 0.
    case bit = 33
    /// Looks a value up in the table of the operand; a number that the table does not have is its `otherwise`, or no
    /// value.
    case map = 34
    /// Converts between the units of ``UnitOfMeasure/all``: the operand is 256 · the number of its unit, plus that of the
    /// result's.
    case convert = 35
    /// The mean over the window of the operand, weighted by time.
    case average = 40
    /// The least value in the window of the operand.
    case least = 41
    /// The greatest value in the window of the operand.
    case greatest = 42
    /// The change a second over the window of the operand.
    case rate = 43
    /// The captured value of the operand, as a trip's or a tare's.
    case captured = 44
    /// Whether two texts are the same.
    case sameText = 50
    /// A text function of one text: the operand is its number.
    case textOf = 51
    /// A text function of two texts: the operand is its number.
    case joinedText = 52
  }

  public let operation: Operation
  public let operand: Int32

  public init(_ operation: Operation, _ operand: Int32 = 0) { (self.operation, self.operand) = (operation, operand) }
}

extension Instruction.Operation {
  /// How many values it takes from the stack; it always leaves one.
  public var inputs: Int {
    switch self {
    case .constant, .signal, .isFresh, .age, .quality, .average, .least, .greatest, .rate, .captured: 0
    case .negate, .not, .absolute, .round, .floor, .squareRoot, .bit, .map, .convert, .textOf: 1
    case .clamp, .choose: 3
    default: 2
    }
  }

  /// Whether the operand is a signal's number.
  public var namesSignal: Bool {
    switch self {
    case .signal, .isFresh, .age, .quality: true
    default: false
    }
  }

  /// Whether the operand is a window's number.
  public var namesWindow: Bool {
    switch self {
    case .average, .least, .greatest, .rate: true
    default: false
    }
  }

  /// Whether the operand is a text function's number.
  public var namesTextFunction: Bool { self == .textOf || self == .joinedText }

  /// Whether its result changes by time alone.
  var isTimed: Bool { self == .age || namesWindow }
}
