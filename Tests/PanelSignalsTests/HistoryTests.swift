import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000

/// A store with one signal.
private func store(_ change: (inout SignalDefinition) -> Void) throws -> SignalStore {
  var definition = SignalDefinition()
  change(&definition)
  return SignalStore([definition], try ExpressionCode([], constants: [], [definition]))
}

private let signal = SignalIndex(0)

@Suite struct HistoryTests {
  private func history(columns: Int = 4, seconds: Int64 = 4) throws -> SignalStore {
    try store {
      $0.histories = [HistoryDefinition(duration: seconds * second, columns: columns)]
      $0.stale = 3 * second
    }
  }

  private func values(_ store: SignalStore, _ count: Int = 4) -> [Int?] {
    (0..<count).reversed().map { age in
      let column = store.historyColumn(signal, age: age)
      return column.hasValue ? column.last.rounded : nil
    }
  }

  @Test("P34 a history is filled from the start, with the least, the greatest and the last value of each column")
  func columns() throws {
    let store = try history()
    #expect(store.historyInterval(signal) == second && store.historyCapacity(signal) == 4)
    for (time, value) in [(10, 5), (12, 9), (14, 2), (21, 7), (35, 8)] {
      store.set(signal, to: Fixed64(value), at: Int64(time) * second / 10)
      store.advance(to: Int64(time) * second / 10)
    }
    #expect(values(store) == [nil, 2, 7, 8] && store.historyCount(signal) == 3)
    let first = store.historyColumn(signal, age: 2)
    #expect(first.lower == 2 && first.upper == 9 && first.last == 2)
    // The value before goes on at the beginning of a column.
    #expect(store.historyColumn(signal, age: 1).lower == 2 && store.historyColumn(signal, age: 1).upper == 7)
    #expect(!store.historyColumn(signal, age: 9).hasValue && !store.historyColumn(signal, age: -1).hasValue)
    #expect(!store.historyColumn(SignalIndex(7), age: 0).hasValue && store.historyCapacity(SignalIndex(7)) == 0)
  }

  @Test("P34 P32 where a signal is old there is a gap, and columns go on while nothing is heard")
  func gaps() throws {
    let store = try history()
    store.set(signal, to: 5, at: 0)
    store.advance(to: 0)
    // Nothing is woken for a column: the next call fills it.
    #expect(store.nextTime == 3 * second)
    store.advance(to: second * 5 / 2)
    #expect(values(store) == [nil, 5, 5, 5])
    for time in 3...6 { store.advance(to: Int64(time) * second) }
    // Fresh up to the third second, then old.
    #expect(values(store) == [nil, nil, nil, nil] && store.historyCount(signal) == 7)
    store.set(signal, to: 6, at: 7 * second)
    store.advance(to: 7 * second)
    #expect(values(store) == [nil, nil, nil, 6])
    // A long pause turns the ring once, whatever its length.
    store.set(signal, to: 6, at: 7 * second)
    store.advance(to: 1_000_000 * second)
    #expect(store.historyCount(signal) <= 16)
  }

  @Test("P34 P04 columns that ended while nothing was due are filled at the next call, as if each had been waited for")
  func retroactive() throws {
    var random = SplitMix(seed: 61)
    var (compared, gaps) = (0, 0)
    for _ in 0..<200 {
      let (lazy, eager) = (try history(columns: 8, seconds: 8), try history(columns: 8, seconds: 8))
      var time: Int64 = 0
      for _ in 0..<30 {
        let next = time + Int64.random(in: 1...(6 * second), using: &random)
        // The one is called when something is due, the other all the time.
        while let due = lazy.nextTime, due < next { lazy.advance(to: due) }
        while time < next {
          time = Swift.min(next, time + second / 7, eager.nextTime ?? .max)
          eager.advance(to: time)
        }
        let value = Fixed64(Int.random(in: 0...100, using: &random))
        for store in [lazy, eager] {
          store.set(signal, to: value, at: time)
          store.advance(to: time)
        }
        for age in 0..<Int(Swift.min(8, lazy.historyCount(signal))) {
          let column = lazy.historyColumn(signal, age: age)
          #expect(column == eager.historyColumn(signal, age: age))
          compared += 1
          if !column.hasValue { gaps += 1 }
        }
      }
    }
    #expect(compared > 10_000 && gaps > 1000)
  }

  @Test("P34 P32 a call that comes late, as of a process that was stopped, has a gap where the value was old meanwhile")
  func late() throws {
    for isHeardAgain in [false, true] {
      let store = try history(columns: 12, seconds: 12)
      store.set(signal, to: 5, at: 0)
      store.advance(to: 0)
      if isHeardAgain { store.set(signal, to: 7, at: 10 * second + second / 2) }
      store.advance(to: 10 * second + second / 2)
      #expect(values(store, 11) == [5, 5, 5, 5] + Array(repeating: nil, count: 6) + [isHeardAgain ? 7 : nil])
      #expect(store.reading(signal).quality == (isHeardAgain ? .fresh : .old) && store.hasNewReading(signal))
    }
  }

  @Test("P34 P32 what was told in time before a late call was never old")
  func lateButTold() throws {
    let store = try history(columns: 12, seconds: 12)
    store.set(signal, to: 5, at: 0)
    store.advance(to: 0)
    store.set(signal, to: 7, at: 2 * second)
    store.advance(to: 8 * second)
    #expect(values(store, 9).suffix(5) == [7, 7, nil, nil, nil])
    #expect(store.reading(signal) == Reading(7, .old))
  }

  @Test("P34 a trend that knows the count of its last frame finds just the columns that are new")
  func newColumns() throws {
    let store = try history(columns: 16, seconds: 16)
    var (drawn, known): ([Fixed64], Int64) = ([], 0)
    for step in 0..<100 {
      let time = Int64(step) * second / 3
      store.set(signal, to: Fixed64(step), at: time)
      store.advance(to: time)
      // Of the columns that have ended.
      let ended = store.historyCount(signal) - 1
      while known < ended {
        drawn.append(store.historyColumn(signal, age: Int(store.historyCount(signal) - 1 - known)).last)
        known += 1
      }
    }
    #expect(drawn == (0..<33).map { Fixed64($0 * 3 + 2) })
  }

  @Test("P34 a stretch of time is the least, greatest and last of the columns that it touches")
  func stretch() throws {
    let store = try history(columns: 4, seconds: 4)
    for (time, value) in [(0, 5), (1, 9), (2, 2), (3, 7), (4, 6)] {
      store.set(signal, to: Fixed64(value), at: Int64(time) * second)
      store.advance(to: Int64(time) * second)
    }
    // The oldest is gone.
    let all = store.history(of: signal, from: 0, to: 100 * second)
    #expect(all.lower == 2 && all.upper == 9 && all.last == 6 && all.hasValue)
    let two = store.history(of: signal, from: 2 * second, to: 4 * second)
    #expect(two.lower == 2 && two.upper == 7 && two.last == 7)
    #expect(!store.history(of: signal, from: 0, to: second).hasValue)
    #expect(!store.history(of: signal, from: 3 * second, to: 3 * second).hasValue)
    #expect(!store.history(of: .none, from: 0, to: second).hasValue)
  }

  @Test("P34 a short history beside a long one shows gaps and values that a long column has no room for")
  func severalLengths() throws {
    let both = try store {
      $0.histories = [
        HistoryDefinition(duration: 1000 * second, columns: 10), HistoryDefinition(duration: 10 * second, columns: 10),
      ]
      $0.stale = 2 * second
    }
    // Old from 42 to 45; values of 1 before it, 9 after.
    for time in Int64(0)...50 {
      if time < 41 || time >= 45 { both.set(signal, to: time < 41 ? 1 : 9, at: time * second) }
      both.advance(to: time * second)
    }
    func seen(_ from: Int64, _ to: Int64) -> [Int?] {
      (from..<to).map { time in
        let column = both.history(of: signal, from: time * second, to: (time + 1) * second)
        #expect(!column.hasValue || column.lower == column.upper || time < 41, "\(time)")
        return column.hasValue ? column.last.rounded : nil
      }
    }
    #expect(seen(41, 51) == [1, nil, nil, nil, 9, 9, 9, 9, 9, 9])
    // Further back than the short one: all that the long column has.
    let long = both.history(of: signal, from: 30 * second, to: 31 * second)
    #expect(long.lower == 1 && long.upper == 9)
    #expect(both.historyInterval(signal) == 100 * second)
    // Another store takes both over, and a store with one of them that one.
    let other = try store { $0.histories = [HistoryDefinition(duration: 10 * second, columns: 10)] }
    other.take(signal, from: signal, of: both)
    #expect(other.history(of: signal, from: 45 * second, to: 46 * second).last == 9)
    #expect(!other.history(of: signal, from: 43 * second, to: 44 * second).hasValue)
  }

  @Test("P33 P34 of a signal that wraps a column has the arc that it swept the short way, over north too")
  func arcs() throws {
    let store = try store {
      $0.histories = [HistoryDefinition(duration: 4 * second, columns: 4)]
      $0.wraps = 360
    }
    func sweep(_ values: [Int], _ time: Int64) -> [Int] {
      // A column of its own, without the value before.
      store.clear(signal, at: time * second)
      store.advance(to: time * second)
      for value in values {
        store.set(signal, to: Fixed64(value), at: time * second)
        store.advance(to: time * second)
      }
      let column = store.historyColumn(signal, age: 0)
      return [column.lower.rounded, column.upper.rounded, column.last.rounded]
    }
    #expect(sweep([10, 20, 15], 2) == [10, 20, 15])
    #expect(sweep([350, 10], 4) == [350, 370, 10])
    #expect(sweep([10, 350], 6) == [350, 370, 350])
    #expect(sweep([10, 350, 340, 20, 5], 8) == [340, 380, 5])
    #expect(sweep([0, 100, 200, 300], 10) == [0, 300, 300])
    #expect(sweep([0, 100, 200, 300, 40], 12) == [0, 360, 40])
    #expect(sweep([0, 260, 160, 60, 320], 14) == [0, 360, 320])
    #expect(sweep([370], 16) == [10, 10, 10])
    // Two columns together.
    _ = sweep([350, 355], 20)
    store.set(signal, to: 5, at: 21 * second)
    store.advance(to: 21 * second)
    let both = store.history(of: signal, from: 20 * second, to: 22 * second)
    #expect([both.lower.rounded, both.upper.rounded, both.last.rounded] == [350, 365, 5])
  }

  @Test("P34 a history is taken over by another store only if it is divided in the same way")
  func takenOver() throws {
    let store = try history()
    for time in 0..<6 {
      store.set(signal, to: Fixed64(time), at: Int64(time) * second)
      store.advance(to: Int64(time) * second)
    }
    let (same, other) = (try history(), try history(columns: 8))
    for next in [same, other] { next.take(signal, from: signal, of: store) }
    #expect(values(same) == values(store) && same.historyCount(signal) == 6)
    #expect(values(other) == [nil, nil, nil, nil])
    same.advance(to: 5 * second)
    #expect(same.reading(signal) == Reading(5) && same.historyCount(signal) == 6)
  }
}
