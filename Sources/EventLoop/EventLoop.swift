// Stage: loop. Input: touches, the frame timer, data sources, other threads, signals. Output: calls, all on one thread.
//
// One epoll_wait without a timeout: with nothing to do the process sleeps until the kernel has something. Nothing is
// allocated while the loop runs, but for posted closures, new watches and timers.
import CLinux
import SystemFiles

/// Waits for everything a panel waits for, and calls the handlers one after another.
@safe
public final class EventLoop {
  /// The directions that a descriptor is ready for.
  public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static var readable: Readiness { Readiness(rawValue: 1) }
    public static var writable: Readiness { Readiness(rawValue: 2) }
    /// The other side is gone, or there is an error: reading says which. Reported whether asked for or not.
    public static var hangup: Readiness { Readiness(rawValue: 4) }
  }

  /// Why ``EventLoop/run()`` returned.
  public enum End: Equatable, Sendable {
    case stopped
    /// The signal's number.
    case signal(Int32)
  }

  /// How often the kernel woke the loop.
  public private(set) var wakeups: Int64 = 0
  /// Hands closures to this loop from other threads.
  public let poster: EventPoster
  /// Called when the frame timer fires, with the time on ``now`` in nanoseconds.
  public var frameHandler: (Int64) -> Void = { _ in }
  /// Called whenever the events at hand are handled, before the loop waits for others or ends: once for all that they
  /// changed, as to draw it.
  public var beforeWaiting: () -> Void = {}

  /// Objects that other threads have handles to.
  let handles = HandleList()
  private let epoll: Int32
  /// A timerfd.
  let timer: Int32
  var timers = TimerList()
  /// The time of the timerfd; `nil` while it is not set.
  var armed: Int64?
  /// Whether handlers of timers are being called.
  var isFiring = false
  private let signals: SignalWatch
  private var sources: [Source] = []
  private var end: End?
  private var isRunning = false
  private let events: UnsafeMutablePointer<epoll_event>

  private struct Source {
    /// −1 where the place is free.
    var descriptor: Int32
    /// Differs from that of the former source in this place, whose events may still be waiting to be handled.
    var generation: UInt32
    var handler: (Readiness) -> Void
  }

  /// Events taken from the kernel at once; more wait for the next time.
  private static let capacity = 32
  // Tokens of the loop's own descriptors; a source's is its generation (below 2^31) and its place.
  private static let timerToken = UInt64.max
  private static let posterToken = UInt64.max - 1
  private static let signalToken = UInt64.max - 2

  /// - Throws: the process has no descriptors left.
  public init() throws(DeviceError) {
    poster = try EventPoster()
    unsafe events = .allocate(capacity: Self.capacity)
    signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
    epoll = epoll_create1(linux_EPOLL_CLOEXEC())
    timer = timerfd_create(CLOCK_BOOTTIME, linux_TFD_FLAGS())
    if epoll < 0 || timer < 0 { throw DeviceError("make", "an event loop", code: linux_errno()) }
    try register(timer, linux_EPOLLIN(), Self.timerToken)
    try register(poster.descriptor, linux_EPOLLIN(), Self.posterToken)
  }

  deinit {
    handles.removeAll()
    if epoll >= 0 { _ = close(epoll) }
    if timer >= 0 { _ = close(timer) }
    unsafe events.deallocate()
  }

  // MARK: Sources

  /// Calls `handler` whenever `descriptor` is ready, until ``unwatch(_:)``; it must read or write until there is
  /// nothing left, or it is called again at once. The descriptor stays the caller's, who closes it after
  /// ``unwatch(_:)``.
  /// - Throws: it is closed, watched already, or a regular file, which cannot be waited for.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness = .readable, handler: @escaping (Readiness) -> Void
  ) throws(DeviceError) {
    var place = sources.count
    var generation: UInt32 = 0
    for index in sources.indices where sources[index].descriptor < 0 {
      place = index
      generation = (sources[index].generation + 1) & 0x7FFF_FFFF
      break
    }
    var mask: UInt32 = 0
    if readiness.contains(.readable) { mask |= linux_EPOLLIN() }
    if readiness.contains(.writable) { mask |= linux_EPOLLOUT() }
    try register(descriptor, mask, UInt64(generation) << 32 | UInt64(place))
    let source = Source(descriptor: descriptor, generation: generation, handler: handler)
    if place == sources.count { sources.append(source) } else { sources[place] = source }
  }

  /// Calls the descriptor's handler no more, not even for events that have happened already. Does nothing if it is not
  /// watched.
  public func unwatch(_ descriptor: Int32) {
    for index in sources.indices where sources[index].descriptor == descriptor {
      _ = linux_epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
      sources[index].descriptor = -1
      // Goes when nobody has access to the list: the release of its objects may come back here.
      let handler = sources[index].handler
      sources[index].handler = { _ in }
      withExtendedLifetime(handler) {}
    }
  }

  /// Ends ``run()`` on SIGINT, SIGTERM and SIGHUP instead of the process. The signals are held back from the calling
  /// thread and from those it starts later, until the loop is gone; call it first of all.
  public func endOnSignals() throws(DeviceError) {
    if let descriptor = try signals.start() { try register(descriptor, linux_EPOLLIN(), Self.signalToken) }
  }

  private func register(_ descriptor: Int32, _ mask: UInt32, _ token: UInt64) throws(DeviceError) {
    if linux_epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, mask, token) == 0 { return }
    let code = linux_errno()
    var text = TextBuilder()
    text.append("file descriptor ")
    text.append(Int(descriptor))
    throw DeviceError("wait for", text.string, code: code)
  }

  // MARK: Running

  /// Handles events until ``stop()`` or a signal. May be called again afterwards, but by no handler while it runs.
  public func run() -> End {
    precondition(!isRunning, "EventLoop: run() called while it runs")
    isRunning = true
    defer { isRunning = false }
    while true {
      beforeWaiting()
      if let end {
        self.end = nil
        return end
      }
      wait()
    }
  }

  /// Has ``run()`` return once the events at hand are handled; if it is not running, the next one returns at once.
  public func stop() { if end == nil { end = .stopped } }

  private func wait() {
    let count = unsafe epoll_wait(epoll, events, Int32(Self.capacity), -1)
    wakeups += 1
    if count < 0 {
      precondition(linux_errno() == EINTR)
      return
    }
    for index in 0..<Int(count) {
      let event = unsafe events + index
      unsafe dispatch(linux_epoll_token(event), linux_epoll_events(event))
    }
  }

  private func dispatch(_ token: UInt64, _ mask: UInt32) {
    switch token {
    case Self.timerToken:
      var expirations: UInt64 = 0
      // Nothing to read: it was set to another time since.
      if unsafe read(timer, &expirations, 8) == 8 { fireTimers() }
    case Self.posterToken: poster.runPosted()
    case Self.signalToken:
      if let signal = signals.next(), end == nil { end = .signal(signal) }
    default:
      let place = Int(token & 0xFFFF_FFFF)
      let source = sources[place]
      if source.descriptor < 0 || UInt64(source.generation) != token >> 32 { return }
      var readiness: Readiness = []
      if mask & linux_EPOLLIN() != 0 { readiness.insert(.readable) }
      if mask & linux_EPOLLOUT() != 0 { readiness.insert(.writable) }
      if mask & (linux_EPOLLHUP() | linux_EPOLLERR()) != 0 { readiness.insert(.hangup) }
      source.handler(readiness)
    }
  }
}
