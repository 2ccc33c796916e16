// Stage: sources. Input: bytes from a broker, and the time. Output: values, and bytes for the broker. No system calls.
//
//     closed ── connected ──▶ waiting ── CONNACK 0 ──▶ open
//       ▲                       │                        │
//       └──── disconnected ──── failed ◀── any reason ───┘
//
// Nothing from the broker is trusted: memory is taken at the start alone, and a fault ends the session.
import PanelSignals

/// A client's side of MQTT 3.1.1: one session after the other, over connections that somebody else makes.
///
/// Times are nanoseconds of a clock that never goes back. After each call, the bytes of ``outgoing`` are to be sent, and
/// ``failure`` is to be looked at.
public struct MQTTSession {
  enum State { case closed, waiting, open, failed }

  /// The longest payload that is read, in bytes; a longer one is passed over and counted.
  public static var payloadLimit: Int { 65536 }
  /// How long the broker may take for an answer, in nanoseconds.
  public static var answerTime: Int64 { 10_000_000_000 }
  private static var second: Int64 { 1_000_000_000 }

  /// Values that were handed over.
  public internal(set) var values: Int64 = 0
  /// Messages, or values in them, that were not understood.
  public internal(set) var garbage: Int64 = 0
  /// Messages longer than ``payloadLimit``.
  public internal(set) var tooLong: Int64 = 0
  /// Messages whose topic has no address.
  public internal(set) var unwanted: Int64 = 0
  /// The beginning of the topic of the last message that was not understood, or too long.
  public internal(set) var sample: [UInt8] = []

  /// Why the session is over; `nil` while it is not.
  public private(set) var failure: MQTTFailure?
  /// Whether the other side is there, by ``MQTTOptions/alive``; `nil` as long as it has not said so.
  public internal(set) var isAlive: Bool?

  let options: MQTTOptions
  let table: TopicTable
  /// The number of addresses; the one behind them is that of ``MQTTOptions/alive``.
  let addressCount: Int
  private(set) var state = State.closed
  private var reader = PacketReader(payloadLimit: MQTTSession.payloadLimit)
  var writer: PacketWriter
  var flights = Flights()
  var name = [UInt8](repeating: 0, count: LineDecoder.nameLimit)

  /// The topics of the SUBSCRIBE that has no answer yet, or of the next one, among ``TopicTable/firsts``.
  private var subscribed = 0..<0
  private var subscribeNumber: UInt16 = 0
  private var awaitsSubscription = false
  /// Whether all topics are to be subscribed to again, for their retained messages.
  var subscribesAgain = false

  /// When an answer must have come.
  private var answerBy = Int64.max
  private var sentAt: Int64 = 0
  private var heardAt: Int64 = 0
  /// When PINGREQ was sent whose answer has not come.
  private var pingedAt: Int64?
  /// When the kept message is sent next.
  private var keepAt = Int64.max

  /// - Parameter takesTexts: whether the signal of an address, by its place in the list, may be told texts.
  public init(_ options: MQTTOptions, _ addresses: [MQTTAddress], takesTexts: (Int) -> Bool = { _ in false }) {
    self.options = options
    addressCount = addresses.count
    var all = addresses
    if let alive = options.alive { all.append(alive.address) }
    // The filter of all topics, which is the name of none.
    if options.hearsAll { all.append(MQTTAddress(topic: [UInt8(ascii: "#")])) }
    table = TopicTable(all) { $0 == addresses.count || takesTexts($0) }
    var longest = max(options.connectLength, options.kept.map { $0.topic.count + $0.payload.count } ?? 0)
    for address in all { longest = max(longest, address.topic.count) }
    // Twice: a packet may have to wait for one before it.
    writer = PacketWriter(capacity: max(8192, 2 * (longest + 16)))
    sample.reserveCapacity(Self.sampleLimit)
  }

  // MARK: The connection

  /// The bytes for the broker.
  public var outgoing: Span<UInt8> {
    @_lifetime(borrow self) get { writer.bytes }
  }

  /// So many of the bytes were sent.
  public mutating func consume(_ count: Int) { writer.consume(count) }

  /// Whether bytes may be taken: 4096 at once are always answered then. Otherwise the broker has to read first.
  public var hasRoom: Bool { writer.count <= writer.capacity / 2 }

  public var hasFailed: Bool { failure != nil }

  /// Whether the broker has let the client in.
  public var isOpen: Bool { state == .open }

  /// Whether the broker has answered for each topic.
  public var isSubscribed: Bool { state == .open && !awaitsSubscription }

  /// There is a connection. What was left of the one before is forgotten.
  public mutating func connected(at time: Int64) {
    disconnected()
    (sentAt, heardAt, answerBy) = (time, time, later(time, Self.answerTime))
    state = .waiting
    _ = writer.connect(options)
  }

  /// There is no connection any more. Values without an acknowledgement are refused.
  public mutating func disconnected() {
    reader.reset()
    writer.reset()
    flights.lose()
    (state, failure, isAlive, pingedAt) = (.closed, nil, nil, nil)
    (subscribed, awaitsSubscription, subscribesAgain) = (0..<0, false, false)
    (answerBy, keepAt) = (.max, .max)
  }

  /// Forgets values without an acknowledgement, and hears what the broker has kept once more.
  public mutating func goOn(at time: Int64) {
    flights.lose()
    while flights.nextAnswer() != nil {}
    if state == .open { subscribeAgain(at: time) }
  }

  /// Writes DISCONNECT: the connection may be closed when ``outgoing`` is sent.
  public mutating func disconnect() {
    if state == .open { _ = writer.disconnect() }
    state = .closed
    flights.lose()
  }

  mutating func fail(_ reason: MQTTFailure) {
    if state == .failed || state == .closed { return }
    (state, failure) = (.failed, reason)
    writer.reset()
    flights.lose()
  }

  // MARK: Time

  /// When ``advance(to:)`` has something to do; `Int64.max` for never.
  public var nextTime: Int64 { state == .waiting || state == .open ? min(answerBy, keepAt, pingTime) : .max }

  /// When PINGREQ is to be sent, or its answer must have come. A quarter of the time is for the way, and for a fast clock
  /// of the broker. Any byte shows that the broker is there: its answer may stand behind a long message.
  private var pingTime: Int64 {
    let keepAlive = Int64(options.keepAlive) * Self.second
    if keepAlive == 0 || state != .open { return .max }
    if let pingedAt { return later(max(pingedAt, heardAt), keepAlive) }
    return later(min(sentAt, heardAt), keepAlive / 4 * 3)
  }

  /// Does what is due.
  public mutating func advance(to time: Int64) {
    if time < nextTime { return }
    if time >= answerBy { return fail(.noAnswer) }
    if time >= pingTime {
      if pingedAt != nil { return fail(.silent) }
      pingedAt = time
      send(writer.ping(), at: time)
    }
    if time >= keepAt, let kept = options.kept {
      keepAt = later(time, kept.interval)
      send(
        writer.publish(kept.topic.span, kept.payload.span, number: nil, isRetained: false, isRepeated: false), at: time)
    }
  }

  /// A packet was written, or had no room.
  mutating func send(_ isWritten: Bool, at time: Int64) {
    if isWritten { sentAt = time } else { fail(.full) }
  }

  // MARK: Packets

  /// Takes bytes as they come, in pieces of any length.
  public mutating func take<Listener: MessageListener>(
    _ bytes: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) {
    if bytes.isEmpty || state == .closed || state == .failed { return }
    heardAt = time
    var place = 0
    while state != .failed, let packet = reader.next(bytes, at: &place) {
      if packet.isInBuffer {
        // The buffer is lent out, so that its bytes are not copied while the rest of this value changes.
        var lent: [UInt8] = []
        reader.swapBuffer(&lent)
        take(packet, lent.span.extracting(packet.range), at: time, &listener)
        reader.swapBuffer(&lent)
      } else {
        take(packet, bytes.extracting(packet.range), at: time, &listener)
      }
    }
    if reader.isMalformed { fail(.malformed) }
  }

  /// - Parameter body: the packet behind its fixed header, whose type and length are those of a broker.
  private mutating func take<Listener: MessageListener>(
    _ packet: PacketReader.Packet, _ body: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) {
    let isAnswer = packet.head == 0x20
    if isAnswer != (state == .waiting) { return fail(.unexpected) }
    switch packet.head >> 4 {
    case 2: takeConnectAnswer(body, at: time)
    case 3: takeMessage(packet, body, at: time, &listener)
    case 4: flights.acknowledge(readNumber(body, at: 0))
    case 9: takeSubscribeAnswer(body, at: time, &listener)
    default: pingedAt = nil
    }
  }

  /// CONNACK.
  private mutating func takeConnectAnswer(_ body: Span<UInt8>, at time: Int64) {
    if body[0] > 1 || body[1] > 5 { return fail(.malformed) }
    if body[1] != 0 { return fail(.refused(body[1])) }
    (state, answerBy) = (.open, .max)
    subscribe(from: 0, at: time)
  }

  /// SUBSCRIBE to the topics from one on, or to as many as one packet has room for.
  private mutating func subscribe(from first: Int, at time: Int64) {
    subscribesAgain = false
    subscribed = PacketWriter.subscribeRange(table, from: first)
    awaitsSubscription = !subscribed.isEmpty
    if !awaitsSubscription {
      // All are subscribed to.
      answerBy = .max
      if keepAt == .max && options.kept != nil { keepAt = time }
      return advance(to: time)
    }
    answerBy = later(time, Self.answerTime)
    subscribeNumber = flights.nextNumber()
    send(writer.subscribe(table, subscribed, number: subscribeNumber, qos: min(1, options.qos)), at: time)
  }

  /// SUBACK.
  private mutating func takeSubscribeAnswer<Listener: MessageListener>(
    _ body: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) {
    if !awaitsSubscription || readNumber(body, at: 0) != subscribeNumber || body.count != 2 + subscribed.count {
      return fail(.unexpected)
    }
    let range = subscribed
    for (index, place) in range.enumerated() {
      let code = body[2 + index]
      if code > 2 && code != 0x80 { return fail(.malformed) }
      if code == 0x80 { refuse(table.firsts[place], &listener) }
    }
    awaitsSubscription = false
    subscribe(from: subscribesAgain ? 0 : range.upperBound, at: time)
  }

  private mutating func refuse<Listener: MessageListener>(_ first: Int, _ listener: inout Listener) {
    var address = first
    while address >= 0 {
      if address < addressCount { listener.receive(address, Reading(.zero, .failed)) }
      address = table.next(address)
    }
    listener.refuseTopic(of: first)
  }

  /// Subscribes to all topics again, unless that is done anyway.
  mutating func subscribeAgain(at time: Int64) {
    if awaitsSubscription { subscribesAgain = true } else { subscribe(from: 0, at: time) }
  }
}

/// The number of two bytes that begins at a place.
func readNumber(_ bytes: Span<UInt8>, at place: Int) -> UInt16 {
  UInt16(bytes[place]) << 8 | UInt16(bytes[place &+ 1])
}

/// A time after another one, held to the end of time.
func later(_ time: Int64, _ interval: Int64) -> Int64 {
  let (sum, overflow) = time.addingReportingOverflow(interval)
  return overflow ? .max : sum
}
