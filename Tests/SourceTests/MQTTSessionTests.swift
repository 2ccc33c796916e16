import PanelSignals
import Testing

@testable import PanelSources

/// The life of a session.
@Suite struct MQTTSessionTests {
  private typealias Packets = BrokerPackets

  private func request(_ command: Int32, _ value: Fixed64 = 5, sending: UInt32 = 1) -> CommandRequest {
    CommandRequest(.init(command: command, sending: sending), .address(0, source: 0), value)
  }

  private func output(_ text: String) throws -> MQTTOutput { try #require(MQTTOutput(text)) }

  @Test("P63 CONNECT has the client's name, user, password, keep-alive and the clean session")
  func connect() throws {
    var bench = try SessionBench([])
    bench.session.connected(at: 0)
    #expect(bench.sent() == [0x10, 17, 0, 4, 77, 81, 84, 84, 4, 2, 0, 30, 0, 5] + Array("panel".utf8))
    var options = MQTTOptions(client: [], user: Array("u".utf8), password: [1, 2])
    (options.keepAlive, options.isClean) = (300, false)
    bench.session = MQTTSession(options, [])
    bench.session.connected(at: 0)
    #expect(bench.sent() == [0x10, 19, 0, 4, 77, 81, 84, 84, 4, 0xC0, 1, 44, 0, 0, 0, 1, 117, 0, 2, 1, 2])
    // No password without a user; and texts of any length.
    bench.session = MQTTSession(MQTTOptions(client: [65], password: [1]), [])
    bench.session.connected(at: 0)
    #expect(bench.sent() == [0x10, 13, 0, 4, 77, 81, 84, 84, 4, 2, 0, 30, 0, 1, 65])
    let long = [UInt8](repeating: 65, count: 70_000)
    bench.session = MQTTSession(MQTTOptions(client: long, user: long, password: long), [])
    bench.session.connected(at: 0)
    let sent = bench.sent()
    #expect(SessionBench.packets(sent).count == 1 && sent.count == 4 + 10 + 3 * 65_537)
  }

  @Test("P63 a refused CONNECT fails with the meaning of its code", arguments: UInt8(0)...8)
  func refusal(code: UInt8) throws {
    var bench = try SessionBench(["v1:a"])
    bench.session.connected(at: 0)
    _ = bench.sent()
    bench.take(Packets.welcome(code) + Packets.message("a", "1"))
    switch code {
    case 0: #expect(bench.session.failure == nil && bench.session.isOpen && bench.notes.taken() == ["0=1"])
    case 1...5:
      #expect(bench.session.failure == .refused(code) && !bench.session.isOpen && bench.notes.taken() == [])
      let words: [UInt8: String] = [1: "3.1.1", 2: "name", 3: "ready", 4: "password", 5: "let"]
      #expect(bench.session.failure?.message.text.contains(words[code] ?? "?") ?? false)
    default: #expect(bench.session.failure == .malformed)
    }
    #expect(bench.session.hasFailed == (code != 0) && (code == 0 || bench.session.nextTime == .max))
    bench.session.disconnected()
    #expect(!bench.session.hasFailed && bench.session.outgoing.isEmpty)
  }

  @Test("P63 topics are subscribed to after every CONNACK, each once, in packets of 1 kB and 64 topics at most")
  func subscriptions() throws {
    let topics =
      (0..<300).map { "house/\($0)/" + String(repeating: "x", count: $0 % 40) } + [
        String(repeating: "l", count: 65_535)
      ]
    let addresses = topics.flatMap { topic in ["j\(topic.utf8.count):\(topic)a", "v\(topic.utf8.count):\(topic)"] }
    var bench = try SessionBench(addresses)
    for round in 0..<3 {
      bench.session.connected(at: 0)
      #expect(SessionBench.packets(bench.sent()).map { $0[0] } == [0x10])
      bench.take(Packets.welcome())
      var (found, numbers): ([String], Set<Int>) = ([], [])
      while true {
        let packets = SessionBench.packets(bench.sent())
        if packets.isEmpty { break }
        #expect(packets.count == 1 && packets[0][0] == 0x82)
        let body = SessionBench.body(packets[0])
        var (place, count) = (2, 0)
        while place < body.count {
          let end = place + 2 + Int(body[place]) << 8 + Int(body[place + 1])
          found.append(String(decoding: body[(place + 2)..<end], as: UTF8.self))
          #expect(body[end] == 1)
          place = end + 1
          count += 1
        }
        #expect(body.count <= 1024 || count == 1)
        #expect(count <= 64)
        let number = Int(body[0]) << 8 + Int(body[1])
        #expect(number != 0 && numbers.insert(number).inserted)
        bench.take(Packets.subscribed(number, Array(repeating: 1, count: count)))
      }
      #expect(found == topics && !bench.session.hasFailed, "\(round)")
      // A connection breaks within a packet: the next one begins afresh.
      bench.take(Array(Packets.message(topics[0], "1").prefix(9)))
      bench.session.disconnected()
    }
  }

  @Test("P63 a refused topic is said, and its signals fail; QoS 2 is never asked for")
  func refusedTopics() throws {
    var bench = try SessionBench(["v1:a", "v1:b", "j1:bx", "v1:c"]) { $0.qos = 2 }
    bench.session.connected(at: 0)
    _ = bench.sent()
    bench.take(Packets.welcome())
    #expect(bench.subscription(bench.sent())?.codes == [1, 1, 1])
    bench.take(Packets.subscribed(1, [1, 0x80, 0]))
    #expect(bench.notes.taken() == ["1=failed", "2=failed", "1 refused"] && !bench.session.hasFailed)
    #expect(bench.session.nextTime < 30 * mqttSecond)
    // QoS 0 alone, where that is wanted.
    var other = try SessionBench(["v1:a"]) { $0.qos = 0 }
    other.session.connected(at: 0)
    other.take(Packets.welcome())
    #expect(other.subscription(other.sent())?.codes == [0])
  }

  @Test("P63 QoS 1 is acknowledged, also a repeated message and one that nobody wants; retained ones are marked")
  func acknowledgements() throws {
    var bench = try SessionBench(["v1:a"])
    bench.open()
    bench.take(
      Packets.message("a", "1", 513) + Packets.message("zzz", "1", 2) + Packets.message("a", "2", isRetained: true))
    bench.take(Packets.packet(0x3B, Packets.text("a") + [0, 7, 51]))
    #expect(bench.sent() == [0x40, 2, 2, 1, 0x40, 2, 0, 2, 0x40, 2, 0, 7])
    #expect(bench.notes.taken() == ["0=1", "retained", "0=2", "retained", "0=3"])
    // A broker that does not read: there is room for the answers to 4 kB, and then the session ends.
    let flood = (0..<580).flatMap { _ in Packets.packet(0x32, [0, 1, 122, 0, 1]) }
    #expect(flood.count <= 4096)
    bench.take(flood)
    #expect(!bench.session.hasFailed && bench.session.outgoing.count == 2320 && bench.session.hasRoom)
    bench.take(flood)
    #expect(!bench.session.hasFailed && !bench.session.hasRoom)
    for _ in 0..<3 { bench.take(flood) }
    #expect(bench.session.failure == .full)
  }

  @Test(
    "P63 packets that no broker sends, or not now, end the session",
    arguments: [
      [0x00, 0], [0x10, 0], [0x20, 2, 0, 0], [0x20, 3, 0, 0, 0], [0x21, 2, 0, 0], [0x80, 2, 0, 1], [0x90, 2, 0, 1],
      [0x90, 3, 0, 1, 1], [0x90, 68], [0xA0, 2, 0, 1], [0xB0, 2, 0, 1], [0xC0, 0], [0xD0, 1, 0], [0xD1, 0], [0xE0, 0],
      [0xF0, 0],
      [0x34, 5, 0, 1, 97, 0, 1], [0x36, 5, 0, 1, 97, 0, 1], [0x50, 2, 0, 1], [0x62, 2, 0, 1], [0x40, 1, 0],
      [0x40, 3, 0, 1, 0],
      [0x30, 2, 0, 0], [0x30, 3, 0, 0, 97], [0x30, 3, 0, 2, 97], [0x32, 4, 0, 1, 97, 0], [0x32, 5, 0, 1, 97, 0, 0],
      [0x30, 0x80, 0x80, 0x80, 0x80, 0], [0x30, 0xFF, 0xFF, 0xFF, 0xFF],
    ] as [[UInt8]])
  func illegal(bytes: [UInt8]) throws {
    for cut in 0...bytes.count {
      var bench = try SessionBench(["v1:a"])
      bench.open()
      bench.take(Array(bytes[..<cut]))
      bench.take(Array(bytes[cut...]))
      #expect(bench.session.failure == .malformed || bench.session.failure == .unexpected)
      // Nothing is read after that, and nothing is sent.
      bench.take(Packets.message("a", "1"))
      #expect(bench.notes.taken() == [] && bench.session.outgoing.isEmpty && bench.session.nextTime == .max)
    }
  }

  @Test("P63 a length of 256 MB takes no memory, and its bytes are passed over")
  func hugeLength() throws {
    var bench = try SessionBench(["v1:a"])
    bench.open()
    bench.take([0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0, 1, 97])
    let piece = [UInt8](repeating: 0x30, count: 1 << 20)
    for _ in 0..<255 { bench.take(piece) }
    bench.take(Array(piece.dropLast(4)))
    #expect(bench.session.tooLong == 1 && bench.notes.taken() == [])
    bench.take(Packets.message("a", "1"))
    #expect(bench.notes.taken() == ["0=1"] && !bench.session.hasFailed && bench.session.tooLong == 1)
  }

  @Test("P63 the first packet is CONNACK, which must come within 10 s; so must SUBACK")
  func answers() throws {
    var bench = try SessionBench(["v1:a"])
    bench.session.connected(at: 100)
    #expect(bench.session.nextTime == 100 + 10 * mqttSecond)
    bench.session.advance(to: 99 + 10 * mqttSecond)
    #expect(!bench.session.hasFailed)
    bench.session.advance(to: 100 + 10 * mqttSecond)
    #expect(bench.session.failure == .noAnswer && bench.session.nextTime == .max)
    bench.session.connected(at: 0)
    bench.take(Packets.message("a", "1"))
    #expect(bench.session.failure == .unexpected && bench.notes.taken() == [])
    bench.session.connected(at: 0)
    bench.take(Packets.welcome(), at: mqttSecond)
    #expect(bench.session.nextTime == 11 * mqttSecond)
    // Messages may come before SUBACK.
    bench.take(Packets.message("a", "1"), at: 2 * mqttSecond)
    #expect(bench.notes.taken() == ["0=1"])
    bench.session.advance(to: 11 * mqttSecond)
    #expect(bench.session.failure == .noAnswer)
    // A second SUBACK, one of another number, or of another length is out of turn.
    for answer in [
      Packets.subscribed(2, [1]), Packets.subscribed(1, [1, 1]),
      Packets.subscribed(1, [1]) + Packets.subscribed(1, [1]),
    ] {
      bench.session.connected(at: 0)
      bench.session.consume(100)
      var other = try SessionBench(["v1:a"])
      other.session.connected(at: 0)
      other.take(Packets.welcome())
      other.take(answer)
      #expect(other.session.failure == .unexpected)
    }
  }

  @Test("P63 PINGREQ is sent before the time of keep-alive is over, and a broker that stays silent has gone")
  func keepAlive() throws {
    var bench = try SessionBench(["v1:a"]) { $0.keepAlive = 40 }
    bench.open(at: 0)
    #expect(bench.session.nextTime == 30 * mqttSecond)
    bench.session.advance(to: 30 * mqttSecond - 1)
    #expect(bench.sent() == [])
    bench.session.advance(to: 30 * mqttSecond)
    #expect(bench.sent() == [0xC0, 0] && bench.session.nextTime == 70 * mqttSecond)
    bench.take([0xD0, 0], at: 31 * mqttSecond)
    #expect(bench.session.nextTime == 60 * mqttSecond)
    // Messages alone do not tell the broker that the client lives; values sent alone do not tell that the broker does.
    for time in 32...59 { bench.take(Packets.message("a", "1"), at: Int64(time) * mqttSecond) }
    bench.session.advance(to: 60 * mqttSecond)
    #expect(bench.sent() == [0xC0, 0])
    bench.take([0xD0, 0], at: 61 * mqttSecond)
    for time in 62...90 {
      #expect(
        bench.session.publish(request(1), to: try output("001:1:x0:0:"), at: Int64(time) * mqttSecond) == .accepted)
    }
    _ = bench.sent()
    bench.session.advance(to: bench.session.nextTime)
    #expect(bench.sent() == [0xC0, 0])
    let end = bench.session.nextTime
    #expect(end == (91 + 40) * mqttSecond)
    bench.session.advance(to: end - 1)
    #expect(!bench.session.hasFailed)
    bench.session.advance(to: end)
    #expect(bench.session.failure == .silent)
    // Without keep-alive never; and at the end of time.
    var silent = try SessionBench(["v1:a"]) { $0.keepAlive = 0 }
    silent.open()
    #expect(silent.session.nextTime == .max)
    bench.open(at: .max - 5)
    #expect(bench.session.nextTime == .max && !bench.session.hasFailed)
    bench.session.advance(to: .max)
    bench.open(at: .min)
    bench.session.advance(to: .max)
  }

  @Test("P63 a kept message is sent when all is subscribed to, and again every 30 s, in every session")
  func kept() throws {
    var bench = try SessionBench(["v1:a"]) { $0.kept = KeptMessage(topic: Array("R/id/keepalive".utf8)) }
    let message = [0x30, 16, 0, 14] + Array("R/id/keepalive".utf8)
    for round in 0..<2 {
      let start = Int64(round) * 1000 * mqttSecond
      bench.session.connected(at: start)
      _ = bench.sent()
      bench.take(Packets.welcome(), at: start)
      let subscription = try #require(bench.subscription(bench.sent()))
      bench.session.advance(to: start + 5 * mqttSecond)
      #expect(bench.sent() == [])
      bench.take(Packets.subscribed(subscription.number, [0]), at: start + 5 * mqttSecond)
      #expect(bench.sent() == message)
      bench.take(Packets.message("a", "1"), at: start + 34 * mqttSecond)
      bench.session.advance(to: start + 35 * mqttSecond - 1)
      #expect(bench.sent().starts(with: message) == false)
      bench.session.advance(to: start + 35 * mqttSecond)
      #expect(bench.sent() == message)
      bench.session.disconnected()
      #expect(bench.session.nextTime == .max)
    }
    var alone = try SessionBench([]) { $0.kept = KeptMessage(topic: [120], payload: [49], interval: 0) }
    alone.open()
    #expect(alone.sent() == [] && alone.session.nextTime == mqttSecond)
  }

  @Test("P63 the will of the other side fails its signals, which are heard again when it is back")
  func alive() throws {
    var bench = try SessionBench(["v1:a", "v1:b", "v1:s"], texts: [2]) {
      $0.alive = MQTTAlive(MQTTAddress(topic: [115]), Array("online".utf8))
    }
    bench.open()
    #expect(bench.told("a", "1") == ["0=1"] && bench.session.isAlive == nil)
    #expect(bench.told("s", "online") == ["2=\"online\""] && bench.session.isAlive == true)
    #expect(bench.told("b", "2") == ["1=2"])
    #expect(
      bench.told("s", "offline", isRetained: true) == ["retained", "2=\"offline\"", "0=failed", "1=failed", "2=failed"])
    #expect(bench.session.isAlive == false && bench.sent() == [])
    // No value is believed meanwhile, and the failure is said once.
    #expect(
      bench.told("a", "5", isRetained: true) == ["retained", "0=failed"] && bench.told("s", "offline") == ["2=failed"])
    // Retained values are asked for again.
    _ = bench.told("s", "online")
    let subscription = try #require(bench.subscription(bench.sent()))
    #expect(bench.session.isAlive == true && subscription.codes.count == 3)
    // Meanwhile it goes and comes again: the subscription is made once more, not twice at a time.
    _ = (bench.told("s", "x"), bench.told("s", "online"))
    #expect(bench.sent() == [])
    bench.take(Packets.subscribed(subscription.number, subscription.codes))
    let again = try #require(bench.subscription(bench.sent()))
    #expect(again.number != subscription.number)
    bench.take(Packets.subscribed(again.number, again.codes))
    #expect(bench.sent() == [] && bench.told("a", "6") == ["0=6"])
    // The next connection knows nothing of it.
    _ = bench.told("s", "offline")
    bench.open()
    _ = bench.notes.taken()
    #expect(bench.session.isAlive == nil && bench.told("a", "7") == ["0=7"])
  }

  @Test("P63 the sign of the other side may be a member of JSON, or its absence")
  func aliveMember() throws {
    var bench = try SessionBench(["v1:a"]) { $0.alive = MQTTAlive("6:onlinej1:sstate") }
    bench.open()
    #expect(bench.told("s", #"{"state":"online"}"#) == [] && bench.session.isAlive == true)
    #expect(bench.told("s", #"{"state":"offline"}"#) == ["0=failed"] && bench.session.isAlive == false)
    _ = bench.told("s", #"{"state":"online"}"#)
    #expect(bench.told("s", "") == ["0=failed"] && bench.session.isAlive == false)
    #expect(bench.session.garbage == 0)
  }
}
