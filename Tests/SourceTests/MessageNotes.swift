import PanelSignals
import Testing

@testable import PanelSources

/// In nanoseconds.
let mqttSecond: Int64 = 1_000_000_000

/// Keeps what a session tells, a line each: `0=12.5`, `1="bulk"`, `2=failed`, `retained` before the values of such a message.
struct MessageNotes: MessageListener {
  var lines: [String] = []

  mutating func receive(_ address: Int, _ reading: Reading) { lines.append("\(address)=\(Self.text(reading))") }

  mutating func receive(_ address: Int, text: Span<UInt8>) { lines.append("\(address)!") }

  mutating func beginMessage(isRetained: Bool) { if isRetained { lines.append("retained") } }

  mutating func receive(_ address: Int, text: Span<UInt8>, otherwise reading: Reading) {
    let letters = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
    lines.append("\(address)=\"\(letters)\"" + (reading.quality == .failed ? "" : " or " + Self.text(reading)))
  }

  mutating func refuseTopic(of address: Int) { lines.append("\(address) refused") }

  private static func text(_ reading: Reading) -> String {
    switch reading.quality {
    case .fresh: NumberFormat.shortest(reading.value, most: 6).text(of: reading.value)
    case .old: "old"
    case .failed: "failed"
    case .none: "none"
    }
  }

  mutating func taken() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A seeded generator, the same on every machine (Steele, Lea & Flood 2014).
struct MessageDice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Packets of a broker.
enum BrokerPackets {
  static func packet(_ head: UInt8, _ body: [UInt8]) -> [UInt8] {
    var bytes = [head]
    var rest = body.count
    repeat {
      bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return bytes + body
  }

  static func number(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

  static func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }

  /// CONNACK.
  static func welcome(_ code: UInt8 = 0) -> [UInt8] { packet(0x20, [0, code]) }

  static func subscribed(_ packetNumber: Int, _ codes: [UInt8]) -> [UInt8] {
    packet(0x90, number(packetNumber) + codes)
  }

  /// PUBLISH; of QoS 1 with a packet's number.
  static func message(_ topic: String, _ payload: [UInt8], _ packetNumber: Int? = nil, isRetained: Bool = false)
    -> [UInt8]
  {
    let flags: UInt8 = (packetNumber != nil ? 2 : 0) | (isRetained ? 1 : 0)
    return packet(0x30 | flags, text(topic) + (packetNumber.map(number) ?? []) + payload)
  }

  static func message(_ topic: String, _ payload: String, _ number: Int? = nil, isRetained: Bool = false) -> [UInt8] {
    message(topic, Array(payload.utf8), number, isRetained: isRetained)
  }
}

/// A session, with what it tells and sends.
struct SessionBench {
  var session: MQTTSession
  var notes = MessageNotes()

  /// - Parameters:
  ///   - addresses: in the short form.
  ///   - texts: the addresses whose signals may be told texts.
  init(
    _ addresses: [String], texts: Set<Int> = [], client: String = "panel",
    _ change: (inout MQTTOptions) -> Void = { _ in }
  ) throws {
    var options = MQTTOptions(client: Array(client.utf8))
    change(&options)
    session = MQTTSession(options, try addresses.map { try #require(MQTTAddress($0)) }) { texts.contains($0) }
  }

  /// Connects, and has the broker answer CONNECT and each SUBSCRIBE.
  mutating func open(at time: Int64 = 0) {
    session.connected(at: time)
    _ = sent()
    take(BrokerPackets.welcome(), at: time)
    while let packet = subscription(sent()) { take(BrokerPackets.subscribed(packet.number, packet.codes), at: time) }
  }

  /// The number of the last SUBSCRIBE in some bytes, and an answer for each of its topics.
  func subscription(_ bytes: [UInt8]) -> (number: Int, codes: [UInt8])? {
    for packet in Self.packets(bytes).reversed() where packet[0] == 0x82 {
      let body = Self.body(packet)
      var (place, codes): (Int, [UInt8]) = (2, [])
      while place < body.count {
        place += 2 + Int(body[place]) << 8 + Int(body[place + 1]) + 1
        codes.append(body[place - 1])
      }
      return (Int(body[0]) << 8 + Int(body[1]), codes)
    }
    return nil
  }

  mutating func take(_ bytes: [UInt8], at time: Int64 = 0) { session.take(bytes.span, at: time, &notes) }

  /// What the session tells of a message.
  mutating func told(_ topic: String, _ payload: String, isRetained: Bool = false) -> [String] {
    take(BrokerPackets.message(topic, payload, isRetained: isRetained))
    return notes.taken()
  }

  /// The bytes for the broker, which are sent then.
  mutating func sent() -> [UInt8] {
    let bytes = Self.bytes(session.outgoing)
    session.consume(bytes.count)
    return bytes
  }

  private static func bytes(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }

  /// Each with its header.
  static func packets(_ bytes: [UInt8]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      var (length, shift, place) = (0, 0, start + 1)
      repeat {
        length |= Int(bytes[place] & 127) << shift
        shift += 7
        place += 1
      } while bytes[place - 1] & 128 != 0
      packets.append(Array(bytes[start..<place + length]))
      start = place + length
    }
    return packets
  }

  static func body(_ packet: [UInt8]) -> [UInt8] {
    var place = 1
    while packet[place] & 128 != 0 { place += 1 }
    return Array(packet[(place + 1)...])
  }
}
