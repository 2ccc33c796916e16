// Stage: sources. A compiled address of CAN: the host makes it of a DBC's signal, the device's decoder follows it.

/// A number in the frames of one id, or in the messages of a parameter group.
public struct CANField: Sendable {
  /// Without meaning where there is a group.
  public let id: CANID
  public let group: ParameterGroup?
  /// Relative to ``offset``.
  public let bits: CANBits
  /// Bytes of the message before those of the bits: 0...1784, without a group 0.
  public let offset: Int
  /// The raw numbers that are no values; without a group none are.
  public let reserved: ReservedNumbers
  /// The part of the trouble codes of a message; `nil` for a number in its bits.
  let troubleCodes: TroubleCodes.Part?
  public let scale: CANScale
  /// The switches that have to stand right for the frame to have the number.
  public let conditions: [CANCondition]

  /// Switches of one field, and ranges of one switch.
  public static var conditionLimit: Int { 8 }
  public static var rangeLimit: Int { 64 }
  /// Fields of one address.
  public static var fieldLimit: Int { 64 }

  /// - Returns: `nil` where there are more conditions than ``conditionLimit``.
  public init?(id: CANID, bits: CANBits, scale: CANScale = .one, conditions: [CANCondition] = []) {
    if conditions.count > Self.conditionLimit { return nil }
    (self.id, self.bits, self.scale, self.conditions) = (id, bits, scale, conditions)
    (group, offset, reserved, troubleCodes) = (nil, 0, .none, nil)
  }

  /// A number in the messages of a group.
  /// - Parameter start: as ``CANBits/init(start:count:isBigEndian:kind:)`` takes it, in a message of up to 1785 bytes.
  /// - Returns: `nil` where the bits do not lie within the longest message, or there are more conditions than
  ///   ``conditionLimit``.
  public init?(
    group: ParameterGroup, start: Int, count: Int, isBigEndian: Bool = false, kind: CANBits.Kind = .unsigned,
    reserved: ReservedNumbers = .none, scale: CANScale = .one, conditions: [CANCondition] = []
  ) {
    let limit = group.limit
    if start < 0 || start >= limit << 3 || conditions.count > Self.conditionLimit { return nil }
    let offset = start >= 64 ? start >> 3 : 0
    guard let id = CANID(group.number << 8, isExtended: true),
      let bits = CANBits(start: start - offset << 3, count: count, isBigEndian: isBigEndian, kind: kind),
      offset + bits.byteCount <= limit
    else { return nil }
    (self.id, self.group, self.bits, self.offset) = (id, group, bits, offset)
    (self.reserved, self.scale, self.conditions, troubleCodes) = (reserved, scale, conditions, nil)
  }

  /// A part of the trouble codes of a group's messages.
  init?(group: ParameterGroup, _ part: TroubleCodes.Part) {
    // The lamps before the codes.
    guard let id = CANID(group.number << 8, isExtended: true),
      let bits = CANBits(start: 0, count: 16, isBigEndian: false, kind: .unsigned)
    else { return nil }
    (self.id, self.group, self.bits, offset, reserved) = (id, group, bits, 0, .none)
    (scale, conditions, troubleCodes) = (.one, [], part)
  }

  #if !hasFeature(Embedded)
  /// A part of the trouble codes of a group's messages, by its number in the short text: 1...5.
  package init?(group: ParameterGroup, troubleCodes number: Int) {
    guard let number = UInt8(exactly: number), let part = TroubleCodes.Part(rawValue: number) else { return nil }
    self.init(group: group, part)
  }

  /// The same field in the messages of other senders.
  package func of(_ group: ParameterGroup) -> CANField? {
    if let troubleCodes { return CANField(group: group, troubleCodes) }
    return CANField(
      group: group, start: bits.start + offset << 3, count: Int(bits.count), isBigEndian: bits.isBigEndian,
      kind: bits.kind, reserved: reserved, scale: scale, conditions: conditions)
  }
  #endif

  /// The least number of bytes of a frame that has the number and its switches: 1...1785.
  public var byteCount: Int {
    var count = offset + bits.byteCount
    for condition in conditions { count = Swift.max(count, condition.bits.byteCount) }
    return count
  }

  /// Whether a message with the field may have more bytes than a classic frame.
  var isLong: Bool { (group?.form ?? .frames) != .frames || byteCount > 8 || troubleCodes != nil }
}

/// A switch of a multiplexed message, and the values of it with which a signal is there.
public struct CANCondition: Sendable {
  public struct Values: Sendable, BitwiseCopyable {
    /// Both are among the values.
    public let first, last: UInt64

    public init(first: UInt64, last: UInt64) { (self.first, self.last) = (first, last) }
  }

  /// Read without a sign.
  public let bits: CANBits
  public let ranges: [Values]

  /// - Returns: `nil` where there is no range, or there are more than ``CANField/rangeLimit``.
  public init?(bits: CANBits, ranges: [Values]) {
    if ranges.isEmpty || ranges.count > CANField.rangeLimit { return nil }
    (self.bits, self.ranges) = (bits, ranges)
  }
}

// A device compares no fields: the code for it would be its largest part.
#if !hasFeature(Embedded)
extension CANField: Hashable {}
extension CANCondition: Hashable {}
extension CANCondition.Values: Hashable {}
#endif
