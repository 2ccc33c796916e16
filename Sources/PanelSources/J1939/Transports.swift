// Stage: sources. Input: frames of the transport protocol of J1939. Output: whole messages. Nothing of it is trusted:
// memory is taken at the start alone.

/// Puts messages of 9 to 1785 bytes together, SAE J1939-21: those to everybody (BAM), and those between two others, which
/// are heard in passing (RTS and CTS). Eight at a time.
///
/// A message with a packet that is missing, comes twice or comes too late is dropped. A receiver may ask for packets again.
struct Transports {
  /// Messages that were begun and did not end.
  private(set) var broken: Int64 = 0
  private var slots: [Slot]
  private var bytes: [UInt8]

  private struct Slot: BitwiseCopyable {
    var number: UInt32 = 0
    /// The key of the message's header.
    var key: UInt32 = 0
    var nextPacket = 1
    /// Bytes of the whole message; 0 for a free slot.
    var length = 0
    var time: Int64 = .min
    /// Nanoseconds that may pass between two frames.
    var timeLimit: Int64 = 0
  }

  static var slotCount: Int { 8 }
  /// Nanoseconds: T1 between two packets to everybody, T3 where the receiver answers.
  static var broadcastLimit: Int64 { 750_000_000 }
  static var connectionLimit: Int64 { 1_250_000_000 }

  /// Control bytes of the management.
  private enum Control { static let request = 16, clear = 17, broadcast = 32, abort = 255 }

  /// - Parameter isUsed: whether there are long messages to read: else it takes no memory.
  init(isUsed: Bool) {
    slots = Array(repeating: Slot(), count: isUsed ? Self.slotCount : 0)
    bytes = Array(repeating: 0, count: isUsed ? Self.slotCount * ParameterGroup.transportLimit : 0)
  }

  var isUsed: Bool { !slots.isEmpty }

  /// Forgets all messages that have not ended.
  mutating func reset() {
    for index in slots.indices { slots[index].length = 0 }
  }

  /// The head of a message that ``takeData(_:_:at:)`` has found.
  func header(_ slot: Int) -> MessageHeader {
    let key = slots[slot].key
    return MessageHeader(
      slots[slot].number, source: UInt8(truncatingIfNeeded: key), destination: UInt8(truncatingIfNeeded: key >> 8),
      priority: UInt8(truncatingIfNeeded: key >> 16))
  }

  @_lifetime(borrow self)
  func message(_ slot: Int, _ count: Int) -> Span<UInt8> {
    bytes.span.extracting(slot &* ParameterGroup.transportLimit..<slot &* ParameterGroup.transportLimit &+ count)
  }

  /// The group of a frame of the management; `nil` for a frame that is too short.
  static func number(_ data: Span<UInt8>) -> UInt32? {
    data.count < 8 ? nil : UInt32(data[5]) | UInt32(data[6]) << 8 | UInt32(data[7]) << 16
  }

  /// Takes a frame of the management.
  /// - Parameters:
  ///   - number: of the group, which somebody wants.
  ///   - data: 8 bytes at least.
  mutating func takeManagement(_ header: MessageHeader, _ number: UInt32, _ data: Span<UInt8>, at time: Int64) {
    switch Int(data[0]) {
    case Control.request: begin(header, number, data, Self.connectionLimit, at: time)
    case Control.broadcast: begin(header, number, data, Self.broadcastLimit, at: time)
    case Control.clear:
      // The receiver asks for packets from one on; for none of them it only wants to wait.
      guard let slot = find(header.destination, header.source), slots[slot].number == number else { return }
      slots[slot].time = time
      if data[1] == 0 { return }
      if data[2] == 0 || Int(data[2]) > slots[slot].nextPacket { return drop(slot) }
      slots[slot].nextPacket = Int(data[2])
    case Control.abort:
      // By either of them.
      for (source, destination) in [(header.source, header.destination), (header.destination, header.source)] {
        if let slot = find(source, destination), slots[slot].number == number { drop(slot) }
      }
    default: break
    }
  }

  private mutating func begin(
    _ header: MessageHeader, _ number: UInt32, _ data: Span<UInt8>, _ timeLimit: Int64, at time: Int64
  ) {
    if let slot = find(header.source, header.destination) { drop(slot) }
    let length = Int(data[1]) | Int(data[2]) << 8
    if length < 9 || length > ParameterGroup.transportLimit || Int(data[3]) != (length &+ 6) / 7 { return }
    let slot = oldest()
    if slot >= slots.count { return }
    slots[slot] = Slot(number: number, key: header.key, length: length, time: time, timeLimit: timeLimit)
  }

  /// Takes a packet of data.
  /// - Returns: the slot and the length of the message that ends with it; `nil` where none does.
  mutating func takeData(_ header: MessageHeader, _ data: Span<UInt8>, at time: Int64) -> (slot: Int, count: Int)? {
    guard data.count > 1, let slot = find(header.source, header.destination) else { return nil }
    let (length, packet) = (slots[slot].length, slots[slot].nextPacket)
    let place = (packet &- 1) &* 7
    let wanted = Swift.min(7, length &- place)
    if Int(data[0]) != packet || data.count &- 1 < wanted || time &- slots[slot].time > slots[slot].timeLimit {
      drop(slot)
      return nil
    }
    for index in 0..<wanted { bytes[slot &* ParameterGroup.transportLimit &+ place &+ index] = data[1 &+ index] }
    slots[slot].nextPacket = packet &+ 1
    slots[slot].time = time
    if place &+ wanted < length { return nil }
    slots[slot].length = 0
    return (slot, length)
  }

  private func find(_ source: UInt8, _ destination: UInt8) -> Int? {
    let addresses = UInt32(source) | UInt32(destination) << 8
    for index in slots.indices where slots[index].length > 0 && slots[index].key & 0xFFFF == addresses { return index }
    return nil
  }

  private mutating func drop(_ slot: Int) {
    slots[slot].length = 0
    broken &+= 1
  }

  /// A free slot, else the one that has waited longest: its message is dropped.
  private mutating func oldest() -> Int {
    var best = 0
    for index in slots.indices {
      if slots[index].length == 0 { return index }
      if slots[index].time < slots[best].time { best = index }
    }
    if best < slots.count { drop(best) }
    return best
  }
}
