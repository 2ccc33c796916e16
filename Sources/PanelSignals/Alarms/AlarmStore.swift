// Stage: signals. Input: signals, the time, acknowledgements. Output: the states of alarms. Takes no memory after it
// was made.

/// All alarms of a panel.
///
/// A condition that is not fresh neither raises an alarm nor ends it: an old value is no proof of either. Delays begin
/// again when it is fresh again. Whoever lists alarms can say of which ones nothing is known: ``isUncertain(_:)``.
public final class AlarmStore {
  public let definitions: [AlarmDefinition]
  /// Called with each change, as for a journal.
  public var transitionHandler: (AlarmTransition) -> Void = { _ in }
  /// How often any alarm has changed its state.
  public private(set) var transitionCount: Int64 = 0
  private var alarms: [Alarm]
  /// The alarms that are shown, the most urgent first, and of these the newest; behind them those that have gone, then those that are shelved.
  private var order: [Int] = []
  private var raised: Int64 = 0
  /// The time of the first ``advance(to:_:)``.
  private var start: Int64?

  private struct Alarm: BitwiseCopyable {
    var state = AlarmState.normal
    /// Whether the cause counts as there, by limits and delays, whatever people said.
    var isCaused = false
    /// Since when the cause has been there, or gone, against that; `nil` where the two agree.
    var changing: Int64?
    /// Whether the condition was not fresh at the last time.
    var isUncertain = false
    /// When a shelved alarm comes back.
    var shelvedUntil: Int64 = 0
    /// Whether it latches and nobody has acknowledged it, while it is shelved.
    var isOwed = false
    /// The later it was raised, the greater.
    var number: Int64 = 0
    var raisedAt: Int64?
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
  public var shownCount: Int { order.firstIndex { alarms[$0].state == .shelved } ?? order.count }

  /// How many alarms are shown or shelved.
  public var listedCount: Int { order.count }

  /// An alarm that is shown or shelved.
  /// - Parameter place: 0 for the most urgent; from ``shownCount`` on, and below ``listedCount``, for those that are shelved.
  public func listed(_ place: Int) -> Int { order[place] }

  /// The most urgent of the alarms that nobody has said to know of; `nil` where there is none.
  public var mostUrgent: AlarmPriority? {
    var most: AlarmPriority?
    for alarm in order
    where alarms[alarm].state.wantsAcknowledgement && most.map({ $0 < definitions[alarm].priority }) ?? true {
      most = definitions[alarm].priority
    }
    return most
  }

  /// How many alarms of a priority nobody has said to know of.
  public func unacknowledgedCount(_ priority: AlarmPriority) -> Int {
    var count = 0
    for alarm in order where definitions[alarm].priority == priority && alarms[alarm].state.wantsAcknowledgement {
      count += 1
    }
    return count
  }

  /// When an alarm was raised last; `nil` for never.
  public func raisedAt(_ alarm: Int) -> Int64? { alarms.indices.contains(alarm) ? alarms[alarm].raisedAt : nil }

  /// When a shelved alarm comes back; `nil` for one that is not shelved.
  public func shelvedUntil(_ alarm: Int) -> Int64? {
    state(alarm) == .shelved ? alarms[alarm].shelvedUntil : nil
  }

  /// Whether nothing is known of an alarm's cause: at the last ``advance(to:_:)`` the signal that would raise or end it
  /// was not fresh.
  public func isUncertain(_ alarm: Int) -> Bool { alarms.indices.contains(alarm) && alarms[alarm].isUncertain }

  /// The worst quality of the signals that would raise or end an alarm, at the last ``advance(to:_:)``: where it is not
  /// fresh nobody knows whether all is well.
  public private(set) var quality = Quality.fresh

  /// How often any alarm has changed its state, in as many bits as a word has.
  public var changeCount: Int { Int(truncatingIfNeeded: transitionCount) }

  // MARK: People

  /// Somebody knows of an alarm. Does nothing where there is nothing to know.
  public func acknowledge(_ alarm: Int, at time: Int64) {
    switch state(alarm) {
    case .unacknowledged: change(alarm, to: .acknowledged, time)
    case .returned, .latched: change(alarm, to: .normal, time)
    default: break
    }
  }

  /// Takes an alarm out of sight until a time, whether it is raised or not. Afterwards it is raised again if its cause is there;
  /// if not it is normal, but for one that latches and that nobody has acknowledged.
  public func shelve(_ alarm: Int, until end: Int64, at time: Int64) {
    if !alarms.indices.contains(alarm) || end <= time { return }
    let wasOwed = state(alarm) == .shelved ? alarms[alarm].isOwed : state(alarm).wantsAcknowledgement
    alarms[alarm].isOwed = wasOwed && definitions[alarm].latches
    alarms[alarm].shelvedUntil = end
    change(alarm, to: .shelved, time)
  }

  /// Ends the shelving of an alarm before its time.
  public func unshelve(_ alarm: Int, at time: Int64) {
    if state(alarm) == .shelved { bringBack(alarm, time) }
  }

  /// Takes over the state of another store's alarm, for a panel that takes another's place. Tells nobody: nothing changed.
  public func take(_ alarm: Int, from other: Int, of store: AlarmStore) {
    if !alarms.indices.contains(alarm) || !store.alarms.indices.contains(other) { return }
    alarms[alarm] = store.alarms[other]
    raised = Swift.max(raised, alarms[alarm].number)
    place(alarm)
  }

  // MARK: Time

  /// Raises and ends alarms by the present values of the signals.
  public func advance(to time: Int64, _ signals: SignalStore) {
    quality = .fresh
    if start == nil { start = time }
    for alarm in alarms.indices { advance(alarm, time, signals) }
  }

  /// When ``advance(to:_:)`` has something to do though no signal changes; `nil` for never.
  public var nextTime: Int64? {
    var next: Int64?
    for index in alarms.indices {
      let alarm = alarms[index]
      if alarm.state == .shelved { next = Swift.min(next ?? .max, alarm.shelvedUntil) }
      if let since = alarm.changing { next = Swift.min(next ?? .max, due(index, since)) }
    }
    return next
  }

  /// When a change that has lasted since a time counts.
  private func due(_ alarm: Int, _ since: Int64) -> Int64 {
    let definition = definitions[alarm]
    if alarms[alarm].isCaused { return later(since, definition.offDelay) }
    return Swift.max(later(since, definition.onDelay), later(start ?? since, definition.settling))
  }

  private func advance(_ index: Int, _ time: Int64, _ signals: SignalStore) {
    let wasCaused = alarms[index].isCaused
    updateCause(index, time, signals)
    switch (alarms[index].state, alarms[index].isCaused) {
    case (.shelved, let isCaused):
      if isCaused && !wasCaused { alarms[index].isOwed = definitions[index].latches }
      if time >= alarms[index].shelvedUntil { bringBack(index, time) }
    case (_, wasCaused): break
    case (_, true): raise(index, time)
    case (.acknowledged, _): change(index, to: .normal, time)
    default: change(index, to: definitions[index].latches ? .latched : .returned, time)
    }
  }

  /// Follows the cause by its limits and delays.
  private func updateCause(_ index: Int, _ time: Int64, _ signals: SignalStore) {
    let definition = definitions[index]
    var reading = signals.reading(definition.condition)
    if alarms[index].isCaused {
      reading =
        definition.clearance == .none
        ? Reading(reading.value == .zero ? 1 : 0, reading.quality) : signals.reading(definition.clearance)
    }
    alarms[index].isUncertain = reading.quality != .fresh
    quality = .worst(quality, reading.quality)
    if reading.quality != .fresh || reading.value == .zero {
      alarms[index].changing = nil
      return
    }
    let since = alarms[index].changing ?? time
    alarms[index].changing = since
    if time < due(index, since) {
      if !alarms[index].isCaused && time < later(start ?? time, definition.settling) {
        alarms[index].isUncertain = true
        quality = .none
      }
      return
    }
    alarms[index].changing = nil
    alarms[index].isCaused.toggle()
  }

  private func raise(_ index: Int, _ time: Int64) {
    raised += 1
    alarms[index].number = raised
    alarms[index].raisedAt = time
    change(index, to: .unacknowledged, time)
  }

  private func bringBack(_ index: Int, _ time: Int64) {
    if alarms[index].isCaused {
      raise(index, time)
    } else {
      change(index, to: alarms[index].isOwed ? .latched : .normal, time)
    }
  }

  private func change(_ index: Int, to state: AlarmState, _ time: Int64) {
    let transition = AlarmTransition(alarm: index, from: alarms[index].state, to: state, time: time)
    if transition.from == state { return }
    alarms[index].state = state
    transitionCount += 1
    place(index)
    transitionHandler(transition)
  }

  /// Puts an alarm in its place among those that are listed: one that is raised again is the newest.
  private func place(_ index: Int) {
    if let place = order.firstIndex(of: index) { order.remove(at: place) }
    if alarms[index].state == .normal { return }
    let place = order.firstIndex { comesBefore(index, $0) } ?? order.count
    order.insert(index, at: place)
  }

  private func comesBefore(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (rank(a), rank(b))
    return first == second ? alarms[a].number > alarms[b].number : first > second
  }

  /// Alarms that are there come before those that have gone, of any urgency; of two as urgent, the one that nobody knows of.
  private func rank(_ index: Int) -> Int {
    let state = alarms[index].state
    let place = state == .shelved ? 0 : state == .returned ? 1 : 2
    return place << 4 | Int(definitions[index].priority.rawValue) << 1 | (state.wantsAcknowledgement ? 1 : 0)
  }
}
