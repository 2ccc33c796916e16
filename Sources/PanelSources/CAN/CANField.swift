// Stage: sources. A compiled address of CAN: the host makes it of a DBC's signal, the device's decoder follows it.

/// A number in the frames of one id.
public struct CANField: Sendable {
  public let id: CANID
  public let bits: CANBits
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
  }

  /// The least number of bytes of a frame that has the number and its switches: 1...64.
  public var byteCount: Int {
    var count = bits.byteCount
    for condition in conditions { count = Swift.max(count, condition.bits.byteCount) }
    return count
  }
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
