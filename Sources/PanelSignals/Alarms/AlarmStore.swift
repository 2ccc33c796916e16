// Stage: signals. Input: signals, the time, what people say. Output: the states of alarms. Takes no memory after it was
// made.

/// All alarms of a panel.
///
/// A condition that is not fresh neither raises an alarm nor ends it: an old value is no proof of either.
public final class AlarmStore {
  public let definitions: [AlarmDefinition]
  /// Called with each change, as for a journal.
  public var transitionHandler: (AlarmTransition) -> Void = { _ in }
  private var alarms: [Alarm]
  /// The alarms that are shown: the most urgent first, and of these the newest.
  private var order: [Int] = []
  private var raised = 0
  /// How often any alarm has changed its state.
  public private(set) var changeCount = 0

  private struct Alarm {
    var state = AlarmState.normal
    /// Since when the cause has been there, or gone, against the state; `nil` where the two agree.
    var changing: Int64?
    /// When a shelved alarm comes back.
    var shelvedUntil: Int64 = 0
    /// The later it was raised, the greater.
    var number = 0
  }

  public init(_ definitions: [AlarmDefinition]) {
    self.definitions = definitions
    alarms = Array(repeating: Alarm(), count: definitions.count)
    order.reserveCapacity(definitions.count)
  }

  // MARK: Read

  /// The state of an alarm; `normal` where there is none of this number.
  public func state(_ alarm: Int) -> AlarmState { alarms.indices.contains(alarm) ? alarms[alarm].state : .normal }

  /// How many alarms are shown.
  public var shownCount: Int { order.count }

  /// An alarm that is shown.
  /// - Parameter place: 0 for the most urgent, below ``shownCount``.
  public func shown(_ place: Int) -> Int { order[place] }

  /// The most urgent of the alarms that nobody has said to know of; `nil` where there is none.
  public var mostUrgent: AlarmPriority? {
    order.lazy.filter { self.alarms[$0].state.wantsAcknowledgement }.map { self.definitions[$0].priority }.max()
  }

  // MARK: People

  /// Somebody knows of an alarm. Does nothing where there is nothing to know.
  public func acknowledge(_ alarm: Int, at time: Int64) {
    switch state(alarm) {
    case .unacknowledged: change(alarm, to: .acknowledged, time)
    case .returned, .latched: change(alarm, to: .normal, time)
    default: break
    }
  }

  public func acknowledgeAll(at time: Int64) {
    for alarm in alarms.indices { acknowledge(alarm, at: time) }
  }

  /// Takes an alarm out of sight until a time.
  public func shelve(_ alarm: Int, until end: Int64, at time: Int64) {
    if !alarms.indices.contains(alarm) || end <= time { return }
    alarms[alarm].shelvedUntil = end
    alarms[alarm].changing = nil
    change(alarm, to: .shelved, time)
  }

  // MARK: Time

  /// Raises and ends alarms by what the signals are now.
  public func advance(to time: Int64, _ signals: SignalStore) {
    for alarm in alarms.indices { advance(alarm, time, signals) }
  }

  /// When ``advance(to:_:)`` has something to do though no signal changes; `nil` for never.
  public var nextTime: Int64? {
    var next: Int64?
    for index in alarms.indices {
      let alarm = alarms[index]
      if alarm.state == .shelved { next = Swift.min(next ?? .max, alarm.shelvedUntil) }
      if let since = alarm.changing { next = Swift.min(next ?? .max, since + delay(index)) }
    }
    return next
  }

  private func isThere(_ state: AlarmState) -> Bool { state == .unacknowledged || state == .acknowledged }

  private func delay(_ alarm: Int) -> Int64 {
    Swift.max(0, isThere(alarms[alarm].state) ? definitions[alarm].offDelay : definitions[alarm].onDelay)
  }

  private func advance(_ index: Int, _ time: Int64, _ signals: SignalStore) {
    let definition = definitions[index]
    let condition = signals.reading(definition.condition)
    if alarms[index].state == .shelved {
      if time < alarms[index].shelvedUntil { return }
      change(index, to: .normal, time)
    }
    let state = alarms[index].state
    let isChanging: Bool
    if isThere(state) {
      let clearance =
        definition.clearance == .none
        ? Reading(condition.value == .zero ? 1 : 0, condition.quality) : signals.reading(definition.clearance)
      isChanging = clearance.quality == .fresh && clearance.value != .zero
    } else {
      isChanging = condition.quality == .fresh && condition.value != .zero
    }
    if !isChanging {
      alarms[index].changing = nil
      return
    }
    let since = alarms[index].changing ?? time
    alarms[index].changing = since
    if time - since < delay(index) { return }
    alarms[index].changing = nil
    if !isThere(state) {
      raised += 1
      alarms[index].number = raised
      change(index, to: .unacknowledged, time)
    } else if state == .acknowledged {
      change(index, to: .normal, time)
    } else {
      change(index, to: definition.latches ? .latched : .returned, time)
    }
  }

  private func change(_ index: Int, to state: AlarmState, _ time: Int64) {
    let transition = AlarmTransition(alarm: index, from: alarms[index].state, to: state, time: time)
    if transition.from == state { return }
    alarms[index].state = state
    changeCount += 1
    // Placed anew: an alarm that is raised again is the newest.
    if let place = order.firstIndex(of: index) { order.remove(at: place) }
    if state.isShown {
      let place = order.firstIndex { comesBefore(index, $0) } ?? order.count
      order.insert(index, at: place)
    }
    transitionHandler(transition)
  }

  private func comesBefore(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (definitions[a].priority, definitions[b].priority)
    return first == second ? alarms[a].number > alarms[b].number : first > second
  }
}
