// Stage: signals. What happens to all signals at one time, in the order in which they need each other.

extension SignalStore {
  /// Takes over what was told, and what time does.
  /// - Parameter time: one before that of the call before counts as that.
  public func advance(to time: Int64) {
    let before = self.time
    self.time = Swift.max(before, time)
    for index in states.indices {
      (states[index].hasNewReading, states[index].hasNewFollowed) = (false, false)
      if states[index].isComputed { continue }
      takeHeard(index, since: before)
      windows.add(index, states[index].reading, at: self.time)
    }
    computeExpressions(since: before)
    for index in states.indices { move(index) }
  }

  /// What does not depend on other signals: the best of what its sources told, and whether it is old.
  private func takeHeard(_ index: Int, since before: Int64) {
    let first = states[index].firstHeard
    var isTold = false
    for place in first..<first &+ states[index].sourceCount where heard[place].isNew {
      isTold = true
      heard[place].isNew = false
    }
    if !isTold && (states[index].deadline ?? .max) > time { return }
    states[index].deadline = nil
    var best = HeardValue()
    for source in 0..<states[index].sourceCount {
      var value = heard[states[index].firstHeard + source]
      guard let heardAt = value.time else { continue }
      if states[index].stale > 0 && value.reading.quality == .fresh {
        let deadline = later(heardAt, states[index].stale)
        if deadline <= time {
          value.reading.quality = .old
        } else {
          // Old at that time, unless heard again: no wake-up before.
          states[index].deadline = Swift.min(states[index].deadline ?? .max, deadline)
        }
      }
      if value.isBetter(than: best) { best = value }
    }
    guard let heardAt = best.time else { return }
    states[index].heardAt = heardAt
    take(best.reading, index, at: heardAt, since: before)
  }

  /// Computes what time has changed, or a signal that it needs.
  private func computeExpressions(since before: Int64) {
    if !captures.isEmpty { watchCaptures(-1) }
    for (place, index) in code.order.enumerated() {
      let run = code.inputRuns[place]
      var hasNewInput = computesAll || code.isTimed[place]
      // As old as its oldest input; of constants alone it is as young as can be.
      var (heardAt, isHeard) = (time, true)
      for input in run.first..<run.first + run.count {
        let state = states[code.inputs[input]]
        hasNewInput = hasNewInput || state.hasNewReading
        if let inputTime = state.heardAt {
          heardAt = Swift.min(heardAt, inputTime)
        } else if !state.reading.hasValue {
          isHeard = false
        }
      }
      states[index].heardAt = isHeard ? heardAt : nil
      if hasNewInput, let range = definitions[index].expression {
        take(evaluate(range), index, at: time, since: before)
      }
      windows.add(index, states[index].reading, at: time)
      if !captures.isEmpty { watchCaptures(place) }
    }
    computesAll = false
  }

  /// - Parameter before: the time of the last advance: what was shown then is where following starts.
  private func take(_ reading: Reading, _ index: Int, at heardAt: Int64, since before: Int64) {
    let old = states[index].reading
    if reading == old { return }
    states[index].reading = reading
    states[index].hasNewReading = true
    states[index].hasNewFollowed = reading.quality != old.quality
    let shown = states[index].following.value
    if !reading.hasValue {
      // What is not shown does not move.
      states[index].following.jump(to: shown)
    } else if old.hasValue {
      states[index].following.setTarget(
        reading.value, at: Swift.max(before, Swift.min(heardAt, time)), states[index].motion, tolerance(index))
    } else {
      // Nothing is followed from nowhere.
      states[index].following.jump(to: reading.value)
    }
    if states[index].following.value != shown { states[index].hasNewFollowed = true }
  }

  /// Lets what is shown follow, and adds what a signal is to its history.
  private func move(_ index: Int) {
    if states[index].following.isMoving {
      let shown = states[index].following.value
      states[index].following.advance(to: time, states[index].motion, tolerance(index))
      if states[index].following.value != shown { states[index].hasNewFollowed = true }
    }
    if histories.capacity(index) == 0 { return }
    histories.add(index, states[index].reading, before: states[index].before, at: time)
    states[index].before = states[index].reading
  }

  private func tolerance(_ index: Int) -> Fixed64 {
    let tolerance = states[index].tolerance
    return tolerance == .zero ? Fixed64(rawValue: 1 << 22) : tolerance
  }
}

extension HeardValue {
  /// The less bad one counts, and of two that are alike the one that is preferred: but of two that are old, the later.
  fileprivate func isBetter(than other: HeardValue) -> Bool {
    guard let time, let otherTime = other.time else { return other.time == nil }
    if reading.quality != other.reading.quality { return reading.quality < other.reading.quality }
    return reading.quality == .old && time > otherTime
  }
}
