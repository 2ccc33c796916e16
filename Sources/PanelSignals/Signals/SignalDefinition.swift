/// What is said of a signal before anything is heard of it. Times are nanoseconds, values in the signal's own unit.
public struct SignalDefinition: Sendable {
  /// How many sources tell it something, in order of preference; 0 for a signal that is computed.
  public var sourceCount = 1
  /// What computes it; `nil` for a signal that is heard.
  public var expression: ExpressionRange?
  /// How old a value may be; 0 for as old as it likes.
  public var stale: Int64 = 0
  /// The time constants with which what is shown follows a value that goes away from 0, and one that goes back; 0 to
  /// follow at once.
  public var attack: Int64 = 0
  public var release: Int64 = 0
  /// After how much the value begins again, as 360 of an angle; 0 for never.
  public var wraps = Fixed64.zero
  /// What it is before anything is heard; `nil` for nothing.
  public var initial: Fixed64?
  /// Nanoseconds of history, and in how many columns; 0 for none.
  public var historyDuration: Int64 = 0
  public var historyColumns = 0

  public init() {}
}

/// A run of instructions.
public struct ExpressionRange: Equatable, Sendable {
  public var first, count: Int

  public init(first: Int, count: Int) { (self.first, self.count) = (first, count) }
}
