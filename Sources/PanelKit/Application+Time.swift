// Stage: the program. Timers.

extension Application {
  /// Has `handler` called once, when `delay` has passed.
  /// - Parameters:
  ///   - delay: from now on; one that is not above 0 has passed when the loop waits next.
  ///   - handler: called on the loop's thread.
  /// - Returns: the argument of ``cancel(_:)``.
  @discardableResult
  @export(interface)
  public func after(_ delay: Duration, _ handler: @escaping () -> Void) -> EventLoop.Timer {
    loop.addTimer(at: EventLoop.now + delay.nanoseconds) { _ in handler() }
  }

  /// Has `handler` called again and again, for the first time when `interval` has passed. Times that pass while the
  /// program is busy are left out.
  /// - Parameters:
  ///   - interval: a tenth of a millisecond at least.
  ///   - handler: called on the loop's thread.
  /// - Returns: the argument of ``cancel(_:)``.
  @discardableResult
  @export(interface)
  public func every(_ interval: Duration, _ handler: @escaping () -> Void) -> EventLoop.Timer {
    loop.addTimer(at: EventLoop.now + interval.nanoseconds, repeating: interval.nanoseconds) { _ in handler() }
  }

  /// Calls a timer's handler no more, and lets go of it. Does nothing where the timer is gone.
  public func cancel(_ timer: EventLoop.Timer) { loop.cancelTimer(timer) }
}

extension Duration {
  /// A time of ``FBDevice/EventLoop/now``. Made of parts: the general initialiser brings 128-bit division along.
  package init(ofLoop nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(secondsComponent: seconds, attosecondsComponent: rest * 1_000_000_000)
  }

  /// Whole nanoseconds, held to 0...2^62: the sum with a time of ``FBDevice/EventLoop/now`` fits.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    if seconds < 0 { return 0 }
    if seconds >= 1 << 32 { return 1 << 62 }
    return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
