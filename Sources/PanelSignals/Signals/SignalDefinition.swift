/// The definition of a signal. Times are nanoseconds, values in the signal's own unit.
public struct SignalDefinition: Sendable {
  /// How many sources tell it something, in order of preference; 0 for a signal that is computed.
  public var sourceCount = 1
  /// The expression that computes it; `nil` for a signal with sources.
  public var expression: ExpressionRange?
  /// How old a value may be; 0 for as old as it likes.
  public var stale: Int64 = 0
  /// The time constants with which the shown value follows one that goes away from 0, and one that goes back; 0 to
  /// follow at once.
  public var attack: Int64 = 0
  public var release: Int64 = 0
  /// After how much the value begins again, as 360 of an angle; 0 for never.
  public var wraps = Fixed64.zero
  /// Where a turn of ``wraps`` begins, as −180 of an angle to both sides.
  public var turnStart = Fixed64.zero
  /// What a source's numbers are multiplied with, and what is added then.
  public var scale: Fixed64 = 1
  public var offset = Fixed64.zero
  /// The numbers that mean a failure, as a sensor's -127: ranges, the least and the greatest of each one after another.
  public var failures: [Fixed64] = []
  /// The value before any is received; `nil` for none.
  public var initial: Fixed64?
  /// The most bytes of its text; 0 for a signal of numbers.
  public var textLength = 0
  /// Texts of its sources that mean a number: each the number of a text of the file.
  public var words: [(text: Int, value: Fixed64)] = []
  /// Its past, in one or several lengths of time.
  public var histories: [HistoryDefinition] = []

  /// Whether sources may tell it texts.
  public var takesTexts: Bool { textLength > 0 || !words.isEmpty }

  public init() {}

  func isFailure(_ value: Fixed64) -> Bool {
    for index in stride(from: 1, to: failures.count, by: 2)
    where failures[index - 1] <= value && value <= failures[index] {
      return true
    }
    return false
  }
}

/// A run of instructions.
public struct ExpressionRange: Equatable, Sendable {
  public var first, count: Int

  public init(first: Int, count: Int) { (self.first, self.count) = (first, count) }
}

/// A signal's past of one length.
public struct HistoryDefinition: Sendable {
  /// Nanoseconds.
  public var duration: Int64
  /// What it is divided into; held to 2...4096.
  public var columns: Int

  public init(duration: Int64, columns: Int) { (self.duration, self.columns) = (duration, columns) }

  /// How many columns it has; none without a duration.
  var columnCount: Int { duration > 0 ? Swift.max(2, Swift.min(4096, columns)) : 0 }
}
