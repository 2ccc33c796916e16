// Stage: data. The time of day, where the machine is.
import CLinux

/// The system's clock in the system's time zone.
public enum WallClock {
  /// Nanoseconds from a time of the program's loop to what clocks of the place show, since the beginning of 1970.
  public static func offset(_ time: Int64) -> Int64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&now.tv_sec, &parts)
    return unsafe (Int64(now.tv_sec) + Int64(parts.tm_gmtoff)) * 1_000_000_000 + Int64(now.tv_nsec) - time
  }
}
