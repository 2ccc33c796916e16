// Stage: sources. Input: bytes of a connection, in pieces of any length. Output: packets of MQTT.
// http://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html, section 2.2
import SystemFiles

/// Cuts bytes into packets. Memory is taken at the start alone.
struct PacketReader {
  /// A packet without its fixed header.
  struct Packet {
    /// The packet's type, and its flags in the lower four bits.
    let head: UInt8
    /// Where it lies: in the given bytes, or in ``PacketReader/buffer``.
    let range: Range<Int>
    let isInBuffer: Bool
    /// Whether the packet was longer than the buffer, which has its beginning.
    let isCut: Bool
  }

  private enum Phase { case head, length, body }

  /// The most filters of a SUBSCRIBE, thus the most answers of a SUBACK.
  static var filterLimit: Int { 64 }

  /// The longest topic beside the longest payload, in bytes.
  private static var topicRoom: Int { 1024 }

  /// The parts of a packet whose end has not come. Any topic and the packet's number fit, so that a cut packet has them.
  private(set) var buffer: [UInt8]
  private var phase = Phase.head
  private var head: UInt8 = 0
  /// The length of the body: 0...268,435,455.
  private var length = 0
  private var lengthShift = 0
  /// How many bytes of the body have not come.
  private var left = 0
  /// How many of its bytes the buffer has.
  private var count = 0
  /// Whether the bytes were no packets of a broker. Nothing more is read.
  private(set) var isMalformed = false

  /// - Parameter payloadLimit: the longest payload that is kept whole, in bytes.
  init(payloadLimit: Int) {
    buffer = Array(unwritten: max(payloadLimit + Self.topicRoom, MQTTAddress.topicLimit) + 4)
  }

  /// Forgets a packet that has not ended.
  mutating func reset() { (phase, isMalformed) = (.head, false) }

  /// Lends the buffer, so that its bytes can be read while this value changes; or takes it back.
  mutating func swapBuffer(_ other: inout [UInt8]) { swap(&buffer, &other) }

  /// The next packet; `nil` where its end has not come, or where the bytes are none.
  /// - Parameter place: the next byte to read.
  mutating func next(_ bytes: Span<UInt8>, at place: inout Int) -> Packet? {
    while !isMalformed {
      switch phase {
      case .head:
        if place >= bytes.count { return nil }
        head = bytes[place]
        place &+= 1
        (phase, length, lengthShift) = (.length, 0, 0)
      case .length:
        if place >= bytes.count { return nil }
        readLength(bytes[place])
        place &+= 1
      case .body:
        let isWhole = left == length && bytes.count - place >= length
        if isWhole {
          place += length
          phase = .head
          return Packet(head: head, range: place - length..<place, isInBuffer: false, isCut: false)
        }
        keep(bytes, from: &place)
        if left > 0 { return nil }
        phase = .head
        return Packet(head: head, range: 0..<count, isInBuffer: true, isCut: count < length)
      }
    }
    return nil
  }

  private mutating func readLength(_ byte: UInt8) {
    length |= Int(byte & 127) << lengthShift
    lengthShift += 7
    if byte & 128 != 0 {
      // Four bytes at most.
      isMalformed = lengthShift == 28
      return
    }
    isMalformed = !isLegal
    (phase, left, count) = (.body, length, 0)
  }

  /// Keeps the bytes that there is room for, and passes over the others.
  private mutating func keep(_ bytes: Span<UInt8>, from place: inout Int) {
    let arrived = min(left, bytes.count - place)
    let kept = min(arrived, buffer.count - count)
    for index in 0..<kept { buffer[count &+ index] = bytes[place &+ index] }
    count += kept
    place += arrived
    left -= arrived
  }

  /// Whether a broker may send such a packet to a client that subscribes with QoS 0 and 1, and never ends a subscription.
  private var isLegal: Bool {
    switch head {
    case 0x20, 0x40: length == 2
    case 0x90: length >= 3 && length <= 2 + Self.filterLimit
    case 0xD0: length == 0
    default: head >> 4 == 3 && head >> 1 & 3 < 2 && length >= 3
    }
  }
}
