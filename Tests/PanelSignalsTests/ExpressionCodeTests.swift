import PanelSignals
import TestSupport
import Testing

@Suite struct ExpressionCodeTests {
  private func definitions(_ range: ExpressionRange, count: Int = 3) -> [SignalDefinition] {
    var definitions = Array(repeating: SignalDefinition(), count: count)
    definitions[count - 1].sourceCount = 0
    definitions[count - 1].expression = range
    return definitions
  }

  private func refusal(_ code: [Instruction], _ range: ExpressionRange? = nil) -> ExpressionCode.Refusal.Reason? {
    do throws(ExpressionCode.Refusal) {
      _ = try ExpressionCode(
        code, constants: [1], definitions(range ?? ExpressionRange(first: 0, count: code.count)))
      return nil
    } catch { return error.reason }
  }

  @Test("P24 P03 code that leaves its stack, its range, or names what is not there is refused")
  func refused() {
    #expect(refusal([Instruction(.constant, 0)]) == nil)
    #expect(refusal([]) == .range)
    #expect(refusal([Instruction(.constant, 0)], ExpressionRange(first: 0, count: 2)) == .range)
    #expect(refusal([Instruction(.constant, 0)], ExpressionRange(first: -1, count: 1)) == .range)
    #expect(refusal([Instruction(.constant, 0)], ExpressionRange(first: .max, count: .max)) == .range)
    #expect(refusal([Instruction(.constant, 1)]) == .operand)
    #expect(refusal([Instruction(.signal, 3)]) == .operand)
    #expect(refusal([Instruction(.signal, -1)]) == .operand)
    #expect(refusal([Instruction(.add)]) == .underflow)
    #expect(refusal([Instruction(.constant, 0), Instruction(.constant, 0)]) == .result)
    #expect(refusal(Array(repeating: Instruction(.constant, 0), count: 17)) == .overflow)
    #expect(refusal([Instruction(.constant, 0), Instruction(.bit, 31)]) == .operand)
    #expect(refusal([Instruction(.constant, 0), Instruction(.not, 1)]) == .operand)
  }

  @Test("P24 signals that need each other are refused; those that need what comes later are computed after it")
  func order() throws {
    var definitions = Array(repeating: SignalDefinition(), count: 3)
    for index in 0..<2 { definitions[index].sourceCount = 0 }
    // 0 = 1 + 1, 1 = 2 · 2.
    definitions[0].expression = ExpressionRange(first: 0, count: 3)
    definitions[1].expression = ExpressionRange(first: 3, count: 3)
    let code = [
      Instruction(.signal, 1), Instruction(.signal, 1), Instruction(.add),
      Instruction(.signal, 2), Instruction(.signal, 2), Instruction(.multiply),
    ]
    let store = SignalStore(definitions, try ExpressionCode(code, constants: [], definitions))
    store.set(SignalIndex(2), to: 3, at: 0)
    store.advance(to: 0)
    #expect(store.reading(SignalIndex(0)) == Reading(18))
    var circle = code
    circle[3] = Instruction(.signal, 0)
    #expect(throws: ExpressionCode.Refusal.self) { try ExpressionCode(circle, constants: [], definitions) }
    circle[3] = Instruction(.age, 1)
    #expect(throws: ExpressionCode.Refusal.self) { try ExpressionCode(circle, constants: [], definitions) }
  }

  @Test("P03 P24 whatever code passes the check runs without a trap, at the ends of the numbers too")
  func random() {
    var random = SplitMix(seed: 4)
    let values: [Fixed64] = [.min, .max, .zero, .one, -1, Fixed64(rawValue: 1), Fixed64(rawValue: -1), 31, 1_000_000]
    var (passed, evaluated) = (0, 0)
    for _ in 0..<60_000 {
      let count = Int.random(in: 1...9, using: &random)
      let code = (0..<count).map { _ in
        Instruction(
          Instruction.Operation.allCases.randomElement(using: &random) ?? .add,
          Int32.random(in: -1...3, using: &random))
      }
      let definitions = definitions(ExpressionRange(first: 0, count: count))
      guard let checked = try? ExpressionCode(code, constants: values, definitions) else { continue }
      passed += 1
      let store = SignalStore(definitions, checked)
      for value in values {
        store.set(SignalIndex(0), to: value, at: 0)
        store.set(SignalIndex(1), to: values.randomElement(using: &random) ?? 0, at: 0)
        store.advance(to: 0)
        if store.reading(SignalIndex(2)).quality == .fresh { evaluated += 1 }
      }
    }
    #expect(passed > 300 && evaluated > 1000)
  }
}
