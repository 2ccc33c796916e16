// Stage: sources. Input: frames of fast packets of NMEA 2000. Output: whole messages. Nothing of it is trusted: memory is
// taken at the start alone.

/// Puts messages of up to 223 bytes together, of eight senders at a time.
///
/// The first byte of a frame is a sequence of 3 bits and the frame's number of 5 bits. Frame 0 has the length and 6 bytes of
/// the message, the others have 7. A message with a frame that is missing, comes twice or comes later than 750 ms is dropped.
struct FastPackets {
  /// Messages that were begun and did not end.
  private(set) var broken: Int64 = 0
  private var slots: [Slot]
  private var bytes: [UInt8]

  private struct Slot: BitwiseCopyable {
    var number: UInt32 = 0
    /// Of the header, without its priority.
    var addresses: UInt32 = 0
    /// The bits 5...7 of the first byte.
    var sequence: UInt8 = 0
    var nextFrame: UInt8 = 0
    /// Bytes of the whole message; 0 for a free slot.
    var length = 0
    var count = 0
    var time: Int64 = .min
  }

  static var slotCount: Int { 8 }
  /// Nanoseconds between two frames.
  static var timeLimit: Int64 { 750_000_000 }

  /// - Parameter isUsed: whether there are fast packets to read: else it takes no memory.
  init(isUsed: Bool) {
    slots = Array(repeating: Slot(), count: isUsed ? Self.slotCount : 0)
    bytes = Array(repeating: 0, count: isUsed ? Self.slotCount * ParameterGroup.fastLimit : 0)
  }

  /// Forgets all messages that have not ended.
  mutating func reset() {
    for index in slots.indices { slots[index].length = 0 }
  }

  /// The bytes of a message that ``take(_:_:at:)`` has found.
  @_lifetime(borrow self)
  func message(_ slot: Int, _ count: Int) -> Span<UInt8> {
    bytes.span.extracting(slot &* ParameterGroup.fastLimit..<slot &* ParameterGroup.fastLimit &+ count)
  }

  /// Takes a frame.
  /// - Parameter time: in nanoseconds.
  /// - Returns: the slot and the length of the message that ends with it; `nil` where none does.
  mutating func take(_ header: MessageHeader, _ data: Span<UInt8>, at time: Int64) -> (slot: Int, count: Int)? {
    if data.count < 2 { return nil }
    let addresses = header.key & 0xFFFF
    let (sequence, frame) = (data[0] & 0xE0, data[0] & 0x1F)
    var slot = 0
    while slot < slots.count {
      if slots[slot].length > 0 && slots[slot].number == header.number && slots[slot].addresses == addresses { break }
      slot &+= 1
    }
    if frame == 0 {
      let length = Int(data[1])
      if slot < slots.count { drop(slot) } else { slot = oldest() }
      if length == 0 || length > ParameterGroup.fastLimit || slot >= slots.count { return nil }
      slots[slot] = Slot(number: header.number, addresses: addresses, sequence: sequence, length: length)
      return append(slot, data.extracting(2...), room: 6, at: time)
    }
    if slot >= slots.count { return nil }
    if slots[slot].sequence != sequence || slots[slot].nextFrame != frame
      || time &- slots[slot].time > Self.timeLimit
    {
      drop(slot)
      return nil
    }
    return append(slot, data.extracting(1...), room: 7, at: time)
  }

  private mutating func append(_ slot: Int, _ data: Span<UInt8>, room: Int, at time: Int64) -> (slot: Int, count: Int)?
  {
    let (length, count) = (slots[slot].length, slots[slot].count)
    let wanted = Swift.min(room, length &- count)
    if data.count < wanted {
      drop(slot)
      return nil
    }
    let place = slot &* ParameterGroup.fastLimit &+ count
    for index in 0..<wanted { bytes[place &+ index] = data[index] }
    slots[slot].count = count &+ wanted
    slots[slot].nextFrame &+= 1
    slots[slot].time = time
    if count &+ wanted < length { return nil }
    slots[slot].length = 0
    return (slot, length)
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
