import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000

/// A store with one signal.
private func store(_ change: (inout SignalDefinition) -> Void = { _ in }) throws -> SignalStore {
  var definition = SignalDefinition()
  change(&definition)
  return try store([definition])
}

private func store(
  _ definitions: [SignalDefinition], _ code: [Instruction] = [], _ constants: [Fixed64] = []
) throws -> SignalStore {
  SignalStore(definitions, try ExpressionCode(code, constants: constants, definitions))
}

private let signal = SignalIndex(0)

@Suite struct SignalStoreTests {
  @Test("P31 a signal is none, fresh, old after its time, failed when its source says so, and fresh again")
  func quality() throws {
    let store = try store { $0.stale = 2 * second }
    store.advance(to: 0)
    #expect(store.reading(signal).quality == .none && store.nextTime == nil)
    store.set(signal, to: 7, at: second)
    store.advance(to: second)
    #expect(store.reading(signal) == Reading(7) && store.hasChanged(signal))
    // Due when it will be old, and not before.
    #expect(store.nextTime == 3 * second)
    store.advance(to: 3 * second - 1)
    #expect(store.reading(signal).quality == .fresh && !store.hasChanged(signal))
    store.advance(to: 3 * second)
    #expect(store.reading(signal) == Reading(7, .old) && store.hasChanged(signal) && store.nextTime == nil)
    store.set(signal, to: 7, at: 4 * second)
    store.advance(to: 4 * second)
    #expect(store.reading(signal) == Reading(7) && store.hasChanged(signal))
    store.fail(signal, at: 5 * second)
    store.advance(to: 5 * second)
    #expect(store.reading(signal).quality == .failed && store.nextTime == nil)
    store.clear(signal, at: 6 * second)
    store.advance(to: 6 * second)
    #expect(store.reading(signal).quality == .none)
  }

  @Test("P31 a value that is heard again is not old at the time at which the one before would have been")
  func heardAgain() throws {
    let store = try store { $0.stale = 2 * second }
    for time in 0..<10 {
      store.set(signal, to: 1, at: Int64(time) * second)
      store.advance(to: Int64(time) * second)
      #expect(store.reading(signal).quality == .fresh)
    }
    #expect(store.nextTime == 11 * second)
  }

  @Test("P65 of several sources the first that is fresh counts, then the one that is least bad")
  func sources() throws {
    let store = try store {
      $0.sourceCount = 2
      $0.stale = second
    }
    store.set(signal, source: 1, to: 20, at: 0)
    store.advance(to: 0)
    #expect(store.reading(signal) == Reading(20))
    store.set(signal, source: 0, to: 10, at: second / 2)
    store.advance(to: second / 2)
    #expect(store.reading(signal) == Reading(10))
    // The first grows old while the second is still heard.
    store.set(signal, source: 1, to: 21, at: second)
    store.advance(to: second * 3 / 2)
    #expect(store.reading(signal) == Reading(21))
    store.fail(signal, source: 0, at: second * 2)
    store.advance(to: second * 3)
    #expect(store.reading(signal) == Reading(21, .old))
    store.set(signal, source: 2, to: 99, at: second * 3)
    store.set(SignalIndex(5), to: 99, at: second * 3)
    store.advance(to: second * 3)
    #expect(store.reading(signal).value != 99 && store.reading(SignalIndex(5)) == .none)
  }

  @Test(
    "P33 what is shown follows by elapsed time: any pattern of frames gives the same, within 2⁻²⁰ of the exact curve")
  func following() throws {
    var random = SplitMix(seed: 3)
    var moves = 0
    for _ in 0..<200 {
      let timeConstant = Int64.random(in: 1_000_000...5_000_000_000, using: &random)
      let store = try store {
        $0.attack = timeConstant
        $0.release = timeConstant
      }
      store.require(Fixed64(1, over: 1000), of: signal)
      let target = Fixed64(Int.random(in: -1000...1000, using: &random))
      store.set(signal, to: 5, at: 0)
      store.advance(to: 0)
      store.set(signal, to: target, at: 0)
      store.advance(to: 0)
      var time: Int64 = 0
      for _ in 0..<20 {
        time += Int64.random(in: 0...timeConstant / 2, using: &random)
        store.advance(to: time)
        let exact = exactFollowing(from: 5, to: target, time, timeConstant)
        let shown = Double(store.followed(signal).value.rawValue) / 4_294_967_296
        if store.nextTime != nil { moves += 1 }
        #expect(abs(shown - exact) <= 0.0011 + abs(exact) / 1_048_576)
      }
      // It ends exactly, and then nothing is due.
      store.advance(to: time + timeConstant * 40)
      #expect(store.followed(signal).value == target && store.nextTime == nil)
    }
    #expect(moves > 1000)
  }

  @Test("P33 a new target starts where the shown value is, without a jump, and a signal is not followed from nothing")
  func restart() throws {
    let store = try store {
      $0.attack = second
      $0.release = 2 * second
    }
    store.require(Fixed64(1, over: 4), of: signal)
    store.set(signal, to: 100, at: 0)
    store.advance(to: 0)
    #expect(store.followed(signal).value == 100 && store.nextTime == nil)
    store.set(signal, to: 200, at: 0)
    store.advance(to: 0)
    store.advance(to: second)
    let before = store.followed(signal).value
    #expect(before > 160 && before < 165)
    store.set(signal, to: 50, at: second)
    store.advance(to: second)
    #expect((store.followed(signal).value - before).magnitude < Fixed64(1, over: 1000))
    #expect(store.nextTime == second + store.frameInterval)
    // Going back takes the other constant: e^(−1/2) of the way is left after a second.
    store.advance(to: 2 * second)
    let exact = 50 + (Double(before.rawValue) / 4_294_967_296 - 50) * 0.606_530_66
    #expect(abs(Double(store.followed(signal).value.rawValue) / 4_294_967_296 - exact) < 0.01)
  }

  @Test("P33 a value that wraps takes the short way round")
  func wraps() throws {
    let store = try store {
      ($0.attack, $0.release, $0.wraps) = (second, second, 360)
    }
    store.set(signal, to: 350, at: 0)
    store.advance(to: 0)
    store.set(signal, to: 10, at: 0)
    store.advance(to: 0)
    for time in 1...20 {
      store.advance(to: Int64(time) * second / 4)
      let value = store.followed(signal).value
      #expect(value >= 350 || value <= 10)
    }
    store.advance(to: 60 * second)
    #expect(store.followed(signal).value == 10)
  }

  @Test("P31 P24 an expression is as bad as its worst input, unless it asks; division by zero is no value")
  func expressions() throws {
    // 0 and 1 are heard; 2 = 0 / 1; 3 = if(ok(0), 1, 2); 4 = age(0).
    var definitions = Array(repeating: SignalDefinition(), count: 5)
    definitions[0].stale = second
    for index in 2..<5 { definitions[index].sourceCount = 0 }
    definitions[2].expression = ExpressionRange(first: 0, count: 3)
    definitions[3].expression = ExpressionRange(first: 3, count: 4)
    definitions[4].expression = ExpressionRange(first: 7, count: 1)
    let store = try store(
      definitions,
      [
        Instruction(.signal, 0), Instruction(.signal, 1), Instruction(.divide),
        Instruction(.isFresh, 0), Instruction(.constant, 0), Instruction(.constant, 1), Instruction(.choose),
        Instruction(.age, 0),
      ], [1, 2])
    func reading(_ number: Int) -> Reading { store.reading(SignalIndex(number)) }
    store.advance(to: 0)
    #expect(reading(2).quality == .none && reading(3) == Reading(2) && reading(4) == Reading(1_000_000))
    store.set(SignalIndex(0), to: 6, at: 0)
    store.set(SignalIndex(1), to: 3, at: 0)
    store.advance(to: 0)
    #expect(reading(2) == Reading(2) && reading(3) == Reading(1) && reading(4) == Reading(0))
    store.advance(to: second)
    #expect(reading(2) == Reading(2, .old) && reading(3) == Reading(2) && reading(4) == Reading(1))
    store.set(SignalIndex(1), to: 0, at: second)
    store.advance(to: second)
    #expect(reading(2).quality == .none)
    // A divisor that has failed is no zero.
    store.fail(SignalIndex(1), at: second)
    store.advance(to: second)
    #expect(reading(2).quality == .failed)
  }
}

/// `target + (start − target) · e^(−t/τ)`, in the order of operations of a pocket calculator.
private func exactFollowing(from start: Double, to target: Fixed64, _ time: Int64, _ constant: Int64) -> Double {
  let goal = Double(target.rawValue) / 4_294_967_296
  let exponent = -Double(time) / Double(constant)
  // e^x by squaring a short series: exact to 10⁻¹².
  let small = exponent / 1024
  var (term, sum) = (1.0, 1.0)
  for n in 1...8 {
    term *= small / Double(n)
    sum += term
  }
  for _ in 0..<10 { sum *= sum }
  return goal + (start - goal) * sum
}
