// Stage: a panel. Input: touches, alarms, the time. Output: how far asleep the panel is when nobody is there (P54).
import LayerRuntime
import PanelFile
import PanelSignals

/// How far asleep a panel is.
public enum IdleStage: Int, Comparable, Sendable {
  case awake
  /// Dimmed, or on the page of nobody.
  case idle
  /// Nothing is seen, and nothing drawn.
  case dark

  public static func < (a: IdleStage, b: IdleStage) -> Bool { a.rawValue < b.rawValue }
}

/// The stages of a panel that nobody touches, and the touch that wakes it: that one presses nothing.
struct PanelIdle {
  private(set) var stage = IdleStage.awake
  /// The page that is shown when nobody is there; `nil` for the one that is there.
  let page: String?
  /// The brightness then, in percent.
  let dim: Fixed64?
  /// How often the picture has moved since; 0 while somebody is there.
  private(set) var shiftCount: Int64 = 0
  private let after: Int64, off: Int64
  /// How often it moves; 0 for never.
  private let shift: Int64
  /// A condition that keeps it awake.
  private let condition: SignalIndex
  /// The least urgent alarm that does.
  private let priority: AlarmPriority?
  /// When somebody was there last.
  private var activeAt: Int64?
  /// Fingers that have waked it, until they are up.
  private var swallowed: [Int] = []
  /// Fingers and keys that are down: while one is, somebody is there.
  private var down: [Int] = []

  /// - Returns: `nil` for a panel that is always awake.
  init?(_ file: PanelFile) {
    guard let record = file.root.children(.idle).first else { return nil }
    page = record.text(.page)
    dim = record.number(.backlight)
    after = record.duration(.onDelay) ?? .max
    off = record.duration(.offDelay) ?? .max
    shift = record.duration(.interval) ?? 0
    condition = record.signal(.when) ?? .none
    // The file counts priorities from 1; 0 is none.
    let wakes = record.choice(.priority) ?? 2
    priority = wakes == 0 ? nil : AlarmPriority(rawValue: UInt8(clamping: wakes - 1)) ?? .caution
    swallowed.reserveCapacity(16)
    down.reserveCapacity(32)
  }

  mutating func advance(to time: Int64, touchedAt: Int64?, _ signals: SignalStore, _ alarms: AlarmStore) {
    var active = Swift.max(activeAt ?? time, touchedAt ?? 0)
    let reading = signals.reading(condition)
    if reading.quality == .fresh && reading.value != .zero || !down.isEmpty { active = time }
    if let priority {
      for number in priority.rawValue...AlarmPriority.warning.rawValue {
        if let one = AlarmPriority(rawValue: number), alarms.unacknowledgedCount(one) > 0 { active = time }
      }
    }
    activeAt = active
    let duration = time - active
    stage = duration >= off ? .dark : duration >= after ? .idle : .awake
    shiftCount = stage == .idle && shift > 0 ? (duration - after) / shift : 0
  }

  /// When the next stage is due; `Int64.max` for never.
  var nextTime: Int64 {
    guard let activeAt, down.isEmpty else { return .max }
    switch stage {
    case .awake: return Swift.min(later(activeAt, after), later(activeAt, off))
    case .idle:
      let moved = shift > 0 ? later(later(activeAt, after), (shiftCount + 1) * shift) : .max
      return Swift.min(later(activeAt, off), moved)
    case .dark: return .max
    }
  }

  private func later(_ time: Int64, _ duration: Int64) -> Int64 {
    let (sum, overflow) = time.addingReportingOverflow(duration)
    return overflow ? .max : sum
  }

  private mutating func note(_ finger: Int, _ phase: Touch.Phase) {
    let place = down.firstIndex(of: finger)
    switch phase {
    case .began: if place == nil && down.count < 32 { down.append(finger) }
    case .moved: break
    case .ended, .cancelled: if let place { down.remove(at: place) }
    }
  }

  /// Takes the act of a finger.
  /// - Returns: whether it is for the instruments; the touch that wakes is not, until its finger is up.
  mutating func touch(_ finger: Int, _ phase: Touch.Phase, at time: Int64) -> Bool {
    note(finger, phase)
    if phase == .began && stage != .awake && swallowed.count < 16 {
      swallowed.append(finger)
      (stage, activeAt) = (.awake, time)
      return false
    }
    guard let place = swallowed.firstIndex(of: finger) else { return true }
    // A finger that comes down again was up, whatever was lost.
    if phase == .began {
      swallowed.remove(at: place)
      return true
    }
    if phase == .ended || phase == .cancelled { swallowed.remove(at: place) }
    return false
  }
}
