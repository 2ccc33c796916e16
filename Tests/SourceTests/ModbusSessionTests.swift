import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelSources

/// The life of a session: requests, answers, exceptions and silence.
@Suite struct ModbusSessionTests {
  // row: P6A
  @Test("P6A a request of Modbus TCP has its number, its length and its unit, and the answer the same number")
  func tcp() {
    var bench = ModbusBench(["holding 107 u32", "holding 109"])
    bench.connect()
    // The example of the standard, section 6.3.
    #expect(bench.taken() == [0, 1, 0, 0, 0, 6, 1, 3, 0, 0x6B, 0, 3])
    bench.take([0, 1, 0, 0, 0, 9, 1, 3, 6, 0x00, 0x01, 0x00, 0x02, 0x00, 0x64])
    #expect(bench.told == ["65538", "100"] && bench.session.values == 2 && bench.session.isHeard)
    bench.now = 1000
    bench.session.advance(to: bench.time)
    #expect(bench.taken() == [0, 2, 0, 0, 0, 6, 1, 3, 0, 0x6B, 0, 3])
  }

  @Test("P6A a request of RTU has its checksum, and is sent when the line was silent for 3.5 characters")
  func rtu() {
    var bench = ModbusBench(["holding 0", "input 5"], framing: .rtu) { $0.characterTime = 1_000_000 }
    bench.connect()
    #expect(bench.taken() == nil && bench.session.nextTime == 3_500_000)
    bench.now = 4
    bench.session.advance(to: bench.time)
    // The usual example: 01 03 00 00 00 01 84 0A.
    #expect(bench.taken() == [1, 3, 0, 0, 0, 1, 0x84, 0x0A])
    bench.now = 30
    bench.take([1, 3, 2, 0, 7, 0xF9, 0x86])
    #expect(bench.told == ["7", "-"] && bench.taken() == nil && bench.session.nextTime == 33_500_000)
    bench.now = 34
    bench.session.advance(to: bench.time)
    #expect(bench.taken()?[1] == 4)
  }

  @Test("P6A the pause before each request is kept", arguments: [ModbusFraming.tcp, .rtu])
  func delay(framing: ModbusFraming) {
    var bench = ModbusBench(["holding 0 every 10ms"], framing: framing) { $0.delay = 250_000_000 }
    bench.connect()
    bench.run(1000)
    #expect((4...5).contains(bench.takenRequests().count))
  }

  @Test(
    "P6A an answer in two pieces at every byte, and byte by byte, is the same", arguments: [ModbusFraming.tcp, .rtu])
  func pieces(framing: ModbusFraming) {
    let addresses = ["holding 0 f32", "holding 2 text 6", "coil 3", "unit 2 input 4 s16"]
    func fresh() -> ModbusBench {
      var bench = ModbusBench(addresses, framing: framing)
      bench[.inputRegisters, 4, unit: 2] = 0xFFFB
      (bench[.holdingRegisters, 0], bench[.holdingRegisters, 1]) = (0x3F80, 0)
      for place in 2...4 { bench[.holdingRegisters, place] = 0x4142 }
      bench.connect()
      return bench
    }
    for cut in 0...16 {
      var bench = fresh()
      for _ in 0..<3 {
        bench.now += 50
        bench.session.advance(to: bench.time)
        guard let request = bench.taken(), let answer = bench.answer(to: request) else { continue }
        if cut == 16 {
          for byte in answer { bench.take([byte]) }
        } else {
          bench.take(Array(answer.prefix(cut)))
          bench.take(Array(answer.dropFirst(cut)))
        }
      }
      #expect(bench.told == ["1", "\"ABABAB\"", "1", "-5"] && bench.session.garbage == 0, "\(cut) \(bench.told)")
    }
  }

  // MARK: Late and strange answers

  @Test("P6A a late answer of Modbus TCP is never taken for another's")
  func lateTCP() {
    var bench = ModbusBench(["holding 0", "unit 2 holding 0"])
    bench.connect()
    guard let first = bench.taken() else { return }
    bench.now = 1000
    bench.session.advance(to: bench.time)
    guard let second = bench.taken() else { return }
    #expect(second[1] == 2 && second[6] == 2)
    // The answer to the first request, of the same length, and then the right one.
    bench.take(bench.frame([1, 3, 2, 0, 77], to: first))
    #expect(bench.told == ["-", "-"] && bench.session.garbage == 1 && bench.session.isWaiting)
    // The right number with another unit, another function, another length.
    for wrong in [
      [1, 3, 2, 0, 77], [2, 4, 2, 0, 77], [2, 3, 4, 0, 77, 0, 0], [2, 3, 2, 0], [2, 0x84, 2], [2, 0x83, 2, 2],
      [2, 0x83, 0],
    ]
      as [[UInt8]]
    {
      bench.take(bench.frame(wrong, to: second))
      #expect(bench.told == ["-", "-"] && bench.session.isWaiting, "\(wrong)")
    }
    bench.take(bench.frame([2, 3, 2, 0, 5], to: second))
    #expect(bench.told == ["-", "5"] && bench.session.garbage == 8)
  }

  @Test("P6A a late answer of Modbus TCP is not taken for the same request's that was sent again")
  func lateSame() {
    var bench = ModbusBench(["holding 0"])
    bench.connect()
    guard let first = bench.taken() else { return }
    bench.now = 1000
    bench.session.advance(to: bench.time)
    #expect(bench.taken() == nil)
    bench.now = 3000
    bench.session.advance(to: bench.time)
    guard let second = bench.taken() else { return }
    #expect(bench.body(second) == bench.body(first))
    bench.take(bench.frame([1, 3, 2, 0, 77], to: first))
    #expect(bench.told == ["-"] && bench.session.isWaiting && bench.session.garbage == 1)
    bench.take(bench.frame([1, 3, 2, 0, 5], to: second))
    #expect(bench.told == ["5"])
  }

  @Test("P6A to the units 0 and 255 of Modbus TCP a device answers by its own number")
  func anyUnit() {
    var bench = ModbusBench(["holding 0"]) { $0.unit = 255 }
    bench.connect()
    guard let request = bench.taken() else { return }
    bench.take(bench.frame([1, 3, 2, 0, 5], to: request))
    #expect(bench.told == ["5"])
  }

  @Test("P6A a late answer of RTU is drained: nothing is asked of its unit for another time as long")
  func lateRTU() {
    var bench = ModbusBench(["holding 0 every 100ms", "unit 2 holding 0"], framing: .rtu)
    bench.connect()
    bench.now = 5
    bench.session.advance(to: bench.time)
    guard let first = bench.taken() else { return }
    #expect(first[0] == 1)
    let late = bench.frame([1, 3, 2, 0, 77], to: first)
    bench.now = 1005
    bench.session.advance(to: bench.time)
    bench.now = 1010
    bench.session.advance(to: bench.time)
    // The other unit's turn. Its line has the late answer first, then its own.
    guard let second = bench.taken() else { return }
    #expect(second[0] == 2)
    bench.take(late)
    #expect(bench.told == ["-", "-"] && bench.session.isWaiting)
    bench.take(bench.frame([2, 3, 2, 0, 5], to: second))
    #expect(bench.told == ["-", "5"])
    bench.run(990)
    #expect(bench.requests.allSatisfy { $0.hasPrefix("2 ") })
    // Nobody waits for it either.
    bench.now = 2500
    bench.take(late)
    #expect(bench.told[0] == "-")
    bench.run(1000)
    #expect(bench.told == ["0", "0"])
  }

  @Test("P6A a damaged answer of RTU is asked for again when the line is silent, twice at most")
  func damagedRTU() {
    var bench = ModbusBench(["holding 0"], framing: .rtu)
    bench.connect()
    bench.now = 5
    bench.session.advance(to: bench.time)
    for round in 1...3 {
      guard let request = bench.taken() else { return #expect(Bool(false), "\(round)") }
      var answer = bench.frame([1, 3, 2, 0, 77], to: request)
      answer[4] ^= 1
      bench.now += 10
      bench.take(answer)
      #expect(bench.session.garbage == Int64(round) && bench.told == ["-"])
      #expect(bench.session.nextTime == bench.time + 20_000_000)
      bench.now += 20
      bench.session.advance(to: bench.time)
    }
    #expect(bench.taken() == nil && !bench.session.isWaiting)
    bench.run(3000)
    #expect(bench.told == ["0"])
  }

  @Test(
    "P6A noise before an answer of RTU does not hide it; a flood of it does, and the next answer is read",
    arguments: 1...4)
  func noise(count: Int) {
    var random = CANRandom(UInt64(count))
    for _ in 0..<200 {
      var bench = ModbusBench(["holding 0", "holding 9"], framing: .rtu)
      bench.connect()
      bench.now = 5
      bench.session.advance(to: bench.time)
      guard let request = bench.taken(), let answer = bench.answer(to: request) else { return }
      let noise = (0..<count).map { _ in
        [0, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
      }
      bench.take(noise + answer)
      // A first byte that is a unit's number makes a frame, as long as its third byte says.
      if bench.told != ["0", "9"] {
        #expect(bench.told == ["-", "-"])
        bench.run(4000)
      }
      #expect(bench.told == ["0", "9"])
    }
    var bench = ModbusBench(["holding 0"], framing: .rtu)
    bench.connect()
    bench.now = 5
    bench.session.advance(to: bench.time)
    guard let request = bench.taken(), let answer = bench.answer(to: request) else { return }
    bench.take([UInt8](repeating: 0xFF, count: 2000) + answer)
    #expect(bench.told == ["-"])
    bench.run(5000)
    #expect(bench.told == ["0"])
  }

  @Test("P6A bytes that are not Modbus TCP end the connection")
  func malformed() {
    for bytes in [[0, 1, 0, 1, 0, 6], [0, 1, 0, 0, 0, 2], [0, 1, 0, 0, 0, 255], Array("HTTP/1.1 400".utf8)] as [[UInt8]]
    {
      var bench = ModbusBench(["holding 0"])
      bench.connect()
      _ = bench.taken()
      bench.take(bytes)
      #expect(bench.session.failure == .malformed && bench.session.nextTime == .max, "\(bytes)")
      bench.connect()
      bench.run(10)
      #expect(bench.told == ["0"] && bench.session.failure == nil)
    }
  }

  // MARK: Exceptions

  @Test(
    "P6A an address that the unit has not fails its own signal alone, however its neighbours are read",
    arguments: 0..<40)
  func wrongAddress(guilty: Int) {
    var bench = ModbusBench((0..<40).map { "holding \($0)" })
    bench.missing = [ModbusBench.key(1, 3, guilty)]
    bench.connect()
    bench.run(900)
    for place in 0..<40 { #expect(bench.notes.last[place] == (place == guilty ? "failed" : "\(place)")) }
    // Halves: two requests for each of the six steps at most.
    #expect(bench.takenRequests().count <= 13)
    var complaints: [String] = []
    while let complaint = bench.session.nextComplaint() { complaints.append(complaint) }
    #expect(complaints == ["unit 1, holding \(guilty): illegal data address (2)"])
    // Asked seldom, told no more, and read when it is there.
    bench.run(60_000)
    #expect(bench.session.nextComplaint() == nil)
    #expect(bench.takenRequests().filter { $0 == "1 3 \(guilty) 1" }.count <= 9)
    bench.missing = []
    bench[.holdingRegisters, guilty] = 1234
    bench.run(31_000)
    #expect(bench.notes.last[guilty] == "1234")
    // Each time it fails again; the tenth time is told.
    for time in 2...10 {
      bench.missing = [ModbusBench.key(1, 3, guilty)]
      bench.run(2000)
      #expect(bench.notes.last[guilty] == "failed")
      #expect((bench.session.nextComplaint() != nil) == (time == 10), "\(time)")
      bench.missing = []
      bench.run(31_000)
      #expect(bench.notes.last[guilty] == "1234")
    }
  }

  @Test("P6A a gap that is not there only splits the request")
  func missingGap() {
    var bench = ModbusBench(["holding 0", "holding 1", "holding 8", "holding 9", "coil 5"])
    bench.missing = [ModbusBench.key(1, 3, 4)]
    bench.connect()
    bench.run(100)
    #expect(bench.told == ["0", "1", "8", "9", "1"] && bench.session.nextComplaint() == nil)
    _ = bench.takenRequests()
    bench.run(1000)
    #expect(Set(bench.takenRequests()) == ["1 1 5 1", "1 3 0 2", "1 3 8 2"])
    // Ten minutes later all of it is tried at once again.
    bench.missing = []
    bench.run(601_000)
    _ = bench.takenRequests()
    bench.run(1000)
    #expect(Set(bench.takenRequests()) == ["1 1 5 1", "1 3 0 10"])
  }

  @Test("P6A a device that takes fewer registers than it should is read in parts")
  func smallDevice() {
    var bench = ModbusBench((0..<100).map { "holding \($0)" })
    bench.limit = 30
    bench.connect()
    bench.run(500)
    #expect(bench.told == (0..<100).map { "\($0)" } && bench.session.nextComplaint() == nil)
  }

  @Test(
    "P6A exceptions are told by their names, once for a request, and fail its signals",
    arguments: [
      (1, "illegal function"), (2, "illegal data address"), (3, "illegal data value"), (4, "server device failure"),
      (5, "acknowledge"), (6, "server device busy"), (8, "memory parity error"), (10, "gateway path unavailable"),
      (11, "gateway target device failed to respond"), (77, "an exception without a name"),
    ] as [(UInt8, String)])
  func names(code: UInt8, name: String) {
    var bench = ModbusBench(["holding 0", "holding 1", "unit 2 holding 0"])
    bench.exceptions = [1: code]
    bench.connect()
    bench.run(9000)
    #expect(bench.told == ["failed", "failed", "0"])
    var complaints: [String] = []
    while let complaint = bench.session.nextComplaint() { complaints.append(complaint) }
    #expect(
      complaints
        == (2...4 ~= code ? ["unit 1, holding 0: ", "unit 1, holding 1: "] : ["unit 1, holding 0 to 1: "]).map {
          "\($0)\(name) (\(code))"
        })
    // The other unit is read at its pace all the while.
    #expect(bench.takenRequests().filter { $0.hasPrefix("2 ") }.count >= 9)
    bench.exceptions = [:]
    bench.run(31_000)
    #expect(bench.told == ["0", "1", "0"] && bench.session.nextComplaint() == nil)
  }

  @Test("P6A a unit that is busy for a moment fails nothing")
  func busy() {
    var bench = ModbusBench(["holding 0"])
    bench.connect()
    bench.run(100)
    bench.exceptions = [1: 6]
    bench.run(1500)
    bench.exceptions = [:]
    bench.run(3000)
    #expect(bench.told == ["0"] && bench.session.nextComplaint() == nil)
  }

  // MARK: Silence

  @Test("P6A a unit that does not answer is asked seldom, and the others are read at their pace")
  func muteUnit() {
    var bench = ModbusBench(["unit 1 holding 0 every 100ms", "unit 2 holding 0", "unit 3 holding 0"])
    bench.mute = [2]
    bench.connect()
    bench.run(120_000)
    let requests = bench.takenRequests()
    #expect((4...9).contains(requests.filter { $0.hasPrefix("2 ") }.count))
    #expect(requests.filter { $0.hasPrefix("1 ") }.count > 1050 && requests.filter { $0.hasPrefix("3 ") }.count > 100)
    #expect(bench.told == ["0", "-", "0"] && bench.session.failure == nil)
    #expect(bench.session.nextComplaint() == "unit 2 does not answer: it is asked seldom")
    #expect(bench.session.nextComplaint() == nil)
    bench.mute = []
    bench.run(31_000)
    #expect(bench.told == ["0", "0", "0"])
    _ = bench.takenRequests()
    bench.run(10_000)
    #expect(bench.takenRequests().filter { $0.hasPrefix("2 ") }.count >= 9)
  }

  @Test(
    "P6A who accepts and says nothing is given up after three requests of each unit",
    arguments: [ModbusFraming.tcp, .rtu])
  func silence(framing: ModbusFraming) {
    var bench = ModbusBench(["holding 0", "unit 2 coil 0"], outputs: ["unit 9 coil 1"], framing: framing)
    bench.mute = [1, 2]
    bench.connect()
    bench.run(60_000)
    #expect(bench.session.failure == .silent && bench.requests.count == 6 && !bench.session.isHeard)
    #expect(bench.session.nextTime == .max)
    bench.session.disconnected()
    bench.mute = []
    bench.connect()
    bench.run(100)
    #expect(bench.told == ["0", "0"] && bench.session.isHeard)
  }

  @Test("P6A the time for an answer begins when the request is on the line, and has room for the answer's own")
  func slowLine() {
    // 1200 baud: 8 characters of the request, 255 of the answer, 9.17 ms each.
    var bench = ModbusBench(["holding 0 text 250"], framing: .rtu) { $0.characterTime = 9_166_666 }
    bench.connect()
    bench.now = 40
    bench.session.advance(to: bench.time)
    #expect(bench.taken() != nil)
    #expect((3440...3460).contains(bench.session.nextTime / 1_000_000))
  }

  @Test("P6A another panel's session reads all again, and knows nothing of answers to the former one")
  func goOn() {
    var bench = ModbusBench(["holding 0 every 1h"], outputs: ["coil 1"])
    bench.connect()
    bench.run(10)
    _ = bench.takenRequests()
    let request = CommandRequest(.init(command: 1, sending: 1), .address(0, source: 0), 1)
    #expect(bench.session.write(request, to: 0) == nil)
    bench.session.advance(to: bench.time)
    #expect(bench.taken() != nil)
    bench.session.goOn(at: bench.time)
    #expect(bench.session.nextAnswer() == nil)
    bench.run(10)
    #expect(bench.takenRequests() == ["1 3 0 1"])
  }
}
