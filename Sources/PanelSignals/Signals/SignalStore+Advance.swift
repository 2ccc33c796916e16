// Stage: signals. The step of all signals to one time, in the order of their dependence.

extension SignalStore {
  /// Takes over received values and the time.
  /// - Parameter time: one before that of the call before counts as that.
  @_optimize(speed)
  public func advance(to time: Int64) {
    beginActive()
    // A call may come late, as after the process was stopped: values that became old meanwhile did so at their own
    // time, or histories and windows would have them fresh up to now. Those that become old within a tenth of a second
    // do so together.
    while later(firstDeadline, Self.lateness) < time { step(to: firstDeadline + Self.lateness, isLate: true) }
    step(to: Swift.max(self.time, time), isLate: false)
  }

  private static var lateness: Int64 { 100_000_000 }

  /// - Parameter isLate: whether values received since do not count yet.
  @_optimize(speed)
  private func step(to time: Int64, isLate: Bool) {
    let before = self.time
    self.time = time
    takeChanges(since: before, isLate: isLate)
    for index in windowed {
      windows.add(index, states[index].reading, receivedAt: states[index].receivedAt, at: self.time)
    }
    computeExpressions(since: before)
    for place in 0..<active.count { states[active[place]].follow(to: self.time) }
    for index in recorded {
      histories.add(index, states[index].reading, before: states[index].before, at: self.time)
      states[index].before = states[index].reading
    }
  }

  /// Nothing has changed yet; following signals stay active.
  @_optimize(speed)
  private func beginActive() {
    var list = SignalList(capacity: 0)
    swap(&list, &active)
    list.keep { states[$0].beginActive() }
    swap(&list, &active)
  }

  /// Takes over received values, and marks old ones.
  @_optimize(speed)
  private func takeChanges(since before: Int64, isLate: Bool) {
    if !isLate {
      for place in 0..<changedSignals.count { takeReceived(changedSignals[place], since: before, isLate: false) }
      changedSignals.removeAll()
    }
    if firstDeadline > time { return }
    firstDeadline = .max
    for index in states.indices {
      if states[index].deadline <= time {
        takeReceived(index, since: before, isLate: isLate)
      } else {
        firstDeadline = Swift.min(firstDeadline, states[index].deadline)
      }
    }
  }

  /// Of a signal with sources: the best of their values, and its age.
  @_optimize(speed)
  private func takeReceived(_ index: Int, since before: Int64, isLate: Bool) {
    let (first, stale) = (states[index].firstReceived, states[index].stale)
    var (best, deadline) = (ReceivedValue(), Int64.max)
    for place in first..<first &+ states[index].sourceCount {
      if !isLate { received[place].isNew = false }
      var value = received[place]
      if value.receivedAt < 0 || isLate && value.receivedAt > time { continue }
      if stale > 0 && value.reading.quality == .fresh {
        let end = later(value.receivedAt, stale)
        if end <= time {
          value.reading.quality = .old
        } else {
          // Old at that time, unless heard again: no wake-up before.
          deadline = Swift.min(deadline, end)
        }
      }
      if value.isBetter(than: best) { best = value }
    }
    states[index].deadline = deadline
    firstDeadline = Swift.min(firstDeadline, deadline)
    if best.receivedAt < 0 {
      // Told again since: until then it was old.
      if isLate { take(Reading(states[index].reading.value, .old), index, at: time, since: before) }
      return
    }
    states[index].receivedAt = best.receivedAt
    take(best.reading, index, at: best.receivedAt, since: before)
  }

  /// Computes expressions whose time or signals have changed.
  @_optimize(speed)
  private func computeExpressions(since before: Int64) {
    if !captures.isEmpty { watchCaptures(-1) }
    for (place, index) in code.order.enumerated() {
      let run = code.inputRuns[place]
      var hasNewInput = computesAll || code.isTimed[place]
      // As old as its oldest input; of constants alone it is as young as can be.
      var (receivedAt, isReceived) = (time, true)
      for input in run.first..<run.first + run.count {
        let state = states[code.inputs[input]]
        hasNewInput = hasNewInput || state.hasNewReading
        if let inputTime = state.receivedAt {
          receivedAt = Swift.min(receivedAt, inputTime)
        } else if !state.reading.hasValue {
          isReceived = false
        }
      }
      states[index].receivedAt = isReceived ? receivedAt : nil
      if hasNewInput, let range = definitions[index].expression {
        take(evaluate(range), index, at: time, since: before)
      }
      // The oldest of its inputs would be no date for a computed value.
      windows.add(index, states[index].reading, receivedAt: hasNewInput ? time : nil, at: time)
      if !captures.isEmpty { watchCaptures(place) }
    }
    computesAll = false
  }

  /// - Parameter before: the time of the last advance. Following starts at the value shown then.
  @_optimize(speed)
  private func take(_ reading: Reading, _ index: Int, at receivedAt: Int64, since before: Int64) {
    let reading = states[index].inTurn(reading)
    if reading == states[index].reading { return }
    states[index].take(reading, at: Swift.max(before, Swift.min(receivedAt, time)))
    if states[index].isActive { return }
    states[index].isActive = true
    active.append(index)
  }
}

extension SignalState {
  /// Nothing has changed yet. Returns whether the shown value is on its way.
  @_optimize(speed)
  fileprivate mutating func beginActive() -> Bool {
    (hasNewReading, hasNewFollowed) = (false, false)
    isActive = following.isMoving
    return isActive
  }

  /// Becomes another reading; the shown value sets out for it.
  @_optimize(speed)
  fileprivate mutating func take(_ new: Reading, at time: Int64) {
    let (old, shown) = (reading, following.value)
    reading = new
    hasNewReading = true
    if !new.hasValue {
      // A hidden signal does not move.
      following.jump(to: shown)
    } else if old.hasValue {
      following.setTarget(new.value, at: time, motion, followTolerance)
    } else {
      // Nothing is followed from nowhere.
      following.jump(to: new.value)
    }
    if new.quality != old.quality || following.value != shown { hasNewFollowed = true }
  }

  /// Moves the shown value toward the received one.
  @_optimize(speed)
  fileprivate mutating func follow(to time: Int64) {
    if !following.isMoving { return }
    let shown = following.value
    following.advance(to: time, motion, followTolerance)
    if following.value != shown { hasNewFollowed = true }
  }

  /// A value that goes round, within its turn.
  @_optimize(speed)
  fileprivate func inTurn(_ reading: Reading) -> Reading {
    if motion.wraps == .zero { return reading }
    return Reading(PanelSignals.inTurn(reading.value, motion.wraps, from: motion.turnStart), reading.quality)
  }

  private var followTolerance: Fixed64 { tolerance == .zero ? Fixed64(rawValue: 1 << 22) : tolerance }
}

extension ReceivedValue {
  /// The less bad one counts, and of two that are alike the one that is preferred: but of two that are old, the later.
  @_optimize(speed)
  fileprivate func isBetter(than other: ReceivedValue) -> Bool {
    guard let time, let otherTime = other.time else { return other.time == nil }
    if reading.quality != other.reading.quality { return reading.quality < other.reading.quality }
    return reading.quality == .old && time > otherTime
  }
}
