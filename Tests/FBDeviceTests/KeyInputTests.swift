import CLinux
import FixedRaster
import SystemFiles
import Testing

@testable import FBDevice

private func event(_ type: Int32, _ code: Int32, _ value: Int32, _ time: Int64 = 5) -> RawEvent {
  RawEvent(type: UInt16(type), code: UInt16(code), value: value, time: time)
}
private let end = event(EV_SYN, SYN_REPORT, 0)

extension KeyTracker {
  /// The acts of events, frame by frame.
  fileprivate mutating func feed(_ events: [RawEvent]) -> [[InputAct]] {
    var frames: [[InputAct]] = []
    for event in events where feed(event) {
      var frame: [InputAct] = []
      exchange(&frame)
      frames.append(frame)
    }
    return frames
  }
}

/// A device that plays back events.
private final class Playback: EventSource {
  var steps: [(ReadStatus, RawEvent)]
  init(_ steps: [(ReadStatus, RawEvent)]) { self.steps = steps }

  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus {
    if steps.isEmpty { return .nothing }
    let step = steps.removeFirst()
    event = step.1
    return step.0
  }

  func close() {}
}

@Suite("Keys, encoders and mice") struct KeyInputTests {
  @Test("D24 a key begins, repeats and ends; buttons of mice and fingers are none; nothing ends that has not begun")
  func keys() {
    var tracker = KeyTracker(countsSteps: false)
    let frames = tracker.feed([
      event(EV_KEY, KEY_A, 0), end, event(EV_KEY, KEY_A, 2), end, event(EV_KEY, BTN_LEFT, 1), end,
      event(EV_KEY, BTN_TOUCH, 1), end, event(EV_REL, REL_DIAL, 3), end,
      event(EV_KEY, KEY_A, 1, 7), end, event(EV_KEY, KEY_A, 1), end, event(EV_KEY, KEY_A, 2, 8), end,
      event(EV_KEY, KEY_A, 0, 9), event(EV_KEY, KEY_A, 1, 10), end, event(EV_KEY, BTN_0, 1, 11), end,
    ])
    let code = UInt16(KEY_A)
    #expect(
      frames == [
        [.key(code: code, phase: .began, time: 7)], [.key(code: code, phase: .repeated, time: 8)],
        [.key(code: code, phase: .ended, time: 9), .key(code: code, phase: .began, time: 10)],
        [.key(code: UInt16(BTN_0), phase: .began, time: 11)],
      ])
  }

  @Test(
    "D24 the steps of an encoder in one frame are one turn, whatever its axis; to and fro is none; huge ones are held")
  func steps() {
    var tracker = KeyTracker(countsSteps: true)
    let frames = tracker.feed([
      event(EV_REL, REL_DIAL, 1), event(EV_REL, REL_DIAL, 2), end, event(EV_REL, REL_X, -4), end,
      event(EV_REL, REL_WHEEL, 1), event(EV_REL, REL_WHEEL, -1), end, event(EV_REL, REL_MISC, 5), end,
      event(EV_REL, REL_Y, .max), event(EV_REL, REL_Y, .max), end, event(EV_REL, REL_HWHEEL, .min), end,
    ])
    #expect(
      frames == [
        [.turned(steps: 3, time: 5)], [.turned(steps: -4, time: 5)], [.turned(steps: .max, time: 5)],
        [.turned(steps: .min, time: 5)],
      ])
  }

  @Test("D21 D24 SYN_DROPPED: a key that was lifted meanwhile is cancelled, one that was pressed meanwhile is no press")
  func dropped() {
    let playback = Playback([
      (.event, event(EV_KEY, KEY_A, 1)), (.event, end), (.sync, event(EV_SYN, SYN_DROPPED, 0)),
      (.sync, event(EV_KEY, KEY_A, 0)), (.sync, event(EV_KEY, KEY_B, 1)), (.sync, end), (.nothing, RawEvent()),
      (.event, event(EV_KEY, KEY_B, 0)), (.event, end), (.event, event(EV_KEY, KEY_A, 1)), (.event, end),
      (.gone, RawEvent()),
    ])
    let device = InputDevice(
      path: "", name: "", fileDescriptor: -1, source: playback, keys: KeyTracker(countsSteps: false))
    var acts: [InputAct] = []
    #expect(!device.read({ _ in }, acts: { acts.append($0) }))
    let phases = acts.map { if case .key(let code, let phase, _) = $0 { "\(code) \(phase)" } else { "" } }
    #expect(phases == ["30 began", "30 cancelled", "30 began", "30 cancelled"])
  }

  @Test("D24 any stream: keys begin and end in pairs, at most sixteen are followed, and closing ends the rest")
  func anyStream() {
    var state: UInt64 = 88_172_645_463_325_252
    func random(_ count: UInt64) -> Int32 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int32(truncatingIfNeeded: state % count)
    }
    var tracker = KeyTracker(countsSteps: true)
    var down: Set<UInt16> = []
    var (most, count) = (0, 0)
    func take(_ act: InputAct) {
      guard case .key(let code, let phase, _) = act else { return }
      count += 1
      switch phase {
      case .began: #expect(down.insert(code).inserted)
      case .repeated: #expect(down.contains(code))
      case .ended, .cancelled: #expect(down.remove(code) != nil)
      }
      most = max(most, down.count)
    }
    for step in 0..<200_000 {
      if step % 1000 == 700 { tracker.beginResynchronizing() }
      if step % 1000 == 720 { tracker.endResynchronizing() }
      let made = event([EV_KEY, EV_REL, EV_SYN, EV_ABS][Int(random(4))], random(40), random(4) - 1)
      if tracker.feed(made) {
        var acts: [InputAct] = []
        tracker.exchange(&acts)
        #expect(acts.count <= KeyTracker.maximumActs + 1)
        for act in acts { take(act) }
      }
    }
    tracker.cancelAll(1)
    var acts: [InputAct] = []
    tracker.exchange(&acts)
    for act in acts { take(act) }
    #expect(down.isEmpty && most == KeyTracker.maximumKeys && count > 5_000)
  }

  @Test("D24 a mouse moves a pointer a pixel a step within the picture, and its button is a finger there")
  func mouse() {
    let playback = Playback([
      (.event, event(EV_REL, REL_X, 10)), (.event, event(EV_REL, REL_Y, -5)), (.event, end),
      (.event, event(EV_KEY, BTN_LEFT, 1)), (.event, end), (.event, event(EV_REL, REL_X, .max)), (.event, end),
      (.event, event(EV_REL, REL_Y, .min)), (.event, event(EV_KEY, BTN_LEFT, 0)), (.event, end), (.event, end),
      (.event, event(EV_KEY, BTN_LEFT, 1)), (.event, end), (.gone, RawEvent()),
    ])
    let device = InputDevice(
      path: "", name: "", fileDescriptor: -1, source: playback,
      pointer: PointerTracker(width: 800, height: 480, device: 3)
    )
    #expect(device.uses == .touches)
    var seen: [String] = []
    _ = device.read(
      { samples in
        for i in samples.indices {
          seen.append(
            "\(samples[i].phase) \(samples[i].finger >> 24) \(samples[i].position.x.floor) \(samples[i].position.y.floor)"
          )
        }
      },
      acts: { if case .pointed(let place, _) = $0 { seen.append("at \(place.x.floor) \(place.y.floor)") } })
    #expect(
      seen == [
        "at 410 235", "began 3 410 235", "moved 3 799 235", "at 799 235", "ended 3 799 0", "at 799 0", "began 3 799 0",
        "cancelled 3 799 0",
      ])
  }

  @Test("D24 a tablet's place is told while its button is up too; a touchscreen's is not")
  func hovering() {
    func places(_ button: Int32) -> [String] {
      let axes = TouchAxes(x: 0...999, y: 0...999, width: 1000, height: 1000)
      let playback = Playback([
        (.event, event(EV_ABS, ABS_X, 30)), (.event, event(EV_ABS, ABS_Y, 40)), (.event, end), (.event, end),
        (.event, event(EV_KEY, button, 1)), (.event, end),
      ])
      let device = InputDevice(
        path: "", name: "", fileDescriptor: -1, source: playback,
        tracker: ContactTracker(kind: .single(button: UInt16(button)), axes: axes))
      var seen: [String] = []
      _ = device.read(
        { seen.append("\($0[0].phase)") },
        acts: { if case .pointed(let place, _) = $0 { seen.append("at \(place.x.floor) \(place.y.floor)") } })
      return seen
    }
    #expect(places(BTN_LEFT) == ["at 30 40", "began"])
    #expect(places(BTN_TOUCH) == ["began"])
  }

  @Test("D22 D24 devices are found by capability: mice, keyboards, keys on GPIO lines, remote controls, encoders")
  func capabilities() {
    func uses(_ change: (inout InputCapabilities) -> Void) -> InputUses {
      var capabilities = InputCapabilities()
      change(&capabilities)
      return capabilities.uses
    }
    #expect(uses { _ in } == [])
    #expect(uses { ($0.isRelativePointer, $0.hasSteps, $0.hasLeftButton) = (true, true, true) } == .touches, "a mouse")
    #expect(uses { $0.hasKeys = true } == .keys, "a keyboard")
    #expect(uses { $0.hasSteps = true } == .keys, "an encoder")
    #expect(
      uses { ($0.hasSteps, $0.hasLeftButton) = (true, true) } == [], "a wheel of a mouse that is split in two devices")
    #expect(
      uses {
        ($0.multitouchX, $0.multitouchY, $0.slots, $0.isDirect, $0.hasKeys) = (
          AxisRange(0, 99), AxisRange(0, 99), 5, true, true
        )
      } == .all, "a touchscreen with a home button")
    #expect(
      uses {
        ($0.x, $0.y, $0.hasTouchButton, $0.hasLeftButton, $0.hasKeys) = (
          AxisRange(0, 99), AxisRange(0, 99), true, true, false
        )
      } == [], "a touchpad")
    #expect(KeyTracker.isKey(UInt16(KEY_F1)) && KeyTracker.isKey(0x160) && KeyTracker.isKey(UInt16(BTN_9)))
    #expect(!KeyTracker.isKey(0) && !KeyTracker.isKey(UInt16(BTN_LEFT)) && !KeyTracker.isKey(UInt16(BTN_TRIGGER_HAPPY)))
  }
}
