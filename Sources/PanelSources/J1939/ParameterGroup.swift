// Stage: sources. The parameter groups of SAE J1939 and NMEA 2000, whose numbers stand in the extended ids of frames.

/// A parameter group, and the senders whose messages of it are read.
public struct ParameterGroup: Sendable, BitwiseCopyable {
  /// Below 2¹⁸. With a PDU format below 240 the lowest byte is 0: an address stands in its place on the bus.
  public let number: UInt32
  /// The address of the sender; `nil` for any.
  public let source: UInt8?
  /// The address of the receiver, 255 for all of them; `nil` for any.
  public let destination: UInt8?
  /// 0...7, the most urgent one first; `nil` for any.
  public let priority: UInt8?
  public let form: Form

  /// The way in which messages come.
  public enum Form: UInt8, Sendable, BitwiseCopyable {
    case frames
    /// Fast packets of NMEA 2000.
    case fastPackets
    /// A frame, or the transport protocol of J1939 for a longer one.
    case transport
  }

  var isFast: Bool { form == .fastPackets }

  /// - Returns: `nil` where a number has too many bits.
  public init?(
    _ number: UInt32, source: UInt8? = nil, destination: UInt8? = nil, priority: UInt8? = nil, form: Form = .frames
  ) {
    if number >= 1 << 18 || number & 0xFF != 0 && !Self.isBroadcast(number) || priority ?? 0 > 7 { return nil }
    (self.number, self.source, self.destination) = (number, source, destination)
    (self.priority, self.form) = (priority, form)
  }

  /// Whether a group has no place for the address of a receiver.
  static func isBroadcast(_ number: UInt32) -> Bool { number &>> 8 & 0xFF >= 240 }

  /// The longest message in bytes.
  public var limit: Int { isFast ? Self.fastLimit : Self.transportLimit }
  /// That of fast packets, and of the transport protocol.
  public static var fastLimit: Int { 223 }
  public static var transportLimit: Int { 1785 }

  /// The groups of the transport protocol: management of connections, and data.
  static var management: UInt32 { 0xEC00 }
  static var transfer: UInt32 { 0xEB00 }

  /// The addresses and the priority that a message needs, as ``MessageHeader/key`` has them, and the bits that count.
  var key: (value: UInt32, mask: UInt32) {
    var (value, mask): (UInt32, UInt32) = (0, 0)
    if let source { (value, mask) = (UInt32(source), 0xFF) }
    if let destination { (value, mask) = (value | UInt32(destination) << 8, mask | 0xFF00) }
    if let priority { (value, mask) = (value | UInt32(priority) << 16, mask | 0x7_0000) }
    return (value, mask)
  }

  /// The bits of extended ids that a frame needs.
  var filter: CANDecoder.Filter {
    let isBroadcast = Self.isBroadcast(number)
    var (id, mask) = (number << 8, isBroadcast ? UInt32(0x03FF_FF00) : 0x03FF_0000)
    if let source { (id, mask) = (id | UInt32(source), mask | 0xFF) }
    if let destination, !isBroadcast { (id, mask) = (id | UInt32(destination) << 8, mask | 0xFF00) }
    if let priority { (id, mask) = (id | UInt32(priority) << 26, mask | 0x1C00_0000) }
    return CANDecoder.Filter(extended: id, mask: mask)
  }
}

#if !hasFeature(Embedded)
extension ParameterGroup: Hashable {}
#endif

/// The head of a message: its group, its addresses and its priority.
public struct MessageHeader: Sendable, BitwiseCopyable {
  /// Of the group.
  public let number: UInt32
  /// The source in bits 0...7, the destination in bits 8...15, the priority in bits 16...18.
  let key: UInt32

  public var source: UInt8 { UInt8(truncatingIfNeeded: key) }
  public var destination: UInt8 { UInt8(truncatingIfNeeded: key &>> 8) }

  /// - Parameter priority: 0...7.
  public init(_ number: UInt32, source: UInt8, destination: UInt8, priority: UInt8) {
    self.number = number & 0x3_FFFF
    key = UInt32(source) | UInt32(destination) << 8 | UInt32(priority & 7) << 16
  }

  /// Reads an extended id.
  @inline(__always)
  package init(id: UInt32) {
    let number = id &>> 8 & 0x3_FFFF
    let isBroadcast = ParameterGroup.isBroadcast(number)
    self.number = isBroadcast ? number : number & 0x3_FF00
    key = id & 0xFF | (isBroadcast ? 0xFF00 : id & 0xFF00) | id &>> 10 & 0x7_0000
  }
}
