// Stage: signals. Reading signals.

extension SignalStore {
  /// The reading of a signal.
  public func reading(_ signal: SignalIndex) -> Reading {
    states.indices.contains(signal.number) ? states[signal.number].reading : .none
  }

  /// The shown reading of a signal: the value that follows it, with its quality.
  public func followed(_ signal: SignalIndex) -> Reading {
    if !states.indices.contains(signal.number) { return .none }
    let state = states[signal.number]
    return Reading(state.following.value, state.reading.quality)
  }

  /// Whether the last ``advance(to:)`` changed a signal's reading or its shown reading.
  public func hasChanged(_ signal: SignalIndex) -> Bool { hasNewReading(signal) || hasNewFollowed(signal) }

  /// Whether the last ``advance(to:)`` changed a signal's reading, which a number shows.
  public func hasNewReading(_ signal: SignalIndex) -> Bool {
    states.indices.contains(signal.number) && states[signal.number].hasNewReading
  }

  /// Whether the last ``advance(to:)`` changed a signal's shown reading, which a needle shows.
  public func hasNewFollowed(_ signal: SignalIndex) -> Bool {
    states.indices.contains(signal.number) && states[signal.number].hasNewFollowed
  }

  /// Whether an expression or a history needs a signal. Windows and captured values are not among them.
  public func isRead(_ signal: SignalIndex) -> Bool {
    recorded.contains(signal.number)
      || code.instructions.contains { $0.operation.namesSignal && Int($0.operand) == signal.number }
  }

  /// Whether the shown value of a signal is still on its way.
  public func isFollowing(_ signal: SignalIndex) -> Bool {
    states.indices.contains(signal.number) && states[signal.number].following.isMoving
  }

  /// When the value that counts was heard; of a computed signal, when its oldest input was. `nil` for never.
  public func lastReceived(_ signal: SignalIndex) -> Int64? {
    states.indices.contains(signal.number) ? states[signal.number].receivedAt : nil
  }

  /// Forgets the greatest and the least value of a signal, where expressions ask for those since the start. The present
  /// value counts. Seen with the next ``advance(to:)``.
  public func forgetExtremes(of signal: SignalIndex) {
    if states.indices.contains(signal.number) { windows.forget(signal.number) }
  }

  /// Has a shown value be where it goes once it is this near: a quarter of a pixel, in the signal's unit. The finest of
  /// those that are asked for counts. Does nothing for 0 and below.
  public func require(_ tolerance: Fixed64, of signal: SignalIndex) {
    if !states.indices.contains(signal.number) || tolerance <= .zero { return }
    let old = states[signal.number].tolerance
    states[signal.number].tolerance = old == .zero ? tolerance : Swift.min(old, tolerance)
  }

  /// Has a shown value be where it goes once it is this near, whatever was asked for before.
  /// - Parameters:
  ///   - signal: the signal of the value.
  ///   - tolerance: in the signal's unit; 0 for 2⁻¹⁰, which holds at first.
  public func setFollowTolerance(_ signal: SignalIndex, _ tolerance: Fixed64) {
    if states.indices.contains(signal.number) { states[signal.number].tolerance = Swift.max(.zero, tolerance) }
  }

  /// When ``advance(to:)`` has something to do though nothing was told; `nil` for never.
  ///
  /// Histories do not count: the next call fills a column that has ended meanwhile with the signal's former value.
  public var nextTime: Int64? {
    var next = Swift.min(windows.nextTime ?? .max, nextAge)
    for index in states.indices { next = Swift.min(next, states[index].deadline) }
    for place in 0..<active.count where states[active[place]].following.isMoving {
      return Swift.min(next, later(time, frameInterval))
    }
    return next == .max ? nil : next
  }

  /// When the next of the ages that expressions ask changes: they are whole seconds, and end at 10⁶.
  private var nextAge: Int64 {
    var next = Int64.max
    for signal in code.agedSignals {
      guard let receivedAt = states[signal].receivedAt else { continue }
      let seconds = Swift.max(0, time - receivedAt) / 1_000_000_000
      if seconds < 1_000_000 { next = Swift.min(next, receivedAt + (seconds + 1) * 1_000_000_000) }
    }
    return next
  }
}

/// A time and a duration, held to the greatest time: durations come from files.
func later(_ time: Int64, _ duration: Int64) -> Int64 {
  let (sum, overflow) = time.addingReportingOverflow(Swift.max(0, duration))
  return overflow ? .max : sum
}
