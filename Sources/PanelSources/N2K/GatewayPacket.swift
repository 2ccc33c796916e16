// Stage: sources. Input: a packet of an Actisense gateway, without its marks. Output: a frame or a message of NMEA 2000.

/// A packet of the protocol BST: a command, a length, bytes, and a sum that makes all of them 0 modulo 256.
struct GatewayPacket: ~Escapable {
  enum Contents: Equatable {
    /// Bytes of a whole message.
    case message(Range<Int>)
    /// Bytes of a frame, which may be part of a message.
    case frame(Range<Int>)
    /// Of the gateway itself.
    case other
    /// A wrong sum or length.
    case damaged
  }

  private let bytes: Span<UInt8>

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  private enum Command { static let message: UInt8 = 0x93, frame: UInt8 = 0x95, longMessage: UInt8 = 0xD0 }

  /// With the longest message of the transport protocol.
  static var limit: Int { 14 + ParameterGroup.transportLimit }

  var contents: Contents {
    if bytes.count < 3 { return .damaged }
    var sum: UInt8 = 0
    for index in bytes.indices { sum &+= bytes[index] }
    if sum != 0 { return .damaged }
    let end = bytes.count &- 1
    switch bytes[0] {
    case Command.message:
      if bytes.count < 14 || Int(bytes[1]) &+ 3 != bytes.count || Int(bytes[12]) &+ 14 != bytes.count {
        return .damaged
      }
      return .message(13..<end)
    case Command.longMessage:
      if bytes.count < 14 || Int(bytes[1]) | Int(bytes[2]) << 8 != end { return .damaged }
      return .message(13..<end)
    case Command.frame:
      if bytes.count < 9 || Int(bytes[1]) &+ 3 != bytes.count || bytes.count > 17 { return .damaged }
      return .frame(8..<end)
    default: return .other
    }
  }

  /// Of a message.
  var header: MessageHeader {
    if bytes[0] == Command.message {
      // The parameter group with its lowest byte first.
      let number = UInt32(bytes[3]) | UInt32(bytes[4]) << 8 | UInt32(bytes[5]) << 16
      let isBroadcast = ParameterGroup.isBroadcast(number)
      return MessageHeader(
        isBroadcast ? number : number & 0x3_FF00, source: bytes[7], destination: bytes[6], priority: bytes[2] & 7)
    }
    let header = MessageHeader(id: id(at: 5) | UInt32(bytes[4]))
    return MessageHeader(
      header.number, source: header.source, destination: bytes[3], priority: bytes[7] >> 2 & 7)
  }

  /// Of a frame.
  var id: UInt32 { id(at: 5) | UInt32(bytes[4]) }

  /// The parts of an id above its source: PDU specific, PDU format, page and priority.
  private func id(at place: Int) -> UInt32 {
    UInt32(bytes[place]) << 8 | UInt32(bytes[place &+ 1]) << 16 | UInt32(bytes[place &+ 2] & 0x1F) << 24
  }
}
