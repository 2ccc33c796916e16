// row: P68
import PanelSignals
import Testing

@testable import PanelSources

private let engine: [UInt8: [UInt8]] = [
  0x04: [255], 0x05: [130], 0x0C: [0x1A, 0xF8], 0x0D: [50], 0x2F: [51], 0x42: [0x30, 0xD4], 0x5C: [140],
  0xA6: [0, 1, 0, 0],
]

@Suite struct OBDSessionTests {
  @Test("P68 masks are asked first, each where the one before announces it, and only values that an ECU has")
  func masks() {
    var bench = OBDBench(["EngineSpeed", "COOLANT_TEMP", "OIL_TEMP", "MAF", "Odometer"], [TestECU(0xE8, engine)])
    bench.run(3)
    #expect(bench.asked.prefix(6).map(\.text) == ["1.0", "1.20", "1.40", "1.60", "1.80", "1.a0"])
    #expect((0...4).map(bench.value) == ["1726", "90", "100", "failed", "6553.6"])
    #expect(!bench.asked.contains { $0.text == "1.10" } && bench.session.isAnswering)
    #expect(bench.session.requests.nextReport() == 3 && bench.session.requests.nextReport() == nil)
    #expect(bench.session.leftOut == 0)
    // Without addresses behind a mask the next one is not asked for.
    var few = OBDBench(["RPM"], [TestECU(0xE8, engine)])
    few.run(2)
    #expect(few.asked.filter { $0.text != "1.c" }.map(\.text) == ["1.0"] && few.value(0) == "1726")
  }

  @Test(
    "P68 a value of a mask that no ECU announces fails, and a mask that nobody tells leaves its values to be asked for")
  func masksThatAreMissing() {
    var ecu = TestECU(0xE8, [0x0C: [0, 4]])
    var bench = OBDBench(["RPM", "OIL_TEMP", "Odometer"], [ecu])
    bench.run(1)
    #expect((0...2).map(bench.value) == ["1", "failed", "failed"])
    ecu = TestECU(0xE8, engine)
    ecu.manners[0x120] = .silent
    bench = OBDBench(["RPM", "OIL_TEMP"], [ecu])
    bench.run(3)
    #expect(bench.value(0) == "1726" && bench.value(1) == "100")
    #expect(bench.asked.filter { $0.text == "1.20" }.count == 3)
  }

  @Test("P68 of several ECUs the first counts, and an address may name another")
  func severalECUs() {
    let ecus = [TestECU(0xEA, [0x0C: [0, 12]]), TestECU(0xE9, [0x0C: [0, 8]]), TestECU(0xE8, [0x0D: [3]])]
    var bench = OBDBench(["RPM", "RPM@7EA", "RPM@7E9", "RPM@7E8", "SPEED", "SPEED@7EA"], ecus)
    bench.run(3)
    #expect((0...5).map(bench.value) == ["2", "3", "2", "failed", "3", "failed"])
    var reports: [Int] = []
    while let report = bench.session.requests.nextReport() { reports.append(report) }
    #expect(reports == [3, 5])
    // The one that counts has gone: the other one takes its place.
    bench.ecus.remove(at: 1)
    bench.run(30)
    #expect(bench.value(0) == "3" && bench.value(4) == "3")
  }

  @Test("P68 ids of 29 bits")
  func extendedIDs() {
    var ecu = TestECU(0x10, engine)
    ecu.addMasks([2], mode: 9)
    ecu.values[0x902] = [2, 1] + Array("WVWZZZ1JZXW000001".utf8)
    var bench = OBDBench(["RPM", "VIN", "RPM@18DAF110"], [ecu, TestECU(0x18, [0x0C: [0, 8]])], isExtended: true)
    bench.run(3)
    #expect(bench.value(0) == "1726" && bench.value(2) == "1726" && bench.notes.text(1) == "WVWZZZ1JZXW000001")
    // Frames of 11 bits are none for it, and the other way round.
    let count = bench.notes.readings.count
    bench.session.take(busFrame(0x7E8, [4, 0x41, 0x0C, 0, 4, 0, 0, 0]).span, at: bench.time, &bench.notes)
    #expect(bench.notes.readings.count == count && bench.flowControls == [[0x30, 0, 0, 0, 0, 0, 0, 0]])
    #expect(OBDSession.filters(isExtended: true) == [0x98DA_F100_DFFF_FF00])
    #expect(OBDSession.filters(isExtended: false) == [0x7E8_C000_07F8])
  }

  @Test("P68 the vehicle's number over several frames, with flow control, and the codes of all ECUs as one text")
  func texts() {
    var first = TestECU(0xE8, engine)
    first.addMasks([2, 4], mode: 9)
    first.values[0x902] = [2, 1] + Array("WVWZZZ1JZXW000001".utf8)
    first.values[0x904] = [4, 1] + Array("CAL 12".utf8) + Array(repeating: 0, count: 10)
    first.values[0x300] = [4, 0x01, 0x33, 0xC3, 0x00, 0x41, 0x23, 0x01, 0x33]
    var second = TestECU(0xE9, engine)
    second.values[0x300] = [1, 0xBF, 0xFF]
    second.values[0x700] = [0]
    var bench = OBDBench(
      [
        "VIN", "CalibrationID", "codes", "code_count", "codes@7E9", "code_count@7E8", "pending_codes",
        "permanent_codes",
      ],
      [first, second])
    bench.run(12)
    #expect(bench.notes.text(0) == "WVWZZZ1JZXW000001" && bench.notes.text(1) == "CAL 12")
    #expect(bench.notes.text(2) == "P0133 U0300 C0123 B3FFF" && bench.value(3) == "4")
    #expect(bench.notes.text(4) == "B3FFF" && bench.value(5) == "3")
    #expect(bench.notes.text(6) == "" && bench.notes.count(7) == 0)
    #expect(bench.flowControls.allSatisfy { $0 == [0x30, 0, 0, 0, 0, 0, 0, 0] } && bench.session.leftOut == 0)
  }

  @Test(
    "P68 the most overdue value is first: intervals are kept, a slow bus slows all, and no request is nearer than 25 ms"
  )
  func schedule() {
    var bench = OBDBench(["RPM every 100ms", "SPEED every 500ms", "COOLANT_TEMP"], [TestECU(0xE8, engine)])
    bench.run(20.5)
    let counts = (0...2).map(bench.notes.count)
    #expect(
      counts[0] > 190 && counts[0] <= 205 && counts[1] >= 38 && counts[1] <= 42 && counts[2] >= 19 && counts[2] <= 21)
    // Eight values every 50 ms need more than the bus gives: all of them become slower by the same factor.
    let names = engine.keys.sorted().map { "01 " + ($0 < 16 ? "0" : "") + String($0, radix: 16) + "#7:8be every 50ms" }
    bench = OBDBench(names + ["RPM every 400ms"], [TestECU(0xE8, engine)])
    bench.run(20)
    let all = names.indices.map(bench.notes.count)
    #expect(all.min()! > 80 && all.max()! - all.min()! <= all.max()! / 10)
    for (former, next) in zip(bench.asked, bench.asked.dropFirst()) {
      if next.time - former.time < 25_000_000 { Issue.record("\(next.time - former.time)") }
    }
  }

  @Test("P68 a value that nobody sees is asked less often, and as often as before when it is seen again")
  func seen() {
    var bench = OBDBench(["RPM", "SPEED"], [TestECU(0xE8, engine)])
    bench.session.requests.setSeen { $0 == 0 }
    bench.run(40)
    let counts = (0...1).map(bench.notes.count)
    #expect(counts[0] >= 38 && counts[1] >= 9 && counts[1] <= 11)
    bench.session.requests.setSeen { _ in true }
    bench.run(40)
    #expect(bench.notes.count(1) >= counts[1] + 38)
  }

  @Test("P68 a refusal fails the value, is told once, and is tried again after 30 s")
  func refusal() {
    for reason in [0x11, 0x12, 0x31, 0x22] as [UInt8] {
      var ecu = TestECU(0xE8, engine)
      ecu.manners[0x10C] = .refuses([reason, reason])
      var bench = OBDBench(["RPM", "SPEED"], [ecu])
      bench.run(20)
      #expect(bench.value(0) == "failed" && bench.value(1) == "50" && bench.notes.count(0) == 1)
      #expect(bench.session.requests.nextReport() == 0)
      bench.run(50)
      #expect(bench.value(0) == "1726" && bench.session.requests.nextReport() == nil)
    }
  }

  @Test("P68 an ECU that is busy is asked again after 200 ms, and one that is always busy does not stop the others")
  func busy() {
    var ecu = TestECU(0xE8, engine)
    ecu.manners[0x10C] = .refuses([0x21, 0x21, 0x21])
    var bench = OBDBench(["RPM", "SPEED"], [ecu])
    bench.run(2.5)
    let times = bench.asked.filter { $0.text == "1.c" }.map(\.time)
    #expect(bench.value(0) == "1726" && bench.value(1) == "50" && times.count >= 4)
    #expect(times.count < 2 || (190_000_000...700_000_000).contains(times[1] - times[0]))
    ecu.manners[0x10C] = .refuses(Array(repeating: 0x21, count: 10_000))
    bench = OBDBench(["RPM", "SPEED"], [ecu])
    bench.run(60)
    #expect(bench.notes.count(1) >= 50 && bench.notes.count(0) == 0)
  }

  @Test("P68 \"response pending\" has 5 s, and an answer that never comes does not stop the others for good")
  func pending() {
    var ecu = TestECU(0xE8, engine)
    ecu.manners[0x10C] = .pending(4_500_000_000)
    var bench = OBDBench(["RPM"], [ecu])
    bench.run(7)
    let requests = bench.asked.filter { $0.text == "1.c" }.map(\.time)
    #expect(bench.value(0) == "1726" && requests.count == 2)
    // Nothing else was asked meanwhile, and the next request follows the answer.
    #expect(requests.count < 2 || (4_500_000_000...4_600_000_000).contains(requests[1] - requests[0]))
    ecu.manners[0x10C] = .pending(nil)
    bench = OBDBench(["RPM", "SPEED"], [ecu])
    bench.run(100)
    #expect(bench.notes.count(0) == 0 && bench.notes.count(1) >= 70)
    let times = bench.asked.filter { $0.text == "1.c" }.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 30_000_000_000 })
  }

  @Test("P68 a late answer is the value of its own PID, never of the one that is asked for then")
  func late() {
    var ecu = TestECU(0xE8, engine)
    ecu.manners[0x10C] = .late(400_000_000)
    var bench = OBDBench(["RPM", "SPEED", "COOLANT_TEMP"], [ecu])
    bench.run(10)
    #expect((0...2).map(bench.value) == ["1726", "50", "90"])
    #expect(bench.notes.readings.filter { $0.address == 1 }.allSatisfy { $0.reading.value == 50 })
    #expect(bench.notes.count(0) >= 8 && bench.notes.count(1) >= 8 && bench.session.isAnswering)
  }

  @Test("P68 an answer that comes twice is a value twice, and nothing else")
  func twice() {
    var ecu = TestECU(0xE8, engine)
    for key in ecu.values.keys { ecu.manners[key] = .twice }
    var bench = OBDBench(["RPM", "SPEED"], [ecu])
    bench.run(5)
    #expect(bench.value(0) == "1726" && bench.value(1) == "50" && bench.session.leftOut == 0)
  }

  @Test("P68 a car that sleeps is looked for every five seconds at most, and one that wakes up is found")
  func sleep() {
    var bench = OBDBench(["RPM", "MAF"], [])
    bench.run(60)
    let count = bench.asked.count
    #expect((10...16).contains(count) && bench.asked.allSatisfy { $0.text == "1.0" } && !bench.session.isAnswering)
    #expect(bench.notes.readings.isEmpty && bench.session.requests.unanswered > 0)
    bench.ecus = [TestECU(0xE8, engine)]
    bench.run(7)
    #expect(bench.value(0) == "1726" && bench.session.isAnswering && bench.value(1) == "failed")
    bench.ecus = []
    bench.run(30)
    #expect(!bench.session.isAnswering)
    bench.ecus = [TestECU(0xE8, engine)]
    let former = bench.notes.count(0)
    bench.run(7)
    #expect(bench.notes.count(0) > former)
    // A missing value is told to a person once.
    #expect(bench.session.requests.nextReport() == 1 && bench.session.requests.nextReport() == nil)
  }

  @Test("P68 a bus that takes no frames, and an interface that goes and comes back")
  func bus() {
    var bench = OBDBench(["RPM"], [TestECU(0xE8, engine)])
    bench.isTaking = false
    bench.run(5)
    #expect(bench.asked.isEmpty && !bench.session.isAnswering)
    bench.isTaking = true
    bench.run(6)
    #expect(bench.value(0) == "1726")
    bench.session.disconnected()
    #expect(bench.session.nextTime == .max && !bench.session.isAnswering)
    bench.session.connected(at: bench.time)
    let count = bench.notes.count(0)
    bench.run(1)
    #expect(bench.notes.count(0) > count)
  }

  @Test("P68 an answer that is too short is counted, and a damaged address is told nothing")
  func short() {
    var ecu = TestECU(0xE8, engine)
    ecu.values[0x10C] = [0x0C, 1]
    var bench = OBDBench(["RPM", "no such value", "SPEED"], [ecu])
    bench.run(2)
    #expect(bench.notes.count(0) == 0 && bench.notes.count(1) == 0 && bench.value(2) == "50")
    #expect(bench.session.leftOut > 0)
  }

  @Test("P68 50,000 random and damaged frames never trap, and the next good answer is read")
  func damage() {
    var generator = CANRandom(68)
    var ecu = TestECU(0xE8, engine)
    ecu.addMasks([2], mode: 9)
    ecu.values[0x902] = [2, 1] + Array("WVWZZZ1JZXW000001".utf8)
    ecu.values[0x300] = [2, 1, 0x33, 2, 0x34]
    var bench = OBDBench(["RPM", "VIN", "codes", "OIL_TEMP", "Odometer"], [ecu])
    bench.run(5)
    let good: [[UInt8]] = [
      [4, 0x41, 0x0C, 1, 2, 0, 0, 0], [0x10, 20, 0x49, 2, 1, 65, 66, 67], [0x21, 65, 66, 67, 68, 69, 70, 71],
      [0x22, 65, 66, 67, 68, 69, 70, 71], [3, 0x7F, 1, 0x78, 0, 0, 0, 0], [6, 0x41, 0, 255, 255, 255, 255, 0],
      [6, 0x43, 2, 1, 2, 3, 4, 0], [0x1F, 255, 0x43, 1, 1, 2, 3, 4],
    ]
    var outcomes: Set<String> = []
    for _ in 0..<50_000 {
      let id = UInt32.random(in: 0x7E0...0x7F0, using: &generator)
      var frame = busFrame(id, good[Int.random(in: good.indices, using: &generator)])
      if Bool.random(using: &generator) { frame = generator.damaged(frame) }
      let (values, leftOut) = (bench.session.values, bench.session.leftOut)
      bench.session.take(frame.span, at: bench.time, &bench.notes)
      bench.session.advance(to: bench.time, &bench.notes)
      bench.session.consume()
      bench.time += Int64.random(in: 0...30_000_000, using: &generator)
      if bench.session.values > values { outcomes.insert("value") }
      if bench.session.leftOut > leftOut { outcomes.insert("left out") }
      bench.notes.readings.removeAll(keepingCapacity: true)
      bench.notes.texts.removeAll(keepingCapacity: true)
    }
    #expect(outcomes == ["value", "left out"])
    bench.session.connected(at: bench.time)
    bench.coming = []
    bench.run(5)
    #expect(
      bench.value(0) == "1726" && bench.notes.text(1) == "WVWZZZ1JZXW000001" && bench.notes.text(2) == "P0133 P0234")
  }

  @Test("P68 codes of a question that a lost bus cuts off are told to nobody")
  func codesThatAreCutOff() {
    var ecu = TestECU(0xE8, engine)
    ecu.values[0x300] = [2, 0x01, 0x33, 0x02, 0x34]
    var bench = OBDBench(["RPM", "codes"], [ecu])
    var steps = 0
    while !(bench.session.requests.question?.mode == 3 && bench.session.requests.codes.has(-1)), steps < 10_000 {
      bench.run(0.001)
      steps += 1
    }
    #expect(steps < 10_000 && bench.notes.texts.isEmpty)
    bench.coming = []
    bench.session.connected(at: bench.time)
    // Numbers are asked for first: their answers ended the question for codes.
    bench.run(3)
    #expect(!bench.notes.texts.isEmpty && bench.notes.texts.allSatisfy { $0.address == 1 && $0.text == "P0133 P0234" })
    #expect(bench.value(0) == "1726")
  }
}
