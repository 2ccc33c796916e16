// Stage: signals. Alarms, as ISA-18.2 has them.

/// How urgent an alarm is: act now, know now and act later, know.
public enum AlarmPriority: UInt8, Comparable, Sendable, BitwiseCopyable {
  case advisory = 0
  case caution = 1
  case warning = 2

  public static func < (a: AlarmPriority, b: AlarmPriority) -> Bool { a.rawValue < b.rawValue }
}

/// Where an alarm is between its cause and the person who must know.
public enum AlarmState: UInt8, Sendable, BitwiseCopyable {
  /// No cause, and nothing to know.
  case normal = 0
  /// The cause is there, and nobody has said that they know.
  case unacknowledged = 1
  /// The cause is there, and somebody knows.
  case acknowledged = 2
  /// The cause has gone before anybody said that they know.
  case returned = 3
  /// The same for an alarm that latches: it counts as there until somebody knows.
  case latched = 4
  /// Out of sight for a time, because somebody said so.
  case shelved = 5

  /// Whether it is to be shown among the alarms.
  public var isShown: Bool { self != .normal && self != .shelved }
  /// Whether somebody must say that they know.
  public var wantsAcknowledgement: Bool { self == .unacknowledged || self == .returned || self == .latched }
}

/// The cause and the end of an alarm. Times are nanoseconds.
public struct AlarmDefinition: Sendable {
  /// The cause is there where this signal is not 0.
  public var condition: SignalIndex
  /// The cause has gone where this signal is not 0; ``SignalIndex/none``: where the condition is 0.
  public var clearance: SignalIndex
  /// How long the cause must be there without a pause, and how long gone.
  public var onDelay, offDelay: Int64
  /// How long after the start the cause does not count: values that a condition misses may still come.
  public var settling: Int64
  public var priority: AlarmPriority
  public var latches: Bool

  public init(
    condition: SignalIndex, clearance: SignalIndex = .none, onDelay: Int64 = 0, offDelay: Int64 = 0,
    settling: Int64 = 0, priority: AlarmPriority = .caution, latches: Bool = false
  ) {
    (self.condition, self.clearance, self.onDelay, self.offDelay) = (condition, clearance, onDelay, offDelay)
    (self.settling, self.priority, self.latches) = (settling, priority, latches)
  }
}

/// A change of an alarm's state.
public struct AlarmTransition: Equatable, Sendable, BitwiseCopyable {
  /// The alarm's number.
  public var alarm: Int
  public var from, to: AlarmState
  public var time: Int64

  public init(alarm: Int, from: AlarmState, to: AlarmState, time: Int64) {
    (self.alarm, self.from, self.to, self.time) = (alarm, from, to, time)
  }
}
