// Stage: a panel. Alarms, from records, and the fingers on them.
import LayerRuntime
import PanelFile
import PanelSignals

/// The touches of alarms since the last ``PanelState/advance(to:)``, which knows the time and applies them.
struct AlarmRequests {
  private var tapped: [Int] = []
  private var acknowledged: [Int] = []
  /// The alarm under a finger, or −1, and the time of the first advance since.
  private var pressed = -1
  private var since: Int64?

  /// Nanoseconds of a touch until it shelves an alarm, and of the alarm's time on the shelf.
  private static var hold: Int64 { 1_000_000_000 }
  private static var shelf: Int64 { 900_000_000_000 }

  init() {
    tapped.reserveCapacity(8)
    acknowledged.reserveCapacity(20)
  }

  mutating func take(_ touch: AlarmTouch) {
    switch touch {
    case .began(let alarm): (pressed, since) = (alarm, nil)
    case .tapped(let alarm):
      // The end of a touch that has shelved an alarm does not bring it back.
      if pressed == alarm { tapped.append(alarm) }
      pressed = -1
    case .ended: pressed = -1
    case .acknowledged(let alarm): acknowledged.append(alarm)
    }
  }

  /// Acknowledges, shelves and unshelves. An acknowledged alarm stays as long as its cause, and flashes no more.
  mutating func apply(to alarms: AlarmStore, at time: Int64) {
    for alarm in tapped {
      if alarms.state(alarm) == .shelved {
        alarms.unshelve(alarm, at: time)
      } else {
        alarms.acknowledge(alarm, at: time)
      }
    }
    for alarm in acknowledged { alarms.acknowledge(alarm, at: time) }
    tapped.removeAll(keepingCapacity: true)
    acknowledged.removeAll(keepingCapacity: true)
    if pressed < 0 { return }
    let since = since ?? time
    self.since = since
    if time < since + Self.hold { return }
    alarms.shelve(pressed, until: time + Self.shelf, at: time)
    pressed = -1
  }

  /// When the alarm under a finger is shelved; `nil` without one.
  var nextTime: Int64? { pressed >= 0 ? since.map { $0 + Self.hold } : nil }
}

extension AlarmStore {
  /// The alarms of a panel file.
  convenience init(_ file: PanelFile) {
    self.init(
      file.root.children(.alarm).map { record in
        // The file counts priorities from 1.
        let priority = AlarmPriority(rawValue: UInt8(clamping: (record.choice(.priority) ?? 2) - 1)) ?? .caution
        return AlarmDefinition(
          condition: record.signal(.when) ?? .none, clearance: record.signal(.until) ?? .none,
          onDelay: record.duration(.onDelay) ?? 0, offDelay: record.duration(.offDelay) ?? 0,
          settling: record.duration(.stale) ?? 0, priority: priority, latches: record.flag(.latches) ?? false)
      })
  }
}
