import CLinux

/// The time since some start that never goes back: for the duration of work, never for a picture.
enum MonotonicClock {
  /// In nanoseconds.
  static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
