// Stage: signals. One clock for all flashes, so that they are together. (IEC 60073 as tnlab.org gives it: 1.4 to 2.8 Hz
// for urgent ones, slower for others.)

/// Whether flashes are in their lit part, by time alone.
public enum FlashClock {
  /// Nanoseconds of a flash: 2 Hz for warnings, 1 Hz for less urgent alarms.
  public static func period(_ priority: AlarmPriority) -> Int64 { priority == .warning ? 500_000_000 : 1_000_000_000 }

  /// On for six tenths of each period.
  public static func isOn(_ priority: AlarmPriority, at time: Int64) -> Bool {
    time % period(priority) < period(priority) / 10 * 6
  }

  /// The next change of any flash; `nil` where there is none: then nobody is woken.
  /// - Parameters:
  ///   - warnings: whether anything flashes as a warning.
  ///   - others: whether anything flashes as less than that.
  ///   - time: nanoseconds.
  public static func nextTime(warnings: Bool, others: Bool, after time: Int64) -> Int64? {
    if !warnings { return others ? nextTime(.caution, after: time) : nil }
    let next = nextTime(.warning, after: time)
    return others ? Swift.min(next, nextTime(.caution, after: time)) : next
  }

  /// When that changes next.
  public static func nextTime(_ priority: AlarmPriority, after time: Int64) -> Int64 {
    let period = period(priority)
    let start = time - time % period
    return isOn(priority, at: time) ? start + period / 10 * 6 : start + period
  }
}
