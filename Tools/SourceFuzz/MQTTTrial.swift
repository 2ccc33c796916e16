import PanelSignals

@testable import PanelSources

/// A session with a broker that sends anything.
struct MQTTTrial: Trial {
  private var session: MQTTSession
  private var listener: Told
  private let outputs: [MQTTOutput]
  private var time: Int64 = 0
  private var failures: Int64 = 0
  private var command: Int32 = 0
  private let topicCount: Int

  private static let addresses = [
    "v5:power", "j7:batteryvoltage", "j7:batterycells[3].u", "p4:temp* °C", "t13:solar/+/power1", "v13:solar/+/power",
    "v4:name", "j7:batterystate", "p4:tempmode *",
  ]

  private static func text(_ text: String) -> [UInt8] {
    [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + bytes(text)
  }

  /// The head's byte, then the body without its length.
  private static let seeds: [[UInt8]] = [
    [0x30] + text("power") + bytes("12.5"), [0x31] + text("power") + bytes("\"on\""), [0x30] + text("power"),
    [0x32] + text("battery") + [0, 7] + bytes("{\"voltage\": 13.25, \"cells\": [1, {}, [], {\"u\": -3.5e-1}]}"),
    [0x30] + text("battery") + bytes("{\"state\":\"bulk \\u00e9\",\"voltage\":null}"),
    [0x30] + text("temp") + bytes("12.3 °C"), [0x30] + text("temp") + bytes("mode 5 bulk"),
    [0x30] + text("solar/east/power") + bytes("50"), [0x30] + text("name") + bytes("Füllung"),
    [0x30] + text("bridge") + bytes("online"), [0x30] + text("bridge") + bytes("offline"),
    [0x40, 0, 2], [0x40, 0, 3], [0xD0], [0x33] + text("other/topic") + [1, 1] + bytes("x"),
    [0x30] + text("name") + Array(repeating: 101, count: 600),
  ]
  private static let rare: [[UInt8]] = [
    [0x20, 0, 0], [0x20, 0, 5], [0x90, 0, 1, 1, 0x80], [0x90, 0, 1], [0x10, 0],
  ]

  init() {
    var options = MQTTOptions(client: bytes("panel"))
    options.alive = MQTTAlive("6:onlinev6:bridge")
    options.kept = KeptMessage(topic: bytes("keep"))
    let addresses = Self.addresses.compactMap { MQTTAddress($0) }
    session = MQTTSession(options, addresses) { [4, 6, 7, 8].contains($0) }
    outputs = ["101:5:set/x1:5:value0:", "001:3:cmd0:2:3:off2:on"].compactMap { MQTTOutput($0) }
    if addresses.count != Self.addresses.count || outputs.count != 2 { fail("a seed of an address is none") }
    listener = Told(limit: addresses.count, counts: true)
    topicCount = session.table.firsts.count
  }

  var told: Int64 { listener.count }
  var leftOut: Int64 { session.garbage &+ session.tooLong &+ session.unwanted &+ failures }

  private mutating func consume() {
    let count = session.outgoing.count
    if count > session.writer.capacity { fail("\(count) bytes to be sent") }
    session.consume(count)
  }

  /// Connects, with a broker that answers rightly.
  private mutating func connect(_ maker: inout Maker, isRight: Bool) {
    session.connected(at: time)
    consume()
    let isRight = isRight || !maker.oneIn(8)
    take([0x20, 2, 0, isRight ? 0 : UInt8(maker.below(8))])
    if session.outgoing.count < 4 { return }
    let place = session.outgoing[1] & 0x80 == 0 ? 2 : 3
    var answer: [UInt8] = [0x90, UInt8(2 + topicCount), session.outgoing[place], session.outgoing[place + 1]]
    for _ in 0..<topicCount { answer.append(isRight ? 1 : [0, 1, 2, 0x80, 7][maker.below(5)]) }
    consume()
    take(answer)
  }

  private mutating func take(_ bytes: [UInt8]) { session.take(bytes.span, at: time, &listener) }

  mutating func execute(_ maker: inout Maker) {
    time &+= Int64(maker.oneIn(16) ? maker.below(12_000_000_000) : maker.below(100_000_000))
    if session.hasFailed || !session.isOpen || maker.oneIn(16) { connect(&maker, isRight: false) }
    for _ in 0...maker.below(4) {
      maker.choose(maker.oneIn(64) ? Self.rare : Self.seeds)
      Self.frame(maker.message, &maker.input)
    }
    if maker.oneIn(4) { maker.damageInput() }
    maker.cut { session.take($0, at: time, &listener) }
    if maker.oneIn(4) {
      command = (command + 1) & 31
      let request = CommandRequest(
        .init(command: command, sending: 1), .address(0, source: 0), Fixed64(maker.below(4)))
      _ = session.publish(request, to: outputs[maker.below(2)], at: time)
    }
    time &+= Int64(maker.below(1_000_000))
    if maker.oneIn(2) { time = max(time, min(session.nextTime, time &+ 40_000_000_000)) }
    session.advance(to: time)
    if session.nextTime < time && session.nextTime != .max {
      fail("what is due was not done: \(session.nextTime) at \(time)")
    }
    if maker.oneIn(64) { session.goOn(at: time) }
    if session.outgoing.count > session.writer.capacity { fail("\(session.outgoing.count) bytes to be sent") }
    if session.hasFailed {
      failures += 1
      if !session.outgoing.isEmpty || session.nextTime != .max { fail("a session that failed goes on") }
    }
    if !maker.oneIn(8) { consume() }
    var answers = 0
    while session.nextAnswer() != nil { answers += 1 }
    if answers > 16 { fail("\(answers) answers") }
    if session.sample.count > 48 { fail("a sample of \(session.sample.count) bytes") }
  }

  private static func frame(_ body: [UInt8], _ bytes: inout [UInt8]) {
    if body.isEmpty { return }
    bytes.append(body[0])
    var rest = body.count - 1
    repeat {
      bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    bytes.append(contentsOf: body[1...])
  }

  mutating func proof() -> UInt64 {
    var maker = Maker(seed: 0)
    // A sign that is not there yet: values count then.
    connect(&maker, isRight: true)
    if !session.isSubscribed { fail("a right broker is refused") }
    listener.begin()
    for seed in Self.seeds.prefix(9) {
      var bytes: [UInt8] = []
      Self.frame(seed, &bytes)
      take(bytes)
    }
    consume()
    if session.hasFailed { fail("valid messages end the session") }
    return listener.sum
  }
}
