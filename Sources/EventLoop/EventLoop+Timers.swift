// Stage: loop. Input: times. Output: calls, no earlier than that. One timerfd for all of them, armed for the earliest.
import CLinux

extension EventLoop {
  /// One of a loop's timers: the result of ``addTimer(at:repeating:handler:)``. Means nothing to another loop.
  public struct Timer: Hashable, Sendable {
    let place: Int
    let generation: UInt32
  }

  /// The time that timers count in: nanoseconds of CLOCK_BOOTTIME, which goes on while the board is suspended. Values
  /// from before a suspend are as old as they are.
  public static var now: Int64 { time(of: CLOCK_BOOTTIME) }

  /// How long processors have run this program so far, on all its threads and in the kernel: in nanoseconds.
  public static var processorTime: Int64 { time(of: CLOCK_PROCESS_CPUTIME_ID) }

  private static func time(of clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  // MARK: Timers

  /// Has `handler` called at `time`, or as soon as the loop can where that has passed; then again and again if an
  /// interval is given. Of several that are due the earliest is called first. There may be any number; the memory for
  /// one more is taken here, and none when it fires.
  ///
  /// - Parameters:
  ///   - time: on ``now``, in nanoseconds.
  ///   - interval: nanoseconds from one of its times to the next, 100,000 at least; `nil` for a timer that is called once
  ///     and is gone when that happens. Times that pass while the loop is busy are left out: it goes on with the next
  ///     one that lies ahead.
  ///   - handler: called with the time on ``now`` when the loop began to call the due ones. May add, move and cancel
  ///     timers, its own one too; timers that it sets are called when other events have had their turn.
  /// - Returns: the timer, to cancel or move it.
  @discardableResult
  public func addTimer(
    at time: Int64, repeating interval: Int64? = nil, handler: @escaping (Int64) -> Void
  ) -> Timer {
    let timer = timers.add(time, interval, handler)
    armTimer()
    return timer
  }

  /// Moves a timer to another time; the later ones of a repeating one count from there.
  /// - Parameters:
  ///   - timer: one that ``addTimer(at:repeating:handler:)`` has returned.
  ///   - time: on ``now``, in nanoseconds.
  /// - Returns: false where the timer is gone: it was cancelled, or called once.
  @discardableResult
  public func setTimer(_ timer: Timer, at time: Int64) -> Bool {
    let isThere = timers.move(timer, to: time)
    armTimer()
    return isThere
  }

  /// Calls a timer's handler no more, not even where the time has come but the handler not yet, and lets go of it. Does
  /// nothing where the timer is gone.
  public func cancelTimer(_ timer: Timer) {
    let handler = timers.remove(timer)
    armTimer()
    // Done last: an object that the handler kept alive may call the loop when it is released.
    withExtendedLifetime(handler) {}
  }

  // MARK: The frame timer

  /// Has ``frameHandler`` called once at `time`, or at once where that has passed. Replaces the time set before.
  /// - Parameter time: on ``now``, in nanoseconds.
  public func setFrameTimer(at time: Int64) {
    timers.setFrame(time)
    armTimer()
  }

  /// Has ``frameHandler`` not called, even where the time has come but the handler not yet.
  public func cancelFrameTimer() {
    timers.setFrame(nil)
    armTimer()
  }

  // MARK: The kernel's timer

  /// Calls the due handlers.
  func fireTimers() {
    armed = nil
    let now = Self.now
    timers.beginRound()
    isFiring = true
    while let due = timers.takeDue(now) {
      switch due {
      case .frame: frameHandler(now)
      case .timer(let handler): handler(now)
      }
    }
    isFiring = false
    armTimer()
  }

  /// Arms the kernel's timer for the earliest time, if it is not: with nothing to wait for there is no wake-up.
  private func armTimer() {
    if isFiring { return }
    let next = timers.next
    if next == armed { return }
    armed = next
    var setting = itimerspec()
    if let next { setting.it_value = Self.seconds(next) }
    let result = unsafe timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    precondition(result == 0)
  }

  /// - Parameter nanoseconds: 1...; 0 would mean never.
  private static func seconds(_ nanoseconds: Int64) -> timespec {
    var time = timespec()
    // Where the system's seconds have 32 bits, later times are held to the last one: 68 years after the machine's
    // start.
    time.tv_sec = .init(clamping: nanoseconds / 1_000_000_000)
    time.tv_nsec = .init(truncatingIfNeeded: nanoseconds % 1_000_000_000)
    return time
  }
}
