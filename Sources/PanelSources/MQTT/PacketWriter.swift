// Stage: sources. Input: packets for a broker. Output: their bytes, in a buffer that is taken once.
import SystemFiles

/// Writes packets whole or not at all.
struct PacketWriter {
  private var buffer: [UInt8]
  /// The bytes that were not sent: from the first to the end, open.
  private var start = 0
  private var end = 0

  init(capacity: Int) { buffer = Array(unwritten: capacity) }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { buffer.span.extracting(start..<end) }
  }

  var capacity: Int { buffer.count }
  var count: Int { end - start }

  /// The first bytes were sent.
  mutating func consume(_ count: Int) {
    start += max(0, min(count, end - start))
    if start == end { (start, end) = (0, 0) }
  }

  mutating func reset() { (start, end) = (0, 0) }

  // MARK: Packets

  /// CONNECT, of protocol level 4.
  mutating func connect(_ options: MQTTOptions) -> Bool {
    if !begin(0x10, length: options.connectLength) { return false }
    let protocolName: InlineArray<7, UInt8> = [0, 4, 77, 81, 84, 84, 4]
    for index in protocolName.indices { append(protocolName[index]) }
    append((options.user != nil ? 0x80 : 0) | (options.hasPassword ? 0x40 : 0) | (options.isClean ? 2 : 0))
    append(number: options.keepAlive)
    append(text: options.client.span)
    if let user = options.user { append(text: user.span) }
    if options.hasPassword, let password = options.password { append(text: password.span) }
    return true
  }

  /// SUBSCRIBE to the topics and filters of a table.
  /// - Parameter range: of its ``TopicTable/firsts``.
  mutating func subscribe(_ table: TopicTable, _ range: Range<Int>, number: UInt16, qos: UInt8) -> Bool {
    if !begin(0x82, length: Self.subscribeLength(table, range)) { return false }
    append(number: number)
    for place in range {
      let topic = table.topics[table.firsts[place]]
      append(text: topic.span)
      append(qos)
    }
    return true
  }

  private static func subscribeLength(_ table: TopicTable, _ range: Range<Int>) -> Int {
    var length = 2
    for place in range { length += table.topics[table.firsts[place]].count + 3 }
    return length
  }

  /// The longest SUBSCRIBE, but for one that has a single longer topic.
  private static var subscribeLimit: Int { 1024 }

  /// The topics that one SUBSCRIBE has room for.
  static func subscribeRange(_ table: TopicTable, from first: Int) -> Range<Int> {
    var end = min(first + 1, table.firsts.count)
    while end < table.firsts.count, end - first < PacketReader.filterLimit,
      subscribeLength(table, first..<end + 1) <= subscribeLimit
    { end += 1 }
    return first..<end
  }

  /// PUBLISH.
  /// - Parameter number: of the packet, for QoS 1; `nil` for QoS 0.
  mutating func publish(
    _ topic: Span<UInt8>, _ payload: Span<UInt8>, number: UInt16?, isRetained: Bool, isRepeated: Bool
  ) -> Bool {
    if topic.count > MQTTAddress.topicLimit || payload.count > buffer.count { return false }
    let flags: UInt8 = (isRetained ? 1 : 0) | (number != nil ? 2 : 0) | (isRepeated && number != nil ? 8 : 0)
    if !begin(0x30 | flags, length: 2 + topic.count + (number != nil ? 2 : 0) + payload.count) { return false }
    append(text: topic)
    if let number { append(number: number) }
    for index in payload.indices { append(payload[index]) }
    return true
  }

  /// PUBACK.
  mutating func acknowledge(_ number: UInt16) -> Bool {
    if !begin(0x40, length: 2) { return false }
    append(number: number)
    return true
  }

  /// PINGREQ.
  mutating func ping() -> Bool { begin(0xC0, length: 0) }

  /// DISCONNECT.
  mutating func disconnect() -> Bool { begin(0xE0, length: 0) }

  // MARK: Bytes

  /// Writes a fixed header, if there is room for the whole packet.
  private mutating func begin(_ head: UInt8, length: Int) -> Bool {
    // The header has five bytes at most.
    if length > buffer.count - 5 - count { return false }
    if length > buffer.count - 5 - end {
      for index in 0..<count { buffer[index] = buffer[start &+ index] }
      (start, end) = (0, count)
    }
    append(head)
    var rest = length
    repeat {
      append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return true
  }

  private mutating func append(_ byte: UInt8) {
    buffer[end] = byte
    end &+= 1
  }

  private mutating func append(number: UInt16) {
    append(UInt8(number >> 8))
    append(UInt8(truncatingIfNeeded: number))
  }

  /// - Parameter text: 65535 bytes at most.
  private mutating func append(text: Span<UInt8>) {
    append(number: UInt16(text.count))
    for index in text.indices { append(text[index]) }
  }
}
