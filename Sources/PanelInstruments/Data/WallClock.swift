// Stage: data. The time of day, where the machine is.
import CLinux

/// The system's clock in the system's time zone.
public enum WallClock {
  /// The time of day, and how many nanoseconds it is until the next second begins: 1…1,000,000,000.
  public static func read() -> (time: TimeOfDay, untilNextSecond: Int64) {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    var parts = unsafe tm()
    // The time zone is read from the system once; later calls allocate nothing.
    _ = unsafe localtime_r(&now.tv_sec, &parts)
    let time = unsafe TimeOfDay(
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: min(59, Int(parts.tm_sec)))
    return (time, 1_000_000_000 - Int64(now.tv_nsec))
  }

  /// Nanoseconds from a time of the program's loop to what clocks of the place show, since the beginning of 1970.
  public static func offset(_ time: Int64) -> Int64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&now.tv_sec, &parts)
    return unsafe (Int64(now.tv_sec) + Int64(parts.tm_gmtoff)) * 1_000_000_000 + Int64(now.tv_nsec) - time
  }
}
