import PanelSignals

@testable import PanelSources

/// A session with units that answer anything.
struct ModbusTrial: Trial {
  private var session: ModbusSession
  private var listener: Told
  private let framing: ModbusFraming
  private var time: Int64 = 0
  private var failures: Int64 = 0
  private var request: [UInt8] = []

  private static let addresses = [
    "h:0/1 u0:10", "h:4/2 s0:20 w *1/A", "h:1E/4 f0:40", "h:C8/2 b", "i:3/1 s0:10 n", "c:3/1 u0:1", "c:50/1 u0:1",
    "d:4/1 u0:1", "h2:0/4 u0:40 y", "i2:9/1 u3:7", "h7:1/1 u0:10 @32", "h:28/A t14",
  ]

  init(_ framing: ModbusFraming) {
    self.framing = framing
    var options = ModbusOptions()
    options.framing = framing
    options.characterTime = framing == .rtu ? 86_806 : 0
    let fields = Self.addresses.map { ModbusField($0) }
    let outputs = ["c:3/1 u0:1", "h:C8/2 u0:20"].map { ModbusOutput($0) }
    for index in fields.indices where fields[index] == nil { fail("no address: \(Self.addresses[index])") }
    session = ModbusSession(ModbusPlan(options, fields), outputs)
    listener = Told(limit: fields.count)
    request.reserveCapacity(512)
  }

  var told: Int64 { listener.count }
  var leftOut: Int64 { session.garbage &+ failures }

  /// Takes the request, and writes the right answer without its frame to the message.
  private mutating func answer(_ maker: inout Maker) {
    request.removeAll(keepingCapacity: true)
    for index in 0..<session.outgoing.count { request.append(session.outgoing[index]) }
    if request.count > 264 { fail("a request of \(request.count) bytes") }
    session.consume()
    let start = framing == .tcp ? 6 : 0
    let (unit, function) = (request[start], request[start + 1])
    let count = Int(request[start + 4]) << 8 | Int(request[start + 5])
    maker.message.removeAll(keepingCapacity: true)
    maker.message.append(unit)
    maker.message.append(function)
    switch function {
    case 1...4:
      let length = function < 3 ? (count + 7) / 8 : 2 * count
      if length > 250 { fail("a request for \(count)") }
      maker.message.append(UInt8(length))
      for index in 0..<length { maker.message.append(UInt8(truncatingIfNeeded: index &* 37 &+ 1)) }
    default: for index in 2..<6 { maker.message.append(request[start + index]) }
    }
  }

  private func frame(_ maker: inout Maker) {
    if framing == .tcp {
      maker.input.append(request[0])
      maker.input.append(request[1])
      for byte in [0, 0, maker.message.count >> 8, maker.message.count & 255] {
        maker.input.append(UInt8(truncatingIfNeeded: byte))
      }
      maker.input.append(contentsOf: maker.message)
    } else {
      let sum = modbusChecksum(maker.message.span)
      maker.input.append(contentsOf: maker.message)
      maker.input.append(UInt8(sum & 255))
      maker.input.append(UInt8(sum >> 8))
    }
  }

  mutating func execute(_ maker: inout Maker) {
    if session.failure != nil || !session.isOpen || maker.oneIn(64) { session.connected(at: time) }
    for _ in 0...maker.below(3) {
      if maker.oneIn(8) {
        let request = CommandRequest(
          .init(command: Int32(maker.below(4)), sending: 1), .address(0, source: 0), Fixed64(maker.below(3)))
        _ = session.write(request, to: maker.below(3))
      }
      if session.outgoing.isEmpty {
        let next = session.nextTime
        time = maker.oneIn(4) ? time &+ Int64(maker.below(50_000_000)) : max(time, min(next, time &+ 40_000_000_000))
        session.advance(to: time)
        if session.failure == nil && session.isOpen && session.nextTime < time && session.outgoing.isEmpty {
          fail("what is due was not done")
        }
        if session.outgoing.isEmpty { continue }
      }
      answer(&maker)
      if maker.oneIn(16) {
        maker.message[1] |= 0x80
        maker.message.removeLast(maker.message.count - 2)
        maker.message.append(UInt8(maker.below(13)))
      }
      if maker.oneIn(3) { maker.damageMessage() }
      maker.input.removeAll(keepingCapacity: true)
      frame(&maker)
      if maker.oneIn(4) { maker.damageInput() }
      time &+= Int64(maker.below(20_000_000))
      maker.cut { session.take($0, at: time, &listener) }
    }
    if maker.oneIn(128) { session.goOn(at: time) }
    if session.blocks.count > Self.addresses.count { fail("\(session.blocks.count) blocks") }
    if session.failure != nil {
      failures += 1
      if !session.outgoing.isEmpty || session.nextTime != .max { fail("a session that failed goes on") }
    }
    var answers = 0
    while session.nextAnswer() != nil { answers += 1 }
    if answers > 64 { fail("\(answers) answers") }
    while session.nextComplaint() != nil {}
  }

  mutating func proof() -> UInt64 {
    var maker = Maker(seed: 0)
    time &+= 60_000_000_000
    session.connected(at: time)
    while session.nextAnswer() != nil {}
    while session.nextComplaint() != nil {}
    listener.begin()
    // All blocks once; those of short intervals oftener.
    for _ in 0..<12 {
      if session.outgoing.isEmpty {
        time = max(time, session.nextTime)
        session.advance(to: time)
      }
      if session.outgoing.isEmpty { fail("nothing is asked") }
      answer(&maker)
      maker.input.removeAll(keepingCapacity: true)
      frame(&maker)
      session.take(maker.input.span, at: time, &listener)
    }
    if session.failure != nil || session.isWaiting && session.outgoing.isEmpty { fail("right answers are none") }
    return listener.sum
  }
}
