import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000
private let signal = SignalIndex(0)

private func store(_ change: (inout SignalDefinition) -> Void) throws -> SignalStore {
  var definition = SignalDefinition()
  change(&definition)
  return SignalStore([definition], try ExpressionCode([], constants: [], [definition]))
}

@Suite struct ChangeTests {
  @Test("P33 P04 readings and followed values say apart whether they changed, so that only what changed is drawn")
  func apart() throws {
    let store = try store { ($0.attack, $0.release, $0.stale) = (second, second, 50 * second) }
    func changes(_ time: Int64) -> [Bool] {
      store.advance(to: time)
      return [
        store.hasNewReading(signal), store.hasNewFollowed(signal), store.hasChanged(signal), store.isFollowing(signal),
      ]
    }
    #expect(changes(0) == [false, false, false, false])
    store.set(signal, to: 10, at: 1)
    #expect(changes(1) == [true, true, true, false])
    store.set(signal, to: 10, at: 2)
    #expect(changes(2) == [false, false, false, false])
    // The reading is new at once, what is shown sets out.
    store.set(signal, to: 20, at: second)
    #expect(changes(second) == [true, false, true, true])
    #expect(changes(2 * second) == [false, true, true, true])
    #expect(changes(2 * second) == [false, false, false, true])
    #expect(changes(30 * second) == [false, true, true, false] && store.followed(signal) == Reading(20))
    #expect(changes(40 * second) == [false, false, false, false])
    // Old: both, as both show their quality.
    #expect(changes(51 * second) == [true, true, true, false])
    #expect(!store.hasChanged(SignalIndex(1)) && !store.hasNewReading(.none) && !store.hasNewFollowed(.none))
    #expect(!store.isFollowing(.none))
  }

  @Test("P33 P04 what is not there any more does not move, and nothing is due")
  func stopped() throws {
    let store = try store { ($0.attack, $0.release) = (second, second) }
    store.set(signal, to: 0, at: 0)
    store.advance(to: 0)
    store.set(signal, to: 100, at: 0)
    store.advance(to: second / 2)
    #expect(store.nextTime != nil)
    store.fail(signal, at: second / 2)
    store.advance(to: second / 2)
    #expect(store.nextTime == nil && store.followed(signal).quality == .failed && store.hasNewFollowed(signal))
    // Nor does it set out from where it was when it comes back.
    store.set(signal, to: 40, at: second)
    store.advance(to: second)
    #expect(store.followed(signal) == Reading(40) && store.nextTime == nil)
  }

  @Test("P33 P65 a source that takes over with a value heard long ago is followed from now on, without a jump")
  func takenOver() throws {
    let store = try store { ($0.attack, $0.release, $0.stale, $0.sourceCount) = (second, second, 10 * second, 2) }
    store.set(signal, source: 1, to: 100, at: 5 * second)
    store.set(signal, source: 0, to: 0, at: 0)
    store.advance(to: 5 * second)
    #expect(store.followed(signal) == Reading(0) && store.lastReceived(signal) == 0)
    // The first is old now; the second was heard five seconds ago.
    store.advance(to: 10 * second - 1)
    store.advance(to: 10 * second)
    #expect(store.reading(signal) == Reading(100) && store.lastReceived(signal) == 5 * second)
    #expect(store.followed(signal).value < 1)
    store.advance(to: 11 * second)
    let shown = Double(store.followed(signal).value.rawValue) / 4_294_967_296
    #expect(abs(shown - 63.212_056) < 0.001)
  }

  @Test("P65 P31 of several sources that are all old the one heard last counts, of several that are fresh the first")
  func sources() throws {
    let store = try store { ($0.stale, $0.sourceCount) = (second, 3) }
    for (source, time) in [(0, 1), (1, 3), (2, 2)] {
      store.set(signal, source: source, to: Fixed64(source), at: Int64(time) * second / 10)
    }
    store.advance(to: second / 2)
    #expect(store.reading(signal) == Reading(0) && store.lastReceived(signal) == second / 10)
    // They grow old one after the other, each at its own time.
    #expect(store.nextTime == second * 11 / 10)
    store.advance(to: second * 11 / 10)
    #expect(store.reading(signal) == Reading(1) && store.nextTime == second * 12 / 10)
    store.advance(to: second * 12 / 10)
    #expect(store.reading(signal) == Reading(1) && store.nextTime == second * 13 / 10)
    store.advance(to: second * 13 / 10)
    #expect(store.reading(signal) == Reading(1, .old) && store.nextTime == nil)
    // Failed is worse than old, none worse than failed.
    store.fail(signal, source: 1, at: 2 * second)
    store.advance(to: 2 * second)
    #expect(store.reading(signal) == Reading(2, .old))
    store.fail(signal, source: 0, at: 2 * second)
    store.clear(signal, source: 2, at: 2 * second)
    store.advance(to: 2 * second)
    #expect(store.reading(signal).quality == .failed)
    for source in 0..<3 { store.clear(signal, source: source, at: 3 * second) }
    store.advance(to: 3 * second)
    #expect(store.reading(signal) == .none)
    store.set(signal, source: 2, to: 7, at: 4 * second)
    store.advance(to: 4 * second)
    #expect(store.reading(signal) == Reading(7))
  }

  @Test("P33 a tolerance that is set replaces those that were asked for; the finest of these counts")
  func tolerance() throws {
    func end(_ change: (SignalStore) -> Void) throws -> Int64 {
      let store = try store { ($0.attack, $0.release) = (second, second) }
      change(store)
      store.set(signal, to: 0, at: 0)
      store.advance(to: 0)
      store.set(signal, to: 100, at: 0)
      store.advance(to: 0)
      var time: Int64 = 0
      while store.nextTime != nil {
        let before = store.followed(signal).value
        time += second / 100
        store.advance(to: time)
        #expect(store.followed(signal).value > before)
      }
      #expect(store.followed(signal) == Reading(100))
      return time / (second / 100)
    }
    // 100 · e^(−t) is 1 after 4.605 seconds, ¼ after 5.991, 2⁻¹⁰ after 11.537.
    #expect(try end { $0.setFollowTolerance(signal, 1) } == 461)
    #expect(
      try end {
        $0.require(1, of: signal); $0.require(Fixed64(1, over: 4), of: signal); $0.require(1, of: signal)
      } == 600)
    #expect(
      try end {
        $0.require(Fixed64(1, over: 4), of: signal); $0.setFollowTolerance(signal, 1)
      } == 461)
    #expect(
      try end {
        $0.require(1, of: signal); $0.setFollowTolerance(signal, 0); $0.require(-1, of: signal)
      } == 1154)
    #expect(
      try end {
        $0.setFollowTolerance(SignalIndex(3), 1); $0.require(1, of: .none)
      } == 1154)
  }

  @Test("P31 the last time of a computed signal is that of its oldest input, and none while one was never heard")
  func lastReceived() throws {
    var definitions = Array(repeating: SignalDefinition(), count: 4)
    definitions[2].initial = 5
    definitions[3].expression = ExpressionRange(first: 0, count: 5)
    let code = [
      Instruction(.signal, 0), Instruction(.signal, 1), Instruction(.add), Instruction(.signal, 2), Instruction(.add),
    ]
    let store = SignalStore(definitions, try ExpressionCode(code, constants: [], definitions))
    let sum = SignalIndex(3)
    store.set(signal, to: 1, at: 10)
    store.advance(to: 20)
    #expect(store.lastReceived(sum) == nil && store.reading(sum) == .none)
    store.set(SignalIndex(1), to: 2, at: 30)
    store.advance(to: 30)
    // A variable that nobody has set is as it is, and has no age.
    #expect(store.lastReceived(sum) == 10 && store.reading(sum) == Reading(8))
    store.set(signal, to: 1, at: 40)
    store.advance(to: 40)
    #expect(store.lastReceived(sum) == 30 && !store.hasChanged(sum))
  }

  @Test("P33 P03 durations and times at the ends of their range neither trap nor come to an early end")
  func ends() throws {
    let store = try store { ($0.stale, $0.attack, $0.release) = (.max, .max, .max) }
    store.set(signal, to: .min, at: .min)
    store.advance(to: .min)
    store.set(signal, to: .max, at: 5)
    store.advance(to: 5)
    store.advance(to: .max / 2)
    #expect(store.reading(signal) == Reading(.max) && store.isFollowing(signal))
    // Two minutes off is not forgotten: half of a time constant of 292 years has gone.
    #expect(store.followed(signal).value.magnitude < .max)
  }

  @Test("P33 what follows is within 2⁻²⁵ of the way of e^(−t/τ), for any time and time constant")
  func curve() throws {
    var random = SplitMix(seed: 51)
    for _ in 0..<3000 {
      let constant = Swift.max(
        1, Int64.random(in: 1...(.max / 64), using: &random) >> Int64.random(in: 0...55, using: &random))
      let time = Int64(clamping: Int128(constant) * Int128.random(in: 0...20_000, using: &random) / 1000)
      let store = try store { ($0.attack, $0.release) = (constant, constant) }
      store.setFollowTolerance(signal, Fixed64(rawValue: 1))
      store.set(signal, to: 0, at: 0)
      store.advance(to: 0)
      store.set(signal, to: 1, at: 0)
      store.advance(to: 0)
      store.advance(to: time)
      let exact = 1 - exponential(-Double(time) / Double(constant))
      let shown = Double(store.followed(signal).value.rawValue) / 4_294_967_296
      #expect(abs(shown - exact) <= 1 / 33_554_432, "\(time) \(constant)")
    }
  }
}

/// By squaring a short series, within 10⁻¹².
private func exponential(_ exponent: Double) -> Double {
  let small = exponent / 4096
  var (term, sum) = (1.0, 1.0)
  for n in 1...8 {
    term *= small / Double(n)
    sum += term
  }
  for _ in 0..<12 { sum *= sum }
  return sum
}
