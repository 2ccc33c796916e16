// Stage: sources. Input: bytes of a connection, in pieces of any length. Output: frames of Modbus. Takes no memory.

/// The CRC of RTU: polynomial 0xA001, from 0xFFFF on, without a table.
func modbusChecksum(_ bytes: Span<UInt8>) -> UInt16 {
  var sum: UInt16 = 0xFFFF
  for index in bytes.indices {
    sum ^= UInt16(bytes[index])
    for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
  }
  return sum
}

/// Collects the bytes of one frame.
struct ModbusReader {
  enum Outcome {
    /// More bytes are needed.
    case more
    /// ``bytes`` are a whole frame with the number and the range of the unit and what is behind it.
    case frame(number: UInt16, Range<Int>)
    /// A frame's length fits, and its checksum does not.
    case damaged
    /// The bytes are no frame.
    case malformed
  }

  let framing: ModbusFraming
  private var buffer = InlineArray<264, UInt8>(repeating: 0)
  private(set) var count = 0

  init(_ framing: ModbusFraming) { self.framing = framing }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { buffer.span.extracting(0..<count) }
  }

  mutating func reset() { count = 0 }

  /// Takes bytes away from the beginning, so that a frame behind them is found.
  mutating func drop(_ number: Int) {
    let rest = Swift.max(0, count &- number)
    for index in 0..<rest { buffer[index] = buffer[index &+ number] }
    count = rest
  }

  /// Takes a byte. The frame of an outcome stays until ``reset()``.
  mutating func take(_ byte: UInt8) -> Outcome {
    if count == buffer.count { return .malformed }
    buffer[count] = byte
    count &+= 1
    return look()
  }

  /// Looks at the bytes so far.
  func look() -> Outcome { framing == .tcp ? lookTCP() : lookRTU() }

  /// Number, protocol 0, length of the rest, unit: "MODBUS Messaging on TCP/IP Implementation Guide V1.0b", section 3.1.3.
  private func lookTCP() -> Outcome {
    if count < 6 { return .more }
    let length = Int(buffer[4]) &<< 8 | Int(buffer[5])
    if buffer[2] | buffer[3] != 0 || length < 3 || length > 254 { return .malformed }
    if count < 6 &+ length { return .more }
    return .frame(number: UInt16(buffer[0]) &<< 8 | UInt16(buffer[1]), 6..<6 &+ length)
  }

  private func lookRTU() -> Outcome {
    if count < 3 { return .more }
    let length: Int
    switch buffer[1] {
    case 1...4: length = 5 &+ Int(buffer[2])
    case 5, 6, 15, 16: length = 8
    case 0x81...0x84, 0x85, 0x86, 0x8F, 0x90: length = 5
    default: return .malformed
    }
    if length > 256 { return .malformed }
    if count < length { return .more }
    let sum = modbusChecksum(buffer.span.extracting(0..<length &- 2))
    let isRight = buffer[length &- 2] == UInt8(sum & 255) && buffer[length &- 1] == UInt8(sum >> 8)
    return isRight ? .frame(number: 0, 0..<length &- 2) : .damaged
  }
}
