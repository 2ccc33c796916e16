import CLinux

/// How much of a processor the thread that calls has used: what something costs, whatever else the machine does meanwhile.
public func threadTime() -> Duration {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
