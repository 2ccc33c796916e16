import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000

/// Alarms over two signals: 0 the condition, 1 the clearance.
private struct Stage {
  let signals: SignalStore
  let alarms: AlarmStore

  init(_ definitions: [AlarmDefinition]) throws {
    var signal = SignalDefinition()
    signal.stale = 100 * second
    let all = [signal, signal]
    signals = SignalStore(all, try ExpressionCode([], constants: [], all))
    alarms = AlarmStore(definitions)
  }

  init(_ change: (inout AlarmDefinition) -> Void = { _ in }) throws {
    var definition = AlarmDefinition(condition: SignalIndex(0))
    change(&definition)
    try self.init([definition])
  }

  /// Sets the condition, and says what the first alarm is then.
  func set(_ condition: Bool, clearance: Bool? = nil, at time: Int64) -> AlarmState {
    signals.set(SignalIndex(0), to: condition ? 1 : 0, at: time)
    if let clearance { signals.set(SignalIndex(1), to: clearance ? 1 : 0, at: time) }
    return advance(to: time)
  }

  func advance(to time: Int64) -> AlarmState {
    signals.advance(to: time)
    alarms.advance(to: time, signals)
    return alarms.state(0)
  }
}

@Suite struct AlarmTests {
  @Test("P52 raised, acknowledged, ended: normal, unacknowledged, acknowledged, normal")
  func acknowledged() throws {
    let stage = try Stage()
    #expect(stage.set(false, at: 0) == .normal && stage.alarms.shownCount == 0)
    #expect(stage.set(true, at: 1) == .unacknowledged && stage.alarms.shownCount == 1)
    stage.alarms.acknowledge(0, at: 2)
    #expect(stage.advance(to: 3) == .acknowledged && stage.alarms.mostUrgent == nil)
    // Acknowledged alarms do not raise themselves again.
    #expect(stage.advance(to: 90 * second) == .acknowledged)
    #expect(stage.set(false, at: 91 * second) == .normal && stage.alarms.shownCount == 0)
  }

  @Test("P52 ended before anybody knew: returned, and a latching alarm latched, until acknowledged or raised again")
  func returned() throws {
    for latches in [false, true] {
      let stage = try Stage { $0.latches = latches }
      let gone: AlarmState = latches ? .latched : .returned
      _ = stage.set(true, at: 0)
      #expect(stage.set(false, at: 1) == gone && stage.alarms.shownCount == 1)
      #expect(stage.set(true, at: 2) == .unacknowledged)
      #expect(stage.set(false, at: 3) == gone)
      stage.alarms.acknowledge(0, at: 4)
      #expect(stage.advance(to: 5) == .normal && stage.alarms.shownCount == 0)
    }
  }

  @Test("P52 a cause must be there for its time without a pause, and gone for its own; only then is anything due")
  func delays() throws {
    let stage = try Stage { ($0.onDelay, $0.offDelay) = (2 * second, 5 * second) }
    #expect(stage.set(true, at: 0) == .normal && stage.alarms.nextTime == 2 * second)
    #expect(stage.set(false, at: second) == .normal && stage.alarms.nextTime == nil)
    #expect(stage.set(true, at: 2 * second) == .normal)
    #expect(stage.advance(to: 4 * second - 1) == .normal)
    #expect(stage.advance(to: 4 * second) == .unacknowledged && stage.alarms.nextTime == nil)
    stage.alarms.acknowledge(0, at: 5 * second)
    #expect(stage.set(false, at: 6 * second) == .acknowledged && stage.alarms.nextTime == 11 * second)
    #expect(stage.set(true, at: 7 * second) == .acknowledged && stage.alarms.nextTime == nil)
    #expect(stage.set(false, at: 8 * second) == .acknowledged)
    #expect(stage.advance(to: 13 * second) == .normal)
  }

  @Test("P52 between its two limits an alarm stays what it is")
  func hysteresis() throws {
    let stage = try Stage { $0.clearance = SignalIndex(1) }
    #expect(stage.set(false, clearance: false, at: 0) == .normal)
    #expect(stage.set(true, clearance: false, at: 1) == .unacknowledged)
    #expect(stage.set(false, clearance: false, at: 2) == .unacknowledged)
    #expect(stage.set(false, clearance: true, at: 3) == .returned)
    #expect(stage.set(false, clearance: false, at: 4) == .returned)
  }

  @Test("P52 P31 a condition that is old, failed or not there neither raises an alarm nor ends it")
  func quality() throws {
    let stage = try Stage()
    _ = stage.set(true, at: 0)
    for end in [0, 1] {
      if end == 0 { stage.signals.fail(SignalIndex(0), at: 1) } else { stage.signals.clear(SignalIndex(0), at: 2) }
      #expect(stage.advance(to: 3) == .unacknowledged)
    }
    #expect(stage.set(false, at: 4) == .returned)
    _ = stage.set(false, at: 5)
    stage.alarms.acknowledge(0, at: 5)
    // Old: set once, and never heard again.
    _ = stage.set(false, at: 6)
    #expect(stage.advance(to: 200 * second) == .normal)
    stage.signals.set(SignalIndex(0), to: 1, at: 0)
    #expect(stage.advance(to: 201 * second) == .normal)
  }

  @Test("P52 a shelved alarm is out of sight until its time, and then is what its cause says")
  func shelved() throws {
    let stage = try Stage()
    _ = stage.set(true, at: 0)
    stage.alarms.shelve(0, until: 10 * second, at: 1)
    #expect(stage.advance(to: 2) == .shelved && stage.alarms.shownCount == 0 && stage.alarms.nextTime == 10 * second)
    #expect(stage.set(false, at: 3) == .shelved && stage.set(true, at: 4) == .shelved)
    #expect(stage.advance(to: 10 * second) == .unacknowledged)
    stage.alarms.shelve(0, until: 12 * second, at: 11 * second)
    #expect(stage.set(false, at: 11 * second) == .shelved && stage.advance(to: 12 * second) == .normal)
    stage.alarms.shelve(0, until: 12 * second, at: 12 * second)
    stage.alarms.shelve(5, until: 99 * second, at: 12 * second)
    stage.alarms.acknowledge(5, at: 12 * second)
    #expect(stage.advance(to: 12 * second) == .normal)
  }

  @Test("P52 the most urgent come first, and of these the newest; every change is told once")
  func order() throws {
    let priorities: [AlarmPriority] = [.advisory, .warning, .caution, .warning]
    let stage = try Stage(priorities.map { AlarmDefinition(condition: SignalIndex(0), priority: $0) })
    var told: [AlarmTransition] = []
    stage.alarms.transitionHandler = { told.append($0) }
    _ = stage.set(true, at: 1)
    #expect((0..<4).map { stage.alarms.shown($0) } == [3, 1, 2, 0] && stage.alarms.mostUrgent == .warning)
    stage.alarms.acknowledge(3, at: 2)
    stage.alarms.acknowledge(1, at: 2)
    #expect(stage.alarms.mostUrgent == .caution && stage.alarms.shownCount == 4)
    stage.alarms.acknowledgeAll(at: 3)
    #expect(stage.alarms.mostUrgent == nil)
    stage.alarms.acknowledgeAll(at: 4)
    #expect(
      told.count == 8 && told.last == AlarmTransition(alarm: 2, from: .unacknowledged, to: .acknowledged, time: 3))
  }
}

@Suite struct FlashTests {
  @Test("P51 warnings flash twice a second, the rest once, on for six tenths, all by one clock")
  func flashing() {
    for (priority, period) in [(AlarmPriority.warning, second / 2), (.caution, second), (.advisory, second)] {
      var (on, time, edges) = (Int64(0), Int64(0), 0)
      while time < 10 * second {
        let next = FlashClock.nextTime(priority, after: time)
        #expect(next > time && FlashClock.isOn(priority, at: next) != FlashClock.isOn(priority, at: time))
        #expect(FlashClock.isOn(priority, at: next - 1) == FlashClock.isOn(priority, at: time))
        if FlashClock.isOn(priority, at: time) { on += next - time }
        time = next
        edges += 1
      }
      #expect(on == 6 * second && edges == Int(20 * second / period))
    }
  }
}

@Suite struct NumberPacerTests {
  private let whole = NumberFormat()

  private func take(_ value: Fixed64, _ time: Int64, _ pacer: inout NumberPacer) -> Bool {
    pacer.take(Reading(value), whole, at: time)
  }

  @Test("P33 digits change four times a second at most, and the last value is shown in the end")
  func rate() {
    var pacer = NumberPacer()
    #expect(take(1, 0, &pacer) && pacer.nextTime == nil)
    var changes = 0
    for step in 1...100 {
      if pacer.take(Reading(Fixed64(step * 10)), whole, at: Int64(step) * second / 100) { changes += 1 }
    }
    #expect(changes == 4 && pacer.value.value == 1000 && pacer.nextTime == nil)
    #expect(!take(2000, second + second / 100, &pacer) && pacer.nextTime == second + second / 4)
    #expect(take(2000, second + second / 4, &pacer) && pacer.value.value == 2000)
  }

  @Test("P33 a value between two digits stays with the one that is shown")
  func hysteresis() {
    var pacer = NumberPacer()
    _ = pacer.take(Reading(10), whole, at: 0)
    for step in 1...50 {
      let value = Fixed64(10) + Fixed64(step % 2 == 0 ? 45 : 60, over: 100)
      #expect(!take(value, Int64(step) * second, &pacer))
    }
    #expect(take(Fixed64(1076, over: 100), 60 * second, &pacer))
    #expect(pacer.value.value.rounded == 11)
    #expect(!take(Fixed64(1040, over: 100), 61 * second, &pacer))
  }

  @Test("P31 P33 a value that cannot be believed any more is shown as that at once")
  func quality() {
    var pacer = NumberPacer()
    _ = pacer.take(Reading(10), whole, at: 0)
    var changes: [Bool] = []
    for (time, reading) in [Reading(10, .old), .none, Reading(10)].enumerated() {
      changes.append(pacer.take(reading, whole, at: Int64(time)))
    }
    #expect(changes == [true, true, true] && pacer.value == Reading(10))
  }
}
