import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000

/// Signals 0 and 1 are heard, the last is an expression.
private func store(_ code: [Instruction], _ data: ExpressionData = ExpressionData()) throws -> SignalStore {
  var definitions = Array(repeating: SignalDefinition(), count: 3)
  definitions[2].expression = ExpressionRange(first: 0, count: code.count)
  return SignalStore(definitions, try ExpressionCode(code, data, definitions))
}

private let (a, b, c) = (SignalIndex(0), SignalIndex(1), SignalIndex(2))

@Suite struct ExpressionResultTests {
  private func result(_ operation: Instruction.Operation, _ inputs: Fixed64..., operand: Int32 = 0) throws -> Fixed64? {
    let code = inputs.indices.map { Instruction(.constant, Int32($0)) } + [Instruction(operation, operand)]
    let store = try store(code, ExpressionData(constants: inputs))
    store.advance(to: 0)
    let reading = store.reading(c)
    #expect(reading.quality == .fresh || reading == .none || reading == Reading(.zero, .failed))
    return reading.quality == .fresh ? reading.value : nil
  }

  @Test("P24 every operation has the result that its name says; what has none is no value")
  func operations() throws {
    let (half, third) = (Fixed64(1, over: 2), Fixed64(1, over: 3))
    #expect(try result(.add, 2, 3) == 5 && result(.subtract, 2, 3) == -1 && result(.multiply, 2, half) == 1)
    #expect(try result(.divide, 1, 3) == third && result(.divide, 1, 0) == nil && result(.negate, 4) == -4)
    #expect(try result(.modulo, 7, 3) == 1 && result(.modulo, -7, 3) == 2 && result(.modulo, 7, 0) == nil)
    #expect(try result(.below, 1, 2) == 1 && result(.below, 2, 2) == 0 && result(.atMost, 2, 2) == 1)
    #expect(try result(.atMost, 3, 2) == 0 && result(.above, 3, 2) == 1 && result(.above, 2, 2) == 0)
    #expect(try result(.atLeast, 2, 2) == 1 && result(.atLeast, 1, 2) == 0)
    #expect(try result(.equal, 2, 2) == 1 && result(.equal, 2, 3) == 0)
    #expect(try result(.unequal, 2, 2) == 0 && result(.unequal, 2, 3) == 1)
    #expect(try result(.and, half, -1) == 1 && result(.and, 1, 0) == 0 && result(.and, 0, 1) == 0)
    #expect(try result(.or, 0, half) == 1 && result(.or, -1, 0) == 1 && result(.or, 0, 0) == 0)
    #expect(try result(.not, 0) == 1 && result(.not, half) == 0)
    #expect(try result(.minimum, 2, -3) == -3 && result(.maximum, 2, -3) == 2 && result(.absolute, -3) == 3)
    #expect(try result(.clamp, 5, 0, 4) == 4 && result(.clamp, -5, 0, 4) == 0 && result(.clamp, 3, 0, 4) == 3)
    #expect(try result(.round, half) == 1 && result(.round, -half) == -1 && result(.floor, -half) == -1)
    #expect(try result(.squareRoot, 16) == 4 && result(.squareRoot, -1) == nil)
    #expect(try result(.choose, 1, 5, 6) == 5 && result(.choose, 0, 5, 6) == 6)
    #expect(
      try result(.bit, 5, operand: 0) == 1 && result(.bit, 5, operand: 1) == 0 && result(.bit, 5, operand: 2) == 1)
    #expect(try result(.bit, .max, operand: 30) == 1 && result(.bit, -1, operand: 30) == 1)
    #expect(try result(.round, .max) == 2_147_483_647 && result(.round, -2_147_483_647) == -2_147_483_647)
    let kilopascal = Int(UnitOfMeasure.index(named: Array("kPa".utf8).span) ?? 0)
    let code = UnitOfMeasure.conversionCode(from: kilopascal, to: kilopascal - 3)
    #expect(try result(.convert, 7, operand: code) == 7000)
  }

  @Test("P24 P31 what is beyond the range of numbers has failed: no value at its end is shown for it")
  func beyond() throws {
    func quality(_ operation: Instruction.Operation, _ inputs: Fixed64...) throws -> Quality {
      let code = inputs.indices.map { Instruction(.constant, Int32($0)) } + [Instruction(operation)]
      let signals = try store(code, ExpressionData(constants: inputs))
      signals.advance(to: 0)
      return signals.reading(c).quality
    }
    let (large, tiny): (Fixed64, Fixed64) = (2_000_000_000, Fixed64(rawValue: 1))
    #expect(try quality(.add, large, large) == .failed && quality(.subtract, -large, large) == .failed)
    #expect(try quality(.multiply, large, 2) == .failed && quality(.multiply, -large, 2) == .failed)
    #expect(try quality(.divide, 1, tiny) == .failed && quality(.divide, -1, tiny) == .failed)
    #expect(try quality(.add, large, 1) == .fresh && quality(.divide, 1, 0) == .none)
    // What is made of it has failed too.
    let code = [
      Instruction(.constant, 0), Instruction(.constant, 0), Instruction(.add), Instruction(.constant, 0),
      Instruction(.minimum),
    ]
    let signals = try store(code, ExpressionData(constants: [large]))
    signals.advance(to: 0)
    #expect(signals.reading(c) == Reading(.zero, .failed))
  }

  @Test("P24 the largest of a group is a row of max")
  func group() throws {
    let names: [Fixed64] = [3, 9, -4, 7]
    let code =
      [Instruction(.constant, 0)]
      + (1..<4).flatMap { [Instruction(.constant, Int32($0)), Instruction(.maximum)] }
    let store = try store(code, ExpressionData(constants: names))
    store.advance(to: 0)
    #expect(store.reading(c) == Reading(9))
  }

  private func tables() -> ExpressionData {
    var data = ExpressionData()
    data.entries = [(-5, 1), (0, 2), (7, 3), (700, 10), (3200, 11), (3600, 12)].map {
      ValueTable.Entry(Fixed64($0.0), Fixed64($0.1))
    }
    data.tables = [
      ValueTable(.code, first: 0, count: 3, otherwise: 99), ValueTable(.code, first: 0, count: 3),
      ValueTable(.band, first: 3, count: 3, otherwise: -1), ValueTable(.band, first: 6, count: 0),
    ]
    return data
  }

  @Test("P24 a table has a number for each code, another for the rest, or no value; zones are bands of a table")
  func map() throws {
    var found = 0
    for table in 0..<4 {
      let store = try store([Instruction(.signal, 0), Instruction(.map, Int32(table))], tables())
      for code in [-6, -5, -4, 0, 6, 7, 8, 699, 700, 3199, 3200, 3600, 2_000_000] {
        store.set(a, to: Fixed64(code), at: 0)
        store.advance(to: 0)
        let expected: Fixed64? =
          switch table {
          case 0: [-5: 1, 0: 2, 7: 3][code] ?? 99
          case 1: [-5: 1, 0: 2, 7: 3][code]
          case 2: code < 700 ? -1 : code < 3200 ? 10 : code < 3600 ? 11 : 12
          default: nil
          }
        #expect(store.reading(c) == (expected.map { Reading($0) } ?? .none), "\(table) \(code)")
        found += 1
      }
      // A code between two is neither.
      store.set(a, to: Fixed64(1, over: 2), at: 0)
      store.advance(to: 0)
      #expect(store.reading(c).quality == (table == 1 || table == 3 ? .none : .fresh))
      store.fail(a, at: 0)
      store.advance(to: 0)
      #expect(store.reading(c).quality == (table == 3 ? .none : .failed) || store.reading(c).quality >= .failed)
    }
    #expect(found == 52)
  }

  @Test(
    "P24 a captured value is kept when its trigger leaves 0, or by hand; not at the start, nor of what is old")
  func captured() throws {
    var data = ExpressionData()
    data.captures = [CaptureDefinition(a, trigger: b, initial: 0), CaptureDefinition(a)]
    // A trip: the counter less what it was.
    let store = try store([Instruction(.signal, 0), Instruction(.captured, 0), Instruction(.subtract)], data)
    func step(_ counter: Int, _ button: Int, _ time: Int64) -> Reading {
      store.set(a, to: Fixed64(counter), at: time)
      store.set(b, to: Fixed64(button), at: time)
      store.advance(to: time)
      return store.reading(c)
    }
    // Pressed from the start is not pressed.
    #expect(step(100, 1, 0) == Reading(100))
    #expect(step(110, 0, 1) == Reading(110) && step(120, 1, 2) == Reading(0) && step(125, 1, 3) == Reading(5))
    #expect(step(130, 0, 4) == Reading(10) && store.captured(0) == Reading(120))
    store.capture(0)
    store.advance(to: 5)
    #expect(store.reading(c) == Reading(0) && store.hasChanged(c))
    store.fail(a, at: 7)
    store.set(b, to: 1, at: 7)
    store.advance(to: 7)
    #expect(store.captured(0) == Reading(130) && store.reading(c).quality == .failed)
    store.capture(0)
    #expect(store.captured(0) == Reading(130))
    // The other has neither a trigger nor a beginning.
    #expect(store.captured(1) == .none && store.captured(2) == .none && store.captured(-1) == .none)
    _ = step(5, 0, 8)
    store.capture(1)
    store.capture(7)
    #expect(store.captured(1) == Reading(5))
  }

  @Test("P24 a captured value is taken when both the value and its trigger have been computed, whichever comes first")
  func capturedOrder() throws {
    for swapped in [false, true] {
      // 0 is heard; the value is 10 · (0), the trigger 0 above 5; 3 is what is captured.
      var definitions = Array(repeating: SignalDefinition(), count: 4)
      let (value, trigger) = swapped ? (2, 1) : (1, 2)
      definitions[value].expression = ExpressionRange(first: 0, count: 3)
      definitions[trigger].expression = ExpressionRange(first: 3, count: 3)
      definitions[3].expression = ExpressionRange(first: 6, count: 1)
      var data = ExpressionData(constants: [10, 5])
      data.captures = [CaptureDefinition(SignalIndex(value), trigger: SignalIndex(trigger))]
      let code = [
        Instruction(.signal, 0), Instruction(.constant, 0), Instruction(.multiply), Instruction(.signal, 0),
        Instruction(.constant, 1), Instruction(.above), Instruction(.captured, 0),
      ]
      let store = SignalStore(definitions, try ExpressionCode(code, data, definitions))
      for (time, number) in [1, 2, 6, 7, 1].enumerated() {
        store.set(a, to: Fixed64(number), at: Int64(time))
        store.advance(to: Int64(time))
        #expect(store.reading(SignalIndex(3)) == (number < 6 && time < 2 ? .none : Reading(60)))
      }
    }
  }

  @Test("P31 an expression without a value is the same whatever it was made of, so that it does not seem to change")
  func noValue() throws {
    let store = try store([Instruction(.signal, 0), Instruction(.signal, 1), Instruction(.add)])
    store.fail(b, at: 0)
    var changes = 0
    for time in 0..<10 {
      store.set(a, to: Fixed64(time), at: Int64(time))
      store.advance(to: Int64(time))
      if store.hasChanged(c) { changes += 1 }
      #expect(store.reading(c) == Reading(.zero, .failed))
    }
    #expect(changes == 1)
  }

  @Test("P24 P04 an age is due when its seconds change, and no more once it has ended or nobody asks")
  func ages() throws {
    let store = try store([Instruction(.age, 0)])
    store.advance(to: 0)
    #expect(store.reading(c) == Reading(1_000_000) && store.nextTime == nil)
    store.set(a, to: 1, at: second / 4)
    store.advance(to: second / 2)
    #expect(store.reading(c) == Reading(0) && store.nextTime == second * 5 / 4)
    store.advance(to: second * 5 / 4)
    #expect(store.reading(c) == Reading(1) && store.nextTime == second * 9 / 4 && store.hasChanged(c))
    store.advance(to: 2_000_000 * second)
    #expect(store.reading(c) == Reading(1_000_000) && store.nextTime == nil)
  }
}
