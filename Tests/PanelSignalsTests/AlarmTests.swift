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

  @Test("P52 P31 what is known of alarms is as bad as the worst of their conditions, and fresh where there are none")
  func worstQuality() throws {
    let stage = try Stage()
    #expect(stage.alarms.quality == .fresh && AlarmStore([]).quality == .fresh)
    _ = stage.advance(to: 0)
    #expect(stage.alarms.quality == .none)
    _ = stage.set(false, at: 1)
    #expect(stage.alarms.quality == .fresh)
    stage.signals.fail(SignalIndex(0), at: 2)
    _ = stage.advance(to: 2)
    #expect(stage.alarms.quality == .failed)
    _ = stage.set(false, at: 3)
    _ = stage.advance(to: 200 * second)
    #expect(stage.alarms.quality == .old)
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

  @Test("P52 a latched alarm that nobody acknowledged is there again after it was shelved, though its cause has gone")
  func latchedWhileShelved() throws {
    let stage = try Stage([AlarmDefinition(condition: SignalIndex(0), latches: true)])
    _ = stage.set(true, at: 0)
    stage.alarms.shelve(0, until: 10 * second, at: 1)
    #expect(stage.set(false, at: 2) == .shelved)
    // Shelved a second time it is owed still.
    stage.alarms.shelve(0, until: 12 * second, at: 3)
    #expect(stage.advance(to: 12 * second) == .latched)
    stage.alarms.acknowledge(0, at: 13 * second)
    #expect(stage.advance(to: 13 * second) == .normal)
    // One that was raised and has gone while it was shelved.
    stage.alarms.shelve(0, until: 20 * second, at: 14 * second)
    _ = stage.set(true, at: 15 * second)
    _ = stage.set(false, at: 16 * second)
    stage.alarms.unshelve(0, at: 17 * second)
    #expect(stage.advance(to: 17 * second) == .latched)
    stage.alarms.acknowledge(0, at: 18 * second)
    // One that somebody has acknowledged before is owed no more.
    _ = stage.set(true, at: 19 * second)
    stage.alarms.acknowledge(0, at: 20 * second)
    stage.alarms.shelve(0, until: 30 * second, at: 21 * second)
    _ = stage.set(false, at: 22 * second)
    #expect(stage.advance(to: 30 * second) == .normal)
  }

  @Test("P52 the most urgent come first, and of these the newest; every change is told once")
  func order() throws {
    let priorities: [AlarmPriority] = [.advisory, .warning, .caution, .warning]
    let stage = try Stage(priorities.map { AlarmDefinition(condition: SignalIndex(0), priority: $0) })
    var told: [AlarmTransition] = []
    stage.alarms.transitionHandler = { told.append($0) }
    _ = stage.set(true, at: 1)
    #expect((0..<4).map { stage.alarms.listed($0) } == [3, 1, 2, 0] && stage.alarms.mostUrgent == .warning)
    stage.alarms.acknowledge(3, at: 2)
    stage.alarms.acknowledge(1, at: 2)
    #expect(stage.alarms.mostUrgent == .caution && stage.alarms.shownCount == 4)
    for time in [Int64(3), 4] {
      for alarm in 0..<4 { stage.alarms.acknowledge(alarm, at: time) }
      #expect(stage.alarms.mostUrgent == nil)
    }
    #expect(
      told.count == 8 && told.last == AlarmTransition(alarm: 2, from: .unacknowledged, to: .acknowledged, time: 3))
    // What is shelved lies behind all others, in the same order, whether it is raised or not.
    for alarm in [1, 3] { stage.alarms.shelve(alarm, until: 9, at: 5) }
    #expect(stage.alarms.shownCount == 2 && stage.alarms.listedCount == 4)
    #expect((0..<4).map { stage.alarms.listed($0) } == [2, 0, 3, 1])
    stage.alarms.unshelve(3, at: 6)
    #expect(stage.alarms.shownCount == 3 && stage.alarms.listed(0) == 3 && stage.alarms.state(3) == .unacknowledged)
  }

  @Test("P47 P52 what has gone never hides what is there, and what somebody knows of not what nobody does")
  func orderOfStates() throws {
    // Two conditions: the first alarm's goes away.
    let definitions = [AlarmPriority.warning, .caution, .caution].enumerated().map {
      AlarmDefinition(condition: SignalIndex($0.offset == 0 ? 0 : 1), priority: $0.element)
    }
    let signals = SignalStore(
      [SignalDefinition(), SignalDefinition()],
      try ExpressionCode([], constants: [], [SignalDefinition(), SignalDefinition()]))
    let alarms = AlarmStore(definitions)
    func tell(_ first: Fixed64, at time: Int64) {
      signals.set(SignalIndex(0), to: first, at: time)
      signals.set(SignalIndex(1), to: 1, at: time)
      signals.advance(to: time)
      alarms.advance(to: time, signals)
    }
    func listed() -> [Int] { (0..<alarms.shownCount).map { alarms.listed($0) } }
    tell(1, at: 1)
    #expect(listed() == [0, 2, 1])
    // The newest caution is known of: the other one comes first.
    alarms.acknowledge(2, at: 2)
    #expect(listed() == [0, 1, 2])
    // The warning has gone before anybody acknowledged it.
    tell(0, at: 3)
    #expect(alarms.state(0) == .returned && listed() == [1, 2, 0])
    #expect(alarms.mostUrgent == .warning)
    tell(1, at: 4)
    #expect(listed() == [0, 1, 2])
  }
}

@Suite struct AlarmTransitionTests {
  /// What can happen to an alarm.
  private enum Event: CaseIterable { case cause, end, acknowledge, shelve, unshelve, shelfEnds, unsure }

  /// Brings an alarm into a state.
  private func stage(_ state: AlarmState, latches: Bool) throws -> Stage {
    let stage = try Stage { $0.latches = latches }
    if state == .normal { _ = stage.set(false, at: 1) }
    if state == .shelved {
      stage.alarms.shelve(0, until: 1000, at: 1)
      _ = stage.set(false, at: 1)
    }
    if [.unacknowledged, .acknowledged, .returned, .latched].contains(state) { _ = stage.set(true, at: 1) }
    if state == .acknowledged { stage.alarms.acknowledge(0, at: 1) }
    if state == .returned || state == .latched { _ = stage.set(false, at: 1) }
    try #require(stage.alarms.state(0) == state)
    return stage
  }

  private func happen(_ event: Event, _ stage: Stage) -> AlarmState {
    switch event {
    case .cause: return stage.set(true, at: 10)
    case .end: return stage.set(false, at: 10)
    case .acknowledge: stage.alarms.acknowledge(0, at: 10)
    case .shelve: stage.alarms.shelve(0, until: 500, at: 10)
    case .unshelve: stage.alarms.unshelve(0, at: 10)
    case .shelfEnds: return stage.advance(to: 1000)
    case .unsure:
      stage.signals.fail(SignalIndex(0), at: 10)
      return stage.advance(to: 10)
    }
    return stage.alarms.state(0)
  }

  @Test("P52 every state goes by every event where ISA-18.2 has it, and each change is told and kept once")
  func all() throws {
    // Cause, end, acknowledge, shelve, unshelve, the shelf's end, a condition of which nothing is known.
    let table: [(AlarmState, [AlarmState])] = [
      (.normal, [.unacknowledged, .normal, .normal, .shelved, .normal, .normal, .normal]),
      (
        .unacknowledged,
        [.unacknowledged, .returned, .acknowledged, .shelved, .unacknowledged, .unacknowledged, .unacknowledged]
      ),
      (.acknowledged, [.acknowledged, .normal, .acknowledged, .shelved, .acknowledged, .acknowledged, .acknowledged]),
      (.returned, [.unacknowledged, .returned, .normal, .shelved, .returned, .returned, .returned]),
      (.latched, [.unacknowledged, .latched, .normal, .shelved, .latched, .latched, .latched]),
      (.shelved, [.shelved, .shelved, .shelved, .shelved, .normal, .normal, .shelved]),
    ]
    var seen = 0
    for (state, results) in table {
      for (event, result) in zip(Event.allCases, results) {
        let latches = state == .latched
        let stage = try stage(state, latches: latches)
        var told: [AlarmTransition] = []
        stage.alarms.transitionHandler = { told.append($0) }
        let before = stage.alarms.transitionCount
        let expected = result == .returned && latches ? .latched : result
        #expect(happen(event, stage) == expected, "\(state) \(event)")
        let time: Int64 = event == .shelfEnds ? 1000 : 10
        let change = AlarmTransition(alarm: 0, from: state, to: expected, time: time)
        #expect(told == (state == expected ? [] : [change]))
        #expect(stage.alarms.transitionCount == before + (state == expected ? 0 : 1))
        #expect(stage.alarms.isUncertain(0) == (event == .unsure))
        #expect(stage.alarms.shownCount == (expected.isShown ? 1 : 0))
        #expect((stage.alarms.mostUrgent != nil) == expected.wantsAcknowledgement)
        seen += 1
      }
    }
    #expect(seen == 42)
  }

  @Test("P52 a shelved alarm follows its cause and delays meanwhile, and is raised at once if it is there at the end")
  func shelvedCause() throws {
    let stage = try Stage { ($0.onDelay, $0.clearance) = (2 * second, SignalIndex(1)) }
    stage.alarms.shelve(0, until: 10 * second, at: 0)
    #expect(stage.set(true, clearance: false, at: second) == .shelved && stage.alarms.shelvedUntil(0) == 10 * second)
    #expect(stage.advance(to: 4 * second) == .shelved)
    // Between its limits it counts as there.
    #expect(stage.set(false, at: 5 * second) == .shelved)
    #expect(stage.advance(to: 10 * second) == .unacknowledged && stage.alarms.raisedAt(0) == 10 * second)
    #expect(stage.alarms.shelvedUntil(0) == nil)
    stage.alarms.shelve(0, until: 20 * second, at: 11 * second)
    stage.alarms.unshelve(0, at: 12 * second)
    #expect(stage.alarms.state(0) == .unacknowledged && stage.alarms.raisedAt(0) == 12 * second)
    // Shelved for longer than it was.
    stage.alarms.shelve(0, until: 20 * second, at: 13 * second)
    stage.alarms.shelve(0, until: 30 * second, at: 14 * second)
    #expect(stage.advance(to: 20 * second) == .shelved && stage.alarms.nextTime == 30 * second)
    #expect(stage.set(false, clearance: true, at: 21 * second) == .shelved)
    #expect(stage.advance(to: 30 * second) == .normal && stage.alarms.nextTime == nil)
  }

  @Test("P52 P31 what was not known for a while has to be there for its whole time afterwards")
  func uncertainDelay() throws {
    let stage = try Stage { ($0.onDelay, $0.offDelay) = (2 * second, 2 * second) }
    #expect(stage.set(true, at: 0) == .normal)
    stage.signals.fail(SignalIndex(0), at: second)
    #expect(stage.advance(to: second) == .normal && stage.alarms.isUncertain(0) && stage.alarms.nextTime == nil)
    #expect(stage.set(true, at: 2 * second) == .normal && stage.alarms.nextTime == 4 * second)
    #expect(stage.advance(to: 4 * second) == .unacknowledged && !stage.alarms.isUncertain(0))
    #expect(stage.set(false, at: 5 * second) == .unacknowledged)
    stage.signals.clear(SignalIndex(0), at: 6 * second)
    #expect(stage.advance(to: 20 * second) == .unacknowledged && stage.alarms.isUncertain(0))
    #expect(!stage.alarms.isUncertain(1) && !stage.alarms.isUncertain(-1))
  }

  @Test("P52 P03 delays from a file may be as long as they like")
  func ends() throws {
    let stage = try Stage { ($0.onDelay, $0.offDelay) = (.max, -5) }
    #expect(stage.set(true, at: second) == .normal && stage.alarms.nextTime == .max)
    stage.alarms.shelve(0, until: .max, at: second)
    #expect(stage.advance(to: 2 * second) == .shelved)
  }

  @Test(
    "P52 the list is by what is there, urgency, what nobody knows of and age, whatever was raised, ended, acknowledged and shelved before"
  )
  func randomOrder() throws {
    var random = SplitMix(seed: 81)
    let count = 12
    let priorities = (0..<count).map { AlarmPriority(rawValue: UInt8($0 % 3)) ?? .caution }
    let definitions = Array(repeating: SignalDefinition(), count: count)
    let signals = SignalStore(definitions, try ExpressionCode([], constants: [], definitions))
    let alarms = AlarmStore(
      priorities.enumerated().map {
        AlarmDefinition(condition: SignalIndex($0.offset), priority: $0.element, latches: $0.offset % 2 == 0)
      })
    var raised: [Int: Int] = [:]
    var (raises, longest) = (0, 0)
    alarms.transitionHandler = { change in
      if change.to == .unacknowledged { raised[change.alarm] = raises; raises += 1 }
    }
    for time in 0..<Int64(3000) {
      let alarm = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0...5, using: &random) {
      case 0: alarms.acknowledge(alarm, at: time)
      case 1: alarms.shelve(alarm, until: time + Int64.random(in: 1...40, using: &random), at: time)
      case 2: alarms.unshelve(alarm, at: time)
      default: signals.set(SignalIndex(alarm), to: Bool.random(using: &random) ? 1 : 0, at: time)
      }
      signals.advance(to: time)
      alarms.advance(to: time, signals)
      // What is there, the most urgent, what nobody knows of, the newest.
      func place(_ alarm: Int) -> [Int] {
        let state = alarms.state(alarm)
        return [
          state == .returned ? 0 : 1, Int(priorities[alarm].rawValue), state.wantsAcknowledgement ? 1 : 0,
          raised[alarm, default: 0],
        ]
      }
      let expected = (0..<count).filter { alarms.state($0).isShown }
        .sorted { place($1).lexicographicallyPrecedes(place($0)) }
      #expect((0..<alarms.shownCount).map { alarms.listed($0) } == expected)
      let urgent = expected.filter { alarms.state($0).wantsAcknowledgement }.map { priorities[$0] }.max()
      #expect(alarms.mostUrgent == urgent)
      longest = max(longest, expected.count)
    }
    #expect(raises > 300 && longest > 6)
  }

  @Test("P52 a store takes over what another knew of an alarm, so that a new panel does not raise it again")
  func takenOver() throws {
    let stage = try Stage()
    _ = stage.set(true, at: 1)
    stage.alarms.acknowledge(0, at: 2)
    let next = AlarmStore([AlarmDefinition(condition: SignalIndex(0)), AlarmDefinition(condition: SignalIndex(0))])
    next.take(1, from: 0, of: stage.alarms)
    next.take(0, from: 3, of: stage.alarms)
    next.take(9, from: 0, of: stage.alarms)
    #expect(next.state(1) == .acknowledged && next.shownCount == 1 && next.transitionCount == 0)
    stage.signals.advance(to: 3)
    next.advance(to: 3, stage.signals)
    #expect(next.state(1) == .acknowledged && next.state(0) == .unacknowledged && next.listed(0) == 0)
    #expect(next.raisedAt(1) == 1 && next.raisedAt(0) == 3 && next.raisedAt(7) == nil)
  }
}
