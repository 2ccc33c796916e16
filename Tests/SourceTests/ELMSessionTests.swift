// row: P68
import PanelSignals
import Testing

@testable import PanelSources

private let wanted = ["RPM", "SPEED", "OIL_TEMP", "VIN", "codes", "code_count"]
private let right = ["1726", "50", "100", "nothing", "nothing", "2"]

/// A state that an adapter of a test keeps.
private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

@Suite struct ELMSessionTests {
  private func expectValues(_ bench: ELMBench, _ name: String) {
    #expect((0...5).map(bench.value) == right, "\(name)")
    #expect(bench.notes.text(3) == "WP0ZZZ99ZTS390000" && bench.notes.text(4) == "P0133 P0234", "\(name)")
  }

  @Test("P68 the adapter is set up, masks are asked for, and one request waits for the prompt of the one before")
  func setup() {
    var bench = ELMBench(wanted)
    bench.run(12)
    #expect(bench.commands.prefix(6) == ["ATZ", "ATE0", "ATL0", "ATS0", "ATH1", "ATSP0"])
    #expect(bench.commands.dropFirst(6).prefix(4) == ["0100", "0120", "0140", "0900"])
    expectValues(bench, "good")
    #expect(bench.session.leftOut == 0 && bench.session.complaints == 0 && bench.session.isAnswering)
    // The number of answers spares the adapter's wait for more: two ECUs have the speed.
    #expect(bench.commands.contains("010C2") && bench.commands.contains("015C1"))
  }

  @Test("P68 pieces of any length, other ends of lines, zeros and blanks make no difference")
  func pieces() {
    for piece in 1...9 {
      var bench = ELMBench(wanted) { command in
        let text = ELMBench.text(command).map { $0 == "\r" ? "\r\n\0 " : String($0) }.joined()
        return [(text, 60_000_000)]
      }
      bench.piece = piece
      bench.run(12)
      expectValues(bench, "\(piece)")
    }
  }

  @Test("P68 an echo, blanks between bytes and settings that a clone does not know do no harm")
  func clones() {
    var bench = ELMBench(wanted) { command in
      var text = ELMBench.text(command)
      if command.hasPrefix("AT") && command != "ATZ" { text = "?\r\r>" }
      // The number behind a request is not known either.
      if command.hasPrefix("01") && command.utf8.count == 5 { text = "?\r\r>" }
      return [(command + "\r\n" + text, 60_000_000)]
    }
    bench.run(14)
    expectValues(bench, "clone")
    #expect(bench.commands.filter { $0.utf8.count == 5 && $0.hasPrefix("01") }.count == 1 && bench.session.leftOut == 0)
    var spaced = ELMBench(wanted) { command in
      let lines = ELMBench.text(command).split(separator: "\r").map { line -> String in
        if !line.hasPrefix("7E") { return String(line) }
        var text = String(line.prefix(3))
        for (index, letter) in line.dropFirst(3).enumerated() { text += (index % 2 == 0 ? " " : "") + String(letter) }
        return text + " "
      }
      return [(lines.joined(separator: "\r\n"), 60_000_000)]
    }
    spaced.run(12)
    expectValues(spaced, "blanks")
  }

  @Test("P68 ids of 29 bits, an old bus with three bytes in front, and a clone that leaves the ids out")
  func headers() {
    let forms: [(String) -> String] = [
      { "18DAF110" + $0 }, { "486B10" + $0.dropFirst(2) + "A5" }, { String($0.dropFirst(2)) },
    ]
    for (number, form) in forms.enumerated() {
      let answers = ["0100": "064100BE3FA813", "010C": "04410C1AF8", "010D": "03410D32", "03": "0443010133"]
      var bench = ELMBench(["RPM", "SPEED", "codes"]) { command in
        if command.hasPrefix("AT") { return ELMBench.good(command) }
        guard let answer = answers[String(command.prefix(4))] else { return [("NO DATA\r\r>", 60_000_000)] }
        // An old bus has three codes and no number.
        return [(form(number == 1 && command == "03" ? "0743013300000000" : answer) + "\r\r>", 60_000_000)]
      }
      bench.run(8)
      #expect(bench.value(0) == "1726" && bench.value(1) == "50" && bench.notes.text(2) == "P0133", "\(number)")
      #expect(bench.session.leftOut == 0, "\(number)")
    }
  }

  @Test("P68 the vehicle's number in five messages of an old bus")
  func oldNumber() {
    var bench = ELMBench(["VIN"]) { command in
      switch command {
      case "0100": [("BUS INIT: OK\r486B104100BE3FA813F0\r\r>", 3_000_000_000)]
      case "0900": [("486B1049000154000000A5\r\r>", 60_000_000)]
      case "0902":
        [
          (
            ["0100000057", "0250305A5A", "035A39395A", "0454533339", "0530303030"].map { "486B104902" + $0 + "A5\r" }
              .joined() + "\r>", 60_000_000
          )
        ]
      default: ELMBench.good(command)
      }
    }
    bench.run(8)
    #expect(bench.notes.text(0) == "WP0ZZZ99ZTS390000" && bench.session.leftOut == 0)
  }

  @Test("P68 every error of the adapter is told, and requests go on: the car is looked for again")
  func errors() {
    let errors = [
      "UNABLE TO CONNECT", "BUS INIT: ERROR", "BUS INIT: ...ERROR", "CAN ERROR", "BUS ERROR", "BUS BUSY", "FB ERROR",
      "BUFFER FULL", "STOPPED", "LV RESET", "ACT ALERT", "<RX ERROR", "ERR94", "SEARCHING...UNABLE TO CONNECT",
      "SEARCHING...\rUNABLE TO CONNECT",
    ]
    for error in errors {
      let isWell = Box(false)
      var bench = ELMBench(["RPM"]) { command in
        command.hasPrefix("AT") || isWell.value ? ELMBench.good(command) : [(error + "\r\r>", 60_000_000)]
      }
      bench.run(10)
      #expect(bench.session.complaints >= 1 && bench.value(0) == "nothing" && !bench.session.isAnswering, "\(error)")
      #expect(!bench.session.complaint.isEmpty && !bench.session.hasFailed)
      isWell.value = true
      bench.run(8)
      #expect(bench.value(0) == "1726", "\(error)")
    }
    var bench = ELMBench(["RPM"]) { $0.hasPrefix("AT") ? ELMBench.good($0) : [("NO DATA\r\r>", 60_000_000)] }
    bench.run(10)
    #expect(bench.session.complaints == 0 && !bench.session.isAnswering)
  }

  @Test("P68 a value without data keeps its last one and is asked less often; the others go on")
  func noData() {
    let isThere = Box(true)
    var bench = ELMBench(["RPM", "SPEED"]) { command in
      command.hasPrefix("010C") && !isThere.value ? [("NO DATA\r\r>", 200_000_000)] : ELMBench.good(command)
    }
    bench.run(5)
    isThere.value = false
    let (rpm, speed) = (bench.notes.count(0), bench.notes.count(1))
    bench.run(30)
    #expect(bench.notes.count(0) == rpm && bench.notes.count(1) >= speed + 25 && bench.value(0) == "1726")
    isThere.value = true
    bench.run(6)
    #expect(bench.notes.count(0) > rpm)
  }

  @Test("P68 an adapter that is restarted in the middle is set up again")
  func restart() {
    let count = Box(0)
    var bench = ELMBench(wanted) { command in
      count.value += 1
      // In the place of an answer, and without being asked.
      if count.value == 14 { return [("\r\rELM327 v1.5\r\r>", 400_000_000)] }
      return ELMBench.good(command)
    }
    bench.run(12)
    #expect(bench.session.setups == 2)
    expectValues(bench, "restart")
    bench.coming.append((bench.time + 1, "\r\rELM327 v2.1\r\r>"))
    bench.run(1)
    let former = bench.notes.count(0)
    bench.run(12)
    #expect(bench.session.setups == 3 && bench.notes.count(0) > former)
  }

  @Test("P68 a prompt that does not come: the adapter is tried, reset, and given up after three resets")
  func silence() {
    let isDead = Box(false)
    var bench = ELMBench(["RPM"]) { isDead.value ? [] : ELMBench.good($0) }
    bench.run(5)
    #expect(bench.value(0) == "1726")
    isDead.value = true
    let start = bench.commands.count
    bench.run(40)
    let commands = Array(bench.commands[start...].drop { $0 == "010C2" })
    #expect(commands == ["ATE0", "ATZ", "ATZ", "ATZ"] && bench.session.hasFailed && bench.session.nextTime == .max)
    // One lost prompt is not much.
    var (count, lost) = (0, ELMBench(wanted))
    lost.adapter = { command in
      count += 1
      return count % 12 == 0 ? [] : ELMBench.good(command)
    }
    lost.run(60)
    expectValues(lost, "lost")
    #expect(!lost.session.hasFailed)
  }

  @Test("P68 an answer behind its time is the value of its own PID")
  func late() {
    let isSlow = Box(false)
    var bench = ELMBench(["RPM", "SPEED"]) { command in
      if command.hasPrefix("010C") && isSlow.value {
        isSlow.value = false
        return [("7E804410C0FA0\r\r>", 2_050_000_000)]
      }
      return ELMBench.good(command)
    }
    bench.run(6)
    isSlow.value = true
    bench.run(6)
    #expect(bench.notes.readings.contains { $0.address == 0 && $0.reading.value == 1000 })
    #expect(bench.notes.readings.allSatisfy { $0.address == 0 || $0.reading.value == 50 })
    #expect(bench.value(0) == "1726" && !bench.session.hasFailed)
  }

  @Test("P68 an ECU that is busy or wants time is asked again, behind the prompt")
  func busy() {
    for reason in ["21", "78"] {
      let left = Box(3)
      var bench = ELMBench(["RPM", "SPEED"]) { command in
        if !command.hasPrefix("010C") || left.value == 0 { return ELMBench.good(command) }
        left.value -= 1
        return [("7E8037F01\(reason)\r\r>", 60_000_000)]
      }
      bench.run(4)
      #expect(bench.value(0) == "1726" && bench.value(1) == "50", "\(reason)")
    }
    var bench = ELMBench(["RPM", "SPEED"]) {
      $0.hasPrefix("010C") ? [("7E8037F0112\r\r>", 60_000_000)] : ELMBench.good($0)
    }
    bench.run(4)
    #expect(bench.value(0) == "failed" && bench.value(1) == "50" && bench.session.requests.nextReport() == 0)
  }

  @Test("P68 30,000 pieces of noise never trap, are counted, and the values behind them are read")
  func noise() {
    var generator = CANRandom(327)
    var bench = ELMBench(wanted)
    bench.run(5)
    let texts = ["ATZ", "0100", "010C", "0902", "03", "015C"].map { Array(ELMBench.text($0).utf8) }
    var counts = (values: 0, garbage: 0, setups: 0)
    for _ in 0..<30_000 {
      var bytes = generator.damaged(texts[Int.random(in: texts.indices, using: &generator)])
      if Int.random(in: 0..<10, using: &generator) == 0 {
        bytes = (0..<Int.random(in: 1...300, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
        }
      }
      let (values, garbage, setups) = (bench.session.values, bench.session.leftOut, bench.session.setups)
      bench.session.take(bytes.span, at: bench.time, &bench.notes)
      bench.session.advance(to: bench.time, &bench.notes)
      bench.session.consume()
      bench.time += Int64.random(in: 0...50_000_000, using: &generator)
      if bench.session.values > values { counts.values += 1 }
      if bench.session.leftOut > garbage { counts.garbage += 1 }
      if bench.session.setups > setups { counts.setups += 1 }
      if bench.session.hasFailed { bench.session.connected(at: bench.time) }
      bench.notes = OBDNotes()
    }
    #expect(counts.values > 100 && counts.garbage > 100 && counts.setups > 100, "\(counts)")
    bench.session.connected(at: bench.time)
    bench.coming = []
    bench.run(12)
    expectValues(bench, "after noise")
    // A line without an end takes no memory.
    let endless = [UInt8](repeating: 65, count: 100_000)
    bench.session.take(endless.span, at: bench.time, &bench.notes)
    #expect(bench.session.line.count == ELMSession.lineLimit)
  }
}
