import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelSources

/// Damaged answers, damaged files and floods.
@Suite struct ModbusDamageTests {
  private static let addresses = [
    "holding 0 f64", "holding 4 text 30", "holding 30 bcd32 *0.1", "holding 200 u32", "input 3 s16 sunspec", "coil 3",
    "coil 80",
    "discrete 4", "unit 2 holding 0 u64 *1e-9", "unit 2 input 9 bits 3..9", "unit 7 holding 1 every 50ms",
  ]

  // row: P6A
  @Test(
    "P6A damaged answers never trap and take no memory, and right ones are read behind them",
    arguments: [ModbusFraming.tcp, .rtu])
  func damage(framing: ModbusFraming) {
    var random = CANRandom(framing == .tcp ? 1 : 2)
    var bench = ModbusBench(Self.addresses, outputs: ["coil 3", "holding 200 u32"], framing: framing)
    bench.connect()
    let (room, blocks) = (bench.session.bytes.capacity, bench.session.blocks.capacity)
    var (damaged, failures, exceptions, repeats) = (0, 0, 0, 0)
    while damaged < 20_000 {
      if let request = bench.taken() {
        if Int.random(in: 0..<40, using: &random) == 0 {
          bench.exceptions = [1: UInt8.random(in: 0...12, using: &random)]
        }
        let answer = bench.answer(to: request) ?? []
        if !bench.exceptions.isEmpty { exceptions += 1 }
        bench.exceptions = [:]
        if Int.random(in: 0..<4, using: &random) == 0 {
          bench.take(answer)
        } else {
          damaged += 1
          let bytes = random.damaged(answer)
          let cut = Int.random(in: 0...bytes.count, using: &random)
          bench.take(Array(bytes.prefix(cut)))
          bench.take(Array(bytes.dropFirst(cut)))
          if Int.random(in: 0..<8, using: &random) == 0 { bench.take(random.damaged(answer)) }
        }
      } else {
        if bench.session.repeats > 0 { repeats += 1 }
        bench.now = max(bench.now + 1, min(bench.now + 40_000, bench.session.nextTime / 1_000_000 + 1))
        if Int.random(in: 0..<20, using: &random) == 0 {
          let request = CommandRequest(.init(command: 1, sending: 1), .address(0, source: 0), 1)
          _ = bench.session.write(request, to: Int.random(in: 0...2, using: &random))
        }
        bench.session.advance(to: bench.time)
      }
      while bench.session.nextAnswer() != nil {}
      while bench.session.nextComplaint() != nil {}
      if bench.session.failure != nil || !bench.session.isOpen {
        failures += 1
        bench.connect()
      }
    }
    #expect(bench.session.bytes.capacity == room && bench.session.blocks.capacity == blocks)
    #expect(bench.session.garbage > 1000 && exceptions > 100 && bench.session.values > 10_000)
    if framing == .tcp { #expect(failures > 100) } else { #expect(repeats > 100) }
    bench.connect()
    bench.notes = ModbusNotes()
    bench.run(1000)
    #expect(bench.notes.last.count == Self.addresses.count && bench.notes.last[4] == "3" && bench.notes.last[10] == "1")
  }

  @Test("P6A a wrong answer of RTU is never taken for a value: no checksum of 20,000 damaged ones fits")
  func checksums() {
    var random = CANRandom(3)
    var taken = 0
    for _ in 0..<20_000 {
      var bench = ModbusBench(["holding 0"], framing: .rtu)
      bench.connect()
      bench.now = 5
      bench.session.advance(to: bench.time)
      guard let request = bench.taken(), let answer = bench.answer(to: request) else { return }
      let bytes = random.damaged(answer)
      bench.take(bytes)
      if let value = bench.notes.last[0], value != "0" { taken += 1 }
    }
    #expect(taken == 0)
  }

  @Test("P6A random bytes and random times never trap", arguments: [ModbusFraming.tcp, .rtu])
  func noise(framing: ModbusFraming) {
    var random = CANRandom(4)
    var bench = ModbusBench(Self.addresses, framing: framing) { $0.characterTime = framing == .rtu ? 86_806 : 0 }
    for round in 0..<20_000 {
      if round % 100 == 0 || bench.session.failure != nil { bench.connect() }
      _ = bench.taken()
      bench.take((0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
      bench.now += Int64.random(in: 0...400, using: &random)
      bench.session.advance(to: bench.time)
    }
    // The end of time.
    bench.connect()
    bench.session.advance(to: .max)
    bench.session.advance(to: .max)
    #expect(bench.session.garbage > 0)
  }
}
