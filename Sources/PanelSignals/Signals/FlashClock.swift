// Stage: signals. One clock for all that flashes, so that it flashes together. (IEC 60073: 1.4 to 2.8 Hz for what is
// urgent, slower for what is less.)

/// Whether what flashes is to be seen, by time alone.
public enum FlashClock {
  /// Nanoseconds of a flash: 2 Hz for warnings, 1 Hz for what is less urgent.
  public static func period(_ priority: AlarmPriority) -> Int64 { priority == .warning ? 500_000_000 : 1_000_000_000 }

  /// On for six tenths of each period.
  public static func isOn(_ priority: AlarmPriority, at time: Int64) -> Bool {
    time % period(priority) < period(priority) / 10 * 6
  }

  /// When that changes next.
  public static func nextTime(_ priority: AlarmPriority, after time: Int64) -> Int64 {
    let period = period(priority)
    let start = time - time % period
    return isOn(priority, at: time) ? start + period / 10 * 6 : start + period
  }
}
