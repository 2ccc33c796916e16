// Stage: a panel. Alarms, from records.
import LayerRuntime
import PanelFile
import PanelSignals

/// What fingers have asked for since the last ``Panel/advance(to:)``, which knows the time and does it.
struct AlarmRequests {
  var tapped: [Int] = []
  var acknowledged: [Int] = []
  /// The alarm under a finger, or −1, and since when.
  var pressed = -1
  var since: Int64?

  init() {
    tapped.reserveCapacity(8)
    acknowledged.reserveCapacity(20)
  }

  mutating func take(_ touch: AlarmTouch) {
    switch touch {
    case .began(let alarm): (pressed, since) = (alarm, nil)
    case .tapped(let alarm):
      // One that was held until it was shelved is not brought back by that.
      if pressed == alarm { tapped.append(alarm) }
      pressed = -1
    case .ended: pressed = -1
    case .acknowledged(let alarm): acknowledged.append(alarm)
    }
  }
}

extension Panel {
  /// Nanoseconds for which an alarm is held until it is shelved, and for which it then is out of sight.
  static var alarmHold: Int64 { 1_000_000_000 }
  static var alarmShelf: Int64 { 900_000_000_000 }

  /// Does what fingers have asked for. What is acknowledged stays as long as its cause does, and flashes no more.
  func takeAlarmRequests() {
    for alarm in alarmRequests.tapped {
      if alarms.state(alarm) == .shelved {
        alarms.unshelve(alarm, at: time)
      } else {
        alarms.acknowledge(alarm, at: time)
      }
    }
    for alarm in alarmRequests.acknowledged { alarms.acknowledge(alarm, at: time) }
    alarmRequests.tapped.removeAll(keepingCapacity: true)
    alarmRequests.acknowledged.removeAll(keepingCapacity: true)
    if alarmRequests.pressed < 0 { return }
    let since = alarmRequests.since ?? time
    alarmRequests.since = since
    if time < since + Self.alarmHold { return }
    alarms.shelve(alarmRequests.pressed, until: time + Self.alarmShelf, at: time)
    alarmRequests.pressed = -1
  }

  /// When an alarm under a finger is shelved; `nil` without one.
  var nextAlarmRequest: Int64? {
    alarmRequests.pressed >= 0 ? alarmRequests.since.map { $0 + Self.alarmHold } : nil
  }
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
          onDelay: record.duration(.onDelay) ?? 0, offDelay: record.duration(.offDelay) ?? 0, priority: priority,
          latches: record.flag(.latches) ?? false)
      })
  }
}
