import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelSources

/// Values of controls on their way to a unit.
@Suite struct ModbusWriteTests {
  private func request(_ command: Int32, _ value: Fixed64 = 1, sending: UInt32 = 1) -> CommandRequest {
    CommandRequest(.init(command: command, sending: sending), .address(command, source: 0), value)
  }

  private func answers(_ bench: inout ModbusBench) -> [String] {
    var lines: [String] = []
    while let (identity, answer) = bench.session.nextAnswer() {
      lines.append("\(identity.command).\(identity.sending) \(answer)")
    }
    return lines
  }

  // row: P66
  @Test("P66 a coil and a register have the functions 5 and 6; several, or where it says so, 15 and 16")
  func functions() {
    var bench = ModbusBench(
      [],
      outputs: [
        "coil 172", "holding 1", "holding 2 u32", "coil 19 multiple", "holding 1 multiple", "unit 3 holding 0 s16 *0.1",
      ])
    bench.connect()
    // The examples of the standard, sections 6.5, 6.6 and 6.12.
    for (output, value, expected) in [
      (0, 1, [1, 5, 0, 0xAC, 0xFF, 0]), (0, 0, [1, 5, 0, 0xAC, 0, 0]), (1, 3, [1, 6, 0, 1, 0, 3]),
      (2, 655_618, [1, 16, 0, 2, 0, 2, 4, 0, 10, 1, 2]), (3, 1, [1, 15, 0, 0x13, 0, 1, 1, 1]),
      (4, 10, [1, 16, 0, 1, 0, 1, 2, 0, 10]), (5, -4, [3, 6, 0, 0, 0xFF, 0xD8]),
    ] as [(Int, Fixed64, [UInt8])] {
      #expect(bench.session.write(request(Int32(output), value), to: output) == nil)
      bench.session.advance(to: bench.time)
      guard let frame = bench.taken() else { return #expect(Bool(false)) }
      #expect(bench.body(frame) == expected && Int(frame[5]) == expected.count)
      #expect(bench.session.nextAnswer() == nil)
      bench.take(bench.answer(to: frame) ?? [])
      #expect(answers(&bench) == ["\(output).1 accepted"])
    }
  }

  @Test(
    "P66 a value goes before readings, its registers are read next, and it is accepted when the unit acknowledges it")
  func confirmation() {
    var bench = ModbusBench(["coil 12 every 1h", "holding 0 every 1h"], outputs: ["coil 12"])
    bench[.coils, 12] = 0
    bench.connect()
    bench.run(10)
    #expect(bench.told == ["0", "0"])
    _ = bench.takenRequests()
    #expect(bench.session.write(request(0), to: 0) == nil && bench.session.nextTime <= bench.time)
    bench.run(10)
    #expect(bench.takenRequests() == ["1 5 12 65280", "1 1 12 1"] && bench.told == ["1", "0"])
    #expect(answers(&bench) == ["0.1 accepted"])
  }

  @Test("P66 an exception refuses the value with its number, and reads nothing worse")
  func exception() {
    var bench = ModbusBench(["holding 0"], outputs: ["holding 7", "unit 2 holding 0"])
    bench.missing = [ModbusBench.key(1, 3, 7)]
    bench.exceptions = [2: 11]
    bench.connect()
    bench.run(10)
    for output in 0...1 { #expect(bench.session.write(request(Int32(output)), to: output) == nil) }
    bench.run(10)
    #expect(
      answers(&bench) == [
        "0.1 refused(PanelSignals.CommandRefusal.exception(2))",
        "1.1 refused(PanelSignals.CommandRefusal.exception(11))",
      ])
    #expect(bench.told == ["0"] && bench.session.nextComplaint() == nil)
  }

  @Test("P66 without a connection, or out of range, a value is refused at once and never sent later")
  func refusal() {
    var bench = ModbusBench(["holding 0"], outputs: ["holding 7", "coil 1"])
    #expect(bench.session.write(request(0), to: 0) == .refused(.noConnection))
    bench.connect()
    bench.run(10)
    #expect(bench.session.write(request(0, 65536), to: 0) == .refused(.invalid))
    #expect(bench.session.write(request(1, 2), to: 1) == .refused(.invalid))
    // Two on their way when the connection breaks.
    _ = bench.takenRequests()
    #expect(bench.session.write(request(0), to: 0) == nil && bench.session.write(request(1), to: 1) == nil)
    bench.session.advance(to: bench.time)
    #expect(bench.taken() != nil)
    bench.session.disconnected()
    let lost = "refused(PanelSignals.CommandRefusal.noConnection)"
    #expect(Set(answers(&bench)) == ["0.1 \(lost)", "1.1 \(lost)"])
    bench.connect()
    bench.run(2000)
    #expect(bench.takenRequests().allSatisfy { $0.hasPrefix("1 3 ") } && answers(&bench).isEmpty)
  }

  @Test("P66 a unit that does not answer refuses its values, and a late acknowledgement is nobody's")
  func timeout() {
    for framing in [ModbusFraming.tcp, .rtu] {
      var bench = ModbusBench(["unit 2 holding 0 every 1h"], outputs: ["holding 7", "holding 7"], framing: framing)
      bench.connect()
      bench.run(10)
      #expect(bench.session.write(request(0, 5), to: 0) == nil && bench.session.write(request(1, 5), to: 1) == nil)
      bench.session.advance(to: bench.time)
      guard let frame = bench.taken() else { return }
      bench.now += 1100
      bench.session.advance(to: bench.time)
      let lost = "refused(PanelSignals.CommandRefusal.noConnection)"
      #expect(Set(answers(&bench)) == ["0.1 \(lost)", "1.1 \(lost)"])
      bench.now += 10
      #expect(bench.session.write(request(0, 6), to: 0) == nil)
      bench.session.advance(to: bench.time)
      guard let second = bench.taken() else { return }
      // The echo of the former value.
      bench.take(bench.answer(to: frame) ?? [])
      #expect(bench.session.isWaiting && answers(&bench).isEmpty)
      bench.take(bench.answer(to: second) ?? [])
      #expect(answers(&bench) == ["0.1 accepted"])
    }
  }

  @Test("P66 16 controls may wait; another value of a control takes the place of the one that waits")
  func room() {
    var bench = ModbusBench(["holding 0"], outputs: (0..<18).map { "holding \($0)" })
    bench.connect()
    guard let reading = bench.taken() else { return }
    for place in 0..<16 { #expect(bench.session.write(request(Int32(place), 1), to: place) == nil) }
    #expect(bench.session.write(request(16), to: 16) == .refused(.noConnection))
    #expect(bench.session.write(request(3, 9, sending: 2), to: 3) == nil)
    bench.take(bench.answer(to: reading) ?? [])
    _ = bench.takenRequests()
    bench.run(10)
    let sent = bench.takenRequests().filter { $0.hasPrefix("1 6") }
    // In the order of their requests.
    #expect(sent.count == 16 && sent.last == "1 6 3 9" && sent.first == "1 6 0 1" && !sent.contains("1 6 3 1"))
    let accepted = answers(&bench)
    #expect(accepted.count == 16 && accepted.contains("3.2 accepted") && !accepted.contains("3.1 accepted"))
  }
}
