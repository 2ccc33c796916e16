import PanelSignals
import TestSupport
import Testing

/// Ends of the numbers, and what lies near a border of something.
private let ends: [Fixed64] = [
  .min, .max, .zero, .one, -1, Fixed64(rawValue: 1), Fixed64(rawValue: -1), Fixed64(rawValue: .max - 1), 31, 360,
  1_000_000, Fixed64(rawValue: 1 << 31), Fixed64(rawValue: -(1 << 31)), Fixed64(2_147_483_647),
]

private struct Fuzz {
  var random: SplitMix
  let signalCount = 5

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func value() -> Fixed64 {
    number(0...1) == 0 ? ends[number(0...ends.count - 1)] : Fixed64(rawValue: Int64(truncatingIfNeeded: random.next()))
  }

  /// Bytes as a file has them: mostly in range, sometimes anything at all.
  private mutating func operand(_ count: Int) -> Int32 {
    switch number(0...40) {
    case 0: Int32(truncatingIfNeeded: random.next())
    case 1: Int32(number(-1...40))
    default: Int32(number(0...Swift.max(0, count - 1)))
    }
  }

  mutating func data() -> ExpressionData {
    var data = ExpressionData(constants: (0..<number(0...6)).map { _ in value() })
    data.entries = (0..<number(0...6)).map { _ in ValueTable.Entry(value(), value()) }
    if number(0...9) > 0 { data.entries.sort { $0.key < $1.key } }
    for _ in 0..<number(0...2) {
      let first = number(0...40) == 0 ? number(-2...7) : number(0...data.entries.count)
      let count = number(0...40) == 0 ? number(-1...9) : number(0...data.entries.count) - first
      data.tables.append(
        ValueTable(
          number(0...1) == 0 ? .code : .band, first: first, count: Swift.max(-1, count),
          otherwise: number(0...1) == 0 ? nil : value()))
    }
    for _ in 0..<number(0...2) {
      let duration = number(0...20) == 0 ? Int64(truncatingIfNeeded: random.next()) : Int64(number(1...5_000_000_000))
      data.windows.append(
        WindowDefinition(
          SignalIndex(number(0...40) == 0 ? 99 : number(0...1)), duration: duration,
          columns: number(0...20) == 0 ? number(-1...2000) : number(1...9)))
    }
    for _ in 0..<number(0...2) {
      data.captures.append(
        CaptureDefinition(
          SignalIndex(number(0...40) == 0 ? -7 : number(0...2)), trigger: SignalIndex(number(-1...2)),
          initial: number(0...1) == 0 ? nil : value()))
    }
    for _ in 0..<number(0...3) {
      data.textFunctions.append(
        TextFunction(
          TextFunction.Kind(rawValue: number(0...4)) ?? .join, count: number(0...40) == 0 ? .min : number(-1...5),
          separator: number(0...20) == 0 ? .max : number(-1...9)))
    }
    return data
  }

  /// Mostly operations for which there are values; sometimes any.
  mutating func code(_ count: Int, _ data: ExpressionData) -> [Instruction] {
    var (code, depth) = ([Instruction](), 0)
    while code.count < count {
      guard let operation = Instruction.Operation(rawValue: UInt8(number(0...52))) else { continue }
      let isWild = number(0...60) == 0
      let left = count - code.count
      if !isWild && (operation.inputs > depth || depth > left * 2 || (left <= depth && operation.inputs == 0)) {
        continue
      }
      depth += 1 - operation.inputs
      let room =
        switch operation {
        case .constant: data.constants.count
        case .map: data.tables.count
        case .captured: data.captures.count
        case .bit: 31
        case .convert: 0
        default:
          operation.namesSignal
            ? signalCount
            : operation.namesWindow
              ? data.windows.count : operation.namesTextFunction ? data.textFunctions.count : 0
        }
      var operand = operand(room)
      if operation == .convert && !isWild {
        let unit = number(0...UnitOfMeasure.all.count - 1)
        let other = UnitOfMeasure.all.indices.first {
          UnitOfMeasure.all[$0].dimension == UnitOfMeasure.all[unit].dimension
        }
        operand = UnitOfMeasure.conversionCode(from: unit, to: other ?? unit)
      }
      code.append(Instruction(operation, operand))
    }
    return code
  }

  mutating func definitions(_ code: [Instruction]) -> [SignalDefinition] {
    (0..<signalCount).map { signal in
      var definition = SignalDefinition()
      definition.sourceCount = number(0...20) == 0 ? number(-5...300) : number(0...2)
      for duration in [\SignalDefinition.stale, \.attack, \.release] where number(0...2) == 0 {
        definition[keyPath: duration] = number(0...9) == 0 ? .max : Int64(truncatingIfNeeded: random.next() >> 30)
      }
      if number(0...3) == 0 { definition.wraps = value() }
      if number(0...2) == 0 { definition.textLength = number(-5...300) }
      if number(0...3) == 0 { definition.words = [(number(-1...9), value())] }
      if number(0...3) == 0 { definition.initial = value() }
      if number(0...3) == 0 {
        definition.histories = (0..<number(1...3)).map { _ in
          HistoryDefinition(duration: Int64(truncatingIfNeeded: random.next() >> 20), columns: number(-1...50))
        }
      }
      if signal < 2 { return definition }
      let first = number(0...code.count)
      definition.expression =
        number(0...30) == 0
        ? ExpressionRange(first: number(-3...code.count + 3), count: number(0...20))
        : ExpressionRange(first: 0, count: code.count)
      if number(0...9) == 0 { definition.expression = ExpressionRange(first: first, count: code.count - first) }
      if number(0...2) == 0 { definition.expression = nil }
      return definition
    }
  }

  /// Tells anything at any time, and looks at everything.
  mutating func run(_ store: SignalStore) -> Int {
    var (time, valued) = (Int64(0), 0)
    for _ in 0..<12 {
      let pause = random.next() >> UInt64(number(2...60))
      time = Int64(clamping: UInt64(time) + Swift.min(pause, 1 << 60))
      if time > 1 << 61 { time = 1 << 61 }
      for _ in 0..<number(0...4) {
        let (signal, source) = (SignalIndex(number(-1...signalCount)), number(-1...2))
        switch number(0...7) {
        case 6, 7:
          let bytes = (0..<number(0...9)).map { _ in number(0...2) == 0 ? UInt8(random.next() >> 56) : UInt8(97) }
          store.receive(signal, source: source, text: bytes.span, at: time)
        case 0: store.fail(signal, source: source, at: time)
        case 1: store.clear(signal, source: source, at: time)
        default:
          store.set(
            signal, source: source, to: value(),
            at: number(0...20) == 0 ? Int64(truncatingIfNeeded: random.next() >> 3) : time)
        }
      }
      store.require(value(), of: SignalIndex(number(-1...signalCount)))
      store.capture(number(-1...2))
      store.advance(to: time)
      if let next = store.nextTime, next < time { Issue.record("due before now: \(next) at \(time)") }
      for signal in -1...signalCount {
        let signal = SignalIndex(signal)
        if store.reading(signal).hasValue { valued += 1 }
        _ = store.text(of: store.reading(signal).value)
        _ = (store.followed(signal), store.hasChanged(signal), store.historyColumn(signal, age: number(-1...60)))
      }
    }
    return valued
  }
}

@Suite struct ExpressionFuzzTests {
  @Test(
    "P03 P24 whatever is in a file, the check refuses it or it runs at the ends of numbers and times without a trap")
  func fuzz() {
    var fuzz = Fuzz(random: SplitMix(seed: 41))
    var refused: [String: Int] = [:]
    var ran: [Instruction.Operation: Int] = [:]
    var (passed, valued) = (0, 0)
    let texts = KnownTexts(["", "a", "aa", "aaa", "b", "aaaa"])
    for _ in 0..<28_000 {
      let data = fuzz.data()
      let code = fuzz.code(Int.random(in: 0...9, using: &fuzz.random), data)
      let definitions = fuzz.definitions(code)
      do throws(ExpressionCode.Refusal) {
        let store = SignalStore(definitions, try ExpressionCode(code, data, definitions), texts: texts)
        valued += fuzz.run(store)
        passed += 1
        let ranges = definitions.compactMap(\.expression)
        for range in ranges {
          for step in code[range.first..<range.first + range.count] { ran[step.operation, default: 0] += 1 }
        }
      } catch {
        refused["\(error.reason)", default: 0] += 1
      }
    }
    // Each of the reasons to refuse and each of the operations came up.
    for reason in ["range", "operand", "underflow", "result", "cycle", "table", "window", "capture"] {
      #expect(refused[reason, default: 0] > 20, "\(reason): \(refused)")
    }
    for operation in Instruction.Operation.allCases { #expect(ran[operation, default: 0] > 20, "\(operation) \(ran)") }
    #expect(passed > 3000 && valued > 50_000, "\(passed) \(valued) \(refused)")
  }

  @Test("P03 P24 code that shares its instructions too often is refused before it takes the square of their number")
  func sharing() {
    let code = Array(repeating: Instruction(.not), count: 4095)
    let whole = [Instruction(.constant, 0)] + code
    var definition = SignalDefinition()
    definition.expression = ExpressionRange(first: 0, count: 4096)
    let data = ExpressionData(constants: [1])
    func refusal(_ definitions: [SignalDefinition], _ code: [Instruction]) -> ExpressionCode.Refusal? {
      do throws(ExpressionCode.Refusal) {
        try ExpressionCode.check(code, data, definitions)
        return nil
      } catch { return error }
    }
    #expect(refusal(Array(repeating: definition, count: 4), whole) == nil)
    #expect(refusal(Array(repeating: definition, count: 6), whole) == .init(.range, 0))
    definition.expression?.count = 4097
    #expect(refusal([definition], whole + [Instruction(.not)]) == .init(.range, 0))
    // The place says where.
    definition.expression = ExpressionRange(first: 1, count: 3)
    #expect(
      refusal([definition], [Instruction(.not), Instruction(.constant, 0), Instruction(.not), Instruction(.add)])
        == .init(.underflow, 3))
  }

  @Test(
    "P24 the order in which signals are computed is found once, each behind all that it needs, windows and triggers too"
  )
  func order() throws {
    var random = SplitMix(seed: 43)
    var cycles = 0
    for _ in 0..<2000 {
      let count = Int.random(in: 2...12, using: &random)
      var (code, data) = ([Instruction](), ExpressionData())
      var definitions = Array(repeating: SignalDefinition(), count: count)
      var needs = Array(repeating: Set<Int>(), count: count)
      for signal in 0..<count where Bool.random(using: &random) {
        let named = Int.random(in: 0..<count, using: &random)
        let other = Int.random(in: 0..<count, using: &random)
        needs[signal] = [named]
        switch Int.random(in: 0...3, using: &random) {
        case 0:
          data.windows.append(WindowDefinition(SignalIndex(named), duration: 1))
          code.append(Instruction(.average, Int32(data.windows.count - 1)))
        case 1:
          data.captures.append(CaptureDefinition(SignalIndex(named), trigger: SignalIndex(other)))
          code.append(Instruction(.captured, Int32(data.captures.count - 1)))
          needs[signal].insert(other)
        default: code.append(Instruction(Bool.random(using: &random) ? .isFresh : .signal, Int32(named)))
        }
        definitions[signal].expression = ExpressionRange(first: code.count - 1, count: 1)
      }
      // What needs itself, however far around.
      var reach = needs
      for _ in 0..<count {
        for signal in 0..<count { for other in reach[signal] { reach[signal].formUnion(needs[other]) } }
      }
      let hasCycle = (0..<count).contains { reach[$0].contains($0) }
      do throws(ExpressionCode.Refusal) {
        let order = try ExpressionCode.check(code, data, definitions)
        #expect(!hasCycle && Set(order).count == order.count)
        #expect(Set(order) == Set((0..<count).filter { definitions[$0].expression != nil }))
        for (place, signal) in order.enumerated() {
          for other in needs[signal] where definitions[other].expression != nil {
            #expect(order[..<place].contains(other))
          }
        }
      } catch {
        cycles += 1
        #expect(hasCycle && error.reason == .cycle && reach[error.place].contains { reach[$0].contains($0) })
      }
    }
    #expect(cycles > 200 && cycles < 1800)
  }
}
