// Stage: data. The time of day, where the machine is.
import CLinux

/// The system's clock in the system's time zone.
public enum WallClock {
  /// Nanoseconds from a time of the program's loop to the local time, since the beginning of 1970, and how far those
  /// are ahead of Greenwich.
  public static func offset(_ time: Int64) -> (wall: Int64, zone: Int64) {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&now.tv_sec, &parts)
    let zone = unsafe Int64(parts.tm_gmtoff) * 1_000_000_000
    return (Int64(now.tv_sec) * 1_000_000_000 + zone + Int64(now.tv_nsec) - time, zone)
  }
}
