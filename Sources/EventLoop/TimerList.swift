// Stage: loop. Input: times and handlers. Output: which of them are due, and when to wake up next. Knows no kernel.

/// The frame timer and the timers of an ``EventLoop``. Looks at all of them to find the next one: made for dozens.
/// Allocates where a timer is added, and nowhere else.
struct TimerList {
  typealias Handler = (Int64) -> Void

  /// A due timer.
  enum Due {
    case frame
    case timer(Handler)
  }

  private struct Entry {
    /// Nanoseconds, 1...; `nil` where it waits for nothing.
    var time: Int64?
    /// Nanoseconds between the times of one that repeats, at least ``leastInterval``; 0 for one that does not.
    var interval: Int64 = 0
    /// Ascends with every setting: of those that are due at the same time the one that was set first comes first.
    var order: UInt64 = 0
    /// Differs from that of the former entry in this place.
    var generation: UInt32 = 0
    /// `nil` where the place is free, and at the frame timer's.
    var handler: Handler?
  }

  /// A tenth of a millisecond: one that repeats faster would keep the processor busy with waking up.
  static let leastInterval: Int64 = 100_000
  private static let frame = 0

  /// The first is the frame timer's place; never fewer.
  private var entries = [Entry()]
  private var settings: UInt64 = 0
  /// Timers that are set from here on belong to the next round.
  private var round: UInt64 = 0

  /// The earliest time that anything waits for; `nil` if nothing does.
  var next: Int64? {
    var earliest: Int64?
    for index in entries.indices {
      if let time = entries[index].time { earliest = min(earliest ?? time, time) }
    }
    return earliest
  }

  mutating func setFrame(_ time: Int64?) { set(Self.frame, time) }

  mutating func add(_ time: Int64, _ interval: Int64?, _ handler: @escaping Handler) -> EventLoop.Timer {
    var place = entries.count
    for index in entries.indices where index != Self.frame && entries[index].handler == nil {
      place = index
      break
    }
    if place == entries.count { entries.append(Entry()) }
    entries[place].interval = interval.map { max(Self.leastInterval, $0) } ?? 0
    entries[place].handler = handler
    set(place, time)
    return EventLoop.Timer(place: place, generation: entries[place].generation)
  }

  /// Moves a timer; false if it is gone.
  mutating func move(_ timer: EventLoop.Timer, to time: Int64) -> Bool {
    guard holds(timer) else { return false }
    set(timer.place, time)
    return true
  }

  /// - Returns: its handler, to be let go of when nobody has access to the list: its release may come back here.
  mutating func remove(_ timer: EventLoop.Timer) -> Handler? { holds(timer) ? free(timer.place) : nil }

  func holds(_ timer: EventLoop.Timer) -> Bool {
    entries.indices.contains(timer.place) && entries[timer.place].generation == timer.generation
      && entries[timer.place].handler != nil
  }

  /// Timers that a due handler sets wait for the next call, even if they are due: no handler can keep the loop from its
  /// other sources.
  mutating func beginRound() { round = settings }

  /// Takes a timer that is due at `now`, the earliest first; `nil` once there is no other in this round.
  mutating func takeDue(_ now: Int64) -> Due? {
    var first: Int?
    for index in entries.indices {
      guard let time = entries[index].time, time <= now, entries[index].order <= round else { continue }
      if let first, (entries[first].time ?? 0, entries[first].order) <= (time, entries[index].order) { continue }
      first = index
    }
    guard let first, let time = entries[first].time else { return nil }
    if first == Self.frame {
      set(first, nil)
      return .frame
    }
    let interval = entries[first].interval
    if interval == 0 { return free(first).map(Due.timer) }
    // The next of its times that lies ahead: missed ones are not made up for.
    let (after, overflow) = (now - (now - time) % interval).addingReportingOverflow(interval)
    set(first, overflow ? .max : after)
    return entries[first].handler.map(Due.timer)
  }

  private mutating func set(_ place: Int, _ time: Int64?) {
    settings += 1
    entries[place].order = settings
    entries[place].time = time.map { max(1, $0) }
  }

  private mutating func free(_ place: Int) -> Handler? {
    var former: Handler?
    swap(&former, &entries[place].handler)
    entries[place].time = nil
    entries[place].generation &+= 1
    return former
  }
}
