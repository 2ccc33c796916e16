// Stage: input. Input: a device's events, one by one. Output: keys that begin and end in pairs, and steps of an encoder, frame
// by frame.
import CEvdev
import CLinux

/// Makes key presses and turns out of a device's events. Does not allocate in steady state.
///
/// Whatever the device sends: a key that begins ends, once; more than ``maximumKeys`` at once are not followed.
struct KeyTracker {
  static let maximumKeys = 16
  /// A frame with more acts is handed out in parts.
  static let maximumActs = 64

  /// The acts of the frame so far. Complete when ``feed(_:)`` returns true; taken with ``exchange(_:)``.
  private(set) var acts: [InputAct] = []
  /// While true, keys that end have been lifted unseen: they are cancelled.
  private(set) var isResynchronizing = false

  /// Keys that are down.
  private var down: [UInt16] = []
  private var steps: Int64 = 0
  /// Whether its relative axes are an encoder's; a mouse's are not.
  private let countsSteps: Bool

  init(countsSteps: Bool) {
    self.countsSteps = countsSteps
    down.reserveCapacity(Self.maximumKeys)
    acts.reserveCapacity(Self.maximumActs + Self.maximumKeys + 1)
  }

  /// Takes an event.
  /// - Returns: true if ``acts`` are ready to be handed out.
  mutating func feed(_ event: RawEvent) -> Bool {
    switch Int32(event.type) {
    case EV_KEY where KeyTracker.isKey(event.code): feedKey(event)
    // REL_MISC and what follows counts nothing.
    case EV_REL where countsSteps && Int32(event.code) < REL_MISC: steps += Int64(event.value)
    case EV_SYN where Int32(event.code) == SYN_REPORT:
      if steps != 0 { acts.append(.turned(steps: Int32(clamping: steps), time: event.time)) }
      steps = 0
      return !acts.isEmpty
    default: break
    }
    return acts.count >= Self.maximumActs
  }

  private mutating func feedKey(_ event: RawEvent) {
    let place = down.firstIndex(of: event.code)
    switch event.value {
    case 0:
      guard let place else { return }
      down.remove(at: place)
      acts.append(.key(code: event.code, phase: isResynchronizing ? .cancelled : .ended, time: event.time))
    case 1:
      // A press that was seen in part only is none.
      if place != nil || isResynchronizing || down.count == Self.maximumKeys { return }
      down.append(event.code)
      acts.append(.key(code: event.code, phase: .began, time: event.time))
    case 2: if place != nil { acts.append(.key(code: event.code, phase: .repeated, time: event.time)) }
    default: break
    }
  }

  /// The kernel has dropped events; those that follow, up to ``endResynchronizing()``, are the difference.
  mutating func beginResynchronizing() { isResynchronizing = true }

  mutating func endResynchronizing() { isResynchronizing = false }

  /// Cancels every key: the device is gone.
  mutating func cancelAll(_ time: Int64) {
    steps = 0
    while let code = down.popLast() { acts.append(.key(code: code, phase: .cancelled, time: time)) }
  }

  /// Puts `empty` in the acts' place, and the acts into `empty`.
  mutating func exchange(_ empty: inout [InputAct]) { swap(&acts, &empty) }

  /// Whether a code is a key's, or that of a numbered button, as an encoder has it; not a mouse's or a finger's.
  static func isKey(_ code: UInt16) -> Bool {
    switch Int32(code) {
    case 1..<BTN_MISC, BTN_0...BTN_9, 0x160..<BTN_TRIGGER_HAPPY: true
    default: false
    }
  }
}
