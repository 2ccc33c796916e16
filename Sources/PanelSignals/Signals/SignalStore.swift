// Stage: signals. Input: what sources tell, and the time. Output: readings, what follows them, and what changed. Takes no
// memory after it was made.

/// All signals of a panel.
///
/// Sources tell values with ``set(_:source:to:at:)`` at any time; ``advance(to:)`` takes them over, finds what has grown
/// old, computes expressions and lets shown values follow. Times are nanoseconds of a clock that never goes back.
public final class SignalStore {
  public let definitions: [SignalDefinition]
  private let code: ExpressionCode
  private var states: [SignalState]
  /// What the sources of all signals told last: those of a signal lie together, in order of preference.
  private var heard: [HeardValue] = []
  private(set) var histories: HistoryStore
  private var isToldAnything = true
  private let isTimed: Bool
  private var time: Int64 = 0
  /// Nanoseconds between two frames of what moves.
  public var frameInterval: Int64 = 33_333_333

  public init(_ definitions: [SignalDefinition], _ code: ExpressionCode) {
    self.definitions = definitions
    self.code = code
    histories = HistoryStore(definitions)
    states = []
    for definition in definitions {
      var state = SignalState(firstHeard: heard.count)
      if let initial = definition.initial {
        state.reading = Reading(initial)
        state.following.jump(to: initial)
      }
      states.append(state)
      for _ in 0..<definition.sourceCount { heard.append(HeardValue()) }
    }
    isTimed = code.instructions.contains { $0.operation.isTimed }
  }

  public var count: Int { definitions.count }

  func isThere(_ signal: SignalIndex) -> Bool { states.indices.contains(signal.number) }

  // MARK: Told by sources

  /// A source has heard a value. Does nothing for a signal or a source that is not there.
  public func set(_ signal: SignalIndex, source: Int = 0, to value: Fixed64, at time: Int64) {
    hear(signal, source, Reading(value), time)
  }

  /// A source says that its value is wrong.
  public func fail(_ signal: SignalIndex, source: Int = 0, at time: Int64) {
    hear(signal, source, Reading(.zero, .failed), time)
  }

  /// A source says that it has no value.
  public func clear(_ signal: SignalIndex, source: Int = 0, at time: Int64) { hear(signal, source, .none, time) }

  private func hear(_ signal: SignalIndex, _ source: Int, _ reading: Reading, _ time: Int64) {
    let number = signal.number
    if !states.indices.contains(number) || source < 0 || source >= definitions[number].sourceCount { return }
    let place = states[number].firstHeard + source
    heard[place] = HeardValue(reading: reading, time: time)
    states[number].isTold = true
    isToldAnything = true
  }

  /// Takes over what another store has heard of a signal, and its history, for a panel that takes another's place.
  public func take(_ signal: SignalIndex, from other: SignalIndex, of store: SignalStore) {
    let (new, old) = (signal.number, other.number)
    if !isThere(signal) || !store.isThere(other) { return }
    let count = Swift.min(definitions[new].sourceCount, store.definitions[old].sourceCount)
    for source in 0..<count {
      heard[states[new].firstHeard + source] = store.heard[store.states[old].firstHeard + source]
    }
    states[new].isTold = true
    isToldAnything = true
    histories.take(new, from: old, of: store.histories)
  }

  // MARK: Read

  /// What a signal is.
  public func reading(_ signal: SignalIndex) -> Reading {
    states.indices.contains(signal.number) ? states[signal.number].reading : .none
  }

  /// What is shown of a signal: the value that follows it, with its quality.
  public func followed(_ signal: SignalIndex) -> Reading {
    if !states.indices.contains(signal.number) { return .none }
    let state = states[signal.number]
    return Reading(state.following.value, state.reading.quality)
  }

  /// Whether the last ``advance(to:)`` changed what a signal is, or what is shown of it.
  public func hasChanged(_ signal: SignalIndex) -> Bool {
    states.indices.contains(signal.number) && states[signal.number].hasChanged
  }

  /// When a signal was heard last; `nil` for never.
  public func lastHeard(_ signal: SignalIndex) -> Int64? {
    states.indices.contains(signal.number) ? states[signal.number].heardAt : nil
  }

  /// Has a shown value be where it goes once it is this near: a quarter of a pixel, in the signal's unit. The finest of
  /// those that are asked for counts.
  public func require(_ tolerance: Fixed64, of signal: SignalIndex) {
    if !states.indices.contains(signal.number) || tolerance <= .zero { return }
    let old = states[signal.number].tolerance
    states[signal.number].tolerance = old == .zero ? tolerance : Swift.min(old, tolerance)
  }

  // MARK: Time

  /// Takes over what was told, and what time does.
  /// - Parameter time: one before that of the call before counts as that.
  public func advance(to time: Int64) {
    self.time = Swift.max(self.time, time)
    for index in states.indices { states[index].hasChanged = false }
    var hasChanges = isToldAnything || isTimed
    isToldAnything = false
    for index in states.indices where definitions[index].expression == nil {
      hasChanges = takeHeard(index) || hasChanges
    }
    if hasChanges {
      for index in code.order { compute(index) }
    }
    for index in states.indices where histories.capacity(index) > 0 {
      histories.add(index, states[index].reading, before: states[index].before, at: self.time)
      states[index].before = states[index].reading
    }
    for index in states.indices where states[index].following.isMoving {
      states[index].following.advance(
        to: self.time, wraps: definitions[index].wraps, tolerance: tolerance(index))
      states[index].hasChanged = true
    }
  }

  /// When ``advance(to:)`` has something to do though nothing was told; `nil` for never.
  public var nextTime: Int64? {
    var next: Int64?
    for index in states.indices {
      if states[index].following.isMoving { next = Swift.min(next ?? .max, time + frameInterval) }
      if let deadline = states[index].deadline { next = Swift.min(next ?? .max, deadline) }
      // A trend moves on though nothing is heard.
      if let column = histories.nextTime(index) { next = Swift.min(next ?? .max, column) }
    }
    // Ages are shown in whole seconds.
    if isTimed { next = Swift.min(next ?? .max, time + 1_000_000_000) }
    return next
  }

  /// - Returns: whether the reading changed.
  private func takeHeard(_ index: Int) -> Bool {
    if !states[index].isTold && (states[index].deadline ?? .max) > time { return false }
    states[index].isTold = false
    let definition = definitions[index]
    var (best, bestTime) = (HeardValue(), Int64.min)
    states[index].deadline = nil
    for source in 0..<definition.sourceCount {
      var value = heard[states[index].firstHeard + source]
      guard let heardAt = value.time else { continue }
      bestTime = Swift.max(bestTime, heardAt)
      if definition.stale > 0 && value.reading.quality == .fresh {
        if time - heardAt >= definition.stale {
          value.reading.quality = .old
        } else {
          // Old at that time, unless heard again: no wake-up before.
          states[index].deadline = Swift.min(states[index].deadline ?? .max, heardAt + definition.stale)
        }
      }
      if best.time == nil || value.reading.quality < best.reading.quality { best = value }
    }
    guard let heardAt = best.time else { return false }
    states[index].heardAt = bestTime
    return take(best.reading, index, at: heardAt)
  }

  private func compute(_ index: Int) {
    guard let range = definitions[index].expression else { return }
    let reading = code.evaluate(range) { other in
      let state = states[other]
      let nanoseconds = state.heardAt.map { self.time - $0 } ?? .max
      let seconds = Swift.min(1_000_000, nanoseconds / 1_000_000_000)
      return (state.reading, Fixed64(Int(seconds)))
    }
    states[index].heardAt = time
    _ = take(reading, index, at: time)
  }

  private func take(_ reading: Reading, _ index: Int, at heardAt: Int64) -> Bool {
    let old = states[index].reading
    if reading == old { return false }
    states[index].reading = reading
    states[index].hasChanged = true
    if reading.hasValue {
      // Nothing is followed from nowhere.
      if old.hasValue {
        states[index].following.setTarget(
          reading.value, at: Swift.min(heardAt, time), definitions[index], tolerance: tolerance(index))
      } else {
        states[index].following.jump(to: reading.value)
      }
    }
    return true
  }

  private func tolerance(_ index: Int) -> Fixed64 {
    let tolerance = states[index].tolerance
    return tolerance == .zero ? Fixed64(rawValue: 1 << 22) : tolerance
  }
}

/// What one source told of a signal last.
private struct HeardValue {
  var reading = Reading.none
  /// `nil` before anything was told.
  var time: Int64?
}

private struct SignalState {
  let firstHeard: Int
  var reading = Reading.none
  /// What it was after the last ``SignalStore/advance(to:)``.
  var before = Reading.none
  var following = Following()
  var heardAt: Int64?
  /// When what is fresh will be old.
  var deadline: Int64?
  var tolerance = Fixed64.zero
  var isTold = false
  var hasChanged = false

  init(firstHeard: Int) { self.firstHeard = firstHeard }
}
