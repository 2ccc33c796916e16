import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelSources

/// Which registers are read together, and what is doubtful about them.
@Suite struct ModbusPlanTests {
  private func requests(_ addresses: [String], _ set: (inout ModbusOptions) -> Void = { _ in }) -> [String] {
    var bench = ModbusBench(addresses, set)
    bench.connect()
    bench.run(500)
    return bench.takenRequests()
  }

  // row: P6A
  @Test("P6A neighbouring registers are one request; a gap is read up to its limit")
  func gaps() {
    #expect(requests(["holding 10", "holding 11 u32", "holding 0"]) == ["1 3 0 13"])
    #expect(requests(["holding 0", "holding 17"]) == ["1 3 0 18"])
    #expect(requests(["holding 0", "holding 18"]) == ["1 3 0 1", "1 3 18 1"])
    #expect(requests(["holding 0", "holding 2"]) { $0.gap = 0 } == ["1 3 0 1", "1 3 2 1"])
    #expect(requests(["holding 0", "holding 1"]) { $0.gap = 0 } == ["1 3 0 2"])
    #expect(requests(["coil 0", "coil 257", "discrete 1"]) == ["1 1 0 258", "1 2 1 1"])
    #expect(requests(["coil 0", "coil 258"]) == ["1 1 0 1", "1 1 258 1"])
    #expect(
      requests(["holding 0", "input 0", "unit 2 holding 1", "coil 0"]) == ["1 1 0 1", "1 3 0 1", "1 4 0 1", "2 3 1 1"])
    // A value within another one, and the same address twice.
    #expect(requests(["holding 0 u64", "holding 1", "holding 1", "holding 4"]) == ["1 3 0 5"])
  }

  @Test("P6A a request has 125 registers or 2000 bits at most, or as many as the device takes")
  func limits() {
    let many = (0..<300).map { "holding \($0)" }
    #expect(requests(many) == ["1 3 0 125", "1 3 125 125", "1 3 250 50"])
    #expect(requests(many) { $0.most = 20 }.count == 15)
    #expect(requests(["holding 0 u32", "holding 2 u32", "holding 4"]) { $0.most = 3 } == ["1 3 0 2", "1 3 2 3"])
    #expect(requests((0..<12).map { "coil \($0 * 200)" }) == ["1 1 0 1801", "1 1 2000 201"])
    #expect(requests(["coil 0", "coil 250", "coil 310"]) { $0.most = 16 } == ["1 1 0 251", "1 1 310 1"])
    // A long text is one request, whatever the limit is.
    #expect(requests(["holding 0 text 60"]) { $0.most = 20 } == ["1 3 0 30"])
    // Limits of a damaged file.
    #expect(requests(["holding 0", "holding 1"]) { ($0.most, $0.gap) = (0, -5) } == ["1 3 0 1", "1 3 1 1"])
    #expect(requests(many) { ($0.most, $0.gap) = (1000, 1000) }.count == 3)
  }

  @Test("P6A each address is read at its own pace")
  func rates() {
    var bench = ModbusBench(["holding 0", "holding 1 every 5s", "holding 2 every 250ms", "holding 3"]) {
      $0.interval = 1_000_000_000
    }
    bench.connect()
    bench.run(9_999)
    let counts = Dictionary(bench.takenRequests().map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts == ["1 3 0 4": 10, "1 3 1 1": 2, "1 3 2 1": 40])
  }

  @Test("P6A a bus that is slower than its readings leaves readings out, and none of the addresses waits for ever")
  func slow() {
    var bench = ModbusBench(["unit 1 holding 0", "unit 2 holding 0", "unit 3 holding 0"], framing: .rtu) {
      ($0.interval, $0.characterTime) = (10_000_000, 1_000_000)
    }
    bench.connect()
    bench.run(10_000)
    let counts = Dictionary(bench.takenRequests().map { ($0, 1) }, uniquingKeysWith: +)
    #expect(
      counts.count == 3 && counts.values.allSatisfy { abs($0 - counts.values.max()!) <= 1 }
        && counts.values.max()! > 100)
  }

  @Test("P6A an address that is none is told nothing, and the others are read")
  func damaged() {
    let plan = ModbusPlan(ModbusOptions(), [nil, modbusField("holding 5"), nil, modbusField("holding 4")])
    var bench = ModbusBench([])
    bench.session = ModbusSession(plan, [nil])
    bench.connect()
    bench.run(10)
    #expect(bench.takenRequests() == ["1 3 4 2"])
    #expect(bench.notes.last == [1: "5", 3: "4"])
    let request = CommandRequest(.init(command: 1, sending: 1), .address(0, source: 0), 1)
    #expect(bench.session.write(request, to: 0) == .refused(.invalid))
    #expect(
      bench.session.write(request, to: 1) == .refused(.invalid)
        && bench.session.write(request, to: -1) == .refused(.invalid))
  }

  // MARK: Warnings

  private func warnings(_ addresses: [String], _ set: (inout ModbusOptions) -> Void = { _ in }) -> ModbusWarnings {
    var options = ModbusOptions()
    set(&options)
    return ModbusWarnings(addresses.map { modbusField($0)?.text ?? "" }, options)
  }

  @Test("P6A values of 32 bits that share a register are doubtful; a register within a longer value is not")
  func overlaps() {
    let found = warnings(["holding 0 u32", "holding 1 f32", "holding 3 u32", "holding 3"]).overlaps
    #expect(found.map(\.places) == [[0, 1]])
    #expect(found.first?.sentence.contains("holding 0 and holding 1 share register 1") == true)
    #expect(
      warnings(["holding 0 u32", "input 1 u32", "unit 2 holding 1 u32", "holding 0 f32", "coil 1"]).overlaps.isEmpty)
    #expect(warnings(["holding 0 u32", "unit 1 holding 1 u32", "x"]).overlaps.count == 1)
  }

  @Test("P6A a printed number behind a table's word is doubtful, and a value longer than a request may be")
  func doubts() {
    #expect(
      warnings(["holding 40001", "input 30005", "holding 30005", "40001", "holding 40000"]).printedNumbers.map(\.places)
        == [[0], [1]])
    #expect(warnings(["holding 40069"]) { $0.isSunSpec = true }.printedNumbers.isEmpty)
    #expect(warnings(["holding 0 text 60", "holding 0 u32", "coil 1"]) { $0.most = 20 }.tooLong.map(\.places) == [[0]])
  }

  @Test("P6A the load of a serial line is that of all requests and answers with their silences")
  func load() {
    // 8 bytes, 5 and 2 back: 15 characters of 1/960 s, 3.5 silent ones twice, and 5 ms: 27.9 ms of a second.
    let one = ModbusPlan(ModbusOptions(), [modbusField("holding 0")])
    #expect(one.lineLoad(baud: 9600, bitCount: 10) == 27)
    // Twice as often, twice the load; faster, less.
    let fast = ModbusPlan(ModbusOptions(), [modbusField("holding 0 every 100ms")])
    #expect((270...280).contains(fast.lineLoad(baud: 9600, bitCount: 10)))
    #expect(fast.lineLoad(baud: 115_200, bitCount: 10) < 110 && fast.lineLoad(baud: 9600, bitCount: 11) > 290)
    let many = (0..<40).map { "unit \($0) holding 0 text 100" }
    let load = warnings(many).lineLoad(baud: 9600, bitCount: 10)
    #expect(load?.sentence.hasPrefix("the readings take 5") == true)
    #expect(warnings(many) { $0.interval = 10_000_000_000 }.lineLoad(baud: 9600, bitCount: 10) == nil)
    #expect(one.lineLoad(baud: 0, bitCount: 10) > 1000)
  }
}
