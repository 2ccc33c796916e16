import PanelSignals
import Testing

@testable import PanelSources

/// The life of values for the broker.
@Suite struct MQTTPublishTests {
  private func request(_ command: Int32, _ value: Fixed64 = 5, sending: UInt32 = 1) -> CommandRequest {
    CommandRequest(.init(command: command, sending: sending), .address(0, source: 0), value)
  }

  private func output(_ text: String) throws -> MQTTOutput { try #require(MQTTOutput(text)) }

  @Test("P66 a value is accepted when written with QoS 0, or acknowledged with QoS 1; without a session it is refused")
  func publishing() throws {
    var bench = try SessionBench([])
    let (plain, sure) = (try output("011:3:x/y0:0:"), try output("101:1:z1:5:value0:"))
    func refused() throws {
      for output in [plain, sure] {
        #expect(bench.session.publish(request(1), to: output, at: 0) == .refused(.noConnection))
      }
      #expect(bench.session.nextAnswer() == nil)
    }
    try refused()
    bench.session.connected(at: 0)
    try refused()
    bench.open()
    #expect(bench.session.publish(request(1, Fixed64(25, over: 2)), to: plain, at: 0) == .accepted)
    #expect(bench.sent() == [0x31, 9, 0, 3] + Array("x/y12.5".utf8))
    #expect(bench.session.publish(request(2, -3), to: sure, at: 0) == nil && bench.session.nextAnswer() == nil)
    #expect(bench.sent() == [0x32, 17, 0, 1, 122, 0, 1] + Array(#"{"value":-3}"#.utf8))
    let payload: [UInt8] = [49]
    #expect(
      bench.session.publish(payload.span, to: sure, for: .init(command: 3, sending: 8), isRepeated: true, at: 0) == nil)
    #expect(bench.sent() == [0x3A, 6, 0, 1, 122, 0, 2, 49])
    bench.take([0x40, 2, 0, 2, 0x40, 2, 0, 9])
    let answer = bench.session.nextAnswer()
    #expect(answer?.identity == .init(command: 3, sending: 8) && answer?.answer == .accepted)
    #expect(bench.session.nextAnswer() == nil)
    // Another value of the same command takes the place of the former, whose answer is left out.
    #expect(bench.session.publish(request(2, 4, sending: 2), to: sure, at: 0) == nil)
    bench.take([0x40, 2, 0, 1])
    #expect(bench.session.nextAnswer() == nil)
    bench.session.disconnected()
    let lost = bench.session.nextAnswer()
    #expect(lost?.identity == .init(command: 2, sending: 2) && lost?.answer == .refused(.noConnection))
    #expect(bench.session.nextAnswer() == nil)
    // Nothing of it is sent in the next session.
    bench.open()
    #expect(bench.sent() == [])
  }

  @Test("P66 as many values as there is room for are on their way, and each is answered once")
  func manyPublished() throws {
    var bench = try SessionBench([])
    bench.open()
    let sure = try output("101:1:z0:0:")
    for command in 0..<20 {
      #expect(
        bench.session.publish(request(Int32(command)), to: sure, at: 0)
          == (command < 16 ? nil : .refused(.noConnection)))
    }
    let numbers = SessionBench.packets(bench.sent()).map { [$0[5], $0[6]] }
    #expect(Set(numbers).count == 16)
    for number in numbers.prefix(8) { bench.take([0x40, 2] + number) }
    bench.take([0xFF, 0])
    #expect(bench.session.failure == .malformed)
    var answers: [Int32: CommandAnswer] = [:]
    while let answer = bench.session.nextAnswer() {
      #expect(answers.updateValue(answer.answer, forKey: answer.identity.command) == nil)
    }
    #expect(answers.count == 16 && answers.values.filter { $0 == .accepted }.count == 8)
    // A number in use is not given twice, however many packets there were.
    bench.open()
    #expect(bench.session.publish(request(99), to: sure, at: 0) == nil)
    let first = bench.sent().suffix(from: 5).prefix(2)
    for sending in 0..<70_000 {
      #expect(bench.session.publish(request(1, sending: UInt32(sending)), to: sure, at: 0) == nil)
      let number = bench.sent().suffix(from: 5).prefix(2)
      if Array(number) == Array(first) || Array(number) == [0, 0] { Issue.record("number \(number) twice") }
    }
    // A broker that does not read takes no more than there is room for.
    let plain = try output("001:1:z0:0:")
    var accepted = 0
    while bench.session.publish(request(1), to: plain, at: 0) == .accepted { accepted += 1 }
    #expect(accepted > 1000 && accepted < 2000 && !bench.session.hasFailed)
    #expect(SessionBench.packets(bench.sent()).count == accepted)
    bench.session.disconnect()
    #expect(bench.sent() == [0xE0, 0] && !bench.session.isOpen)
  }

  @Test("P66 the bytes for the broker are the same in whatever pieces they are sent")
  func sentInPieces() throws {
    var bench = try SessionBench([])
    bench.open()
    let plain = try output("001:1:z0:0:")
    var random = MessageDice(state: 66)
    var (sent, accepted): ([UInt8], [Fixed64]) = ([], [])
    for number in 0..<20_000 {
      let value = Fixed64(number)
      if bench.session.publish(request(1, value), to: plain, at: 0) == .accepted { accepted.append(value) }
      let waiting = bench.session.outgoing.indices.map { bench.session.outgoing[$0] }
      // Sometimes nothing is sent for long, so that the buffer is full.
      let count = number % 3000 < 1500 ? 0 : Int.random(in: 0...min(40, waiting.count), using: &random)
      bench.session.consume(count)
      sent += waiting.prefix(count)
    }
    sent += bench.sent()
    let expected = accepted.flatMap { value in
      BrokerPackets.message("z", NumberFormat.shortest(value, most: 6).text(of: value))
    }
    #expect(sent == expected && accepted.count > 5000 && accepted.count < 20_000)
  }

  @Test("P66 the payload is a number or a word, alone or in JSON")
  func payloads() throws {
    func payload(_ value: Fixed64, _ members: [String], _ words: [String]) -> String? {
      let output = MQTTOutput(topic: [97], members: members.map { Array($0.utf8) }, words: words.map { Array($0.utf8) })
      #expect(MQTTOutput(output.text) == output)
      return output.payload(of: value).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(payload(Fixed64(-1, over: 8), [], []) == "-0.125" && payload(1, ["value"], []) == #"{"value":1}"#)
    #expect(payload(1, ["a", "b"], []) == #"{"a":{"b":1}}"# && payload(0, ["s"], ["OFF", "ON"]) == #"{"s":"OFF"}"#)
    #expect(payload(1, [], ["OFF", "ON"]) == "ON" && payload(2, [], ["OFF", "ON"]) == nil)
    #expect(payload(Fixed64(1, over: 2), [], ["OFF", "ON"]) == nil && payload(-1, [], ["OFF", "ON"]) == nil)
    #expect(payload(.max, [], []) != nil && payload(.min, [], ["a"]) == nil)
    var bench = try SessionBench([])
    bench.open()
    let switched = MQTTOutput(topic: [97], qos: 7, words: [[48]])
    #expect(bench.session.publish(request(1, 3), to: switched, at: 0) == .refused(.invalid) && switched.qos == 1)
  }
}
