// Streams of events, and the device that plays them.
import CLinux
import TestSupport

@testable import FBDevice

/// A part of a stream.
enum Step {
  /// A device sends events, all before the next step.
  case events(device: Int, [RawEvent])
  /// A device is plugged in; one that is there is unplugged before.
  case plug(device: Int)
  case unplug(device: Int)
  /// The time, in nanoseconds, by which all events before were read; a frame.
  case tick(Int64)
  /// The program does something by itself.
  case deed
  /// The program's own fingers are lifted.
  case letGo
}

/// The kinds of devices of a stream, each at its number.
enum DeviceKind: Int, CaseIterable {
  case slots, anonymous, numbered, single, tablet, mouse, keyboard, encoder, filtered

  var isTouch: Bool { rawValue <= DeviceKind.tablet.rawValue || self == .filtered }
}

/// The picture that fingers move over, in pixels.
enum Picture {
  static let width = 400
  static let height = 300
}

/// A device that hands out events up to a limit.
final class ScriptedSource: EventSource {
  private var queue: [RawEvent] = []
  private var next = 0
  /// How many events are there to be read.
  private var limit = 0
  private var isDropped = false
  var isGone = false

  var count: Int { queue.count - limit }

  func send(_ events: [RawEvent]) {
    if next == queue.count {
      queue.removeAll(keepingCapacity: true)
      (next, limit) = (0, 0)
    }
    queue += events
  }

  /// Lets so many more events be read.
  func allow(_ count: Int) { limit = max(next, min(queue.count, limit + count)) }

  /// As libevdev: the difference after a loss is read at once, up to the end of its frame.
  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus {
    if sync && !isDropped { return .nothing }
    if next == (isDropped ? queue.count : limit) {
      isDropped = false
      return isGone && !sync ? .gone : .nothing
    }
    event = queue[next]
    next += 1
    limit = max(limit, next)
    if Int32(event.type) == EV_SYN && Int32(event.code) == SYN_DROPPED { isDropped = true }
    let status = isDropped ? ReadStatus.sync : .event
    if Int32(event.type) == EV_SYN && Int32(event.code) == SYN_REPORT { isDropped = false }
    return status
  }

  func close() {}
}

extension SplitMix {
  /// True once in so many times.
  mutating func isOne(in count: Int) -> Bool { next() % UInt64(count) == 0 }
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
  mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
}
